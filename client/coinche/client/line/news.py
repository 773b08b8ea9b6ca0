"""The news in line mode: the lines printed after each change of the state."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.line import lobby_commands, narrate, replay
from coinche.client.model.messages import Advised, Input, LinkLost, LinkUp, Received
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import LineText
from coinche.client.texts.table_events import sentence_after
from coinche.client.update.chat import is_heard
from coinche.client.views import hand
from coinche.client.views.banner import minutes
from coinche.client.views.notice import notice, spoken
from coinche.client.views.status import reserved
from coinche.engine.events import BidMade, DealScored, Event
from coinche.protocol.messages import (
    Envelope,
    Joined,
    Lobby,
    Occupant,
    Request,
    RequestKind,
    SeatChanged,
    SeatReserved,
    TableEvent,
)
from coinche.text.formatting import Face


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines for a change of the state."""
    match came:
        case LinkUp(name, False) if before.table is None:
            yield face.say(LineText.SIGNED_IN, server=after.server, name=face.name(name))
        case LinkLost():
            yield from _link_lost(after, came, face)
        case Advised() if after.table is not None:
            yield hand.advice(after.table, face, aloud=True)
        case Received(message, _):
            yield from _received(before, after, message, face)
    if after.lesson is not None and after.lesson.saying is not None and _is_news(before, after):
        yield spoken(after.lesson.saying, face)
        if after.lesson.waits:
            yield face.say(LineText.GO_ON)
    yield from replay.news(before, after, came, face)
    if after.notice is not None and after.notice is not before.notice:
        yield notice(after.notice, face)
        if after.table is not None and after.table.asked is not None:
            yield from narrate.question(after.table, after.table.asked, after.ui, face)
    if before.lesson is not None and after.lesson is None:
        yield face.say(LessonPhrase.OVER)
    elif before.table is not None and after.table is None and (came is None or not before.table.closed):
        yield face.say(LineText.LEFT)
    yield from lobby_commands.news(before, after, came, face)


def _link_lost(state: ClientState, came: LinkLost, face: Face) -> Iterator[str]:
    """Report the loss at once, then at ever longer intervals."""
    plays = state.lesson is None and state.table is not None and state.table.plays
    if came.attempt == 1:
        words = (
            (LineText.LINK_LOST, LineText.LINK_LOST_LOBBY)
            if not came.restarting
            else (LineText.RESTARTING, LineText.RESTARTING_LOBBY)
        )
        yield face.say(words[0] if plays else words[1])
    elif came.attempt & (came.attempt - 1) == 0:
        yield face.say(LineText.STILL_LOST, time=minutes(max(0, round(state.now - came.since))))


def _is_news(before: ClientState, after: ClientState) -> bool:
    """Return whether the teacher has said something since."""
    return before.lesson is None or (after.lesson is not None and before.lesson.told != after.lesson.told)


def _received(before: ClientState, after: ClientState, message: object, face: Face) -> Iterator[str]:
    table = after.table
    match message:
        case Lobby() if table is None and not after.solo and (not before.in_lobby or before.tables != after.tables):
            yield from narrate.tables(after, face)
        case Joined() if before.table is None and table is not None:
            yield narrate.joined(table, face)
            if table.seat is not None and not after.solo:
                yield face.say(LineText.NEED_PLAYERS)
        case Request(kind=RequestKind.REACT) if table is not None and table.reaction is message:
            yield narrate.offer(table, face)
        case Request() if table is not None and table.asked is message:
            yield from narrate.question(table, message, after.ui, face)
        case Envelope(n=n) if table is not None and n <= table.retold:
            if n == table.retold and table.view.hand:
                yield narrate.hand(table, after.ui, face)
        case Envelope(event=SeatReserved(seat, occupant)) if (
            table is not None and seat is table.reserved and occupant is not Occupant.FREE
        ):
            yield reserved(table, seat, face)
        case Envelope(event=event) if table is not None and table is not before.table and is_heard(after, event):
            said = sentence_after(before.table.log if before.table else (), event, narrate.listener(table, face))
            if said and not _told_when_joined(before, event):
                yield said
            if isinstance(event, BidMade) and before.table is not None and is_coinched(before.table):
                yield face.say(LineText.CANCELLED)
            if isinstance(event, DealScored):
                yield from narrate.scored(table, event, face)
            if answer := narrate.agreements(table, event, face):
                yield answer
    if table is not None and table.closed and not (before.table and before.table.closed):
        yield face.say(LineText.OVER_SOLO if after.solo else LineText.OVER)


def _told_when_joined(before: ClientState, event: Event | TableEvent) -> bool:
    """Return whether the event is the person's own arrival, which another sentence has already told."""
    if not isinstance(event, SeatChanged) or before.table is None or event.seat is not before.table.seat:
        return False
    sat = before.table.seats.get(event.seat)
    return event.connected and (sat is None or sat.occupant is Occupant.BOT)


def is_coinched(table: AtTable) -> bool:
    """Return whether the current bid is coinched."""
    return table.view.contract is not None and table.view.contract.coinched_by is not None
