"""The search: an alpha-beta search with a zero window over open cards ("can the side take at least so many points?").

A transposition table holds bounds for positions at the beginning of a trick. `exact_values` turns such answers into
values, `move_ordering` picks the order of moves. The search visits the same nodes as `_dd.c`; the comments there say
why each cutoff is right.
"""

from __future__ import annotations

from .bits import ALL, CARDS, NONE, SUIT, SUITS, THEY_ALL, WE_ALL, BitRules, cards_of
from .move_ordering import CARD, MoveOrdering
from .transposition import Entry, TranspositionTable

NOTHING = 512
"""More than any value."""


class _Runs(dict[int, int]):
    """The highest of the cards that are left (NONE bits higher), as long as they are among those."""

    def __missing__(self, key: int) -> int:
        among, left, run = key & (1 << NONE) - 1, key >> NONE, 0
        while left and among >> left.bit_length() - 1:
            highest = 1 << left.bit_length() - 1
            run |= highest
            left ^= highest
            among &= ~highest
        self[key] = run
        return run


class _Worths(dict[int, int]):
    """Points of a set of cards."""

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points

    def __missing__(self, cards: int) -> int:
        found = self[cards] = sum(self._points[card] for card in cards_of(cards))
        return found


def _between(one: int, other: int) -> int:
    """The cards from the lower of two to the higher; all cards for two suits, so that they are never equal."""
    return ALL if (one ^ other) & 24 else (1 << one) - 1 ^ (1 << other) - 1


_BETWEEN = tuple(tuple(_between(one, other) for other in range(CARDS)) for one in range(CARDS))


