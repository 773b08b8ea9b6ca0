"""Time and chance as the server is given them; waits and deadlines are trio's.

Nothing else in the server reads the machine's clock or draws a number, its certificate and TLS apart.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Protocol

import trio


class Time(Protocol):
    """Where the server gets the time from; it waits by trio's own clock."""

    def now_ms(self) -> int:
        """Milliseconds that only go forward, for measuring."""

    def unix_ms(self) -> int:
        """Milliseconds of the Unix clock, for time stamps."""


class SystemClock:
    """The machine's time; virtual where trio's clock is."""

    def now_ms(self) -> int:
        """Milliseconds of trio's clock."""
        return int(trio.current_time() * 1000)

    def unix_ms(self) -> int:
        """Milliseconds of the Unix clock."""
        return time.time_ns() // 1_000_000


class Entropy(Protocol):
    """Where the server gets unpredictable bytes from."""

    def draw(self, count: int) -> bytes:
        """That many bytes that nobody could foresee."""


class SystemEntropy:
    """The operating system's."""

    def draw(self, count: int) -> bytes:
        """Bytes from the operating system."""
        return secrets.token_bytes(count)


class SeededEntropy:
    """Bytes that follow from a seed, for tests and reproducible runs: anybody who knows it foresees them."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def draw(self, count: int) -> bytes:
        """The next bytes of the sequence."""
        self._drawn += 1
        return hashlib.shake_256(self._seed + self._drawn.to_bytes(8, "big")).digest(count)
