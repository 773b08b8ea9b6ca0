"""Time that goes when a test says so: for what is reckoned on the server's clock. Waits and deadlines are trio's."""

from __future__ import annotations

import trio


class HandClock:
    """The server's time, set by hand."""

    def __init__(self) -> None:
        self.ms = 1000

    def now(self) -> float:
        return trio.current_time()

    def now_ms(self) -> int:
        return self.ms

    def unix_ms(self) -> int:
        return 0
