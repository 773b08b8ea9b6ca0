"""What is known of a contest: computed from its header, tables and times alone, while it is played or from its files.

The text and the HTML report are made of this value, so both say of a file what the contest itself has said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

from coinche.engine.record import BadRecord
from coinche.records.contest_file import (
    ContestHeader,
    PlayedTable,
    Scheme,
    TableKey,
    TableTimings,
    read_timings,
)

from .comparison import PairResult, Rating, board_values, is_decided, ratings
from .contest import Format, Pairing, pairings
from .figures import EntrantFigures, figures
from .results_store import read_file
from .statistics import Sprt, SprtVerdict


@dataclass(frozen=True, kw_only=True)
class ContestSummary:
    """A contest so far: its tables, and the comparison of each two entrants that have met."""

    header: ContestHeader
    tables: Mapping[TableKey, PlayedTable]
    timings: Mapping[TableKey, TableTimings]
    pairs: Mapping[Pairing, PairResult]

    @property
    def format(self) -> Format:
        """The format of the contest."""
        return Format(self.header.format)

    @property
    def boards(self) -> tuple[int, int]:
        """The boards of all pairings that are over, and the most that there may be."""
        header = self.header
        done = sum(len(result.values) for result in self.pairs.values())
        rounds, names = header.rounds or 1, len(header.entrants)
        each = names // 2 * rounds if self.format is Format.SWISS else len(pairings(self.format, header.entrants))
        decided = (len(result.values) for result in self.pairs.values() if is_decided(header, result))
        spared = sum(max(0, header.boards - played) for played in decided)
        return done, max(done, each * header.boards - spared)

    def verdict(self, pair: Pairing) -> SprtVerdict | None:
        """The decision of the sequential test on two entrants; None without one, and where there is no test."""
        points = self.header.sprt
        return None if points is None else Sprt(*points).verdict(self.pairs[pair].numbers)

    def result(self, name: str, other: str) -> PairResult | None:
        """The comparison of those two, from the side of the first; None where they have not met."""
        if (found := self.pairs.get(Pairing(name, other))) is not None:
            return found
        if (found := self.pairs.get(Pairing(other, name))) is not None:
            return PairResult(
                pair=Pairing(name, other), values={board: -value for board, value in found.values.items()}
            )
        return None

    @property
    def anchor(self) -> str:
        """The entrant whose rating is zero."""
        return self.header.entrants[-1]

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """All entrants on one scale, the best first."""
        return tuple(ratings(tuple(self.pairs.values()), self.anchor))

    @cached_property
    def figures(self) -> Mapping[str, EntrantFigures]:
        """The figures of each entrant that has played, in the order of the header."""
        found = figures(self.tables.values(), self.timings)
        return {name: found[name] for name in self.header.entrants if name in found}


def summarized(
    header: ContestHeader, tables: Mapping[TableKey, PlayedTable], timings: Mapping[TableKey, TableTimings]
) -> ContestSummary:
    """Compare all entrants that have met at those tables."""
    results = (PairResult(pair=pair, values=board_values(header, tables, pair)) for pair in _met(header, tables))
    pairs = {result.pair: result for result in results if result.values}
    return ContestSummary(header=header, tables=tables, timings=timings, pairs=pairs)


def _met(header: ContestHeader, tables: Mapping[TableKey, PlayedTable]) -> Iterator[Pairing]:
    """The pairings of a contest; those of a Swiss one are known by who sat together, or met the same opponent."""
    if Format(header.format) is not Format.SWISS:
        yield from pairings(Format(header.format), header.entrants)
    elif header.scheme is Scheme.COMMON:
        yield from (Pairing(a, b) for a, b in combinations(header.entrants, 2))
    else:
        met: set[frozenset[str]] = set()
        for _, ns, ew in tables:
            if frozenset((ns, ew)) not in met:
                met.add(frozenset((ns, ew)))
                yield Pairing(ns, ew)


def read_summary(path: Path) -> ContestSummary:
    """The contest in a results file, with the times beside it; BadRecord or OSError where there is none."""
    results = read_file(path)
    if results.header.format not in list(Format):
        raise BadRecord(1, f"no format of contests is called {results.header.format!r}")
    tables = {table.key: table for table in results.tables}
    return summarized(results.header, tables, read_timings(path).tables)
