"""Malformed input: bodies that are no plain map, maps that are no message, openings that are no frame, lines."""

from __future__ import annotations

import math
import struct
from typing import Any

import msgpack

from coinche.protocol.frames import frame
from coinche.protocol.limits import AFTER_SIGN_IN, MAX_DEPTH


def nested(depth: int) -> bytes:
    """A map of that depth, the type of a ping outermost."""
    inner: dict[str, object] = {}
    for _ in range(depth - 2):
        inner = {"x": inner}
    return bytes(msgpack.packb({"type": "ping", "x": inner}))


BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no map but an array": b"\x90",
    "no map but a string": b"\xa4ping",
    "no map but null": b"\xc0",
    "the byte that msgpack never uses": b"\xc1",
    "two maps": b"\x80\x80",
    "a map and a byte": b"\x80\x00",
    "a map without its end": b"\x81\xa1a",
    "a string without its end": b"\x81\xa1a\xd9\xff",
    "a key twice": b"\x82\xa4type\xa4ping\xa4type\xa4ping",
    "a key twice, deep inside": b"\x81\xa1a\x91\x82\xa1b\x01\xa1b\x01",
    "a number for a key": b"\x81\x01\x01",
    "null for a key": b"\x81\xc0\x01",
    "bytes for a key": b"\x81\xc4\x01a\x01",
    "a map for a key": b"\x81\x80\x01",
    "an array for a key": b"\x81\x90\x01",
    "bytes": b"\x81\xa1a\xc4\x01a",
    "no bytes, as bytes": b"\x81\xa1a\xc4\x00",
    "bytes, deep inside": b"\x81\xa1a\x91\xc4\x01a",
    "bytes as the type": b"\x81\xa4type\xc4\x04ping",
    "a float": b"\x81\xa1a\xcb" + struct.pack(">d", 1.0),
    "a short float": b"\x81\xa1a\xca" + struct.pack(">f", 1.0),
    "no number": b"\x81\xa1a\xcb" + struct.pack(">d", math.nan),
    "a float, deep inside": b"\x81\xa1a\x91\xcb" + struct.pack(">d", math.inf),
    "a time stamp": b"\x81\xa1a\xd6\xff\0\0\0\0",
    "a long time stamp": b"\x81\xa1a\xc7\x0c\xff" + bytes(12),
    "an extension of a byte": b"\x81\xa1a\xd4\x01\0",
    "an extension of nothing": b"\x81\xa1a\xc7\x00\x01",
    "a string that is no UTF-8": b"\x81\xa1a\xa1\xff",
    "a key that is no UTF-8": b"\x81\xa1\xff\x01",
    "UTF-8 longer than it should be": b"\x81\xa1a\xa2\xc0\xaf",
    "half a surrogate pair": b"\x81\xa1a\xa3\xed\xa0\x80",
    "four thousand million items": b"\x81\xa1a\xdd\xff\xff\xff\xff",
    "four thousand million fields": b"\xdf\xff\xff\xff\xff",
    "a string of 4 GiB": b"\x81\xa1a\xdb\xff\xff\xff\xff",
    "arrays in arrays": b"\x81\xa1a" + b"\x91" * 900 + b"\xc0",
    "more arrays in arrays than any stack has": b"\x91" * 16_000,
    "maps in maps": b"\x81\xa1a" * 5000 + b"\xc0",
    "a level too deep": nested(MAX_DEPTH + 1),
}
"""Bodies of frames that are not one plain map."""

ACT = {"type": "act", "table": "t1", "request": 1, "action": "pass", "id": 5}
CREATE = {"type": "create_table", "name": "Ours"}
HELLO = {"type": "hello", "versions": [1, 1], "name": "Ada"}

MESSAGES: list[tuple[dict[str, Any], str]] = [
    (ACT | {"extra": 1}, "$.extra"),
    (ACT | {"request": "1"}, "$.request"),
    (ACT | {"request": True}, "$.request"),
    (ACT | {"request": -1}, "$.request"),
    (ACT | {"request": 2**63}, "$.request"),
    (ACT | {"action": "x" * 97}, "$.action"),
    (ACT | {"table": ""}, "$.table"),
    (ACT | {"table": None}, "$.table"),
    (ACT | {"id": "5"}, "$.id"),
    (ACT | {"after": 3}, "$"),
    ({"type": "act", "table": "t1", "action": "coinche"}, "$"),
    (CREATE | {"options": {"target": {}}}, "$.options[...]"),
    (CREATE | {"options": {"x" * 33: 1}}, "$.options"),
    (CREATE | {"options": {f"x{at}": 1 for at in range(65)}}, "$.options"),
    (CREATE | {"options": {"deal_batches": [[3]]}}, "$.options[...][0]"),
    ({"type": "act", "table": "t1", "request": 1}, "$.action"),
    ({"table": "t1"}, "$.type"),
    ({"type": 1}, "$.type"),
    ({"type": None}, "$.type"),
    ({}, "$.type"),
    (HELLO | {"versions": [1]}, "$.versions"),
    (HELLO | {"versions": [1, "1"]}, "$.versions[1]"),
    (HELLO | {"role": "king"}, "$.role"),
    (HELLO | {"name": ""}, "$.name"),
    (HELLO | {"name": " Ada"}, "$.name"),
    (HELLO | {"name": "A\x07da"}, "$.name"),
    (HELLO | {"name": "A\u202eda"}, "$.name"),
    (HELLO | {"name": "A" * 25}, "$.name"),
    (HELLO | {"need": ["x"] * 33}, "$.need"),
    ({"type": "join", "table": "t1", "seat": "Q"}, "$.seat"),
    ({"type": "prove", "proof": "00"}, "$.proof"),
    ({"type": "prove", "proof": "0" * 64 + "\n"}, "$.proof"),
]
"""Maps that are no message, each with the path of what is wrong."""

OPENINGS: dict[str, bytes] = {
    "a frame longer than the limit": (AFTER_SIGN_IN + 1).to_bytes(4, "big"),
    "a frame of 16 MiB": b"\x00\xff\xff\xff",
    "a first byte that is not 0": b"\x01\x00\x00\x00",
    "a body without its length": b"\x81\xa4type\xa4ping",
    "TLS where frames were spoken": b"\x16\x03\x01\x02\x00",
    "an empty frame": frame(b""),
}
"""Bytes that cannot go on a stream of frames."""

LINES: dict[str, bytes] = {
    "no JSON": b"ping",
    "half a map": b'{"type": "ping"',
    "two maps": b'{"type": "ping"} {"type": "ping"}',
    "no map but an array": b"[]",
    "a key twice": b'{"type": "ping", "type": "ping"}',
    "a float": b'{"type": "ping", "id": 1.0}',
    "a number with an exponent": b'{"type": "ping", "id": 1e2}',
    "no number": b'{"type": "ping", "id": NaN}',
    "an integer of 65 bits": b'{"type": "ping", "id": 18446744073709551616}',
    "half a surrogate pair": b'{"type": "ping", "data": "\\ud83c"}',
    "no UTF-8": b'{"type": "ping", "data": "\xff"}',
    "a level too deep": b'{"type": "ping", "data": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}",
    "a line longer than the limit": b'{"type": "ping", "data": "' + b"x" * AFTER_SIGN_IN,
}
"""Lines of JSON that are not one plain map, without their ends."""
