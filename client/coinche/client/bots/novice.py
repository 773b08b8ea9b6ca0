"""`novice`: somebody to beat. It does not remember who is out of a suit, and listens to nobody's bids but its own.

It plays by the rules, says all it may, and sees its own cards as anybody does.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.actions import Action, Legal
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .auction import call
from .solving_bot import Solving
from .strength import Level
from .systems import novice_system


class Novice(Solving):
    """It guesses who has what, once, and believes it."""

    level = Level.NOVICE
    name = str(level)

    def declares(self) -> System:
        """What its calls promise, by the rules."""
        return novice_system(self.rules)

    def call(self, view: TableView, legal: Legal) -> Action:
        """What its own hand is worth, whatever its partner has said."""
        mine = tuple(said for said in view.auction if said.seat is view.viewer)
        return call(replace(view, auction=mine), legal, self.rules)
