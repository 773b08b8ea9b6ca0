"""Which card `steady` plays to a trick: what the trick is likely to bring, plus what the cards kept will earn.

Knows values in points, tuned by duplicate deals. Refuses to know legality and what is led (`leading`).
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.engine.tally import LAST_TRICK

from .knowledge import Knowledge
from .winning import win_chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What things are worth, in points, and how often they happen."""

    company: float = 4.0
    """What each player still to come adds to the trick."""
    lead: float = 2.6
    """Taking the trick and leading to the next."""
    cashed: float = 9.0
    """What the others add to a trick that a master takes later."""
    master_trump: float = 24.0
    """What a master trump is worth beyond its points: it takes a trick whenever it likes."""
    trump: float = 9.0
    """What any other trump earns, by trumping."""
    guarded_trump: float = 0.3
    """The share of its points that a trump earns with enough lower ones beside it, and loses without."""
    second: float = 0.3
    """How often the second best card of a suit takes a trick if there is another beside it."""
    bare: float = 0.15
    """How often it does alone."""
    lower: float = 0.12
    """How often a lower one does."""
    lost: float = 1.0
    """The share of a card's points that is lost if it takes no trick."""
    void: float = 2.0
    """Having no card of a side suit left, but trumps."""


WEIGHTS = Weights()


def best_follow(known: Knowledge, trick: tuple[Card, ...], cards: tuple[Card, ...], weights: Weights = WEIGHTS) -> Card:
    """The card of those that promises most; of equals the first."""
    return max(cards, key=lambda card: _now(known, trick, card, weights) + _later(known, card, weights))


def _now(known: Knowledge, trick: tuple[Card, ...], card: Card, weights: Weights) -> float:
    """What the trick is likely to bring: its points if we take it, the same against us if not."""
    stake = sum(map(known.points, trick)) + known.points(card) + weights.company * (3 - len(trick)) + weights.lead
    if len(known.hand) == 1:
        stake += LAST_TRICK
    return (2 * win_chance(known, (*trick, card)) - 1) * stake


def _later(known: Knowledge, played: Card, weights: Weights) -> float:
    """What the cards that stay will earn."""
    kept = tuple(card for card in known.hand if card is not played)
    earned = sum(_prospect(known, card, kept, weights) for card in kept)
    emptied = played.suit not in known.trumps and all(card.suit is not played.suit for card in kept)
    return earned + weights.void if emptied and any(card.suit in known.trumps for card in kept) else earned


def _prospect(known: Knowledge, card: Card, kept: tuple[Card, ...], weights: Weights) -> float:
    """What a card that stays will earn, weighed by how likely an opponent has a higher one."""
    points = known.points(card)
    beside = sum(other.suit is card.suit for other in kept) - 1
    higher = known.higher(card)
    above = sum(any(other in known.may_hold[seat] for seat in known.opponents) for other in higher)
    master = 1.0
    for seat in known.opponents:
        master *= known.none_of(seat, higher)
    if card.suit is known.trump_suit:
        share = weights.guarded_trump if beside >= above else -weights.guarded_trump
        return master * (points + weights.master_trump) + (1.0 - master) * (weights.trump + share * points)
    chance = master + (1.0 - master) * _takes(above, beside, weights)
    for seat in known.opponents:
        chance *= 1.0 - known.ruffs(seat, card.suit)
    return chance * (points + weights.cashed) - (1.0 - chance) * weights.lost * points


def _takes(above: int, beside: int, weights: Weights) -> float:
    """How often a side card takes a trick although an opponent has a higher one, if nobody trumps it."""
    if above > 1:
        return weights.lower
    return weights.second if beside else weights.bare
