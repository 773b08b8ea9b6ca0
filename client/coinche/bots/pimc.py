"""A bot that solves: it thinks of hands that others may have, solves each, and plays what scores best on the average.

Knows nothing itself: `evaluation` values cards; `auction` calls, and `bidding` at a level whose strength has `bids`.

What each card that may be played is worth, over the worlds that a seat must reckon with.

Knows how a strength is spent. Refuses to know anything but the view of the seat, and whether it is a bot or a person
who asks.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from coinche.bot.bot import Bot, say_all
from coinche.bots.beliefs.auction_likelihood import evidence
from coinche.bots.beliefs.beliefs import hidden
from coinche.bots.beliefs.conventions import NONE_DECLARED, Systems, expert_system, steady_system
from coinche.bots.bidding.search import Bidder
from coinche.bots.steady.agent import best_card
from coinche.bots.steady.bidding import call
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.card_values import LEAST
from coinche.engine.cards import Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import Evaluation, HiddenHands, NoWorld, Solver
from coinche.engine.trick import Trick
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .levels import STRENGTHS, Level, Strength
from .utility import at_stake, uses

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


class Solving(Bot):
    """What the levels that solve have in common."""

    level: Level

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.strength: Strength = STRENGTHS[self.level]
        self.solvers = Solvers()
        self._bidder: Bidder | None = None

    def on_match(self, rules: RuleSet) -> None:
        """What was found out under other rules is of no use."""
        self.solvers, self._bidder = Solvers(), None

    def declares(self) -> System:
        """What its calls promise, by the rules."""
        return expert_system(self.rules) if self.strength.bids else steady_system(self.rules)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """The best card, or the best call."""
        if not any(isinstance(action, PlayCard) for action in legal.actions):
            return self.call(view, legal)
        best, *_ = values(
            view,
            legal,
            self.rules,
            strength=self.strength,
            solvers=self.solvers,
            seed=self.seed,
            systems=self.systems,
        )
        return best.action

    def call(self, view: TableView, legal: Legal) -> Action:
        """What to say in the auction."""
        if not self.strength.bids:
            return call(view, legal, self.rules)
        if self._bidder is None or self._bidder.rules != self.rules:
            self._bidder = Bidder(self.rules)
        heard = evidence(view, self.rules, self.systems) if self.strength.inference else ()
        return self._bidder.call(view, legal, seed_of(view, self.seed), heard)
