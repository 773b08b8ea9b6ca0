"""The rules as the engines take them: order and points of cards, duties of play, and the bonus for all tricks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.rules import RuleSet, Undertrump, UndertrumpPartner
from coinche.engine.tally import LAST_TRICK

from .move_weights import ALL_TRUMP_WEIGHTS, NO_TRUMP_WEIGHTS, TRUMP_WEIGHTS

CAPOT = 90
"""The bonus for all eight tricks in the search, so that the value tells whether they can be taken."""
FREE, HIGHER_IF_POSSIBLE, RESTRICTED = range(3)
"""`UndertrumpPartner` by number."""
SUIT_SIZE = len(PACK) // len(Suit)

_INDEX = {card: at for at, card in enumerate(PACK)}
_WEIGHTS = {0: NO_TRUMP_WEIGHTS, 1: TRUMP_WEIGHTS, len(Suit): ALL_TRUMP_WEIGHTS}
_UNDER_PARTNER = (UndertrumpPartner.FREE, UndertrumpPartner.HIGHER_IF_POSSIBLE, UndertrumpPartner.RESTRICTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The part of the rules that a solver needs.

    `order` is the bit of each card of the pack (8 × suit + strength), `points` are by pack order, too, and `trumps` has
    a bit for each suit.
    """

    order: bytes
    points: bytes
    trumps: int
    beat_partner: bool
    undertrump: bool
    under_partner: int
    capot: int
    last_trick: int
    weights: bytes


@lru_cache(maxsize=256)
def game_of(denomination: Denomination, rules: RuleSet, capot: int = CAPOT) -> Game:
    """The play under that denomination by these rules."""
    points = points_of(denomination, rules.scoring)
    strength = STRENGTH[denomination]
    suits = list(Suit)
    return Game(
        order=bytes(SUIT_SIZE * suits.index(card.suit) + strength[card] % SUIT_SIZE for card in PACK),
        points=bytes(points[card] for card in PACK),
        trumps=sum(1 << at for at, suit in enumerate(suits) if suit in denomination.trumps),
        beat_partner=rules.play.overtrump_partner,
        undertrump=rules.play.undertrump is Undertrump.OBLIGED,
        under_partner=_UNDER_PARTNER.index(rules.play.undertrump_partner),
        capot=capot,
        last_trick=LAST_TRICK,
        weights=_WEIGHTS[len(denomination.trumps)],
    )


def mask(cards: Iterable[Card]) -> int:
    """The cards as bits, by pack order."""
    return sum(1 << _INDEX[card] for card in cards)


def numbers(cards: Iterable[Card]) -> bytes:
    """The cards by their numbers in the pack, in their order."""
    return bytes(_INDEX[card] for card in cards)
