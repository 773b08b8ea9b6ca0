"""What a person can want while a table gathers: bots of a kind on a seat, seats exchanged or freed, the beginning.

Intents, as `intents` has them. The server says who may.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.engine.seats import Direction, Seat
from coinche.protocol.messages import AddBot, Begin, ClearSeat, Occupant, SwapSeats

from .navigation import Done, Intent, sending, showing
from .tables import bot


def is_host(state: ClientState) -> bool:
    """Whether this person looks after the table."""
    return state.table is not None and state.table.seat is not None and state.table.host is state.table.seat


def marked(state: ClientState) -> Seat:
    """The seat under the cursor: at first a free one, else one's own."""
    table = state.table
    if state.ui.place is not None or table is None:
        return state.ui.place or Seat.SOUTH
    return next((seat for seat in around(table) if is_free(table, seat)), table.bottom)


def around(table: AtTable) -> tuple[Seat, ...]:
    """The seats, one's own last."""
    seats = tuple(Seat)
    own = seats.index(table.bottom)
    return (*seats[own + 1 :], *seats[: own + 1])


def is_free(table: AtTable, seat: Seat) -> bool:
    """Whether nobody sits there."""
    info = table.seats.get(seat)
    return info is None or info.occupant is Occupant.FREE


def has_bot(table: AtTable, seat: Seat) -> bool:
    """Whether a bot of the server sits there."""
    info = table.seats.get(seat)
    return info is not None and info.occupant is Occupant.BOT


def mark(seat: Seat) -> Intent:
    """Put the cursor there."""
    return lambda state: showing(state, place=seat)


def mark_towards(side: int) -> Intent:
    """Put the cursor on the seat on that side of the screen: 0 is one's own, 1 the right, 2 opposite, 3 the left."""

    def intent(state: ClientState) -> Done:
        if state.table is None:
            return Done(state)
        return showing(state, place=state.table.bottom.round(Direction.ANTICLOCKWISE)[side])

    return intent


def next_bot(state: ClientState) -> Done:
    """A bot on the marked seat, or one of the next kind; after the last kind the seat is free."""
    table, seat = state.table, marked(state)
    if table is None:
        return Done(state)
    kinds = _kinds(state)
    if is_free(table, seat):
        return sending(_kept(state), AddBot(table=table.table, bot=kinds[0], seat=seat))
    if not has_bot(table, seat):
        return Done(state)
    after = kinds[kinds.index(table.seats[seat].name) + 1 :] if table.seats[seat].name in kinds else kinds
    if not after:
        return sending(_kept(state), ClearSeat(table=table.table, seat=seat))
    return sending(_kept(state), AddBot(table=table.table, bot=after[0], seat=seat))


def _kinds(state: ClientState) -> tuple[str, ...]:
    """Those of the server, its usual one first."""
    return tuple(dict.fromkeys((bot(state), *state.bots)))


def _kept(state: ClientState) -> ClientState:
    """With the cursor where it is: what happens to a seat does not move it."""
    return replace(state, ui=replace(state.ui, place=marked(state)))


def fill(state: ClientState) -> Done:
    """Bots on all free seats."""
    return sending(state, AddBot(table=state.table.table, bot=bot(state))) if state.table else Done(state)


def clear(state: ClientState) -> Done:
    """Free the marked seat: its bot goes, or whoever sits there."""
    if state.table is None or is_free(state.table, marked(state)):
        return Done(state)
    return sending(_kept(state), ClearSeat(table=state.table.table, seat=marked(state)))


def swap(state: ClientState) -> Done:
    """Have two seats exchange what sits on them: the first time it marks one, the second time the other."""
    table, seat = state.table, marked(state)
    if table is None:
        return Done(state)
    first = state.ui.moving
    if first is None:
        return showing(state, moving=seat, place=seat)
    if first is seat:
        return showing(state, moving=None)
    put = showing(state, moving=None, place=seat).state
    return sending(put, SwapSeats(table=table.table, seats=(first, seat)))


def keep_seats(state: ClientState) -> Done:
    """No exchange after all."""
    return showing(state, moving=None)


def begin(state: ClientState) -> Done:
    """Begin, with bots on the seats that are free."""
    return sending(state, Begin(table=state.table.table, bots=bot(state))) if state.table else Done(state)
