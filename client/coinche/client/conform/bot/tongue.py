"""What a bot writes, in the tongue that its first byte chooses: frames of msgpack, or lines of JSON.

Knows what may never travel, and keeps it as `faults` instead of giving up, so that one fault fails one check alone.
Refuses to know which messages there are.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import msgpack

from coinche.client.conform.checks import Failed, expect
from coinche.client.conform.tongues import DEPTH, HEADER, Frames, Lines, Tongue
from coinche.client.conform.transcript import Map

LONGEST = 16_384
"""Bytes of a frame, or of a line, from a client that has signed in."""
_FRAME, _LINE = b"\x00", b"{"


class BotTongue:
    """Hears a bot. `torn` counts the reads that ended inside a message; `longest` is its longest one, in bytes."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.torn = 0
        self.longest = 0
        self._speech: Tongue | None = None
        self._buffer = b""

    @property
    def speaks_lines(self) -> bool:
        """Whether it is JSON."""
        return isinstance(self._speech, Lines)

    def spoken(self, message: Map) -> bytes:
        """The message as the bot reads it: in frames, unless it has opened with a brace."""
        return (self._speech or Frames()).spoken(message)

    def heard(self, data: bytes) -> list[Map]:
        """The messages that these bytes complete; Failed where they are none."""
        self._buffer += data
        self._speech = self._speech or _recognised(self._buffer[:1])
        bodies = self._lines() if self.speaks_lines else self._frames()
        self.torn += bool(self._buffer)
        self.longest = max((self.longest, *map(len, bodies)))
        return [self._understood(body) for body in bodies]

    def _lines(self) -> list[bytes]:
        *lines, self._buffer = self._buffer.split(b"\n")
        expect(len(self._buffer) <= LONGEST, f"a line of more than {LONGEST} bytes came")
        return [line for line in lines if line.strip()]

    def _frames(self) -> list[bytes]:
        bodies = []
        while len(self._buffer) >= HEADER:
            length = int.from_bytes(self._buffer[:HEADER], "big")
            expect(length <= LONGEST, f"a frame of {length} bytes came; {LONGEST} is the limit")
            if len(self._buffer) < HEADER + length:
                break
            bodies.append(self._buffer[HEADER : HEADER + length])
            self._buffer = self._buffer[HEADER + length :]
        return bodies

    def _understood(self, body: bytes) -> Map:
        """The message; what in it may not travel becomes a fault."""
        read = json.loads if self.speaks_lines else _unpacked
        try:
            message = read(body, object_pairs_hook=self._pairs)
        except (ValueError, msgpack.UnpackException) as wrong:
            raise Failed(f"what came is no {self._what}: {wrong}: {body[:60]!r}") from wrong
        expect(isinstance(message, dict), f"a message came that is no map: {message!r:.60}")
        expect(isinstance(message.get("type"), str), f"a message came that has no `type`: {message!r:.60}")
        self._inspect(message, 1)
        found: Map = message
        return found

    @property
    def _what(self) -> str:
        return "line of JSON" if self.speaks_lines else "msgpack"

    def _pairs(self, pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            self.faults.append(f"a map has a key twice: {[key for key, _ in pairs]}")
        return found

    def _inspect(self, value: object, depth: int) -> None:
        """Strings, integers, booleans, nil, arrays and maps with strings for keys, and not too deep."""
        if isinstance(value, dict | list):
            if depth > DEPTH:
                self.faults.append(f"a message nests more than {DEPTH} deep")
                return
            for inner in value.values() if isinstance(value, dict) else value:
                self._inspect(inner, depth + 1)
            if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
                self.faults.append(f"a key is no string: {value!r:.60}")
        elif not (value is None or isinstance(value, str | int)):
            self.faults.append(f"a {type(value).__name__} may not travel: {value!r:.60}")


_unpacked = partial(msgpack.unpackb, strict_map_key=False)


def _recognised(first: bytes) -> Tongue:
    expect(first in (_FRAME, _LINE), f"it opens with the byte {first!r}: neither a frame (0x00) nor JSON ({{)")
    return Lines() if first == _LINE else Frames()
