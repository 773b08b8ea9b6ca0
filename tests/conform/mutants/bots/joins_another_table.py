"""A bot that sits down at the first table it sees."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Lost(SoundBot):
    """Broken."""

    def on_ready(self, message: Map) -> None:
        """Wait for the lobby."""

    def on_lobby(self, message: Map) -> None:
        """The first, once."""
        if not self.request and not self.tries:
            self.tries = 1
            self.send(type="join", table=message["tables"][0]["table"])


if __name__ == "__main__":
    play(Lost)
