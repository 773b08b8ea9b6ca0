"""One bot at one seat over the network: sign in, sit down, hear and answer, come back after a lost connection."""

from __future__ import annotations

import sys
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

import trio

from coinche.connection.credentials import Credentials, TokenCredentials
from coinche.connection.error_texts import unkept, unread
from coinche.connection.errors import IMPOSTORS, CannotConnect, ConnectionLost, LossReason, SentAway, TurnedDown
from coinche.connection.fair_shuffle import SOUND
from coinche.connection.reconnect import Returning, UnacknowledgedAnswers, raise_if_ended
from coinche.connection.session import ClientSession, open_session
from coinche.connection.storage import KeptError
from coinche.connection.transport import Trust
from coinche.connection.verdict_texts import Fair
from coinche.engine.events import MatchEnded, MatchStarted
from coinche.engine.seats import Seat, Team
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    VERSION,
    AddBot,
    Bye,
    Capability,
    DeclareSystem,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Joined,
    Left,
    Lobby,
    Request,
    SeatReserved,
)
from coinche.text.catalog import tell
from coinche.text.language import Language

from .graceful_stop import GracefulStop
from .ladder import LadderProgram
from .lenient_decoder import LenientDecoder
from .log import BotLog
from .placement import CannotPlay, Place, seats_from, sit_down
from .texts import BotSays, cannot_connect, refused, turned_away

_FILL = 1
"""The `id` of the message that fills a table with bots."""


class Send(Protocol):
    """A function that sends a message to the server, or raises ConnectionLost."""

    async def __call__(self, message: FromClient, /) -> None:
        """Send it."""


class Decider(Protocol):
    """The decision maker at a seat."""

    language: Language
    errors: int

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """Return the context that surrounds all connections."""

    def signed_in(self, name: str) -> None:
        """The server calls it by that name."""

    async def take(self, message: FromServer | Envelope, send: Send) -> None:
        """A message of the table came; answers are sent with `send`, now or until the next one comes."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat that was taken, and the connection that took it."""

    joined: Joined
    session: ClientSession


