"""What each event does to the table that it happened at. Pure.

Knows what the client keeps of a table. Refuses to know keys, cursors and what is told of it.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.table import Accord, AtTable, continued, heard, last_deal, past_deal
from coinche.connection.validate_message import followed, systems_after
from coinche.engine.events import (
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealScored,
    DealStarted,
    Event,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
)
from coinche.protocol.messages import (
    AdmitAgreed,
    Chatted,
    Claimed,
    DealCommitted,
    DealRevealed,
    Forfeited,
    HostChanged,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    SeatInfo,
    SeatReserved,
    ShareGiven,
    SharePledged,
    Struck,
    SystemDeclared,
    TableClosed,
    TableEvent,
    TimedOut,
    VoteCast,
    WentOn,
)

from .room import awaited
from .table_requests import counted

_OWN_MOVES = (CardPlayed, BidMade, PackCut, Passed, Coinched, Surcoinched)
ANOTHER_BID = (BidMade, Coinched, Surcoinched, ContractSettled, ThrownIn)
"""After these a coinche would mean something else than it did before."""


def happened(table: AtTable, event: Event | TableEvent, at: float = 0.0) -> AtTable:
    """The table after one of its events, which was `at` that second of the server's clock."""
    table = awaited(counted(table, event), event)
    table = replace(table, systems=systems_after(table.systems, event))
    match event:
        case SeatChanged():
            info = SeatInfo(
                seat=event.seat,
                occupant=event.occupant,
                name=event.name,
                connected=event.connected,
                closed=event.closed,
            )
            return replace(table, seats={**table.seats, event.seat: info})
        case RecapStarted() | WentOn() | PauseAsked() | Paused() | PauseEnded() | RematchAsked():
            return replace(table, accord=heard(table.accord, event, at))
        case HostChanged(seat):
            return replace(table, host=seat)
        case TimedOut():
            return replace(table, request=None) if event.seat is table.seat else table
        case TableClosed():
            return replace(table, closed=True, request=None)
        case (
            Struck()
            | Forfeited()
            | Claimed()
            | Chatted()
            | VoteCast()
            | SystemDeclared()
            | SeatReserved()
            | AdmitAgreed()
        ):
            return table
        case DealCommitted() | SharePledged() | ShareGiven() | DealRevealed():
            return table  # what they come to is found out by `network.shares`
        case _:
            return _after_move(table, event)


def _after_move(table: AtTable, event: Event) -> AtTable:
    if isinstance(event, MatchStarted):
        table = replace(table, rules=event.rules, scored=0, history=(), checked={}, accord=Accord())
    if isinstance(event, DealStarted):
        table = replace(table, accord=Accord(), reacted=False)
    if isinstance(event, ANOTHER_BID):
        table = replace(table, reaction=None)
    if isinstance(event, _OWN_MOVES) and event.seat is table.seat:
        table = replace(table, request=None, answered=False, reacted=False)
    if isinstance(event, DealScored):
        table = replace(table, scored=table.scored + 1)
    if isinstance(event, DealScored | ThrownIn):
        table = replace(table, accord=Accord())
    table = _told_on(table, event)
    if table.rules is None:
        return table
    return _unasked(replace(table, view=followed(table.view, event, table.rules)))


def _told_on(table: AtTable, event: Event) -> AtTable:
    """With one more event of the match, and the deal that it ends, if it does."""
    told = replace(table, story=continued(table.story, event))
    if not isinstance(event, DealScored | ThrownIn):
        return told
    over = past_deal(last_deal(told.story))
    return told if over is None else replace(told, history=(*told.history, over))


def _unasked(table: AtTable) -> AtTable:
    """Without the question, where it is another's turn by now: somebody spoke out of turn and ended the auction."""
    if table.request is None or table.view.turn is table.seat:
        return table
    return replace(table, request=None, answered=False)
