"""The provider: one connection that lends a bot to every seat that a server offers.

Knows invites and which bot sits where. Refuses to know how bots think and to outlive the server.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import trio

from coinche.client.bot import Player
from coinche.client.language import Language
from coinche.client.line_mode.printing import complain
from coinche.client.network.address import Address
from coinche.client.network.credentials import GUEST, Token
from coinche.client.network.failures import IMPOSTORS, CannotConnect, ConnectionLost, Refused
from coinche.client.network.session import Session, open_session
from coinche.client.on_disk.kept import KeptError
from coinche.client.refusals import unkept
from coinche.engine.seats import Seat
from coinche.protocol.messages import VERSION, Accept, Act, Decline, Dismiss, Hello, Invite, Request, Role

from .builtin import BOTS
from .sentences import BotSays, cannot_connect, turned_away

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
USUAL_NAME = "bots"
_ATTEMPTS = 3
"""How often a lost server is looked for again, waiting twice as long each time, from a quarter of a second."""
_LONGEST_WAIT = 30.0
"""Seconds between two connections at most, where each is lost soon."""
_STEADY_AFTER = 30.0
"""Seconds after which a connection that is lost was a good one."""


@dataclass(slots=True)
class Pool:
    """The bots of one connection, by the seat that each plays."""

    language: Language
    seed: int
    players: dict[tuple[str, Seat], Player] = field(default_factory=dict)
    errors: int = 0

    def invited(self, invite: Invite) -> Accept | Decline:
        """Take the seat if there is such a bot."""
        make = BOTS.get(invite.bot)
        if make is None:
            return Decline(table=invite.table, seat=invite.seat)
        bot = make(self.seed + len(self.players))
        bot.rules = invite.rules
        self.players[invite.table, invite.seat] = Player(bot, self.language)
        return Accept(table=invite.table, seat=invite.seat)

    def asked(self, request: Request) -> Act:
        """The bot's answer; the default for a seat where none sits."""
        player = self.players.get((request.table, request.seat))
        action = request.default if player is None else player.answer(request)
        return Act(table=request.table, request=request.request, action=action)

    def dismissed(self, dismiss: Dismiss) -> None:
        """The seat is somebody else's."""
        player = self.players.pop((dismiss.table, dismiss.seat), None)
        if player is not None:
            self.errors += player.errors

    def everybody_dismissed(self) -> None:
        """The connection is gone, and every seat with it."""
        self.errors += sum(player.errors for player in self.players.values())
        self.players.clear()


def lend(address: Address, name: str, token: str | None, seed: int, language: Language) -> int:
    """Lend bots until the server is gone; the exit status."""
    pool = Pool(language, seed)
    status = INTERRUPTED
    try:
        status = trio.run(_lend, pool, address, name, token)
    except* KeyboardInterrupt:
        pass
    return status


async def _lend(pool: Pool, address: Address, name: str = USUAL_NAME, token: str | None = None) -> int:
    hello = Hello(versions=(VERSION, VERSION), name=name, software="coinche-bot", role=Role.PROVIDER, program=True)
    connected = False
    attempts = losses = 0
    while True:
        try:
            async with open_session(address, hello, GUEST if token is None else Token(token)) as session:
                connected, attempts = True, 0
                since = trio.current_time()
                with suppress(ConnectionLost):
                    await _serve(session, pool)
                pool.everybody_dismissed()
            losses = 1 if trio.current_time() - since > _STEADY_AFTER else losses + 1
            await trio.sleep(min(_LONGEST_WAIT, 0.125 * 2**losses))
        except CannotConnect as failure:
            if not connected or attempts == _ATTEMPTS or failure.reason in IMPOSTORS:
                return _complain(_no_more(address, failure, pool.language, lost=connected))
            await trio.sleep(0.25 * 2**attempts)
            attempts += 1
        except Refused as refusal:
            return _complain(turned_away(refusal, pool.language))
        except KeptError as error:
            return _complain(unkept(error, pool.language))


def _no_more(address: Address, failure: CannotConnect, language: Language, *, lost: bool) -> str:
    if lost and failure.reason not in IMPOSTORS:
        return BotSays.LOST.within(language).format(address=address)
    return cannot_connect(address, failure, language)


def _complain(sentence: str) -> int:
    complain("coinche-bot", sentence)
    return 1


async def _serve(session: Session, pool: Pool) -> None:
    async for message in session:
        match message:
            case Invite():
                await session.send(pool.invited(message))
            case Request():
                await session.send(pool.asked(message))
            case Dismiss():
                pool.dismissed(message)
            case _:
                pass
