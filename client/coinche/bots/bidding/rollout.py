"""What becomes of an auction in each of many worlds: how the others go on, what is played, and what it scores for us.

Knows the worlds, their double-dummy values, asked for only where they are needed, and the natural system by which all
go on. Refuses to choose.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from statistics import fmean

from coinche.bots.double_dummy_correction import Beside, Prospects, guessed, played
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

from .auction_policy import PLACE, Sheet, Standing, Terms, contract_of, played_on, standing, terms_of
from .hand_strength import cards_of, estimate, has_belote, likely_declared, says

_WORLD = struct.Struct("=3I")
_HOLDS_BELOTE: Mapping[Belote, Callable[[Team, Team], bool]] = {
    Belote.NONE: lambda team, takers: False,
    Belote.BIDDING_TEAM: lambda team, takers: team is takers,
    Belote.ANY_TEAM: lambda team, takers: True,
}


DOUBT = 6
"""So many solved worlds are needed for half of what they say to be believed: worlds vary by 15 points, hands by 6."""
SWEPT = 40
"""Points more for who can take everything in all worlds rather than in as many as are `MOSTLY`."""
MOSTLY = 0.6


@lru_cache(maxsize=1 << 12)
def sheet(hand: int, terms: Terms) -> Sheet:
    """What a seat makes of its hand."""
    worth = estimate(hand)
    named = [place for place in terms.places if worth.named[place]]
    naming = tuple(sorted(named, key=worth.taker.__getitem__, reverse=True))
    return Sheet(worth, likely_declared(hand) if terms.declared else 0.0, naming)


def _split(packed: bytes) -> list[bytes]:
    return [packed[at : at + _WORLD.size] for at in range(0, len(packed), _WORLD.size)]


class Values:
    """Double-dummy values under one set of rules. It serves one thread at a time."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._solvers: dict[Denomination, Solver] = {}

    def of(self, denomination: Denomination, hand: int, worlds: bytes, leader: int) -> Sequence[int]:
        """The value of each world for the side of the hand, the leader so many seats after it."""
        if denomination not in self._solvers:
            self._solvers[denomination] = Solver(denomination, self._rules)
        return array("h", self._solvers[denomination].outcomes(cards_of(hand), worlds, leader))


@dataclass(frozen=True, slots=True)
class World:
    """All four hands as bits, mine first: `packed` are the three others as the solver wants them."""

    packed: bytes
    hands: tuple[int, ...]
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class End:
    """Where an auction ended in a world; None where the deal is thrown in."""

    world: int
    contract: Contract | None


