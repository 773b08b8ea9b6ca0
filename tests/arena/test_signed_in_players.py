"""Tests of contests of players who are signed in on a running server: their programs come through real sockets."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from coinche.arena.cli import main
from coinche.arena.text_report import NOT_ISOLATED, SIGNED_IN
from coinche.protocol.messages import Clock
from coinche.records.cli import main as record
from coinche.records.contest_file import FaultKind, PlayedTable, read_contest, read_timings
from coinche.server import limits
from coinche.server.admin.control_socket import SOCKET_FILE, ControlSocket, ordered
from coinche.server.app import Server
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.rate_limit import Allowance
from tests.server.conftest import RunningServer, Wire
from tests.server.connections.test_sign_in import Person
from tests.server.ladder.programs import bold, entered, play_on, silent

pytestmark = pytest.mark.slow

PATIENCE = 60.0
LADDER = LadderSettings(boards=4, clock=Clock(move_ms=60_000, bank_ms=0), pause=0.0)
SLOW = ("--clock", "20000+0")
Plays = Callable[[Wire], Awaitable[None]]
PLAYS: Plays = partial(play_on, choose=bold)


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ladder pair nobody, or a contest would wait for its tables."""
    monkeypatch.setattr(limits, "LADDER_EVERY", 1000.0)
    monkeypatch.setattr(limits, "CONTEST_EVERY", 0.01)
    monkeypatch.setattr(limits, "CONTEST_MISSING", 0.05)
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=10**6, every=1e-6))


@asynccontextmanager
async def server_with(
    folder: Path, ladder: LadderSettings | None = LADDER, **programs: list[Plays]
) -> AsyncIterator[None]:
    """A server with its control socket in that folder, and on its ladder programs of each name that play so."""
    server = Server(say=lambda line: None, provider=None, ladder=ladder)
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(server.run, "127.0.0.1", 0)
        running = RunningServer(server, port, [], nursery.cancel_scope)
        await nursery.start(ControlSocket(folder / SOCKET_FILE, server.orders, server.contests).run)
        try:
            async with trio.open_nursery() as there:
                for name, ways in programs.items():
                    for wire, plays in zip(await entered(running, Person(), name, len(ways)), ways, strict=True):
                        there.start_soon(plays, wire)
                yield
                there.cancel_scope.cancel()
        finally:
            await running.hang_up()
        nursery.cancel_scope.cancel()


def status(*arguments: object) -> int | str | None:
    """The exit status of the arena with those arguments."""
    with pytest.raises(SystemExit) as end:
        main([str(one) for one in arguments])
    return end.value.code


async def duel(folder: Path, *more: object) -> tuple[int | str | None, list[PlayedTable]]:
    """The exit status of a duel between Ada and Bob, and its tables."""
    out = folder / "out.jsonl"
    asked = ("duel", "@Ada", "@Bob", "--server", folder, "--seed", "1", "--whole", "--out", out, *more)
    found = await trio.to_thread.run_sync(partial(status, *asked))
    with out.open("rb") as lines:
        return found, read_contest(lines).tables


async def test_a_duel_is_recorded_as_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    async with server_with(tmp_path, Ada=[PLAYS] * 4, Bob=[play_on] * 4):
        ended, tables = await duel(tmp_path, "--boards", "4", "--batch", "2", *SLOW)
        assert ended == 0
        sides = ("@Ada", "@Bob"), ("@Bob", "@Ada")
        keys = [(board, *names) for first in (1, 3) for names in sides for board in (first, first + 1)]
        assert [table.key for table in tables] == keys
        assert not any(table.faults for table in tables)
        assert any(deal.contract is not None for table in tables for deal in table.deals)
        said = capsys.readouterr().out
        assert NOT_ISOLATED in said
        assert SIGNED_IN in said
        before = out.read_bytes()
        assert (await duel(tmp_path, "--boards", "4", "--batch", "2", *SLOW))[0] == 0
        assert out.read_bytes() == before
    assert [len(timings.ms) for timings in read_timings(out).tables.values()] == [
        len(table.deals[0].actions) for table in tables
    ]
    with pytest.raises(SystemExit) as verified:
        record(["verify", str(out)])
    assert not verified.value.code


