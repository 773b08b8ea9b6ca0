"""The lines by which the arena has a server play boards of a contest, through the control socket.

    arena  {"play": {…}}             the plan: rules, clock, and for each table its entrants and dealers
    server {"is": "wanted", …}       the next board of a table waits for its pack
    arena  {"is": "pack", …}         that pack; the arena deals once the board before is over at every table
    server {"is": "entry", …}        what happens at a table, entry by entry, until it is closed
    arena  {"is": "vacate", …}       the program of that seat stalls: it loses its seat

The server ends the connection once all tables are closed, or after `refused`, with the reason as a sentence. If the
arena ends it, the tables are closed. Tables are numbered in the order of the plan, from 0.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock


class ContestTable(Struct, frozen=True, kw_only=True):
    """The names of two entrants of the ladder, and the dealer of each board that they play."""

    ns: str
    ew: str
    dealers: tuple[Seat, ...]


class ContestPlan(Struct, frozen=True, kw_only=True):
    """Tables that are played at the same time, with a new match of one deal for each board."""

    preset: str
    rules: RuleSet
    clock: Clock
    tables: tuple[ContestTable, ...]


class ContestLine(Struct, frozen=True, kw_only=True, tag_field="is"):
    """A line of either side once the plan is known."""


class PackWanted(ContestLine, frozen=True, tag="wanted"):
    """A board, counted from 1 at each table, waits for its pack."""

    table: int
    board: int


class EntryKept(ContestLine, frozen=True, tag="entry"):
    """An entry of a table in its stored form, and when it was kept, in seconds of the server's clock."""

    table: int
    at: float
    entry: bytes


class PlanRefused(ContestLine, frozen=True, tag="refused"):
    """The plan is not played; `why` is a sentence."""

    why: str


class PackHanded(ContestLine, frozen=True, tag="pack"):
    """The pack of a board, and the auction with which it begins, where that is given."""

    table: int
    board: int
    pack: tuple[Card, ...]
    opening: tuple[tuple[Seat, str], ...] = ()


class SeatVacated(ContestLine, frozen=True, tag="vacate"):
    """A program loses its seat to the end of its table."""

    table: int
    seat: Seat


FromArena = PackHanded | SeatVacated
ToArena = PackWanted | EntryKept | PlanRefused


def _notated(kind: type, said: Any) -> Any:
    return kind(said)


FROM_ARENA: msgspec.json.Decoder[FromArena] = msgspec.json.Decoder(FromArena, dec_hook=_notated)
TO_ARENA: msgspec.json.Decoder[ToArena] = msgspec.json.Decoder(ToArena)


def line_of(message: ContestLine) -> bytes:
    """The message as a line."""
    return msgspec.json.encode(message, enc_hook=str) + b"\n"
