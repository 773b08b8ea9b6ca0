"""The next state of the client, out of this one and what came in. Pure: no sockets, no clock, no screen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import assert_never

from msgspec import UNSET

from coinche.engine.actions import Reason
from coinche.engine.bids import BidKind
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
from coinche.engine.view import Phase, TableView
from coinche.protocol.errors import ErrorCode
from coinche.protocol.house import HouseRules
from coinche.protocol.messages import (
    Chatted,
    Claimed,
    Envelope,
    Error,
    Forfeited,
    FromServer,
    HostChanged,
    Joined,
    Left,
    Lobby,
    Matches,
    Ok,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    Record,
    RematchAsked,
    Request,
    RequestKind,
    SeatChanged,
    SeatInfo,
    Statistics,
    Struck,
    TableClosed,
    TableEvent,
    TimedOut,
    WentOn,
)

from . import archiving, intents
from . import pad as bid_pad
from .accord import Accord, heard
from .advice import Advice
from .archiving import given_up
from .at_table import LOG_LENGTH, AtTable
from .clocks import awaited
from .endings import Ended
from .found import Found
from .home import MOST_FOUND
from .lesson.learning import Lesson, Saying
from .lingering import lingering, looked_at
from .model import ClientState, Link, Screen
from .notices import Broken, FirstSeen, News, Notice, Refused, Rejected, RulesKept
from .past_deals import past_deal
from .prepared import still_meant
from .sense import followed
from .story import continued, last_deal
from .tables import KNOCK
from .ui import Knife, Pad, Ui
from .winding import RecordRead, RecordUnread, file_came, ticked


@dataclass(frozen=True, slots=True)
class LinkUp:
    """Signed in; `resumed` where it is the session of before, `met` the fingerprint of a server never seen before,
    `owned` where the name has just become one's own.
    """

    name: str
    resumed: bool
    met: str | None = None
    owned: bool = False
    keeps_matches: bool = False
    zone: tzinfo | None = UTC
    """In which times are told; None: the machine's own."""


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is gone; `attempt` counts how often it was tried for again."""

    attempt: int


@dataclass(frozen=True, slots=True)
class Received:
    """A message came, at that time of the client's clock."""

    message: FromServer | Envelope
    now: float


class FromLesson(Received):
    """The same, from the table of the lesson."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LessonBegun:
    """From now on a lesson is before everything else."""


@dataclass(frozen=True, slots=True)
class LessonSays:
    """The teacher says something."""

    saying: Saying


@dataclass(frozen=True, slots=True)
class Tick:
    """A second went by."""

    now: float


@dataclass(frozen=True, slots=True)
class ServerFound:
    """A server answers on the network."""

    server: Found


@dataclass(frozen=True, slots=True)
class SearchEnded:
    """Whoever was to be found is found."""


@dataclass(frozen=True, slots=True)
class HomeAgain:
    """The connection is over, or has never begun; `why`, where something went wrong."""

    why: Ended | None


@dataclass(frozen=True, slots=True)
class WentWrong:
    """Something could not be done; all else goes on."""

    why: Ended


@dataclass(frozen=True, slots=True)
class RulesWritten:
    """A group's rules are kept in a house file; where, as a person would say it, and all that are kept now."""

    path: str
    houses: tuple[HouseRules, ...]


@dataclass(frozen=True, slots=True)
class Advised:
    """What was asked of a sound player is answered."""

    advice: Advice


Input = (
    LinkUp
    | LinkLost
    | Received
    | Tick
    | ServerFound
    | SearchEnded
    | HomeAgain
    | WentWrong
    | RulesWritten
    | RecordRead
    | RecordUnread
    | Advised
    | LessonBegun
    | LessonSays
)

_OWN_MOVES = (CardPlayed, BidMade, PackCut, Passed, Coinched, Surcoinched)
_ANOTHER_BID = (BidMade, Coinched, Surcoinched, ContractSettled, ThrownIn)
"""After these a coinche would mean something else than it did before."""
_IN_THE_LESSON = (FromLesson, LessonSays, Tick, Advised, WentWrong)
"""What is for the person who learns; everything else happens behind the lesson."""


