"""What a contract is worth to a side before the play: the deal score that a double-dummy value makes likely.

Knows what values are worth and how real play strays from double dummy. Refuses to know hands and the auction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.bids import Contract
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Points, Team

from .optimism import STEP, spread
from .stakes import Stake, plain, plain_contract, to_takers


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What counts besides the cards, for the takers minus the defence's: belote and declarations of one side."""

    belote: int = 0
    declarations: int = 0


NOTHING = Beside()


class Prospects:
    """Deal scores under one set of rules; it remembers what it has worked out."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._means: dict[tuple[Contract, Beside, int, bool], float] = {}

    def worth(self, contract: Contract, points: float, beside: Beside = NOTHING, *, sure: bool = False) -> float:
        """What the takers can expect to score over the defence, who can expect so many points of the cards.

        `sure` tells that the bidder takes all eight tricks himself.
        """
        key = plain_contract(contract.bid, contract.multiplier), beside, round(points / STEP) * STEP, sure
        if key not in self._means:
            self._means[key] = self._mean(*key)
        return self._means[key]

    def _mean(self, contract: Contract, beside: Beside, points: int, sure: bool) -> float:
        uses = to_takers(_stake(contract, beside, sure), self.rules, STEP)
        if sure:
            return uses.everything
        ends, most = spread(contract.denomination, points), len(uses.points) - 1
        total = sum([weight * uses.points[min(at // STEP, most)] for at, weight in ends.points])
        return total + ends.everything * uses.everything + ends.nothing * uses.nothing


def _stake(contract: Contract, beside: Beside, sure: bool) -> Stake:
    takers = contract.takers
    belotes, declarations = _signed(takers, beside.belote), _signed(takers, beside.declarations)
    return plain(Stake(contract=contract, belotes=belotes, declarations=declarations, alone=sure))


@lru_cache(maxsize=len(PRESETS))
def prospects(rules: RuleSet) -> Prospects:
    """Those under these rules, for all who ask: what the one has worked out serves the other."""
    return Prospects(rules)


def _signed(team: Team, points: int) -> Points:
    return Points.of(team if points >= 0 else team.other, abs(points))
