"""Carries out effects: searches, connects, starts a private server, reads and keeps files, asks for advice.

What cannot be done becomes a notice, never the end of the program, and so does a fault of ours in what is asked for in
mid-match (`light_errands`). Refuses to know keys and screens, and how a connection ends (`journeys`).

Fetches the record that a person needs, page by page, and does what for. Refuses to know what stands in it.

Has the solver say what each card would bring, in a thread, wherever a tape stands while that is wanted.

Refuses to know the solver's trade.

The search for servers, as a person sees it.

Effects that need nothing of this machine but time: advice, a lesson, the record of a match at the server.

What goes wrong with one by a fault of ours is reported, and becomes a notice. Refuses to know for whom they are: a
guest by ssh has them, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import assert_never

import trio

from coinche.client.model.effects import (
    Connect,
    Effect,
    FetchRecord,
    GoHome,
    KeepRecord,
    KeepSettings,
    Learn,
    LightEffect,
    OpenRecord,
    PlayAlone,
    SearchServers,
    Think,
    Weigh,
    WriteRules,
)
from coinche.client.model.messages import (
    Advised,
    LessonBegun,
    RecordRead,
    RecordUnread,
    RecordWritten,
    RulesWritten,
    SearchEnded,
    ServerFound,
    Weighed,
    WentWrong,
)
from coinche.client.model.notices import OwnFault
from coinche.client.model.state import ClientState
from coinche.client.runtime import saved_files
from coinche.client.update import archive, tables
from coinche.client.update.playback import place, wanted
from coinche.client.update.timing import auto_move, play_auto_move
from coinche.connection.address import Address
from coinche.connection.discovery import find_servers
from coinche.connection.storage import KeptError
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import Taking, all_points
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView
from coinche.hints.reason import Advice

from .arrival import Journeys
from .exit import is_fault, reported
from .private_server import private_server
from .saved_files import keep_settings
from .store import Person


async def fetch_record(person: Person) -> None:
    """Until it is whole, or nobody waits for it any longer."""
    fetch = None
    while (asked := archive.wanted(person.state)) is not None:
        fetch = person.state.archive.fetch
        person.do(archive.ask_on)
        await person.until(_another_page(asked))
    if fetch is not None:
        person.do(archive.fetched(fetch))


def _another_page(asked: archive.Wanted) -> Callable[[ClientState], bool]:
    def came(state: ClientState) -> bool:
        return archive.wanted(state) != asked

    return came


async def weigh(person: Person) -> None:
    """For as long as it is wanted."""
    while (tape := wanted(person.state)) is not None:
        if tape.view.phase is Phase.PLAYING and tape.view.turn is not None:
            cards = await trio.to_thread.run_sync(_solved, tape.view, tape.hands, tape.rules, abandon_on_cancel=True)
            person.take(Weighed(tape.at, tape.stop, cards))
        await person.until(_elsewhere((tape.at, tape.stop)))


def _elsewhere(here: tuple[int, int]) -> Callable[[ClientState], bool]:
    return lambda state: place(state) != here


def _solved(view: TableView, hands: Mapping[Seat, tuple[Card, ...]], rules: RuleSet) -> Mapping[Card, int]:
    """The points that the side on turn takes in the end, by card."""
    from coinche.engine.solver import Position, Solver

    turn, contract = view.turn, view.contract
    assert turn is not None
    assert contract is not None
    position = Position(
        hands=hands,
        trick=view.trick or Trick(turn, (), None),
        turn=turn,
        direction=rules.table.direction,
        sweeping=frozenset(team for team in Team if view.tricks_won[team] == len(view.tricks)),
    )
    values = Solver(contract.denomination, rules).values(position)
    points = all_points(contract.denomination, rules.scoring)
    return {card: Taking.of(value, turn.team, view.points, points).points[turn.team] for card, value in values.items()}


async def search(person: Person) -> None:
    """Tell of every server that answers, and that it is over."""
    await find_servers(lambda server: person.take(ServerFound(server)))
    person.take(SearchEnded())


Report = Callable[[Exception], OwnFault]
"""Writes down a fault of ours."""


def carry_out(effect: LightEffect, person: Person, nursery: trio.Nursery, report: Report = reported) -> None:
    """Begin it; what comes of it comes to the person."""

    async def carry(do: Callable[[], Awaitable[None]]) -> None:
        try:
            await do()
        except Exception as fault:  # ours, whatever it is: the match must go on
            if not is_fault(fault):
                raise
            person.take(WentWrong(report(fault)))

    match effect:
        case Think():
            nursery.start_soon(carry, lambda: _think(person, effect))
        case FetchRecord():
            nursery.start_soon(carry, lambda: fetch_record(person))
        case Weigh():
            nursery.start_soon(carry, lambda: weigh(person))
        case Learn():
            nursery.start_soon(carry, lambda: _give_lesson(person))
        case _:
            assert_never(effect)


def _advised(asked: Think) -> Advice:
    from coinche.hints.service import advise  # with a solver, which few ever ask

    return advise(asked.request, asked.rules, asked.systems)


async def _think(person: Person, asked: Think) -> None:
    """Ask the adviser, in a thread: it may take longer than a screen can wait."""
    advice = await trio.to_thread.run_sync(_advised, asked, abandon_on_cancel=True)
    person.take(Advised(advice))


async def _give_lesson(person: Person) -> None:
    """Once, however often the key was pressed."""
    from .lesson import learn  # with a bot, for whoever never played

    if person.state.lesson is None:
        person.take(LessonBegun())
        await learn(person)


Sign = Callable[[Person, Address, bool], Awaitable[None]]
"""Stay connected to that address, as a guest or not, until our bye was answered."""


class EffectRunner:
    """Whoever runs them for one person."""

    def __init__(self, person: Person, stay: Sign, search: Callable[[Person], Awaitable[None]]) -> None:
        self._person = person
        self._stay = stay
        self._search = search
        self._journeys = Journeys(person)

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            async for effect in self._person.effects:
                await self._carry_out(effect, nursery)

    async def idle(self) -> None:
        """Wait until no connection is under way."""
        await self._journeys.idle()

    async def _carry_out(self, effect: Effect, nursery: trio.Nursery) -> None:
        match effect:
            case SearchServers():
                nursery.start_soon(self._search, self._person)
            case Connect(address):
                await self._journeys.begin(nursery, lambda: self._stay(self._person, address, False))
            case PlayAlone():
                await self._journeys.begin(nursery, self._play_alone)
            case GoHome():
                await self._journeys.end()
            case KeepSettings(changes):
                self._keep(changes)
            case WriteRules():
                self._write(effect)
            case OpenRecord(path):
                nursery.start_soon(self._open_record, path)
            case KeepRecord():
                self._write_record(effect)
            case Think() | FetchRecord() | Learn() | Weigh():
                carry_out(effect, self._person, nursery)
            case _:
                assert_never(effect)

    async def _open_record(self, path: str) -> None:
        from .saved_files import UnreadableRecord, record_lines

        try:
            lines = await trio.to_thread.run_sync(record_lines, path)
        except UnreadableRecord as error:
            self._person.take(RecordUnread(path, str(error)))
        else:
            self._person.take(RecordRead(path, lines))

    def _write_record(self, wanted: KeepRecord) -> None:
        from .saved_files import write_record, write_record_to

        try:
            path = (
                write_record_to(wanted.path, wanted.lines) if wanted.path else write_record(wanted.title, wanted.lines)
            )
        except KeptError as error:
            self._person.take(WentWrong(error))
        else:
            self._person.take(RecordWritten(saved_files.path_from_home(path)))

    def _keep(self, changes: Mapping[str, object]) -> None:
        try:
            keep_settings(changes)
        except KeptError as error:
            self._person.take(WentWrong(error))

    def _write(self, wanted: WriteRules) -> None:
        try:
            path = saved_files.write_house_rules(wanted.name, wanted.base, wanted.rules)
        except KeptError as error:
            self._person.take(WentWrong(error))
        else:
            self._person.take(RulesWritten(saved_files.path_from_home(path), saved_files.kept_house_rules()))

    async def _play_alone(self) -> None:
        async with private_server() as address, trio.open_nursery() as nursery:
            nursery.start_soon(self._open_table)
            await self._stay(self._person, address, True)
            nursery.cancel_scope.cancel()

    async def _open_table(self) -> None:
        """Once signed in."""
        await self._person.until(lambda state: state.in_lobby)
        self._person.do(tables.create)


async def autoplay(person: Person) -> None:
    """Until cancelled; each request is answered once at most, so that a refusal leaves it to the person."""
    answered = ("", 0)

    def is_new(state: ClientState) -> bool:
        move = auto_move(state)
        return move is not None and move.answers != answered

    while True:
        await person.until(is_new)
        move = auto_move(person.state)
        if move is not None:
            await trio.sleep(move.after)
            if auto_move(person.state) == move:
                answered = move.answers
                person.do(partial(play_auto_move, move))
