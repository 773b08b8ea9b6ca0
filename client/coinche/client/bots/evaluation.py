"""What each card that may be played is worth, over the worlds that a seat must reckon with.

Knows how a strength is spent. Refuses to know anything but the view of the seat, and whether it is a bot or a person
who asks.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from coinche.client.bot import say_all
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.card_values import LEAST
from coinche.engine.cards import Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import Evaluation, HiddenHands, NoWorld, Solver
from coinche.engine.trick import Trick
from coinche.engine.view import TableView

from .deduction import hidden
from .stakes import at_stake, uses
from .steady import best_card
from .strength import Strength
from .systems import NONE_DECLARED, Systems

LATE = 4
"""With so many tricks left the worlds are many for little."""
_SAME = 1e-6
"""Uses nearer to one another are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """A legal action: what it is worth in points of the score of the deal (near the end of the match in as many that
    change the chance to win it as much), how much that varies over so many worlds, and the mean of what the solver
    finds, which tells equal cards apart: points still to come, CAPOT more with all tricks of the deal, less with none.
    """

    action: Action
    use: float = 0.0
    deviation: float = 0.0
    points: float = 0.0
    worlds: int = 0


@dataclass(slots=True)
class Solvers:
    """The solvers of one player, one for each denomination: what one finds out helps it the next time."""

    rules: RuleSet | None = None
    _by: dict[Denomination, Solver] = field(default_factory=dict)

    def of(self, denomination: Denomination, rules: RuleSet) -> Solver:
        """The solver for that denomination by these rules."""
        if rules != self.rules:
            self.rules, self._by = rules, {}
        if denomination not in self._by:
            self._by[denomination] = Solver(denomination, rules)
        return self._by[denomination]


def values(
    view: TableView,
    legal: Legal,
    rules: RuleSet,
    *,
    strength: Strength,
    solvers: Solvers,
    seed: int = 0,
    systems: Systems = NONE_DECLARED,
) -> tuple[Valued, ...]:
    """Every legal card with what is said with it, the best first; the only one, or one that is not solved, alone."""
    cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
    if len(cards) == 1 or len(view.hand) > strength.tricks:
        best = cards[0] if len(cards) == 1 else best_card(view, cards, rules)
        return (Valued(action=say_all(best, legal)),)
    return ordered(judged(view, rules, strength, solvers, seed, systems), view, legal)


def ordered(judgement: Evaluation, view: TableView, legal: Legal) -> tuple[Valued, ...]:
    """What is judged, the best first; of equal cards the one that leaves more points, then the lowest."""
    assert view.contract is not None
    least = LEAST[view.contract.denomination]
    order = sorted(judgement.cards, key=lambda card: (-round(card.use / _SAME), -card.points, least[card.card]))
    return tuple(
        Valued(
            action=say_all(card.card, legal),
            use=card.use,
            deviation=card.deviation,
            points=card.points,
            worlds=judgement.worlds,
        )
        for card in order
    )


def judged(
    view: TableView,
    rules: RuleSet,
    strength: Strength,
    solvers: Solvers,
    seed: int,
    systems: Systems = NONE_DECLARED,
) -> Evaluation:
    """Every legal card over the worlds; where the cards cannot have been played so by any hands, as a record may tell,
    over all that there are."""
    believed = hidden(view, rules, inference=strength.inference, memory=strength.memory, systems=systems)
    try:
        return over(believed, view, rules, strength, solvers, seed)
    except NoWorld:
        return over(hidden(view, rules, inference=False, memory=False), view, rules, strength, solvers, seed)


def over(
    known: HiddenHands, view: TableView, rules: RuleSet, strength: Strength, solvers: Solvers, seed: int
) -> Evaluation:
    """Every legal card over worlds of which so much is known. NoWorld where none fits."""
    assert isinstance(view.viewer, Seat)
    assert view.contract is not None
    worlds = strength.worlds * (strength.late if len(view.hand) <= LATE else 1)
    return solvers.of(view.contract.denomination, rules).evaluate(
        view.viewer,
        view.hand,
        view.trick or Trick(view.viewer, (), None),
        known,
        uses(view, rules, view.viewer),
        sweeping=sweeping(view),
        belote=at_stake(view, rules),
        worlds=worlds,
        candidates=max(worlds, strength.candidates) if strength.inference else worlds,
        budget=strength.budget,
        seed=seed_of(view, seed),
    )


def sweeping(view: TableView) -> frozenset[Team]:
    """The sides that have taken every trick so far."""
    return frozenset(team for team in Team if view.tricks_won[team] == len(view.tricks))


def seed_of(view: TableView, seed: int) -> int:
    """A number of its own for each decision, the same for the same."""
    told = f"{seed}/{view.match}/{view.deal}/{view.viewer}/{''.join(view.hand)}/{len(view.auction)}"
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8])
