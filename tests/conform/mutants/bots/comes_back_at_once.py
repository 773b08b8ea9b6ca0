"""A bot that connects anew the moment its connection is lost."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

from .sound_bot import Map, SoundBot, play


class Restless(SoundBot):
    """Broken."""

    def run(self) -> None:
        """For ever."""
        peer = self.server.getpeername()
        while True:
            with suppress(OSError):
                super().run()
            with suppress(OSError):
                self.server = socket.create_connection(peer)

    def on_left(self, message: Map) -> None:
        """The table is closed: no more of it."""
        sys.exit(0)


if __name__ == "__main__":
    play(Restless)
