"""Exact double-dummy values, by repeated zero-window searches that narrow the bounds (MTD(f)).

Each search answers "at least this much?" and returns a bound. The first guess is the value of one line of play in which
everybody plays the first move of the ordering; from there the window moves in growing steps, then by halves.
"""

from __future__ import annotations

from typing import NamedTuple

from .bits import NONE, SEATS, THEY_ALL, WE_ALL, BitRules, cards_of
from .move_ordering import CARD, MoveOrdering
from .search import Search

NO_POSITION = "no such position: hands that fit a trick, and no card twice"
_STEP = 4


class SearchNode(NamedTuple):
    """A node of the search: the seat on turn, the number of cards in the trick, and the other arguments of `Search`."""

    seat: int
    lies: int
    led: int
    best: int
    winner: int
    points: int
    table: int
    live: int
    left: int
    sweep: int


class ExactValues:
    """Finds exact values in a game: points of seats 0 and 2 still to come."""

    def __init__(self, duties: BitRules, moves: MoveOrdering, search: Search, capot: int) -> None:
        self._duties = duties
        self._moves = moves
        self._search = search
        self._capot = capot

    def begun(self, hands: list[int], trick: list[int], seat: int, sweep: int) -> SearchNode:
        """Return the node where these cards lie before the seat on turn; ValueError for an impossible position."""
        duties = self._duties
        best, winner = NONE, seat
        for at, card in enumerate(trick):
            if best == NONE or duties.beats(card, best):
                best, winner = card, (seat - len(trick) + at) % SEATS
        table = sum(1 << card for card in set(trick))
        live, sizes = table, [hands[(seat + later) % SEATS].bit_count() for later in range(SEATS)]
        for hand in hands:
            live |= hand
        waiting = SEATS - len(trick)
        whole = waiting > 0 and sizes == [sizes[0]] * waiting + [sizes[0] - 1] * len(trick) and 0 < sizes[0] <= 8
        if not whole or live.bit_count() != sum(sizes) + len(trick):
            raise ValueError(NO_POSITION)
        self._search.hands[:] = hands
        return SearchNode(
            seat=seat,
            lies=len(trick),
            led=trick[0] if trick else NONE,
            best=best,
            winner=winner,
            points=duties.worth(trick),
            table=table,
            live=live,
            left=duties.worth(cards_of(live)) + duties.last_trick,
            sweep=sweep if self._capot else 0,
        )

    def at_least(self, stand: SearchNode, beta: int) -> bool:
        """Return whether the value is that high."""
        return self._asked(stand, NONE, beta) >= beta

    def value(self, stand: SearchNode) -> int:
        """The exact value."""
        return self._settled(stand, NONE, self._guess(stand))

    def values(self, stand: SearchNode) -> dict[int, int]:
        """Return the exact value of each legal card."""
        guess, found = self._guess(stand), dict[int, int]()
        for card in self._different(stand, self._search.hands):
            guess = found[card] = self._settled(stand, card, guess)
        hand = self._search.hands[stand.seat]
        legal = self._duties.legal(hand, stand.led, stand.best, _partner_wins(stand)) if stand.lies else hand
        for card in cards_of(legal):
            if card not in found:
                found[card] = next(found[same] for same in found if self._equal(card, same, stand.live ^ hand))
        return found

    def _equal(self, one: int, other: int, others: int) -> bool:
        between = (1 << one) - 1 ^ (1 << other) - 1
        same = self._duties.points[one] == self._duties.points[other]
        return same and not (one ^ other) & 24 and not between & others

    def _asked(self, stand: SearchNode, card: int, beta: int) -> int:
        """A bound of the value with that card, or with the best of all: at least, or at most, that."""
        if card != NONE:
            return self._search.choose(*stand, beta, [card])
        if stand.lies:
            return self._search.follow(*stand, beta)
        return self._search.lead(stand.seat, stand.live, stand.left, stand.sweep, beta)

    def _settled(self, stand: SearchNode, card: int, guess: int) -> int:
        """The exact value: from a guess in growing steps, then by halves."""
        lower, upper = self._search.bounds(stand.left, stand.sweep)
        beta, step, from_below, from_above = guess, _STEP, False, False
        while lower < upper:
            if from_below and from_above:
                beta = lower + (upper - lower + 1) // 2
            beta = max(lower + 1, min(upper, beta))
            value = self._asked(stand, card, beta)
            if value >= beta:
                lower, from_below, beta = value, True, value + step
            else:
                upper, from_above, beta = value, True, value - step + 1
            step *= 2
        return lower

    def _different(self, stand: SearchNode, hands: list[int]) -> list[int]:
        """The cards that are worth trying, the most promising first."""
        if stand.lies:
            moves = self._moves.following(
                hands, stand.seat, stand.lies, stand.led, stand.best, _partner_wins(stand), stand.live
            )
        else:
            moves = self._moves.leading(hands, stand.seat, stand.live)
        return [move & CARD for move in moves]

    def _guess(self, stand: SearchNode) -> int:
        """The value of the line in which everybody plays the most promising move."""
        hands, won = list(self._search.hands), 0
        while any(hands):
            card = self._different(stand, hands)[0]
            hands[stand.seat] ^= 1 << card
            stand = self._played(stand, card)
            if stand.lies == SEATS:
                won += 0 if stand.winner & 1 else stand.points
                stand = _next_trick(stand)
        swept = (stand.sweep & WE_ALL and self._capot) - (stand.sweep & THEY_ALL and self._capot)
        return won + (0 if stand.seat & 1 else self._duties.last_trick) + swept

    def _played(self, stand: SearchNode, card: int) -> SearchNode:
        takes = not stand.lies or self._duties.beats(card, stand.best)
        return stand._replace(
            seat=(stand.seat + 1) % SEATS,
            lies=stand.lies + 1,
            led=stand.led if stand.lies else card,
            best=card if takes else stand.best,
            winner=stand.seat if takes else stand.winner,
            points=stand.points + self._duties.points[card],
            table=stand.table | 1 << card,
        )


def _partner_wins(stand: SearchNode) -> bool:
    return not (stand.seat ^ stand.winner) & 1


def _next_trick(stand: SearchNode) -> SearchNode:
    return SearchNode(
        seat=stand.winner,
        lies=0,
        led=NONE,
        best=NONE,
        winner=stand.winner,
        points=0,
        table=0,
        live=stand.live ^ stand.table,
        left=stand.left - stand.points,
        sweep=stand.sweep & (THEY_ALL if stand.winner & 1 else WE_ALL),
    )
