"""A sample of the deals that are possible, and the points of the viewer's side in each.

The deals fit the player's own hand and the information that the auction gives about the others (`bots.beliefs`).
"""

from __future__ import annotations

from random import Random

from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.beliefs.conventions import NONE_DECLARED, Systems
from coinche.bots.bidding.rollout import AuctionRollout, DoubleDummyValues, World
from coinche.bots.double_dummy_correction import corrected, expected_scores
from coinche.bots.hand_strength import bits, expected_declarations
from coinche.bots.utility import ScoringContext, deal_score
from coinche.engine.belote import BELOTE_POINTS, CARDS
from coinche.engine.bids import Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.solver import worlds
from coinche.engine.tally import all_points
from coinche.engine.view import TableView

OF_A_HUNDRED = 100
CANDIDATES = 10
"""Number of candidate deals for each deal that is kept; likelier candidates are preferred."""
DRAWS = 10
"""Number of times that the missing cards are drawn when the hand is not complete yet."""


class SampledDeals:
    """A sample of deals that fit a view and the promises of the calls, with the double-dummy points of the viewer's
    side in each deal."""

    def __init__(
        self, view: TableView, rules: RuleSet, deals: int, systems: Systems = NONE_DECLARED, seed: int = 0
    ) -> None:
        assert isinstance(view.viewer, Seat)
        assert view.dealer is not None
        self.view = view
        self.rules = rules
        self.me = view.viewer
        self._systems = systems
        hands = _whole_hands(view.hand, Random(f"{seed}/{view.deal}/{view.hand}"))
        each = -(-deals // len(hands))
        groups = [(bits(hand), self._drawn(hand, each, seed + at)) for at, hand in enumerate(hands)]
        leader = view.dealer.next(rules.table.direction)
        self._rollout = AuctionRollout(
            self.me, leader, groups, DoubleDummyValues(rules), expected_scores(rules), frozenset(Denomination), 0
        )

    def _drawn(self, hand: tuple[Card, ...], deals: int, seed: int) -> bytes:
        drawn = frozenset(hand) - frozenset(self.view.hand)
        known = hidden_hands(self.view, self.rules, systems=self._systems, drawn=drawn)
        direction = self.rules.table.direction
        return worlds(self.me, known, direction, deals, candidates=deals * CANDIDATES, seed=seed)

    def values(self, denomination: Denomination) -> list[int]:
        """The points that our side takes in each deal: more than the total for every trick, less than 0 for none."""
        return self._rollout.values(denomination)

    def points(self, denomination: Denomination) -> int:
        """The mean points of our side, with the belote and the declarations of the hand."""
        values = [corrected(denomination, value) for value in self.values(denomination)]
        said = expected_declarations(self.view.hand) if self.rules.declarations.declarations else 0.0
        return round(sum(values) / len(values) + said) + self._belote(denomination)

    def expected(self, contract: Contract) -> int:
        """The mean points of the takers, with belotes and declarations."""
        denomination, ours = contract.denomination, contract.takers is self.me.team
        everything = all_points(denomination, self.rules.scoring)
        total = 0.0
        for world, value in zip(self._rollout.worlds, self.values(denomination), strict=True):
            beside = self._rollout.side_points(world, contract)
            said = max(0, beside.belote) + max(0, beside.declarations)
            total += corrected(denomination, value if ours else everything - value) + said
        return round(total / len(self._rollout.worlds))

    def sweeps(self, denomination: Denomination) -> int:
        """Percentage of the deals in which our side can take every trick."""
        most = all_points(denomination, self.rules.scoring)
        return _share([value > most for value in self.values(denomination)])

    def made(self, contract: Contract) -> int:
        """Percentage of the deals in which the contract is made, double dummy."""
        deals = zip(self._rollout.worlds, self.values(contract.denomination), strict=True)
        return _share([self._is_made(contract, world, value) for world, value in deals])

    def failed(self, contract: Contract) -> int:
        """Percentage of the deals in which the contract fails."""
        return OF_A_HUNDRED - self.made(contract)

    def _is_made(self, contract: Contract, world: World, value: int) -> bool:
        beside, takers = self._rollout.side_points(world, contract), contract.takers
        stake = ScoringContext(
            contract=contract,
            belotes=_of_takers(takers, beside.belote),
            declarations=_of_takers(takers, beside.declarations),
        )
        return deal_score(stake, self.rules, self.me.team, value).made

    def _belote(self, denomination: Denomination) -> int:
        both = [CARDS[Denomination(suit)] <= frozenset(self.view.hand) for suit in denomination.trumps]
        return BELOTE_POINTS if len(both) == 1 and both[0] else 0


def _of_takers(takers: Team, points: int) -> Points:
    """Assign points to the takers, or, when negative, to the defence."""
    return Points.of(takers if points >= 0 else takers.other, abs(points))


def _share(happens: list[bool]) -> int:
    return round(OF_A_HUNDRED * sum(happens) / len(happens))


def _whole_hands(hand: tuple[Card, ...], chance: Random) -> list[tuple[Card, ...]]:
    """Complete the hand at random, several times; a complete hand is returned alone."""
    missing = HAND_SIZE - len(hand)
    if not missing:
        return [hand]
    rest = [card for card in PACK if card not in hand]
    return [(*hand, *chance.sample(rest, missing)) for _ in range(DRAWS)]
