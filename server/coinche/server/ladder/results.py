"""The results of the ladder: one row for each table, which grows with each board that is over, and the ratings."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from coinche.engine.seats import ZERO, Points, Team
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.match.ladder_board import NO_FAULTS, LadderBoard, LadderEntrant, LadderFaults, LadderSides
from coinche.server.storage.database import DataFile, ImmediateWriter, Writer, statement

from .least_squares import Fitted, PairDifference, fitted

_SIDE = "{0}, {0}_who, {0}_points, {0}_illegal, {0}_timed_out, {0}_absent"
COLUMNS = f"tab, at, rules, boards, {_SIDE.format('ns')}, {_SIDE.format('ew')}"
_ALL = f"SELECT {COLUMNS} FROM ladder ORDER BY at, tab"
_KEEP = f"INSERT OR REPLACE INTO ladder ({COLUMNS}) VALUES ({', '.join('?' * len(COLUMNS.split(',')))})"
_REMOVE = "DELETE FROM ladder WHERE tab = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderSitting:
    """The boards of one table: the points of each side in all of them, and the faults; `at` is the end of the last."""

    table: str
    rules: str
    """The hash of the rules by which it was played."""
    sides: LadderSides
    at: int = 0
    boards: int = 0
    scored: Points = ZERO
    ns_faults: LadderFaults = NO_FAULTS
    ew_faults: LadderFaults = NO_FAULTS

    def faults(self, team: Team) -> LadderFaults:
        """The faults of one side."""
        return self.ns_faults if team is Team.NORTH_SOUTH else self.ew_faults

    def with_board(self, board: LadderBoard) -> LadderSitting:
        """The sitting once that board is over, too."""
        return replace(
            self,
            at=board.at,
            boards=self.boards + 1,
            scored=self.scored + board.points,
            ns_faults=self.ns_faults + board.ns_faults,
            ew_faults=self.ew_faults + board.ew_faults,
        )


def has_failed(faults: LadderFaults) -> bool:
    """Return whether a side has made so many faults at a table that its play there is over."""
    return faults.count >= limits.LADDER_FAULTS


class LadderTotals(NamedTuple):
    """The sums of an entrant's boards and faults."""

    boards: int = 0
    faults: LadderFaults = NO_FAULTS


