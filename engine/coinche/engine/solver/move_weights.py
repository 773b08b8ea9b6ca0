"""The weights of the move ordering, found by hill climbing on the nodes that the compiled solver counts.

A change of one to three weights ran over the same 120 random deals of seven tricks as the best weights so far, and was
kept where it took fewer nodes; every 200 changes the deals were replaced.

Rows stand by the number of cards in the trick, and by its outcome with the move: ours for sure; ours if nobody takes
it; ours if the partner takes it back; theirs if the partner does not take it; theirs for sure. A row holds the base
score, and the weights of the card's points, its strength, being a trump, the length of its suit in hand, being master
of the suit, and the number of cards of the suit that the opponents have, and the partner.
"""

from __future__ import annotations

import struct

WEIGHT_COUNT = 160

_Rows = tuple[tuple[int, ...], ...]

_TRUMP = (
    # leading
    (52, 10, 28, -21, 18, -30, 44, -13),
    (55, -7, 3, 26, -13, 8, 3, -5),
    (73, 29, -2, -18, -13, 9, 6, 1),
    (69, -7, 2, 16, 18, -8, 29, 30),
    (14, 0, -2, -10, 10, 25, -11, -22),
    # second
    (103, 13, -9, -9, 7, -5, -3, -2),
    (27, -5, -13, 44, 38, 5, -11, -39),
    (37, 4, -19, 19, 57, -37, 3, 1),
    (7, -2, 37, 32, 30, -30, -5, -28),
    (4, -43, -10, 9, -6, -8, 10, -27),
    # third
    (78, 7, -1, -44, -22, 10, 17, 1),
    (16, -26, -17, -12, 16, -6, 19, 9),
    (46, 62, 40, 7, -8, -12, -19, 0),
    (32, 24, 0, 12, 5, 27, -18, 65),
    (8, -18, -28, -26, -25, 16, 12, 21),
    # last
    (48, 1, 11, -13, -9, -13, -12, 17),
    (-15, -13, -9, 34, -14, -18, 3, 36),
    (-26, -5, -3, 19, 8, -20, 14, 44),
    (-34, 9, -7, 1, -24, -30, -25, 1),
    (-31, -52, -18, -5, 17, -10, 11, 10),
)
_NO_TRUMP = (
    # leading
    (57, 17, 36, -1, -9, -40, 32, -4),
    (18, -1, 0, 9, -14, -2, 15, 21),
    (60, 34, -1, -31, -4, 6, 5, 6),
    (50, -10, -29, 13, 2, -35, 3, 50),
    (0, -5, 0, -15, 9, 29, -14, -10),
    # second
    (70, 25, 10, -13, 3, 5, -1, 36),
    (3, -18, -8, 27, 24, 4, -10, -26),
    (44, -11, -6, 23, 71, 9, -5, -2),
    (24, -31, 49, 36, 5, -8, -10, -49),
    (-11, -23, -11, -13, -16, 1, 7, -16),
    # third
    (61, 15, 1, -19, -21, -31, 20, -22),
    (19, -44, 7, 14, 1, -43, 0, -16),
    (47, 36, 31, 21, 13, -11, -3, -3),
    (12, 27, 12, 3, 4, 19, -3, 39),
    (1, -39, -37, -27, -16, 3, 35, -7),
    # last
    (44, 2, 2, -4, -23, -21, 46, -3),
    (-18, -8, -26, 12, -18, -10, 17, 26),
    (-29, -19, -11, -6, 17, -36, 2, 2),
    (-23, -2, -17, 9, -22, -54, -20, 9),
    (-36, -31, -36, 33, 21, -13, 23, -4),
)
_ALL_TRUMP = (
    # leading
    (54, 11, 21, -18, 17, -21, 6, -7),
    (10, -4, 4, -1, -13, -11, 8, -5),
    (57, 17, 4, -26, 11, 8, 2, 6),
    (47, -14, -7, 31, 4, 28, 18, 75),
    (2, -5, -5, -28, 18, 32, 10, -4),
    # second
    (67, 6, -4, 7, 5, -12, -10, -5),
    (26, -10, -18, 49, 23, 2, -20, -26),
    (41, 22, -20, 29, 24, 2, -15, 1),
    (39, -9, 21, 44, 23, -6, -14, -16),
    (-16, -11, -12, -19, -10, 10, 6, 1),
    # third
    (71, 22, -6, -33, -23, -17, 10, 4),
    (35, -19, 9, 16, -31, -13, 5, 1),
    (35, 43, 41, 10, 11, 4, 1, 10),
    (18, 45, -17, -2, -5, 22, 2, 29),
    (21, -35, -37, -42, -9, 7, 15, 6),
    # last
    (34, 0, 1, -9, -23, -26, 0, 10),
    (-15, -3, -3, 23, 22, 2, 29, 24),
    (-35, -20, -18, 34, 14, 9, 8, 6),
    (-30, 22, 19, -4, 8, -55, -2, 22),
    (-53, -60, -41, 5, -1, -22, 3, 10),
)


def _packed(rows: _Rows) -> bytes:
    return struct.pack(f"{WEIGHT_COUNT}b", *(weight for row in rows for weight in row))


TRUMP_WEIGHTS = _packed(_TRUMP)
NO_TRUMP_WEIGHTS = _packed(_NO_TRUMP)
ALL_TRUMP_WEIGHTS = _packed(_ALL_TRUMP)
