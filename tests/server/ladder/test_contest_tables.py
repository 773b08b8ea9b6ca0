"""Tests of the tables of a contest: the arena's lines through a real control socket, programs through real sockets."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from coinche.engine.cards import PACK
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, TableClosed
from coinche.server import limits
from coinche.server.admin.control_socket import ControlSocket
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.contest_lines import ContestPlan, ContestTable
from coinche.server.match.entries import Told
from coinche.server.match.packs import HandedPacks
from coinche.server.rate_limit import Allowance
from coinche.server.storage.serialization import decode_entry
from tests.server.conftest import Map, OpenJournal, RunningServer, Wire, until
from tests.server.connections.test_sign_in import Person
from tests.server.test_log_secrecy import CARD

from .programs import entered, ladder, play_on

LONG = LadderSettings(boards=50, clock=Clock(move_ms=60_000, bank_ms=0), pause=0.0)
PACK_LINE = [str(card) for card in PACK]


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often whether programs are free; the ladder itself pairs nobody, or a contest would wait for its tables."""
    monkeypatch.setattr(limits, "LADDER_EVERY", 1000.0)
    monkeypatch.setattr(limits, "CONTEST_EVERY", 0.01)
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=10**6, every=1e-6))


class Arena:
    """The arena's end of the control socket: lines and nothing of our code for them."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._kept = b""

    async def say(self, **line: Any) -> None:
        await self.stream.send_all(json.dumps(line).encode() + b"\n")

    async def line(self) -> Map | None:
        """The next line; None once the server has ended the connection."""
        with trio.fail_after(60):
            while b"\n" not in self._kept:
                if not (data := await self.stream.receive_some(65536)):
                    return None
                self._kept += data
        line, _, self._kept = self._kept.partition(b"\n")
        found: Map = json.loads(line)
        return found

    async def until(self, kind: str) -> Map:
        while (line := await self.line()) is not None:
            if line["is"] == kind:
                return line
        raise AssertionError(f"the server has ended without {kind}")

    async def deal(self, table: int, board: int) -> None:
        await self.say(**{"is": "pack"}, table=table, board=board, pack=PACK_LINE)


@asynccontextmanager
async def arena(running: RunningServer, path: Path, plan: Map) -> AsyncIterator[Arena]:
    """Connect and give that plan."""
    async with trio.open_nursery() as nursery:
        socket = ControlSocket(path, running.server.orders, running.server.contests)
        await nursery.start(socket.run)
        async with await trio.open_unix_socket(str(path)) as stream:
            told = Arena(stream)
            await told.say(play=plan)
            yield told
        nursery.cancel_scope.cancel()


def plan(*tables: tuple[str, str], boards: int = 2) -> Map:
    """A plan as the arena writes it."""
    both = tuple(ContestTable(ns=ns, ew=ew, dealers=(Seat.NORTH,) * boards) for ns, ew in tables)
    clock = Clock(move_ms=60_000, bank_ms=0)
    told: Map = json.loads(
        msgspec.json.encode(ContestPlan(preset="ffb", rules=FFB, clock=clock, tables=both), enc_hook=str)
    )
    return told


@pytest.fixture
def pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LADDER_EVERY", 0.01)


BOTH = (("Ada", "Bob"), ("Bob", "Ada"))


async def test_a_table_plays_a_board_when_its_pack_comes(run_server: Any, tmp_path: Path) -> None:
    async with run_server(ladder=LONG) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada", 4), await entered(running, Person(), "Bob", 4)
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire)
        async with arena(running, tmp_path / "ctl", plan(*BOTH)) as told:
            assert {(await told.until("wanted"))["table"] for _ in range(2)} == {0, 1}
            await told.deal(0, 1)
            wanted = await told.until("wanted")
            assert (wanted["table"], wanted["board"]) == (0, 2)
            assert not any(m["type"] == "hand_dealt" for m in seen_at(1, a, running)), "its pack has not come"
            await told.deal(1, 2)  # it does not wait for that one
            await told.deal(1, 1)
            assert (await told.until("wanted"))["table"] == 1
            for table in (0, 1):
                await told.deal(table, 2)
            closed = 0
            while (line := await told.line()) is not None:
                if line["is"] == "entry":
                    closed += is_closing(line)
            assert closed == 2
        assert not any(CARD.search(line) for line in running.lines)
        assert all(one["boards"] == 0 and one["rating"] is None for one in (await standing(running))["entries"])
        nursery.cancel_scope.cancel()


def seen_at(table: int, wires: list[Wire], running: RunningServer) -> list[Map]:
    """Everything that these programs have been told of the table with that number in the plan."""
    tables = [table.id for table in running.server.lobby.tables.values() if table.options.is_contest]
    return [message for wire in wires for message in wire.seen if message.get("table") == tables[table]]


def is_closing(line: Map) -> bool:
    """Return whether a line tells that a table is closed."""
    entry = decode_entry(base64.b64decode(line["entry"]))
    return isinstance(entry, Told) and isinstance(entry.event, TableClosed)


async def standing(running: RunningServer) -> Map:
    return await ladder(await running.connect("looker"))


async def test_nobody_else_knows_of_the_tables(run_server: Any, tmp_path: Path) -> None:
    async with run_server(ladder=LONG) as running:
        looker = await running.connect("looker")
        a, _ = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            await told.until("wanted")
            table = (await a[0].until("joined"))["table"]
            for kind in ("watch", "join"):
                await looker.send(type=kind, table=table, id=5)
                error = await looker.until("error", re=5)
                assert (error["code"], error["data"]["tables"]) == ("NO_SUCH_TABLE", [])
            assert (await ladder(looker))["tables"] == []
            late = await running.connect("late")
            assert (await late.until("lobby"))["tables"] == []


async def test_the_tables_end_with_the_arena_and_the_ladder_goes_on(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pairing: None
) -> None:
    monkeypatch.setattr(limits, "CONTEST_REST", 0.05)
    settings = LadderSettings(boards=1, clock=LONG.clock, pause=0.0)
    async with run_server(ladder=settings) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        for wire in (*a, *b):
            nursery.start_soon(play_on, wire)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            await told.until("wanted")
            before = len(tables_of(a[0]))
        await until(lambda: len(tables_of(a[0])) > before)
        reasons = [message["reason"] for message in a[0].seen if message["type"] == "left"]
        assert reasons[before - 1] == "abandoned"
        assert not any(one.options.is_contest for one in running.server.lobby.tables.values())
        nursery.cancel_scope.cancel()


async def test_tables_of_the_ladder_end_with_their_board_for_a_contest(
    run_server: Any, tmp_path: Path, pairing: None
) -> None:
    async with run_server(ladder=LONG) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        first = (await a[0].until("joined"))["table"]
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            for wire in (*a, *b):
                nursery.start_soon(play_on, wire)
            await told.until("wanted")
            await until(lambda: len(tables_of(a[0])) == 2)
            assert tables_of(a[0])[0] == first
            assert next(iter(running.server.lobby.tables.values())).options.is_contest
            told_by = await standing(running)
            assert {one["name"]: one["boards"] for one in told_by["entries"]} == {"Ada": 1, "Bob": 1}
        nursery.cancel_scope.cancel()


async def test_a_program_that_is_started_again_gets_its_seat_back(run_server: Any, tmp_path: Path) -> None:
    async with run_server(ladder=LONG) as running:
        a, _ = await entered(running, owner := Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            await told.until("wanted")
            was = await a[0].until("joined")
            await trio.aclose_forcefully(a[0].stream)
            (again,) = await entered(running, owner, "Ada", 1)
            joined = await again.until("joined")
            assert (joined["table"], joined["seat"]) == (was["table"], was["seat"])


def tables_of(wire: Wire) -> list[str]:
    return [message["table"] for message in wire.seen if message["type"] == "joined"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ada", "Zoé"), "nobody on this server owns the name 'Zoé'; programs on its ladder: Ada (4), Bob (3)"),
        (("Ada", "Bob"), "Bob has 3 of the 4 programs that it needs on the ladder of this server: 2 for each table"),
    ],
)
async def test_who_lacks_programs_is_named(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str], said: str
) -> None:
    monkeypatch.setattr(limits, "CONTEST_MISSING", 0.05)
    async with run_server(ladder=LONG) as running, trio.open_nursery() as nursery:
        for wire in (*await entered(running, Person(), "Ada", 4), *await entered(running, Person(), "Bob", 3)):
            nursery.start_soon(play_on, wire)
        async with arena(running, tmp_path / "ctl", plan(names, names[::-1])) as told:
            assert said in (await told.until("refused"))["why"]
            assert await told.line() is None
        nursery.cancel_scope.cancel()


async def test_programs_that_stay_at_other_tables_are_waited_for_for_a_while(
    run_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONTEST_BUSY", 0.05)
    async with run_server(ladder=LONG) as running:
        a, _ = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        await a[0].send(type="create_table", name="Café")
        await a[0].until("joined")
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            assert "the programs of Ada are still at other tables" in (await told.until("refused"))["why"]


async def test_a_server_without_a_ladder_and_a_batch_too_long_are_refused(run_server: Any, tmp_path: Path) -> None:
    async with run_server() as running, arena(running, tmp_path / "ctl", plan(*BOTH)) as told:
        assert "has no ladder" in (await told.until("refused"))["why"]
    async with run_server(ladder=LONG) as running, arena(running, tmp_path / "ctl", plan(*BOTH, boards=201)) as told:
        assert "1 to 200 boards" in (await told.until("refused"))["why"]


async def test_a_seat_that_is_vacated_plays_the_default(run_server: Any, tmp_path: Path) -> None:
    async with run_server(ladder=LONG) as running, trio.open_nursery() as nursery:
        a, b = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"), boards=1)) as told:
            await told.until("wanted")
            gone = (await a[0].until("joined"))["seat"]
            for wire in (a[1], *b):
                nursery.start_soon(play_on, wire)
            await told.deal(0, 1)
            await told.say(**{"is": "vacate"}, table=0, seat=gone)
            await told.say(**{"is": "vacate"}, table=7, seat=gone)
            while await told.line() is not None:
                pass
        assert any(message["type"] == "left" for message in a[0].seen) or await a[0].until("left")
        assert not running.server.lobby.tables
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("said", [b"nonsense\n", b'{"is": "pack"}\n', b"x" * 2 * limits.ORDER])
async def test_lines_that_say_nothing_end_the_boards(run_server: Any, tmp_path: Path, said: bytes) -> None:
    async with run_server(ladder=LONG) as running:
        await entered(running, Person(), "Ada", 2)
        await entered(running, Person(), "Bob", 2)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            await told.until("wanted")
            await told.stream.send_all(said)
            with pytest.raises((AssertionError, trio.BrokenResourceError)):
                await told.until("refused")
        await until(lambda: not any(one.options.is_contest for one in running.server.lobby.tables.values()))


async def test_no_table_of_a_contest_comes_back_after_a_restart(
    run_server: Any, journal: OpenJournal, tmp_path: Path
) -> None:
    kept = journal(tmp_path)
    async with run_server(ladder=LONG, store=kept) as running:
        a, _ = await entered(running, Person(), "Ada", 2), await entered(running, Person(), "Bob", 2)
        async with arena(running, tmp_path / "ctl", plan(("Ada", "Bob"))) as told:
            await told.until("wanted")
            (table,) = running.server.lobby.tables
            await a[0].until("joined")
            monkey = running.server.lobby.tables
            monkey.end = lambda *_: None  # the server is killed: nothing ends a table
    async with run_server(ladder=LONG, store=journal(tmp_path)) as running:
        await running.until_said(f"{table}: closed (abandoned)")
        assert not running.server.lobby.tables


def test_a_pack_is_handed_over_for_the_board_that_waits_alone() -> None:
    wanted: list[int] = []
    packs = HandedPacks((Seat.NORTH, Seat.EAST), wanted.append)
    assert packs.first_dealer(2) is Seat.EAST
    packs.hand_over(1, PACK, ())
    assert packs.pack(1, 1) is None
    packs.hand_over(2, PACK, ())
    assert packs.pack(1, 1) is None
    packs.hand_over(1, PACK, ())
    assert packs.pack(1, 1) == PACK
    assert packs.pack(2, 1) is None
    assert wanted == [1, 2]
