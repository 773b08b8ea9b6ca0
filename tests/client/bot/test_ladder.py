"""Tests of bots on a ladder: `--ladder` enters it and plays table after table, or says why it cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from coinche.bot import Bot, Player
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
    async with a_server(LadderSettings(boards=2)) as (server, address, nursery):
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
        (LadderSettings(), GUEST, "a guest has no name to be rated under"),
    ],
)
async def test_a_bot_that_may_not_enter_says_why(
    ladder: LadderSettings | None, credentials: Credentials, said: str
) -> None:
    async with a_server(ladder) as (_, address, _):
        name = "Zoé" if credentials is GUEST else "Ada"
        with trio.fail_after(PATIENCE), pytest.raises(CannotPlay, match=said):
            await play_seat(players(1)[0], place(address, name, credentials))
