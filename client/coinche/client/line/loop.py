"""The loop of line mode: read lines from a prompt or a pipe, execute them, and print the news after each change.

`narrate` has the sentences about a table, `commands` the meaning of typed lines.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.renderer import CPR_Support

from coinche.client.line import admission, lobby_commands, narrate, replay_report
from coinche.client.model.effects import FetchRecord, KeepRecord, OpenRecord
from coinche.client.model.messages import Advised, Input, LinkLost, LinkUp, Received, Tick
from coinche.client.model.notices import MatchGoesOn
from coinche.client.model.state import ClientState, Link, Purpose
from coinche.client.model.table import UNDONE, AtTable
from coinche.client.model.ui import Overlay
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import LineText
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.table_events import Listener, sentence_after
from coinche.client.update import navigation
from coinche.client.update.chat import hears, is_heard
from coinche.client.update.people import heard_lines, open_call
from coinche.client.update.table_events import leaves_seat_as_it_is
from coinche.client.views import hand, people, practice
from coinche.client.views.banner import minutes
from coinche.client.views.notice import notice, spoken
from coinche.client.views.status import match_that_waits, reserved
from coinche.client.views.text_lines import cells
from coinche.engine.events import BidMade, DealScored, Event, MatchEnded, MatchStarted
from coinche.protocol.messages import (
    CalledToTable,
    Envelope,
    Joined,
    Lobby,
    LobbyChatted,
    Occupant,
    RecapStarted,
    Request,
    RequestKind,
    SeatChanged,
    SeatReserved,
    TableClosed,
    TableEvent,
    Undo,
)
from coinche.text.catalog import tell
from coinche.text.formatting import Face
from coinche.text.settings import face_of

from .commands import obey

Say = Callable[[str], None]
PROMPT = "coinche> "
READ_BYTES = 4096
RECENT_LINES = 5
"""Lines of the lobby's chat that are told to who arrives."""
ANALYSIS_SECONDS = 10.0
"""Seconds for which the next line waits for what is being computed about a replay, since it may be about that."""


def tell_news(store: ClientStore, say: Say) -> None:
    """Print the news from now on."""

    def tell(before: ClientState, came: Input | None) -> None:
        for line in news(before, store.state, came, face_of(store.state.ui.settings)):
            say(line)

    store.watch(tell)


def _columns() -> int:
    """Columns of the terminal; 80 where the output is none."""
    return shutil.get_terminal_size().columns


