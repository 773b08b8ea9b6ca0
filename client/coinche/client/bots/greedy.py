"""`greedy`: takes every trick it can with the cheapest card that does, and throws its lowest card otherwise.

It bids as `steady` does, so that a duel between the two compares nothing but the play.
"""

from __future__ import annotations

from coinche.client.bot import Bot, say_all
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView

from .auction import call
from .inference import SUIT_CARDS


class Greedy(Bot):
    """Sees one trick at a time."""

    name = "greedy"

    def choose(self, view: TableView, legal: Legal) -> Action:
        """The cheapest card that takes the trick, else the lowest."""
        cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
        return say_all(_cheapest(view, cards, self.rules), legal) if cards else call(view, legal, self.rules)


def _cheapest(view: TableView, cards: tuple[Card, ...], rules: RuleSet) -> Card:
    assert view.contract is not None
    denomination = view.contract.denomination
    points, strength = points_of(denomination, rules.scoring), STRENGTH[denomination]
    on_table = view.trick.cards if view.trick is not None else ()
    if on_table:
        best = on_table[winner_index(on_table, denomination)]
        winning = [card for card in cards if beats(card, best, denomination)]
    else:
        seen = {card for trick in view.tricks for card in trick.cards} | set(view.hand)
        winning = [
            card
            for card in cards
            if not any(strength[other] > strength[card] for other in SUIT_CARDS[card.suit] - seen)
        ]
    return min(winning or cards, key=lambda card: (points[card], strength[card]))
