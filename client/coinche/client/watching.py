"""What who watches can want: to turn the table, and where the deals are over, to see what a seat saw; intents.

Refuses to know which key asks for it.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.engine.rules import Shuffle
from coinche.engine.seats import Direction
from coinche.protocol.messages import Watch

from .at_table import AtTable
from .intents import Done, sending
from .model import ClientState
from .tables import KNOCK


def has_eyes(state: ClientState, table: AtTable) -> bool:
    """Whether the server shows what a seat saw: only once that is no secret any more."""
    info = next((info for info in state.tables if info.table == table.table), None)
    late = info is not None and info.delay_deals > 0
    return late and table.rules is not None and table.rules.table.shuffle is Shuffle.EVERY_DEAL


def turn_table(state: ClientState) -> Done:
    """The next seat at the bottom; through its eyes, where there are any."""
    table = state.table
    if table is None or table.seat is not None:
        return Done(state)
    seat = table.bottom.next(Direction.ANTICLOCKWISE)
    if not has_eyes(state, table):
        return Done(replace(state, table=replace(table, turned=seat)))
    private = next((info.private for info in state.tables if info.table == table.table), False)
    return sending(state, Watch(table=table.table, eyes=seat, id=KNOCK if private else UNSET))
