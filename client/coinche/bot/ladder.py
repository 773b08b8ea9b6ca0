"""One program on the ladder of a server: it enters, plays where it is seated, stays away when told so, and leaves."""

from __future__ import annotations

import math
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

from coinche.connection.errors import ConnectionLost
from coinche.connection.reconnect import raise_if_ended
from coinche.connection.session import ClientSession
from coinche.protocol.messages import (
    Bye,
    Capability,
    EnterLadder,
    Envelope,
    Error,
    FromServer,
    Joined,
    LeaveLadder,
    Left,
    LeftLadder,
    Lobby,
    ServerBye,
)
from coinche.text.catalog import tell
from coinche.text.language import Language

from .graceful_stop import GracefulStop
from .placement import CannotPlay
from .texts import BotSays, refused

_ENTER, _LEAVE = 2, 3
"""The `id` of the messages that enter the ladder and leave it."""
Take = Callable[[FromServer | Envelope], Awaitable[None]]


class LadderProgram:
    """A program on the ladder, as long as one connection lasts. `take` hears the messages of its tables."""

    def __init__(self, session: ClientSession, language: Language, stop: GracefulStop, take: Take) -> None:
        self._session = session
        self._language = language
        self._stop = stop
        self._take = take
        self._again_at = math.inf
        """The moment at which it enters again after it was sent away (trio's clock)."""
        self._leaving = self._has_left = self._at_table = False

    async def play(self) -> None:
        """Play until the stop is requested and the table is over, or until the connection ends."""
        if Capability.LADDER not in self._session.welcome.capabilities:
            raise CannotPlay(BotSays.NO_LADDER.within(self._language))
        with self._stop.heeded():
            await self._play()

    async def _play(self) -> None:
        await self._session.send(EnterLadder(id=_ENTER))
        while not self._has_left or self._at_table:
            message = await self._next()
            if message is None:
                await self._come_or_go()
                continue
            raise_if_ended(message)
            await self._heard(message)
            if isinstance(message, ServerBye):
                return
        with suppress(ConnectionLost):
            await self._session.send(Bye())

    async def _next(self) -> FromServer | Envelope | None:
        """Return the next message; None once it is time to enter again, or to leave."""
        if self._leaving:
            return await self._session.receive()
        with trio.CancelScope(deadline=self._again_at) as wait, self._stop.interrupts(wait):
            return await self._session.receive()
        return None

    async def _come_or_go(self) -> None:
        self._again_at = math.inf
        if not self._stop.requested:
            await self._session.send(EnterLadder(id=_ENTER))
            return
        self._leaving = True
        if self._at_table:
            self._say(BotSays.LEAVES_LADDER)
        await self._session.send(LeaveLadder(id=_LEAVE))

    async def _heard(self, message: FromServer | Envelope) -> None:
        match message:
            case Error(re=number, data={"again_ms": int() as again}) if number == _ENTER:
                self._stay_away(again)
            case Error(re=number) if number == _ENTER:
                raise CannotPlay(refused(message, self._language))
            case LeftLadder(re=number) if number == _LEAVE:
                self._has_left = True
            case LeftLadder(again_ms=again):
                self._stay_away(again)
            case Lobby():
                pass
            case Joined() | Left():
                self._at_table = isinstance(message, Joined)
                await self._take(message)
            case _:
                await self._take(message)

    def _stay_away(self, again_ms: int) -> None:
        """Wait for so long before it enters again; at a table it plays on meanwhile."""
        if not self._leaving:
            self._again_at = trio.current_time() + again_ms / 1000
            self._say(BotSays.OFF_LADDER, wait=_duration(again_ms))

    def _say(self, words: BotSays, **fields: str) -> None:
        tell(words.within(self._language).format(name=self._session.name, **fields), sys.stderr)


def _duration(ms: int) -> str:
    """Return a time in seconds, minutes or hours, rounded up."""
    for unit, seconds in (("s", 1), ("min", 60)):
        if (count := math.ceil(ms / 1000 / seconds)) <= 120:
            return f"{count} {unit}"
    return f"{math.ceil(ms / 3_600_000)} h"
