"""Tests of tables that a person opens, private or waiting for others, with real servers, sockets and children."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from coinche.bot import Player
from coinche.bot.placement import CannotPlay, Place
from coinche.bot.seat import play_seat
from coinche.bots.built_in import Greedy
from coinche.client.model.notices import Rejected
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Wish
from coinche.client.options import WrongUsage, read_options
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import ClientStore
from coinche.client.update import lobby, navigation
from coinche.connection.address import Address
from coinche.connection.credentials import with_passphrase
from coinche.engine.seats import Seat
from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Bye, CreateTable, Hello, Join, Watch
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.text.language import Language
from tests.client.client.runtime.test_connections import Waiter
from tests.fork_server import forked_python

PATIENCE = 60.0
NONCE = "5a" * 32
WORDS = "belote et rebelote"


@asynccontextmanager
async def a_server() -> AsyncIterator[tuple[Server, Address]]:
    server = Server(provider=None, say=lambda line: None)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield server, Address("127.0.0.1", port, tls=False)
            nursery.cancel_scope.cancel()


def test_words_become_a_key_or_a_proof_and_stay_here() -> None:
    key = auth.table_key(WORDS)
    assert with_passphrase(CreateTable(name="Ours"), WORDS, NONCE) == CreateTable(name="Ours", key=key)
    proof = auth.table_proof(key, NONCE, "t1")
    assert with_passphrase(Join(table="t1"), WORDS, NONCE) == Join(table="t1", proof=proof)
    assert with_passphrase(Watch(table="t1"), WORDS, NONCE) == Watch(table="t1", proof=proof)
    assert with_passphrase(Bye(), WORDS, NONCE) == Bye()
    assert with_passphrase(Join(table="t1"), None, NONCE) == Join(table="t1")


def command(address: Address, *arguments: str) -> list[str]:
    bot = [*forked_python(), "-m", "coinche.bots.cli", "greedy", "--seats", "2", "--lang", "en"]
    return [*bot, "--host", f"coinche+tcp://{address}", *arguments]


def played(out: str) -> bool:
    return out.startswith(("match 1 won, ", "match 1 lost, ")) and out.count("\n") == 1


@pytest.mark.parametrize("more", [(), ("--passphrase", WORDS)], ids=["open", "private"])
async def test_a_pair_opens_a_table_and_waits_for_another(more: tuple[str, ...]) -> None:
    async with a_server() as (server, address):
        opening = command(address, "--new", "Ours", "--target", "100", *more)
        coming = command(address, *more)  # the first table with room, of the kind that the words open
        await trio.to_thread.run_sync(_both, opening, coming)
        assert server.lobby.broadcast.draw().tables == ()


def _both(opening: list[str], coming: list[str]) -> None:
    with subprocess.Popen(opening, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        assert one.stderr is not None
        assert one.stderr.readline() == "coinche-bot: table t1 (Ours) is waiting for players: --table t1\n"
        other = subprocess.run(coming, capture_output=True, text=True, timeout=PATIENCE, check=False)
        out, err = one.communicate(timeout=PATIENCE)
    assert (one.returncode, err) == (0, "")
    assert (other.returncode, other.stderr) == (0, "")
    assert played(out)
    assert played(other.stdout)


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        (None, "donnez son mot de passe avec --passphrase", "give its passphrase"),
        ("x", "mot de passe est faux", "is wrong"),
    ],
)
async def test_a_bot_without_the_words_is_told_what_is_missing(words: str | None, french: str, english: str) -> None:
    async with a_server() as (server, address):
        server.lobby.tables.open(TableOptions(name="Ours", key=auth.table_key(WORDS)))
        for language, said in ((Language.FRENCH, french), (Language.ENGLISH, english)):
            there = Place(address=address, name="one", table="t1", passphrase=words)
            with pytest.raises(CannotPlay, match=f"t1.* {said}"):
                await play_seat(Player(Greedy(), language), there)
        with pytest.raises(CannotPlay, match="no table has a free seat"):  # which it could sit on
            await play_seat(Player(Greedy()), Place(address=address, name="one"))


async def test_a_person_opens_a_private_table_and_another_with_the_words_comes() -> None:
    async with a_server() as (_, address), trio.open_nursery() as nursery:
        maker, friend, stranger = (
            ClientStore(ClientState(passphrase=words, wish=Wish(table_name="Ours", seat=Seat.SOUTH)))
            for words in (WORDS, WORDS, None)
        )
        for store in (maker, friend, stranger):
            hello = Hello(versions=(1, 1), name="Ana")
            await nursery.start(partial(stay_connected, store, address, hello))
        maker.do(lobby.create)
        await Waiter(friend).until(lambda state: bool(state.tables))
        assert friend.state.tables[0].private
        for store in (friend, stranger):
            store.do(lambda state: navigation.sending(state, Join(table="t1")))
        await Waiter(friend).until(lambda state: state.table is not None)
        await Waiter(stranger).until(lambda state: isinstance(state.notice, Rejected))
        assert isinstance(stranger.state.notice, Rejected)
        assert stranger.state.notice.code is ErrorCode.FORBIDDEN
        nursery.cancel_scope.cancel()


def test_the_words_stand_on_the_command_line() -> None:
    assert read_options(["--passphrase", WORDS], {}, "utf-8").passphrase == WORDS
    assert read_options([], {}, "utf-8").passphrase is None
    for language, said in (("en", "the passphrase is empty"), ("fr", "le mot de passe est vide")):
        with pytest.raises(WrongUsage, match=said):
            read_options(["--passphrase", "", "--lang", language], {}, "utf-8")