def reduce(state: ClientState, came: Input) -> ClientState:
    """The state after what came in."""
    lesson = state.lesson
    if lesson is not None and not isinstance(came, _IN_THE_LESSON):
        return replace(state, lesson=replace(lesson, behind=reduce(lesson.behind, came)))
    match came:
        case LessonBegun():
            return _begun(state)
        case LessonSays(saying):
            return state if lesson is None else replace(state, lesson=lesson.hearing(saying))
        case LinkUp():
            return _link_up(state, came)
        case LinkLost(attempt):
            return given_up(replace(state, link=Link.LOST, attempt=attempt))
        case Tick(now):
            return ticked(awaited(looked_at(replace(state, now=now))))
        case Received(message, now):
            return _received(looked_at(replace(state, now=now)), message)
        case ServerFound(server):
            return _found(state, server)
        case SearchEnded():
            return replace(state, searching=False)
        case HomeAgain(why):
            return replace(intents.at_home(state), notice=None if why is None else Broken(why))
        case WentWrong(why):
            return replace(state, notice=Broken(why))
        case Advised(advice):
            return _advised(state, advice)
        case RecordRead() | RecordUnread():
            return file_came(state, came)
        case RulesWritten(path, houses):
            return replace(state, notice=RulesKept(path), houses=houses)
        case _:
            assert_never(came)


def _begun(state: ClientState) -> ClientState:
    """At a table that needs no server, with the client as it was behind it."""
    ui = Ui(settings=state.ui.settings)
    behind = replace(state, notice=None, ui=replace(state.ui, overlay=None))
    return ClientState(link=Link.UP, name=state.name, solo=True, lesson=Lesson(behind=behind), ui=ui)


def _advised(state: ClientState, advice: Advice) -> ClientState:
    """Told, if that is still the question."""
    table = state.table
    if table is None or table.asked is None or table.asked.request != advice.request:
        return state
    return replace(state, table=replace(table, advice=advice))


def _found(state: ClientState, server: Found) -> ClientState:
    """With one more, or with news of it; the cursor stays on its line unless nobody has moved it yet."""
    here = [server.address == other.address for other in state.found]
    if any(here) or len(state.found) >= MOST_FOUND:
        told = tuple(server if same else other for same, other in zip(here, state.found, strict=True))
        return replace(state, found=told)
    moved = state.ui.row > 0 and state.ui.row >= len(state.found)
    row = state.ui.row + 1 if moved and state.screen is Screen.HOME else state.ui.row
    return replace(state, found=(*state.found, server), ui=replace(state.ui, row=row))


def _link_up(state: ClientState, came: LinkUp) -> ClientState:
    kept = None if state.notice is News.OFFLINE else state.notice
    ui = replace(state.ui, row=0) if state.screen is Screen.HOME else state.ui
    screen = Screen.PLAY if state.screen is Screen.HOME else state.screen
    archive = replace(state.archive, offered=came.keeps_matches, zone=came.zone)
    up = replace(state, screen=screen, bound_for="", link=Link.UP, attempt=0, name=came.name, notice=kept, ui=ui)
    up = replace(up, archive=archive)
    if state.link is not Link.LOST:
        first = FirstSeen(came.met, came.name if came.owned else None)
        return up if first == FirstSeen() else replace(up, notice=first)
    if came.resumed:
        return replace(up, notice=News.LINK_BACK)
    if state.table is None or state.table.closed:
        return up
    return replace(up, table=None, notice=News.SESSION_GONE)


def _received(state: ClientState, message: FromServer | Envelope) -> ClientState:
    match message:
        case Lobby():
            row = min(state.ui.row, len(message.tables))
            return replace(
                state,
                tables=message.tables,
                presets=message.presets,
                bots=message.bots,
                in_lobby=True,
                ui=replace(state.ui, row=row),
            )
        case Joined():
            return replace(state, table=_joined(state.table, message), in_lobby=False)
        case Left():
            return _left(state, message)
        case Error():
            return archiving.refused(_error(state, message), message)
        case Matches() | Record() | Statistics():
            return archiving.heard(state, message)
        case _:
            table = state.table
            if table is None or getattr(message, "table", table.table) != table.table:
                return state
            return _at_table(state, table, message)


def _joined(before: AtTable | None, message: Joined) -> AtTable:
    known = (before.table, before.seat, before.eyes) if before is not None else None
    if before is not None and known == (message.table, message.seat, message.eyes):
        # resumed: the events go on where they stopped
        return replace(before, request=None, answered=False, reaction=None, reacted=False)
    return AtTable(
        table=message.table,
        name=message.name,
        seat=message.seat,
        preset=message.preset,
        rules=message.rules,
        strict=message.strict,
        hold=message.hold,
        eyes=message.eyes,
        view=TableView(viewer=message.seat or message.eyes),
    )


def _left(state: ClientState, message: Left) -> ClientState:
    table = state.table
    if table is None or table.table != message.table:
        return state
    if table.view.phase is Phase.MATCH_OVER:
        return replace(state, table=replace(table, closed=True, request=None))  # the result is still to be read
    told = News.REMOVED if message.reason == "removed" else state.notice
    return replace(state, table=None, notice=told, ui=replace(state.ui, overlay=None))


