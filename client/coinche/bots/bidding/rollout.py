"""Rollout of an auction: its end in each of many worlds, and the expected score of that end.

The rest of the auction follows `auction_policy` at all four seats. Solving a world in every denomination would take
too long, so the strength of the hands gives the points, corrected by the double-dummy values of a few worlds.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from statistics import fmean

from coinche.bots.double_dummy_correction import ExpectedScores, SidePoints, corrected, expected_from_estimate
from coinche.bots.hand_strength import cards_of, hand_declarations, hand_strength, has_belote, likely_declarations
from coinche.bots.steady.bidding import takes_everything
from coinche.engine.auction import Auction
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.bids import Contract
from coinche.engine.cards import Denomination
from coinche.engine.declarations import NOTHING as UNSAID
from coinche.engine.rules import Belote, RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import Solver
from coinche.engine.tally import all_points

from .auction_policy import (
    PLACE,
    AuctionState,
    AuctionTerms,
    BiddingHand,
    auction_state,
    auction_terms,
    complete_auction,
    final_contract,
)

_WORLD = struct.Struct("=3I")
_HOLDS_BELOTE: Mapping[Belote, Callable[[Team, Team], bool]] = {
    Belote.NONE: lambda team, takers: False,
    Belote.BIDDING_TEAM: lambda team, takers: team is takers,
    Belote.ANY_TEAM: lambda team, takers: True,
}


PRIOR_WORLDS = 6
"""Solved worlds whose mean counts half. It is the variance from world to world over that from hand to hand, in points:
15 ** 2 / 6 ** 2."""
SWEEP_BONUS = 40
"""Points added per share of the solved worlds with all eight tricks beyond `SWEEP_SHARE`: 16 at most."""
SWEEP_SHARE = 0.6
"""Share of the solved worlds with all eight tricks from which on `SWEEP_BONUS` counts."""


@lru_cache(maxsize=1 << 12)
def bidding_hand(hand: int, terms: AuctionTerms) -> BiddingHand:
    """Return the figures of a hand that the auction policy bids by."""
    strength = hand_strength(hand)
    biddable = [place for place in terms.places if strength.biddable[place]]
    places = tuple(sorted(biddable, key=strength.taker.__getitem__, reverse=True))
    return BiddingHand(strength, likely_declarations(hand) if terms.declared else 0.0, places)


def _split(packed: bytes) -> list[bytes]:
    return [packed[at : at + _WORLD.size] for at in range(0, len(packed), _WORLD.size)]


class DoubleDummyValues:
    """Double-dummy values under one set of rules. It serves one thread at a time."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._solvers: dict[Denomination, Solver] = {}

    def of(self, denomination: Denomination, hand: int, worlds: bytes, leader: int) -> Sequence[int]:
        """Return the value of each world for the side of `hand`; `leader` counts seats after it."""
        if denomination not in self._solvers:
            self._solvers[denomination] = Solver(denomination, self._rules)
        return array("h", self._solvers[denomination].outcomes(cards_of(hand), worlds, leader))


@dataclass(frozen=True, slots=True)
class World:
    """One determinization: all four hands as bits, mine first. `packed` holds the three others for the solver."""

    packed: bytes
    hands: tuple[int, ...]
    bidding_hands: tuple[BiddingHand, ...]


@dataclass(frozen=True, slots=True)
class RolloutEnd:
    """The contract that an auction ends with in a world; None where the deal is thrown in."""

    world: int
    contract: Contract | None


