"""Checks of a connection's life: what may come when, what is answered, and what ends it."""

from __future__ import annotations

import trio

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.encodings import framed, packed
from coinche.conformance.json_text import as_json

from .harness import HELLO, ServerBench
from .outcome import answers, refused, sent_away

CHECKS = Checks(Side.SERVER)
LIFE = "Life of a connection"
ERRORS = "Errors"
CONVENTIONS = "The wire"
LIMITS = "Limits in force"
SIGN_IN_S = 5.0
"""Seconds that the document gives for the sign-in."""
PINGS = 2
PARTS = 5
"""How often a client talks in the time within which it is pinged."""
TOLERANCE = 0.2
"""By how much a ping may be late: networks and servers are not exact."""


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
    expect(message["type"] == "error", f"a second hello was answered with {as_json(message['type'])}")
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
    expect(
        str(error["data"]["accepted"]) == "1", f"this server speaks version 1, not {as_json(error['data']['accepted'])}"
    )


@CHECKS.check("life.version_range", section=LIFE)
async def version_range(bench: ServerBench) -> None:
    """Where both speak version 1 among others, `welcome` says version 1."""
    welcome = await bench.greet(await bench.connect(), versions=[1, 99])
    expect(welcome["version"] == 1, f"version 1 is what both speak, not {as_json(welcome['version'])}")


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
    expect(
        ("resume" in granted) == ("resume" in offered),
        f"offered {as_json(offered)}, wanted resume, granted {as_json(granted)}",
    )


@CHECKS.check("life.ping", section="Messages of the client")
async def ping(bench: ServerBench) -> None:
    """A ping gets a pong with the same data at any time, before `hello`, too; without data, an empty one."""
    wire = await bench.connect()
    await answers(wire, "before hello")
    await bench.sign_in(wire)
    await answers(wire, "é" * 64)
    await wire.send(type="ping")
    await wire.until("pong", data="")


@CHECKS.check("life.pinged", section="Messages of the server")
async def pinged(bench: ServerBench) -> None:
    """A client is pinged every `ping_ms` at least, whether it talks or not, and each time with other data."""
    silent, talking = await bench.connect("silent"), await bench.connect("talking")
    every = (await bench.greet(silent))["limits"]["ping_ms"] / 1000
    await bench.sign_in(talking)
    for _ in range(PARTS * PINGS):
        await trio.sleep(every * (1 + TOLERANCE) / PARTS)
        await answers(talking)
    for wire in (silent, talking):
        data = [message["data"] for message in wire.seen if message["type"] == "ping"]
        expect(
            len(data) >= PINGS, f"{PINGS} pings were due in {PINGS} times `ping_ms`, and {wire.name} got {len(data)}"
        )
        expect(len(set(data)) == len(data), f"the data of a ping is new each time, not {as_json(data)}")


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


@CHECKS.check("life.nothing_after", section=ERRORS)
async def nothing_after(bench: ServerBench) -> None:
    """After bye, and after a fatal error, nothing is answered any more, though it came in the same write."""
    wire = await bench.client()
    await wire.send_together({"type": "bye"}, {"type": "ping", "data": "after bye"})
    await wire.until("bye")
    expect(await wire.end() == [], "something was answered after bye")
    wire = await bench.client()
    await wire.raw(framed(b"") + framed(packed({"type": "ping"})))
    await sent_away(wire)
