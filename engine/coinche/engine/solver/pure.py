"""The solver in Python, for where nothing could be compiled: the same search as `_dd.c`, by the same rules, as slow as
Python is. It knows and refuses to know the same; `solving` speaks to both alike.

Cards are bits in the game's order, seats 0 to 3 play in turn, 0 and 2 together. Values are points of 0 and 2 to come.
"""

from __future__ import annotations

from typing import NamedTuple

NONE = 32
NOTHING = 512
"""More than any value."""
WE_ALL, THEY_ALL = 1, 2
FREE, HIGHER_IF_POSSIBLE, RESTRICTED = range(3)
KNOWN = 200_000
"""So many positions are remembered; then it is begun anew."""

_SUIT = [0xFF << (card & 24) for card in range(32)]
_ABOVE = [_SUIT[card] & ~((2 << card) - 1) for card in range(32)]
_SQUEEZED = [
    [sum((cards >> at & 1) << place for place, at in enumerate(at for at in range(8) if left >> at & 1))
     for left in range(256)]
    for cards in range(256)
]  # fmt: skip
"""A suit's cards without the places that are not left."""


def _cards(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class Trick(NamedTuple):
    """A trick as it lies. `all` may still take all tricks; `left` are the points in hands, and the last trick's;
    `held` are the cards in hands."""

    played: int
    best: int
    winner: int
    led: int
    points: int
    all: int
    left: int
    table: int
    held: int


class Known(NamedTuple):
    """Bounds of a position with these cards left, and the move that was best."""

    left: int
    lower: int
    upper: int
    move: int


class Solver:
    """What `_dd.Solver` is, with the same methods."""

    def __init__(
        self,
        order: bytes,
        points: bytes,
        trumps: int,
        beat_partner: bool,
        undertrump: bool,
        under_partner: int,
        capot: int,
        last_trick: int,
        weights: bytes,
        size: int = 0,
    ) -> None:
        self.nodes = 0
        self._order = order
        self._number = [order.index(bit) for bit in range(32)]
        self._points = [points[number] for number in self._number]
        self._ranked = sum(0xFF << 8 * suit for suit in range(4) if trumps >> suit & 1)
        self._trump = self._ranked if trumps.bit_count() == 1 else 0
        self._beat_partner = beat_partner
        self._undertrump = undertrump
        self._under_partner = under_partner
        self._capot = capot
        self._last_trick = last_trick
        self._weights = [weight - 256 if weight > 127 else weight for weight in weights]
        self._hand = [0, 0, 0, 0]
        self._known: dict[tuple[int, int, int, int, int], Known] = {}

    # --- what is asked -------------------------------------------------------------------------------

    def value(self, hands: tuple[int, int, int, int], trick: bytes, seat: int, all_: int) -> int:
        """Points of seats 0 and 2 still to come."""
        return self._solved(self._begun(hands, trick, seat, all_), seat)

    def takes(self, hands: tuple[int, int, int, int], trick: bytes, seat: int, all_: int, points: int) -> bool:
        """Whether these are so many."""
        return self._asked(self._begun(hands, trick, seat, all_), seat, NONE, points) >= points

    def values(self, hands: tuple[int, int, int, int], trick: bytes, seat: int, all_: int) -> dict[int, int]:
        """Of every legal card of the seat."""
        solved = self._solved_cards(self._begun(hands, trick, seat, all_), seat)
        return {self._number[card]: value for card, value in solved.items()}

    def forget(self) -> None:
        """As if nothing had been solved."""
        self._known.clear()

    def _begun(self, hands: tuple[int, int, int, int], trick: bytes, seat: int, all_: int) -> Trick:
        """The trick as it lies before the seat on turn, whose hands are set."""
        self._hand = [self._as_bits(hand) for hand in hands]
        cards = [self._order[number] for number in trick]
        best, winner = NONE, 0
        for at, card in enumerate(cards):
            if best == NONE or self._beats(card, best):
                best, winner = card, (seat - len(cards) + at) % 4
        held = self._hand[0] | self._hand[1] | self._hand[2] | self._hand[3]
        return Trick(
            played=len(cards),
            best=best,
            winner=winner,
            led=cards[0] if cards else NONE,
            points=sum(self._points[card] for card in cards),
            all=all_ & 3 if self._capot else 0,
            left=sum(self._points[card] for card in _cards(held)) + self._last_trick,
            table=sum(1 << card for card in cards),
            held=held,
        )

    def _as_bits(self, cards: int) -> int:
        return sum(1 << self._order[number] for number in _cards(cards))

    # --- what may be played --------------------------------------------------------------------------

    def _beats(self, card: int, best: int) -> bool:
        if (card ^ best) & 24:
            return bool(1 << card & self._trump)
        return card > best

    def _legal(self, trick: Trick, seat: int, hand: int) -> int:
        if not trick.played:
            return hand
        of_suit = hand & _SUIT[trick.led]
        partner_wins = not (seat ^ trick.winner) & 1
        if of_suit:
            must = _SUIT[trick.led] & self._ranked
            if must and partner_wins and self._trump and not self._beat_partner:
                must = 0
            return (must and of_suit & _ABOVE[trick.best]) or of_suit
        trumps = hand & self._trump
        if not trumps:
            return hand
        trumped = 1 << trick.best & self._trump
        higher = trumps & _ABOVE[trick.best] if trumped else trumps
        if partner_wins:
            restricted = self._under_partner == RESTRICTED and trumps == hand
            if not trumped or not higher or self._under_partner == FREE or restricted:
                return hand
            return hand & ~trumps | higher
        return higher or (trumps if self._undertrump else hand)

    # --- the order of moves --------------------------------------------------------------------------

    def _can_beat(self, seat: int, best: int, led: int) -> bool:
        hand = self._hand[seat]
        of_suit = hand & _SUIT[led]
        if of_suit:
            return not (best ^ led) & 24 and bool(of_suit & _ABOVE[best])
        trumps = hand & self._trump
        return bool(trumps & _ABOVE[best] if 1 << best & self._trump else trumps)

    def _outcome(self, trick: Trick, seat: int, card: int) -> int:
        """What the trick comes to, as in `weights`."""
        best, winner, led = trick.best, trick.winner, trick.led
        if not trick.played:
            best, winner, led = card, seat, card
        elif self._beats(card, best):
            best, winner = card, seat
        foe = friend = False
        for later in range(1, 4 - trick.played):
            if self._can_beat((seat + later) & 3, best, led):
                foe, friend = (True, friend) if later & 1 else (foe, True)
        if (seat ^ winner) & 1:
            return 3 if friend else 4
        return (2 if friend else 1) if foe else 0

    def _promise(self, trick: Trick, seat: int, card: int) -> int:
        at = (trick.played * 5 + self._outcome(trick, seat, card)) * 5
        base, points, rank, trump, length = self._weights[at : at + 5]
        worth = 8 * base + points * self._points[card] + rank * (card & 7)
        worth += 2 * length * (self._hand[seat] & _SUIT[card]).bit_count()
        return worth + 4 * trump if 1 << card & self._ranked else worth

    def _moves(self, trick: Trick, seat: int, first: int) -> list[int]:
        """The legal moves but those that are the same as another, the most promising first."""
        hand = self._hand[seat]
        others = (trick.held | trick.table) & ~hand
        moves: list[int] = []
        last = NONE
        for card in _cards(self._legal(trick, seat, hand)):
            if last == NONE or not (self._apart(card, last) == 0 and self._neighbours(card, last, others)):
                moves.append(card)
            last = card
        if len(moves) > 1:
            moves.sort(
                key=lambda card: NOTHING * 64 if card == first else self._promise(trick, seat, card), reverse=True
            )
        return moves

    def _apart(self, one: int, other: int) -> int:
        return abs(self._points[one] - self._points[other])

    @staticmethod
    def _neighbours(one: int, other: int, others: int) -> bool:
        """Whether they are of a suit, and nobody else's card lies between."""
        return not (one ^ other) & 24 and not _between(one, other) & others

    # --- the search ----------------------------------------------------------------------------------

    def _play(self, trick: Trick, seat: int, card: int, beta: int) -> int:
        """The value once the seat has played the card."""
        self.nodes += 1
        bit, points = 1 << card, self._points[card]
        best, winner, led = trick.best, trick.winner, trick.led
        if not trick.played:
            best, winner, led = card, seat, card
        elif self._beats(card, best):
            best, winner = card, seat
        after = Trick(
            trick.played + 1, best, winner, led, trick.points + points, trick.all,
            trick.left - points, trick.table | bit, trick.held & ~bit,
        )  # fmt: skip
        self._hand[seat] &= ~bit
        next_seat = (seat + 1) & 3
        value = self._choose(after, next_seat, beta, NONE)[0] if after.played < 4 else self._after_trick(after, beta)
        self._hand[seat] |= bit
        return value

    def _after_trick(self, trick: Trick, beta: int) -> int:
        ours = not trick.winner & 1
        won = trick.points if ours else 0
        all_ = trick.all & (WE_ALL if ours else THEY_ALL)
        if not trick.held:
            return won + (self._last_trick if ours else 0) + self._swept(all_)
        begun = Trick(0, NONE, 0, NONE, 0, all_, trick.left, 0, trick.held)
        return won + self._lead(begun, trick.winner, beta - won)

    def _swept(self, all_: int) -> int:
        return (self._capot if all_ & WE_ALL else 0) - (self._capot if all_ & THEY_ALL else 0)

    def _choose(self, trick: Trick, seat: int, beta: int, first: int) -> tuple[int, int]:
        """The best that the seat on turn can do, and with what: at least that from beta on, at most that below."""
        sign = -1 if seat & 1 else 1
        others = (trick.held | trick.table) & ~self._hand[seat]
        best, chosen = -NOTHING * sign, NONE
        tried: list[tuple[int, int]] = []
        for card in self._moves(trick, seat, first):
            value = self._bound(card, tried, others, sign, beta)
            if value is None:
                value = self._play(trick, seat, card, beta)
            tried.append((card, value))
            if (value - best) * sign > 0:
                best, chosen = value, card
            if best >= beta if sign > 0 else best < beta:
                break
        return best, chosen

    def _bound(self, card: int, tried: list[tuple[int, int]], others: int, sign: int, beta: int) -> int | None:
        """A bound of what the card comes to that is enough: next to one that was tried it is worth little more."""
        for other, value in tried:
            if self._neighbours(card, other, others):
                bound = value + sign * self._apart(card, other)
                if bound < beta if sign > 0 else bound >= beta:
                    return bound
        return None

    def _lead(self, trick: Trick, leader: int, beta: int) -> int:
        """The value at the beginning of a trick."""
        hand = self._hand
        if not hand[leader] & (hand[leader] - 1):
            self.nodes += 1
            return self._last(trick, leader)
        lower, upper = self._narrowed(trick)
        if lower >= beta or lower == upper:
            return lower
        if upper < beta:
            return upper
        left = trick.held
        key = self._key(left, leader, trick.all)
        known, first = self._known.get(key), NONE
        if known is not None:
            less, more = (0, 0) if known.left == left else self._excess(known.left, left)
            lower, upper = max(lower, known.lower - less), min(upper, known.upper + more)
            if lower >= beta:
                return lower
            if upper < beta:
                return upper
            first = _card_among(known.move, left)
        value, move = self._choose(trick, leader, beta, first)
        lower, upper = (max(lower, value), upper) if value >= beta else (lower, min(upper, value))
        if len(self._known) > KNOWN:
            self._known.clear()
        self._known[key] = Known(left, lower, upper, move & 24 | (left & _SUIT[move] & ((1 << move) - 1)).bit_count())
        return value

    def _last(self, trick: Trick, leader: int) -> int:
        """The last trick plays itself."""
        cards = [hand.bit_length() - 1 for hand in self._hand]
        winner = leader
        for later in (1, 2, 3):
            if self._beats(cards[(leader + later) & 3], cards[winner]):
                winner = (leader + later) & 3
        ours = not winner & 1
        points = sum(self._points[card] for card in cards) + self._last_trick
        return (points if ours else 0) + self._swept(trick.all & (WE_ALL if ours else THEY_ALL))

    def _narrowed(self, trick: Trick) -> tuple[int, int]:
        """What both sides are sure of: the highest trumps, as long as they are on one side."""
        lower = -self._capot if trick.all & THEY_ALL else 0
        upper = trick.left + (self._capot if trick.all & WE_ALL else 0)
        trumps = trick.held & self._trump
        if not trumps:
            return lower, upper
        ours = self._hand[0] | self._hand[2]
        highest = 1 << trumps.bit_length() - 1
        side, sure = bool(highest & ours), 0
        while trumps and bool(highest & ours) == side:
            sure += self._points[highest.bit_length() - 1]
            trumps ^= highest
            highest = 1 << trumps.bit_length() - 1 if trumps else 0
        return (sure, upper) if side else (lower, trick.left - sure)

    def _key(self, left: int, leader: int, all_: int) -> tuple[int, int, int, int, int]:
        low, high = self._hand[1] | self._hand[3], self._hand[2] | self._hand[3]
        sizes = 0
        for shift in (0, 8, 16, 24):
            sizes |= (left >> shift & 255).bit_count() << shift
        return _squeezed(low, left), _squeezed(high, left), sizes, leader, all_

    def _excess(self, one: int, other: int) -> tuple[int, int]:
        """By how much the first cards are worth more, rank for rank, where they are; and less, where they are that."""
        apart = [self._points[a] - self._points[b] for a, b in zip(_cards(one), _cards(other), strict=True)]
        return sum(more for more in apart if more > 0), -sum(less for less in apart if less < 0)

    # --- exact values --------------------------------------------------------------------------------

    def _asked(self, trick: Trick, seat: int, card: int, beta: int) -> int:
        if card != NONE:
            return self._play(trick, seat, card, beta)
        return self._choose(trick, seat, beta, NONE)[0] if trick.played else self._lead(trick, seat, beta)

    def _settled(self, trick: Trick, seat: int, card: int, guess: int) -> int:
        """The exact value: from a guess in growing steps, then by halves."""
        lower = -self._capot if trick.all & THEY_ALL else 0
        upper = trick.left + trick.points + (self._capot if trick.all & WE_ALL else 0)
        beta, step = guess, 4
        from_below = from_above = False
        while lower < upper:
            if from_below and from_above:
                beta = lower + (upper - lower + 1) // 2
            beta = max(lower + 1, min(upper, beta))
            value = self._asked(trick, seat, card, beta)
            if value >= beta:
                lower, from_below, beta = value, True, value + step
            else:
                upper, from_above, beta = value, True, value - step + 1
            step *= 2
        return lower

    def _solved(self, trick: Trick, seat: int) -> int:
        return self._settled(trick, seat, NONE, self._guess(trick, seat))

    def _solved_cards(self, trick: Trick, seat: int) -> dict[int, int]:
        hand = self._hand[seat]
        others = (trick.held | trick.table) & ~hand
        guess, found = self._guess(trick, seat), dict[int, int]()
        for card in self._moves(trick, seat, NONE):
            guess = found[card] = self._settled(trick, seat, card, guess)
        for card in _cards(self._legal(trick, seat, hand)):
            if card not in found:
                same = (c for c in found if not self._apart(c, card) and self._neighbours(c, card, others))
                found[card] = found[next(same)]
        return found

    def _guess(self, trick: Trick, seat: int) -> int:
        """What comes of it if everybody plays what promises most."""
        hands, won = list(self._hand), 0
        while trick.held:
            card = self._moves(trick, seat, NONE)[0]
            bit, points = 1 << card, self._points[card]
            best, winner, led = trick.best, trick.winner, trick.led
            if not trick.played:
                best, winner, led = card, seat, card
            elif self._beats(card, best):
                best, winner = card, seat
            self._hand[seat] &= ~bit
            trick = Trick(
                trick.played + 1, best, winner, led, trick.points + points, trick.all,
                trick.left - points, trick.table | bit, trick.held & ~bit,
            )  # fmt: skip
            seat = (seat + 1) & 3
            if trick.played == 4:
                ours, seat = not winner & 1, winner
                won += (trick.points + (0 if trick.held else self._last_trick)) if ours else 0
                all_ = trick.all & (WE_ALL if ours else THEY_ALL)
                trick = Trick(0, NONE, 0, NONE, 0, all_, trick.left, 0, trick.held)
        self._hand = hands
        return won + self._swept(trick.all)


def _between(one: int, other: int) -> int:
    """The places from the lower of two up to, and without, the higher."""
    return ((1 << one) - 1) ^ ((1 << other) - 1)


def _squeezed(cards: int, left: int) -> int:
    return (
        _SQUEEZED[cards & 255][left & 255]
        | _SQUEEZED[cards >> 8 & 255][left >> 8 & 255] << 8
        | _SQUEEZED[cards >> 16 & 255][left >> 16 & 255] << 16
        | _SQUEEZED[cards >> 24][left >> 24] << 24
    )


def _card_among(rank: int, left: int) -> int:
    """The card of a suit over which so many others of it lie lower."""
    return _cards(left & _SUIT[rank])[rank & 7]
