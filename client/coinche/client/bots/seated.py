"""One bot at one seat over the network, from its sign-in to the close of its table.

Knows the life of a seat: sign in, sit down, hear and answer, come back after a lost connection.
"""

from __future__ import annotations

import sys
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

import trio

from coinche.client.language import Language
from coinche.client.line_mode.printing import tell
from coinche.client.network.credentials import Resume, Token
from coinche.client.network.dialing import Trust
from coinche.client.network.failures import IMPOSTORS, CannotConnect, ConnectionLost, LossReason, Refused
from coinche.client.network.newer import Bearing
from coinche.client.network.session import Session, open_session
from coinche.client.on_disk.kept import KeptError
from coinche.client.refusals import unkept, unread
from coinche.engine.events import MatchEnded, MatchStarted
from coinche.engine.seats import Seat, Team
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    VERSION,
    AddBot,
    Bye,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Joined,
    Left,
    Lobby,
    Request,
)

from .journal import Journal
from .placing import CannotPlay, Place, seats_from, sit_down
from .sentences import BotSays, cannot_connect, refused, turned_away

_ATTEMPTS = 6
"""How often a lost connection is tried again, waiting twice as long each time, from a quarter of a second."""
_FILL = 1
"""The `id` of the message that fills a table with bots."""


class Send(Protocol):
    """Says something to the server; ConnectionLost where it cannot."""

    async def __call__(self, message: FromClient, /) -> None:
        """Send it."""


class Mind(Protocol):
    """Who decides at a seat."""

    language: Language
    errors: int

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """What surrounds all connections."""

    async def take(self, message: FromServer | Envelope, send: Send) -> None:
        """A message of the table came; answers are sent with `send`, now or until the next one comes."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat that was taken, and the connection that took it."""

    joined: Joined
    session: Session


async def play_seats(minds: list[Mind], place: Place, journal: Journal) -> None:
    """Play a seat with each of them, at one table, until it closes. CannotPlay says why it cannot be done."""
    async with trio.open_nursery() as nursery:
        whole = replace(place, seats=len(minds))
        sat: Sat = await nursery.start(play_seat, minds[0], whole, journal, True)
        if len(minds) > 1:
            assert sat.joined.seat is not None
            rest = seats_from(sat.joined.seat, len(minds))[1:]
            for mind, seat in zip(minds[1:], rest, strict=True):
                there = replace(place, table=sat.joined.table, seat=seat, own_table=None)
                await nursery.start(play_seat, mind, there, journal, False)
        if place.own_table is not None and len(minds) < len(Seat):
            await _fill(sat, place.own_table.against, minds[0].language)


async def _fill(sat: Sat, bot: str | None, language: Language) -> None:
    """Have bots of the server sit down on the other seats, or say to others where they are awaited."""
    table = sat.joined
    if bot is None:
        tell(BotSays.WAITS.within(language).format(table=table.table, name=table.name), sys.stderr)
        return
    try:
        await sat.session.send(AddBot(table=table.table, bot=bot, id=_FILL))
    except ConnectionLost as failure:
        raise CannotPlay(BotSays.HUNG_UP.within(language)) from failure


