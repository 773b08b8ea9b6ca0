"""A bot that answers with the place of its action in `legal`."""

from __future__ import annotations

from typing import Any

from .sound_bot import Map, SoundBot, play


class Indexed(SoundBot):
    """Broken."""

    def choose(self, request: Map) -> Any:
        """A place, not an action."""
        return 0


if __name__ == "__main__":
    play(Indexed)
