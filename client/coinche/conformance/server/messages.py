"""Checks of single messages: what is wrong with one is named exactly, and what answers it says so."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .harness import HELLO, ServerBench
from .outcome import answers, refused, sent_away

CHECKS = Checks(Side.SERVER)
CONVENTIONS, ERRORS, LIMITS = "The wire", "Errors", "Limits in force"


@CHECKS.check("life.third_malformed", section=LIMITS)
async def third_malformed(bench: ServerBench) -> None:
    """The third malformed message in a row gets its own error, then BAD_FRAME, and the connection ends."""
    wire = await bench.client()
    for number in range(1, 4):
        await wire.send(type="leave", id=number, chair="N")
        error = await refused(wire, "BAD_MESSAGE")
        expect(error.get("re") == number, f"the malformed message {number} has an error of its own, not {error}")
    await sent_away(wire)


@CHECKS.check("life.count_begins_anew", section=LIMITS)
async def count_begins_anew(bench: ServerBench) -> None:
    """A well-formed message begins the count of malformed ones anew."""
    wire = await bench.client()
    for _ in range(2):
        for _ in range(2):
            await wire.send(type="levitate")
            await refused(wire, "UNKNOWN_TYPE")
        await answers(wire)


@CHECKS.check("life.unknown_type", section=ERRORS)
async def unknown_type(bench: ServerBench) -> None:
    """A type that no client may send gets UNKNOWN_TYPE with the path `$.type`; the server's own types, too."""
    wire = await bench.client()
    for kind in ("levitate", "welcome"):
        await wire.send(type=kind)
        await refused(wire, "UNKNOWN_TYPE", path="$.type")
    await answers(wire)


WRONG_FIELDS: tuple[tuple[Map, str], ...] = (
    ({"type": "ping", "color": "red"}, "$.color"),
    ({"type": "join"}, "$.table"),
    ({"type": "join", "table": 7}, "$.table"),
    ({"type": "join", "table": "t1", "seat": "X"}, "$.seat"),
    ({"type": "join", "table": ""}, "$.table"),
    ({"type": "ping", "data": "x" * 65}, "$.data"),
    ({"type": "ping", "id": -1}, "$.id"),
    ({"type": "ping", "id": 2**31 + 1}, "$.id"),
    ({"type": "ping", "id": True}, "$.id"),
    ({"type": "act", "table": "t1", "request": "1", "action": "pass"}, "$.request"),
    ({"type": "act", "table": "t1", "request": 1, "action": "x" * 97}, "$.action"),
    ({"type": "create_table", "name": "here", "target": 0}, "$.target"),
    ({"type": "create_table", "name": "here", "options": {"target": {}}}, "$.options[...]"),
    ({"data": "x"}, "$.type"),
)
"""Messages with one thing wrong, and the path that has to be named."""


@CHECKS.check("life.wrong_fields", section=ERRORS)
async def wrong_fields(bench: ServerBench) -> None:
    """A field that is missing, unknown, of the wrong type or out of bounds gets BAD_MESSAGE with its path."""
    for message, path in WRONG_FIELDS:
        wire = await bench.client()
        await wire.send(**message)
        await refused(wire, "BAD_MESSAGE", path=path)
        await answers(wire)


@CHECKS.check("life.path_in_list", section=ERRORS)
async def path_in_list(bench: ServerBench) -> None:
    """The path of a field in a list has its index: `$.versions[1]`."""
    wire = await bench.connect()
    await wire.send(**{**HELLO, "name": "C", "versions": [1, "1"]})
    await refused(wire, "BAD_MESSAGE", path="$.versions[1]")
    await bench.sign_in(wire)


@CHECKS.check("life.re", section=CONVENTIONS)
async def re(bench: ServerBench) -> None:
    """Every answer, joined, left, error and bye included, carries the `id` of its message as `re`; 0 is an id, too."""
    wire = await bench.connect()
    await wire.send(**{**HELLO, "name": bench.named("C"), "id": 0})
    await _carries(wire, "welcome", 0)
    await wire.send(type="ping", id=2147483648)
    await _carries(wire, "pong", 2147483648)
    await wire.send(type="create_table", id=3, name=bench.named("table"))
    table = (await _carries(wire, "joined", 3))["table"]
    await wire.send(type="leave", id=4, table=table)
    await _carries(wire, "left", 4)
    await wire.send(type="leave", id=5, table=table)
    await _carries(wire, "error", 5)
    await wire.send(type="join", id=6)
    await _carries(wire, "error", 6)
    await wire.send(type="bye", id=7)
    await _carries(wire, "bye", 7)


async def _carries(wire: Wire, kind: str, number: int) -> Map:
    message = await wire.until(kind)
    expect(message.get("re") == number, f"{kind} has to carry re {number}, not {as_json(message.get('re'))}")
    return message


@CHECKS.check("life.no_re", section=CONVENTIONS)
async def no_re(bench: ServerBench) -> None:
    """An answer to a message without `id` has no `re`: it is left out, not null."""
    wire = await bench.client()
    await wire.send(type="ping")
    await wire.send(type="levitate")
    for kind in ("pong", "error"):
        message = await wire.until(kind)
        expect("re" not in message, f"{kind} answers a message without an id, and has {message}")


@CHECKS.check("life.error_shape", section=ERRORS)
async def error_shape(bench: ServerBench) -> None:
    """An error has a code, its class, a sentence and a map of data, and nothing that is null."""
    wire = await bench.client()
    await wire.send(type="levitate", id=9)
    error: dict[str, Any] = await wire.until("error")
    for field, kind in (("code", str), ("class", str), ("message", str), ("data", dict)):
        expect(isinstance(error.get(field), kind), f"`{field}` of an error is a {kind.__name__}, not {error}")
    expect(error["message"].strip(), "the message is a sentence")
    expect(None not in error.values(), f"what is optional is left out, not null: {error}")
    expect(set(error) <= {"type", "re", "code", "class", "message", "request", "data"}, f"unknown fields: {error}")
