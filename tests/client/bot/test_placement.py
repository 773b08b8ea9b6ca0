"""Tests of bots sent to a missing table: they say so in one sentence, with the right choices, and end."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from coinche.bot import Bot, Player
from coinche.bot.placement import NAMED, CannotPlay
from coinche.bot.seat import play_seat
from coinche.bots import cli
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error, Lobby
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.text.language import Language
from tests.client.bot.test_sdk import PATIENCE, TABLE, Script, place, scripted
from tests.fork_server import forked_python

COINCHE_BOT = ("-m", "coinche.bots.cli")
MINE = """
from coinche.bot import Bot, run

run(Bot)
"""
PIPE = f"{sys.executable} -S -c 'import sys; list(sys.stdin)'"
SAYS_NOTHING_AND_STAYS = f"{sys.executable} -S -c 'import signal; signal.sigwait([signal.SIGTERM])' " + "{seat} {table}"


@asynccontextmanager
async def a_server(*names: str) -> AsyncIterator[int]:
    """The port of a server with tables of those names."""
    server = Server(provider=None, say=lambda line: None)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            for name in names:
                server.lobby.tables.open(TableOptions(name=name))
            yield port
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("program", "language", "said"),
    [
        ((*COINCHE_BOT, "random"), "en", "there is no table t99; the tables are: t1 (Café), t2 (Chez Ada)"),
        ((*COINCHE_BOT, "--exec", PIPE), "fr", "pas de table t99 ; les tables : t1 (Café), t2 (Chez Ada)"),
        ((*COINCHE_BOT, "--exec", SAYS_NOTHING_AND_STAYS), "en", "there is no table t99; the tables are: t1 (Café), "),
        (("-c", MINE, "--guest"), "fr", "pas de table t99 ; les tables : t1 (Café), t2 (Chez Ada)"),
    ],
    ids=["built-in", "exec", "exec that is told its seat", "SDK"],
)
async def test_a_program_ends_with_one_sentence_and_status_1(
    program: tuple[str, ...], language: str, said: str
) -> None:
    python = (sys.executable,) if program[0] == "-c" else forked_python()
    async with a_server("Café", "Chez Ada") as port:
        where = ("--host", f"coinche+tcp://127.0.0.1:{port}", "--table", "t99", "--lang", language)
        ended = await trio.run_process(
            [*python, *program, *where], capture_stdout=True, capture_stderr=True, check=False
        )
    assert ended.stderr.decode().startswith(f"coinche-bot: {said}")
    assert ended.stderr.count(b"\n") == 1
    assert (ended.returncode, ended.stdout) == (1, b"")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            Language.ENGLISH,
            r"there is no table t9: this server has no tables at all; open one with --new NAME or --against",
        ),
        (
            Language.FRENCH,
            "pas de table t9 : ce serveur n'a aucune table ; ouvrez-en une avec --new NOM ou --against",
        ),
    ],
)
async def test_where_there_is_no_table_at_all_it_says_how_to_open_one(language: Language, said: str) -> None:
    async with a_server() as port:
        with pytest.raises(CannotPlay, match=said):
            await play_seat(Player(Bot(), language), place(port, "t9"))


async def test_of_many_tables_the_first_are_named() -> None:
    async with a_server(*(f"no {number}" for number in range(NAMED + 2))) as port:
        with pytest.raises(CannotPlay, match=rf"the tables are: t1 \(no 0\), .*t{NAMED} \(no {NAMED - 1}\), …$"):
            await play_seat(Player(Bot()), place(port, "t99"))


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (("t2", "t3"), "there is no table t1; the tables are: t2, t3$"),
        ((), "there is no table t1: this server has no tables at all"),
    ],
)
async def test_a_table_that_closes_while_the_bot_sits_down_is_not_there(there: tuple[str, ...], said: str) -> None:
    async def close_it(listener: trio.SocketListener) -> None:
        async with Script(await listener.accept()) as server:
            await server.welcome()
            await server.say(Lobby(tables=(TABLE,)))
            await server.hear()
            gone = Error(
                code=ErrorCode.NO_SUCH_TABLE, error_class=ErrorClass.REJECT, message="", data={"tables": there}
            )
            await server.say(gone)
            await trio.sleep_forever()

    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(close_it, listener)
            with pytest.raises(CannotPlay, match=said):
                await play_seat(Player(Bot()), place(port))
            nursery.cancel_scope.cancel()


def test_an_address_in_the_place_of_a_bot_is_told_where_it_belongs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["127.0.0.1:24567", "--table", "t99", "--lang", "en"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("coinche-bot: 127.0.0.1:24567 is not a bot; for an address, write --host 127.0.0.1:24567. ")
    assert said.count("\n") == 1
