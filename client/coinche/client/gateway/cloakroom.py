"""Sessions of guests whose line broke, kept for their return: same name, same address, ten minutes.

Knows what takes a session back. Refuses to know whether the server still has it.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.network.credentials import Resume

Owner = tuple[str, str]
"""The name that ssh gave, and the address that he came from."""


class Cloakroom:
    """In memory alone: nobody comes back to another gateway."""

    def __init__(self, seconds: float, places: int) -> None:
        self._seconds = seconds
        self._places = places
        self._kept: dict[Owner, tuple[Resume, float]] = {}

    def keep(self, owner: Owner, resume: Resume, now: float) -> None:
        """From now on; the oldest goes where there is no more room."""
        self._kept.pop(owner, None)
        self._kept[owner] = (replace(resume, n=0), now + self._seconds)
        while len(self._kept) > self._places:
            del self._kept[next(iter(self._kept))]

    def take(self, owner: Owner, now: float) -> Resume | None:
        """What he left, from the first event on; it is his alone now."""
        resume, until = self._kept.pop(owner, (None, 0.0))
        return resume if now < until else None
