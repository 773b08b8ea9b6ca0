"""A program on standard input and output in a bot's seat: JSON lines both ways, without a network of its own.

    → {"type":"joined","table":"t1","seat":"S",…}         then every message that the seat gets
    ← {"request":97,"action":"9H"}

A bad answer costs the default action. A program that dies is started again, up to a bound.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import trio
from msgspec import UNSET

from coinche.connection.errors import ConnectionLost
from coinche.protocol.bot_command import Placeholders, named_in
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Envelope, Error, FromClient, FromServer, Joined, Ok, Request
from coinche.text.catalog import complain
from coinche.text.language import Language

from .child_process import BadLine, CannotStart, ChildProcess, read_line, shown, written
from .placement import CannotPlay
from .seat import Send
from .texts import BotSays

NOWHERE = Placeholders()
RESTARTS = 5
"""Maximum number of restarts of a program that dies while it owes an answer."""
_BAD = frozenset({ErrorCode.ILLEGAL_ACTION, ErrorCode.BAD_MESSAGE})
"""Error codes for an answer that was itself wrong."""
_SETTLED = frozenset({ErrorCode.LATE, ErrorCode.STALE_REQUEST, ErrorCode.NOT_YOUR_TURN, ErrorCode.FORBIDDEN})
"""Error codes after which a request is no longer open."""


_AT_THE_TABLE = frozenset({"table", "seat", "name"})
"""Placeholders whose values are known once there is a seat."""


class Program:
    """The program in its seat. `where` is what placeholders in its command stand for, as far as it is known."""

    def __init__(self, command: str, language: Language, where: Placeholders = NOWHERE) -> None:
        self.language = language
        self.errors = 0
        self._command = command
        self._where = where
        self._waits = bool(named_in(command) & _AT_THE_TABLE)
        """True when the program starts only once it has its seat."""
        self._child: ChildProcess | None = None
        self._deaths = 0
        self._over = False
        self._useful = False
        """True when the program has given a useful answer since its last start."""
        self._joined: Joined | None = None
        self._open: dict[int, Request] = {}
        self._answers: dict[int, FromClient] = {}
        self._mended = 0
        """The last request that we have said the default to, as an answer was refused."""
        self._send: Send | None = None
        self._nursery: trio.Nursery

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """The program runs; at the end it is told so, and ended if it does not end by itself."""
        async with trio.open_nursery() as self._nursery:
            try:
                if not self._waits:
                    await self._start()
                yield
                self._over = True
                if self._child is not None:
                    await self._child.say_goodbye()
            finally:
                self._over = True
                if self._child is not None:
                    await self._child.end()
            self._nursery.cancel_scope.cancel()

    def signed_in(self, name: str) -> None:
        """Keep the name, which the program may be told."""
        self._where = replace(self._where, name=name)

    async def take(self, message: FromServer | Envelope, send: Send) -> None:
        """Hand it on."""
        self._send = send
        match message:
            case Joined():
                self._joined = message
                self._open, self._answers = {}, {}
                self._where = replace(self._where, table=message.table, seat=message.seat or message.reserved or "")
                if self._waits:
                    self._waits = False
                    await self._start()
                    return
            case Request(request=number) if number in self._answers:
                await self._say(self._answers[number])  # the connection was lost, and perhaps the answer with it
                return
            case Request(request=number):
                self._open = {n: r for n, r in self._open.items() if r.kind is not message.kind} | {number: message}
                if await self._revived():
                    return
            case Ok(request=int(number)):
                self._open.pop(number, None)
            case Error(request=int(number)):
                await self._refused(number, message)
        if self._child is not None:
            self._child.write(written(message))

    async def _refused(self, number: int, error: Error) -> None:
        """An answer was refused: an illegal one costs the default, which a strict table has played already."""
        answer, asked = self._answers.pop(number, None), self._open.get(number)
        if error.code in _SETTLED or "played" in error.data:
            self._open.pop(number, None)
        if error.code not in _BAD or not isinstance(answer, Act) or asked is None:
            return
        self.errors += 1
        told = {"action": answer.action, "request": number, "default": asked.default, "why": error.message}
        self._tell(BotSays.ILLEGAL_OF, **told)
        if number in self._open and number != self._mended:
            self._mended = number
            await self._say(Act(table=asked.table, request=number, action=asked.default))

    async def _revived(self) -> bool:
        """Return True if no program was running; a program that has died is started again, or the default is played."""
        if self._child is not None:
            return False
        if self._deaths > RESTARTS:
            await self._default()
        else:
            await self._start()
        return True

    async def _start(self) -> None:
        try:
            self._child = await ChildProcess.start(self._command, self._where)
        except CannotStart as error:
            words = BotSays.CANNOT_START.within(self.language)
            raise CannotPlay(words.format(command=self._command, why=error)) from None
        self._useful = False
        for message in (self._joined, *self._owed):
            if message is not None:
                self._child.write(written(message))
        self._nursery.start_soon(self._listen, self._child)

    async def _listen(self, child: ChildProcess) -> None:
        """Send the program's answers until it ends."""
        status = await child.converse(self._said)
        if self._over:
            return
        self._child = None
        if status != 0 or not self._useful:  # one that answers and ends has done its part
            self._count_death(status)
        if self._owed:
            await self._revived()

    def _count_death(self, status: int) -> None:
        self._deaths += 1
        self._tell(BotSays.ENDED, status=status)
        if self._deaths == RESTARTS + 1:
            self.errors += 1
            self._tell(BotSays.GIVEN_UP, times=self._deaths)

    @property
    def _owed(self) -> tuple[Request, ...]:
        """Return the requests that are not answered yet."""
        return tuple(request for number, request in self._open.items() if number not in self._answers)

    async def _default(self) -> None:
        """Play the default action."""
        for request in self._owed:
            await self._say(Act(table=request.table, request=request.request, action=request.default))

    async def _said(self, line: bytes) -> None:
        table = None if self._joined is None else self._joined.table
        try:
            message = read_line(line, table, {request.request for request in self._owed})
        except BadLine as bad:
            await self._badly_said(line, bad)
            return
        self._useful = True
        await self._say(message)

    async def _badly_said(self, line: bytes, bad: BadLine) -> None:
        """A bad answer costs the default at once; what answers nothing is ignored."""
        if bad.request is None:
            self._tell(BotSays.BAD_LINE, line=shown(line), why=bad.told(self.language))
            return
        asked = self._open[bad.request]
        self.errors += 1
        told = {"line": shown(line), "request": asked.request, "default": asked.default, "why": bad.told(self.language)}
        self._tell(BotSays.BAD_ANSWER, **told)
        await self._say(Act(table=asked.table, request=asked.request, action=asked.default))

    async def _say(self, message: FromClient) -> None:
        if isinstance(message, Act) and message.request is not UNSET:
            self._answers = {n: a for n, a in self._answers.items() if n in self._open} | {message.request: message}
        if self._send is not None:
            with suppress(ConnectionLost):  # it is asked again over the next connection
                await self._send(message)

    def _tell(self, words: BotSays, **fields: object) -> None:
        said = words.within(self.language).format(command=self._command, **fields)
        complain("coinche-bot", said)
