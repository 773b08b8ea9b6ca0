"""Tests of bots on a ladder: `--ladder` enters it and plays table after table, or says why it cannot."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from coinche.bot import Bot, Player
from coinche.bot.graceful_stop import GracefulStop
from coinche.bot.log import BotLog
from coinche.bot.placement import CannotPlay, Place
from coinche.bot.seat import Decider, play_seat, play_seats
from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, TokenCredentials
from coinche.engine.actions import Action, Legal
from coinche.engine.view import TableView
from coinche.protocol import auth
from coinche.server import limits
from coinche.server.app import Server
from coinche.server.ladder.results import LadderTotals
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.ladder_board import LadderBoard, LadderEntrant, LadderFaults, LadderSides
from coinche.server.sessions.name_register import Register
from coinche.text.language import Language

PATIENCE = 60.0
TOKENS = {"Ada": "ab" * auth.SECRET_BYTES, "Bob": "cd" * auth.SECRET_BYTES}


class Plain(Bot):
    """Plays the default."""

    name = "plain"

    def choose(self, view: TableView, legal: Legal) -> Action:
        return legal.default


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LADDER_EVERY", 0.01)


@asynccontextmanager
async def a_server(ladder: LadderSettings | None) -> AsyncIterator[tuple[Server, Address, trio.Nursery]]:
    """A server that has made those tokens."""
    register = Register()
    for name, token in TOKENS.items():
        register.add_token(name, auth.key(token), provider=False)
    server = Server(say=lambda line: None, provider=None, register=register, ladder=ladder)
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(server.run, "127.0.0.1", 0)
        yield server, Address(host="127.0.0.1", port=port, tls=False), nursery
        nursery.cancel_scope.cancel()


def place(address: Address, name: str, credentials: Credentials) -> Place:
    return Place(address=address, name=name, credentials=credentials, ladder=True)


def players(number: int) -> list[Decider]:
    return [Player(Plain(), Language.ENGLISH) for _ in range(number)]


def totals(server: Server) -> list[LadderTotals]:
    """The sums of everybody who has played there."""
    assert server.lobby.ladder is not None
    return list(server.lobby.ladder._totals.values())


async def test_two_seats_of_each_play_table_after_table() -> None:
    async with a_server(LadderSettings(boards=2, pause=0.0)) as (server, address, nursery):
        for name, token in TOKENS.items():
            where = place(address, name, TokenCredentials(token))
            nursery.start_soon(play_seats, players(2), where, BotLog())
        with trio.fail_after(PATIENCE):
            while not (found := totals(server)) or found[0].boards < 6:
                await trio.sleep(0.01)
        assert [one.faults.count for one in found] == [0, 0]


@pytest.mark.parametrize(
    ("ladder", "credentials", "said"),
    [
        (None, TokenCredentials(TOKENS["Ada"]), "this server has no ladder"),
        (LadderSettings(pause=0.0), GUEST, "a guest has no name to be rated under"),
    ],
)
async def test_a_bot_that_may_not_enter_says_why(
    ladder: LadderSettings | None, credentials: Credentials, said: str
) -> None:
    async with a_server(ladder) as (_, address, _):
        name = "Zoé" if credentials is GUEST else "Ada"
        with trio.fail_after(PATIENCE), pytest.raises(CannotPlay, match=said):
            await play_seat(players(1)[0], place(address, name, credentials))


def programs_of(server: Server, name: str) -> int:
    """The programs of that name on the ladder."""
    assert server.lobby.ladder is not None
    return sum(one.programs for one in server.lobby.ladder.message().entries if one.name == name)


def boards_of(server: Server, name: str) -> int:
    assert server.lobby.ladder is not None
    return sum(one.boards for one in server.lobby.ladder.message().entries if one.name == name)


def sent_away(server: Server, name: str) -> None:
    """Have an entrant of that name make too many faults now."""
    ladder = server.lobby.ladder
    assert ladder is not None
    owner = ladder._register.owner_of(name)
    assert owner is not None
    sides = LadderSides(LadderEntrant(name, owner.who), LadderEntrant("Zoé", "key"))
    now, faults = server.lobby.server.time.unix_ms(), LadderFaults(absent=limits.LADDER_FAULTS)
    board = LadderBoard(table="t0", sides=sides, at=now, ns_faults=faults)
    server.lobby.server.ladder.keep(board, ladder._rules)


async def reached(found: Callable[[], bool]) -> None:
    """Wait until that is so, and fail if it never is."""
    with trio.fail_after(PATIENCE):
        while not found():
            await trio.sleep(0.01)


async def test_a_stop_finishes_the_table_and_says_goodbye() -> None:
    async with a_server(LadderSettings(boards=4, pause=0.0)) as (server, address, nursery):
        nursery.start_soon(play_seats, players(2), place(address, "Bob", TokenCredentials(TOKENS["Bob"])), BotLog())
        stop = GracefulStop()
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as ends:
                where = place(address, "Ada", TokenCredentials(TOKENS["Ada"]))
                ends.start_soon(play_seats, players(2), where, BotLog(), stop)
                await reached(lambda: boards_of(server, "Ada") % 4 == 1)
                stop.request()
        assert boards_of(server, "Ada") % 4 == 0
        assert [one.faults.count for one in totals(server)] == [0, 0]
        await reached(lambda: programs_of(server, "Ada") == 0)


async def test_a_bot_at_no_table_stops_at_once() -> None:
    async with a_server(LadderSettings(pause=0.0)) as (server, address, _):
        stop = GracefulStop()
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as ends:
                where = place(address, "Ada", TokenCredentials(TOKENS["Ada"]))
                ends.start_soon(play_seats, players(2), where, BotLog(), stop)
                await reached(lambda: programs_of(server, "Ada") == 2)
                stop.request()
        await reached(lambda: programs_of(server, "Ada") == 0)


async def test_a_bot_that_is_sent_away_says_for_how_long_and_enters_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limits, "LADDER_AWAY_MS", 300)
    async with a_server(LadderSettings(pause=0.0)) as (server, address, nursery):
        sent_away(server, "Ada")
        where = place(address, "Ada", TokenCredentials(TOKENS["Ada"]))
        nursery.start_soon(play_seats, players(2), where, BotLog())
        await reached(lambda: programs_of(server, "Ada") == 2)
        sent_away(server, "Ada")
        await reached(lambda: programs_of(server, "Ada") == 0)
        await reached(lambda: programs_of(server, "Ada") == 2)
    said = capsys.readouterr().err
    assert said.count("too many faults: Ada is off the ladder; it comes back in 1 s") == 2


@asynccontextmanager
async def a_bot_program(boards: int) -> AsyncIterator[tuple[Server, Address, trio.Process]]:
    """A process of Ada's two programs that plays Bob's, after its first board."""
    async with a_server(LadderSettings(boards=boards, pause=0.0)) as (server, address, nursery):
        nursery.start_soon(play_seats, players(2), place(address, "Bob", TokenCredentials(TOKENS["Bob"])), BotLog())
        child = await started(address)
        await reached(lambda: boards_of(server, "Ada") > 0)
        yield server, address, child


async def started(address: Address) -> trio.Process:
    """The process of Ada's two programs."""
    command = [sys.executable, "-m", "coinche.bots.cli", "steady", "--host", str(address), "--ladder"]
    return await trio.lowlevel.open_process(
        [*command, "--seats", "2", "--name", "Ada", "--token", TOKENS["Ada"]], stdout=subprocess.DEVNULL
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_to_a_bot_program_is_no_crash(how: signal.Signals) -> None:
    async with a_bot_program(boards=4) as (server, _, child):
        child.send_signal(how)
        with trio.fail_after(PATIENCE):
            assert await child.wait() == 0
        assert boards_of(server, "Ada") % 4 == 0
        assert [one.faults.count for one in totals(server)] == [0, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
async def test_a_second_signal_ends_a_bot_program_in_mid_table() -> None:
    async with a_bot_program(boards=limits.LADDER_BOARDS) as (server, _, child):
        child.send_signal(signal.SIGINT)
        await reached(lambda: programs_of(server, "Ada") == 0)
        child.send_signal(signal.SIGINT)
        with trio.fail_after(PATIENCE):
            assert await child.wait() == 130
        assert boards_of(server, "Ada") < limits.LADDER_BOARDS


async def test_a_bot_program_that_was_killed_and_started_again_plays_on_at_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LADDER_ABSENCE_MS", 20)  # both seats are empty: nobody has them before the next deal
    monkeypatch.setattr(limits, "LADDER_FAULTS", 1_000_000)  # defaults are played as long as it takes to start
    async with a_bot_program(boards=limits.LADDER_BOARDS) as (server, address, child):
        (table,) = server.lobby.tables.values()
        child.kill()
        await child.wait()
        again = await started(address)
        await reached(lambda: programs_of(server, "Ada") == 2)
        before = boards_of(server, "Ada")
        await reached(lambda: boards_of(server, "Ada") > before + 1)
        assert tuple(server.lobby.tables.values()) == (table,)
        again.kill()
        await again.wait()
