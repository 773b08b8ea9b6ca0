"""Has the solver say what each card would bring, in a thread, wherever a tape stands while that is wanted.

Refuses to know the solver's trade.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import trio

from coinche.client.inputs import Weighed
from coinche.client.model import ClientState
from coinche.client.person import Person
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import Taking, all_points
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView

from .weighing import place, wanted


async def weigh(person: Person) -> None:
    """For as long as it is wanted."""
    while (tape := wanted(person.state)) is not None:
        if tape.view.phase is Phase.PLAYING and tape.view.turn is not None:
            cards = await trio.to_thread.run_sync(_solved, tape.view, tape.hands, tape.rules, abandon_on_cancel=True)
            person.take(Weighed(tape.at, tape.stop, cards))
        await person.until(_elsewhere((tape.at, tape.stop)))


def _elsewhere(here: tuple[int, int]) -> Callable[[ClientState], bool]:
    return lambda state: place(state) != here


def _solved(view: TableView, hands: Mapping[Seat, tuple[Card, ...]], rules: RuleSet) -> Mapping[Card, int]:
    """The points that the side on turn takes in the end, by card."""
    from coinche.engine.solver import Position, Solver  # which few ever ask

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
