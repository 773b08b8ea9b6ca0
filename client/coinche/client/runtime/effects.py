"""The effect runner: searches, connects, starts a private server, reads and saves files, and asks for advice.

A failure becomes a notice and never ends the program. `carry_out` runs the effects that need nothing of this machine
but time, also for guests by ssh; a bug in one of these is reported and becomes a notice, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import assert_never

import trio

from coinche.client.model.effects import (
    Connect,
    Consult,
    Effect,
    FetchRecord,
    GoHome,
    KeepRecord,
    KeepSettings,
    Learn,
    LightEffect,
    OpenRecord,
    PlayAlone,
    Practise,
    ReviewMatch,
    ReviewPar,
    SearchServers,
    Think,
    Weigh,
    WriteRules,
)
from coinche.client.model.messages import (
    Advised,
    Input,
    LessonBegun,
    LessonNumber,
    RecordRead,
    RecordUnread,
    RecordWritten,
    RulesWritten,
    SearchEnded,
    ServerFound,
    WentWrong,
)
from coinche.client.model.notices import OwnFault
from coinche.client.model.state import ClientState
from coinche.client.runtime import house_rules_files, record_files
from coinche.client.update import archive, home, replay_analysis
from coinche.client.update.timing_and_premove import auto_move, play_auto_move
from coinche.connection.address import Address, Found
from coinche.connection.discovery import find_servers
from coinche.connection.storage import KeptError, UnreadableFile, path_from_home
from coinche.hints.render import Advice

from .exit_and_crash_report import is_fault, reported
from .par_review import review_par
from .replay_analysis import consult, review_match, weigh
from .settings_file import keep_lessons, keep_settings, keep_tips
from .sign_in import ConnectionSlot
from .store import ClientStore


async def fetch_record(store: ClientStore) -> None:
    """Fetch the wanted record, page by page, until it is complete or no longer wanted."""
    fetch = None
    while (asked := archive.wanted(store.state)) is not None:
        fetch = store.state.archive.fetch
        store.do(archive.ask_on)
        await store.until(_another_page(asked))
    if fetch is not None:
        store.do(replay_analysis.fetched(fetch))


def _another_page(asked: archive.Wanted) -> Callable[[ClientState], bool]:
    def came(state: ClientState) -> bool:
        return archive.wanted(state) != asked

    return came


SEARCH_AGAIN_SECONDS = 20
"""Seconds between two searches for servers at home."""


async def search(store: ClientStore) -> None:
    """Report each server that answers, and at the end those that no longer do."""
    silent = list(store.state.found)

    def heard(server: Found) -> None:
        silent[:] = [one for one in silent if not one.is_same(server)]
        store.take(ServerFound(server))

    await find_servers(heard)
    store.take(SearchEnded(tuple(silent)))


Report = Callable[[Exception], OwnFault]
"""Writes a bug in the client to a file."""


def carry_out(effect: LightEffect, store: ClientStore, nursery: trio.Nursery, report: Report = reported) -> None:
    """Start an effect; its result arrives as a message."""

    async def carry(do: Callable[[], Awaitable[None]]) -> None:
        try:
            await do()
        except Exception as fault:  # a bug of ours: the match must go on
            if not is_fault(fault):
                raise
            store.take(WentWrong(report(fault)))

    match effect:
        case Think():
            nursery.start_soon(carry, lambda: _think(store, effect))
        case FetchRecord():
            nursery.start_soon(carry, lambda: _once(effect, store, fetch_record))
        case ReviewMatch():
            nursery.start_soon(carry, lambda: _once(effect, store, review_match))
        case ReviewPar():
            nursery.start_soon(carry, lambda: _once(effect, store, review_par))
        case Weigh():
            nursery.start_soon(carry, lambda: _once(effect, store, weigh))
        case Consult():
            nursery.start_soon(carry, lambda: _once(effect, store, consult))
        case Learn(number):
            nursery.start_soon(carry, lambda: _give_lesson(store, number))
        case _:
            assert_never(effect)


async def _once(
    effect: FetchRecord | Weigh | Consult | ReviewMatch | ReviewPar,
    store: ClientStore,
    do: Callable[[ClientStore], Awaitable[None]],
) -> None:
    """Run the effect, unless it is already running: it goes on for as long as the state wants it."""
    if effect in store.running:
        return
    store.running.add(effect)
    try:
        await do(store)
    finally:
        store.running.remove(effect)


def _advised(asked: Think) -> Advice:
    from coinche.hints.service import advise  # loads the solver, which few people use

    return advise(asked.request, asked.rules, asked.systems)


async def _think(store: ClientStore, asked: Think) -> None:
    """Ask for advice in a thread, since it may take longer than a screen can wait."""
    advice = await trio.to_thread.run_sync(_advised, asked, abandon_on_cancel=True, limiter=store.threads)
    store.take(Advised(advice))


async def _give_lesson(store: ClientStore, number: LessonNumber) -> None:
    """Start a lesson, unless one is in progress."""
    from .lesson import learn  # loads a bot, which only beginners need

    if store.state.lesson is None:
        store.take(LessonBegun(number))
        await learn(store)


Sign = Callable[[ClientStore, Address, bool], Awaitable[None]]
"""Stays connected to an address, as a guest or not, until the server has answered the `bye`."""


class EffectRunner:
    """Runs the effects of one client."""

    def __init__(self, store: ClientStore, stay: Sign, search: Callable[[ClientStore], Awaitable[None]]) -> None:
        self._store = store
        self._stay = stay
        self._search = search
        self._connection_slot = ConnectionSlot(store)

    async def run(self) -> None:
        """Run effects until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._find_waiting)
            nursery.start_soon(self._search_again)
            async for effect in self._store.effects:
                await self._carry_out(effect, nursery)

    async def idle(self) -> None:
        """Wait until no connection is under way."""
        await self._connection_slot.idle()

    async def _carry_out(self, effect: Effect, nursery: trio.Nursery) -> None:
        match effect:
            case SearchServers():
                nursery.start_soon(self._search, self._store)
            case Connect(address):
                await self._connection_slot.begin(nursery, lambda: self._stay(self._store, address, False))
            case PlayAlone():
                if effect.beside_waiting:
                    await self._connection_slot.end(said_bye=False)
                await self._connection_slot.begin(nursery, partial(self._play_alone, effect))
            case Practise(said_bye):
                await self._connection_slot.end(said_bye=said_bye)
                await self._connection_slot.begin(nursery, self._practise)
            case GoHome(said_bye):
                await self._connection_slot.end(said_bye=said_bye)
            case KeepSettings(changes):
                self._keep(changes)
            case WriteRules():
                self._write(effect)
            case OpenRecord(path):
                nursery.start_soon(self._open_record, path)
            case KeepRecord():
                self._write_record(effect)
            case Think() | FetchRecord() | Learn() | Weigh() | Consult() | ReviewMatch() | ReviewPar():
                carry_out(effect, self._store, nursery)
            case _:
                assert_never(effect)

    async def _search_again(self) -> None:
        """Search for servers now and then while the person is at home: others come, and known ones go."""
        while True:
            await self._store.until(home.may_search_again)
            await trio.sleep(SEARCH_AGAIN_SECONDS)
            if home.may_search_again(self._store.state):
                await self._search(self._store)

    async def _find_waiting(self) -> None:
        """Look for the solo matches that wait whenever the person comes home and no server runs any more."""
        while True:
            await self._store.until(home.looks_for_matches)
            await self.idle()
            if home.looks_for_matches(self._store.state):
                from .solo import find_waiting

                await find_waiting(self._store)

    async def _open_record(self, path: str) -> None:
        try:
            lines = await trio.to_thread.run_sync(record_files.record_lines, path, abandon_on_cancel=True)
        except UnreadableFile as error:
            self._store.take(RecordUnread(path, error.why))
        else:
            self._store.take(RecordRead(path, lines))

    def _write_record(self, wanted: KeepRecord) -> None:
        try:
            path = (
                record_files.write_record_to(wanted.path, wanted.lines)
                if wanted.path
                else record_files.write_record(wanted.title, wanted.lines)
            )
        except KeptError as error:
            self._store.take(WentWrong(error))
        else:
            self._store.take(RecordWritten(path_from_home(path)))

    def _keep(self, changes: Mapping[str, object]) -> None:
        try:
            keep_settings(changes)
        except KeptError as error:
            self._store.take(WentWrong(error))

    def _write(self, wanted: WriteRules) -> None:
        try:
            path = house_rules_files.write_house_rules(wanted.name, wanted.base, wanted.rules)
            name = house_rules_files.read_house_rules(path).name
            keep_settings({"rules": name})
        except KeptError as error:
            self._store.take(WentWrong(error))
        else:
            self._store.take(RulesWritten(path_from_home(path), house_rules_files.kept_house_rules(), name))

    async def _play_alone(self, wanted: PlayAlone) -> None:
        from .solo import begin_solo, solo_server

        keep, beside = not self._store.state.guest, wanted.beside_waiting
        solo = solo_server(None, keep=keep, waiting=wanted.waiting, beside_waiting=beside)
        async with solo as (address, begun), trio.open_nursery() as nursery:
            self._store.take(begun)
            begin = partial(begin_solo, self._store, to_browse=wanted.to_browse, goes_on=bool(wanted.waiting))
            nursery.start_soon(begin)
            await self._stay(self._store, address, not begun.kept)
            nursery.cancel_scope.cancel()

    async def _practise(self) -> None:
        from .solo import begin_practice, solo_server

        async with solo_server(None, keep=False) as (address, begun), trio.open_nursery() as nursery:
            self._store.take(begun)
            nursery.start_soon(begin_practice, self._store)
            await self._stay(self._store, address, True)
            nursery.cancel_scope.cancel()


def remember_tips(store: ClientStore) -> None:
    """Keep the tips that are shown from now on."""

    def keep(before: ClientState, came: Input | None) -> None:
        now = store.state.tips
        if now is not None and (before.tips is None or now.seen != before.tips.seen):
            keep_tips(now.seen)

    store.watch(keep)


def remember_lessons(store: ClientStore) -> None:
    """Keep the lessons that are taken to the end from now on."""

    def keep(before: ClientState, came: Input | None) -> None:
        if not store.state.lessons <= before.lessons:
            keep_lessons(store.state.lessons)

    store.watch(keep)


async def autoplay(store: ClientStore) -> None:
    """Play premoves and forced cards until cancelled. Each request is answered at most once, so a refusal is left to
    the player.
    """
    answered = ("", 0)

    def is_new(state: ClientState) -> bool:
        move = auto_move(state)
        return move is not None and move.answers != answered

    while True:
        await store.until(is_new)
        move = auto_move(store.state)
        if move is not None:
            await trio.sleep(move.after)
            if auto_move(store.state) == move:
                answered = move.answers
                store.do(partial(play_auto_move, move))