def _error(state: ClientState, message: Error) -> ClientState:
    table = state.table
    if table is not None and message.request == table.declined:
        return state  # nobody waits for what we declined
    if message.code is ErrorCode.ILLEGAL_ACTION and message.data.get("reason") in set(Reason):
        told = replace(state, notice=Refused(Reason(str(message.data["reason"]))))
    elif message.code is ErrorCode.FORBIDDEN and message.re == KNOCK and "seat" not in message.data:
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


def _seat(told: object) -> Seat | None:
    return next((seat for seat in Seat if seat == told), None)


def _not_coinched(state: ClientState, table: AtTable, message: Error) -> ClientState:
    """Our coinche out of turn was refused: mostly because somebody else had spoken first."""
    crossed = message.code in (ErrorCode.STALE_REQUEST, ErrorCode.LATE, ErrorCode.ILLEGAL_ACTION)
    told = replace(state, notice=News.CROSSED) if crossed else state
    return replace(told, table=replace(table, reaction=None, reacted=False))


def _at_table(state: ClientState, table: AtTable, message: FromServer | Envelope) -> ClientState:
    match message:
        case Request(kind=RequestKind.REACT):
            return replace(state, table=replace(table, reaction=message), ui=replace(state.ui, once=""))
        case Request():
            return _asked(state, table, message)
        case Ok():
            if table.request is not None and message.request == table.request.request:
                return replace(state, table=replace(table, request=None, answered=False), notice=None)
            return replace(state, table=replace(table, reacted=False)) if table.reacted else state
        case Envelope(_, n, _, event) if n > table.n:
            after = _timed(state, table, _after(replace(table, n=n, log=(*table.log, event)[-LOG_LENGTH:]), event))
            after = lingering(state, after, event)
            once = "" if isinstance(event, _ANOTHER_BID) else state.ui.once
            closed = table.request is not None and after.request is None
            pad = Pad() if closed else state.ui.pad
            told = _kept(state.notice) if closed else state.notice
            return still_meant(replace(state, table=after, notice=told, ui=replace(state.ui, once=once, pad=pad)))
        case _:
            return state


def _asked(state: ClientState, table: AtTable, request: Request) -> ClientState:
    """With the question; a card that was prepared for it is dropped where the rules forbid it now."""
    asked = replace(table, request=request, answered=False, asked_at=state.now, reaction=None, advice=None)
    notice, ui = _kept(state.notice), _ready_to(request, state.ui)
    if ui.meant is not None and (request.kind is not RequestKind.PLAY or ui.meant not in request.legal):
        notice, ui = News.DROPPED, replace(ui, meant=None)
    return replace(state, table=asked, notice=notice, ui=replace(ui, card=ui.meant))


def _timed(state: ClientState, before: AtTable, after: AtTable) -> AtTable:
    """With the time since which it is whose turn."""
    said = [(table.view.turn, len(table.view.auction), len(table.view.tricks)) for table in (before, after)]
    return after if said[0] == said[1] else replace(after, turn_since=state.now)


def _kept(notice: Notice | None) -> Notice | None:
    """The next question, and the end of one, wipe away what was told, but for what cannot be read anywhere else."""
    return notice if notice is News.CROSSED else None


def _ready_to(request: Request, ui: Ui) -> Ui:
    """Cursors where the answer to a new question begins."""
    cheapest = min(request.bids.values(), default=0)
    suits = Counter(card.suit for card in request.known.hand)
    longest = max(request.bids, key=lambda d: sum(suits[s] for s in d.trumps if len(d.trumps) == 1), default=None)
    denomination = longest or ui.pad.denomination
    level = str(request.bids.get(denomination, cheapest) or BidKind.CAPOT.value)
    pad = bid_pad.untyped(request, Pad(level=level, denomination=denomination))
    return replace(ui, card=None, silent=False, pad=pad, knife=Knife(), once="")


def _after(table: AtTable, event: Event | TableEvent) -> AtTable:
    """The table after one of its events."""
    match event:
        case SeatChanged():
            info = SeatInfo(seat=event.seat, occupant=event.occupant, name=event.name, connected=event.connected)
            return replace(table, seats={**table.seats, event.seat: info})
        case RecapStarted() | WentOn() | PauseAsked() | Paused() | PauseEnded() | RematchAsked():
            return replace(table, accord=heard(table.accord, event))
        case HostChanged(seat):
            return replace(table, host=seat)
        case TimedOut():
            return replace(table, request=None) if event.seat is table.seat else table
        case TableClosed():
            return replace(table, closed=True, request=None)
        case Struck() | Forfeited() | Claimed() | Chatted():
            return table
        case _:
            return _after_move(table, event)


def _after_move(table: AtTable, event: Event) -> AtTable:
    if isinstance(event, MatchStarted):
        table = replace(table, rules=event.rules, scored=0, history=(), accord=Accord())
    if isinstance(event, DealStarted):
        table = replace(table, accord=Accord(), reacted=False)
    if isinstance(event, _ANOTHER_BID):
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
