"""The transposition table, which ignores cards that have gone.

Positions are equivalent where the same seats own the highest, second highest, … card left of each suit. They differ
only in the points of those cards, so bounds for one hold for the other within that difference. Keys and differences of
single suits are cached in tables that fill on demand.
"""

from __future__ import annotations

from .bits import ALL, BELOW, CARDS, SUIT, SUITS, cards_of

_ROOM = 17
"""Two bits for each of eight cards, and one above them that says how many there are."""


class _Shapes(dict[int, int]):
    """The owners of a suit's cards from the highest on, by all of them, by those of seats 1 and 3, and of 2 and 3."""

    def __init__(self, suit: int) -> None:
        self._shift = suit * _ROOM

    def __missing__(self, key: int) -> int:
        shape = 1
        for card in cards_of(key & ALL):
            shape = shape << 2 | key >> 2 * CARDS + card - 1 & 2 | key >> CARDS + card & 1
        found = self[key] = shape << self._shift
        return found


class _Gaps(dict[int, int]):
    """The amounts by which cards of a suit are worth more, and less, than as many others, by where they are."""

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points

    def __missing__(self, key: int) -> int:
        ones, others = cards_of(key & ALL), cards_of(key >> CARDS)
        apart = [self._points[one] - self._points[other] for one, other in zip(ones, others, strict=True)]
        found = self[key] = sum(gap for gap in apart if gap > 0) - (sum(gap for gap in apart if gap < 0) << CARDS)
        return found


Entry = tuple[int, int, int, int]
"""The cards that were left, a lower and an upper bound, and the best card."""


class TranspositionTable:
    """Bounds and best moves of positions at the beginning of a trick. A full table is emptied."""

    def __init__(self, points: tuple[int, ...], room: int) -> None:
        self._shapes = tuple((suit | suit << CARDS | suit << 2 * CARDS, _Shapes(at)) for at, suit in enumerate(SUITS))
        self._suits = tuple(suit | suit << CARDS for suit in SUITS)
        self._gaps = _Gaps(points)
        self._room = room
        self._entries: dict[int, Entry] = {}

    def key(self, hands: list[int], live: int, sweep: int, leader: int) -> int:
        """Return a number that is the same for all equivalent positions."""
        wide = live | (hands[1] | hands[3]) << CARDS | (hands[2] | hands[3]) << 2 * CARDS
        (a, spades), (b, hearts), (c, diamonds), (d, clubs) = self._shapes
        shape = spades[wide & a] | hearts[wide & b] | diamonds[wide & c] | clubs[wide & d]
        return shape << 4 | sweep << 2 | leader

    def get(self, key: int) -> Entry | None:
        """Return the entry of an equivalent position, if there is one."""
        return self._entries.get(key)

    def store(self, key: int, entry: Entry) -> None:
        """Keep an entry."""
        if len(self._entries) >= self._room:
            self._entries.clear()
        self._entries[key] = entry

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()

    def bounds(self, entry: Entry, live: int) -> tuple[int, int]:
        """Return the bounds of an entry for a position with the cards `live`: wider by the difference in points."""
        then, lower, upper, _ = entry
        if then == live:
            return lower, upper
        less, more = self._gap(then, live)
        return lower - less, upper + more

    @staticmethod
    def best(entry: Entry, live: int) -> int:
        """Return the best card of an entry, translated to the cards `live`."""
        then, _, _, card = entry
        return cards_of(live & SUIT[card])[(then & BELOW[card]).bit_count()]

    def _gap(self, one: int, other: int) -> tuple[int, int]:
        """The amounts by which the first cards, rank for rank, are worth more and less than others where they are."""
        a, b, c, d = self._suits
        wide, gaps = one | other << CARDS, self._gaps
        gap = gaps[wide & a] + gaps[wide & b] + gaps[wide & c] + gaps[wide & d]
        return gap & ALL, gap >> CARDS
