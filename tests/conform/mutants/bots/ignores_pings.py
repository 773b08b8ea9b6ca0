"""A bot that answers no ping."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Mute(SoundBot):
    """Broken."""

    def on_ping(self, message: Map) -> None:
        """Nothing."""


if __name__ == "__main__":
    play(Mute)
