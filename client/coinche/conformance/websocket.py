"""The bytes of a browser, written anew for checks alone: an HTTP request and its answer, and WebSocket frames.

RFC 6455 in short: a frame is a byte with FIN and the opcode, a byte with the mask bit and the length (126 and 127 stand
for two and eight bytes that follow), four bytes of mask from a client, and the payload.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType

from .checks import expect, fail
from .encodings import LONGEST, Lines
from .transcript import Map, as_json

MASK_BYTES = 4
_FIN, _MASKED = 0x80, 0x80
_RESERVED = 0x70
_TWO, _EIGHT = 126, 127
"""Lengths that stand for two and for eight bytes of length that follow."""
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_END_OF_HEAD = b"\r\n\r\n"
SWITCHING = 101
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Opcode(IntEnum):
    """The kinds of frames."""

    CONTINUATION = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The head of an answer; the names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]

    @classmethod
    def parse(cls, head: bytes) -> HttpAnswer:
        """Read the head of an answer; raise Failed if it is none."""
        first, *lines = head.decode("latin-1").split("\r\n")
        version, _, rest = first.partition(" ")
        expect(version in ("HTTP/1.1", "HTTP/1.0") and rest[:3].isdecimal(), f"no HTTP answer: {as_json(head, 60)}")
        pairs = (line.partition(":") for line in lines)
        return cls(int(rest[:3]), {name.lower(): value.strip() for name, _, value in pairs})


def request(headers: Mapping[str, str], path: str = "/", method: str = "GET") -> bytes:
    """Return the head of a request."""
    lines = (f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", "")
    return "\r\n".join(lines).encode()


def frame(opcode: Opcode, payload: bytes, *, fin: bool = True, masked: bool = True) -> bytes:
    """Return a frame of a client."""
    size, mask = len(payload), secrets.token_bytes(MASK_BYTES) if masked else b""
    bit = _MASKED if masked else 0
    if size < _TWO:
        length = bytes((bit | size,))
    elif size < 1 << 16:
        length = bytes((bit | _TWO,)) + size.to_bytes(2, "big")
    else:
        length = bytes((bit | _EIGHT,)) + size.to_bytes(8, "big")
    body = bytes(byte ^ mask[at % MASK_BYTES] for at, byte in enumerate(payload)) if masked else payload
    return bytes((opcode | (_FIN if fin else 0),)) + length + mask + body


class BrowserTongue(Lines):
    """The tongue of a browser: first the answer to a request, then, if that is 101, a WebSocket of JSON messages."""

    def __init__(self) -> None:
        super().__init__()
        self.key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.answer: HttpAnswer | None = None
        self.body = b""
        """The body of an answer that opens no WebSocket."""
        self.pongs: list[bytes] = []
        self.closed: int | None = None
        """The code of the server's close; 0 if it has none."""
        self._fragments: list[bytes] | None = None

    def upgrade(self, headers: Mapping[str, str]) -> bytes:
        """Return a request for a WebSocket."""
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        return request({**headers, **asked, "Sec-WebSocket-Key": self.key})

    @property
    def accepted(self) -> bool:
        """True if the server has answered the key of the request."""
        due = base64.b64encode(hashlib.sha1(self.key.encode() + _MAGIC, usedforsecurity=False).digest()).decode()
        return self.answer is not None and self.answer.headers.get("sec-websocket-accept") == due

    def spoken(self, message: Map) -> bytes:
        """Return the message as a text frame."""
        return frame(Opcode.TEXT, json.dumps(message, ensure_ascii=False).encode())

    def _bodies(self) -> Iterator[bytes]:
        if self.answer is None:
            head, found, rest = self.kept.partition(_END_OF_HEAD)
            if not found:
                return
            self.answer, self.kept = HttpAnswer.parse(head), rest
        if self.answer.status != SWITCHING:
            self.body, self.kept = self.body + self.kept, b""
            return
        while (found_frame := self._frame()) is not None:
            yield from self._taken(*found_frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """Take a whole frame out of `kept`: its first byte and its payload."""
        kept = self.kept
        if len(kept) < 2:
            return None
        expect(not kept[1] & _MASKED, "a frame of the server is masked")
        more = {_TWO: 2, _EIGHT: 8}.get(kept[1], 0)
        begins = 2 + more
        if len(kept) < begins:
            return None
        size = int.from_bytes(kept[2:begins], "big") if more else kept[1]
        expect(size <= LONGEST, f"a frame has {size} bytes; the limit is {LONGEST}")
        if len(kept) < begins + size:
            return None
        self.kept = kept[begins + size :]
        return kept[0], kept[begins : begins + size]

    def _taken(self, first: int, payload: bytes) -> Iterator[bytes]:
        """Yield the message that this frame completes, if any."""
        expect(not first & _RESERVED, f"a frame has reserved bits: {first:#x}")
        expect(self.closed is None, "something came after the close")
        match first & ~_FIN:
            case Opcode.TEXT:
                expect(self._fragments is None, "a message begins within another")
                self._fragments = [payload]
            case Opcode.CONTINUATION:
                if self._fragments is None:
                    fail("a fragment came without a beginning")
                self._fragments.append(payload)
            case Opcode.CLOSE:
                self.closed = int.from_bytes(payload[:2], "big")
                return
            case Opcode.PONG:
                self.pongs.append(payload)
                return
            case Opcode.PING:
                return
            case opcode:
                fail(f"a frame of the server has the opcode {opcode}")
        if first & _FIN and self._fragments is not None:
            whole, self._fragments = b"".join(self._fragments), None
            yield whole
