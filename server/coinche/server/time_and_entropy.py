"""Clock and entropy, which the server is given, so that tests and simulations can repeat a run exactly.

Other parts read the machine's clock only for the log, the status and names of files, and draw random numbers only for
the certificate and TLS. Waits and deadlines are trio's.
"""

from __future__ import annotations

import secrets
import time

import trio


class Time:
    """The time of the machine; virtual where trio's clock is. Tests override it."""

    def now(self) -> float:
        """Return seconds of trio's clock, by which the server waits."""
        return trio.current_time()

    def now_ms(self) -> int:
        """Return milliseconds of trio's clock, which only go forward, for measuring."""
        return int(trio.current_time() * 1000)

    def unix_ms(self) -> int:
        """Return milliseconds of the Unix clock, for time stamps."""
        return time.time_ns() // 1_000_000


class Entropy:
    """Unpredictable bytes, from the operating system."""

    def draw(self, count: int) -> bytes:
        """Return so many bytes."""
        return secrets.token_bytes(count)
