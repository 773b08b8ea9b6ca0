"""The tongues that are spoken on the one port of a server, told apart by how a client opens.

Whatever is sent is made as a frame, once for all who may see it, and translated for who speaks otherwise.
Knows readers, decoders and translations. Refuses to know what is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import msgspec

from .codec import decode_client, decode_client_line, map_of
from .errors import BadFrame
from .frames import FrameReader, bodies
from .lines import LineReader
from .messages import FromClient


class Reader(Protocol):
    """Bytes in, one message's bytes out. `limit` bounds the next and may be changed between two."""

    limit: int

    @property
    def in_frame(self) -> bool:
        """Whether part of a message is waiting for the rest."""

    def append(self, data: bytes) -> None:
        """Take bytes."""

    def next_body(self) -> bytes | None:
        """The bytes of the next message, None until more come; BadFrame where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """How messages are read, decoded, and translated from frames."""

    reader: Callable[[int], Reader]
    decode: Callable[[bytes], FromClient]
    translated: Callable[[bytes], bytes]


class Unreadable:
    """What reads text: nothing can be made of it."""

    in_frame = False

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def append(self, data: bytes) -> None:
        """Take bytes, and let them go."""

    def next_body(self) -> bytes | None:
        """Say what would be right."""
        raise BadFrame("this is a coinche server; play with coinche-client, or speak coinche/1: frames or JSON lines")


def _as_frames(frames: bytes) -> bytes:
    return frames


def _as_lines(frames: bytes) -> bytes:
    return b"".join(msgspec.json.encode(map_of(body)) + b"\n" for body in bodies(frames))


def _as_text(frames: bytes) -> bytes:
    """The sentences of errors, a line each, and nothing of other messages."""
    said = (map_of(body).get("message") for body in bodies(frames))
    return "".join(f"{sentence}\r\n" for sentence in said if sentence).encode()


def _as_http(frames: bytes) -> bytes:
    return b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n" + _as_text(frames)


FRAMES = Tongue(reader=FrameReader, decode=decode_client, translated=_as_frames)
LINES = Tongue(reader=LineReader, decode=decode_client_line, translated=_as_lines)
TEXT = Tongue(reader=Unreadable, decode=decode_client, translated=_as_text)
HTTP = Tongue(reader=Unreadable, decode=decode_client, translated=_as_http)

_HTTP = (b"GET ", b"HEAD", b"POST", b"PUT ", b"OPTI")


def tongue_of(opening: bytes) -> Tongue:
    """What a client speaks that opens like that; frames where it is nothing known, since they say what is wrong."""
    if opening.startswith(b"{"):
        return LINES
    if opening.startswith(_HTTP):
        return HTTP
    return TEXT if 0x20 <= opening[0] < 0x7F or opening[0] in b"\r\n\t" else FRAMES
