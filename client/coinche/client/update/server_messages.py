"""The update by messages of a server; `table_events` has the events of a table. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import UNSET

from coinche.client.model import bid_pad
from coinche.client.model.bulletins import bulletin
from coinche.client.model.notices import (
    News,
    Notice,
    OneAddress,
    Refused,
    Rejected,
    SeatIsYours,
    TakenBack,
)
from coinche.client.model.state import ClientState
from coinche.client.model.table import UNDONE, AtTable
from coinche.client.model.ui import CutCursor, Pad, Ui
from coinche.client.texts.practice import PracticeNotice
from coinche.client.update import admission, archive, lobby, people, practice, statistics
from coinche.engine.actions import Reason
from coinche.engine.bids import BidKind
from coinche.engine.events import BidMade, CardPlayed, Coinched, Passed, Surcoinched
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    AwaitsApproval,
    CalledToTable,
    Error,
    FromServer,
    Joined,
    Left,
    Lobby,
    LobbyChatted,
    Matches,
    Newcomers,
    Ok,
    People,
    PlayerInvitation,
    PlayerPage,
    RecordPage,
    Request,
    RequestKind,
    SameAddress,
    Statistics,
)
from coinche.protocol.messages import Notice as ServerNotice

from .navigation import RequestId, returned
from .table_events import kept_notice

_WHY_LEFT: Mapping[str, Notice] = {
    "removed": News.REMOVED,
    "voted_out": News.VOTED_OUT,
    "operator": News.TABLE_CLOSED,
}
"""Notices for leaving a table involuntarily."""
UNTIL_ASKED = 2**53
"""More than any number of an event."""
_FORBIDDEN: Mapping[str, Notice] = {
    "twice": News.TWICE,
    "voted_out": News.NO_SEAT,
    "draining": News.NO_NEW_TABLES,
    "full": News.NO_ROOM,
    "strict": News.STRICT_SEATS,
    "closed": News.SEAT_CLOSED,
    "reserved": News.SEAT_RESERVED,
    "dealt": News.NOT_ALL_AGREE,
    "nothing_to_undo": PracticeNotice.NOTHING_TO_UNDO,
}
"""Notices for refused requests to enter a table, take or change a seat, open a table, or take a move back."""


def received(state: ClientState, message: FromServer) -> ClientState:
    """The state after a message of the server."""
    match message:
        case AwaitsApproval():
            return replace(state, notice=News.AWAITS_APPROVAL)
        case Lobby():
            return lobby.listed(state, message)
        case People() | LobbyChatted() | CalledToTable():
            return people.told(state, message)
        case Newcomers(names=names):
            return admission.told(state, names)
        case PlayerInvitation():
            return admission.invited(state, message)
        case Joined():
            return _entered(state, message)
        case Left():
            return _left(state, message)
        case Error():
            state = admission.refused(_error(state, message), message)
            return practice.refused(archive.refused(state, message), message)
        case ServerNotice():
            told = bulletin(message.topic, message.text, state.now)
            return replace(state, notice=told, bulletin=told)
        case RecordPage():
            return statistics.lines_came(archive.heard(state, message), message)
        case Matches():
            return archive.heard(state, message)
        case Statistics(players=players):
            return statistics.listed(state, players)
        case PlayerPage():
            return statistics.page_came(state, message)
        case _:
            table = state.table
            if table is None or getattr(message, "table", table.table) != table.table:
                return state
            return _at_table(state, table, message)


def _entered(state: ClientState, message: Joined) -> ClientState:
    """The state at the table that the player has come to, or come back to."""
    joined = _joined(state.table, message, fair=state.fair, retold=_retold(state, message))
    joined = _arrived(state, joined)
    there = replace(state, table=joined, in_lobby=False, notice=_of_the_reserved(state, message))
    there = practice.arrived(there)
    if message.practice and state.table is not None and state.table.undoing:
        return replace(there, notice=taken_back(state.table))
    return there


def _arrived(state: ClientState, table: AtTable) -> AtTable:
    """The table with the time of arrival there, and whether it is private; a return changes neither.

    A table that was not listed before is the person's own.
    """
    before = state.table
    if before is not None and before.table == table.table:
        return replace(table, private=before.private, since=before.since)
    listed = next((info.private for info in state.tables if info.table == table.table), state.in_lobby)
    return replace(table, private=listed and state.passphrase is not None, since=state.now)


STALLED = 30.0
"""Seconds of thinking before which nobody is voted out at any clock; the server decides."""


def _joined(before: AtTable | None, message: Joined, *, fair: bool, retold: int) -> AtTable:
    known = (before.table, before.seat, before.eyes, before.reserved) if before is not None else None
    if before is not None and known == (message.table, message.seat, message.eyes, message.reserved):
        # resumed: the events continue from the last one
        applicants = admission.unconfirmed(before.applicants)
        before = replace(before, request=None, answered=False, reaction=None, reacted=False, undoing=False)
        return replace(before, applicants=applicants)
    return AtTable(
        table=message.table,
        name=message.name,
        seat=message.seat,
        preset=message.preset,
        rules=message.rules,
        strict=message.strict,
        stalls_after=max(STALLED, (message.clock.move_ms + message.clock.bank_ms) / 2000),
        shares=message.shares if fair else None,
        hints=message.hints,
        practice=message.practice,
        hold=message.hold,
        eyes=message.eyes,
        reserved=message.reserved,
        retold=retold,
        view=TableView(viewer=message.seat or message.eyes),
    )


def _retold(state: ClientState, message: Joined) -> int:
    """The number of the last event that the person knows: of a seat from an earlier start, of a position that is
    played again, and of a practice table after an undo all up to the request."""
    before = state.table
    if before is not None and before.table == message.table:
        return max(before.n, before.retold)
    if before is not None or state.retry is not None:
        return UNTIL_ASKED if message.practice else 0
    return UNTIL_ASKED if state.keeps_match and not state.in_lobby else 0


def taken_back(table: AtTable) -> Notice:
    """The notice about the person's own last action, which an undo has taken back."""
    for event in reversed(table.log):
        match event:
            case CardPlayed(seat, card) if seat is table.seat:
                return TakenBack(card)
            case BidMade(seat, bid) if seat is table.seat:
                return TakenBack(bid)
            case Passed(seat) | Coinched(seat) | Surcoinched(seat) if seat is table.seat:
                break
    return PracticeNotice.TAKEN_BACK


