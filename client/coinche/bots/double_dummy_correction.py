"""What real play takes: out of an exact value, or of what the takers' hands are worth, and how widely that varies.

Knows the table, which `bench/calibrate_bidding.py` prints. Refuses to know what points are good for.

What a contract is worth to a side before the play: the deal score that a double-dummy value makes likely.

Knows what values are worth and how real play strays from double dummy. Refuses to know hands and the auction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.bids import Contract
from coinche.engine.cards import Denomination
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Points, Team

from .utility import Stake, plain, plain_contract, to_takers

FULL = 162
"""All points of the cards, and the last trick."""
STEP = 4
"""Points are told apart so finely."""
REACH = 2.5
"""So many standard deviations are looked at on either side."""
KNEE = 110
"""From here on a better estimate brings less: there is no more than everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The takers get `base` + `slope` times the exact value; or `start` + `rise` times the estimate of both their
    hands, less `bend` times what it is over the knee; give or take `spread`."""

    base: float
    slope: float
    start: float
    rise: float
    bend: float
    spread: float


_SUIT = Play(base=21.1, slope=0.76, start=-17.0, rise=1.25, bend=0.56, spread=16.8)
PLAY: Mapping[Denomination, Play] = dict.fromkeys(Denomination, _SUIT)
SWEEP, WIDTH = 148, 8
"""Where all eight tricks are taken half of the time, by the points expected; and how fast that changes."""


@lru_cache(maxsize=4096)
def played(denomination: Denomination, value: int) -> float:
    """What the takers get of an exact value, all eight tricks or none included."""
    play = PLAY[denomination]
    return play.base + play.slope * min(max(value, 0), FULL)


def guessed(denomination: Denomination, estimate: float) -> float:
    """What the takers get by the estimate of both their hands."""
    play = PLAY[denomination]
    return play.start + play.rise * estimate - play.bend * max(0.0, estimate - KNEE)


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the takers may end: points with how likely each is, all eight tricks and none apart."""

    points: tuple[tuple[int, float], ...]
    everything: float
    nothing: float


@lru_cache(maxsize=4096)
def spread(denomination: Denomination, mean: int) -> Spread:
    """What may come where so many points are expected for the takers."""
    width = PLAY[denomination].spread
    everything, nothing = _swept(mean), _swept(FULL - mean)
    reach = REACH * width
    low, high = max(0, int(mean - reach)) // STEP * STEP, min(FULL - STEP, int(mean + reach))
    weights = [(at, math.exp(-(((at - mean) / width) ** 2) / 2)) for at in range(low, max(low, high) + 1, STEP)]
    whole = sum(weight for _, weight in weights)
    left = 1 - everything - nothing
    return Spread(tuple((at, left * weight / whole) for at, weight in weights), everything, nothing)


def _swept(mean: float) -> float:
    return 1 / (1 + math.exp((SWEEP - mean) / WIDTH))


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
