"""The status of the server: the figures that the operator is shown.

The status is counted when somebody asks for it, from what every part keeps anyway, so that it costs the tables nothing.
The same figures in one line go to systemd (`service.ServiceManager`).
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any

import trio

from coinche.engine.view import Phase
from coinche.server.act_meter import ActMeter
from coinche.server.connections.connections import Connections
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.storage.journal import Journal
from coinche.server.storage.store import Store

from .orders import OperatorOrder, OrderResult, Words

Figures = Mapping[str, Any]
"""The status by the names that programs read.

Times are in seconds unless the name says ms, sizes in bytes; None where there is nothing to measure.
"""


class StatusOrders:
    """The order that shows the status of one server."""

    def __init__(self, lobby: ServerLobby, connections: Connections, store: Store, meter: ActMeter) -> None:
        self._lobby = lobby
        self._connections = connections
        self._store = store
        self._meter = meter
        self._unix_ms = lobby.server.time.unix_ms()
        self._since = datetime.fromtimestamp(self._unix_ms / 1000, UTC)

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        return (OperatorOrder(name="status", does="the figures that matter", do=self._status, noted=False),)

    async def _status(self, _words: Words) -> OrderResult:
        figures = self._figures()
        told = tuple(_told(figures))
        width = max(len(label) for label, _ in told)
        return OrderResult(tuple(f"{label:<{width}}  {said}" for label, said in told), figures)

    def line(self) -> str:
        """Return the most important figures in one line."""
        figures = self._figures()
        line = f"{sum(figures['tables'].values())} tables, {figures['people']} people, {figures['programs']} programs"
        line += f", {figures['acts_per_second']:.1f} acts/s{'; draining' if figures['draining'] else ''}"
        if self._store.trouble:
            line += f"; THE DISK TAKES NOTHING: {self._store.trouble}"
        return line

    def open_metrics(self) -> str:
        """Return the figures as OpenMetrics text."""
        return "".join(f"{line}\n" for line in (*_metrics(self._figures()), "# EOF"))

    def _figures(self) -> Figures:
        sessions, tables = self._lobby.sessions.values(), self._lobby.tables.values()
        programs = [session.program for session in sessions if session.peer is not None]
        budget = self._lobby.server.budget
        rate, phases = self._meter.rate(trio.current_time()), Counter(table.phase for table in tables)
        return {
            "version": metadata.version("coinche"),
            "since": self._since.isoformat(timespec="seconds"),
            "up": (self._lobby.server.time.unix_ms() - self._unix_ms) // 1000,
            "draining": self._lobby.server.draining,
            "connections": self._connections.count,
            "people": programs.count(False),
            "programs": programs.count(True),
            "spectators": sum(table.spectators for table in tables),
            "away": len(sessions) - len(programs),
            "tables": {phase.value: phases[phase] for phase in Phase if phases[phase]},
            "acts_per_second": round(rate.per_second, 2),
            "act_to_sent_p50_ms": _ms(rate.p50),
            "act_to_sent_p99_ms": _ms(rate.p99),
            "journal": _journal(self._store),
            "rss": _rss(),
            "cpu": round(time.process_time(), 2),
            "logs": budget.memory.used,  # memory that tables take, and its limit
            "logs_at_most": budget.memory.size,
            "kept": budget.kept.used,  # data that are kept of them; without a data directory it is the same memory
            "kept_at_most": budget.kept.size,
            "refused": dict(self._connections.refused.most_common()),
        }


def _told(figures: Figures) -> Iterator[tuple[str, str]]:
    disk, draining = figures["journal"], " (no new ones: the server ends with them)" if figures["draining"] else ""
    yield "version", figures["version"]
    yield "since", f"{figures['since']} ({timedelta(seconds=figures['up'])})"
    yield "connections", str(figures["connections"])
    yield "people", f"{figures['people']} ({figures['away']} more are away)"
    yield "programs", str(figures["programs"])
    yield "spectators", str(figures["spectators"])
    yield "tables", f"{_counted(figures['tables'])}{draining}"
    yield "acts", f"{figures['acts_per_second']:.2f}/s in the last minute"
    yield "act to sent", f"p50 {_shown(figures['act_to_sent_p50_ms'])}, p99 {_shown(figures['act_to_sent_p99_ms'])}"
    if disk is None:
        yield "journal", "none: nothing outlives the server"
    else:
        yield "journal", f"{disk['position']}, {disk['backlog']} of them not safe yet"
        yield "last commit", _shown(disk["last_commit_ms"])
        yield "disk", disk["trouble"] or "well"
    yield "memory", "unknown" if figures["rss"] is None else f"{figures['rss'] / 2**20:.1f} MiB"
    yield "tables take", f"{figures['logs'] / 2**20:.1f} of {figures['logs_at_most'] / 2**20:.0f} MiB of memory"
    yield "are kept in", f"{figures['kept'] / 2**20:.1f} of {figures['kept_at_most'] / 2**20:.0f} MiB"
    yield "processor", f"{figures['cpu']:.2f} s"
    yield "refused", _counted(figures["refused"])


_GAUGES = ("connections", "people", "programs", "spectators", "away", "acts_per_second")
_BYTES = {"rss": "memory", "logs": "tables_memory", "kept": "kept"}


def _metrics(figures: Figures) -> Iterator[str]:
    """Yield each metric with its type; what cannot be measured here is left out."""
    yield "# TYPE coinche info"
    yield f'coinche_info{{version="{figures["version"]}"}} 1'
    yield from _metric("up_seconds", "gauge", {"": figures["up"]})
    yield from _metric("draining", "gauge", {"": int(figures["draining"])})
    for name in _GAUGES:
        yield from _metric(name, "gauge", {"": figures[name]})
    for name, called in _BYTES.items():
        yield from _metric(f"{called}_bytes", "gauge", {"": figures[name]})
    yield from _metric("tables", "gauge", {f'{{phase="{phase}"}}': count for phase, count in figures["tables"].items()})
    late = {"0.5": figures["act_to_sent_p50_ms"], "0.99": figures["act_to_sent_p99_ms"]}
    sent = {f'{{quantile="{part}"}}': None if ms is None else round(ms / 1000, 6) for part, ms in late.items()}
    yield from _metric("act_to_sent_seconds", "gauge", sent)
    yield from _metric("cpu_seconds", "counter", {"_total": figures["cpu"]})
    refused = {f'_total{{code="{code}"}}': count for code, count in figures["refused"].items()}
    yield from _metric("refused", "counter", refused)
    if (journal := figures["journal"]) is not None:
        yield from _metric("journal_backlog", "gauge", {"": journal["backlog"]})
        yield from _metric("journal_trouble", "gauge", {"": int(journal["trouble"] is not None)})


def _metric(name: str, kind: str, values: Mapping[str, float | None]) -> Iterator[str]:
    yield f"# TYPE coinche_{name} {kind}"
    yield from (f"coinche_{name}{rest} {value}" for rest, value in values.items() if value is not None)


def _counted(counts: dict[str, int]) -> str:
    kinds = f" ({', '.join(f'{count} {what}' for what, count in counts.items())})" if counts else ""
    return f"{sum(counts.values())}{kinds}"


def _shown(ms: float | None) -> str:
    return "none" if ms is None else f"{ms:.2f} ms"


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 3)


def _journal(store: Store) -> dict[str, Any] | None:
    """Return the last item that the journal was given, the last safe one, and the time of the last commit."""
    if not isinstance(store, Journal):
        return None
    figures = {"position": store.position, "durable": store.durable, "backlog": store.backlog}
    return {**figures, "last_commit_ms": round(store.commit_ms, 3), "trouble": store.trouble}


def _rss() -> int | None:
    """Return the memory of the process, where the system says it in a file."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
