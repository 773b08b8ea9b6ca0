"""A bot that passes as soon as a deal begins."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Eager(SoundBot):
    """Broken."""

    def on_deal_started(self, message: Map) -> None:
        """Nobody has asked."""
        self.send(type="act", table=self.table, request=message["n"] + 1, action="pass")


if __name__ == "__main__":
    play(Eager)
