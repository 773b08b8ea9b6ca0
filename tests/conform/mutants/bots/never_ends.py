"""A bot that waits for ever once the server has said bye."""

from __future__ import annotations

import signal

from .sound_bot import Map, SoundBot, play


class Faithful(SoundBot):
    """Broken."""

    def on_bye(self, message: Map) -> None:
        """Wait."""
        signal.pause()

    def on_left(self, message: Map) -> None:
        """Stay."""


if __name__ == "__main__":
    play(Faithful)