class Outlook:
    """The worlds that a seat thinks of, and what each end of the auction is worth to its side in them.

    Only the denominations of `exact` are solved; of what else an auction may come to the estimates must do.
    """

    def __init__(
        self,
        me: Seat,
        leader: Seat,
        groups: Sequence[tuple[int, bytes]],
        values: Values,
        prospects: Prospects,
        exact: Collection[Denomination],
        solved: int,
    ) -> None:
        self.me = me
        self.rules = prospects.rules
        self.around = me.round(self.rules.table.direction)
        self._terms = terms_of(self.rules)
        self._leader = leader
        self._values = values
        self._prospects = prospects
        self._exact = frozenset(exact)
        self._solved = solved
        self._shifts: dict[tuple[Denomination, int], float] = {}
        self._values_of: dict[Denomination, list[int]] = {}
        self.worlds = [self._world(mine, packed) for mine, all_of in groups for packed in _split(all_of)]
        hands = {mine for mine, _ in groups}
        self._sure = frozenset(d for d in Denomination if all(takes_everything(cards_of(mine), d) for mine in hands))

    def _world(self, mine: int, packed: bytes) -> World:
        hands = (mine, *_WORLD.unpack(packed))
        return World(packed, hands, tuple(sheet(hand, self._terms) for hand in hands))

    # --- the rest of the auction ---------------------------------------------------------------------

    def ends(self, auction: Auction) -> list[End]:
        """Where the auction ends in each world."""
        start = standing(auction, self.around)
        return [End(at, self._end(auction, start, world)) for at, world in enumerate(self.worlds)]

    def _end(self, auction: Auction, start: Standing, world: World) -> Contract | None:
        return contract_of(played_on(start.after(start.turn), world.sheets, self._terms), self.around, auction.contract)

    def worth(self, ends: Sequence[End]) -> list[float]:
        """What each end is likely to score for our side, theirs taken off."""
        return [self._worth(end.world, end.contract) for end in ends]

    def _worth(self, at: int, contract: Contract | None) -> float:
        if contract is None:
            return 0.0
        ours = contract.takers is self.me.team
        world = self.worlds[at]
        bidder = self.around.index(contract.bidder)
        points = self._guessed(world, contract.denomination, bidder) + self._shift(contract.denomination, bidder)
        sure = contract.bidder is self.me and contract.denomination in self._sure
        worth = self._prospects.worth(contract, points, self.beside(world, contract), sure=sure)
        return worth if ours else -worth

    def _guessed(self, world: World, denomination: Denomination, bidder: int) -> float:
        """What the takers can expect of the cards by the estimates of both their hands, without a belote."""
        place, sheets = PLACE[denomination], world.sheets
        points = sheets[bidder].worth.taker[place] + sheets[bidder ^ 2].worth.partner[place]
        both = world.hands[bidder], world.hands[bidder ^ 2]
        return guessed(denomination, points - BELOTE_POINTS * any(has_belote(hand, place) for hand in both))

    def _shift(self, denomination: Denomination, bidder: int) -> float:
        """By how much the worlds that are solved are better for the takers than the estimates have it.

        It is taken for as much of what it says as so few can tell.
        """
        if denomination not in self._exact or not self._solved:
            return 0.0
        key = denomination, bidder
        if key not in self._shifts:
            few = self.worlds[: self._solved]
            values = self.values(denomination, len(few))
            ours = not bidder & 1
            everything = all_points(denomination, self.rules.scoring)
            exact = [value if ours else everything - value for value in values]
            apart = [
                played(denomination, value) - self._guessed(world, denomination, bidder)
                for value, world in zip(exact, few, strict=True)
            ]
            swept = sum(value > everything for value in exact) / len(exact)
            trust = len(few) / (len(few) + DOUBT)
            self._shifts[key] = trust * fmean(apart) + SWEPT * max(0.0, swept - MOSTLY)
        return self._shifts[key]

    def values(self, denomination: Denomination, n: int | None = None) -> list[int]:
        """The exact values for our side of the first so many worlds, or of all; 90 more for all eight tricks, 90 less
        for none."""
        found = self._values_of.setdefault(denomination, [])
        wanted = len(self.worlds) if n is None else n
        after = self.around.index(self._leader)
        for hand, group in groupby(self.worlds[len(found) : wanted], key=lambda world: world.hands[0]):
            found += self._values.of(denomination, hand, b"".join(world.packed for world in group), after)
        return found[:wanted]

    # --- what counts besides the cards -----------------------------------------------------------------

    def beside(self, world: World, contract: Contract) -> Beside:
        """Belote and declarations in that world, for the takers, the defence's taken off."""
        return Beside(belote=self._belote(world, contract), declarations=self._declarations(world, contract))

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
        said = {seat: found for seat, hand in hands if (found := says(hand, contract.denomination))}
        if not said:
            return 0
        best = {team: max((said[s].best for s in team.seats if s in said), default=UNSAID) for team in Team}
        takers = contract.takers
        if best[takers] == best[takers.other]:
            return 0
        winner = takers if best[takers] > best[takers.other] else takers.other
        points = sum(said[seat].points for seat in winner.seats if seat in said)
        return points if winner is takers else -points
