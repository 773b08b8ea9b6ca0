"""A bot that bids five more than it has to."""

from __future__ import annotations

from typing import Any

from .sound_bot import Map, SoundBot, play


class Miser(SoundBot):
    """Broken."""

    def choose(self, request: Map) -> Any:
        """A number in between."""
        for denomination, lowest in request["bids"].items():
            return f"{lowest + 5}{denomination}"
        return request["default"]


if __name__ == "__main__":
    play(Miser)
