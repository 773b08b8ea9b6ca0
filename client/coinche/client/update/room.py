"""A table that gathers, newcomers at a running one, and seats that change hands: intents. Pure.

A person puts bots on seats, swaps or frees seats, and begins; the server decides who may. A newcomer to a running match
gets a seat with the next deal, or at once if all players agree. A spectator can turn the table.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.notices import News
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable, Newcomer
from coinche.engine.rules import Shuffle
from coinche.engine.seats import Direction, Seat
from coinche.protocol.messages import (
    AddBot,
    Admit,
    Begin,
    ClearSeat,
    Occupant,
    SwapSeats,
    Watch,
)
from coinche.text.catalog import Words

from .lobby import bot
from .navigation import Done, Intent, RequestId, sending, showing


def is_host(state: ClientState) -> bool:
    """True if this player is the host of the table."""
    return state.table is not None and state.table.seat is not None and state.table.host is state.table.seat


def marked(state: ClientState) -> Seat:
    """The seat under the cursor: at first a free one, or else the player's own."""
    table = state.table
    if state.ui.place is not None or table is None:
        return state.ui.place or Seat.SOUTH
    return next((seat for seat in around(table) if is_free(table, seat)), table.bottom)


def around(table: AtTable) -> tuple[Seat, ...]:
    """The seats in turn, the player's own last."""
    seats = tuple(Seat)
    own = seats.index(table.bottom)
    return (*seats[own + 1 :], *seats[: own + 1])


def is_free(table: AtTable, seat: Seat) -> bool:
    info = table.seats.get(seat)
    return info is None or info.occupant is Occupant.FREE


def has_bot(table: AtTable, seat: Seat) -> bool:
    """Test whether a bot of the server has this seat."""
    info = table.seats.get(seat)
    return info is not None and info.occupant is Occupant.BOT


def mark(seat: Seat) -> Intent:
    """Move the cursor to a seat."""
    return lambda state: showing(state, place=seat)


def mark_towards(side: int) -> Intent:
    """Move the cursor to the seat at a side of the screen: 0 bottom, 1 right, 2 top, 3 left."""

    def intent(state: ClientState) -> Done:
        if state.table is None:
            return Done(state)
        return showing(state, place=state.table.bottom.round(Direction.ANTICLOCKWISE)[side])

    return intent


def next_bot(state: ClientState) -> Done:
    """Put a bot on the seat under the cursor, or one of the next kind; after the last kind, free the seat."""
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
    """The server's kinds of bots, the preferred one first."""
    return tuple(dict.fromkeys((bot(state), *state.bots)))


def _kept(state: ClientState) -> ClientState:
    """Pin the cursor to its seat, so that changes of seats do not move it."""
    return replace(state, ui=replace(state.ui, place=marked(state)))


def clear(state: ClientState) -> Done:
    """Free the seat under the cursor from its player or bot."""
    if state.table is None or is_free(state.table, marked(state)):
        return Done(state)
    return sending(_kept(state), ClearSeat(table=state.table.table, seat=marked(state)))


def swap(state: ClientState) -> Done:
    """Swap two seats: the first call selects one, the second call the other. A free one the host takes at once."""
    table, seat = state.table, marked(state)
    if table is None:
        return Done(state)
    first = state.ui.moving
    if first is None and is_free(table, seat) and table.seat is not None:
        return sending(_kept(state), SwapSeats(table=table.table, seats=(table.seat, seat)))
    if first is None:
        return showing(state, moving=seat, place=seat)
    if first is seat:
        return showing(state, moving=None)
    put = showing(state, moving=None, place=seat).state
    return sending(put, SwapSeats(table=table.table, seats=(first, seat)))


def keep_seats(state: ClientState) -> Done:
    """Cancel the swap."""
    return showing(state, moving=None)


_BEGIN_KEY = "enter"


def begin(state: ClientState) -> Done:
    """Begin the match, with bots on the free seats; after a call for players, ask once whether that is meant."""
    table = state.table
    if table is None:
        return Done(state)
    if table.called and table.has_free_seats and state.ui.once != _BEGIN_KEY:
        return Done(replace(showing(state, once=_BEGIN_KEY).state, notice=News.BOTS_INSTEAD))
    return sending(state, Begin(table=table.table, bots=bot(state)))


