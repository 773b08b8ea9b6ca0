"""The other three at a table of a check: they act at random, from a seed, and bid as the check needs it.

Knows what may be done. Refuses to play well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State, legal
from coinche.engine.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """How they bid: in which denominations, how often they do when they may, and up to which number."""

    denominations: frozenset[Denomination] = frozenset(Denomination)
    bids: float = 0.4
    coinches: float = 0.1
    dearest: int = 160

    def choose(self, state: State, seat: Seat, chance: Random) -> Action:
        """What the seat does, which is legal."""
        allowed = legal(state, seat)
        if isinstance(state.phase, Bidding):
            return self._call(allowed, chance)
        return chance.choice(tuple(allowed))

    def _call(self, allowed: Legal, chance: Random) -> Action:
        doubles = [action for action in allowed.actions if isinstance(action, Coinche | Surcoinche)]
        if doubles and chance.random() < self.coinches:
            return doubles[0]
        named = self._affordable(allowed.bids)
        if named and chance.random() < self.bids:
            denomination = chance.choice(named)
            return MakeBid(Bid(f"{allowed.bids[denomination]}{denomination}"))
        return Pass()

    def _affordable(self, bids: Mapping[Denomination, int]) -> list[Denomination]:
        return [
            denomination
            for denomination, lowest in bids.items()
            if denomination in self.denominations and lowest <= self.dearest
        ]


AT_RANDOM = Others()
"""Those who bid anything now and then."""
