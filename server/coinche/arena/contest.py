"""The plan of a contest: its settings, and the batches of boards that are to be played.

A batch is the unit of work: some boards in a row, played by processes that are started for it and end with it. It
depends on nothing that was played before, so batches can be played in any order, by any number of workers, and again
where a worker was lost, and the results are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock
from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme, TableTimings
from coinche.server.match.table_options import parse_clock

from .entrants import Entrant

_TURN = 4
"""Boards after which the sides are exchanged where a board is played once: every seat has dealt by then."""


class Format(StrEnum):
    """The choice of pairings."""

    DUEL = "duel"
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


class Pairing(NamedTuple):
    """Two entrants that are compared."""

    a: str
    b: str


class TablePlan(NamedTuple):
    """Two entrants at one table, for these boards."""

    ns: str
    ew: str
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Boards that are played together: the tables of one pairing, or those of one entrant and the reference bot."""

    pairings: tuple[Pairing, ...]
    """The pairings that it decides."""
    plans: tuple[TablePlan, ...]

    @property
    def first(self) -> int:
        """The number of its first board."""
        return min(plan.boards[0] for plan in self.plans)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """The tables of a batch, in the order of their boards."""

    tables: tuple[PlayedTable, ...]
    timings: tuple[TableTimings, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessLimits:
    """The most that one process of an entrant may use."""

    memory_mb: int = 2048
    cpu_s: int = 3600
    """Seconds of processor time for one batch."""
    open_files: int = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Everything that a worker needs to play a batch."""

    header: ContestHeader
    entrants: Mapping[str, Entrant]
    """By name, the reference bot included."""
    limits: ProcessLimits = ProcessLimits()
    control_socket: Path | None = None
    """That of the server on which the entrants are signed in; None where the arena starts them."""
    auctions: Mapping[int, tuple[tuple[Seat, str], ...]] | None = None
    """The auction that is given for each board, as seats and calls."""

    @property
    def clock(self) -> Clock:
        """The clock of its tables."""
        return parse_clock(self.header.clock)

    def auction(self, board: int) -> tuple[tuple[Seat, str], ...]:
        """The auction that is given for a board; none where it is bid."""
        return () if self.auctions is None else self.auctions.get(board, ())


def pairings(format_: Format, names: tuple[str, ...]) -> tuple[Pairing, ...]:
    """The pairings of a format that knows them beforehand."""
    if format_ is Format.GAUNTLET:
        return tuple(Pairing(names[0], other) for other in names[1:])
    return tuple(Pairing(a, b) for a, b in combinations(names, 2))


def batches(header: ContestHeader, pairs: tuple[Pairing, ...], start: int = 1) -> Iterator[Batch]:
    """The batches of those pairings, from that board on. Each pairing gets on as fast as the others."""
    for first in range(start, start + header.boards, header.batch):
        boards = tuple(range(first, min(first + header.batch, start + header.boards)))
        if header.scheme is Scheme.COMMON:
            for entrant in dict.fromkeys(name for pair in pairs for name in pair):
                decided = tuple(pair for pair in pairs if entrant in pair)
                yield Batch(pairings=decided, plans=_turned(entrant, header.reference, boards))
        elif header.scheme is Scheme.SINGLE:
            for pair in pairs:
                yield Batch(pairings=(pair,), plans=_turned(*pair, boards))
        else:
            for pair in pairs:
                both = (TablePlan(pair.a, pair.b, boards), TablePlan(pair.b, pair.a, boards))
                yield Batch(pairings=(pair,), plans=both)


def _turned(one: str, other: str, boards: tuple[int, ...]) -> tuple[TablePlan, ...]:
    """The plans for boards that are played once: the sides change whenever every seat has dealt."""
    north = tuple(board for board in boards if (board - 1) // _TURN % 2 == 0)
    east = tuple(board for board in boards if board not in north)
    return tuple(plan for plan in (TablePlan(one, other, north), TablePlan(other, one, east)) if plan.boards)
