"""A bot that says rebelote where it should say belote."""

from __future__ import annotations

from typing import Any

from .sound_bot import Map, SoundBot, play


class Absent(SoundBot):
    """Broken."""

    def choose(self, request: Map) -> Any:
        """The other word."""
        for card, words in request["offers"].items():
            return f"{card}+{'rebelote' if words == ['belote'] else 'belote'}"
        return request["default"]


if __name__ == "__main__":
    play(Absent)
