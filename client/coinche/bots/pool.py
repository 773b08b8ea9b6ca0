"""The provider: one connection that lends a bot to every seat that a server offers.

A provider started by a server ends with it; any other connects again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass, field

import trio
from msgspec import UNSET

from coinche.bot.bot import declaration
from coinche.bot.player import Player
from coinche.bot.texts import BotSays, cannot_connect, turned_away
from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, TokenCredentials
from coinche.connection.error_texts import unkept
from coinche.connection.errors import (
    IMPOSTORS,
    CannotConnect,
    ConnectionLost,
    LossReason,
    SentAway,
    SessionError,
    TurnedDown,
)
from coinche.connection.reconnect import Draw, Returning, raise_if_ended
from coinche.connection.session import ClientSession, open_session
from coinche.connection.storage import KeptError
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    VERSION,
    Accept,
    Act,
    Capability,
    DeclareSystem,
    Decline,
    DeclineQuestion,
    Dismiss,
    Hello,
    HintGiven,
    HintWanted,
    Invite,
    Request,
    Role,
    ValuesGiven,
    ValuesWanted,
)
from coinche.text.catalog import complain
from coinche.text.command_line import INTERRUPTED
from coinche.text.language import Language

from .built_in import BOTS

USUAL_NAME = "bots"
SERVER_VARIABLE = "COINCHE_SERVER"
"""The environment variable with the process id of the server that started the provider, if one did."""


Analyse = Callable[[HintWanted | ValuesWanted], Awaitable[HintGiven | ValuesGiven | DeclineQuestion]]
"""Answers the question of a player, in time or with a refusal."""


@dataclass(slots=True)
class Pool:
    """The bots of one connection, by the seat that each plays."""

    language: Language
    seed: int
    players: dict[tuple[str, Seat], Player] = field(default_factory=dict)
    errors: int = 0
    analyse: Analyse | None = None
    """Answers questions for hints and values of cards, if it can."""

    def invited(self, invite: Invite) -> Accept | Decline:
        """Take the seat if there is such a bot."""
        make = BOTS.get(invite.bot)
        if make is None:
            return Decline(table=invite.table, seat=invite.seat)
        bot = make(self.seed + len(self.players))
        bot.rules = invite.rules
        self.players[invite.table, invite.seat] = Player(bot, self.language)
        return Accept(table=invite.table, seat=invite.seat)

    def declared(self, invite: Invite) -> DeclareSystem | None:
        """Return the bidding system of the bot in the seat, if it declares one."""
        player = self.players.get((invite.table, invite.seat))
        system = None if player is None else player.bot.declares()
        return None if system is None else declaration(system, invite.table, invite.seat)

    def asked(self, request: Request) -> Act:
        """Return the bot's answer, or the default for a seat without a bot."""
        player = self.players.get((request.table, request.seat))
        if player is None:
            return Act(table=request.table, request=request.request, action=request.default)
        player.bot.systems = {} if request.systems is UNSET else request.systems
        action = player.answer(request)
        return Act(table=request.table, request=request.request, action=action)

    def wait(self, request: Request, took: float) -> float:
        """Return how many seconds to hold back an answer that took `took` seconds."""
        player = self.players.get((request.table, request.seat))
        return 0.0 if player is None else player.times.wait(request, took)

    def dismissed(self, dismiss: Dismiss) -> None:
        """Give the seat up."""
        player = self.players.pop((dismiss.table, dismiss.seat), None)
        if player is not None:
            self.errors += player.errors

    def everybody_dismissed(self) -> None:
        """Give every seat up, as the connection is lost."""
        self.errors += sum(player.errors for player in self.players.values())
        self.players.clear()


def lend(
    address: Address,
    name: str,
    token: str | None,
    seed: int,
    language: Language,
    analyses: AbstractAsyncContextManager[Analyse | None] | None = None,
) -> int:
    """Lend bots until the server is gone, and answer questions by `analyses`, if given; the exit status."""
    pool = Pool(language, seed)
    status = INTERRUPTED
    try:
        status = trio.run(_lend_with, pool, analyses or nullcontext(), address, name, token)
    except* KeyboardInterrupt:
        pass
    return status