def _of_the_reserved(state: ClientState, message: Joined) -> Notice | None:
    """The notice about the reserved seat: it is the player's now, or its former player has come back."""
    before = state.table
    if before is None or before.reserved is None or before.table != message.table:
        return state.notice
    if message.seat is not None:
        return SeatIsYours(message.seat)
    return News.SEAT_LOST if message.reserved is None else state.notice


def _left(state: ClientState, message: Left) -> ClientState:
    table = state.table
    if table is None or table.table != message.table:
        return state
    if message.reason == UNDONE:
        return state
    if table.view.phase is Phase.MATCH_OVER:
        return replace(state, table=replace(table, closed=True, request=None))  # the result is still to be read
    told = _WHY_LEFT.get(message.reason, state.notice)
    return returned(replace(state, table=None, notice=told, ui=replace(state.ui, overlay=None)))


def _error(state: ClientState, message: Error) -> ClientState:
    table = state.table
    if table is not None and message.request == table.declined:
        return state  # the table does not wait for a declined offer
    if message.re == RequestId.LEAVE:
        return state  # the table has closed meanwhile
    if message.code is ErrorCode.ILLEGAL_ACTION and message.data.get("reason") in set(Reason):
        told = replace(state, notice=_refused(Reason(str(message.data["reason"])), table))
    elif message.code is ErrorCode.FORBIDDEN and message.data.get("reason") in _FORBIDDEN:
        told = replace(state, notice=_FORBIDDEN[str(message.data["reason"])])
    elif message.code is ErrorCode.FORBIDDEN and message.re == RequestId.ENTER and "seat" not in message.data:
        told = replace(state, notice=News.PRIVATE)
    elif message.code is ErrorCode.STALE_REQUEST and table is not None and table.view.phase is Phase.BIDDING:
        told = replace(state, notice=News.CROSSED)
    else:
        told = replace(state, notice=Rejected(message.code, message.message, _seat(message.data.get("seat"))))
    if table is not None and table.reacted:
        return _not_coinched(told, table, message)
    if table is None or message.request is UNSET or table.request is None:
        return told
    if table.request.request != message.request:
        return told
    closed = message.code in (ErrorCode.STALE_REQUEST, ErrorCode.LATE)
    return replace(told, table=replace(table, answered=False, request=None if closed else table.request))


