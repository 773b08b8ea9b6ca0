from __future__ import annotations

from coinche.client.bot import Bot, say_all
from coinche.engine.actions import Action, PlayCard
from coinche.engine.legal import Legal
from coinche.engine.view import TableView

from .auction import Margins, call
from .knowledge import knowledge
from .play import Weights, best_card


class Steady(Bot):
    name = "steady"
    weights = Weights()
    margins = Margins()

    def choose(self, view: TableView, legal: Legal) -> Action:
        cards = tuple(a.card for a in legal.actions if isinstance(a, PlayCard))
        if not cards:
            return call(view, legal, self.margins)
        if len(cards) == 1:
            return say_all(cards[0], legal)
        return say_all(best_card(knowledge(view, self.rules), view.trick, cards, self.weights), legal)
