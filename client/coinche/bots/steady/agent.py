"""`steady`: a sound player. It counts trumps and masters, remembers who is void, supports its partner, draws trumps
as taker, wastes no points and gives them to its partner's tricks; it says everything that may be said.

Knows nothing itself: `auction` bids, `knowledge` remembers, `leading` and `following` play. It draws no numbers.
"""

from __future__ import annotations

from coinche.bot.bot import Bot, say_all
from coinche.bots.beliefs.conventions import steady_system
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .bidding import Margins, call
from .card_play import WEIGHTS, Weights, best_follow, best_lead
from .card_tracking import knowledge


class Steady(Bot):
    """The bot that takes over an absent player's seat, and the one to beat."""

    name = "steady"
    margins: Margins | None = None
    """Others than those that fit the rules."""
    weights = WEIGHTS

    def declares(self) -> System:
        """What its calls promise, by the rules."""
        return steady_system(self.rules)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """A sound call, or a sound card with everything said."""
        cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
        if not cards:
            return call(view, legal, self.rules, self.margins)
        return say_all(best_card(view, cards, self.rules, self.weights), legal)


def best_card(view: TableView, cards: tuple[Card, ...], rules: RuleSet, weights: Weights = WEIGHTS) -> Card:
    """The soundest of the cards."""
    if len(cards) == 1:
        return cards[0]
    known = knowledge(view, rules)
    on_table = view.trick.cards if view.trick is not None else ()
    return best_follow(known, on_table, cards, weights) if on_table else best_lead(known, cards)
