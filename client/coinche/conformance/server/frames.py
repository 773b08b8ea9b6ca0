"""Checks of frames: where a message begins and ends, and what may not be in it."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.encodings import framed, packed

from .harness import HELLO, ServerBench
from .outcome import answers, sent_away

CHECKS = Checks(Side.SERVER)
CONVENTIONS = "The wire"
LIMITS = "Limits in force"
MAP_OF_PING = b"\x82\xa4type\xa4ping\xa4data"
"""A ping up to its data, the value of which is to follow."""


def refused_body(id: str, body: bytes, says: str) -> None:  # noqa: A002
    """Write down a check that such a frame, from a client that is signed in, ends the connection with BAD_FRAME."""

    async def run(bench: ServerBench) -> None:
        wire = await bench.client()
        await wire.raw(framed(body))
        await sent_away(wire)

    run.__doc__ = says
    CHECKS.check(id, section=CONVENTIONS)(run)


@CHECKS.check("frames.length", section=CONVENTIONS)
async def length(bench: ServerBench) -> None:
    """Frames begin with their length in four bytes, big-endian, both ways, each with exactly one map in it."""
    wire = await bench.connect()
    await wire.raw(framed(packed({**HELLO, "name": bench.named("C")})))
    await wire.until("welcome")
    await wire.until("ready")
    await answers(wire)


@CHECKS.check("frames.torn", section=CONVENTIONS)
async def torn(bench: ServerBench) -> None:
    """A message may come in pieces, torn anywhere, even after every byte."""
    body = framed(packed({**HELLO, "name": bench.named("C")}))
    wire = await bench.connect()
    await wire.raw(*(bytes([byte]) for byte in body))
    await wire.until("ready")
    ping = framed(packed({"type": "ping", "data": "torn"}))
    for at in range(1, len(ping)):
        await wire.raw(ping[:at], ping[at:])
        await wire.until("pong", data="torn")


@CHECKS.check("frames.together", section=CONVENTIONS)
async def together(bench: ServerBench) -> None:
    """Several messages may come in one write; all are answered, in their order."""
    wire = await bench.client()
    await wire.send_together(*({"type": "ping", "id": number, "data": str(number)} for number in range(20)))
    for number in range(20):
        pong = await wire.until("pong")
        expect(pong["data"] == str(number), f"pong {number} was due, not {pong}")


@CHECKS.check("frames.any_form", section=CONVENTIONS)
async def any_form(bench: ServerBench) -> None:
    """No order of keys and no shortest form is asked for: str 32, int 64 and map 32 are msgpack like any other."""
    wire = await bench.client()
    long = b"\xdb\x00\x00\x00\x04"
    body = b"\xdf\x00\x00\x00\x03" + long + b"data" + long + b"17 h" + b"\xd9\x02id"
    body += b"\xd3" + (7).to_bytes(8, "big") + long + b"type" + long + b"ping"
    await wire.raw(framed(body))
    pong = await wire.until("pong")
    expect(pong == {"type": "pong", "re": 7, "data": "17 h"}, f"a pong with re 7 and data '17 h' was due, not {pong}")


@CHECKS.check("frames.too_big_before", section=LIMITS)
async def too_big_before(bench: ServerBench) -> None:
    """Before sign-in a frame longer than `frame_before_sign_in` gets FRAME_TOO_BIG; its length alone is enough."""
    limit = (await bench.welcome())["limits"]["frame_before_sign_in"]
    wire = await bench.connect()
    await wire.raw((limit + 1).to_bytes(4, "big"))
    await sent_away(wire, "FRAME_TOO_BIG")


@CHECKS.check("frames.too_big_after", section=LIMITS)
async def too_big_after(bench: ServerBench) -> None:
    """After sign-in a frame as long as `frame` is read, and a longer one gets FRAME_TOO_BIG."""
    wire = await bench.connect()
    limit = (await bench.greet(wire))["limits"]["frame"]
    await wire.until("ready")
    await wire.raw(framed(_as_long_as(limit)))
    expect((await wire.until("error"))["code"] == "BAD_MESSAGE", "a frame of the longest size is judged by its fields")
    await answers(wire)
    await wire.raw((limit + 1).to_bytes(4, "big"))
    await sent_away(wire, "FRAME_TOO_BIG")


def _as_long_as(limit: int) -> bytes:
    """A ping of that size, with data that is far too long."""
    head = MAP_OF_PING + b"\xda"
    size = limit - len(head) - 2
    return head + size.to_bytes(2, "big") + b"x" * size


@CHECKS.check("frames.too_long_hello", section=LIMITS)
async def whole_hello(bench: ServerBench) -> None:
    """Before sign-in a frame of exactly `frame_before_sign_in` bytes is read and judged as a message."""
    limit = (await bench.welcome())["limits"]["frame_before_sign_in"]
    wire = await bench.connect()
    await wire.raw(framed(_as_long_as(limit)))
    expect((await wire.until("error"))["code"] == "BAD_MESSAGE", "a frame of the longest size is judged by its fields")
    await answers(wire)


@CHECKS.check("frames.cut_off", section=CONVENTIONS)
async def cut_off(bench: ServerBench) -> None:
    """A client that hangs up in the middle of a frame harms nobody else."""
    other = await bench.client("other")
    wire = await bench.client()
    await wire.raw(framed(packed({"type": "ping"}))[:6])
    await wire.hang_up()
    await answers(other)


refused_body("frames.zero_length", b"", "A frame of no bytes is no map: BAD_FRAME, and the connection ends.")
refused_body("frames.not_a_map", packed([1, 2]), "A frame that holds anything but a map gets BAD_FRAME.")
refused_body(
    "frames.two_objects",
    packed({"type": "ping"}) * 2,
    "A frame that holds two objects, or bytes after its map, gets BAD_FRAME.",
)
refused_body("frames.cut_short", packed({"type": "ping"})[:-1], "A frame whose map is not complete gets BAD_FRAME.")
refused_body("frames.extension", MAP_OF_PING + b"\xd4\x05x", "A value of an extension type gets BAD_FRAME.")
refused_body("frames.timestamp", MAP_OF_PING + b"\xd6\xff\0\0\0\0", "A timestamp is an extension type: BAD_FRAME.")
refused_body("frames.float", MAP_OF_PING + packed(1.0), "A float gets BAD_FRAME, a whole one, too.")
refused_body(
    "frames.key_no_string",
    b"\x82\xa4type\xa4ping\x01\x02",
    "A key that is not a string gets BAD_FRAME, wherever it is.",
)
refused_body("frames.key_twice", b"\x82\xa4type\xa4ping\xa4type\xa4ping", "A map that has a key twice gets BAD_FRAME.")
refused_body("frames.bad_utf8", MAP_OF_PING + b"\xa2\xc3\x28", "A string that is not UTF-8 gets BAD_FRAME.")
refused_body("frames.binary", MAP_OF_PING + b"\xc4\x01x", "A value of the binary type gets BAD_FRAME.")


@CHECKS.check("frames.depth", section=LIMITS)
async def depth(bench: ServerBench) -> None:
    """Maps and lists in one another are read `depth` deep, and what is deeper gets BAD_FRAME."""
    wire = await bench.connect()
    limit = (await bench.greet(wire))["limits"]["depth"]
    await wire.until("ready")
    await wire.raw(framed(packed({"type": "ping", "data": _nested(limit - 1)})))
    expect((await wire.until("error"))["code"] == "BAD_MESSAGE", "what is not too deep is judged by its fields")
    await answers(wire)
    await wire.raw(framed(packed({"type": "ping", "data": _nested(limit)})))
    await sent_away(wire)


def _nested(levels: int) -> Any:
    return [_nested(levels - 1)] if levels else 0