async def read_lines(
    store: ClientStore, lines: AsyncIterator[str], say: Say, columns: Callable[[], int] = _columns
) -> None:
    """Execute the typed lines until the person leaves or the lines end; nothing is drawn wider than the `columns`."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_obey_all, store, lines, say, columns)
        nursery.start_soon(_play_on, store)
        await store.over.wait()
        nursery.cancel_scope.cancel()


async def _play_on(store: ClientStore) -> None:
    """Send a tick every second while a replay plays by itself."""
    while True:
        await trio.sleep(1)
        if store.state.match_replay is not None and store.state.match_replay.playing:
            store.take(Tick(trio.current_time()))


async def _obey_all(store: ClientStore, lines: AsyncIterator[str], say: Say, columns: Callable[[], int]) -> None:
    async for line in lines:
        await _obey(store, line, say, columns)
    store.do(navigation.leave_program)


async def _obey(store: ClientStore, line: str, say: Say, columns: Callable[[], int]) -> None:
    """Execute a line; wait for a match that it opens, since the next line may be about it."""
    store.take(Tick(trio.current_time()))  # the commands available depend on how long the person has waited
    store.do(navigation.forget)
    obeyed = obey(store.state, line, face_of(store.state.ui.settings))
    for answer in obeyed.answers:
        say(answer)
    if all(cells(row) < columns() for row in obeyed.drawing):
        for row in obeyed.drawing:
            say(row)
    store.do(lambda state: obeyed.done)
    match obeyed.done.effect:
        case KeepRecord():
            await store.until(_is_told)
        case FetchRecord() if store.state.match_replay is not None:
            fetch = store.state.archive.fetch
            await store.until(_is_told if fetch is not None and fetch.purpose is Purpose.KEEP else _has_begun)
        case OpenRecord() | FetchRecord():
            await store.until(_has_come)
    await store.until(_is_set_up)
    if any(isinstance(message, Undo) for message in obeyed.done.send):
        await store.until(_is_at_another_table(store.state))
    with trio.move_on_after(ANALYSIS_SECONDS):
        await store.until(_is_analysed)


def _has_come(state: ClientState) -> bool:
    """Return whether the requested match has arrived, or failed to arrive."""
    return state.match_replay is not None or state.notice is not None or state.link is Link.LOST


def _is_told(state: ClientState) -> bool:
    """Return whether the match being replayed has been saved, or could not be."""
    return state.match_replay is None or state.notice is not None or state.link is Link.LOST


def _is_set_up(state: ClientState) -> bool:
    """Return whether no practice table is being set up for the position of the replay."""
    return state.retry is None or state.table is not None or state.link is Link.LOST


def _is_at_another_table(before: ClientState) -> Callable[[ClientState], bool]:
    """A condition: the move has been taken back, which leads to another table, or it was refused."""

    def moved(state: ClientState) -> bool:
        if state.table is None or before.table is None or state.notice is not None or state.link is Link.LOST:
            return True
        return state.table.table != before.table.table and state.table.request is not None

    return moved


def _has_begun(state: ClientState) -> bool:
    """Return whether the record has arrived and its analysis has begun, or it failed to arrive."""
    match_replay = state.match_replay
    if match_replay is None or _is_told(state):
        return True
    return match_replay.weighs or match_replay.consults or match_replay.reviewed_deals is not None


def _is_analysed(state: ClientState) -> bool:
    """Return whether nothing is being computed about the replay at its position."""
    match_replay = state.match_replay
    if match_replay is None or match_replay.playing:
        return True
    weighed = bool(match_replay.advice) or not match_replay.is_weighing
    consulted = match_replay.choice is not None or not match_replay.is_consulting
    return weighed and consulted and not match_replay.is_searching


async def typed_lines() -> AsyncIterator[str]:
    """Lines typed at a terminal, with a prompt below the output; Ctrl-C or Ctrl-D ends them."""
    session: PromptSession[str] = PromptSession(PROMPT, enable_suspend=True)
    session.app.renderer.cpr_support = CPR_Support.NOT_SUPPORTED  # else a warning in English appears
    with patch_stdout():
        while True:
            try:
                yield await run_asyncio(session.prompt_async)
            except (EOFError, KeyboardInterrupt):
                return


async def piped_lines() -> AsyncIterator[str]:
    """Lines of standard input.

    They are read below Python's buffer, because a waiting thread would hold its lock for ever.
    """
    pending = b""
    descriptor = sys.stdin.fileno()
    while chunk := await trio.to_thread.run_sync(os.read, descriptor, READ_BYTES, abandon_on_cancel=True):
        *whole, pending = (pending + chunk).split(b"\n")
        for line in whole:
            yield line.decode(errors="replace").rstrip("\r")
    if pending:
        yield pending.decode(errors="replace")


def speak(line: str) -> None:
    """Print a line at once; a terminal gets it wrapped between words."""
    tell(line)


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines for a change of the state."""
    match came:
        case LinkUp(name, False) if before.table is None:
            words = LineText.SIGNED_IN_ALONE if after.solo else LineText.SIGNED_IN
            yield face.say(words, server=after.server, name=face.name(name))
        case LinkLost():
            yield from _link_lost(after, came, face)
        case Advised() if after.table is not None:
            yield hand.advice(after.table, face, aloud=True)
        case Received(message, _):
            yield from _received(before, after, message, face)
    if after.ui.overlay is Overlay.RESUME is not before.ui.overlay and after.table is not None:
        yield f"{match_that_waits(after, after.table, face)} {face.say(LineText.RESUME_OR_NEW)}"
        if after.table.asked is not None:
            yield narrate.hand(after.table, after.ui, face)
            yield from narrate.question(after.table, after.table.asked, after.ui, face)
    if after.lesson is not None and after.lesson.saying is not None and _is_news(before, after):
        yield spoken(after.lesson.saying, face)
        if after.lesson.waits:
            yield face.say(LineText.GO_ON)
    yield from replay_report.news(before, after, came, face)
    if after.notice is not None and after.notice is not before.notice:
        yield notice(after.notice, face)
        if isinstance(after.notice, MatchGoesOn) and after.table is not None and after.table.view.hand:
            yield narrate.hand(after.table, after.ui, face)
        if after.table is not None and after.table.asked is not None:
            yield from narrate.question(after.table, after.table.asked, after.ui, face)
    if before.lesson is not None and after.lesson is None:
        yield face.say(LessonPhrase.OVER)
    elif before.retry is not None:
        pass  # the replay is told
    elif before.table is not None and after.table is None and (came is None or not before.table.closed):
        yield face.say(LineText.LEFT)
    yield from lobby_commands.news(before, after, came, face)
    yield from admission.news(before, after, face)


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
            yield from narrate.news_of_tables(before, after, face)
            if (called := open_call(after)) is not None and open_call(before) is None:
                yield people.typed_call(called, face)  # it came before its table was in the list
        case LobbyChatted(lines=lines, recent=False) if table is None:
            yield from (people.line(line, after, face) for line in lines if hears(after, line.name))
        case LobbyChatted() if table is None and not before.presence.lines:
            yield from (people.line(line, after, face) for line in heard_lines(after)[-RECENT_LINES:])
        case CalledToTable() if (called := open_call(after)) is not None and after.presence is not before.presence:
            yield people.typed_call(called, face)
        case Joined(practice=True) if before.table is not None and before.table.table != message.table:
            if after.notice is not None:
                yield notice(after.notice, face)  # it names what was taken back
        case Joined() if before.table is None and table is not None:
            yield narrate.joined(table, face)
            if table.practice:
                yield face.say(PracticeText.OPENED_MATCH if after.retry is None else PracticeText.OPENED)
            elif table.seat is not None and not after.solo:
                yield face.say(LineText.NEED_PLAYERS)
        case Request(kind=RequestKind.REACT) if table is not None and table.reaction is message:
            yield narrate.offer(table, face)
        case Request() if table is not None and table.asked is message:
            if table.practice and before.table is not None and before.table.retold > before.table.n:
                yield from narrate.position(table, after.ui, face)
            yield from narrate.question(table, message, after.ui, face)
        case Envelope() if table is not None:
            yield from _happened(before, after, message, face)
    if table is not None and table.closed and not (before.table and before.table.closed):
        yield face.say(LineText.OVER_SOLO if after.solo else LineText.OVER)