async def _lend_with(
    pool: Pool, analyses: AbstractAsyncContextManager[Analyse | None], address: Address, name: str, token: str | None
) -> int:
    async with analyses as pool.analyse:
        return await _lend(pool, address, name, token)


async def _lend(
    pool: Pool, address: Address, name: str = USUAL_NAME, token: str | None = None, draw: Draw = random.random
) -> int:
    hello = Hello(
        versions=(VERSION, VERSION),
        name=name,
        software="coinche-bot",
        role=Role.PROVIDER,
        program=True,
        want=() if pool.analyse is None else (Capability.HINTS,),
    )
    own = GUEST if token is None else TokenCredentials(token)
    back = Returning(own, resumes=False, hopeless=_server_is_gone, draw=draw)

    def connect(who: Credentials) -> AbstractAsyncContextManager[ClientSession]:
        return open_session(address, hello, who)

    async def live(session: ClientSession) -> None:
        ended: SessionError = ConnectionLost(LossReason.CLOSED)
        async with trio.open_nursery() as held_back:
            try:
                await _serve(session, pool, held_back)
            except ConnectionLost:
                pass  # the server may be back, and need bots
            except SessionError as failure:
                ended = failure
            finally:
                pool.everybody_dismissed()
            held_back.cancel_scope.cancel()
        raise ended

    try:
        await back.keep_up(connect, live)
    except (CannotConnect, ConnectionLost) as failure:
        return _complain(_no_more(address, failure, pool.language, lost=back.started))
    except (TurnedDown, SentAway) as refusal:
        return _complain(turned_away(refusal, pool.language))
    except KeptError as error:
        return _complain(unkept(error, pool.language))
    return 0


def _server_is_gone() -> bool:
    """Return whether the server that started this process has ended. Another one would not know our token."""
    number = os.environ.get(SERVER_VARIABLE, "")
    if os.name != "posix" or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False


def _no_more(address: Address, failure: CannotConnect | ConnectionLost, language: Language, *, lost: bool) -> str:
    if lost and failure.reason not in IMPOSTORS:
        return BotSays.LOST.within(language).format(address=address)
    return cannot_connect(address, failure, language)


def _complain(sentence: str) -> int:
    complain("coinche-bot", sentence)
    return 1


async def _serve(session: ClientSession, pool: Pool, held_back: trio.Nursery) -> None:
    async for message in session:
        raise_if_ended(message)
        match message:
            case Invite():
                await session.send(pool.invited(message))
                system = pool.declared(message)
                if system is not None and Capability.SYSTEMS in session.welcome.capabilities:
                    await session.send(system)
            case Request():
                await _answer(session, pool, message, held_back)
            case Dismiss():
                pool.dismissed(message)
            case HintWanted() | ValuesWanted() if pool.analyse is not None:
                held_back.start_soon(_analysed, session, pool.analyse, message)
            case _:
                pass


async def _analysed(session: ClientSession, analyse: Analyse, question: HintWanted | ValuesWanted) -> None:
    answer = await analyse(question)
    with suppress(ConnectionLost):  # the reader notices it, too
        await session.send(answer)


async def _answer(session: ClientSession, pool: Pool, request: Request, held_back: trio.Nursery) -> None:
    """Answer at once, or later in a task of its own, so that the other seats need not wait."""
    begun = trio.current_time()
    act = pool.asked(request)
    wait = pool.wait(request, trio.current_time() - begun)
    if wait:
        held_back.start_soon(_send_later, session, act, wait)
    else:
        await session.send(act)


async def _send_later(session: ClientSession, act: Act, wait: float) -> None:
    await trio.sleep(wait)
    with suppress(ConnectionLost):  # the reader notices it, too
        await session.send(act)
