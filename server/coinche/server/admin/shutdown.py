"""How a server ends: who is told what before, and that it is gone soon, whatever happens.

Knows signals and why one ends. Refuses to know tables: what was played is kept before anybody hears of it, so none is
waited for.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from enum import Enum

import trio

from coinche.server.log import Happening, Log, News

AGAIN_MS = 2000
"""When clients are told to come again, where somebody may start the server anew."""
AT_MOST = 1.5
"""Seconds from the first signal until the process is gone, even where a disk or a name service hangs."""


class Why(Enum):
    """Why a server ends: what the log says, and whether it may be expected back."""

    INTERRUPTED = ("SIGINT", False)
    """Somebody has pressed Ctrl-C, and sits before it."""
    TERMINATED = ("SIGTERM", True)
    """The system stops it, or starts it anew: it does not say which."""
    HUNG_UP = ("SIGHUP", True)
    """Its terminal is gone."""
    ORDERED = ("stop", True)
    DRAINED = ("drained", False)
    ALONE = ("nobody needs it", False)
    """Whoever started it for himself is gone."""

    def __init__(self, said: str, comes_back: bool) -> None:
        self.said = said
        self.comes_back = comes_back


_OF = {
    getattr(signal, why.said): why
    for why in (Why.INTERRUPTED, Why.TERMINATED, Why.HUNG_UP)
    if hasattr(signal, why.said)  # Windows has no SIGHUP
}


def _heeded() -> tuple[signal.Signals, ...]:
    """The signals that end the server: not SIGHUP where whoever has started it wants it to be ignored (`nohup`)."""
    ignored = {each for each in _OF if signal.getsignal(each) is signal.SIG_IGN}
    return tuple(each for each in _OF if _OF[each] is not Why.HUNG_UP or each not in ignored)


class Ending:
    """The end of one server, which runs in this scope. `told` takes when clients may come again; None for never."""

    def __init__(self, say: Log, told: Callable[[int | None], None]) -> None:
        self.scope = trio.CancelScope()
        self.first: Callable[[], None] = lambda: None
        """What is done as soon as the end begins."""
        self._say = say
        self._told = told

    def end(self, why: Why) -> None:
        """Begin to end, if that is not so already."""
        if not self.scope.cancel_called:
            self._say(News(Happening.ENDING, f"ending ({why.said})", why=why.said))
            self._told(AGAIN_MS if why.comes_back else None)
            self.first()
            self.scope.cancel()

    async def until_signal(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """End at the first signal; from then on the next one ends the process at once."""
        heeded = _heeded()
        with trio.open_signal_receiver(*heeded) as signals:
            task_status.started()
            number = await anext(aiter(signals))
        for each in heeded:
            signal.signal(each, signal.SIG_DFL)
        self.end(_OF[signal.Signals(number)])


def vanish_in_time(last_words: Callable[[], None]) -> None:
    """Have the process be gone in a while, wherever it hangs by then."""
    guard = threading.Timer(AT_MOST, _vanish, (last_words,))
    guard.daemon = True
    guard.start()


def _vanish(last_words: Callable[[], None]) -> None:
    last_words()
    os._exit(0)
