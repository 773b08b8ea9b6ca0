"""What a contract is worth to a side before the play: the deal score that a double-dummy value makes likely.

Knows the engine's scoring and how real play strays from double dummy. Refuses to know hands and the auction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Denomination
from coinche.engine.presets import PRESETS
from coinche.engine.rules import TRICKS, RuleSet
from coinche.engine.scoring import score
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.tally import LAST_TRICK, Tally

from .optimism import FULL, STEP, spread

CARDS = FULL - LAST_TRICK


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
        self._scores: dict[tuple[Contract, Beside, int], int] = {}
        self._means: dict[tuple[Contract, Beside, int, bool], float] = {}

    def worth(self, contract: Contract, points: float, beside: Beside = NOTHING, *, sure: bool = False) -> float:
        """What the takers can expect to score over the defence, who can expect so many points of the cards.

        `sure` tells that the bidder takes all eight tricks himself.
        """
        key = plain(contract.bid, contract.multiplier), beside, round(points / STEP) * STEP, sure
        if key not in self._means:
            self._means[key] = self._mean(*key)
        return self._means[key]

    def _mean(self, contract: Contract, beside: Beside, points: int, sure: bool) -> float:
        if sure:
            return self._score(contract, beside, FULL, alone=True)
        ends = spread(contract.denomination, points)
        total = sum(weight * self._score(contract, beside, at) for at, weight in ends.points)
        return total + (
            ends.everything * self._score(contract, beside, FULL) + ends.nothing * self._score(contract, beside, -1)
        )

    def _score(self, contract: Contract, beside: Beside, points: int, *, alone: bool = False) -> int:
        """The takers' score over the defence's when they take so many; all eight tricks at 162, none under 0."""
        key = contract, beside, points + 1000 * alone
        if key not in self._scores:
            result = score(_tally(contract, beside, points, alone), self.rules).scores
            self._scores[key] = result[contract.takers] - result[contract.takers.other]
        return self._scores[key]


@lru_cache(maxsize=len(PRESETS))
def prospects(rules: RuleSet) -> Prospects:
    """Those under these rules, for all who ask: what the one has worked out serves the other."""
    return Prospects(rules)


_SUIT = Denomination.SPADES


@lru_cache(maxsize=4096)
def plain(bid: Bid, multiplier: int) -> Contract:
    """Any contract of that bid: whose it is and which suit is trumps changes no score."""
    suit = len(bid.denomination.trumps) == 1
    level = bid.removesuffix(bid.denomination)
    return Contract(bid=Bid(f"{level}{_SUIT}") if suit else bid, bidder=Seat.NORTH, multiplier=multiplier)


def _tally(contract: Contract, beside: Beside, points: int, alone: bool) -> Tally:
    takers, defence = contract.takers, contract.takers.other
    everything, nothing = points >= FULL, points < 0
    tricks = TRICKS if everything else 0 if nothing else TRICKS // 2
    last = takers if not nothing and (everything or points > CARDS // 2) else defence
    cards = max(0, min(CARDS, points - LAST_TRICK * (last is takers)))
    return Tally(
        contract=contract,
        cards=_split(takers, cards, CARDS - cards),
        tricks=_split(takers, tricks, TRICKS - tricks),
        last_trick=last,
        belote=_signed(takers, beside.belote),
        declarations=_signed(takers, beside.declarations),
        alone=alone and everything,
    )


def _split(team: Team, ours: int, theirs: int) -> Points:
    return Points.of(team, ours) + Points.of(team.other, theirs)


def _signed(team: Team, points: int) -> Points:
    return Points.of(team if points >= 0 else team.other, abs(points))
