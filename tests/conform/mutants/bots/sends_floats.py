"""A bot that says with each answer how sure it is."""

from __future__ import annotations

from typing import Any

from .sound_bot import SoundBot, play


class Sure(SoundBot):
    """Broken."""

    def send(self, **message: Any) -> None:
        """The message, and a number that may not travel."""
        super().send(**message, **({"sure": 0.75} if message["type"] == "act" else {}))


if __name__ == "__main__":
    play(Sure)
