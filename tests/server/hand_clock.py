"""A server clock that tests move by hand; waits and deadlines are trio's."""

from __future__ import annotations

from coinche.server.time_and_entropy import Time


class HandClock(Time):
    """The server's time, set by hand."""

    def __init__(self) -> None:
        self.ms = 1000

    def now_ms(self) -> int:
        return self.ms

    def unix_ms(self) -> int:
        return 0
