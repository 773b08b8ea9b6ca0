"""Cheap spectators in a process of their own: they sign in, watch one table, and then read without parsing.

Over TLS nothing after `joined` is decrypted.
"""

from __future__ import annotations

import os
import select
import socket
import time
from multiprocessing.connection import Connection

import msgpack

from bench.echo import framed
from bench.light_player import CONTEXT

SOURCE = "127.0.0.2"
PATIENCE = 30.0
AT_ONCE = 50
A_MOMENT = 0.2
ROOM = 8192
"""Bytes of a socket's own room, so that it is soon full where nobody reads."""
_SPACE = 65536


class Onlooker:
    """One spectator, with blocking reads of frames."""

    def __init__(self, address: tuple[str, int], name: str, *, tls: bool, source: str = SOURCE) -> None:
        plain = socket.socket()
        plain.settimeout(PATIENCE)
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        plain.bind((source, 0))
        plain.connect(address)
        self.socket = CONTEXT.wrap_socket(plain) if tls else plain
        self._buffer = b""
        self.say(type="hello", versions=(1, 1), name=name, program=True)

    def say(self, **message: object) -> None:
        """Send a message."""
        self.socket.sendall(framed(**message))

    def hear(self) -> dict[str, object]:
        """The next message."""
        while len(self._buffer) < 4 or len(self._buffer) < (end := 4 + int.from_bytes(self._buffer[:4], "big")):
            data = self.socket.recv(_SPACE)
            if not data:
                raise ConnectionResetError
            self._buffer += data
        message: dict[str, object] = msgpack.unpackb(self._buffer[4:end])
        self._buffer = self._buffer[end:]
        return message

    def until(self, *kinds: str) -> dict[str, object]:
        """The next message of one of those kinds."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def watch(self, table: str) -> None:
        """Ask to watch that table, once it exists."""
        self.say(type="watch", table=table)
        self.sit_back(table)

    def sit_back(self, table: str) -> None:
        """Wait until the server confirms the watching."""
        while (answer := self.until("joined", "error"))["type"] == "error":
            if answer["code"] != "RATE":
                raise SystemExit(f"{table} cannot be watched: {answer}")
            time.sleep(A_MOMENT)
            self.say(type="watch", table=table)


def run(address: tuple[str, int], table: str, tls: bool, orders: Connection, reads: bool = True) -> None:
    """Have spectators watch as ordered, and read, until the process that gives orders has gone."""
    epoll, watching = select.epoll(), list[Onlooker]()
    epoll.register(orders.fileno(), select.EPOLLIN)
    while True:
        for descriptor, _ in epoll.poll():
            if descriptor != orders.fileno():
                if not os.read(descriptor, _SPACE):
                    epoll.unregister(descriptor)
                continue
            try:
                wanted: int = orders.recv()
            except EOFError:
                return
            while len(watching) < wanted:
                names = range(len(watching), min(wanted, len(watching) + AT_ONCE))
                come = [Onlooker(address, f"onlooker {name}", tls=tls) for name in names]
                for one in come:
                    one.say(type="watch", table=table)
                for one in come:
                    one.sit_back(table)
                    if reads:
                        epoll.register(one.socket.fileno(), select.EPOLLIN)
                watching += come
            orders.send(len(watching))
