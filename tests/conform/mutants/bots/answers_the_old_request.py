"""A bot that goes on answering one request until it hears `ok`."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Stubborn(SoundBot):
    """Broken."""

    number = None

    def on_request(self, message: Map) -> None:
        """The old number, if that was not accepted."""
        self.number = self.number or message["request"]
        super().on_request({**message, "request": self.number})

    def on_ok(self, message: Map) -> None:
        """Accepted."""
        self.number = None


if __name__ == "__main__":
    play(Stubborn)
