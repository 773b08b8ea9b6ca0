"""Entropy from a seed, for runs that can be repeated exactly."""

from __future__ import annotations

import hashlib

from coinche.server.time_and_entropy import Entropy


class SeededEntropy(Entropy):
    """Bytes that follow from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def draw(self, count: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(self._seed + self._drawn.to_bytes(8, "big")).digest(count)
