"""How often our own bidders say a thing, by how far their hand is over what it asks.

Knows the counts, which `bench/customs.py` prints. Refuses to know hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

EDGE = 70
"""The curves begin so many points under what is asked, and end so many over it."""
STEP = 10
"""Points from one number of a curve to the next."""
DEFENCE = 50
"""What a coinche asks of a hand beside the partner's, with their trumps."""
FLOOR = -6.0
"""No hand is ruled out. A bid is rare: were it one in twenty for every other hand, these would outnumber its own."""


class Custom(StrEnum):
    """What is said."""

    OPENING = "opening"
    """The lowest number where nobody has bid."""
    JUMP = "jump"
    """A higher one."""
    NO_OPENING = "no opening"
    OVERCALL = "overcall"
    """The lowest number where only opponents have bid."""
    JUMP_OVER = "jump over"
    """A higher one."""
    NO_OVERCALL = "no overcall"
    RAISE = "raise"
    """Of what the partner has named."""
    NO_RAISE = "no raise"
    ANSWER = "answer"
    """Something else than the partner has named."""
    NO_ANSWER = "no answer"
    COINCHE = "coinche"


CURVES: Mapping[Custom, tuple[float, ...]] = {
    Custom.OPENING: (-6.0, -6.0, -6.0, -5.7, -5.7, -5.8, -6.0, -2.1, -0.4, 0.0, -0.6, -2.4, -5.3, -4.9, -5.1),
    Custom.JUMP: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.4, -2.1, -6.0, -6.0, -6.0),
    Custom.NO_OPENING: (0.0, 0.0, 0.0, 0.0, -0.1, -0.6, -0.8, -0.8, -1.0, -2.6, -5.5, -5.5, -5.5, -5.5, -5.5),
    Custom.OVERCALL: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.0, -0.3, 0.0, 0.0, -0.8, -2.6, -4.5, -4.0, -4.5),
    Custom.JUMP_OVER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.3, -2.0, -6.0, -6.0, -6.0),
    Custom.NO_OVERCALL: (0.0, -0.1, -0.1, -0.1, -0.1, -0.1, -0.3, -1.6, -4.0, -5.4, -5.4, -5.4, -5.4, -5.4, -5.4),
    Custom.RAISE: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -3.0, -1.3, -0.5, -0.1, 0.0, -1.5, -5.4, -4.8, -4.9),
    Custom.NO_RAISE: (0.0, 0.0, 0.0, -0.1, -0.1, -0.2, -0.3, -0.7, -1.0, -1.2, -2.2, -2.9, -3.0, -3.0, -3.0),
    Custom.ANSWER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.7, -1.0, -0.5, 0.0, -0.1, -0.6, -1.1, -1.2, -1.3),
    Custom.NO_ANSWER: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.2, -0.8, -1.3, -1.5, -1.7, -1.8, -1.9, -1.9, -1.9),
    Custom.COINCHE: (-4.8, -4.6, -4.6, -4.5, -4.2, -2.8, -1.1, -0.2, 0.0, 0.0, -0.2, -0.6, -1.2, -1.8, -0.9),
}
"""The logarithm of how likely each is, the likeliest being 0: of 1,500 deals with `steady` at all seats."""
