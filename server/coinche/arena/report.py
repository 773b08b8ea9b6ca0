"""A duel as text: the verdict, the line that tells how far it is, and one JSON object for each board."""

from __future__ import annotations

import json
import math

from coinche.engine.options import to_map
from coinche.engine.presets import PRESETS

from .deals import board
from .duel import BoardPair, DuelPlan
from .tape import PlayedBoard
from .verdict import DuelResult


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
    """How far it is, how long it will still take, and what it looks like."""
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
