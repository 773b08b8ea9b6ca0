"""Wrong passwords, counted by where they come from: a few at once, then one every so often.

Knows tries and times. Refuses to know the password.
"""

from __future__ import annotations

from .bounds import Bounds

_REMEMBERED = 4096
"""Addresses."""


class Guesses:
    """A token bucket for each address that has guessed lately."""

    def __init__(self, bounds: Bounds) -> None:
        self._most = bounds.guesses
        self._every = bounds.guess_every
        self._free_at: dict[str, float] = {}
        """When all tries of the address are free again."""

    def __len__(self) -> int:
        return len(self._free_at)

    def take(self, origin: str, now: float) -> bool:
        """Use a try of that address; False where it has none."""
        if self.wait(origin, now) > 0:
            return False
        self._forget(now)
        self._free_at[origin] = max(now, self._free_at.get(origin, now)) + self._every
        return True

    def give_back(self, origin: str) -> None:
        """The password was right: it was no guess."""
        if origin in self._free_at:
            self._free_at[origin] -= self._every

    def wait(self, origin: str, now: float) -> float:
        """Seconds until the address has a try."""
        return max(0.0, self._free_at.get(origin, now) - now - (self._most - 1) * self._every)

    def _forget(self, now: float) -> None:
        """Make room: first for those who have all tries again, else for who has guessed least."""
        if len(self._free_at) < _REMEMBERED:
            return
        self._free_at = {origin: free_at for origin, free_at in self._free_at.items() if free_at > now}
        while len(self._free_at) >= _REMEMBERED:
            del self._free_at[min(self._free_at, key=self._free_at.__getitem__)]