def _happened(before: ClientState, after: ClientState, envelope: Envelope, face: Face) -> Iterator[str]:
    """The lines for an event of the table; events that the person knows are not told again."""
    table = after.table
    match envelope:
        case Envelope(n=n) if table is None or n <= table.retold:
            if table is not None and n == table.retold:
                yield from _known(table, after, face)
        case Envelope(event=SeatReserved(seat, occupant)) if seat is table.reserved and occupant is not Occupant.FREE:
            yield reserved(table, seat, face)
        case Envelope(event=event) if table is not before.table and is_heard(after, event):
            said = sentence_after(before.table.log if before.table else (), event, _listener(table, after, face))
            again = before.table is not None and leaves_seat_as_it_is(before.table, table, event)
            if said and not again and not _is_told_otherwise(before, table, event):
                yield said
            if isinstance(event, BidMade) and before.table is not None and is_coinched(before.table):
                yield face.say(LineText.CANCELLED)
            if isinstance(event, DealScored):
                yield from narrate.scored(table, event, face)
            if isinstance(event, RecapStarted) and after.retry is not None:
                yield f"{practice.compared(after.retry, table, face)} {face.say(PracticeText.OVER)}"
            elif answer := narrate.agreements(table, event, face):
                yield answer


def _known(table: AtTable, state: ClientState, face: Face) -> Iterator[str]:
    """The table after the last event that is not told: the position to play again, or the hand."""
    if table.practice:
        yield from narrate.position(table, state.ui, face)
    elif table.view.hand:
        yield narrate.hand(table, state.ui, face)


def _listener(table: AtTable, state: ClientState, face: Face) -> Listener:
    """The listener, who has arrived once an event has told so."""
    own = None if table.seat is None else table.seats.get(table.seat)
    arrived = table.seat is None or (own is not None and own.name == state.name)
    return replace(narrate.listener(table, face), arrived=arrived)


def _is_told_otherwise(before: ClientState, table: AtTable, event: Event | TableEvent) -> bool:
    """Return whether other lines tell the event, or nobody needs it: a position is no match."""
    if isinstance(event, MatchStarted | MatchEnded):
        return table.plays_position
    if isinstance(event, TableClosed):
        return event.reason == UNDONE
    return isinstance(event, DealScored) or _told_when_joined(before, event)


def _told_when_joined(before: ClientState, event: Event | TableEvent) -> bool:
    """Return whether the event is the person's own arrival, which another sentence has already told."""
    if not isinstance(event, SeatChanged) or before.table is None or event.seat is not before.table.seat:
        return False
    sat = before.table.seats.get(event.seat)
    return event.connected and (sat is None or sat.occupant is Occupant.BOT)


def is_coinched(table: AtTable) -> bool:
    """Return whether the current bid is coinched."""
    return table.view.contract is not None and table.view.contract.coinched_by is not None
