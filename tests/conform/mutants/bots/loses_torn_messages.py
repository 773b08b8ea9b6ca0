"""A bot that takes each read for whole messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress

from .sound_bot import Map, SoundBot, play


class Hasty(SoundBot):
    """Broken."""

    def messages(self) -> Iterator[Map]:
        """The messages of each read; anything that is not JSON is dropped."""
        while data := self.server.recv(1_000_000):
            for line in data.splitlines():
                with suppress(ValueError):
                    yield json.loads(line)


if __name__ == "__main__":
    play(Hasty)