async def test_a_reference_is_a_player_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with server_with(tmp_path, Ada=[PLAYS] * 4, Bob=[play_on] * 4, Ref=[play_on] * 4):
        ended, tables = await duel(tmp_path, "--boards", "6", "--scheme", "common", "--reference", "@Ref", *SLOW)
    assert ended == 0
    assert {frozenset((table.ns, table.ew)) for table in tables} == {
        frozenset(("@Ada", "@Ref")),
        frozenset(("@Bob", "@Ref")),
    }
    said = capsys.readouterr().out
    assert "against @Ref" in said
    assert SIGNED_IN in said
    assert NOT_ISOLATED not in said


async def test_auctions_can_be_given_and_single_tables_are_corrected_here(tmp_path: Path) -> None:
    (given := tmp_path / "given").mkdir()
    async with server_with(tmp_path, Ada=[PLAYS] * 4, Bob=[play_on] * 4):
        _, bid = await duel(tmp_path, "--boards", "2", *SLOW)
        (tmp_path / "out.jsonl").rename(given / "bid.jsonl")
        _, same = await duel(tmp_path, "--boards", "2", "--fixed-contracts", given / "bid.jsonl", *SLOW)
        (tmp_path / "out.jsonl").unlink()
        _, single = await duel(tmp_path, "--boards", "2", "--scheme", "single", *SLOW)
    contracts = {table.board: table.deals[0].contract for table in bid if table.ns == "@Ada"}
    for table in same:
        assert (contract := table.deals[0].contract) is not None
        assert (first := contracts[table.board]) is not None
        assert (contract.bid, contract.bidder) == (first.bid, first.bidder)
    assert [table.board for table in single] == [1, 2]
    assert all(table.control is not None for table in single)


async def hangs_up(wire: Wire) -> None:
    await wire.until("joined")
    await trio.aclose_forcefully(wire.stream)


def illegal(_request: object) -> str:
    return "capot de pique"


@pytest.mark.parametrize(
    ("plays", "kind"),
    [
        (partial(play_on, choose=silent), FaultKind.STALLED),
        (partial(play_on, choose=illegal), FaultKind.FORFEIT),
        (hangs_up, FaultKind.ABSENT),
    ],
)
async def test_a_bad_program_costs_its_side_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plays: Plays, kind: FaultKind
) -> None:
    monkeypatch.setattr(limits, "LADDER_ABSENCE_MS", 20)
    async with server_with(tmp_path, Ada=[PLAYS] * 4, Bob=[plays, *[play_on] * 3]):
        ended, tables = await duel(
            tmp_path, "--boards", "4", "--clock", "500+0" if kind is not FaultKind.STALLED else "100+0"
        )
    assert (ended, len(tables)) == (1, 8)
    assert kind in {fault.kind for table in tables for fault in table.faults}
    for table in tables:
        assert all(table.teams[fault.seat.team] == "@Bob" for fault in table.faults if fault.kind is kind)


async def test_a_table_that_the_operator_closes_ends_the_contest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def closes(wire: Wire) -> None:
        table = (await wire.until("joined"))["table"]
        await trio.to_thread.run_sync(ordered, tmp_path / SOCKET_FILE, ("close", table))

    async with server_with(tmp_path, Ada=[PLAYS] * 4, Bob=[closes, *[play_on] * 3]):
        ended, tables = await duel(tmp_path, "--boards", "4", *SLOW)
    assert (ended, tables) == (1, [])
    assert "the server has closed a table (operator) after 0 of 4 boards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("@Ada", "@Zoé"), "nobody on this server owns the name 'Zoé'; programs on its ladder: Ada (2), Bob (4)"),
        (("@Bob", "@Ada"), "Ada has 2 of the 4 programs that it needs on the ladder of this server"),
        (("@Bob", "@Bob"), "Bob has 4 of the 8 programs that it needs"),
    ],
)
async def test_who_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: tuple[str, str], said: str
) -> None:
    async with server_with(tmp_path, Ada=[play_on] * 2, Bob=[play_on] * 4):
        assert await trio.to_thread.run_sync(partial(status, "duel", *names, "--server", tmp_path)) == 1
    assert said in capsys.readouterr().err


