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
    (55, 8, 30, -18, 21, -25, 4, -7),
    (26, -5, 4, 0, -14, 6, 10, -4),
    (62, 32, -1, -21, -2, 6, 6, 1),
    (46, -7, -10, 15, 3, -1, 23, 53),
    (0, 0, -2, -17, 19, 36, -8, 0),
    # second
    (59, 22, -1, -11, 1, 1, -1, -5),
    (11, -4, -7, 29, 20, 7, -9, -30),
    (42, 3, -7, 29, 48, 0, -3, 0),
    (19, -11, 36, 42, 26, 2, -15, -20),
    (-13, -18, -7, -9, -16, 3, 7, -19),
    # third
    (63, 15, 4, -32, -10, -10, 17, 7),
    (19, -14, 5, 14, 1, -18, 7, -1),
    (40, 37, 35, 16, 12, 0, -5, 4),
    (22, 31, 4, -2, 7, 23, -8, 28),
    (5, -23, -38, -33, -16, 18, 12, -2),
    # last
    (38, 0, 2, -12, -20, -1, -7, 22),
    (-14, 1, -1, 14, -2, -17, 0, 28),
    (-42, -20, -16, 17, 19, -5, 9, 5),
    (-28, 11, 7, 4, 1, -45, -5, 7),
    (-44, -48, -30, 5, 24, -4, 7, 11),
)
_NO_TRUMP = (
    # leading
    (55, 8, 30, -18, 21, -25, 4, -7),
    (26, -5, 4, 0, -14, 6, 10, -4),
    (62, 32, -1, -21, -2, 6, 6, 1),
    (46, -7, -10, 15, 3, -1, 23, 53),
    (0, 0, -2, -17, 19, 36, -8, 0),
    # second
    (59, 22, -1, -11, 1, 1, -1, -5),
    (11, -4, -7, 29, 20, 7, -9, -30),
    (42, 3, -7, 29, 48, 0, -3, 0),
    (19, -11, 36, 42, 26, 2, -15, -20),
    (-13, -18, -7, -9, -16, 3, 7, -19),
    # third
    (63, 15, 4, -32, -10, -10, 17, 7),
    (19, -14, 5, 14, 1, -18, 7, -1),
    (40, 37, 35, 16, 12, 0, -5, 4),
    (22, 31, 4, -2, 7, 23, -8, 28),
    (5, -23, -38, -33, -16, 18, 12, -2),
    # last
    (38, 0, 2, -12, -20, -1, -7, 22),
    (-14, 1, -1, 14, -2, -17, 0, 28),
    (-42, -20, -16, 17, 19, -5, 9, 5),
    (-28, 11, 7, 4, 1, -45, -5, 7),
    (-44, -48, -30, 5, 24, -4, 7, 11),
)
_ALL_TRUMP = (
    # leading
    (55, 8, 30, -18, 21, -25, 4, -7),
    (26, -5, 4, 0, -14, 6, 10, -4),
    (62, 32, -1, -21, -2, 6, 6, 1),
    (46, -7, -10, 15, 3, -1, 23, 53),
    (0, 0, -2, -17, 19, 36, -8, 0),
    # second
    (59, 22, -1, -11, 1, 1, -1, -5),
    (11, -4, -7, 29, 20, 7, -9, -30),
    (42, 3, -7, 29, 48, 0, -3, 0),
    (19, -11, 36, 42, 26, 2, -15, -20),
    (-13, -18, -7, -9, -16, 3, 7, -19),
    # third
    (63, 15, 4, -32, -10, -10, 17, 7),
    (19, -14, 5, 14, 1, -18, 7, -1),
    (40, 37, 35, 16, 12, 0, -5, 4),
    (22, 31, 4, -2, 7, 23, -8, 28),
    (5, -23, -38, -33, -16, 18, 12, -2),
    # last
    (38, 0, 2, -12, -20, -1, -7, 22),
    (-14, 1, -1, 14, -2, -17, 0, 28),
    (-42, -20, -16, 17, 19, -5, 9, 5),
    (-28, 11, 7, 4, 1, -45, -5, 7),
    (-44, -48, -30, 5, 24, -4, 7, 11),
)


def _packed(rows: _Rows) -> bytes:
    return struct.pack(f"{COUNT}b", *(weight for row in rows for weight in row))


TRUMP = _packed(_TRUMP)
NO_TRUMP = _packed(_NO_TRUMP)
ALL_TRUMP = _packed(_ALL_TRUMP)