class LadderResults:
    """The results of all tables of the ladder, as long as there is room for them; the oldest go first.

    They are written in the step in which the board ends, with the entries of its table: after a crash both are there,
    or neither.
    """

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None) -> None:
        """Read the results in that file, which keeps changes; without a writer, they are written at once."""
        self._writer = ImmediateWriter(file) if writer is None and file is not None else writer
        self._sittings: dict[str, LadderSitting] = {}
        self._met: Counter[tuple[str, frozenset[LadderEntrant]]] = Counter()
        self._totals: defaultdict[str, dict[LadderEntrant, LadderTotals]] = defaultdict(dict)
        """By the rules, and the entrant."""
        self._lately: dict[LadderEntrant, deque[str]] = {}
        """The last tables of each entrant, in the order of their last boards."""
        self.called_away: Counter[LadderEntrant] = Counter()
        """The entrants that contests of the arena play with, or wait for."""
        self.revision = 0
        """The number of changes so far."""
        for row in () if file is None else file.rows(_ALL):
            self._take(_sitting(*row))

    def keep(self, board: LadderBoard, rules: str) -> None:
        """Keep a board that is over."""
        new = LadderSitting(table=board.table, rules=rules, sides=board.sides)
        sitting = self._sittings.get(board.table, new).with_board(board)
        self._take(sitting)
        self._write(_KEEP, *_row(sitting))
        while len(self._sittings) > limits.LADDER_SITTINGS:
            self._remove(next(iter(self._sittings)))

    def sitting(self, table: str) -> LadderSitting | None:
        """The result of that table so far; None before its first board is over."""
        return self._sittings.get(table)

    def is_failed(self, table: str) -> bool:
        """Return whether a side has made so many faults there that no further board is played."""
        sitting = self._sittings.get(table)
        return sitting is not None and any(has_failed(sitting.faults(team)) for team in Team)

    def is_over(self, table: str) -> bool:
        """Return whether no further board is played there: a side has failed, or a contest waits for it."""
        sitting = self._sittings.get(table)
        called = sitting is not None and any(self.called_away[sitting.sides[team]] for team in Team)
        return called or self.is_failed(table)

    def boards_of(self, rules: str, a: LadderEntrant, b: LadderEntrant) -> int:
        """The boards that two entrants have played against each other."""
        return self._met[rules, frozenset((a, b))]

    def was_north(self, a: LadderEntrant, b: LadderEntrant) -> bool:
        """Return whether the first of two sat North and South when they met last."""
        for table in reversed(self._lately.get(a, ())):
            if (sitting := self._sittings.get(table)) is not None and b in (sitting.sides.ns, sitting.sides.ew):
                return sitting.sides.ns == a
        return False

    def away_until(self, entrant: LadderEntrant, running: Container[str] = ()) -> int:
        """The moment until which an entrant with too many faults stays away, in ms of the Unix clock; 0 for most.

        The time grows with each table in a row at which it failed, in the order in which they have ended. One that
        ends without such faults ends the row, and lifts nothing; those that are `running` do not count yet.
        """
        failed, until = 0, 0
        for table in self._lately.get(entrant, ()):
            sitting = self._sittings.get(table)
            if sitting is None:
                continue
            if any(_failed_as(entrant, team, sitting) for team in Team):
                away: int = limits.LADDER_AWAY_MS * limits.LADDER_AWAY_GROWS**failed
                failed, until = failed + 1, max(until, sitting.at + min(away, limits.LADDER_AWAY_MOST_MS))
            elif table not in running:
                failed = 0
        return until

    def totals(self, rules: str) -> Mapping[LadderEntrant, LadderTotals]:
        """The sums of everybody who has played by those rules."""
        return self._totals[rules]

    def played(self, rules: str) -> tuple[LadderSitting, ...]:
        """The results of all tables by those rules."""
        return tuple(sitting for sitting in self._sittings.values() if sitting.rules == rules)

    def forget(self, name: str) -> int:
        """Remove all results of entrants of that name; return how many. Those of their opponents go with them."""
        same = same_name(name)
        found = [
            s.table for s in self._sittings.values() if same in (same_name(s.sides.ns.name), same_name(s.sides.ew.name))
        ]
        for table in found:
            self._remove(table)
        return len(found)

    def _take(self, sitting: LadderSitting) -> None:
        self.revision += 1
        before = self._sittings.get(sitting.table)
        if before is not None:
            self._add(before, -1)
        self._sittings[sitting.table] = sitting
        self._add(sitting, 1)
        pair = (sitting.sides.ns, sitting.sides.ew)
        for entrant in pair:
            lately = self._lately.setdefault(entrant, deque(maxlen=limits.LADDER_REMEMBERED))
            with suppress(ValueError):
                lately.remove(sitting.table)
            lately.append(sitting.table)

    def _remove(self, table: str) -> None:
        self.revision += 1
        self._add(self._sittings.pop(table), -1)
        self._write(_REMOVE, table)

    def _add(self, sitting: LadderSitting, times: int) -> None:
        """Add a sitting to the sums, or take it away where `times` is negative."""
        self._met[sitting.rules, frozenset((sitting.sides.ns, sitting.sides.ew))] += times * sitting.boards
        totals = self._totals[sitting.rules]
        for team in Team:
            boards, faults = totals.get(sitting.sides[team], LadderTotals())
            new = LadderTotals(boards + times * sitting.boards, faults + sitting.faults(team).times(times))
            totals[sitting.sides[team]] = new
            if not new.boards:
                del totals[sitting.sides[team]]

    def _write(self, words: str, *values: str | int) -> None:
        if self._writer is not None:
            self._writer.write(statement(words, *values))


def _failed_as(entrant: LadderEntrant, team: Team, sitting: LadderSitting) -> bool:
    """Return whether the entrant was that side, and has failed."""
    return sitting.sides[team] == entrant and has_failed(sitting.faults(team))


def ratings(sittings: Iterable[LadderSitting]) -> dict[LadderEntrant, Fitted]:
    """Rate all entrants that have played; with thousands of tables that is work for a thread."""
    keys: dict[LadderEntrant, str] = {}
    clusters: list[tuple[PairDifference]] = []
    for sitting in sittings:
        ns, ew = (keys.setdefault(sitting.sides[team], f"{len(keys)}") for team in Team)
        clusters.append((PairDifference(ns, ew, sitting.boards, sitting.scored.NS - sitting.scored.EW),))
    found = fitted(clusters)
    return {entrant: found[key] for entrant, key in keys.items()}


def _row(sitting: LadderSitting) -> tuple[str | int, ...]:
    row: list[str | int] = [sitting.table, sitting.at, sitting.rules, sitting.boards]
    for team in Team:
        entrant, faults = sitting.sides[team], sitting.faults(team)
        row += [entrant.name, entrant.who, sitting.scored[team], faults.illegal, faults.timed_out, faults.absent]
    return tuple(row)


def _sitting(table: str, at: int, rules: str, boards: int, *sides: Any) -> LadderSitting:
    ns, ew = sides[:6], sides[6:]
    return LadderSitting(
        table=table,
        rules=rules,
        sides=LadderSides(LadderEntrant(*ns[:2]), LadderEntrant(*ew[:2])),
        at=at,
        boards=boards,
        scored=Points(ns[2], ew[2]),
        ns_faults=_faults(*ns[3:]),
        ew_faults=_faults(*ew[3:]),
    )


def _faults(illegal: int, timed_out: int, absent: int) -> LadderFaults:
    return LadderFaults(illegal=illegal, timed_out=timed_out, absent=absent)
