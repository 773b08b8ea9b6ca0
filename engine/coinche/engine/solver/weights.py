"""How the solvers order moves: what to try first, so that little else has to be tried.

Found by counting nodes (`bench/tune_solver.py`). By how many cards lie in the trick, and by what it comes to with the
move: ours for sure; ours if nobody takes it; ours if the partner takes it back; theirs if the partner does not take it;
theirs for sure. Of each, in a row: what that is worth, and how much more by the card's points, its strength, whether
it is a trump, how many cards of its suit the hand has, whether none of the others has a higher one, and how many the
opponents have, and the partner.
"""

from __future__ import annotations

import struct

COUNT = 160

_Rows = tuple[tuple[int, ...], ...]

_TRUMP = (
    # leading
    (54, 10, 30, -21, 18, -28, 37, -15),
    (53, -5, 2, 0, -14, 7, 13, -8),
    (73, 32, -2, -18, -12, 13, 7, 0),
    (59, -9, 2, 14, 19, -7, 25, 33),
    (2, -4, -5, -16, 22, 37, -12, -2),
    # second
    (76, 25, 3, -9, 6, 0, -3, -2),
    (26, -5, -7, 44, 38, 7, -11, -40),
    (37, -2, -11, 19, 49, -26, -2, -3),
    (12, -18, 37, 30, 21, -16, -11, -28),
    (-13, -18, -10, 9, -17, -13, 9, -21),
    # third
    (69, 7, -2, -44, -22, -1, 21, 1),
    (21, -24, -17, 0, 4, 10, 14, -1),
    (45, 35, 40, 7, -5, -7, -12, 0),
    (32, 33, -2, -1, 6, 26, -10, 59),
    (2, -19, -31, -37, -23, 17, 12, 4),
    # last
    (38, 4, 9, -17, -19, -13, -13, 18),
    (-21, 5, -6, 39, -6, -18, 4, 37),
    (-40, -23, -5, 17, 24, -10, 12, 21),
    (-37, 9, 3, 4, -16, -30, -6, 0),
    (-32, -49, -30, 4, 21, -7, 10, 12),
)
_NO_TRUMP = (
    # leading
    (56, 19, 22, -15, 10, -25, 5, -9),
    (23, -6, 0, -1, -13, 5, 6, -4),
    (60, 32, -1, -27, -3, 6, 6, 0),
    (48, -7, -28, 10, 0, -19, 23, 55),
    (0, -3, -1, -16, 19, 28, -14, 0),
    # second
    (64, 24, 3, -13, 2, 1, 3, 1),
    (11, -7, 0, 29, 20, 7, -10, -24),
    (42, 3, -7, 25, 50, 0, -3, 0),
    (19, -11, 38, 35, 20, 1, -15, -20),
    (-12, -23, -7, -11, -17, 3, 10, -14),
    # third
    (63, 15, 13, -32, -10, -17, 17, 7),
    (19, -14, 5, 15, 1, -34, 0, 4),
    (41, 36, 34, 14, 17, 0, 0, -1),
    (9, 31, 5, -3, 6, 18, -8, 46),
    (8, -19, -37, -33, -17, 20, 12, -5),
    # last
    (40, 0, 2, -12, -25, -12, 15, -1),
    (-17, 0, -24, 12, -2, -11, 18, 24),
    (-38, -21, -13, 2, 11, -11, 11, 4),
    (-24, -2, 7, 6, -3, -55, -18, 7),
    (-38, -47, -35, 27, 23, -12, 10, 8),
)
_ALL_TRUMP = (
    # leading
    (55, 9, 23, -17, 17, -23, 4, -7),
    (26, -6, 4, -1, -14, 4, 12, -6),
    (63, 38, -1, -22, -2, 7, 3, 1),
    (43, -9, -8, 15, 3, 20, 17, 53),
    (-5, 0, -8, -15, 20, 40, 1, -6),
    # second
    (71, 22, 1, 7, 5, -13, -3, -6),
    (10, -4, -17, 32, 20, 7, -16, -30),
    (42, 5, -7, 29, 43, 0, -15, 0),
    (30, -16, 34, 44, 31, -1, -23, -8),
    (-17, -18, -7, -14, -14, 7, 8, -15),
    # third
    (70, 17, 6, -32, -21, -11, 18, 5),
    (34, -15, 11, 11, 2, -17, 6, 6),
    (45, 37, 38, 9, 12, 2, 0, 4),
    (24, 44, 4, -2, 0, 24, 7, 28),
    (21, -29, -41, -42, -18, 10, 15, -2),
    # last
    (45, 0, 1, -12, -24, -14, -1, 22),
    (-17, -4, -1, 23, 21, -18, 14, 28),
    (-43, -19, -22, 21, 20, -9, 8, 0),
    (-28, 21, 7, 4, 8, -46, 0, 7),
    (-47, -47, -40, 5, -2, -27, 6, 11),
)


def _packed(rows: _Rows) -> bytes:
    return struct.pack(f"{COUNT}b", *(weight for row in rows for weight in row))


TRUMP = _packed(_TRUMP)
NO_TRUMP = _packed(_NO_TRUMP)
ALL_TRUMP = _packed(_ALL_TRUMP)
