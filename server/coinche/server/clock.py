"""Clock and entropy, which the server is given, so that tests and simulations can repeat a run exactly.

Nothing else in the server reads the machine's clock or draws random numbers, except its certificate and TLS. Waits and
deadlines are trio's.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Protocol

import trio


class Time(Protocol):
    """A source of the time."""

    def now(self) -> float:
        """Seconds of the clock by which the server waits."""

    def now_ms(self) -> int:
        """Return milliseconds that only go forward, for measuring."""

    def unix_ms(self) -> int:
        """Return milliseconds of the Unix clock, for time stamps."""


class SystemClock:
    """The time of the machine; virtual where trio's clock is."""

    def now(self) -> float:
        """Seconds of trio's clock."""
        return trio.current_time()

    def now_ms(self) -> int:
        """Return milliseconds of trio's clock."""
        return int(trio.current_time() * 1000)

    def unix_ms(self) -> int:
        """Return milliseconds of the Unix clock."""
        return time.time_ns() // 1_000_000


class Entropy(Protocol):
    """A source of unpredictable bytes."""

    def draw(self, count: int) -> bytes:
        """Return so many bytes."""


class SystemEntropy:
    """The operating system's source."""

    def draw(self, count: int) -> bytes:
        """Return so many bytes."""
        return secrets.token_bytes(count)


class SeededEntropy:
    """Bytes that follow from a seed, for tests and reproducible runs."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def draw(self, count: int) -> bytes:
        """Return the next bytes of the sequence."""
        self._drawn += 1
        return hashlib.shake_256(self._seed + self._drawn.to_bytes(8, "big")).digest(count)
