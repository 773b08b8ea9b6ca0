"""The auction with all cards open: the points of each side under perfect play, and the end of perfect bidding.

The solver gives the points of each contract, and the engine's scoring their worth. From any point of the auction, each
seat is assumed to make the best call for its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from coinche.engine import auction as auctions
from coinche.engine import belote
from coinche.engine.actions import Action, Coinche, MakeBid
from coinche.engine.auction import Auction
from coinche.engine.belote import BELOTE_POINTS, BeloteHolding
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.deal_phases import leads
from coinche.engine.declarations import Announced, best_set, offered, resolve
from coinche.engine.events import Result
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import DealScore, score
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.solver import Position, Solver
from coinche.engine.tally import Taking, all_points
from coinche.engine.trick import Trick

Hands = Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class PointsBesideTricks:
    """Points that do not come from cards."""

    belote: Points = ZERO
    declarations: Points = ZERO


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The result of a contract: the scores of both sides, the outcome, and the points that do not come from cards."""

    result: Result
    points: Points
    scores: Points
    beside: PointsBesideTricks

    @property
    def difference(self) -> int:
        """North-South's score less East-West's."""
        return self.scores.NS - self.scores.EW

    def gain(self, team: Team) -> int:
        """The score of the team minus the other's."""
        return self.scores[team] - self.scores[team.other]


def reckoned(
    contract: Contract, taking: Taking, beside: PointsBesideTricks, rules: RuleSet, held: int, alone: bool
) -> Reckoned:
    """Score the contract with those tricks and points; `alone` says that the bidder takes every trick."""
    tally = taking.tally(contract, beside.belote, beside.declarations, alone=alone)
    return _reckoned(score(tally, rules, held), beside)


def _reckoned(scored: DealScore, beside: PointsBesideTricks) -> Reckoned:
    made = Result.MADE if scored.made else Result.FAILED
    return Reckoned(Result.DRAWN if scored.held else made, scored.points, scored.scores, beside)