class AuctionRollout:
    """The worlds of one decision, the ends of the auction in them, and the expected scores of those ends.

    Only the denominations of `exact` are solved, in the first `solved` worlds. All else goes by hand strength.
    """

    def __init__(
        self,
        me: Seat,
        leader: Seat,
        groups: Sequence[tuple[int, bytes]],
        values: DoubleDummyValues,
        expected_scores: ExpectedScores,
        exact: Collection[Denomination],
        solved: int,
    ) -> None:
        self.me = me
        self.rules = expected_scores.rules
        self.around = me.round(self.rules.table.direction)
        self._terms = auction_terms(self.rules)
        self._leader = leader
        self._values = values
        self._expected_scores = expected_scores
        self._exact = frozenset(exact)
        self._solved = solved
        self._corrections: dict[tuple[Denomination, int], float] = {}
        self._values_of: dict[Denomination, list[int]] = {}
        self.worlds = [self._world(mine, packed) for mine, all_of in groups for packed in _split(all_of)]
        hands = {mine for mine, _ in groups}
        self._sure = frozenset(d for d in Denomination if all(takes_everything(cards_of(mine), d) for mine in hands))

    def _world(self, mine: int, packed: bytes) -> World:
        hands = (mine, *_WORLD.unpack(packed))
        return World(packed, hands, tuple(bidding_hand(hand, self._terms) for hand in hands))

    # --- the rest of the auction ---------------------------------------------------------------------

    def ends(self, auction: Auction) -> list[RolloutEnd]:
        """Complete the auction in each world by the auction policy."""
        start = auction_state(auction, self.around)
        return [RolloutEnd(at, self._end(auction, start, world)) for at, world in enumerate(self.worlds)]

    def _end(self, auction: Auction, start: AuctionState, world: World) -> Contract | None:
        return final_contract(
            complete_auction(start.after(start.turn), world.bidding_hands, self._terms), self.around, auction.contract
        )

    def scores(self, ends: Sequence[RolloutEnd]) -> list[float]:
        """Return the expected score of each end, our side's minus theirs."""
        return [self._score(end.world, end.contract) for end in ends]

    def _score(self, at: int, contract: Contract | None) -> float:
        if contract is None:
            return 0.0
        ours = contract.takers is self.me.team
        world = self.worlds[at]
        bidder = self.around.index(contract.bidder)
        points = self._estimated(world, contract.denomination, bidder) + self._correction(contract.denomination, bidder)
        sure = contract.bidder is self.me and contract.denomination in self._sure
        score = self._expected_scores.expected(contract, points, self.side_points(world, contract), sure=sure)
        return score if ours else -score

    def _estimated(self, world: World, denomination: Denomination, bidder: int) -> float:
        """Return the card points that the takers can expect by the strength of both hands, without a belote."""
        place, hands = PLACE[denomination], world.bidding_hands
        points = hands[bidder].strength.taker[place] + hands[bidder ^ 2].strength.partner[place]
        both = world.hands[bidder], world.hands[bidder ^ 2]
        return expected_from_estimate(
            denomination, points - BELOTE_POINTS * any(has_belote(hand, place) for hand in both)
        )

    def _correction(self, denomination: Denomination, bidder: int) -> float:
        """Return by how many points the solved worlds are better for the takers than the estimates.

        The mean difference is shrunk towards 0, the more so the fewer worlds are solved.
        """
        if denomination not in self._exact or not self._solved:
            return 0.0
        key = denomination, bidder
        if key not in self._corrections:
            few = self.worlds[: self._solved]
            values = self.values(denomination, len(few))
            ours = not bidder & 1
            everything = all_points(denomination, self.rules.scoring)
            exact = [value if ours else everything - value for value in values]
            differences = [
                corrected(denomination, value) - self._estimated(world, denomination, bidder)
                for value, world in zip(exact, few, strict=True)
            ]
            swept = sum(value > everything for value in exact) / len(exact)
            trust = len(few) / (len(few) + PRIOR_WORLDS)
            self._corrections[key] = trust * fmean(differences) + SWEEP_BONUS * max(0.0, swept - SWEEP_SHARE)
        return self._corrections[key]

    def values(self, denomination: Denomination, n: int | None = None) -> list[int]:
        """Return the double-dummy values of the first `n` worlds, or of all, for our side.

        They are 90 higher with all eight tricks, and 90 lower with none.
        """
        found = self._values_of.setdefault(denomination, [])
        wanted = len(self.worlds) if n is None else n
        after = self.around.index(self._leader)
        for hand, group in groupby(self.worlds[len(found) : wanted], key=lambda world: world.hands[0]):
            found += self._values.of(denomination, hand, b"".join(world.packed for world in group), after)
        return found[:wanted]

    # --- belote and declarations ------------------------------------------------------------------------

    def side_points(self, world: World, contract: Contract) -> SidePoints:
        """Return belote and declarations in that world, the takers' minus the defenders'."""
        return SidePoints(belote=self._belote(world, contract), declarations=self._declarations(world, contract))

    def _belote(self, world: World, contract: Contract) -> int:
        if len(contract.denomination.trumps) != 1:
            return 0
        at = PLACE[contract.denomination]
        for seat, hand in zip(self.around, world.hands, strict=True):
            if has_belote(hand, at):
                counts = _HOLDS_BELOTE[self.rules.declarations.belote](seat.team, contract.takers)
                return 0 if not counts else BELOTE_POINTS if seat.team is contract.takers else -BELOTE_POINTS
        return 0

    def _declarations(self, world: World, contract: Contract) -> int:
        if not self.rules.declarations.declarations:
            return 0
        hands = zip(self.around, world.hands, strict=True)
        said = {seat: found for seat, hand in hands if (found := hand_declarations(hand, contract.denomination))}
        if not said:
            return 0
        best = {team: max((said[s].best for s in team.seats if s in said), default=UNSAID) for team in Team}
        takers = contract.takers
        if best[takers] == best[takers.other]:
            return 0
        winner = takers if best[takers] > best[takers.other] else takers.other
        points = sum(said[seat].points for seat in winner.seats if seat in said)
        return points if winner is takers else -points
