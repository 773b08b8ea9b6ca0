"""A bot that solves: it thinks of hands that others may have, solves each, and plays what scores best on the average.

Knows nothing itself: `evaluation` values cards; `auction` calls, and `bidding` at a level whose strength has `bids`.
"""

from __future__ import annotations

from coinche.client.bot import Bot
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .auction import call
from .bidding import Bidder
from .evaluation import Solvers, seed_of, values
from .likelihood import evidence
from .strength import STRENGTHS, Level, Strength
from .systems import expert_system, steady_system


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
