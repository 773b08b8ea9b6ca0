"""How long a finished trick lies on the table, over whatever has been led since. Pure.

Knows time as the client's clock tells it. Refuses to know who takes the trick away by a key (`moves`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.events import Event, TrickWon
from coinche.engine.view import Phase
from coinche.protocol.messages import TableEvent

from .at_table import AtTable
from .model import ClientState

LOOK_SECONDS = 3.0
"""How long it lies there, if nobody has had enough of it."""
LIVE_SECONDS = 0.5
"""What follows a trick sooner than that is told afterwards: where people sit, a server waits longer."""


def looked_at(state: ClientState) -> ClientState:
    """The same, with the trick out of the way once it has lain there long enough."""
    table = state.table
    if table is None or not table.lying or state.now - table.lying_since < LOOK_SECONDS:
        return state
    return replace(state, table=replace(table, lying=False))


def lingering(state: ClientState, table: AtTable, event: Event | TableEvent) -> AtTable:
    """The table after that event: a trick begins to lie there; none of a deal that is over, or of the past, does."""
    if isinstance(event, TrickWon):
        lies = state.ui.settings.linger and state.lesson is None  # a teacher waits by himself
        table = replace(table, lying=lies, lying_since=state.now)
    hurried = table.covers_cards and state.now - table.lying_since < LIVE_SECONDS
    over = table.view.phase is not Phase.PLAYING
    return replace(table, lying=False) if table.lying and (hurried or over) else table
