"""One trick: who wins it, what it is worth, and which cards may be played to it (F 5.2, 6).

Knows strengths, points and the duties of a player as narrowings of his hand. Knows nothing of the auction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from .actions import Reason
from .cards import PACK, Card, Denomination, Rank, Suit
from .rules import AllTrumpValues, NoTrumpValues, PlayRules, ScoringRules, Undertrump, UndertrumpPartner
from .seats import Direction, Seat

# Strength, weakest first (F 6), and points.
_PLAIN_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_TRUMP_ORDER = (Rank.SEVEN, Rank.EIGHT, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_PLAIN_POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS = {Rank.JACK: 20, Rank.NINE: 14, Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3}
_ALL_TRUMP_POINTS: Mapping[AllTrumpValues, Mapping[Rank, int]] = {
    AllTrumpValues.THIRTEEN: {Rank.JACK: 13, Rank.NINE: 9, Rank.ACE: 6, Rank.TEN: 5, Rank.KING: 3, Rank.QUEEN: 2},
    AllTrumpValues.FOURTEEN: {Rank.JACK: 14, Rank.NINE: 9, Rank.ACE: 6, Rank.TEN: 5, Rank.KING: 3, Rank.QUEEN: 1},
}
_NO_TRUMP_POINTS: Mapping[NoTrumpValues, Mapping[Rank, int]] = {
    NoTrumpValues.NINETEEN: _PLAIN_POINTS | {Rank.ACE: 19},
    NoTrumpValues.ELEVEN: _PLAIN_POINTS,
}

_OVER_ANY_PLAIN_CARD = 8


@cache
def _values(denomination: Denomination, all_trump: AllTrumpValues, no_trump: NoTrumpValues) -> Mapping[Card, int]:
    trumps = _ALL_TRUMP_POINTS[all_trump] if denomination is Denomination.ALL_TRUMP else _TRUMP_POINTS
    plain = _NO_TRUMP_POINTS[no_trump] if denomination is Denomination.NO_TRUMP else _PLAIN_POINTS
    return {card: (trumps if card.suit in denomination.trumps else plain).get(card.rank, 0) for card in PACK}


def points_of(denomination: Denomination, rules: ScoringRules) -> Mapping[Card, int]:
    """What each card is worth under the denomination (F 6, 11)."""
    return _values(denomination, rules.all_trump_values, rules.no_trump_values)


def _strengths(denomination: Denomination) -> dict[Card, int]:
    return {
        card: _TRUMP_ORDER.index(card.rank) + _OVER_ANY_PLAIN_CARD
        if card.suit in denomination.trumps
        else _PLAIN_ORDER.index(card.rank)
        for card in PACK
    }


STRENGTH: Mapping[Denomination, Mapping[Card, int]] = {d: _strengths(d) for d in Denomination}
"""How high each card ranks in its suit; a trump is over any plain card. Compare only cards that can win."""


def _from_the_least(denomination: Denomination) -> dict[Card, int]:
    points = _values(denomination, AllTrumpValues.THIRTEEN, NoTrumpValues.NINETEEN)
    order = sorted(PACK, key=lambda card: (points[card], STRENGTH[denomination][card]))
    return {card: at for at, card in enumerate(order)}


LEAST: Mapping[Denomination, Mapping[Card, int]] = {d: _from_the_least(d) for d in Denomination}
"""The place of each card from the one that is worth least, of equals the weakest first: the same by all values."""


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, the leader's first. `winner` is who wins it so far; null while it is empty."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None


def beats(card: Card, best: Card, denomination: Denomination) -> bool:
    """Whether a card played later takes the trick from the one that holds it."""
    strength = STRENGTH[denomination]
    if card.suit is not best.suit and (card.suit not in denomination.trumps or best.suit in denomination.trumps):
        return False
    return strength[card] > strength[best]


def winner_index(cards: Sequence[Card], denomination: Denomination) -> int:
    """Which of the cards, in the order played, wins (F 5.1)."""
    best = 0
    for at in range(1, len(cards)):
        if beats(cards[at], cards[best], denomination):
            best = at
    return best


def laid(trick: Trick, seat: Seat, card: Card, denomination: Denomination, direction: Direction) -> Trick:
    """The trick with that seat's card on it."""
    winner = trick.winner
    if winner is None or beats(card, trick.cards[winner.after(trick.leader, direction)], denomination):
        winner = seat
    return Trick(trick.leader, (*trick.cards, card), winner)


_TRUMPING = {d: d.trumps if len(d.trumps) == 1 else frozenset[Suit]() for d in Denomination}


