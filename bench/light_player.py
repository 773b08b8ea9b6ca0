"""A light player that uses the wire protocol only: a non-blocking socket, TLS, frames, a sign-in and a seat.

`crowd` decides when it acts, and waits for the socket.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from bench.echo import framed
from coinche.protocol import auth

SEATS = ("N", "E", "S", "W")
CLOCK = {"move_ms": 3_600_000, "bank_ms": 0}
TARGET = 20_000
"""A match of some thousand acts; faster players open the next table."""
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname = False
CONTEXT.verify_mode = ssl.CERT_NONE


class Heard(msgspec.Struct):
    """The relevant fields of any message; `n` and `table` are those of an event or a request."""

    type: str
    table: str = ""
    n: int = 0
    after: int = 0
    request: int = 0
    legal: tuple[str, ...] = ()
    bids: dict[str, int] = {}
    default: str = ""
    kind: str = ""
    data: object = None
    code: str = ""
    message: str = ""
    nonce: str = ""
    session: str = ""
    secret: str = ""


_DECODER = msgspec.msgpack.Decoder(Heard)
_SPACE = memoryview(bytearray(65536))


@dataclass(eq=False, slots=True)
class Table:
    """The shared state of the four players at a table. `acted` is the time of the act after event `after`."""

    number: int
    id: str = ""
    after: int = 0
    actor: str = ""
    acted: float = 0.0
    players: list[Player] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Player:
    """One of the four players. It `is_seated` once it has a seat, to which it returns after a lost connection."""

    table: Table
    seat: str
    address: tuple[str, int]
    source: str
    plain: socket.socket | None = None
    tls: ssl.SSLSocket | None = None
    buffer: bytes = b""
    is_shaken: bool = False
    is_ready: bool = False
    is_seated: bool = False
    tries: int = 0
    seen: int = 0
    session: str = ""
    secret: str = ""

    def connect(self) -> int:
        """Begin a connection; return its descriptor, which becomes writable once it is established."""
        plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.bind((self.source, 0))
        plain.setblocking(False)
        plain.connect_ex(self.address)
        self.plain, self.buffer, self.is_shaken, self.is_ready = plain, b"", False, False
        return plain.fileno()

    def encrypt(self) -> None:
        """Begin TLS on the established connection."""
        assert self.plain is not None
        self.tls, self.plain = CONTEXT.wrap_socket(self.plain, do_handshake_on_connect=False), None

    def shake(self) -> bool:
        """Continue the handshake; return whether it is over and `hello` is sent."""
        assert self.tls is not None
        try:
            self.tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        self.is_shaken = True
        again = {"auth": "resume", "session": self.session} if self.session else {}
        self.say(type="hello", versions=(1, 1), name=f"p{self.table.number}{self.seat}", program=True, **again)
        return True

    def prove(self, nonce: str) -> None:
        """Resume the previous session."""
        self.say(type="prove", proof=auth.proof(auth.key(self.secret), nonce, self.seen), n=self.seen)

    def sit(self) -> None:
        """Take the seat at a table that the first of the four opens."""
        if self.table.id:
            self.say(type="join", table=self.table.id, seat=self.seat)
        elif self.seat == SEATS[0]:
            name = f"table {self.table.number}"
            self.say(type="create_table", name=name, seat=self.seat, target=TARGET, clock=CLOCK)

    def say(self, **message: object) -> None:
        """Send a message."""
        assert self.tls is not None
        self.tls.send(framed(**message))

    def hear(self) -> Iterator[Heard]:
        """The messages that have arrived; ConnectionError once the connection is over."""
        assert self.tls is not None
        while True:
            try:
                count = self.tls.recv_into(_SPACE)
            except ssl.SSLWantReadError:
                return
            if not count:
                raise ConnectionResetError
            buffer = self.buffer + _SPACE[:count] if self.buffer else bytes(_SPACE[:count])
            at = 0
            while len(buffer) >= at + 4 and len(buffer) >= (end := at + 4 + int.from_bytes(buffer[at : at + 4], "big")):
                yield _DECODER.decode(buffer[at + 4 : end])
                at = end
            self.buffer = buffer[at:]
            if not self.tls.pending():
                return

    def hang_up(self) -> None:
        """Close the connection silently."""
        for end in (self.plain, self.tls):
            if end is not None:
                end.close()
        self.plain = self.tls = None
