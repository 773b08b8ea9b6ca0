"""What the two sides take of a deal if all play as well as can be, and what a contract scores then.

Knows the solver and the engine's scoring. Refuses to know what was played, and who ought to have done what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.engine import belote
from coinche.engine.belote import BELOTE_POINTS, BeloteHolding
from coinche.engine.bids import Bid, Contract
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
class Beside:
    """What counts beside the cards."""

    belote: Points = ZERO
    declarations: Points = ZERO


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a contract comes to: what each side scores, whether it is made, and what of its points is no card's."""

    result: Result
    points: Points
    scores: Points
    beside: Beside

    @property
    def difference(self) -> int:
        """What North-South score more than East-West."""
        return self.scores.NS - self.scores.EW

    def gain(self, team: Team) -> int:
        """What that team scores more than the other."""
        return self.scores[team] - self.scores[team.other]


def reckoned(contract: Contract, taking: Taking, beside: Beside, rules: RuleSet, held: int, alone: bool) -> Reckoned:
    """The score of the contract where the sides take that much; `alone` is whether the bidder takes every trick."""
    tally = taking.tally(contract, beside.belote, beside.declarations, alone=alone)
    return _reckoned(score(tally, rules, held), beside)


def _reckoned(scored: DealScore, beside: Beside) -> Reckoned:
    made = Result.MADE if scored.made else Result.FAILED
    return Reckoned(Result.DRAWN if scored.held else made, scored.points, scored.scores, beside)


class OpenDeal:
    """Four open hands: what each denomination and each contract is worth."""

    def __init__(self, hands: Hands, dealer: Seat, rules: RuleSet, held: int = 0) -> None:
        self.hands = hands
        self.rules = rules
        self._dealer = dealer
        self._held = held
        self._takings: dict[tuple[Denomination, Seat], Taking] = {}
        self._beside: dict[tuple[Denomination, Team], Beside] = {}
        self._worth: dict[tuple[Bid, Team, int, Seat], Reckoned] = {}

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick, whatever is bid short of a générale."""
        return self._dealer.next(self.rules.table.direction)

    def taking(self, denomination: Denomination, leader: Seat | None = None) -> Taking:
        """What both sides take in that denomination."""
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
        """What the contract comes to where all is said that may be. Of a générale that its side takes all tricks."""
        leader = leads(self._dealer, contract, self.rules)
        alike = (contract.bid, contract.takers, contract.multiplier, leader)
        if alike not in self._worth:
            taking = self.taking(contract.denomination, leader)
            beside = self.beside(contract)
            self._worth[alike] = reckoned(contract, taking, beside, self.rules, self._held, alone=True)
        return self._worth[alike]

    def beside(self, contract: Contract) -> Beside:
        """The belotes and declarations, where all is said that may be."""
        alike = (contract.denomination, contract.takers)
        if alike not in self._beside:
            self._beside[alike] = Beside(self._belotes(contract), self._declarations(contract.denomination))
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
