"""The encodings on the one port of a server, told apart by a client's first bytes.

A message is encoded as a frame, once for everybody who may see it, and translated for clients that use another
encoding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from .codec import decode_client, decode_client_line, map_of
from .errors import BadFrame
from .frames import BodyReader, FrameReader, bodies
from .json_lines import LineReader, written
from .messages import FromClient


class Unreadable(BodyReader):
    """Reader of text, which is never a message."""

    def append(self, data: bytes) -> None:
        """Take bytes, and let them go."""

    def next_body(self) -> NoReturn:
        """Say what would be right."""
        raise BadFrame("this is a coinche server; play with coinche-client, or speak coinche/1: frames or JSON lines")


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The way from a client's bytes to its messages, and the translation of frames for it.

    `decode` makes a message of a body; BadFrame, BadMessage or UnknownType where it is none.
    """

    reader: Callable[[int], BodyReader]
    decode: Callable[[bytes], FromClient] = decode_client
    translated: Callable[[bytes], bytes]


def _as_frames(frames: bytes) -> bytes:
    return frames


@lru_cache(maxsize=8)
def _as_lines(frames: bytes) -> bytes:
    """The frames as lines of JSON; a message to many is translated once."""
    return written(map_of(body) for body in bodies(frames))


def _as_text(frames: bytes) -> bytes:
    """The sentences of errors, a line each, and nothing of other messages."""
    said = (map_of(body).get("message") for body in bodies(frames))
    return "".join(f"{sentence}\r\n" for sentence in said if sentence).encode()


def _as_http(frames: bytes) -> bytes:
    return b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n" + _as_text(frames)


FRAMES = Encoding(reader=FrameReader, translated=_as_frames)
LINES = Encoding(reader=LineReader, decode=decode_client_line, translated=_as_lines)
TEXT = Encoding(reader=Unreadable, translated=_as_text)
HTTP = Encoding(reader=Unreadable, translated=_as_http)

_HTTP = b"GHPOD"
"""The first letters of the methods of HTTP. A head may come torn, so one byte decides."""


def encoding_of(opening: bytes, web: Callable[[], Encoding] | None = None) -> Encoding:
    """Return the encoding of a client with those first bytes; frames if unknown: their reader says what is wrong.

    `web` makes the encoding of a browser's connection; without it an HTTP request is told what this port is.
    """
    if opening.startswith(b"{"):
        return LINES
    if opening[0] in _HTTP:
        return HTTP if web is None else web()
    return TEXT if 0x20 <= opening[0] < 0x7F or opening[0] in b"\r\n\t" else FRAMES
