"""Shutdown of a server: by a signal, by the orders `stop` and `drain`, or because its starter is gone.

The end waits for nothing: what was played is kept before anybody hears of it, so there is nothing to save. Clients are
told when to come again, if the server may be expected back, and the process is gone within `limits.END` seconds, even
where a disk or a name service hangs. Draining is the slow way: no new tables, and the end once no match is played.
"""

from __future__ import annotations

import os
import signal
import threading
from enum import Enum

import trio

from coinche.protocol.messages import Notice, Topic
from coinche.server import limits
from coinche.server.archive.service import ArchiveService
from coinche.server.connections.connections import Connections
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.log import Happening, Log, LogEntry

from .orders import OperatorOrder, OrderRefused, OrderResult, Words

DRAINING = Notice(
    topic=Topic.DRAINING, text="this server opens no new tables, and ends once those that there are have ended"
)
STAYS = Notice(topic=Topic.OPERATOR, text="the server goes on after all: tables can be opened again")


class EndReason(Enum):
    """Reasons for the end of a server: the word for the log, and whether the server may be expected back."""

    INTERRUPTED = ("SIGINT", False)
    """Ctrl-C was pressed at its terminal."""
    TERMINATED = ("SIGTERM", True)
    """The system stops it, or starts it anew: it does not say which."""
    HUNG_UP = ("SIGHUP", True)
    """Its terminal is gone."""
    ORDERED = ("stop", True)
    DRAINED = ("drained", False)
    ALONE = ("nobody needs it", False)
    """The program that started it for itself is gone."""

    def __init__(self, said: str, comes_back: bool) -> None:
        self.said = said
        self.comes_back = comes_back


# Windows has no SIGHUP
_BY_SIGNAL = {getattr(signal, why.said): why for why in EndReason if hasattr(signal, why.said)}


class Shutdown:
    """The end of one server, which runs in `scope`."""

    def __init__(self, lobby: ServerLobby, connections: Connections, archive: ArchiveService, say: Log) -> None:
        self.scope = trio.CancelScope()
        self.begun = trio.Event()
        self._lobby = lobby
        self._connections = connections
        self._archive = archive
        self._say = say
        self._stopping = False
        self._ordered = trio.Event()

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        drains = "no new tables; the server ends once all are over (--cancel: it does not)"
        return (
            OperatorOrder(name="drain", takes="[--cancel]", does=drains, do=self._drain),
            OperatorOrder(
                name="stop", does="ends the server now; tables go on where they were once it is back", do=self._stop
            ),
        )

    def end(self, why: EndReason) -> None:
        if not self.scope.cancel_called:
            self._say(LogEntry(Happening.ENDING, f"ending ({why.said})", why=why.said))
            self._connections.tell_at_the_end(limits.AGAIN_MS if why.comes_back else None)
            self.begun.set()
            self.scope.cancel()

    async def run(self) -> None:
        """End the server after a `stop`, or after a `drain` once nobody plays.

        A moment passes before the end, so that the order can be answered.
        """
        while True:
            await self._ordered.wait()
            await trio.sleep(limits.END_LOOK)
            if self._is_drained and not self._stopping:
                with trio.move_on_after(limits.SETTLED):  # so that a backup has the last match, unless the disk fails
                    await self._archive.settled()
            if self._stopping:
                self.end(EndReason.ORDERED)
            elif self._is_drained:
                self.end(EndReason.DRAINED)
            elif not self._lobby.server.draining:
                self._ordered = trio.Event()

    @property
    def _is_drained(self) -> bool:
        return self._lobby.server.draining and not self._lobby.tables

    async def until_signal(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """End at the first signal; from then on the next one ends the process at once."""
        ignored = {each for each in _BY_SIGNAL if signal.getsignal(each) is signal.SIG_IGN}
        # SIGHUP is ignored where the server was started with `nohup`
        heeded = [each for each, why in _BY_SIGNAL.items() if why is not EndReason.HUNG_UP or each not in ignored]
        with trio.open_signal_receiver(*heeded) as signals:
            task_status.started()
            number = await anext(aiter(signals))
        for each in heeded:
            signal.signal(each, signal.SIG_DFL)
        self.end(_BY_SIGNAL[signal.Signals(number)])

    async def _drain(self, words: Words) -> OrderResult:
        if words == ("--cancel",):
            return self._go_on()
        if words:
            raise OrderRefused("it is: drain [--cancel]")
        self._lobby.server.farewell = DRAINING
        self._lobby.notify(DRAINING)
        await self._lobby.tables.all_awake()
        if not self._lobby.server.draining:
            raise OrderRefused("cancelled meanwhile: the server does not drain")
        self._ordered.set()
        for table in tuple(self._lobby.tables.values()):
            if not table.in_a_match:
                self._lobby.tables.end(table)
        left = [table.id for table in self._lobby.tables.values() if table.in_a_match]
        still = f"{len(left)} {'is' if len(left) == 1 else 'are'} still played at, then the server ends"
        return OrderResult((f"no new tables; {still}",), {"tables": left})

    def _go_on(self) -> OrderResult:
        if not self._lobby.server.draining:
            raise OrderRefused("the server does not drain")
        self._lobby.server.farewell = None
        self._lobby.notify(STAYS)
        return OrderResult(("tables can be opened again",))

    async def _stop(self, _words: Words) -> OrderResult:
        self._stopping = True
        self._ordered.set()
        return OrderResult(("the server ends",))


def vanish_in_time(say: Log) -> None:
    """Have the process be gone after `limits.END` seconds, wherever it hangs by then."""
    guard = threading.Timer(limits.END, _vanish, (say,))
    guard.daemon = True
    guard.start()


def _vanish(say: Log) -> None:
    try:
        say(LogEntry(Happening.ENDED, "ended, though not everything was closed in time"))
    finally:
        os._exit(0)