class Search:
    """A search and its transposition table. `hands` are to be set before anything is asked."""

    def __init__(self, duties: BitRules, moves: MoveOrdering, capot: int, room: int) -> None:
        self.hands = [0, 0, 0, 0]
        self.nodes = 0
        self._moves = moves
        self._points = duties.points
        self._trump = duties.trump
        self._capot = capot
        self._table = TranspositionTable(duties.points, room)
        self._runs = _Runs()
        self._worths = _Worths(duties.points)
        self._between = _BETWEEN
        self._best = NONE

    def forget(self) -> None:
        """Empty the transposition table."""
        self._table.clear()

    def lead(self, leader: int, live: int, left: int, sweep: int, beta: int) -> int:
        """The value at the beginning of a trick, at least that where it is beta or more, at most that below.

        `live` are the cards left, `left` their points and the last trick's, `sweep` who may still take all.
        """
        hands = self.hands
        if not hands[leader] & hands[leader] - 1:
            return self._last(leader, left, sweep)
        key = self._table.key(hands, live, sweep, leader)
        known = self._table.get(key)
        if known:
            lower, upper = self._recalled(known, live, left, sweep)
        else:
            lower, upper = self._narrowed(leader, live, left, sweep)
        if lower >= beta:
            return lower
        if upper < beta:
            return upper
        moves = self._leading(known, leader, live)
        value = self.choose(leader, 0, NONE, NONE, leader, 0, 0, live, left, sweep, beta, moves)
        if value >= beta:
            lower = max(lower, value)
        else:
            upper = min(upper, value)
        self._table.store(key, (live, lower, upper, self._best))
        return value

    def bounds(self, left: int, sweep: int) -> tuple[int, int]:
        """Bounds of the value that hold for any distribution of the cards."""
        lower = -self._capot if sweep & THEY_ALL else 0
        upper = left + self._capot if sweep & WE_ALL else left
        return lower, upper

    def _recalled(self, known: Entry, live: int, left: int, sweep: int) -> tuple[int, int]:
        """Bounds from the entry of an equivalent position."""
        lower, upper = self.bounds(left, sweep)
        at_least, at_most = self._table.bounds(known, live)
        return max(lower, at_least), min(upper, at_most)

    def _leading(self, known: Entry | None, leader: int, live: int) -> list[int]:
        """The moves of a leader, the best one of the stored position first."""
        moves = self._moves.leading(self.hands, leader, live)
        if known:
            first = self._table.best(known, live)
            for at, move in enumerate(moves):
                if move & CARD == first:
                    moves.insert(0, moves.pop(at))
                    break
        return moves

    def _narrowed(self, leader: int, live: int, left: int, sweep: int) -> tuple[int, int]:
        """Bounds from sure tricks: the highest trumps if they are on one side, and what the leader can cash."""
        hands, trumps = self.hands, live & self._trump
        we = hands[0] | hands[2]
        sure = self._cashed(leader, live)
        ours, theirs = (0, sure) if leader & 1 else (sure, 0)
        if trumps:
            ours |= self._runs[we & trumps | trumps << NONE]
            theirs |= self._runs[trumps & ~we | trumps << NONE]
        lower = self._worths[ours] if ours else -self._capot if sweep & THEY_ALL else 0
        upper = left - self._worths[theirs] if theirs else left + self._capot if sweep & WE_ALL else left
        if sure == hands[leader]:
            return (lower, lower) if leader & 1 else (upper, upper)
        return lower, upper

    def _cashed(self, leader: int, live: int) -> int:
        """The cards that win when led: the highest trumps, and every master once the opponents' trumps are drawn."""
        hands, trump, runs = self.hands, self._trump, self._runs
        mine, trumps = hands[leader], live & trump
        found = runs[mine & trumps | trumps << NONE] if trumps else 0
        drawn = found.bit_count()
        if (hands[leader - 3] & trump).bit_count() > drawn or (hands[leader - 1] & trump).bit_count() > drawn:
            return found
        for suit in SUITS:
            if mine & suit & ~trump:
                found |= runs[mine & suit | (live & suit) << NONE]
        return found

    def choose(
        self, seat: int, lies: int, led: int, best: int, winner: int, points: int, table: int,
        live: int, left: int, sweep: int, beta: int, moves: list[int],
    ) -> int:  # fmt: skip
        """The best that the seat on turn can do with one of these moves.

        So many cards lie in the trick, those of `table`, worth `points`; `live`, `left` and `sweep` are as it began.
        """
        hands, worth = self.hands, self._points
        mine, ours = hands[seat], not seat & 1
        follower, value, chosen = (seat + 1) & 3, -NOTHING if ours else NOTHING, NONE
        tried: list[tuple[int, int]] = []
        for move in moves:
            card = move & CARD
            result = self._like_tried(card, tried, live ^ mine, beta, ours=ours) if tried else None
            if result is None:
                self.nodes += 1
                bit, total = 1 << card, points + worth[card]
                hands[seat] = mine ^ bit
                takes = not lies or (card > best if not (card ^ best) & 24 else bit & self._trump)
                top, taker = (card, seat) if takes else (best, winner)
                if lies < 3:
                    first = led if lies else card
                    result = self.follow(
                        follower, lies + 1, first, top, taker, total, table | bit, live, left, sweep, beta
                    )
                else:
                    result = self.taken(taker, total, live ^ table ^ bit, left, sweep, beta)
            if result > value if ours else result < value:
                value, chosen = result, card
                if (value >= beta) is ours:
                    break
            tried.append((card, result))
        hands[seat] = mine
        self._best = chosen
        return value

    def _like_tried(self, card: int, tried: list[tuple[int, int]], others: int, beta: int, *, ours: bool) -> int | None:
        """The bound that a tried card sets to one that ranks beside it, if it shows that this one cuts nothing off.

        None otherwise. No card of the `others` lies between the two, so they differ by their points alone.
        """
        between, worth = self._between[card], self._points
        for other, value in tried:
            if not between[other] & others:
                apart = abs(worth[card] - worth[other])
                result = value + apart if ours else value - apart
                if (result < beta) is ours:
                    return result
        return None

    def follow(
        self, seat: int, lies: int, led: int, best: int, winner: int, points: int, table: int,
        live: int, left: int, sweep: int, beta: int,
    ) -> int:  # fmt: skip
        """Return the best value over all legal moves of a seat that does not lead."""
        moves = self._moves.following(self.hands, seat, lies, led, best, not (seat ^ winner) & 1, live)
        return self.choose(seat, lies, led, best, winner, points, table, live, left, sweep, beta, moves)

    def taken(self, winner: int, points: int, live: int, left: int, sweep: int, beta: int) -> int:
        """The value when the trick is complete; `left` as it began."""
        if winner & 1:
            return self.lead(winner, live, left - points, sweep & THEY_ALL, beta)
        return points + self.lead(winner, live, left - points, sweep & WE_ALL, beta - points)

    def _last(self, leader: int, left: int, sweep: int) -> int:
        """The last trick, which plays itself; or what is left when it is over."""
        winner, best = leader, self.hands[leader]
        if best:
            self.nodes += 1
            suit = SUIT[best.bit_length() - 1]
            for seat in (leader - 3, leader - 2, leader - 1):
                card = self.hands[seat]
                if card > best if card & suit else card & self._trump:
                    winner, best, suit = seat & 3, card, SUIT[card.bit_length() - 1]
        if winner & 1:
            return -self._capot if sweep & THEY_ALL else 0
        return left + self._capot if sweep & WE_ALL else left
