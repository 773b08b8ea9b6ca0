"""The servers of a run, one after the other on the same data: each lives until it is stopped, or dies at any await.

A killed server is cut off, so that nothing it does afterwards has any effect.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import trio
from trio.lowlevel import Task

from coinche.server.app import Server
from coinche.server.archive.record import new_record_key
from coinche.server.log import Log, LogEntry
from coinche.server.match.table_options import Pace, TableOptions
from coinche.server.storage.journal import Journal
from coinche.server.time_and_entropy import Time
from coinche.server.transport.tls import new_certificate
from tests.server.seeded_entropy import SeededEntropy

from .disk import MachineDied, SlowWorker, WatchedFile
from .line import Line, ServerEnd
from .network import Network

EPOCH_MS = 1_700_000_000_000
"""The start of runs in Unix time."""

_RECORD_KEY = new_record_key(SeededEntropy(b"record key"))
STEPS = 500_000
"""Of a run; the longest that comes to an end has fewer than a tenth."""

_CERTIFICATE = new_certificate()
"""Nobody in a run gets as far as to see it."""


class SimulatedTime(Time):
    """The time of one server: its own clock begins anywhere, as after a restart of the machine."""

    def __init__(self, began_ms: int) -> None:
        self._began_ms = began_ms

    def now_ms(self) -> int:
        """By the server's own clock."""
        return self._began_ms + int(1000 * trio.current_time())

    def unix_ms(self) -> int:
        """By the Unix clock."""
        return EPOCH_MS + int(1000 * trio.current_time())


class ServerRun:
    """One server, from its start to its end."""

    def __init__(self, number: int, seed: int, pace: Pace, file: WatchedFile, worker: SlowWorker, say: Log) -> None:
        self._number = number
        self._worker = worker
        self._say = say
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self.dead = False
        self.alive = False
        """True when the server runs and nobody has stopped it."""
        self.ended: Callable[[ServerRun], None] = lambda server_run: None
        """Called while it still is as it was at its end."""
        self.journal = Journal(file, self.say, worker)
        self.server = Server(
            time=SimulatedTime(1_000_000 * number),
            entropy=SeededEntropy(f"{seed}/{number}".encode()),
            store=self.journal,
            say=self.say,
            provider="lent by the run",
            defaults=TableOptions(name="table", pace=pace),
            kept_certificate=_CERTIFICATE,
            kept_record_key=_RECORD_KEY,
        )

    def say(self, news: LogEntry) -> None:
        """A line for the operator, as long as there is a server."""
        if not self.dead:
            self._say(news)

    @property
    def tables(self) -> int:
        """The number of tables, including those not restored yet."""
        return self.server.lobby.tables.count

    @property
    def all_is_safe(self) -> bool:
        """Return whether nothing waits for the disk."""
        return self.journal.backlog == 0

    def answer(self, line: Line, end: ServerEnd) -> None:
        """Take a call."""
        assert self._nursery is not None
        self._nursery.start_soon(self.server.connections.serve_stream, end, line.address)

    async def run(self, network: Network, begun: Callable[[], None]) -> None:
        """Live; `begun` is called once all is as it was before."""
        server = self.server
        try:
            with server.archive, self._scope:
                async with self.journal.running(), trio.open_nursery() as nursery:
                    self._nursery = nursery
                    await nursery.start(server.lobby.run)
                    nursery.start_soon(server._notify_of_trouble)
                    server.lobby.recall(self.journal.tables(), self.journal.sessions())
                    nursery.start_soon(server._archive_service.run)
                    nursery.start_soon(server.connections.run)
                    begun()
                    self.alive = True
                    network.answer = self.answer
        except* MachineDied:
            pass

    def end(self) -> None:
        """As its operator ends it."""
        self.ended(self)
        self.alive = False
        self._scope.cancel()

    def die(self) -> None:
        """Here and now, whatever it is doing."""
        self.ended(self)
        self.alive = False
        self.dead = self._worker.dead = True
        self._scope.cancel()


class ServerKiller(trio.abc.Instrument):
    """Lets a server die between two steps of the program, after so many more of them, once it is told to.

    `tired` is called once a run has gone so many steps that it must be going round in circles.
    """

    def __init__(self, tired: Callable[[], None]) -> None:
        self._steps = STEPS
        self._tired = tired
        self._due = 0
        self._kill: Callable[[], None] | None = None

    def kill_after(self, steps: int, kill: Callable[[], None]) -> None:
        """Kill the server after that number of steps."""
        self._due, self._kill = steps, kill

    def spare(self) -> None:
        """Cancel the kill that is due."""
        self._kill = None

    def after_task_step(self, task: Task) -> None:
        """One more."""
        self._steps -= 1
        if self._steps == 0:
            self._tired()
        if self._kill is not None:
            self._due -= 1
            if self._due <= 0:
                kill, self._kill = self._kill, None
                kill()


def paced(chance: Random) -> Pace:
    """The pace of a run's tables: without delays, or nearly as fast as people."""
    if chance.random() < 0.6:
        return Pace(bot=0.0, trick=0.0, reaction=0.0, recap=1.0, final=2.0)
    return Pace(bot=0.1, trick=0.3, reaction=0.5, recap=5.0, final=10.0)
