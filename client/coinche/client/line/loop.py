"""The loop of line mode: read lines from a prompt or a pipe, execute them, and print the news.

`news` decides what is printed after a change, `narrate` has the sentences about a table, `commands` the meaning of
typed lines.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.renderer import CPR_Support

from coinche.client.line.news import news
from coinche.client.model.effects import FetchRecord, KeepRecord, OpenRecord
from coinche.client.model.messages import Input, Tick
from coinche.client.model.state import ClientState, Link
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.client.update import navigation
from coinche.text.catalog import tell
from coinche.text.settings import face_of

from .commands import obey

Say = Callable[[str], None]
PROMPT = "coinche> "
READ_BYTES = 4096
WEIGHING_SECONDS = 10.0
"""Seconds for which the next line waits for the value of the cards, since it may be about them."""


def tell_news(store: ClientStore, say: Say) -> None:
    """Print the news from now on."""

    def tell(before: ClientState, came: Input | None) -> None:
        for line in news(before, store.state, came, face_of(store.state.ui.settings)):
            say(line)

    store.watch(tell)


async def read_lines(store: ClientStore, lines: AsyncIterator[str], say: Say) -> None:
    """Execute the typed lines until the person leaves or the lines end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_obey_all, store, lines, say)
        nursery.start_soon(_play_on, store)
        await store.over.wait()
        nursery.cancel_scope.cancel()


async def _play_on(store: ClientStore) -> None:
    """Send a tick every second while a replay plays by itself."""
    while True:
        await trio.sleep(1)
        if store.state.match_replay is not None and store.state.match_replay.playing:
            store.take(Tick(trio.current_time()))


async def _obey_all(store: ClientStore, lines: AsyncIterator[str], say: Say) -> None:
    async for line in lines:
        await _obey(store, line, say)
    store.do(navigation.leave_program)


async def _obey(store: ClientStore, line: str, say: Say) -> None:
    """Execute a line; wait for a match that it opens, since the next line may be about it."""
    store.take(Tick(trio.current_time()))  # the commands available depend on how long the person has waited
    store.do(navigation.forget)
    obeyed = obey(store.state, line, face_of(store.state.ui.settings))
    for answer in obeyed.answers:
        say(answer)
    store.do(lambda state: obeyed.done)
    match obeyed.done.effect:
        case FetchRecord() | KeepRecord() if store.state.match_replay is not None:
            await store.until(_is_done)
        case OpenRecord() | FetchRecord():
            await store.until(_has_come)
    with trio.move_on_after(WEIGHING_SECONDS):
        await store.until(_is_weighed)


def _has_come(state: ClientState) -> bool:
    """Return whether the requested match has arrived, or failed to arrive."""
    return state.match_replay is not None or state.notice is not None or state.link is Link.LOST


def _is_done(state: ClientState) -> bool:
    """Return whether the requested record of the match is complete, or failed to arrive."""
    match_replay = state.match_replay
    return match_replay is None or match_replay.weighs or state.notice is not None or state.link is Link.LOST


def _is_weighed(state: ClientState) -> bool:
    """Return whether no value of the cards is being computed."""
    match_replay = state.match_replay
    return match_replay is None or match_replay.playing or bool(match_replay.advice) or not match_replay.is_weighing


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
