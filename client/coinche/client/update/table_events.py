"""The update by events of a table. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.model.agreements import Agreements, heard, left
from coinche.client.model.bulletins import Bulletin
from coinche.client.model.match_story import continued, last_deal, past_deal
from coinche.client.model.notices import (
    FalseDeal,
    MatchGoesOn,
    News,
    Notice,
    OtherMatchWaits,
)
from coinche.client.model.state import ClientState
from coinche.client.model.table import LOG_LENGTH, UNDONE, AtTable, Newcomer, past_occupants, refused
from coinche.client.model.ui import Pad
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
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    AdmitAgreed,
    Chatted,
    Claimed,
    DealCommitted,
    DealRevealed,
    Envelope,
    Forfeited,
    HostChanged,
    Occupant,
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

from .timing_and_premove import ahead, celebrated, with_trick_display, without_stale_premove

CHAT_TIMES = 2
"""Number of chat messages whose time is kept: the latest ones, which the screen may show."""
_OWN_MOVES = (CardPlayed, BidMade, PackCut, Passed, Coinched, Surcoinched)
ANOTHER_BID = (BidMade, Coinched, Surcoinched, ContractSettled, ThrownIn)
"""Events after which a coinche would apply to something else."""


def table_event(state: ClientState, envelope: Envelope) -> ClientState:
    """The state after an event of its table; an event received before changes nothing."""
    table, event = state.table, envelope.event
    if table is None or envelope.table != table.table or envelope.n <= table.n:
        return state
    seconds = envelope.at / 1000
    after = happened(replace(table, n=envelope.n, ahead=ahead(table, seconds, state.now)), event, seconds)
    is_news = not leaves_seat_as_it_is(table, after, event)
    if is_news:
        after = replace(after, log=(*table.log, event)[-LOG_LENGTH:])
    if isinstance(event, SeatChanged) and is_news:
        after = replace(after, seat_changed_at=seconds)
    if isinstance(event, Chatted):
        after = replace(after, said_at=(*after.said_at, seconds)[-CHAT_TIMES:])
    if _turn(table) != _turn(after):
        after = replace(after, turn_since=state.now)
    if envelope.n > table.retold:
        after = celebrated(after, event, seconds)
    state = replace(state, table=with_trick_display(state, after, event))
    if isinstance(event, ANOTHER_BID):
        state = replace(state, ui=replace(state.ui, once=""))
    if table.request is not None and after.request is None:
        state = replace(state, notice=kept_notice(state.notice), ui=replace(state.ui, pad=Pad()))
    state = _with_position_told(state, after, envelope.n)
    return without_stale_premove(state) if state.ui.premove or state.ui.card else state


def leaves_seat_as_it_is(before: AtTable, after: AtTable, event: Event | TableEvent) -> bool:
    """True for a seat that is told again as it was: a server that was restarted does that for all of them."""
    return isinstance(event, SeatChanged) and before.seats.get(event.seat) == after.seats.get(event.seat)


def _with_position_told(state: ClientState, after: AtTable, n: int) -> ClientState:
    """The state once all events up to the position to play again have come: what follows is news."""
    retry = state.retry
    if retry is None or retry.set_up or state.table is None or not retry.is_set_up_by(after.story):
        return state
    return replace(state, retry=replace(retry, set_up=True), table=replace(state.table, retold=n))


def _turn(table: AtTable) -> tuple[Seat | None, int, int]:
    """The decision for which the table waits: the seat, and the numbers of calls and tricks."""
    return table.view.turn, len(table.view.auction), len(table.view.tricks)


def kept_notice(notice: Notice | None) -> Notice | None:
    """The notice if it may outlast a request, because nothing else tells the same; else None."""
    return notice if notice is News.CROSSED or isinstance(notice, _OUTLASTING) else None


_OUTLASTING = (Bulletin, FalseDeal, MatchGoesOn, OtherMatchWaits)


def happened(table: AtTable, event: Event | TableEvent, at: float = 0.0) -> AtTable:
    """The table after an event, at second `at` of the server's clock."""
    match event:
        case SeatReserved() | AdmitAgreed():
            return replace(table, newcomers=_newcomers_after(table, event))
        case VoteCast(seat, against):
            return replace(table, votes=table.votes | {(seat, against)})
        case SystemDeclared():
            return replace(table, systems=systems_after(table.systems, event))
        case SeatChanged():
            table = replace(
                _acted(table, event.seat),
                newcomers=_newcomers_after(table, event),
                past_occupants=past_occupants(table, event),
                systems=systems_after(table.systems, event),
            )
            info = SeatInfo(
                seat=event.seat,
                occupant=event.occupant,
                name=event.name,
                connected=event.connected,
                closed=event.closed,
            )
            if event.occupant is Occupant.BOT:
                table = replace(table, agreements=left(table.agreements, event.seat))
            return replace(table, seats={**table.seats, event.seat: info})
        case RecapStarted() | WentOn() | PauseAsked() | Paused() | PauseEnded() | RematchAsked():
            table = replace(table, agreements=heard(table.agreements, event, at))
            return refused(table, event.seat) if isinstance(event, WentOn) else table
        case HostChanged(seat):
            return replace(table, host=seat, applicants=table.applicants if seat is table.seat else ())
        case TimedOut():
            return replace(table, request=None) if event.seat is table.seat else table
        case TableClosed(reason) if reason == UNDONE:
            return table
        case TableClosed():
            return replace(table, closed=True, request=None)
        case Struck() | Forfeited() | Claimed() | Chatted():
            return table
        case DealCommitted() | SharePledged() | ShareGiven() | DealRevealed():
            return table  # the connection checks the shuffle
        case _:
            return _after_move(table, event)


