"""The figures of each entrant over a contest: contracts, faults, and the times of its decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from coinche.engine.seats import Seat, Team
from coinche.records.contest_file import FaultKind, PlayedTable, TableKey, TableTimings


@dataclass(slots=True)
class EntrantFigures:
    """The figures of one entrant. Times are in ms."""

    contracts: int = 0
    made: int = 0
    ms: list[float] = field(default_factory=list)
    faults: Counter[FaultKind] = field(default_factory=Counter)
    last_words: list[str] = field(default_factory=list)
    """The ends of what its failed processes wrote to their standard error."""

    @property
    def clean(self) -> bool:
        """True if it played every action itself, and none that the rules forbid."""
        return not self.faults


def figures(tables: Iterable[PlayedTable], timings: Mapping[TableKey, TableTimings]) -> dict[str, EntrantFigures]:
    """The figures of all entrants at those tables, by name."""
    found: dict[str, EntrantFigures] = {}
    for table in tables:
        sides = {team: found.setdefault(name, EntrantFigures()) for team, name in table.teams.items()}
        _count(table, sides)
        timing = timings.get(table.key)
        if timing is not None:
            seats = [seat for deal in table.deals for seat, _ in deal.actions]
            for seat, ms in zip(seats, timing.ms, strict=False):
                sides[seat.team].ms.append(ms)
            for seat, words in (timing.last_words or {}).items():
                sides[seat.team].last_words.append(words)
    return found


def _count(table: PlayedTable, sides: Mapping[Team, EntrantFigures]) -> None:
    for fault in table.faults:
        sides[fault.seat.team].faults[fault.kind] += fault.times
    for deal in table.deals:
        if deal.contract is not None:
            takers = sides[Seat(deal.contract.bidder).team]
            takers.contracts += 1
            takers.made += deal.contract.made
