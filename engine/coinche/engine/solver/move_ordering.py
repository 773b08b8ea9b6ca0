"""Move ordering: the moves worth trying, the most promising first.

Of equal cards (neighbours of equal points) only one is tried. A move is scored by the likely outcome of the trick and
by weights that were tuned to visit few nodes (`move_weights`). It is a number whose last five bits are the card;
smaller numbers are more promising.
"""

from __future__ import annotations

from .bits import ALL, CARDS, NONE, SUIT, SUITS, BitRules, cards_of

CARD = CARDS - 1
"""The bits of a move that are its card."""
_ANY = 1 << NONE
"""A bit above any card: a trump takes whatever there is."""
_OUTCOMES = (((4, 3), (4, 3)), ((0, 0), (1, 2)))
"""The outcome of a trick, as in `move_weights`: by whether we hold it, an opponent could take it, the partner could."""
_KINDS = 5
_TRAITS = 8
_SIZE = 4
"""Bits that hold the number of cards of a suit."""
_MASTER = 1 << 3 * _SIZE
_BOTH = {suit: suit | suit << CARDS for suit in SUITS}


class DistinctCards(dict[int, tuple[int, ...]]):
    """The distinct cards among those that may be played: of equal cards one stands for all.

    A key has the cards that may be played and, 32 bits higher, those of the other hands.
    """

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points

    def __missing__(self, key: int) -> tuple[int, ...]:
        may, others = cards_of(key & ALL), key >> CARDS
        different, last = [], NONE
        for card in may:
            if last == NONE or len(set(self._points[last : card + 1])) > 1 or others & (1 << card) - (1 << last):
                different.append(card)
            last = card
        found = self[key] = tuple(different)
        return found


class MoveScores(dict[int, tuple[int, ...]]):
    """The scored moves of all cards for one outcome of the trick.

    A key has the number of cards of the suit that we, both opponents and the partner have (four bits each), and whether
    none of the others has a higher one.
    """

    def __init__(self, duties: BitRules, weights: list[int]) -> None:
        self._duties = duties
        self._weights = weights

    def __missing__(self, key: int) -> tuple[int, ...]:
        duties = self._duties
        base, points, strength, trump, length, master, foes, friends = self._weights
        same = 8 * base + 2 * (length * (key & 15) + foes * (key >> 4 & 15) + friends * (key >> 8 & 15))
        same += 4 * master if key & _MASTER else 0
        worth = [same + points * duties.points[card] + strength * (card & 7) for card in range(CARDS)]
        for card in cards_of(duties.ranked):
            worth[card] += 4 * trump
        found = self[key] = tuple(card - CARDS * worth[card] for card in range(CARDS))
        return found


class MoveOrdering:
    """The moves of a game."""

    def __init__(self, duties: BitRules, weights: bytes) -> None:
        self._duties = duties
        self._trump = duties.trump
        self._choices = DistinctCards(duties.points)
        signed = [weight - 256 if weight > 127 else weight for weight in weights]
        rows = [signed[at : at + _TRAITS] for at in range(0, len(signed), _TRAITS)]
        promises = [MoveScores(duties, row) for row in rows]
        self._promise = [promises[at : at + _KINDS] for at in range(0, len(promises), _KINDS)]

    def leading(self, hands: list[int], seat: int, live: int) -> list[int]:
        """Return the moves of a leader; `live` are all cards that are left."""
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
            foes, friends = (one | other) & suit, partner & suit
            held = (mine & suit).bit_count() | foes.bit_count() << _SIZE | friends.bit_count() << 2 * _SIZE
            for card in self._choices[wide & _BOTH[suit]]:
                bit = 1 << card
                outcome = 0 if foe < bit else 1 if friend < bit else 2
                found.append(promise[outcome][held if foes | friends > bit else held | _MASTER][card])
        found.sort()
        return found

    def following(
        self, hands: list[int], seat: int, lies: int, led: int, best: int, partner_wins: bool, live: int
    ) -> list[int]:
        """Return the moves of a seat with that many cards in the trick."""
        mine, trump = hands[seat], self._trump
        one, partner, other = hands[seat - 3], hands[seat - 2], hands[seat - 1]
        legal = self._duties.legal(mine, led, best, partner_wins)
        if not legal & legal - 1:
            return [legal.bit_length() - 1]
        foe = friend = foe_over = friend_over = 0  # what they have over the suit led; and over trumps
        if lies < 3:
            foe = one & SUIT[led]
            if not foe and (foe_over := one & trump):
                foe = _ANY
            if lies == 1:
                friend = partner & SUIT[led]
                if not friend and (friend_over := partner & trump):
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
            foes, friends = (one | other) & suit, partner & suit
            held = (mine & suit).bit_count() | foes.bit_count() << _SIZE | friends.bit_count() << 2 * _SIZE
            for card in self._choices[wide & _BOTH[suit]]:
                bit = 1 << card
                if not (card > best if not (card ^ best) & 24 else bit & trump):
                    outcome = as_it_lies
                elif (card ^ led) & 24:
                    outcome = 0 if foe_over < bit else 1 if friend_over < bit else 2
                else:
                    outcome = 0 if foe < bit else 1 if friend < bit else 2
                found.append(promise[outcome][held if foes | friends > bit else held | _MASTER][card])
        found.sort()
        return found
