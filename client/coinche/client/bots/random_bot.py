"""`random`: any legal action, drawn from a seed. Knows no strategy, but keeps its auctions short."""

from __future__ import annotations

import random

from coinche.client.bot import Bot
from coinche.engine.actions import Action, Coinche, Cut, Legal, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.view import TableView

_CALLS: dict[type[Action], float] = {Pass: 60.0, Coinche: 2.0, Surcoinche: 5.0, MakeBid: 0.1}
"""How often each call is drawn against the others; a `MakeBid` that is spelled out is a capot or a générale."""
_PASS_EACH_CALL = 15.0
"""A pass is drawn more often, the longer the auction lasts."""
_LOWEST_BID = 6.0
_EVERY_STEP_HIGHER = 0.4
"""A number bid is drawn that much less often than the one below it."""


class Random(Bot):
    """Plays at random: cuts, cards, and what is said with them, evenly; calls so that auctions look like some."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = random.Random(seed)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Any legal action."""
        if isinstance(legal.default, PlayCard | Cut):
            return self.chance.choice(tuple(legal))
        calls: list[Action] = list(legal.actions)
        weights = [_CALLS[type(call)] for call in calls]
        weights[calls.index(Pass())] += _PASS_EACH_CALL * len(view.auction)
        for denomination, lowest in legal.bids.items():
            weight = _LOWEST_BID
            for number in range(lowest, legal.maximum + 1, legal.step):
                calls.append(MakeBid(Bid(f"{number}{denomination}")))
                weights.append(weight)
                weight *= _EVERY_STEP_HIGHER
        return self.chance.choices(calls, weights)[0]
