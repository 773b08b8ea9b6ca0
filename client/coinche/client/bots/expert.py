"""`expert`: it thinks of the hands that the others may have, solves each of them, and plays what scores best on the
average.

Knows nothing itself: `evaluation` values cards. What it draws, it draws from its seed.
"""

from __future__ import annotations

from coinche.client.bot import Bot
from coinche.engine.actions import Action, PlayCard
from coinche.engine.legal import Legal
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView

from .auction import call
from .evaluation import Solvers, values
from .strength import STRENGTHS, Level, Strength


class Solving(Bot):
    """What the levels that solve have in common."""

    level: Level

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.strength: Strength = STRENGTHS[self.level]
        self._solvers = Solvers()

    def on_match(self, rules: RuleSet) -> None:
        """What was found out under other rules is of no use."""
        self._solvers = Solvers()

    def choose(self, view: TableView, legal: Legal) -> Action:
        """The best card, or the best call."""
        if not any(isinstance(action, PlayCard) for action in legal.actions):
            return self.call(view, legal)
        best, *_ = values(
            view,
            legal,
            self.rules,
            strength=self.strength,
            solvers=self._solvers,
            seed=self.seed,
            systems=getattr(self, "systems", {}),
        )
        return best.action

    def call(self, view: TableView, legal: Legal) -> Action:
        """What to say in the auction; a sound word, unless a level knows better."""
        return call(view, legal)


class Expert(Solving):
    """It believes what it sees and hears."""

    level = Level.EXPERT
    name = str(level)
