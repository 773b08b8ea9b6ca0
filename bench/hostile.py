"""A hostile client, as cheap as possible: plain sockets, frames, and a count of the answers."""

from __future__ import annotations

import socket
import ssl
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgpack

from bench.echo import framed
from bench.light_player import CONTEXT

PATIENCE = 15.0
CLOSED = "closed"
_SPACE = 65536


class Connection:
    """One connection; it counts messages by kind and errors by code."""

    def __init__(self, address: tuple[str, int], source: str, got: Counter[str]) -> None:
        self._got = got
        self._buffer = b""
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        self.socket.bind((source, 0))
        self.socket.connect(address)

    def encrypt(self) -> None:
        """Continue with TLS."""
        self.socket = CONTEXT.wrap_socket(self.socket)

    def say(self, *messages: dict[str, Any]) -> None:
        """Send all messages in one write."""
        self.write(b"".join(framed(**message) for message in messages))

    def write(self, data: bytes) -> None:
        """Send bytes, as far as the server takes them."""
        with suppress(OSError):
            self.socket.sendall(data)

    def hear(self) -> dict[str, Any] | None:
        """The next message; None once the connection is over."""
        try:
            while len(self._buffer) < 4 or len(self._buffer) < (end := 4 + int.from_bytes(self._buffer[:4], "big")):
                data = self.socket.recv(_SPACE)
                if not data:
                    return None
                self._buffer += data
        except (ConnectionError, ssl.SSLError):
            return None
        message: dict[str, Any] = msgpack.unpackb(self._buffer[4:end])
        self._buffer = self._buffer[end:]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of those kinds, or the end of the connection."""
        while (message := self.hear()) is not None:
            if message["type"] in kinds:
                return message
        return {"type": CLOSED}

    def count(self, answers: int) -> None:
        """Count that number of answers, or all until the end."""
        while answers and (message := self.hear()) is not None:
            if "re" in message or message["type"] == "error":
                self._got[str(message.get("code", message["type"]))] += 1
                answers -= 1
        if answers:
            self._got[CLOSED] += 1

    def end(self) -> None:
        """Count all answers until the end, by kind of error."""
        while (message := self.hear()) is not None:
            if message["type"] == "error":
                self._got[message["code"]] += 1
        self._got[CLOSED] += 1

    def reset(self) -> None:
        """Close the connection with a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class Hostile:
    """The target, the source address, the duration, and the count of answers."""

    def __init__(self, port: int, source: str, seconds: float) -> None:
        self.got: Counter[str] = Counter()
        self._address = ("127.0.0.1", port)
        self._source = source
        self._seconds = seconds
        self._guests = 0

    def connect(self, *, tls: bool = False) -> Connection:
        """Open a connection without sending anything."""
        connection = Connection(self._address, self._source, self.got)
        if tls:
            connection.encrypt()
        return connection

    def guest(self, **hello: Any) -> Connection:
        """Open a connection and sign in."""
        self._guests += 1
        connection = self.connect()
        connection.say({"type": "hello", "versions": (1, 1), "name": f"evil {self._guests}", "program": True, **hello})
        connection.until("ready", "welcome", "error")
        return connection

    def flood(self, connection: Connection, message: Callable[[int], dict[str, Any]], at_once: int = 20) -> None:
        """Send the messages as fast as they are answered, until the time or the connection ends."""
        until, number = time.monotonic() + self._seconds, 0
        while time.monotonic() < until and not self.got[CLOSED]:
            connection.say(*({"id": number + more, **message(number + more)} for more in range(at_once)))
            number += at_once
            connection.count(at_once)

    def repeat(self, what: Callable[[], object]) -> int:
        """Repeat the action until the time is up; return the number of repetitions."""
        until, times = time.monotonic() + self._seconds, 0
        while time.monotonic() < until:
            try:
                what()
            except OSError as gone:
                self.got[type(gone).__name__] += 1
            times += 1
        return times

    def tally(self, connections: Iterable[Connection]) -> None:
        """Count the way in which each connection ends."""
        for connection in connections:
            connection.end()
