"""One reason for the best card: the first of the table that holds, else what the evaluation says by itself.

Knows the order of the tables. Refuses to know how cards are evaluated, and what is not in the view.
"""

from __future__ import annotations

from collections.abc import Sequence

from coinche.client.bots.chances import is_near
from coinche.client.bots.evaluation import Valued
from coinche.client.bots.evaluation import sweeping as sweepers
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.solver.game import CAPOT
from coinche.engine.view import TableView

from .because import Because, because
from .follows import FOLLOWS, OF_THE_TRICK
from .leads import LEADS, all_yours
from .sight import Sight, sight_of
from .touching import NOTHING
from .trying import first, only
from .words import Why

NEVER = 0.01
"""So few points on the average are none in any deal that was thought of."""
CLEAR = 5
"""So many points of the score are told as a number."""


def reason(view: TableView, rules: RuleSet, legal: tuple[Card, ...], valued: Sequence[Valued]) -> Because | None:
    """Why the first of the cards that were valued; None where there is nothing to be said for it."""
    best = valued[0].action
    assert isinstance(best, PlayCard)
    sight = sight_of(view, rules, legal, best.card)
    plain = first((only, all_yours), sight) if sight.leads else only(sight)
    if plain is not None:
        return plain
    if _all_the_same(valued):
        return same(sight, valued)
    return first(LEADS if sight.leads else FOLLOWS, sight) or compared(sight, valued)


def _all_the_same(valued: Sequence[Valued]) -> bool:
    """Whether no card is worth more than another, in the score and in points."""
    if len(valued) < 2:
        return False
    uses, points = [one.use for one in valued], [one.points for one in valued]
    return max(uses) - min(uses) < NOTHING and max(points) - min(points) < NOTHING


def same(sight: Sight, valued: Sequence[Valued]) -> Because:
    """Why it makes no difference: what is left is one side's, the cards are equal, or the trick is what it is."""
    points, sweeping, us = [one.points for one in valued], sweepers(sight.view), sight.me.team
    if max(points) < NEVER - CAPOT * (us.other in sweeping):
        return because(Why.REST_THEIRS)
    if min(points) > sight.left + CAPOT * (us in sweeping) - NEVER:
        return because(Why.REST_OURS)
    match sight.legal:
        case (one, other) if sight.are_equal(one, other):
            return because(Why.EQUALS, cards=sight.by_strength(sight.legal))
    return (None if sight.leads else first(OF_THE_TRICK, sight)) or because(Why.SAME)


def compared(sight: Sight, valued: Sequence[Valued]) -> Because | None:
    """How much better than the next: in points of the score, or near the end of the match, for winning it."""
    if len(valued) < 2 or not isinstance(valued[1].action, PlayCard):
        return None
    best, second = valued[:2]
    card, points = valued[1].action.card, round(best.use - second.use)
    if points < CLEAR:
        return because(Why.ONE_BETTER, card=card)
    if is_near(sight.view, sight.rules.match):
        return because(Why.FOR_THE_MATCH, card=card)
    return because(Why.BETTER, points=points, card=card)
