"""The double-dummy value of each card in a position of a match that is over."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import Position, Solver
from coinche.engine.tally import Taking, all_points
from coinche.engine.trick import Trick
from coinche.engine.view import TableView


def open_values(view: TableView, hands: Mapping[Seat, tuple[Card, ...]], rules: RuleSet) -> dict[Card, int]:
    """The final points of the side on turn for each legal card, if all four play perfectly with open cards."""
    turn, contract = view.turn, view.contract
    assert turn is not None
    assert contract is not None
    position = Position(
        hands=hands,
        trick=view.trick or Trick(turn, (), None),
        turn=turn,
        direction=rules.table.direction,
        sweeping=frozenset(team for team in Team if view.tricks_won[team] == len(view.tricks)),
    )
    values = Solver(contract.denomination, rules).values(position)
    points = all_points(contract.denomination, rules.scoring)
    return {card: Taking.of(value, turn.team, view.points, points).points[turn.team] for card, value in values.items()}
