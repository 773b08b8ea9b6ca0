"""One reason for the best card: the first of the table that holds, else what the evaluation says by itself.

Knows the order of the tables. Refuses to know how cards are evaluated, and what is not in the view.
"""

from __future__ import annotations

from collections.abc import Sequence

from coinche.client.bots.evaluation import Valued
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView

from .because import Because, because
from .follows import FOLLOWS
from .leads import LEADS, all_yours
from .sight import Sight, sight_of
from .trying import first, only
from .words import Why

NOTHING = 0.5
"""Uses that lie closer together are the same, in points of the score."""
CLEAR = 2
"""So many points are told as a number."""


def reason(view: TableView, rules: RuleSet, legal: tuple[Card, ...], valued: Sequence[Valued]) -> Because | None:
    """Why the first of the cards that were valued; None where there is nothing to be said for it."""
    best = valued[0].action
    assert isinstance(best, PlayCard)
    sight = sight_of(view, rules, legal, best.card)
    plain = first((only, all_yours), sight) if sight.leads else only(sight)
    if plain is not None:
        return plain
    if _all_the_same(valued):
        return because(Why.SAME)
    return first(LEADS if sight.leads else FOLLOWS, sight) or compared(sight, valued)


def _all_the_same(valued: Sequence[Valued]) -> bool:
    """Whether no card is worth more than another, in the score and in points."""
    if len(valued) < 2:
        return False
    uses, points = [one.use for one in valued], [one.points for one in valued]
    return max(uses) - min(uses) < NOTHING and max(points) - min(points) < NOTHING


def compared(sight: Sight, valued: Sequence[Valued]) -> Because | None:
    """How much better than the next; what counts besides points is the contract."""
    if len(valued) < 2 or not isinstance(valued[1].action, PlayCard):
        return None
    best, second = valued[:2]
    card, points = valued[1].action.card, round(best.points - second.points)
    if points >= CLEAR:
        return because(Why.BETTER, points=points, card=card)
    need = sight.need
    if best.use - second.use < CLEAR or need is None or not need.missing:
        return because(Why.ONE_BETTER, card=card)
    return because(Why.MAKES_MORE if sight.takes_part else Why.DEFEATS_MORE, card=card)
