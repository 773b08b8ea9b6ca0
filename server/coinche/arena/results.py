"""The result of a duel: points per deal with their interval, figures of each side, and both as text or JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TextIO

from coinche.engine.presets import PRESETS
from coinche.engine.rules.parsing import to_map

from .boards import BoardPair, DuelPlan, PlayedBoard, board
from .statistics import MeanEstimate, estimate, percentile


@dataclass(slots=True)
class EntrantResults:
    """The figures of one entrant over a duel."""

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
        """The number of actions that were played by default."""
        return self.time_outs + self.absences + self.illegal


@dataclass(slots=True)
class DuelResult:
    """A duel so far."""

    plan: DuelPlan
    gains: list[float] = field(default_factory=list)
    thrown_in: int = 0
    records: tuple[EntrantResults, EntrantResults] = field(default_factory=lambda: (EntrantResults(), EntrantResults()))
    failures: Mapping[str, list[str]] = field(default_factory=dict)
    """The last words of failed processes, by entrant."""
    out: TextIO | None = None
    """Takes every board as a line of JSON."""
    _unpaired: dict[int, PlayedBoard] = field(default_factory=dict)

    def finished(self, played: PlayedBoard) -> None:
        """Take a board from one table; it counts once it is over at the other, too."""
        other = self._unpaired.pop(played.board, None)
        if other is None:
            self._unpaired[played.board] = played
        else:
            first, second = sorted((other, played), key=lambda board: board.table)
            self.add(BoardPair(first, second))

    def add(self, pair: BoardPair) -> None:
        """Count a deal, and write it."""
        if self.out is not None:
            self.out.write(json_lines(self.plan, pair))
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
        """The better entrant, if the figures show one."""
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
        """True if everybody played every action themselves."""
        return not any(self.failures.values()) and not any(record.errors for record in self.records)

    def _failed(self, name: str) -> str:
        return f"{len(self.failures.get(name, ()))}"

    def table(self) -> list[tuple[str, str, str]]:
        """The figures of each side: a heading and two columns a row."""
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


def report(verdict: DuelResult, *, interrupted: bool) -> str:
    """The verdict for people."""
    plan, figure = verdict.plan, verdict.estimate
    played = len(verdict.gains)
    given = f"rules {plan.options.preset}, seed {plan.seed}{', stopped' if interrupted else ''}"
    lines = [
        f"{plan.a.name} – {plan.b.name}: {played} of {plan.deals} deals, {given}",
        "isolated duplicate: each deal at two tables with the teams swapped, each seat a process of its own",
        "",
    ]
    if figure is not None:
        margin = f"{figure.margin:.1f}" if math.isfinite(figure.margin) else "∞"
        lines.append(
            f"points per deal, {plan.a.name} minus {plan.b.name}: {figure.mean:+.1f} ± {margin} (95 %,"
            f" standard deviation {figure.deviation:.0f}, z {figure.z:.1f})"
        )
    lines += [f"verdict: {verdict.sentence}", ""]
    lines += [f"{heading:<24}{a:>16}{b:>16}" for heading, a, b in verdict.table()]
    if verdict.thrown_in:
        lines.append(f"boards thrown in: {verdict.thrown_in}")
    lines += [f"\nthe first process of {name} that failed ended with {said[0]}" for name, said in _failed(verdict)]
    return "\n".join(lines)


def _failed(verdict: DuelResult) -> list[tuple[str, list[str]]]:
    return [(name, said) for name, said in verdict.failures.items() if said]


def progress(verdict: DuelResult, seconds: float) -> str:
    """The progress of a duel on one line: deals played, time left, and the figure so far."""
    done, figure = len(verdict.gains), verdict.estimate
    total = verdict.plan.deals
    if figure is None:
        return f"0/{total} deals"
    left = seconds / done * (total - done)
    margin = f"{figure.margin:.1f}" if math.isfinite(figure.margin) else "∞"
    return f"{done}/{total} deals, about {duration(left)} left, {figure.mean:+.1f} ± {margin} points per deal"


def duration(seconds: float) -> str:
    """Seconds, or minutes and seconds."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"


def json_line(plan: DuelPlan, played: PlayedBoard) -> str:
    """One board at one table: what it takes to play it again, what came of it, and how long each decision took."""
    contract, laid = played.contract, board(plan.seed, played.board)
    teams = {"NS": plan.a.name, "EW": plan.b.name}
    if plan.team_of_a(played.table) != "NS":
        teams = {"NS": plan.b.name, "EW": plan.a.name}
    return json.dumps(
        {
            "board": played.board,
            "table": played.table,
            "preset": plan.options.preset,
            **({} if plan.options.preset in PRESETS else {"rules": to_map(plan.options.rules)}),
            "teams": teams,
            "dealer": laid.dealer,
            "pack": laid.pack,
            "actions": [decision.action for decision in played.decisions],
            "seats": "".join(decision.seat for decision in played.decisions),
            "contract": None if contract is None else contract.bid,
            "bidder": None if contract is None else contract.bidder,
            "multiplier": None if contract is None else contract.multiplier,
            "made": None if contract is None else played.made,
            "scores": {"NS": played.scores.NS, "EW": played.scores.EW},
            "ms": [round(decision.seconds * 1000, 2) for decision in played.decisions],
            "illegal": [{"seat": one.seat, "action": one.action, "reason": one.reason} for one in played.illegal],
            "forfeits": played.forfeits,
            "defaulted": [at for at, decision in enumerate(played.decisions) if decision.timed_out or decision.absent],
        }
    )


def json_lines(plan: DuelPlan, pair: BoardPair) -> str:
    """Both boards of a deal."""
    return "".join(json_line(plan, played) + "\n" for played in pair)
