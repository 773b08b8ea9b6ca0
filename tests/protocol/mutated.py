"""Mutated messages from a seeded generator: bytes flipped, cut, spliced, false lengths, duplicate keys, wrong fields.

From bodies of real frames and from messages made from their types it makes bodies that are valid, nearly valid, or
meaningless.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack

from coinche.protocol.codec import to_map
from tests.protocol.seeded import Maker

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**31 + 1,
    2**63,
    1.5,
    float("nan"),
    "",
    "x" * 300,
    "\x00",
    [],
    {},
    [[]],
    {"": 0},
)
"""Values where others are wanted."""
LENGTHS = (0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0x9F, 0x8F, 0xBF, 0xC7, 0xC9)
"""First bytes of strings, arrays, maps and extensions, each with a length."""

Change = Callable[["Mutator", bytes], bytes]


class Mutator:
    """Makes bodies of frames, and lines."""

    def __init__(self, chance: Random, bodies: Sequence[bytes]) -> None:
        self._chance = chance
        self._bodies = bodies
        self._maker = Maker(chance)

    def valid(self) -> dict[str, Any]:
        """The map of a message that a client may send."""
        return to_map(self._maker.client_message())

    def body(self, *, of_server: bool = False) -> bytes:
        """A body: a real one with something done to its bytes, or a made one with a field amiss."""
        way = self._chance.random()
        if way < 0.5:
            body = self._chance.choice(self._bodies)
            for _ in range(self._chance.choice((1, 1, 1, 2, 5))):
                body = self._chance.choice(CHANGES)(self, body)
            return body
        made = self._maker.server_message() if of_server else self._maker.client_message()
        plain = to_map(made)
        if way < 0.9:
            self.amiss(plain)
        packed: bytes = msgpack.packb(plain, default=str)
        return packed

    def line(self) -> bytes:
        """A line of JSON, without its end: a made message with a field amiss, and often bytes changed."""
        plain = self.valid()
        if self._chance.random() < 0.5:
            self.amiss(plain)
        line = json.dumps(plain, ensure_ascii=self._chance.random() < 0.5, default=str).encode()
        for _ in range(self._chance.choice((0, 0, 1, 3))):
            line = self._chance.choice(CHANGES)(self, line)
        return line.replace(b"\n", b" ")

    def amiss(self, plain: dict[str, Any]) -> None:
        """Leave a field out, add one, or give one an odd value."""
        key = self._chance.choice([*plain, "type", "x"])
        match self._chance.randrange(3):
            case 0:
                plain.pop(key, None)
            case 1:
                plain[self._chance.choice(("x", "id", "re", "type", "é", "class"))] = self._chance.choice(ODD)
            case _:
                plain[key] = self._chance.choice(ODD)

    def flipped(self, body: bytes) -> bytes:
        """One bit is another."""
        at = self._chance.randrange(len(body) or 1)
        return body[:at] + bytes(byte ^ 1 << self._chance.randrange(8) for byte in body[at : at + 1]) + body[at + 1 :]

    def cut(self, body: bytes) -> bytes:
        """The end is missing, or the beginning, or a piece."""
        start, end = sorted((self._chance.randrange(len(body) + 1), self._chance.randrange(len(body) + 1)))
        return self._chance.choice((body[:end], body[start:], body[:start] + body[end:]))

    def spliced(self, body: bytes) -> bytes:
        """The beginning of one message and the end of another."""
        other = self._chance.choice(self._bodies)
        return body[: self._chance.randrange(len(body) + 1)] + other[self._chance.randrange(len(other) + 1) :]

    def lying(self, body: bytes) -> bytes:
        """Something says that it is longer, or of another kind, than it is."""
        at = self._chance.randrange(len(body) + 1)
        lie = bytes(
            [self._chance.choice(LENGTHS), *self._chance.choices((0, 1, 127, 255), k=self._chance.randrange(5))]
        )
        return body[:at] + lie + body[at + self._chance.randrange(2) :]

    def doubled(self, body: bytes) -> bytes:
        """A key comes twice, as far as the body is a map still."""
        key = msgpack.packb(self._chance.choice(("type", "table", "id", "name")))
        return bytes([min(body[0] + 1, 0x8F)]) + body[1:] + key + b"\x01" if body and 0x80 <= body[0] < 0x8F else body

    def noise(self, body: bytes) -> bytes:
        """Bytes of no meaning in the middle."""
        at = self._chance.randrange(len(body) + 1)
        return body[:at] + self._chance.randbytes(self._chance.randrange(1, 9)) + body[at:]


CHANGES: tuple[Change, ...] = (
    Mutator.flipped,
    Mutator.cut,
    Mutator.spliced,
    Mutator.lying,
    Mutator.doubled,
    Mutator.noise,
)
