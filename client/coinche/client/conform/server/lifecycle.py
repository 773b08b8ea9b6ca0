"""Checks of a connection's life: what may come when, what is answered, and what ends it."""

from __future__ import annotations

from typing import Any

from coinche.client.conform.checks import Checks, Side, expect
from coinche.client.conform.transcript import Map
from coinche.client.conform.wire import Wire

from .bench import HELLO, ServerBench
from .framing import answers, sent_away

CHECKS = Checks(Side.SERVER)
LIFE = "Life of a connection"
ERRORS = "Errors"
CONVENTIONS = "Conventions"
LIMITS = "Limits in force"
SIGN_IN_S = 5.0
"""Seconds that the document gives for the sign-in."""


async def refused(wire: Wire, code: str, *, path: str | None = None) -> Map:
    """The next error has to have that code, and to keep the connection open; `path` is the field that it names."""
    error = await wire.until("error", "joined", "welcome", "ready")
    expect(error["type"] == "error", f"{code} was due, not {error}")
    expect(error["code"] == code, f"{code} was due, not {error['code']}: {error['message']}")
    expect(error["class"] == "reject", f"{code} keeps the connection open: its class is reject, not {error['class']}")
    if path is not None:
        found = error["data"].get("path")
        expect(found == path, f"{code} has to name the path {path}, not {found}")
    return error


@CHECKS.check("life.hello_first", section=LIFE)
async def hello_first(bench: ServerBench) -> None:
    """Before `hello` anything but ping, pong and bye gets BAD_MESSAGE, and the connection may go on to sign in."""
    wire = await bench.connect()
    await wire.send(type="join", table="t1")
    await refused(wire, "BAD_MESSAGE", path="$.type")
    await bench.sign_in(wire)


@CHECKS.check("life.second_hello", section=LIFE)
async def second_hello(bench: ServerBench) -> None:
    """After `ready` a `hello` gets BAD_MESSAGE and changes nothing."""
    wire = await bench.client()
    await wire.send(**{**HELLO, "name": bench.named("other")})
    message = await wire.until("error", "welcome", "ready")
    expect(message["type"] == "error", f"a second hello was answered with {message['type']}")
    expect(message["code"] == "BAD_MESSAGE", f"BAD_MESSAGE was due, not {message['code']}")
    await answers(wire)


@CHECKS.check("life.prove_unasked", section=LIFE)
async def prove_unasked(bench: ServerBench) -> None:
    """A guest has nothing to prove: `prove` gets BAD_MESSAGE, and the connection is kept."""
    wire = await bench.client()
    await wire.send(type="prove", proof="0" * 64)
    await refused(wire, "BAD_MESSAGE", path="$.type")
    await answers(wire)


@CHECKS.check("life.without_waiting", section=LIFE)
async def without_waiting(bench: ServerBench) -> None:
    """Nobody has to wait for `ready`: hello, create_table and ping in one write are answered in their order."""
    wire = await bench.connect()
    hello = {**HELLO, "name": bench.named("C")}
    create = {"type": "create_table", "name": bench.named("table")}
    await wire.send_together(hello, create, {"type": "ping", "data": "after"})
    for due in ("welcome", "ready", "joined"):
        await wire.until(due)
    await bench.pulse.until(lambda: any(m["type"] == "pong" for m in wire.seen), "a pong")


@CHECKS.check("life.version", section=ERRORS)
async def version(bench: ServerBench) -> None:
    """Without a common version UNSUPPORTED names the server's own in `accepted`, and the connection ends."""
    wire = await bench.connect()
    await wire.send(**{**HELLO, "versions": [2, 9], "name": bench.named("C")})
    error = await sent_away(wire, "UNSUPPORTED")
    expect("accepted" in error["data"], f"data has to have `accepted`, not {error['data']}")
    expect(str(error["data"]["accepted"]) == "1", f"this server speaks version 1, not {error['data']['accepted']}")


@CHECKS.check("life.version_range", section=LIFE)
async def version_range(bench: ServerBench) -> None:
    """Where both speak version 1 among others, `welcome` says version 1."""
    welcome = await bench.greet(await bench.connect(), versions=[1, 99])
    expect(welcome["version"] == 1, f"version 1 is what both speak, not {welcome['version']}")


@CHECKS.check("life.need_unknown", section=ERRORS)
async def need_unknown(bench: ServerBench) -> None:
    """A capability that is needed and not there gets UNSUPPORTED, named in `missing`, and the connection ends."""
    wire = await bench.connect()
    await wire.send(**{**HELLO, "name": bench.named("C"), "need": ["levitation"]})
    error = await sent_away(wire, "UNSUPPORTED")
    expect(error["data"].get("missing") == ["levitation"], f"missing is ['levitation'], not {error['data']}")


@CHECKS.check("life.want_unknown", section=LIFE)
async def want_unknown(bench: ServerBench) -> None:
    """Of what is wanted the server grants in `ready` what it has, and ignores the rest."""
    wire = await bench.connect()
    offered = (await bench.greet(wire, want=["levitation", "resume"]))["capabilities"]
    granted = (await wire.until("ready"))["capabilities"]
    expect("levitation" not in granted, "nobody can grant levitation")
    expect(("resume" in granted) == ("resume" in offered), f"offered {offered}, wanted resume, granted {granted}")


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
    for _ in range(3):
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
    wire = await bench.client()
    for message, path in WRONG_FIELDS:
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
    expect(message.get("re") == number, f"{kind} has to carry re {number}, not {message.get('re')}")
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


@CHECKS.check("life.ping", section="Messages of the client")
async def ping(bench: ServerBench) -> None:
    """A ping gets a pong with the same data at any time, before `hello`, too; without data, an empty one."""
    wire = await bench.connect()
    await answers(wire, "before hello")
    await bench.sign_in(wire)
    await answers(wire, "é" * 64)
    await wire.send(type="ping")
    await wire.until("pong", data="")


@CHECKS.check("life.pong", section="Messages of the client")
async def pong(bench: ServerBench) -> None:
    """A pong that nobody asked for is not answered."""
    wire = await bench.client()
    await wire.send(type="pong", data="nobody asked")
    await wire.send(type="ping", data="after")
    while (message := await wire.read("a pong"))["type"] != "pong":
        expect(message["type"] == "lobby", f"a pong was answered with {message}")


@CHECKS.check("life.bye", section="Messages of the client")
async def bye(bench: ServerBench) -> None:
    """A bye is answered by bye, and the connection ends, before sign-in and after it."""
    for wire in (await bench.connect("early"), await bench.client("late")):
        await wire.send(type="bye")
        await wire.until("bye")
        left = await wire.end()
        expect(not left, f"after bye there came {left}")


@CHECKS.check("life.sign_in_in_time", section=LIMITS)
async def sign_in_in_time(bench: ServerBench) -> None:
    """Who has not signed in after 5 s gets AUTH_TIMEOUT, and the connection ends; a ping does not put it off."""
    wire = await bench.connect()
    await answers(wire)
    await bench.pulse.until(lambda: wire.ended, "AUTH_TIMEOUT", SIGN_IN_S + 4)
    await sent_away(wire, "AUTH_TIMEOUT")


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
