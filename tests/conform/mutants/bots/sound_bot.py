"""A bot with nothing wrong: lines of JSON, the standard library alone. What is broken elsewhere is one method of it."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from typing import Any

Map = dict[str, Any]
TRIES = 2
"""How often it answers one request."""


class SoundBot:
    """Takes what the server would take for it; `on_TYPE` is called with each message of that type."""

    def __init__(self, host: str, port: str, table: str) -> None:
        self.table = table
        self.request: Map = {}
        self.tries = 0
        self.server = socket.create_connection((host, int(port)))

    def run(self) -> None:
        """Play until the connection ends."""
        self.hello()
        for message in self.messages():
            took = getattr(self, f"on_{message['type']}", None)
            if took is not None:
                took(message)

    def messages(self) -> Iterator[Map]:
        """The messages of the server."""
        with self.server.makefile("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    yield json.loads(line)

    def send(self, **message: Any) -> None:
        """Say something."""
        self.server.sendall(json.dumps(message).encode() + b"\n")

    def hello(self) -> None:
        """Sign in."""
        self.send(type="hello", versions=[1, 1], name="sound", program=True)

    def on_ready(self, message: Map) -> None:
        """Sit down."""
        self.send(type="join", table=self.table)

    def on_ping(self, message: Map) -> None:
        """Still there."""
        self.send(type="pong", data=message["data"])

    def on_request(self, message: Map) -> None:
        """Answer."""
        self.request, self.tries = message, 0
        self.act(message)

    def on_error(self, message: Map) -> None:
        """Once more where it was illegal."""
        if message["code"] == "ILLEGAL_ACTION" and self.tries < TRIES:
            self.act(self.request)

    def on_left(self, message: Map) -> None:
        """The table is closed."""
        self.send(type="bye")

    def act(self, request: Map) -> None:
        """Send the answer."""
        self.tries += 1
        self.send(type="act", table=self.table, request=request["request"], action=self.choose(request))

    def choose(self, request: Map) -> Any:
        """The action: the default."""
        return request["default"]


def play(bot: type[SoundBot]) -> None:
    """Play where the command line says."""
    bot(*sys.argv[1:4]).run()


if __name__ == "__main__":
    play(SoundBot)
