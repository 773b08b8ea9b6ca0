"""Frames: a length of four bytes, big-endian, then that many bytes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from .errors import BadFrame, ErrorCode, FrameTooBig

HEADER = 4
TLS = 0x16
"""The first byte of a TLS hello."""

_TLS = "this looks like TLS within TLS, or where none is served"
_NO_FRAME = "no frame begins with this byte; a frame is a length of four bytes, big-endian, then a msgpack map"


def frame(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(HEADER, "big") + body


class BodyReader(ABC):
    """Bytes in, bodies of messages out. `limit` bounds the next body and may be changed between two."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    @property
    def in_frame(self) -> bool:
        """True if part of a message is waiting for the rest: an end now is an end in its middle."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes, give the bodies that they complete; errors as with `next_body`."""
        self.append(data)
        bodies = []
        while (body := self.next_body()) is not None:
            bodies.append(body)
        return bodies

    def append(self, data: bytes) -> None:
        """Take bytes; `next_body` then gives one body at a time, so those before a bad one are not lost."""
        self._buffer += data

    @abstractmethod
    def next_body(self) -> bytes | None:
        """The next whole body, None until more bytes come; BadFrame or FrameTooBig where there is none."""

    def data_to_send(self) -> bytes:
        """The bytes that the encoding itself has to say to the other side, such as a handshake."""
        return b""

    def closing(self, why: ErrorCode | None) -> bytes:
        """The bytes with which the encoding itself ends a connection, behind the last message; no code for a bye."""
        return b""

    def idle_frames(self) -> int:
        """The number of frames since the last call that have completed no message, where an encoding has such."""
        return 0

    @property
    def is_over(self) -> bool:
        """True once the other side has said, in the encoding itself, that nothing more comes."""
        return False


class FrameReader(BodyReader):
    """Reader of frames."""

    _started = False

    def next_body(self) -> bytes | None:
        buffer = self._buffer
        if not buffer:
            return None
        if buffer[0]:  # a length stays under 2**24
            raise BadFrame(_TLS if buffer[0] == TLS and not self._started else _NO_FRAME)
        if len(buffer) < HEADER:
            return None
        length = int.from_bytes(buffer[:HEADER], "big")
        if length > self.limit:
            raise FrameTooBig(f"a frame of {length} bytes; the limit is {self.limit}")
        end = HEADER + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[HEADER:end])
        del buffer[:end]
        self._started = True
        return body


def bodies(frames: bytes) -> Iterator[bytes]:
    """The bodies of whole frames, one after the other."""
    at = 0
    while at < len(frames):
        end = at + HEADER + int.from_bytes(frames[at : at + HEADER], "big")
        yield frames[at + HEADER : end]
        at = end