class PlaySituation(NamedTuple):
    """What a player has to decide from. `best` is the card that holds the trick, `partner_wins` whose it is."""

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    denomination: Denomination
    rules: PlayRules
    best: Card
    partner_wins: bool

    @property
    def trumps(self) -> tuple[Card, ...]:
        """What the hand can trump another suit with: nothing where no suit or every suit is trumps (F 11)."""
        return tuple(card for card in self.hand if card.suit in _TRUMPING[self.denomination])

    def higher(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those of the cards that would take the trick."""
        return tuple(card for card in cards if beats(card, self.best, self.denomination))


def _must_follow_and_beat(play: PlaySituation) -> tuple[Card, ...]:
    """A trump led is to be beaten (F 5.2.3), the partner's too unless the rules free from it."""
    led = play.trick[0].suit
    if led not in play.denomination.trumps:
        return ()
    one_trump_suit = play.denomination is not Denomination.ALL_TRUMP
    if play.partner_wins and one_trump_suit and not play.rules.overtrump_partner:
        return ()
    return play.higher(_of_suit_led(play))


def _of_suit_led(play: PlaySituation) -> tuple[Card, ...]:
    """Cards of the suit led, whatever their rank (F 5.2.1)."""
    led = play.trick[0].suit
    return tuple(card for card in play.hand if card.suit is led)


def _nothing_to_trump_with(play: PlaySituation) -> tuple[Card, ...]:
    """No trump in hand, or a game in which nobody trumps: any card (F 5.2.2.2, 11)."""
    return () if play.trumps else play.hand


def _partner_wins(play: PlaySituation) -> tuple[Card, ...]:
    """The partner holds the trick: any card (F 5.2.2.1), but see undertrump_partner where he holds it with a trump."""
    if not play.partner_wins:
        return ()
    if play.best.suit not in play.denomination.trumps:
        return play.hand
    return _UNDERTRUMP_PARTNER[play.rules.undertrump_partner](play)


def _must_overtrump(play: PlaySituation) -> tuple[Card, ...]:
    """A trump higher than any in the trick (F 5.2.2.2, 5.2.3)."""
    return play.higher(play.trumps)


def _cannot_overtrump(play: PlaySituation) -> tuple[Card, ...]:
    """Only trumps below an opponent's (F 5.2.2.2, P "The Play")."""
    return _UNDERTRUMP[play.rules.undertrump](play)


def _discard_or_higher(play: PlaySituation) -> tuple[Card, ...]:
    higher = play.higher(play.trumps)
    return tuple(card for card in play.hand if card not in play.trumps or card in higher) if higher else play.hand


_UNDERTRUMP_PARTNER: Mapping[UndertrumpPartner, Callable[[PlaySituation], tuple[Card, ...]]] = {
    UndertrumpPartner.FREE: lambda play: play.hand,
    UndertrumpPartner.HIGHER_IF_POSSIBLE: _discard_or_higher,
    UndertrumpPartner.RESTRICTED: lambda play: (
        play.hand if len(play.trumps) == len(play.hand) else _discard_or_higher(play)
    ),
}
_UNDERTRUMP: Mapping[Undertrump, Callable[[PlaySituation], tuple[Card, ...]]] = {
    Undertrump.OBLIGED: lambda play: play.trumps,
    Undertrump.FREE: lambda play: play.hand,
}

NARROWINGS: tuple[Callable[[PlaySituation], tuple[Card, ...]], ...] = (
    _must_follow_and_beat,
    _of_suit_led,
    _nothing_to_trump_with,
    _partner_wins,
    _must_overtrump,
    _cannot_overtrump,
)
"""The duties of a player who does not lead; the first that yields cards decides."""


def playable(
    hand: tuple[Card, ...], trick: tuple[Card, ...], denomination: Denomination, rules: PlayRules
) -> tuple[Card, ...]:
    """The cards of the hand that may be played to the trick (F 5.2)."""
    if not trick or len(hand) < 2:
        return hand
    at = winner_index(trick, denomination)
    play = PlaySituation(
        hand=hand,
        trick=trick,
        denomination=denomination,
        rules=rules,
        best=trick[at],
        partner_wins=at == len(trick) - 2,
    )
    return next(cards for narrow in NARROWINGS if (cards := narrow(play)))


def broken_rule(card: Card, hand: tuple[Card, ...], trick: tuple[Card, ...], denomination: Denomination) -> Reason:
    """Which duty a card that is not `playable` neglects."""
    led = trick[0].suit
    if card.suit is not led and any(held.suit is led for held in hand):
        return Reason.MUST_FOLLOW_SUIT
    return Reason.MUST_OVERTRUMP if card.suit in denomination.trumps else Reason.MUST_TRUMP
