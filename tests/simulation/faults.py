"""The faults of a run and their times: the server dies or stops, the disk is full, many connections die at once.

All of them happen before the calm end of the run.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

import trio

from .knobs import Knobs
from .network import Network
from .server_runs import ServerKiller, ServerRun
from .trace import Trace


class Stage(Protocol):
    """The targets of the faults."""

    knobs: Knobs
    network: Network
    killer: ServerKiller
    server_run: ServerRun | None
    trace: Trace
    calm: bool


class Faults:
    """All faults of one run."""

    def __init__(self, stage: Stage, chance: Random) -> None:
        self._stage = stage
        self._chance = chance
        self.full = False
        """True when the disk is full."""

    def breaks(self) -> bool:
        """Return whether the disk fails in the middle of a transaction."""
        return not self._stage.calm and bool(self._stage.knobs.disk.full) and self._chance.random() < 0.02

    async def run(self) -> None:
        """Have them happen, one after the other; then all is calm."""
        knobs = self._stage.knobs
        happenings: list[Callable[[], None]] = [
            *[self._die] * knobs.crashes,
            *[self._end] * knobs.stops,
            *[self._storm] * knobs.wires.storms,
            *[self._fill] * knobs.disk.full,
        ]
        times = sorted(self._chance.uniform(0.2, knobs.chaos) for _ in happenings)
        self._chance.shuffle(happenings)
        for time, happening in zip(times, happenings, strict=True):
            await trio.sleep_until(time)
            happening()
        await trio.sleep_until(knobs.chaos)
        self._settle()

    def _settle(self) -> None:
        self._stage.trace.happened("nothing goes wrong from now on")
        self._stage.calm = True
        self.full = False
        self._stage.killer.spare()
        self._stage.network.settle()

    def _die(self) -> None:
        """Crash the server's machine after that number of steps."""
        server_run = self._stage.server_run
        if server_run is not None and server_run.alive:
            steps = self._chance.choice(
                (0, 1, self._chance.randint(0, 20), self._chance.randint(0, 500), self._chance.randint(0, 4000))
            )
            self._stage.trace.happened(f"the server dies in {steps} steps")
            self._stage.killer.kill_after(steps, lambda: self._kill(server_run))

    def _kill(self, server_run: ServerRun) -> None:
        if server_run.alive:
            self._stage.trace.happened("the server dies")
            self._stage.network.unplug()
            server_run.die()

    def _end(self) -> None:
        """The operator ends the server."""
        server_run = self._stage.server_run
        if server_run is not None and server_run.alive:
            self._stage.trace.happened("the server is ended")
            self._stage.network.answer = None
            server_run.end()

    def _storm(self) -> None:
        self._stage.trace.happened("connections die")
        self._stage.network.storm()

    def _fill(self) -> None:
        """The disk is full; the next fault of its kind, or the calm, makes room again."""
        self.full = not self.full
        self._stage.trace.happened("the disk is full" if self.full else "the disk has room")