async def test_a_server_without_a_ladder_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with server_with(tmp_path, None):
        assert await trio.to_thread.run_sync(partial(status, "duel", "@Ada", "@Bob", "--server", tmp_path)) == 1
    assert "this server has no ladder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("@Ada", "@Bob"), "@Ada is signed in on a server; name its data directory: --server DIR"),
        (("@Ada", "@Bob", "--server", "."), "no server takes orders at ctl.sock"),
        (("@Ada", "@Bob", "--server", "missing"), "no server takes orders at missing"),
        (("@Ada", "steady", "--server", "."), "each is @NAME, and steady is not"),
        (("@Ada", "@Bob", "--server", ".", "--scheme", "common"), "each is @NAME, and steady is not"),
        (("@Ada", "@Bob", "--server", ".", "--scheme", "match"), "goes with none of"),
        (("@Ada", "@Bob", "--server", ".", "--practice"), "goes with none of"),
        (("@Ada", "x", "--bot", "@Ada=sh ada", "--server", "."), "@NAME is a player of --server"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert status("duel", *more, "--out", "out.jsonl") == 2
    assert said in capsys.readouterr().err
    assert not Path("out.jsonl").exists()


@contextmanager
def running(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process, which is ended at the end."""
    with log.open("wb") as out, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        threading.Event().wait(0.02)


def test_processes_play_what_the_arena_would_play_itself_and_go_on_after_an_interrupt(
    tmp_path: Path, forked_python: tuple[str, ...]
) -> None:
    data, log, out, wanted = (tmp_path / name for name in ("data", "server.log", "out.jsonl", "wanted.jsonl"))
    serve = ["-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--bots", "none", "--ladder"]
    game = ("--seed", "5", "--boards", "10", "--batch", "2", "--whole", *SLOW)
    with ExitStack() as stack:
        server = [*forked_python, *serve, "--data", str(data), "--ladder-boards", "1", "--ladder-pause", "0"]
        stack.enter_context(running(server, log))
        until(lambda: b"join with: coinche-client coinche://" in log.read_bytes())
        link = log.read_text().partition("join with: coinche-client ")[2].split()[0]
        for name in ("Ada", "Bob"):
            bot = [*forked_python, "-m", "coinche.bots.cli", "steady", "--host", link, "--ladder", "--seats", "4"]
            bot += ["--name", name, "--key", str(tmp_path / f"{name}.pem")]
            stack.enter_context(running(bot, tmp_path / f"{name}.log"))
        until(lambda: log.read_text().count("enters the ladder for") == 8)
        command = [sys.executable, "-P", "-m", "coinche.arena.cli", "duel", "@Ada", "@Bob", "--server", str(data)]
        command += [*game, "--out", str(out)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as first:
            until(lambda: out.exists() and out.read_bytes().count(b"\n") >= 5)
            first.send_signal(signal.SIGINT)
            said, _ = first.communicate(timeout=PATIENCE)
        assert first.returncode == 130
        assert ", stopped" in said
        assert 5 <= out.read_bytes().count(b"\n") < 21
        subprocess.run(command, check=True, timeout=2 * PATIENCE, capture_output=True)
        told = log.read_text()
    assert status("duel", "steady", "steady", "--practice", *game, "--out", wanted) == 0
    own = wanted.read_text().replace('"steady (2)"', '"@Bob"').replace('"steady"', '"@Ada"')
    assert out.read_text().splitlines()[1:] == own.splitlines()[1:]
    assert "fault" not in told
