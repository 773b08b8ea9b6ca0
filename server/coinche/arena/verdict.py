"""What a duel showed: points per deal with their interval, and what each side did. Knows no processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .duel import BoardPair, DuelPlan
from .statistics import MeanEstimate, estimate, percentile


@dataclass(slots=True)
class EntrantResults:
    """What one entrant did over a duel."""

    contracts: int = 0
    made: int = 0
    seconds: list[float] = field(default_factory=list)
    time_outs: int = 0
    absences: int = 0
    """Decisions at which the bot was not there."""
    illegal: int = 0
    forfeits: int = 0
    """Boards that a seat did not play to their end, for it had acted illegally too often."""

    @property
    def errors(self) -> int:
        """Whatever was played by default."""
        return self.time_outs + self.absences + self.illegal


@dataclass(slots=True)
class DuelResult:
    """A duel so far."""

    plan: DuelPlan
    gains: list[float] = field(default_factory=list)
    thrown_in: int = 0
    records: tuple[EntrantResults, EntrantResults] = field(default_factory=lambda: (EntrantResults(), EntrantResults()))
    failures: Mapping[str, list[str]] = field(default_factory=dict)
    """What processes said that ended badly, by entrant."""

    def add(self, pair: BoardPair) -> None:
        """Count a deal."""
        self.gains.append(pair.gain(self.plan))
        for played in pair:
            team_of_a = self.plan.team_of_a(played.table)
            for decision in played.decisions:
                record = self.records[decision.seat.team is not team_of_a]
                record.seconds.append(decision.seconds)
                record.time_outs += decision.timed_out
                record.absences += decision.absent
            for strike in played.illegal:
                self.records[strike.seat.team is not team_of_a].illegal += 1
            for seat in played.forfeits:
                self.records[seat.team is not team_of_a].forfeits += 1
            if played.contract is None:
                self.thrown_in += 1
            else:
                takers = self.records[played.contract.bidder.team is not team_of_a]
                takers.contracts += 1
                takers.made += played.made

    @property
    def estimate(self) -> MeanEstimate | None:
        """Points per deal, A minus B; None before the first."""
        return estimate(self.gains) if self.gains else None

    @property
    def sentence(self) -> str:
        """Who is better, if that is shown."""
        figure = self.estimate
        a, b = self.plan.a.name, self.plan.b.name
        if figure is None:
            return "nothing was played"
        if figure.low > 0:
            return f"{a} is better than {b}"
        if figure.high < 0:
            return f"{b} is better than {a}"
        return f"no difference between {a} and {b} is shown"

    @property
    def clean(self) -> bool:
        """Whether everybody played everything himself."""
        return not any(self.failures.values()) and not any(record.errors for record in self.records)

    def _failed(self, name: str) -> str:
        return f"{len(self.failures.get(name, ()))}"

    def table(self) -> list[tuple[str, str, str]]:
        """What each side did: a heading and two figures a row."""
        a, b = self.records
        rows = [("", self.plan.a.name, self.plan.b.name)]
        rows.append(("contracts taken", f"{a.contracts}", f"{b.contracts}"))
        rows.append(("contracts made", _share(a.made, a.contracts), _share(b.made, b.contracts)))
        for heading, share in (("time per decision, p50", 0.50), ("time per decision, p99", 0.99)):
            rows.append((heading, _milliseconds(a, share), _milliseconds(b, share)))
        rows.append(("time-outs", f"{a.time_outs}", f"{b.time_outs}"))
        rows.append(("illegal actions", f"{a.illegal}", f"{b.illegal}"))
        if a.forfeits or b.forfeits:
            rows.append(("forfeits", f"{a.forfeits}", f"{b.forfeits}"))
        rows.append(("decisions while away", f"{a.absences}", f"{b.absences}"))
        rows.append(("processes failed", self._failed(self.plan.a.name), self._failed(self.plan.b.name)))
        return rows


def _milliseconds(record: EntrantResults, share: float) -> str:
    return f"{percentile(record.seconds, share) * 1000:.1f} ms"


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f} %)" if whole else f"{part}"
