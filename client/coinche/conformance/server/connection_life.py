"""Checks of a connection's life: the order of messages, and exact errors for faulty ones."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import Check, check, expect, expect_is
from coinche.conformance.encodings import framed, packed
from coinche.conformance.transcript import Map, as_json

from .clients import due
from .harness import HELLO, ServerBench

LIFE, ERRORS, WIRE, LIMITS = "Life of a connection", "Errors", "The wire", "Limits in force"
TO_SERVER = "Messages of the client"
SIGN_IN_S = 5.0
"""Seconds that PROTOCOL.md gives for the sign-in."""
PINGS = 2
PARTS = 5
"""The number of times that a client sends something between two pings."""
TOLERANCE = 0.2
"""The share of the interval by which a ping may be late: networks and servers are not exact."""


def refused(id: str, section: str, says: str, *cases: tuple[Map, str], code: str = "BAD_MESSAGE") -> Check:  # noqa: A002
    """Return a check that each message is refused with its path and the connection stays open."""
    return check(id, section, says)(lambda bench: bench.refuses(*cases, code=code))


class ConnectionLifeChecks(ServerBench):
    """Checks of the order of messages on a connection, and of faulty messages."""

    @check("life.hello_first", LIFE)
    async def hello_first(self) -> None:
        """Before `hello`, any message but ping, pong and bye gets BAD_MESSAGE; the client may still sign in."""
        wire = await self.connect()
        await wire.refused("BAD_MESSAGE", "join", has={"path": "$.type"}, table="t1")
        await self.sign_in(wire)

    @check("life.second_hello", LIFE)
    async def second_hello(self) -> None:
        """After `ready`, a second `hello` gets BAD_MESSAGE and changes nothing."""
        wire = await self.client()
        await wire.send(**self.hello("other"))
        message = await wire.until("error", "welcome", "ready")
        expect(message["type"] == "error", f"a second hello was answered with {as_json(message['type'])}")
        due("BAD_MESSAGE", message, "for a second hello")
        await wire.answers()

    prove_unasked = refused(
        "life.prove_unasked",
        LIFE,
        "A guest has nothing to prove: `prove` gets BAD_MESSAGE, and the connection stays open.",
        ({"type": "prove", "proof": "0" * 64}, "$.type"),
    )

    @check("life.without_waiting", LIFE)
    async def without_waiting(self) -> None:
        """A client need not wait for `ready`: hello, create_table and ping in one write are answered in order."""
        wire = await self.connect()
        create = {"type": "create_table", "name": self.named("table")}
        await wire.send_together(self.hello(), create, {"type": "ping", "data": "after"})
        for kind in ("welcome", "ready", "joined"):
            await wire.until(kind)
        await self.pulse.until(lambda: bool(wire.has_seen("pong")), "a pong")

    async def _unsupported(self, **hello: Any) -> Map:
        """Send a hello with these fields, which has to get UNSUPPORTED; return the data of the error."""
        wire = await self.connect()
        await wire.send(**self.hello(**hello))
        data: Map = (await wire.sent_away("UNSUPPORTED"))["data"]
        return data

    @check("life.version", ERRORS)
    async def version(self) -> None:
        """A client with no version in common gets UNSUPPORTED with the server's version in `accepted`; the connection
        ends."""
        data = await self._unsupported(versions=[2, 9])
        expect("accepted" in data, f"data has to have `accepted`, not {data}")
        expect_is(str(data["accepted"]), "1", "the version of this server")

    @check("life.version_range", LIFE)
    async def version_range(self) -> None:
        """`welcome` says version 1 if both sides support it, whatever others they have."""
        welcome = await self.greet(await self.connect(), versions=[1, 99])
        expect_is(welcome["version"], 1, "the version that both speak")

    @check("life.need_unknown", ERRORS)
    async def need_unknown(self) -> None:
        """A client that needs a capability the server lacks gets UNSUPPORTED with its name in `missing`; the connection
        ends."""
        expect_is((await self._unsupported(need=["levitation"])).get("missing"), ["levitation"], "`missing`")

    @check("life.want_unknown", LIFE)
    async def want_unknown(self) -> None:
        """`ready` grants those capabilities that a client wants and the server has; the server ignores the others."""
        wire = await self.connect()
        offered = (await self.greet(wire, want=["levitation", "resume"]))["capabilities"]
        granted = (await wire.until("ready"))["capabilities"]
        expect("levitation" not in granted, "the server grants levitation")
        alike = ("resume" in granted) == ("resume" in offered)
        expect(alike, f"the client wants resume; offered: {as_json(offered)}, granted: {as_json(granted)}")

    @check("life.ping", TO_SERVER)
    async def ping(self) -> None:
        """A ping gets a pong with the same data at any time, even before `hello`; a ping without data gets an empty
        one."""
        wire = await self.connect()
        await wire.answers("before hello")
        await self.sign_in(wire)
        await wire.answers("é" * 64)
        await wire.say("ping")
        await wire.until("pong", data="")

    @check("life.pinged", "Messages of the server")
    async def pinged(self) -> None:
        """The server pings every client at least once every `ping_ms`, silent or not, with different data each time."""
        silent, talking = await self.connect("silent"), await self.connect("talking")
        every = (await self.greet(silent))["limits"]["ping_ms"] / 1000
        await self.sign_in(talking)
        for _ in range(PARTS * PINGS):
            await trio.sleep(every * (1 + TOLERANCE) / PARTS)
            await talking.answers()
        for wire in (silent, talking):
            data = [message["data"] for message in wire.has_seen("ping")]
            enough = len(data) >= PINGS
            expect(enough, f"{PINGS} pings were due in {PINGS} times `ping_ms`, but {wire.name} got {len(data)}")
            expect(len(set(data)) == len(data), f"the data of each ping has to be different, not {as_json(data)}")

    @check("life.pong", TO_SERVER)
    async def pong(self) -> None:
        """The server does not answer a pong that it did not request."""
        wire = await self.client()
        await wire.say("pong", data="nobody asked")
        await wire.say("ping", data="after")
        while (message := await wire.read("a pong"))["type"] != "pong":
            expect(message["type"] == "lobby", f"a pong was answered with {message}")

    @check("life.bye", TO_SERVER)
    async def bye(self) -> None:
        """A bye gets a bye, and the connection ends, both before and after sign-in."""
        for wire in (await self.connect("early"), await self.client("late")):
            await wire.say("bye")
            await wire.until("bye")
            left = await wire.end()
            expect(not left, f"after bye came {left}")

    @check("life.sign_in_in_time", LIMITS)
    async def sign_in_in_time(self) -> None:
        """A client that has not signed in after 5 s gets AUTH_TIMEOUT, and the connection ends; a ping buys no extra
        time."""
        wire = await self.connect()
        await wire.answers()
        await self.pulse.until(lambda: wire.ended, "AUTH_TIMEOUT", SIGN_IN_S + 4)
        await wire.sent_away("AUTH_TIMEOUT")

    @check("life.nothing_after", ERRORS)
    async def nothing_after(self) -> None:
        """After bye or a fatal error, the server answers nothing more, even if it came in the same write."""
        wire = await self.client()
        await wire.send_together({"type": "bye"}, {"type": "ping", "data": "after bye"})
        await wire.until("bye")
        expect(await wire.end() == [], "the server answered something after bye")
        wire = await self.client()
        await wire.raw(framed(b"") + framed(packed({"type": "ping"})))
        await wire.sent_away()

    @check("life.third_malformed", LIMITS)
    async def third_malformed(self) -> None:
        """The third malformed message in a row gets its own error, then BAD_FRAME, and the connection ends."""
        wire = await self.client()
        for number in range(1, 4):
            error = await wire.refused("BAD_MESSAGE", "leave", id=number, chair="N")
            expect_is(error.get("re"), number, f"`re` of the error for the malformed message {number}")
        await wire.sent_away()

    @check("life.count_begins_anew", LIMITS)
    async def count_begins_anew(self) -> None:
        """A well-formed message resets the count of malformed messages."""
        wire = await self.client()
        for _ in range(2):
            for _ in range(2):
                await wire.refused("UNKNOWN_TYPE", "levitate")
            await wire.answers()

    wrong_messages = (
        refused(
            "life.unknown_type",
            ERRORS,
            """A type that no client may send gets UNKNOWN_TYPE with the path `$.type`, even if the server sends that
            type.""",
            ({"type": "levitate"}, "$.type"),
            ({"type": "welcome"}, "$.type"),
            code="UNKNOWN_TYPE",
        ),
        refused(
            "life.wrong_fields",
            ERRORS,
            "A field that is missing, unknown, of the wrong type or out of bounds gets BAD_MESSAGE with its path.",
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
        ),
    )

    @check("life.path_in_list", ERRORS)
    async def path_in_list(self) -> None:
        """The path of an item in a list contains its index: `$.versions[1]`."""
        wire = await self.connect()
        await wire.send(**{**HELLO, "name": "C", "versions": [1, "1"]})
        await wire.refused("BAD_MESSAGE", has={"path": "$.versions[1]"})
        await self.sign_in(wire)

    @check("life.re", WIRE)
    async def re(self) -> None:
        """Every answer, including joined, left, error and bye, carries the message's `id` as `re`; 0 is a valid id."""
        wire = await self.connect()
        table = ""
        for number, kind, said in (
            (0, "welcome", self.hello()),
            (2147483648, "pong", {"type": "ping"}),
            (3, "joined", {"type": "create_table", "name": self.named("table")}),
            (4, "left", {"type": "leave", "table": ...}),
            (5, "error", {"type": "leave", "table": ...}),
            (6, "error", {"type": "join"}),
            (7, "bye", {"type": "bye"}),
        ):
            await wire.send(**{**said, **({"table": table} if "table" in said else {}), "id": number})
            message = await wire.until(kind)
            expect(message.get("re") == number, f"{kind} has to carry re {number}, not {as_json(message.get('re'))}")
            table = message.get("table", table)

    @check("life.no_re", WIRE)
    async def no_re(self) -> None:
        """An answer to a message without `id` omits `re`; the field is not null."""
        wire = await self.client()
        await wire.say("ping")
        await wire.say("levitate")
        for kind in ("pong", "error"):
            message = await wire.until(kind)
            expect("re" not in message, f"{kind} has `re`, but its message had no id: {message}")

    @check("life.error_shape", ERRORS)
    async def error_shape(self) -> None:
        """An error has a code, a class, a sentence and a map of data; no field is null."""
        wire = await self.client()
        await wire.say("levitate", id=9)
        error = await wire.until("error")
        for field, kind in (("code", str), ("class", str), ("message", str), ("data", dict)):
            expect(isinstance(error.get(field), kind), f"`{field}` of an error is a {kind.__name__}, not {error}")
        expect(error["message"].strip(), "`message` is empty")
        expect(None not in error.values(), f"optional fields have to be left out, not null: {error}")
        expect(set(error) <= {"type", "re", "code", "class", "message", "request", "data"}, f"unknown fields: {error}")
