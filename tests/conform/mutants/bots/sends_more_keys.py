"""A bot whose answers have a key too many."""

from __future__ import annotations

from typing import Any

from .sound_bot import SoundBot, play


class Talkative(SoundBot):
    """Broken."""

    def send(self, **message: Any) -> None:
        """The message, and why."""
        super().send(**message, **({"because": "I can"} if message["type"] == "act" else {}))


if __name__ == "__main__":
    play(Talkative)
