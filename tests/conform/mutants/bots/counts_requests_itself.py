"""A bot that numbers its answers 1, 2, 3, whatever the requests are numbered."""

from __future__ import annotations

from .sound_bot import Map, SoundBot, play


class Counter(SoundBot):
    """Broken."""

    count = 0

    def on_request(self, message: Map) -> None:
        """One more."""
        self.count += 1
        super().on_request({**message, "request": self.count})


if __name__ == "__main__":
    play(Counter)
