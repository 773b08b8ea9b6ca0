"""The ways in which a map travels: frames of msgpack, lines of JSON. Written anew from PROTOCOL.md, for checks alone.

Knows what may never travel. Refuses to know which messages there are.
"""

from __future__ import annotations

import json
from typing import Any, Protocol

import msgpack

from .checks import Failed, expect
from .transcript import Map

HEADER = 4
LONGEST = 262_144
"""Bytes of a frame, or of a line, from a server."""
DEPTH = 8


def framed(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(HEADER, "big") + body


def packed(message: Any) -> bytes:
    """Anything as msgpack; it need not be a message."""
    body: bytes = msgpack.packb(message)
    return body


class Tongue(Protocol):
    """One way to speak. `heard` keeps what is not complete yet."""

    def spoken(self, message: Map) -> bytes:
        """The message as it is written."""

    def heard(self, data: bytes) -> list[Map]:
        """The messages that these bytes complete; Failed where they are none."""


class Frames:
    """A length of four bytes, big-endian, then one msgpack map."""

    def __init__(self) -> None:
        self._buffer = b""

    def spoken(self, message: Map) -> bytes:
        """The message as a frame."""
        return framed(packed(message))

    def heard(self, data: bytes) -> list[Map]:
        """The maps of the frames that are complete."""
        self._buffer += data
        messages = []
        while len(self._buffer) >= HEADER:
            end = HEADER + int.from_bytes(self._buffer[:HEADER], "big")
            expect(end - HEADER <= LONGEST, f"a frame of {end - HEADER} bytes came; {LONGEST} is the limit")
            if len(self._buffer) < end:
                break
            messages.append(_unpacked(self._buffer[HEADER:end]))
            self._buffer = self._buffer[end:]
        return messages


class Lines:
    """One JSON object a line, LF at its end."""

    def __init__(self) -> None:
        self._buffer = b""

    def spoken(self, message: Map) -> bytes:
        """The message as a line."""
        return json.dumps(message, ensure_ascii=False).encode() + b"\n"

    def heard(self, data: bytes) -> list[Map]:
        """The objects of the lines that are complete."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        expect(len(self._buffer) <= LONGEST, f"a line of more than {LONGEST} bytes came")
        return [_parsed(line) for line in lines]


class Bytes:
    """No tongue at all: what comes is kept in `all`, and nothing in it is understood."""

    def __init__(self) -> None:
        self.all = b""

    def spoken(self, message: Map) -> bytes:
        """Nothing is said in no tongue."""
        raise NotImplementedError

    def heard(self, data: bytes) -> list[Map]:
        """No message, ever."""
        self.all += data
        return []


def _unpacked(body: bytes) -> Map:
    try:
        found = msgpack.unpackb(body, object_pairs_hook=_once)
    except (ValueError, msgpack.UnpackException) as wrong:
        raise Failed(f"a frame came that is not one msgpack object: {wrong}: {body[:60]!r}") from wrong
    return _map(found)


def _parsed(line: bytes) -> Map:
    try:
        found = json.loads(line, object_pairs_hook=_once)
    except ValueError as wrong:
        raise Failed(f"a line came that is no JSON: {wrong}: {line[:60]!r}") from wrong
    return _map(found)


def _once(pairs: list[tuple[Any, Any]]) -> Map:
    found = dict(pairs)
    expect(len(found) == len(pairs), f"a map came that has a key twice: {[key for key, _ in pairs]}")
    return found


def _map(found: object) -> Map:
    expect(isinstance(found, dict), f"a message came that is no map: {found!r:.60}")
    assert isinstance(found, dict)
    _plain(found, 1)
    expect(isinstance(found.get("type"), str), f"a message came that has no type: {found!r:.60}")
    return found


def _plain(value: object, depth: int) -> None:
    """Strings, integers, booleans, nil, arrays and maps with strings for keys, and not too deep."""
    if isinstance(value, dict | list):
        expect(depth <= DEPTH, f"a message came that nests more than {DEPTH} deep")
        for inner in value.values() if isinstance(value, dict) else value:
            _plain(inner, depth + 1)
        if isinstance(value, dict):
            expect(all(isinstance(key, str) for key in value), f"a key came that is no string: {value!r:.60}")
    else:
        expect(value is None or isinstance(value, str | int), f"a value came that is none of the six kinds: {value!r}")
