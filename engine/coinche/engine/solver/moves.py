"""The moves that are worth trying, the most promising first.

Knows what a trick would come to with a card, and the weights of that (`weights`). Refuses to search. A move is a
number whose last five bits are the card; the smaller it is, the more it promises.
"""

from __future__ import annotations

from .bits import CARDS, NONE, SUIT, SUITS, cards_of
from .duties import Duties

CARD = CARDS - 1
"""The bits of a move that are its card."""
_ANY = 1 << NONE
"""More than any card: who trumps takes whatever there is."""
_OUTCOMES = (((4, 3), (4, 3)), ((0, 0), (1, 2)))
"""What a trick comes to, as in `weights`: by whether we hold it, an opponent could take it, the partner could."""
_KINDS = 5
_TRAITS = 5
_SIZES = 9
_BOTH = {suit: suit | suit << CARDS for suit in SUITS}


class Choices(dict[int, tuple[int, ...]]):
    """Of cards of a suit that may be played, and (32 bits higher) what others have of it: those that differ."""

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points

    def __missing__(self, key: int) -> tuple[int, ...]:
        may, others = cards_of(key & (1 << CARDS) - 1), key >> CARDS
        different, last = [], NONE
        for card in may:
            if last == NONE or self._points[card] != self._points[last] or others & (1 << card) - (1 << last):
                different.append(card)
            last = card
        found = self[key] = tuple(different)
        return found


class Moves:
    """The moves of a game."""

    def __init__(self, duties: Duties, weights: bytes) -> None:
        self._duties = duties
        self._trump = duties.trump
        self._choices = Choices(duties.points)
        self._promise = _promises(duties, weights)

    def leading(self, hands: list[int], seat: int, live: int) -> list[int]:
        """The moves of who leads; `live` are all cards that are left."""
        mine = hands[seat]
        one, partner, other = hands[seat - 3], hands[seat - 2], hands[seat - 1]
        wide = mine | (live ^ mine) << CARDS
        promise, found = self._promise[0], []
        for suit in SUITS:
            if not mine & suit:
                continue
            trump = self._trump & ~suit
            foe = one & suit or (one & trump and _ANY)
            second = other & suit or (other & trump and _ANY)
            if second > foe:
                foe = second
            friend = partner & suit or (partner & trump and _ANY)
            size = (mine & suit).bit_count()
            for card in self._choices[wide & _BOTH[suit]]:
                bit = 1 << card
                outcome = 0 if foe < bit else 1 if friend < bit else 2
                found.append(promise[outcome][size][card])
        found.sort()
        return found

    def following(
        self, hands: list[int], seat: int, lies: int, led: int, best: int, partner_wins: bool, live: int
    ) -> list[int]:
        """The moves of a seat when so many cards lie in the trick."""
        mine, trump = hands[seat], self._trump
        legal = self._duties.legal(mine, led, best, partner_wins)
        if not legal & legal - 1:
            return [legal.bit_length() - 1]
        foe = friend = foe_over = friend_over = 0  # what they have over the suit led; and over trumps
        if lies < 3:
            foe = hands[seat - 3] & SUIT[led]
            if not foe and (foe_over := hands[seat - 3] & trump):
                foe = _ANY
            if lies == 1:
                friend = hands[seat - 2] & SUIT[led]
                if not friend and (friend_over := hands[seat - 2] & trump):
                    friend = _ANY
        bit, wide = 1 << best, legal | (live ^ mine) << CARDS
        if (best ^ led) & 24:
            as_it_lies = _OUTCOMES[partner_wins][foe_over > bit][friend_over > bit]
        else:
            as_it_lies = _OUTCOMES[partner_wins][foe > bit][friend > bit]
        promise, found = self._promise[lies], []
        for suit in SUITS:
            if not legal & suit:
                continue
            size = (mine & suit).bit_count()
            for card in self._choices[wide & _BOTH[suit]]:
                bit = 1 << card
                if not (card > best if not (card ^ best) & 24 else bit & trump):
                    outcome = as_it_lies
                elif (card ^ led) & 24:
                    outcome = 0 if foe_over < bit else 1 if friend_over < bit else 2
                else:
                    outcome = 0 if foe < bit else 1 if friend < bit else 2
                found.append(promise[outcome][size][card])
        found.sort()
        return found


def _promises(duties: Duties, weights: bytes) -> list[list[list[list[int]]]]:
    """Moves, by how many cards lie, what it comes to, how many of the suit the hand has, and the card."""
    signed = [weight - 256 if weight > 127 else weight for weight in weights]
    rows = [signed[at : at + _TRAITS] for at in range(0, len(signed), _TRAITS)]
    return [
        [
            [
                [_promise(duties, rows[lies * _KINDS + kind], size, card) for card in range(CARDS)]
                for size in range(_SIZES)
            ]
            for kind in range(_KINDS)
        ]
        for lies in range(len(rows) // _KINDS)
    ]


def _promise(duties: Duties, weights: list[int], size: int, card: int) -> int:
    base, points, strength, trump, length = weights
    worth = 8 * base + points * duties.points[card] + strength * (card & 7) + 2 * length * size
    if 1 << card & duties.ranked:
        worth += 4 * trump
    return -worth * CARDS + card