async def play_seat(
    mind: Mind,
    place: Place,
    journal: Journal | None = None,
    tells: bool = False,
    *,
    task_status: trio.TaskStatus[Sat] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Sign in and play; sign in again as often as the connection is lost. CannotPlay says why it cannot go on.

    `tells` is whether the result of a match is printed.
    """
    async with mind.at_work():
        seat = _Seat(mind, place, journal or Journal(), tells)
        await seat.play(task_status)


class _Seat:
    """A seat from one connection to the next."""

    def __init__(self, mind: Mind, place: Place, journal: Journal, tells: bool) -> None:
        self._mind = mind
        self._place = place
        self._journal = journal
        self._tells = tells
        self._seat: Seat | None = None
        self._resume: Resume | None = None
        self._match = 0
        self._attempts = 0
        self._read = Bearing(self._tell_of_rule)

    async def play(self, task_status: trio.TaskStatus[Sat]) -> None:
        """Until the table closes."""
        place, language = self._place, self._mind.language
        while True:
            try:
                if await self._connected(task_status):
                    return
            except (CannotConnect, ConnectionLost) as failure:
                if isinstance(failure, ConnectionLost) and failure.reason is LossReason.GARBLED:
                    raise CannotPlay(unread(failure, language)) from failure
                impostor = isinstance(failure, CannotConnect) and failure.reason in IMPOSTORS
                if self._resume is None or impostor:
                    raise CannotPlay(cannot_connect(place.address, failure, language)) from failure
                if self._attempts == _ATTEMPTS:
                    lost = BotSays.LOST.within(language).format(address=place.address)
                    raise CannotPlay(lost) from failure
                await self._wait()
            except Refused as refusal:
                patience = refusal.error.code is ErrorCode.RATE and self._resume is not None
                if not patience or self._attempts == _ATTEMPTS:
                    raise CannotPlay(self._turned_away(refusal)) from refusal
                await self._wait()
            except KeptError as error:
                raise CannotPlay(unkept(error, language)) from error

    async def _wait(self) -> None:
        """A moment before the next attempt, longer each time."""
        await trio.sleep(0.25 * 2**self._attempts)
        self._attempts += 1

    async def _connected(self, task_status: trio.TaskStatus[Sat]) -> bool:
        """One connection; whether the table was over at its end."""
        place = self._place
        hello = Hello(versions=(VERSION, VERSION), name=place.name, software="coinche-bot", program=True)
        who = self._resume or place.credentials
        async with open_session(place.address, hello, who, spare_names=place.other_names, decode=self._read) as session:
            self._meet(session)
            try:
                if self._resume is None:
                    joined = await sit_down(session, place, self._mind.language)
                    await self._take(joined, session)
                    task_status.started(Sat(joined, session))
                self._attempts = 0
                await self._serve(session)
                with suppress(ConnectionLost):
                    await session.send(Bye())
            except ConnectionLost as loss:
                if self._seat is None or loss.reason is LossReason.GARBLED:
                    raise
                self._resume = session.resume
                return False
        return True

    def _turned_away(self, refusal: Refused) -> str:
        place, language = self._place, self._mind.language
        if (
            refusal.error.code is ErrorCode.AUTH_FAILED
            and self._resume is None
            and isinstance(place.credentials, Token)
        ):
            return BotSays.WRONG_TOKEN.within(language).format(name=place.name)
        return turned_away(refusal, language)

    def _tell_of_rule(self, option: str, value: object, usual: object) -> None:
        said = BotSays.NEWER_RULE.within(self._mind.language)
        tell(said.format(option=option, value=value, usual=usual), sys.stderr)

    def _meet(self, session: Session) -> None:
        wire = session.wire
        if wire.trust is Trust.FIRST_SEEN:
            said = BotSays.FIRST_SEEN.within(self._mind.language)
            tell(said.format(address=self._place.address, fingerprint=wire.fingerprint), sys.stderr)

    async def _serve(self, session: Session) -> None:
        """Hand on what comes until the table is over."""
        async for message in session:
            await self._take(message, session)
            match message:
                case Error() if self._is_the_end(message):
                    raise CannotPlay(refused(message, self._mind.language))
                case Left() | Lobby():  # the lobby is sent only to who is at no table
                    return
                case _:
                    pass

    def _is_the_end(self, error: Error) -> bool:
        """No bots for the other seats, or somebody else in ours."""
        return error.re == _FILL or error.code is ErrorCode.REPLACED

    async def _take(self, message: FromServer | Envelope, session: Session) -> None:
        match message:
            case Joined(seat=seat):
                self._seat = seat
            case Envelope(event=MatchStarted(match=match)):
                self._match = match
            case Envelope(event=MatchEnded() as ended) if self._tells and self._seat is not None:
                print(self._result(ended, self._seat.team), flush=True)
        self._journal.heard(self._seat, message)

        attended = trio.CancelScope()

        async def attend() -> None:
            with attended:
                await session.attend()

        async def send(answer: FromClient) -> None:
            attended.cancel()  # what answers this is for us to read, in its order
            self._journal.said(self._seat, answer)
            await session.send(answer)

        if not isinstance(message, Request):
            await self._mind.take(message, send)
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(attend)
            await self._mind.take(message, send)
            attended.cancel()

    def _result(self, ended: MatchEnded, own: Team) -> str:
        won = BotSays.LEVEL if ended.winner is None else BotSays.WON if ended.winner is own else BotSays.LOST_MATCH
        points = {"ours": ended.totals[own], "theirs": ended.totals[own.other]}
        return won.within(self._mind.language).format(match=self._match, **points)