ADMIT_KEY = "i"


class Arriving(Words):
    """Sentences about seats that change hands with the next deal, or match: `unit`."""

    KEY_ADMIT = ("laisser entrer tout de suite", "let in now")
    TYPED = ("admettre", "admit")
    # to the newcomer
    AFTER_DEAL = ("Vous jouerez en {seat} après cette {unit}.", "You will play {seat} after this {unit}.")
    TRICKS_TO_GO = (
        "Vous jouerez en {seat} à la prochaine {unit} (encore {count} plis).",
        "You will play {seat} from the next {unit} ({count} tricks to go).",
    )
    LAST_TRICK = (
        "Vous jouerez en {seat} à la prochaine {unit} (encore un pli).",
        "You will play {seat} from the next {unit} (one trick to go).",
    )
    AGREED = (
        "D'accord pour vous laisser entrer : {agreed} ; on attend {others}",
        "Agreed to let you in now: {agreed}; waiting for {others}",
    )
    YOURS = ("Vous jouez maintenant en {seat}.", "You now play {seat}.")
    # to the players
    WANTS = (
        "{who} jouera en {seat} à la prochaine {unit}.  {key} : tout de suite",
        "{who} will play {seat} from the next {unit}.  {key}: let them in now",
    )
    WAITS_FOR = (
        "{who} jouera en {seat} à la prochaine {unit}, ou avant avec l'accord de {others}",
        "{who} will play {seat} from the next {unit}, or now if {others} agree",
    )
    WAITS = ("{who} jouera en {seat} à la prochaine {unit}.", "{who} will play {seat} from the next {unit}.")
    DEAL = ("donne", "deal")
    MATCH = ("partie", "match")
    # about seats
    CLOSED = ("place fermée", "seat closed")


def unit(table: AtTable) -> Arriving:
    """The next deal, for which a newcomer waits; the next match in the last deal of one of fixed length."""
    length = table.rules.match.length if table.rules is not None else None
    return Arriving.MATCH if length is not None and table.view.deal >= length else Arriving.DEAL


def yet_to_agree(table: AtTable, newcomer: Newcomer) -> frozenset[Seat]:
    """The people, connected or not, who have not agreed yet; bots are not asked."""
    people = frozenset(seat for seat, info in table.seats.items() if info.occupant is Occupant.PERSON)
    return people - newcomer.agreed


def to_admit(table: AtTable) -> Seat | None:
    """The seat of a newcomer to whom this player has not agreed yet."""
    if table.seat is None or table.strict or table.closed:
        return None
    waiting = (seat for seat in Seat if seat in table.newcomers)
    return next((seat for seat in waiting if table.seat not in table.newcomers[seat].agreed), None)


def admit(state: ClientState) -> Done:
    """Agree that a newcomer gets the seat at once."""
    table = state.table
    seat = to_admit(table) if table is not None else None
    if table is None or seat is None:
        return Done(state)
    return sending(state, Admit(table=table.table, seat=seat, name=table.newcomers[seat].name))


def has_eyes(state: ClientState, table: AtTable) -> bool:
    """True if the server shows a seat's hand to spectators, which it does only when the hand is no secret any more."""
    info = next((info for info in state.tables if info.table == table.table), None)
    late = info is not None and info.delay_deals > 0
    return late and table.rules is not None and table.rules.table.shuffle is Shuffle.EVERY_DEAL


def turn_table(state: ClientState) -> Done:
    """Turn the next seat to the bottom, with its hand if spectators may see it."""
    table = state.table
    if table is None or table.seat is not None:
        return Done(state)
    seat = table.bottom.next(Direction.ANTICLOCKWISE)
    if not has_eyes(state, table):
        return Done(replace(state, table=replace(table, turned=seat)))
    private = next((info.private for info in state.tables if info.table == table.table), False)
    return sending(state, Watch(table=table.table, eyes=seat, id=RequestId.ENTER if private else UNSET))
