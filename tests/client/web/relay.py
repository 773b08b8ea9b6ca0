"""A network between a browser and a server that can be cut: a relay of TCP, in a thread of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """Passes bytes between clients and a server of this machine, while it is whole."""

    def __init__(self, port: int) -> None:
        """Relay to that port."""
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.is_whole = True
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()

    def cut(self) -> None:
        """Break all connections, and take no others until `mend`."""
        with self._lock:
            self.is_whole = False
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._ends.clear()

    def mend(self) -> None:
        """Take connections again."""
        self.is_whole = True

    def run(self) -> None:
        """Accept until closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._join(client)

    def _join(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self._to)) if self.is_whole else None
        except OSError:
            server = None
        if server is None:
            client.close()
            return
        with self._lock:
            self._ends += [client, server]
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()

    def close(self) -> None:
        """Break everything for good."""
        self.cut()
        self._listener.close()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextmanager
def relay_to(port: int) -> Iterator[Relay]:
    """Run a relay to that port for the duration of the block."""
    relay = Relay(port)
    threading.Thread(target=relay.run, daemon=True).start()
    try:
        yield relay
    finally:
        relay.close()