async def play_seats(deciders: list[Decider], place: Place, journal: BotLog, stop: GracefulStop | None = None) -> None:
    """Play a seat with each of them, at one table, until it closes. CannotPlay says why it cannot be done.

    On a ladder they play on until the `stop` is requested.
    """
    async with trio.open_nursery() as nursery:
        if place.ladder:
            for decider in deciders:
                nursery.start_soon(play_seat, decider, place, journal, True, stop)
            return
        whole = replace(place, seats=len(deciders))
        sat: Sat = await nursery.start(play_seat, deciders[0], whole, journal, True)
        if len(deciders) > 1:
            first = sat.joined.seat or sat.joined.reserved
            assert first is not None
            rest = seats_from(first, len(deciders))[1:]
            for decider, seat in zip(deciders[1:], rest, strict=True):
                there = replace(place, table=sat.joined.table, seat=seat, own_table=None)
                await nursery.start(play_seat, decider, there, journal, False)
        if place.own_table is not None and len(deciders) < len(Seat):
            await _fill(sat, place.own_table.against, deciders[0].language)


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
    decider: Decider,
    place: Place,
    journal: BotLog | None = None,
    tells: bool = False,
    stop: GracefulStop | None = None,
    *,
    task_status: trio.TaskStatus[Sat] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Sign in and play; sign in again as often as the connection is lost. CannotPlay says why it cannot go on.

    `tells` is whether the result of a match is printed. On a ladder it plays until the `stop` is requested.
    """
    async with decider.at_work():
        seat = _Seat(decider, place, journal or BotLog(), tells, stop or GracefulStop())
        await seat.play(task_status)


class _Seat:
    """A seat from one connection to the next."""

    def __init__(self, decider: Decider, place: Place, journal: BotLog, tells: bool, stop: GracefulStop) -> None:
        self._decider = decider
        self._place = place
        self._journal = journal
        self._tells = tells
        self._stop = stop
        self._seat: Seat | None = None
        self._reserved: Seat | None = None
        """The seat that it gets with the next deal; of what happens until then its decider hears nothing else."""
        self._table = ""
        self._match = 0
        self._read = LenientDecoder(self._tell_of_rule)
        self._back = Returning(place.credentials)
        self._unacknowledged = UnacknowledgedAnswers()

    async def play(self, task_status: trio.TaskStatus[Sat]) -> None:
        """Play until the table closes."""
        language = self._decider.language

        async def live(session: ClientSession) -> None:
            await self._lived(session, task_status)

        try:
            await self._back.keep_up(self._connect, live)
        except (CannotConnect, ConnectionLost) as failure:
            raise CannotPlay(self._no_more(failure)) from failure
        except (TurnedDown, SentAway) as refusal:
            raise CannotPlay(self._turned_away(refusal)) from refusal
        except KeptError as error:
            raise CannotPlay(unkept(error, language)) from error

    def _connect(self, who: Credentials) -> AbstractAsyncContextManager[ClientSession]:
        place = self._place
        hello = Hello(versions=(VERSION, VERSION), name=place.name, software="coinche-bot", program=True)
        return open_session(place.address, hello, who, spare_names=place.other_names, decode=self._read)

    async def _lived(self, session: ClientSession, task_status: trio.TaskStatus[Sat]) -> None:
        """One connection; it returns once the table is over."""
        self._meet(session)
        self._decider.signed_in(session.name)
        if self._place.ladder:
            await self._play_on_ladder(session)
            return
        if not self._table:
            await self._sit_down_first(session, task_status)
        elif not self._back.resuming:
            self._unacknowledged.forget()
            await self._sit_down_again(session)
        await self._serve(session)
        with suppress(ConnectionLost):
            await session.send(Bye())

    async def _play_on_ladder(self, session: ClientSession) -> None:
        """Play on the ladder, wherever the server seats the bot, as long as the connection lasts."""
        if not self._back.resuming:
            self._unacknowledged.forget()

        async def take(message: FromServer | Envelope) -> None:
            await self._take(message, session)
            self._tell_of_deals(session)

        await LadderProgram(session, self._decider.language, self._stop, take).play()

    async def _sit_down_first(self, session: ClientSession, task_status: trio.TaskStatus[Sat]) -> None:
        try:
            joined = await sit_down(session, self._place, self._decider.language)
        except ConnectionLost as failure:
            raise CannotPlay(self._not_seated(failure)) from failure
        await self._take(joined, session)
        task_status.started(Sat(joined, session))

    async def _sit_down_again(self, session: ClientSession) -> None:
        """The server has forgotten the session: its seat is perhaps still free, or waits for its key."""
        there = replace(self._place, table=self._table, seat=self._seat or self._reserved, own_table=None, seats=1)
        await self._take(await sit_down(session, there, self._decider.language), session)

    def _not_seated(self, failure: ConnectionLost) -> str:
        language = self._decider.language
        garbled = failure.reason is LossReason.GARBLED
        return unread(failure, language) if garbled else cannot_connect(self._place.address, failure, language)

    def _no_more(self, failure: CannotConnect | ConnectionLost) -> str:
        """Return the reason why there is no connection, or no longer one."""
        address, language = self._place.address, self._decider.language
        if isinstance(failure, ConnectionLost) and failure.reason is LossReason.GARBLED:
            return unread(failure, language)
        if not self._back.started or failure.reason in IMPOSTORS:
            return cannot_connect(address, failure, language)
        return BotSays.LOST.within(language).format(address=address)

    def _turned_away(self, refusal: TurnedDown | SentAway) -> str:
        place, language = self._place, self._decider.language
        wrong = (
            isinstance(refusal, TurnedDown) and refusal.error.code is ErrorCode.AUTH_FAILED and not self._back.resuming
        )
        if wrong and isinstance(place.credentials, TokenCredentials):
            return BotSays.WRONG_TOKEN.within(language).format(name=place.name)
        return turned_away(refusal, language)

    def _tell_of_rule(self, option: str, value: object, usual: object) -> None:
        said = BotSays.NEWER_RULE.within(self._decider.language)
        tell(said.format(option=option, value=value, usual=usual), sys.stderr)

    def _meet(self, session: ClientSession) -> None:
        wire = session.wire
        if wire.trust is Trust.FIRST_SEEN:
            said = BotSays.FIRST_SEEN.within(self._decider.language)
            tell(said.format(address=self._place.address, fingerprint=wire.fingerprint), sys.stderr)

    async def _serve(self, session: ClientSession) -> None:
        """Hand on what comes until the table is over."""
        async for message in session:
            await self._take(message, session)
            self._tell_of_deals(session)
            raise_if_ended(message)
            match message:
                case Error() if self._is_the_end(message):
                    raise CannotPlay(refused(message, self._decider.language))
                case Left() | Lobby():  # the lobby is sent only to who is at no table
                    return
                case _:
                    pass

    def _tell_of_deals(self, session: ClientSession) -> None:
        """Print the faults that were found in the server's shuffles."""
        for checked in session.checked():
            if checked.verdict not in SOUND:
                said = Fair[checked.verdict.name].within(self._decider.language)
                tell(said.format(deal=checked.deal), sys.stderr)

    def _is_the_end(self, error: Error) -> bool:
        """No bots for the other seats."""
        return error.re == _FILL

    async def _take(self, message: FromServer | Envelope, session: ClientSession) -> None:
        match message:
            case Joined():
                self._is_at(message, session.name)
            case Envelope(event=MatchStarted(match=match)):
                self._match = match
            case Envelope(event=MatchEnded() as ended) if self._tells and self._seat is not None:
                print(self._result(ended, self._seat.team), flush=True)
        self._journal.heard(self._seat, message)
        if self._is_idle(message):
            return
        again = self._unacknowledged.heard(message)
        if again is not None:
            self._journal.said(self._seat, again)
            await session.send(again)
            return

        attended = trio.CancelScope()

        async def attend() -> None:
            with attended:
                await session.attend()

        async def send(answer: FromClient) -> None:
            if isinstance(answer, DeclareSystem) and Capability.SYSTEMS not in session.welcome.capabilities:
                return
            attended.cancel()  # what answers this is for us to read, in its order
            self._journal.said(self._seat, answer)
            self._unacknowledged.said(answer)
            await session.send(answer)

        if not isinstance(message, Request):
            await self._decider.take(message, send)
            return
        lost: ConnectionLost | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(attend)
            try:
                await self._decider.take(message, send)
            except ConnectionLost as loss:
                lost = loss
            attended.cancel()
        if lost is not None:  # raised out here, because a nursery would wrap it in a group
            raise lost

    def _is_at(self, joined: Joined, name: str) -> None:
        """Note the seat, or the one reserved for the next deal; CannotPlay if the bot has neither."""
        language, lost = self._decider.language, self._reserved
        self._seat, self._reserved, self._table = joined.seat, joined.reserved, joined.table
        if joined.reserved is not None and joined.reserved is not lost:
            said = BotSays.RESERVED.within(language)
            tell(said.format(name=name, seat=joined.reserved, table=joined.table), sys.stderr)
        if joined.seat is None and joined.reserved is None:
            raise CannotPlay(BotSays.SEAT_LOST.within(language).format(seat=lost, table=joined.table))

    def _is_idle(self, message: FromServer | Envelope) -> bool:
        """Return True for an event of a seat not yet this bot's; the server sends all of them again once it is."""
        match message:
            case Envelope(event=SeatReserved(seat=seat)) if seat is self._reserved:
                return False
            case Envelope():
                return self._seat is None
            case _:
                return False

    def _result(self, ended: MatchEnded, own: Team) -> str:
        won = BotSays.LEVEL if ended.winner is None else BotSays.WON if ended.winner is own else BotSays.LOST_MATCH
        points = {"ours": ended.totals[own], "theirs": ended.totals[own.other]}
        return won.within(self._decider.language).format(match=self._match, **points)
