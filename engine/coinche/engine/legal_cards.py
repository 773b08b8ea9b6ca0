"""The cards that may be played to a trick: the duties to follow suit, to trump and to overtrump (F 5.2).

Each duty is a function that narrows a hand to some of its cards. `NARROWINGS` has them in order, and the first that
yields any cards decides. What an option of play changes is a table from its values to such functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .actions import Reason
from .cards import Card, Denomination, Suit
from .rules import PlayRules, Undertrump, UndertrumpPartner
from .trick import beats, winner_index

_TRUMPING = {d: d.trumps if len(d.trumps) == 1 else frozenset[Suit]() for d in Denomination}


class PlaySituation(NamedTuple):
    """The facts on which a duty depends. `best` is the card that holds the trick, `partner_wins` tells whose it is."""

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    denomination: Denomination
    rules: PlayRules
    best: Card
    partner_wins: bool

    @property
    def trumps(self) -> tuple[Card, ...]:
        """The cards of the hand that can trump another suit: none where no suit or every suit is trumps (F 11)."""
        return tuple([card for card in self.hand if card.suit in _TRUMPING[self.denomination]])

    def higher(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards among these that would take the trick."""
        return tuple([card for card in cards if beats(card, self.best, self.denomination)])


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
    return tuple([card for card in play.hand if card.suit is led])


def _nothing_to_trump_with(play: PlaySituation) -> tuple[Card, ...]:
    """Any card, if the hand has no trump or nobody trumps in this game (F 5.2.2.2, 11)."""
    return () if play.trumps else play.hand


def _partner_wins(play: PlaySituation) -> tuple[Card, ...]:
    """Any card, if the partner holds the trick (F 5.2.2.1); undertrump_partner decides if it is with a trump."""
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
    """Return the duty that this card, which is not `playable`, neglects."""
    led = trick[0].suit
    if card.suit is not led and any(held.suit is led for held in hand):
        return Reason.MUST_FOLLOW_SUIT
    return Reason.MUST_OVERTRUMP if card.suit in denomination.trumps else Reason.MUST_TRUMP