def _refused(reason: Reason, table: AtTable | None) -> Refused:
    """The reason, with what would not be too low, or the suit led."""
    request = table.request if table is not None and reason is Reason.BID_TOO_LOW else None
    trick = table.view.trick if table is not None and reason is Reason.MUST_FOLLOW_SUIT else None
    led = trick.cards[0].suit if trick is not None and trick.cards else None
    return Refused(reason, bid_pad.lowest(request) if request is not None else (), led)


def _seat(told: object) -> Seat | None:
    return next((seat for seat in Seat if seat == told), None)


def _not_coinched(state: ClientState, table: AtTable, message: Error) -> ClientState:
    """The coinche out of turn was refused, mostly because another player had spoken first."""
    crossed = message.code in (ErrorCode.STALE_REQUEST, ErrorCode.LATE, ErrorCode.ILLEGAL_ACTION)
    told = replace(state, notice=News.CROSSED) if crossed else state
    return replace(told, table=replace(table, reaction=None, reacted=False))


def _at_table(state: ClientState, table: AtTable, message: FromServer) -> ClientState:
    match message:
        case Request(kind=RequestKind.REACT):
            return replace(state, table=replace(table, reaction=message), ui=replace(state.ui, once=""))
        case Request():
            return _asked(state, table, message)
        case Ok():
            if table.request is not None and message.request == table.request.request:
                return replace(state, table=replace(table, request=None, answered=False), notice=None)
            return replace(state, table=replace(table, reacted=False)) if table.reacted else state
        case SameAddress(groups=groups):
            return _of_one_address(state, table, groups)
        case _:
            return state


def _of_one_address(state: ClientState, table: AtTable, groups: tuple[tuple[Seat, ...], ...]) -> ClientState:
    """Tell the host once about newcomers who share an address, and keep the list while they stay."""
    known = [set(group) for group in table.one_address]
    new = [group for group in groups if not any(known_group.issuperset(group) for known_group in known)]
    names = tuple(tuple(table.seats[seat].name for seat in group if seat in table.seats) for group in new)
    told = OneAddress(names) if names else state.notice
    return replace(state, table=replace(table, one_address=groups), notice=told)


def _asked(state: ClientState, table: AtTable, request: Request) -> ClientState:
    """Store the request, and drop a premove that it does not allow."""
    retold = min(table.retold, table.n)
    asked = replace(
        table, request=request, answered=False, asked_at=state.now, reaction=None, advice=None, retold=retold
    )
    notice, ui = kept_notice(state.notice), _ready_to(request, state.ui)
    if ui.premove is not None and (request.kind is not RequestKind.PLAY or ui.premove not in request.legal):
        notice, ui = News.DROPPED, replace(ui, premove=None)
    return replace(state, table=asked, notice=notice, ui=replace(ui, card=ui.premove))


def _ready_to(request: Request, ui: Ui) -> Ui:
    """Reset the cursors for a new request; the pad starts with the best suit of the hand."""
    cheapest = min(request.bids.values(), default=0)
    denomination = bid_pad.best_suit(request) or next(iter(request.bids), ui.pad.denomination)
    level = str(request.bids.get(denomination, cheapest) or BidKind.CAPOT.value)
    pad = bid_pad.untyped(request, Pad(level=level, denomination=denomination))
    return replace(ui, card=None, silent=False, pad=pad, cut_cursor=CutCursor(), once="")