def _newcomers_after(table: AtTable, event: SeatReserved | SeatChanged | AdmitAgreed) -> Mapping[Seat, Newcomer]:
    """The newcomers of all seats, with the players who agree."""
    waiting = table.newcomers
    match event:
        case SeatReserved(seat, Occupant.FREE) | SeatChanged(seat):
            return {other: newcomer for other, newcomer in waiting.items() if other is not seat}
        case SeatReserved(seat, occupant, name):
            return {**waiting, seat: Newcomer(seat, occupant, name)}
        case AdmitAgreed(seat, wanted) if (newcomer := waiting.get(wanted)) is not None:
            return {**waiting, wanted: replace(newcomer, agreed=newcomer.agreed | {seat})}
        case _:
            return waiting


def _acted(table: AtTable, seat: Seat | None) -> AtTable:
    """An action of a seat cancels all votes against it."""
    return replace(table, votes=frozenset(vote for vote in table.votes if vote[1] is not seat))


def _after_move(table: AtTable, event: Event) -> AtTable:
    if table.votes:
        table = _acted(table, getattr(event, "seat", None))
    if isinstance(event, MatchStarted):
        table = replace(
            table, rules=event.rules, scored=0, history=(), past_occupants=(), checked={}, agreements=Agreements()
        )
    if isinstance(event, DealStarted):
        table = replace(table, agreements=Agreements(), reacted=False)
    if isinstance(event, ANOTHER_BID):
        table = replace(table, reaction=None)
    if isinstance(event, _OWN_MOVES) and event.seat is table.seat:
        table = replace(table, request=None, answered=False, reacted=False)
    if isinstance(event, DealScored):
        table = replace(table, scored=table.scored + 1)
    if isinstance(event, DealScored | ThrownIn):
        table = replace(table, agreements=Agreements())
    table = _told_on(table, event)
    if table.rules is None:
        return table
    table = replace(table, view=followed(table.view, event, table.rules))
    if table.request is not None and table.view.turn is not table.seat:  # a call out of turn has ended the auction
        table = replace(table, request=None, answered=False)
    return table


def _told_on(table: AtTable, event: Event) -> AtTable:
    """Add the event to the story, and a deal to the history if the event ends it."""
    told = replace(table, story=continued(table.story, event))
    if not isinstance(event, DealScored | ThrownIn):
        return told
    over = past_deal(last_deal(told.story))
    return told if over is None else replace(told, history=(*told.history, over))
