"""Tests of the command line as a person uses it: `coinche-bot`, its pool, and the smallest bot."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from coinche.bot import Bot, Player, run
from coinche.bot.placement import Place
from coinche.bot.seat import play_seat
from coinche.bots import cli
from coinche.bots.built_in import Steady
from coinche.bots.pool import Pool
from coinche.connection.address import Address
from coinche.engine.events import Event, MatchEnded
from coinche.engine.presets import FFB, preset
from coinche.engine.seats import Seat
from coinche.protocol.messages import Accept, Decline, Dismiss, Invite, Role, TableEvent
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.server.sessions.session import Session
from coinche.server.table.dispatch import FillUp
from coinche.server.table.table import Table
from coinche.text.language import Language
from tests.server.observed import ObservedStore

PATIENCE = 60.0
MINIMAL = Path(__file__).parents[3] / "examples" / "python" / "minimal_bot.py"


def ended(arguments: list[str]) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    return end.value.code


def test_the_bots_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["--list", "--lang", "en"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["random", "novice", "greedy", "steady", "strong", "expert"]


def test_an_unknown_bot_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["stedy", "--lang", "en"]) == 2
    there_are = "random, novice, greedy, steady, strong, expert"
    assert capsys.readouterr().err == f"coinche-bot: there is no bot stedy; choose from: {there_are}\n"


def test_no_bot_at_all_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["--lang", "fr"]) == 2
    assert "quel bot ?" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["steady", "--table", "t1"], ["--pool"]])
def test_nobody_at_the_port_is_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    port = _free_port()
    assert ended([*arguments, "--host", f"127.0.0.1:{port}", "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"coinche-bot: cannot connect to 127.0.0.1:{port} (")
    assert said.endswith("is coinche-server running there?\n")


def test_the_command_line_of_an_authors_bot_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run(Bot, ["--host", f"127.0.0.1:{_free_port()}", "--table", "t1", "--lang", "en", "--seed", "4"])
    assert end.value.code == 1
    assert "cannot connect" in capsys.readouterr().err


def _free_port() -> int:
    async def port() -> int:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with listener:
            return int(listener.socket.getsockname()[1])

    return trio.run(port)


def test_a_pool_accepts_what_it_knows_and_forgets_whom_it_is_told_to() -> None:
    pool = Pool(Language.ENGLISH, seed=1)
    rules = preset("ffb", 700)
    invite = Invite(table="t1", seat=Seat.EAST, bot="steady", rules=rules)
    assert pool.invited(invite) == Accept(table="t1", seat=Seat.EAST)
    assert pool.players["t1", Seat.EAST].bot.rules == rules
    unknown = Invite(table="t1", seat=Seat.WEST, bot="champion", rules=FFB)
    assert pool.invited(unknown) == Decline(table="t1", seat=Seat.WEST)
    pool.dismissed(Dismiss(table="t1", seat=Seat.EAST))
    assert not pool.players


@asynccontextmanager
async def a_table(provider: str | None) -> AsyncIterator[tuple[Server, Table, int, list[MatchEnded]]]:
    """A table to 300 on a real server, and the end of its match."""
    matches: list[MatchEnded] = []

    def hear(event: Event | TableEvent) -> None:
        if isinstance(event, MatchEnded):
            matches.append(event)

    server = Server(provider=provider, say=lambda line: None, store=ObservedStore(hear))
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            options = TableOptions(name="table", rules=preset("ffb", 300))
            yield server, server.lobby.tables.open(options), port, matches
            nursery.cancel_scope.cancel()


async def test_the_pool_fills_a_table_and_plays_its_match() -> None:
    async with a_table(f"{sys.executable} -m coinche.bots.cli --pool") as (server, table, port, matches):
        place = Place(address=Address("127.0.0.1", port, tls=False), table=table.id, seat=Seat.SOUTH, name="steady")
        opener = Session(id="", who="", name="operator", role=Role.PLAYER, program=True, peer=None)
        server.lobby.tables.deliver(table, opener, FillUp("steady"))
        player = Player(Steady())
        await play_seat(player, place)
        assert player.errors == 0
    assert len(matches) == 1


def test_the_smallest_bot_fits_on_a_card() -> None:
    lines = MINIMAL.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 21
    assert not any("coinche." in line for line in lines)


async def test_the_smallest_bot_plays_a_match_against_three_steady() -> None:
    async with a_table(None) as (_, table, port, matches), trio.open_nursery() as nursery:
        for seat in (Seat.NORTH, Seat.EAST, Seat.WEST):
            place = Place(
                address=Address("127.0.0.1", port, tls=False), table=table.id, seat=seat, name=f"steady {seat}"
            )
            nursery.start_soon(play_seat, Player(Steady()), place)
        where = ["--host", "127.0.0.1", "--port", str(port), "--table", table.id, "--seat", "S"]
        await trio.run_process([sys.executable, str(MINIMAL), *where])
    assert len(matches) == 1