class OpenDeal:
    """Four open hands: the worth of each denomination and each contract."""

    def __init__(self, hands: Hands, dealer: Seat, rules: RuleSet, held: int = 0) -> None:
        self.hands = hands
        self.rules = rules
        self._dealer = dealer
        self._held = held
        self._takings: dict[tuple[Denomination, Seat], Taking] = {}
        self._beside: dict[tuple[Denomination, Team], PointsBesideTricks] = {}
        self._worth: dict[tuple[Bid, Team, int, Seat], Reckoned] = {}

    @property
    def leader(self) -> Seat:
        """The seat that leads to the first trick, for every bid but a générale."""
        return self._dealer.next(self.rules.table.direction)

    def taking(self, denomination: Denomination, leader: Seat | None = None) -> Taking:
        """The points of both sides in that denomination."""
        leader = leader or self.leader
        if (denomination, leader) not in self._takings:
            self._takings[denomination, leader] = self._solved(denomination, leader)
        return self._takings[denomination, leader]

    def _solved(self, denomination: Denomination, leader: Seat) -> Taking:
        trick, direction = Trick(leader, (), None), self.rules.table.direction
        position = Position(hands=self.hands, trick=trick, turn=leader, direction=direction)
        value = Solver(denomination, self.rules).value(position)
        return Taking.of(value, leader.team, ZERO, all_points(denomination, self.rules.scoring))

    def worth(self, contract: Contract) -> Reckoned:
        """The result of the contract if everything is announced.

        A générale counts as made if its side takes all tricks.
        """
        leader = leads(self._dealer, contract, self.rules)
        alike = (contract.bid, contract.takers, contract.multiplier, leader)
        if alike not in self._worth:
            taking = self.taking(contract.denomination, leader)
            beside = self.beside(contract)
            self._worth[alike] = reckoned(contract, taking, beside, self.rules, self._held, alone=True)
        return self._worth[alike]

    def beside(self, contract: Contract) -> PointsBesideTricks:
        """The belotes and declarations, if everything is announced."""
        alike = (contract.denomination, contract.takers)
        if alike not in self._beside:
            self._beside[alike] = PointsBesideTricks(self._belotes(contract), self._declarations(contract.denomination))
        return self._beside[alike]

    def _belotes(self, contract: Contract) -> Points:
        rules = self.rules.declarations
        words = [
            (seat, card)
            for seat, hand in self.hands.items()
            for card in belote.CARDS[contract.denomination] & set(hand)
            if belote.words(card, BeloteHolding(seat, hand, ()), contract, rules)
            or belote.by_itself(card, BeloteHolding(seat, hand, ()), contract, rules)
        ]
        halves = Points.each(lambda team: sum(seat.team is team for seat, _ in words))
        return Points.each(lambda team: halves[team] // 2 * BELOTE_POINTS)

    def _declarations(self, denomination: Denomination) -> Points:
        rules = self.rules.declarations
        if not rules.declarations:
            return ZERO
        announced: tuple[Announced, ...] = ()
        for seat in self.leader.round(self.rules.table.direction):
            hand = frozenset(self.hands[seat])
            may = offered(hand, seat.team, announced, denomination, rules.declaration_choice)
            announced += tuple(Announced(seat, each) for each in best_set(may, denomination))
        dealt = {seat: frozenset(hand) for seat, hand in self.hands.items()}
        return resolve(announced, dealt, denomination, rules).points


@dataclass(frozen=True, slots=True)
class Bargain:
    """The end of an auction: a contract and its result, or no contract."""

    contract: Contract | None = None
    reckoned: Reckoned | None = None

    @property
    def difference(self) -> int:
        """North-South's score less East-West's."""
        return 0 if self.reckoned is None else self.reckoned.difference

    def gain(self, team: Team) -> int:
        """The score of the team minus the other's."""
        return self.difference if team is Team.NORTH_SOUTH else -self.difference


_State = tuple[Contract | None, Seat | None, int]


class Bargaining:
    """The auctions of one open deal; candidates are the bids that were made and the bids that may be best."""

    def __init__(self, deal: OpenDeal, made: Iterable[Bid] = ()) -> None:
        self._deal = deal
        self._rules = deal.rules.auction
        self._direction = deal.rules.table.direction
        self._known: dict[_State, Bargain] = {}
        self._bids: dict[tuple[Team, int], tuple[Bid, ...]] = {}
        self._tried = frozenset(made)
        most = auctions.maximum(self._rules)
        self._numbers = tuple(sorted(number for number in set(self._worth_trying()) if number <= most))

    def best(self, team: Team) -> Bargain:
        """The contract that scores most for that team if it is left to play it; no contract if it makes nothing."""
        bidder = team.seats[0]
        numbers = range(self._rules.bid_minimum, auctions.maximum(self._rules) + 1, self._rules.bid_step)
        bids = [
            Bid(f"{level}{denomination}")
            for level in (*numbers, BidKind.CAPOT)
            for denomination in self._rules.denominations
            if level is BidKind.CAPOT or self._can(team, denomination) >= int(level)
        ]
        found = [Bargain(contract, self._deal.worth(contract)) for bid in bids if (contract := _contract(bid, bidder))]
        made = [each for each in found if each.reckoned is not None and each.reckoned.result is Result.MADE]
        return max(made, key=lambda each: each.gain(team), default=Bargain())

    def end(self, auction: Auction) -> Bargain:
        """The end of that auction."""
        state = (auction.contract, auction.turn, _passes(auction))
        if state not in self._known:
            self._known[state] = self._searched(auction)
        return self._known[state]

    def ways(self, auction: Auction) -> tuple[Action, ...]:
        """The calls that lead to that end: the bid itself if it does, else a pass and the like."""
        seat, end = auction.turn, self.end(auction)
        assert seat is not None
        there = [
            each for each in self._actions(auction, seat) if _alike(self.end(self.after(auction, seat, each)), end)
        ]
        bid = None if end.contract is None else MakeBid(end.contract.bid)
        if bid in there:
            return (bid,)
        return tuple(each for each in there if not isinstance(each, MakeBid)) or tuple(there[:1])

    def _searched(self, auction: Auction) -> Bargain:
        if auction.turn is None:
            return _settled(auction.contract, self._deal)
        team = auction.turn.team
        ends = (self.end(self.after(auction, auction.turn, action)) for action in self._actions(auction, auction.turn))
        return max(ends, key=lambda end: end.gain(team))

    def after(self, auction: Auction, seat: Seat, action: Action) -> Auction:
        """The auction after that call."""
        return auctions.heard(auction, seat, action, self._rules, self._direction)

    def _actions(self, auction: Auction, seat: Seat) -> Iterator[Action]:
        """The calls to try, a pass first, so that of equal calls the shortest way is taken."""
        for action in auctions.calls(auction, seat, self._rules):
            if not isinstance(action, MakeBid) or action.bid.kind is BidKind.CAPOT or action.bid in self._tried:
                yield action
        lowest = auctions.lowest_bids(auction, self._rules)
        for number in self._numbers:
            if any(least <= number for least in lowest.values()):
                useful = self._useful(seat.team, number)
                yield from (MakeBid(bid) for bid in useful if lowest.get(bid.denomination, number + 1) <= number)

    def _useful(self, team: Team, number: int) -> tuple[Bid, ...]:
        """The bids of that number that no other beats for the team, both undoubled and coinched."""
        if (team, number) not in self._bids:
            bids = [Bid(f"{number}{denomination}") for denomination in self._rules.denominations]
            worth = {bid: self._merits(bid, team) for bid in bids}
            best = [bid for bid in bids if not any(_beats(worth[other], worth[bid]) for other in bids)]
            self._bids[team, number] = tuple(bid for bid in bids if bid in self._tried or bid in best)
        return self._bids[team, number]

    def _merits(self, bid: Bid, team: Team) -> tuple[int, int]:
        contract = _contract(bid, team.seats[0])
        coinched = self.after(Auction((), contract, team.other.seats[0]), team.other.seats[0], Coinche()).contract
        assert coinched is not None
        return self._deal.worth(contract).gain(team), self._deal.worth(coinched).gain(team)

    def _worth_trying(self) -> Iterator[int]:
        """The numbers to try: the bids made; for each side and denomination the highest it makes, and one step more."""
        yield from (bid.value for bid in self._tried if bid.value)
        for team in Team:
            for denomination in self._rules.denominations:
                number = self._highest(team, denomination)
                yield from (number, number + self._rules.bid_step)

    def _highest(self, team: Team, denomination: Denomination) -> int:
        step, lowest = self._rules.bid_step, self._rules.bid_minimum
        return max(lowest, self._can(team, denomination) // step * step)

    def _can(self, team: Team, denomination: Denomination) -> int:
        """The points that the side reaches in that denomination, everything included."""
        return self._deal.worth(_contract(Bid(f"{self._rules.bid_minimum}{denomination}"), team.seats[0])).points[team]


def _settled(contract: Contract | None, deal: OpenDeal) -> Bargain:
    return Bargain() if contract is None else Bargain(contract, deal.worth(contract))


def _contract(bid: Bid, bidder: Seat) -> Contract:
    return Contract(bid=bid, bidder=bidder)


def _alike(one: Bargain, other: Bargain) -> bool:
    """Return whether two bargains are equal for both sides, no matter which partner bid or coinched."""
    return one.reckoned == other.reckoned and _stakes(one.contract) == _stakes(other.contract)


def _stakes(contract: Contract | None) -> tuple[Bid, Team, int] | None:
    return None if contract is None else (contract.bid, contract.takers, contract.multiplier)


def _beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]


def _passes(auction: Auction) -> int:
    count = 0
    while count < len(auction.calls) and auction.calls[-1 - count].action == "pass":
        count += 1
    return count
