"""Floods of meaningless bytes at a given rate, from one address or several, and the time when the server ends them."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from tests.server.tls_records import RecordWriter, TlsClient

TICK = 0.005
OPENING = b'{"type":"hello","versions":[1,1],"name":"flood","program":true}\n{"type":"create_table","name":"evil"}\n'
"""A client at a table is not sent the lobby, which nobody would read while the flood is prepared."""
MBIT = 125_000
SPACE = 65536


@dataclass(frozen=True, slots=True)
class Kind:
    """The content of a flood, prepared before it begins for so many seconds; after that the connection is silent."""

    encrypted: bool
    made: Callable[[RecordWriter | None, int], bytes]
    seconds: float


def _lines(_writer: RecordWriter | None, size: int) -> bytes:
    return b"\n" * size


def _records(writer: RecordWriter | None, size: int) -> bytes:
    assert writer is not None
    return b"".join(writer.record(b"\n") for _ in range(size // 23))


def _keys(writer: RecordWriter | None, size: int) -> bytes:
    assert writer is not None
    return b"".join(writer.key_update() for _ in range(size // 27))


KINDS = {
    "empty lines": Kind(False, _lines, 10.0),
    "one-byte records": Kind(True, _records, 3.0),
    "new keys": Kind(True, _keys, 0.7),
}
FLOODS = {
    f"{kind}, {rate} Mbit/s from {sources} address{'es' * (sources > 1)}": (kind, rate, sources)
    for kind, rate, sources in product(KINDS, (25, 36), (1, 8))
}


@dataclass(eq=False, slots=True)
class Line:
    """One signed-in connection, and the bytes that it will send."""

    socket: socket.socket
    tls: TlsClient | None
    said: bytes = b""
    at: int = 0
    heard: bytes = b""

    def hear(self) -> bool:
        """Read the answers unparsed, so that the attacker uses as little of the machine as possible."""
        try:
            data = self.socket.recv(SPACE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.heard += data
        return bool(data)

    def told(self) -> bytes:
        """The messages of the server since the last call."""
        heard, self.heard = self.heard, b""
        return heard if self.tls is None else self.tls.received(heard)

    def say(self, upto: int) -> None:
        """Send the bytes that are due by now, as far as the socket takes them."""
        with suppress(OSError):
            self.at += self.socket.send(self.said[self.at : upto]) if self.at < upto else 0


@dataclass(eq=False, slots=True)
class Flood:
    """One flood: `prepare` it, then `run` it for so many seconds."""

    port: int
    number: int
    name: str
    seconds: float
    got: Counter[str] = field(default_factory=Counter)
    _lines: list[Line] = field(default_factory=list)
    _rate: float = 0.0

    def prepare(self) -> None:
        """Sign in on all connections, and prepare the bytes."""
        name, rate, sources = FLOODS[self.name]
        kind, self._rate = KINDS[name], rate * MBIT / sources
        for source in range(1, sources + 1):
            line, writer = _signed_in(self.port, f"127.8.{self.number}.{source}", encrypted=kind.encrypted)
            line.said = kind.made(writer, int(self._rate * min(self.seconds, kind.seconds)))
            line.socket.setblocking(False)
            self._lines.append(line)

    def run(self) -> None:
        """Flood until all are ended, or the time is up."""
        begun, open_lines, last = time.perf_counter(), list(self._lines), 0.0
        while open_lines and (passed := time.perf_counter() - begun) < self.seconds:
            for line in tuple(open_lines):
                line.say(int(self._rate * passed))
                if not line.hear():
                    open_lines.remove(line)
                    last = passed
            time.sleep(TICK)
        for line in self._lines:
            if line not in open_lines:
                self.got["told FLOOD" if b"FLOOD" in line.told() else "closed"] += 1
        self.got["KB sent"] = sum(line.at for line in self._lines) // 1000
        if open_lines:
            self.got["NOT DROPPED"] = len(open_lines)
        else:
            self.got["ms until the last was dropped"] = round(1000 * last)
        for line in self._lines:
            line.socket.close()


def _signed_in(port: int, source: str, *, encrypted: bool) -> tuple[Line, RecordWriter | None]:
    plain = socket.create_connection(("127.0.0.1", port), timeout=15, source_address=(source, 0))
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    tls = TlsClient() if encrypted else None
    writer = None
    if tls is not None:
        plain.sendall(tls.handshake())
        while not tls.established:
            plain.sendall(tls.handshake(plain.recv(SPACE)))
        writer = tls.writer()
    plain.sendall(OPENING if writer is None else writer.record(OPENING))
    line, told = Line(plain, tls), b""
    while b'"joined"' not in told:
        if not line.hear():
            raise SystemExit(f"a flood cannot sign in; it was told {told.decode(errors='replace')}")
        told += line.told()
    return line, writer
