"""Of cards that come to the same, the one that a person should lead: his partner takes the highest for what it is.

Knows what the evaluation found. Refuses to change what a bot plays, which leads the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

from coinche.client.bots.evaluation import Valued
from coinche.engine.actions import PlayCard
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView

from .sight import Sight, sight_of

NOTHING = 0.5
"""Uses that lie closer together are the same, in points of the score."""


def for_a_person(
    view: TableView, rules: RuleSet, legal: tuple[Card, ...], valued: Sequence[Valued]
) -> tuple[Valued, ...]:
    """The same cards; if the best is led, is a master or a trump, and one that touches it from above comes to the same,
    the highest such first."""
    best = valued[0]
    assert isinstance(best.action, PlayCard)
    sight = sight_of(view, rules, legal, best.action.card)
    if not sight.leads or not (sight.is_master(sight.card) or sight.card.suit is sight.trump):
        return tuple(valued)
    equal = [one for one in valued if _is_as_good(one, best) and _touches(sight, _card(one))]
    highest = max(equal, key=lambda one: STRENGTH[sight.denomination][_card(one)])
    return (highest, *(one for one in valued if one is not highest))


def _card(one: Valued) -> Card:
    assert isinstance(one.action, PlayCard)
    return one.action.card


def _is_as_good(one: Valued, best: Valued) -> bool:
    return best.use - one.use < NOTHING and best.points - one.points < NOTHING


def _touches(sight: Sight, card: Card) -> bool:
    """Whether it is of the same suit, and no card that is out lies between."""
    return card.suit is sight.card.suit and sight.higher(card) == sight.higher(sight.card)
