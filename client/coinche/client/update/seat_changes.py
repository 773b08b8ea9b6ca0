"""Seats that change hands with the next deal: who waits for which, who would have it at once, the wish itself. Pure.

Knows what the table was told. Refuses to know how a seat is drawn; the server decides when it changes hands.

What who watches can want: to turn the table, and where the deals are over, to see what a seat saw; intents.

Refuses to know which key asks for it.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable, Newcomer
from coinche.engine.events import Event
from coinche.engine.rules import Shuffle
from coinche.engine.seats import Direction, Seat
from coinche.protocol.messages import Admit, AdmitAgreed, Occupant, SeatChanged, SeatReserved, TableEvent, Watch
from coinche.text.catalog import Words

from .navigation import Done, sending
from .tables import KNOCK

ADMIT_KEY = "i"


class Arriving(Words):
    """Sentences about seats that change hands with the next deal."""

    KEY_ADMIT = ("laisser entrer tout de suite", "let in now")
    TYPED = ("admettre", "admit")
    # to whoever waits
    AFTER_DEAL = (
        "{seat} est à vous après cette donne.",
        "{seat} is yours after this deal.",
    )
    TRICKS_TO_GO = (
        "{seat} est à vous à la prochaine donne (encore {count} plis).",
        "{seat} is yours from the next deal ({count} tricks to go).",
    )
    LAST_TRICK = (
        "{seat} est à vous à la prochaine donne (encore un pli).",
        "{seat} is yours from the next deal (one trick to go).",
    )
    AGREED = (
        "D'accord pour vous laisser entrer : {agreed} ; on attend : {others}",
        "Agreed to let you in now: {agreed}; waiting for: {others}",
    )
    YOURS = ("{seat} est à vous.", "{seat} is yours.")
    # to everybody else
    WANTS = (
        "{who} jouera en {seat} à la prochaine donne.  {key} : tout de suite",
        "{who} plays {seat} from the next deal.  {key}: let them in now",
    )
    WAITS_FOR = (
        "{who} jouera en {seat} à la prochaine donne, ou dès l'accord de : {others}",
        "{who} plays {seat} from the next deal, or now if they agree: {others}",
    )
    WAITS = ("{who} jouera en {seat} à la prochaine donne.", "{who} plays {seat} from the next deal.")
    A_BOT = ("Un bot ({level})", "A bot ({level})")
    # of seats
    CLOSED = ("place fermée", "seat closed")


def awaited(table: AtTable, event: Event | TableEvent) -> AtTable:
    """The table with who waits for which seat, and who agrees that it changes hands at once."""
    match event:
        case SeatReserved(seat, Occupant.FREE) | SeatChanged(seat):
            others = {other: newcomer for other, newcomer in table.newcomers.items() if other is not seat}
            return replace(table, newcomers=others)
        case SeatReserved(seat, occupant, name):
            return replace(table, newcomers={**table.newcomers, seat: Newcomer(occupant, name)})
        case AdmitAgreed(seat, wanted) if (newcomer := table.newcomers.get(wanted)) is not None:
            agreed = replace(newcomer, agreed=newcomer.agreed | {seat})
            return replace(table, newcomers={**table.newcomers, wanted: agreed})
        case _:
            return table


def yet_to_agree(table: AtTable, newcomer: Newcomer) -> frozenset[Seat]:
    """People who sit there, present or away, and have not agreed; programs are not asked."""
    people = frozenset(seat for seat, info in table.seats.items() if info.occupant is Occupant.PERSON)
    return people - newcomer.agreed


def to_admit(table: AtTable) -> Seat | None:
    """The seat that somebody waits for and this person could have change hands at once."""
    if table.seat is None or table.strict or table.closed:
        return None
    waiting = (seat for seat in Seat if seat in table.newcomers)
    return next((seat for seat in waiting if table.seat not in table.newcomers[seat].agreed), None)


def admit(state: ClientState) -> Done:
    """Agree that whoever waits for a seat has it at once."""
    table = state.table
    seat = to_admit(table) if table is not None else None
    if table is None or seat is None:
        return Done(state)
    return sending(state, Admit(table=table.table, seat=seat, name=table.newcomers[seat].name))


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
