"""The deals that a player may reckon with in the auction, and how a contract would go in each of them.

Knows his hand and what the auction tells of the others (`bots.deduction`). Refuses to know what he should say.
"""

from __future__ import annotations

from array import array
from random import Random

from coinche.client.bots.deduction import hidden
from coinche.client.bots.hand import declared
from coinche.client.bots.optimism import played
from coinche.client.bots.prospects import Beside, Prospects
from coinche.engine.belote import BELOTE_POINTS, CARDS
from coinche.engine.bids import Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import Solver, worlds
from coinche.engine.tally import LAST_TRICK
from coinche.engine.trick import points_of
from coinche.engine.view import TableView

OF_A_HUNDRED = 100
CANDIDATES = 10
"""Of so many deals one is taken, the likelier ones rather."""
DRAWS = 10
"""How often the cards that are still to come are thought up, where a hand is not whole yet."""


class Imagined:
    """So many deals that fit a view, and the points of the viewer's side in each, all cards open."""

    def __init__(self, view: TableView, rules: RuleSet, deals: int, seed: int = 0) -> None:
        assert isinstance(view.viewer, Seat)
        assert view.dealer is not None
        self.view = view
        self.rules = rules
        self.me = view.viewer
        direction = rules.table.direction
        self._leader = self.me.round(direction).index(view.dealer.next(direction))
        self._hands = _whole_hands(view.hand, Random(f"{seed}/{view.deal}/{view.hand}"))
        each = -(-deals // len(self._hands))
        self._worlds = [self._drawn(hand, each, seed + at) for at, hand in enumerate(self._hands)]
        self._prospects = Prospects(rules)
        self._values: dict[Denomination, tuple[int, ...]] = {}

    def _drawn(self, hand: tuple[Card, ...], deals: int, seed: int) -> bytes:
        drawn = frozenset(hand) - frozenset(self.view.hand)
        known = hidden(self.view, self.rules, drawn=drawn)
        direction = self.rules.table.direction
        return worlds(self.me, known, direction, deals, candidates=deals * CANDIDATES, seed=seed)

    def values(self, denomination: Denomination) -> tuple[int, ...]:
        """What our side takes in each deal: over all there is if every trick, under 0 if none."""
        if denomination not in self._values:
            solver = Solver(denomination, self.rules)
            packed = zip(self._hands, self._worlds, strict=True)
            found = [array("h", solver.outcomes(hand, drawn, self._leader)) for hand, drawn in packed]
            self._values[denomination] = tuple(value for values in found for value in values)
        return self._values[denomination]

    def points(self, denomination: Denomination) -> int:
        """What our side is likely to get on the average, with the belote and the declarations of the hand."""
        values = [played(denomination, value) for value in self.values(denomination)]
        said = declared(self.view.hand) if self.rules.declarations.declarations else 0.0
        return round(sum(values) / len(values) + said) + self._belote(denomination)

    def sweeps(self, denomination: Denomination) -> int:
        """In how many deals of a hundred our side takes every trick."""
        most = self._all_points(denomination)
        return self._share([value > most for value in self.values(denomination)])

    def wins(self, contract: Contract) -> int:
        """In how many deals of a hundred our side comes out ahead, making that contract or defeating it."""
        ours, whole = contract.takers is self.me.team, self._all_points(contract.denomination)
        beside = Beside(belote=self._belote(contract.denomination) if ours else 0)
        values = [value if ours else whole - value for value in self.values(contract.denomination)]
        worth = [self._prospects.worth(contract, value, beside) for value in values]
        return self._share([(points > 0) is ours for points in worth])

    def _belote(self, denomination: Denomination) -> int:
        both = [CARDS[Denomination(suit)] <= frozenset(self.view.hand) for suit in denomination.trumps]
        return BELOTE_POINTS if len(both) == 1 and both[0] else 0

    def _all_points(self, denomination: Denomination) -> int:
        return sum(points_of(denomination, self.rules.scoring).values()) + LAST_TRICK

    @staticmethod
    def _share(happens: list[bool]) -> int:
        return round(OF_A_HUNDRED * sum(happens) / len(happens))


def _whole_hands(hand: tuple[Card, ...], chance: Random) -> list[tuple[Card, ...]]:
    """The hand; where cards are still to come, with cards that may."""
    missing = HAND_SIZE - len(hand)
    if not missing:
        return [hand]
    rest = [card for card in PACK if card not in hand]
    return [(*hand, *chance.sample(rest, missing)) for _ in range(DRAWS)]
