"""One bot at one seat over the network, from the command line to the close of its table.

Knows the life of a seat: sign in, find the table, sit down, answer, come back after a lost connection.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio
from msgspec import UNSET

from coinche.client.bot import Bot, Player
from coinche.client.language import Language
from coinche.client.session import CannotConnect, ConnectionLost, Refused, Resume, Session, open_session
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    VERSION,
    Act,
    Envelope,
    Error,
    Hello,
    Join,
    Joined,
    Left,
    Lobby,
    Occupant,
    Request,
    TableInfo,
)

from .options import add_connection, add_seat, language_from
from .sentences import BotSays, cannot_connect, refused

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
_ATTEMPTS = 6
"""How often a lost connection is tried again, waiting twice as long each time, from a quarter of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a bot is to play, and what it is called there."""

    host: str
    port: int
    table: str | None
    seat: Seat | None
    name: str


class CannotPlay(Exception):
    """The bot cannot get to its seat, or not back to it; the message is for the person who started it."""


def main(bot: Callable[[int], Bot], arguments: Sequence[str]) -> int:
    """Play one seat as the command line says; the exit status."""
    language = language_from(arguments)
    parser = argparse.ArgumentParser(description=BotSays.OWN_SUMMARY.within(language))
    add_connection(parser, language)
    add_seat(parser, language)
    options = parser.parse_args(arguments)
    player = Player(bot(secrets.randbits(32) if options.seed is None else options.seed), language)
    place = Place(
        host=options.host,
        port=options.port,
        table=options.table,
        seat=options.seat,
        name=options.name or player.bot.name,
    )
    return play(player, place)


def play(player: Player, place: Place) -> int:
    """Play the seat to the close of its table; the exit status."""
    status = 0
    try:
        trio.run(play_seat, player, place)
    except* CannotPlay as group:
        print(f"coinche-bot: {group.exceptions[0]}", file=sys.stderr)
        status = 1
    except* KeyboardInterrupt:
        status = INTERRUPTED
    if player.errors:
        errors = BotSays.ERRORS.within(player.language).format(count=player.errors)
        print(f"coinche-bot: {errors}", file=sys.stderr)
    return status or int(player.errors > 0)


async def play_seat(player: Player, place: Place) -> None:
    """Sign in and play; sign in again as often as the connection is lost. CannotPlay says why it cannot go on."""
    hello = Hello(versions=(VERSION, VERSION), name=place.name[:24], software="coinche-bot", program=True)
    resume: Resume | None = None
    attempts = 0
    while True:
        try:
            async with open_session(place.host, place.port, hello, resume) as session:
                if resume is None:
                    await _sit_down(session, place, player.language)
                attempts = 0
                try:
                    await _serve(session, player)
                    return
                except ConnectionLost:
                    resume = session.resume
        except (CannotConnect, ConnectionLost) as failure:
            if resume is None:
                raise CannotPlay(cannot_connect(place.host, place.port, failure.reason, player.language)) from failure
            if attempts == _ATTEMPTS:
                lost = BotSays.LOST.within(player.language).format(host=place.host, port=place.port)
                raise CannotPlay(lost) from failure
            await trio.sleep(0.25 * 2**attempts)
            attempts += 1
        except Refused as refusal:
            raise CannotPlay(refused(refusal.error, player.language)) from refusal


async def _sit_down(session: Session, place: Place, language: Language) -> None:
    """Find the table and take the seat; CannotPlay says why not."""
    asked: TableInfo | None = None
    async for message in session:
        match message:
            case Lobby(tables=tables) if asked is None:
                asked = _table(tables, place, language)
                await session.send(Join(table=asked.table, seat=place.seat or UNSET))
            case Joined():
                return
            case Error(code=ErrorCode.SEAT_TAKEN) if asked is not None:
                sentence = BotSays.TABLE_FULL if place.seat is None else BotSays.SEAT_TAKEN
                raise CannotPlay(sentence.within(language).format(table=asked.table, seat=place.seat))
            case Error():
                raise CannotPlay(refused(message, language))
            case _:
                pass


def _table(tables: tuple[TableInfo, ...], place: Place, language: Language) -> TableInfo:
    """The table that is meant: by its id, its name, or the first that has a free seat."""
    if place.table is None:
        for table in tables:
            if any(seat.occupant is Occupant.FREE for seat in table.seats):
                return table
        raise CannotPlay(BotSays.NO_TABLE.within(language))
    for table in tables:
        if place.table in (table.table, table.name):
            return table
    there = ", ".join(f"{table.table} ({table.name})" for table in tables) or "–"
    raise CannotPlay(BotSays.NO_SUCH_TABLE.within(language).format(table=place.table, tables=there))


async def _serve(session: Session, player: Player) -> None:
    """Answer requests until the table is over."""
    async for message in session:
        match message:
            case Request():
                action = player.answer(message)
                await session.send(Act(table=message.table, request=message.request, action=action))
            case Envelope(event=event):
                player.hear(event)
            case Error(code=ErrorCode.ILLEGAL_ACTION):  # it was in `legal`: the server and we disagree
                raise CannotPlay(refused(message, player.language))
            case Left() | Lobby():  # the lobby is sent only to who is at no table
                return
            case _:
                pass
