"""What a player could know of a card that cost something: what `expert` makes of it from that seat's own view.

Refuses to know the other hands.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from coinche.client.bots.evaluation import Solvers, Valued, values
from coinche.client.bots.strength import STRENGTHS, Level
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.match import legal
from coinche.engine.view import view

from .recorded_deals import Laid

WORLDS = 100
"""Hands that are thought of: more than at a table, where somebody waits."""
IN_SIGHT = 10
"""Points of the score by which another card has to look better at least."""
CLEARLY = 2
"""And by so many standard errors, so that it is no accident of the hands thought of."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The card that looked best from there, and by how many points of the score; None where the one played did."""

    better: Card | None = None
    by: int = 0


def opinion(laid: Laid, solvers: Solvers) -> Opinion | None:
    """What could be known. None where it was not reckoned."""
    rules = laid.state.rules
    expert = STRENGTHS[Level.EXPERT]
    strength = replace(expert, worlds=max(WORLDS, expert.worlds), budget=expert.budget * 4)
    valued = values(
        view(laid.state, laid.seat), legal(laid.state, laid.seat), rules, strength=strength, solvers=solvers
    )
    told = {each.action.card: each for each in valued if isinstance(each.action, PlayCard)}
    if len(told) < 2 or laid.card not in told:
        return None
    best, played = valued[0], told[laid.card]
    if not is_clear(best, played):
        return Opinion()
    assert isinstance(best.action, PlayCard)
    return Opinion(best.action.card, round(best.use - played.use))


def is_clear(best: Valued, played: Valued) -> bool:
    """Whether the one looked better by more than a trifle, and than the luck of the hands that were thought of."""
    doubt = CLEARLY * max(best.deviation, played.deviation) / math.sqrt(played.worlds)
    return best.use - played.use >= max(IN_SIGHT, doubt)
