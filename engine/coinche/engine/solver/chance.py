"""Chance out of a seed, the same in both engines (splitmix64)."""

from __future__ import annotations

_WORD = (1 << 64) - 1


class Chance:
    """Numbers as they come."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def drawn(self) -> int:
        """Any 64 bits."""
        self._state = z = self._state + 0x9E3779B97F4A7C15 & _WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 on, under n."""
        return (self.drawn() >> 32) * n >> 32

    def fraction(self) -> float:
        """A number from 0 on, under 1."""
        return (self.drawn() >> 11) * 2.0**-53
