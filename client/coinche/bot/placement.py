"""The choice of a bot program's seats: at an existing table, or at one that it opens for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, with_passphrase
from coinche.connection.session import ClientSession
from coinche.engine.seats import Direction, Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import CreateTable, Error, Join, Joined, Lobby, Occupant, TableInfo
from coinche.text.language import Language

from .options import OwnTable
from .texts import BotSays, refused

NAMED = 10
"""Tables that are named at most, where the one that was asked for is not there."""


class CannotPlay(Exception):
    """The bot cannot get to its seat, or not back to it; the message is for the person who started it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place and the identity for a bot to play. `other_names` are tried where somebody else owns the name."""

    address: Address
    table: str | None = None
    seat: Seat | None = None
    name: str
    other_names: tuple[str, ...] = ()
    credentials: Credentials = GUEST
    own_table: OwnTable | None = None
    passphrase: str | None = field(default=None, repr=False)
    seats: int = 1
    """Number of seats to take; `seat` is the first."""
    ladder: bool = False
    """True to play on the server's ladder, wherever it seats the bot."""


def seats_from(first: Seat, number: int) -> tuple[Seat, ...]:
    """Return that many seats: the first, its partner, then the others."""
    left = first.next(Direction.ANTICLOCKWISE)
    return (first, first.partner, left, left.partner)[:number]


async def sit_down(session: ClientSession, place: Place, language: Language) -> Joined:
    """Find the table, or open it, and take the seat; CannotPlay says why not."""
    asked: TableInfo | None = None
    waiting = True
    async for message in session:
        match message:
            case Lobby() if waiting:
                waiting = False
                if place.own_table is not None:
                    wish: CreateTable | Join = _opened(message, place, place.own_table, language)
                else:
                    asked, seat = _table(message.tables, place, language)
                    wish = Join(table=asked.table, seat=seat or UNSET)
                await session.send(with_passphrase(wish, place.passphrase, session.welcome.nonce))
            case Joined():
                return message
            case Error(code=ErrorCode.SEAT_TAKEN) if asked is not None:
                sentence = BotSays.TABLE_FULL if place.seat is None else BotSays.SEAT_TAKEN
                raise CannotPlay(sentence.within(language).format(table=asked.table, seat=place.seat))
            case Error(code=ErrorCode.NO_SUCH_TABLE) if asked is not None:  # it has closed meanwhile
                raise CannotPlay(_no_such_table(asked.table, _ids(message), language))
            case Error(code=ErrorCode.FORBIDDEN, data={"reason": ("strict" | "closed") as why}) if asked is not None:
                sentence = BotSays.STRICT_SEATS if why == "strict" else BotSays.SEAT_CLOSED
                raise CannotPlay(sentence.within(language).format(table=asked.table, seat=place.seat))
            case Error(code=ErrorCode.FORBIDDEN) if asked is not None and asked.private:
                sentence = BotSays.PRIVATE if place.passphrase is None else BotSays.WRONG_PASSPHRASE
                raise CannotPlay(sentence.within(language).format(table=asked.table))
            case Error():
                raise CannotPlay(refused(message, language))
            case _:
                pass
    raise CannotPlay(BotSays.HUNG_UP.within(language))


def _opened(lobby: Lobby, place: Place, own: OwnTable, language: Language) -> CreateTable:
    """Build the message that opens the bot's own table; CannotPlay where the server lacks the bot or the rules."""
    if own.against is not None and own.against not in lobby.bots:
        words = BotSays.NOT_LENT if lobby.bots else BotSays.NONE_LENT
        raise CannotPlay(words.within(language).format(name=own.against, bots=", ".join(lobby.bots)))
    if own.rules is not None and lobby.presets and own.rules not in lobby.presets:
        there = ", ".join(lobby.presets)
        raise CannotPlay(BotSays.NO_RULES.within(language).format(name=own.rules, presets=there))
    return CreateTable(
        name=own.name or place.name,
        preset=own.rules or UNSET,
        target=own.target or UNSET,
        clock=own.clock or UNSET,
        seat=place.seat or Seat.SOUTH,
    )


def _table(tables: tuple[TableInfo, ...], place: Place, language: Language) -> tuple[TableInfo, Seat | None]:
    """Return the table with that id or name, or the first with room, and the seat there (None: any)."""
    if place.table is None:
        for table in (one for one in tables if one.private == (place.passphrase is not None)):
            seat = _room(table, place)
            if seat is not None:
                return table, place.seat if place.seats == 1 else seat
        raise CannotPlay(BotSays.NO_TABLE.within(language))
    for table in tables:
        if place.table in (table.table, table.name):
            if place.seats == 1:
                return table, place.seat
            return table, _room(table, place) or _room(table, place, bots=True) or place.seat
    there = [f"{table.table} ({table.name})" for table in tables]
    raise CannotPlay(_no_such_table(place.table, there, language))


def _no_such_table(table: str, there: Sequence[str], language: Language) -> str:
    """Return the sentence that the table does not exist, with those that do or how to open one."""
    words = BotSays.NO_SUCH_TABLE if there else BotSays.NO_TABLES
    named = ", ".join((*there[:NAMED], *(("…",) if len(there) > NAMED else ())))
    return words.within(language).format(table=table, tables=named)


def _ids(refusal: Error) -> tuple[str, ...]:
    """Return the ids of the existing tables, as given in a server's `no_such_table` error."""
    tables = refusal.data.get("tables")
    return tables if isinstance(tables, tuple) else ()


def _room(table: TableInfo, place: Place, *, bots: bool = False) -> Seat | None:
    """Return the first seat from which enough are free; with `bots`, seats of the server's bots count as free."""
    kinds = (Occupant.FREE, Occupant.BOT) if bots else (Occupant.FREE,)
    free = {seat.seat for seat in table.seats if seat.occupant in kinds and not (seat.closed or seat.reserved_by)}
    firsts = tuple(Seat) if place.seat is None else (place.seat,)
    return next((seat for seat in firsts if free.issuperset(seats_from(seat, place.seats))), None)
