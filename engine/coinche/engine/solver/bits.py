"""Cards as bits, as the solver in Python has them: eight times the suit, and the strength in it.

Knows suits and what is higher. Refuses to know which card a bit is (`game`) and what it is worth.
"""

from __future__ import annotations

CARDS = 32
ALL = (1 << CARDS) - 1
SEATS = 4
NONE = CARDS
"""No card."""
WE_ALL, THEY_ALL = 1, 2
"""Who may still take all tricks: seats 0 and 2, the two others."""

SUITS = tuple(0xFF << shift for shift in (0, 8, 16, 24))
SUIT = tuple(SUITS[card >> 3] for card in range(CARDS))
"""Of each card, all of its suit."""
ABOVE = tuple(SUIT[card] & ~((2 << card) - 1) for card in range(CARDS))
"""Of each card, those of its suit that are higher."""
BELOW = tuple(SUIT[card] & ((1 << card) - 1) for card in range(CARDS))


def cards_of(bits: int) -> list[int]:
    """The numbers of the bits, the lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
