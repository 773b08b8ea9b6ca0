"""Checks of JSON lines: the same messages, one a line, for whoever has no msgpack at hand."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.encodings import Lines
from coinche.conformance.wire import Wire

from .four_seats import bid_once
from .harness import HELLO, ServerBench
from .outcome import answers, refused, sent_away

CHECKS = Checks(Side.SERVER)
SECTION = "JSON lines"


async def _client(bench: ServerBench) -> Wire:
    await bench.capabilities("json")
    return await bench.client("J", Lines())


@CHECKS.check("json.sign_in", section=SECTION)
async def sign_in(bench: ServerBench) -> None:
    """Who opens with `{` speaks in lines of JSON, one message each, and is answered so."""
    await bench.capabilities("json")
    wire = await bench.connect("J", Lines())
    await bench.sign_in(wire)
    await answers(wire, "é")


@CHECKS.check("json.torn", section=SECTION)
async def torn(bench: ServerBench) -> None:
    """Lines may come in pieces, and several in one write."""
    wire = await _client(bench)
    line = wire.tongue.spoken({"type": "ping", "data": "torné"})
    for at in range(1, len(line)):
        await wire.raw(line[:at], line[at:])
        await wire.until("pong", data="torné")
    await wire.send_together(*({"type": "ping", "id": number} for number in range(5)))
    for number in range(5):
        await wire.until("pong", re=number)


@CHECKS.check("json.deal", section=SECTION)
async def deal(bench: ServerBench) -> None:
    """A whole deal can be played in JSON; what a seat is sent is what it would be sent in frames."""
    await bench.capabilities("json")
    table = await bench.four(tongues={"N": Lines(), "S": Lines()})
    await table.play(bid_once)
    await table.all_have("deal_scored")
    public = [[event for event in table.events(seat) if event["type"] != "hand_dealt"] for seat in ("N", "E", "S", "W")]
    scored = [events[: 1 + [e["type"] for e in events].index("deal_scored")] for events in public]
    at = max(events[0]["n"] for events in scored)
    same = [[event for event in events if event["n"] >= at] for events in scored]
    expect(same[0] == same[1] == same[2] == same[3], "an event differs between JSON and frames")


@CHECKS.check("json.garbage", section=SECTION)
async def garbage(bench: ServerBench) -> None:
    """A line that is no JSON, or no object, ends the connection with BAD_FRAME."""
    for line in (b"garbage\n", b"{\n", b"[1]\n", b'{"type":"ping"} {"type":"ping"}\n', b"\xff\n"):
        wire = await _client(bench)
        await wire.raw(line)
        await sent_away(wire)


@CHECKS.check("json.no_float", section=SECTION)
async def no_float(bench: ServerBench) -> None:
    """No floats in JSON either: 1.0, 1e2 and NaN get BAD_FRAME."""
    for number in (b"1.0", b"1e2", b"NaN"):
        wire = await _client(bench)
        await wire.raw(b'{"type":"ping","id":' + number + b"}\n")
        await sent_away(wire)


@CHECKS.check("json.key_twice", section=SECTION)
async def key_twice(bench: ServerBench) -> None:
    """A key twice in an object gets BAD_FRAME."""
    wire = await _client(bench)
    await wire.raw(b'{"type":"ping","data":"a","data":"b"}\n')
    await sent_away(wire)


@CHECKS.check("json.too_big", section="Limits in force")
async def too_big(bench: ServerBench) -> None:
    """The limits of frames hold for lines; a line that is too long is refused before it ends."""
    await bench.capabilities("json")
    limits = (await bench.welcome())["limits"]
    early = await bench.connect("early", Lines())
    await early.raw(b"{" + b" " * (limits["frame_before_sign_in"] + 1))
    await sent_away(early, "FRAME_TOO_BIG")
    late = await bench.client("late", Lines())
    await late.raw(b"{" + b" " * (limits["frame"] + 1))
    await sent_away(late, "FRAME_TOO_BIG")


@CHECKS.check("json.errors", section=SECTION)
async def errors(bench: ServerBench) -> None:
    """What is wrong with a message is told as in frames, with its path, and the connection is kept."""
    wire = await _client(bench)
    await wire.send(type="levitate", id=1)
    await refused(wire, "UNKNOWN_TYPE", path="$.type")
    await wire.send(**{**HELLO, "name": "again"})
    await refused(wire, "BAD_MESSAGE", path="$.type")
    await answers(wire)


@CHECKS.check("json.line_ends", section=SECTION)
async def line_ends(bench: ServerBench) -> None:
    """A CR before the LF and empty lines are let pass."""
    wire = await _client(bench)
    await wire.raw(b'\n\r\n{"type":"ping","data":"a"}\r\n\n{"type":"ping","data":"b"}\n')
    await wire.until("pong", data="a")
    await wire.until("pong", data="b")


@CHECKS.check("json.integers", section=SECTION)
async def integers(bench: ServerBench) -> None:
    """An integer of more than 64 bits gets BAD_FRAME."""
    wire = await _client(bench)
    await wire.raw(b'{"type":"ping","id":18446744073709551616}\n')
    await sent_away(wire)
