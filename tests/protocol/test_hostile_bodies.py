"""What a frame may not hold: each limit of the decoder with the bytes that break it."""

from __future__ import annotations

import math
import struct

import msgpack
import pytest

from coinche.protocol.codec import MAX_DEPTH, decode_client, decode_server
from coinche.protocol.errors import BadFrame, BadMessage


def nested(depth: int) -> bytes:
    """A map of that depth, the type of a ping outermost."""
    inner: dict[str, object] = {}
    for _ in range(depth - 2):
        inner = {"x": inner}
    return bytes(msgpack.packb({"type": "ping", "x": inner}))


BAD = {
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


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_a_frame_holds_one_plain_map(body: bytes) -> None:
    for decode in (decode_client, decode_server):
        with pytest.raises(BadFrame) as caught:
            decode(body)
        assert len(caught.value.message) < 200


def test_the_deepest_map_that_passes_is_judged_as_a_message() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(nested(MAX_DEPTH))
    assert caught.value.path == "$.x"


def test_sixteen_kilobytes_of_empty_maps_are_refused_in_the_end() -> None:
    with pytest.raises(BadMessage):
        decode_client(b"\x82\xa4type\xa4ping\xa1x\xdc\x3f\xf0" + b"\x80" * 0x3FF0)
