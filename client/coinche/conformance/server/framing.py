"""Checks of the encodings: frames of msgpack, lines of JSON, TLS around both, and openings that are none of these."""

from __future__ import annotations

import base64
import hashlib
import ssl
from collections.abc import Callable
from typing import Any, cast

import trio
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from coinche.conformance.checks import Check, NotOffered, check, expect, expect_is
from coinche.conformance.encodings import Bytes, Lines, framed, packed
from coinche.conformance.transcript import as_json
from coinche.conformance.wire import TIME_LIMIT

from .clients import SEATS, CheckClient
from .harness import ServerBench, encryption

WIRE, LIMITS, JSON, TLS = "The wire", "Limits in force", "JSON lines", "TLS"
MAP_OF_PING = b"\x82\xa4type\xa4ping\xa4data"
"""A ping up to its data, the value of which is to follow."""
PING = packed({"type": "ping"})
KEY_OF_1, KEYS_TWICE = b"\x82\xa4type\xa4ping\x01\x02", b"\x82\xa4type\xa4ping\xa4type\xa4ping"
GARBAGE = (b"garbage\n", b"{\n", b"[1]\n", b'{"type":"ping"} {"type":"ping"}\n', b"\xff\n")
FLOATS = tuple(b'{"type":"ping","id":' + number + b"}\n" for number in (b"1.0", b"1e2", b"NaN"))
JSON_KEY_TWICE = b'{"type":"ping","data":"a","data":"b"}\n'
BIG = b'{"type":"ping","id":18446744073709551616}\n'


def frame(id: str, says: str, body: bytes) -> Check:  # noqa: A002
    """Return a check that a frame with this body ends the connection of a client with BAD_FRAME."""

    async def run(bench: ServerBench) -> None:
        await _bad(await bench.client(), framed(body))

    return check(id, WIRE, says)(run)


def lines(id: str, says: str, *bodies: bytes) -> Check:  # noqa: A002
    """Return a check that each of these lines ends the connection of a client with BAD_FRAME."""

    async def run(bench: ServerBench) -> None:
        for line in bodies:
            await _bad(await bench.json_client(), line)

    return check(id, JSON, says)(run)


def foreign(id: str, opening: bytes, says: str, holds: Callable[[bytes], bool]) -> Check:  # noqa: A002
    """Return a check of the answer to an opening in none of the encodings, after which the connection ends."""

    async def run(bench: ServerBench) -> None:
        tongue = Bytes()
        wire = await bench.connect(tongue=tongue)
        await wire.raw(opening)
        await wire.end()
        expect(holds(tongue.all), f"the server answered {as_json(tongue.all, 200)}")

    return check(id, JSON, says)(run)


class FrameChecks(ServerBench):
    """Checks of frames of msgpack, and of openings that are no encoding."""

    @check("frames.length", WIRE)
    async def length(self) -> None:
        """Each frame starts with its length in four big-endian bytes, in both directions, and holds exactly one map."""
        wire = await self.connect()
        await wire.raw(framed(packed(self.hello())))
        await wire.until("welcome")
        await wire.until("ready")
        await wire.answers()

    @check("frames.torn", WIRE)
    async def torn(self) -> None:
        """A message may arrive in pieces, split anywhere, even after every byte."""
        wire = await self.connect()
        await wire.raw(*(bytes([byte]) for byte in framed(packed(self.hello()))))
        await wire.until("ready")
        await _torn_pings(wire, "torn")

    @check("frames.together", WIRE)
    async def together(self) -> None:
        """Several messages may arrive in one write; the server answers all of them in order."""
        wire = await self.client()
        await wire.send_together(*({"type": "ping", "id": number, "data": str(number)} for number in range(20)))
        for number in range(20):
            expect_is((await wire.until("pong"))["data"], str(number), "the data of the next pong")

    @check("frames.any_form", WIRE)
    async def any_form(self) -> None:
        """Keys may come in any order and values in any valid form: str 32, int 64 and map 32 are as good as any
        other."""
        wire = await self.client()
        long = b"\xdb\x00\x00\x00\x04"
        body = b"\xdf\x00\x00\x00\x03" + long + b"data" + long + b"17 h" + b"\xd9\x02id"
        body += b"\xd3" + (7).to_bytes(8, "big") + long + b"type" + long + b"ping"
        await wire.raw(framed(body))
        expect_is(await wire.until("pong"), {"type": "pong", "re": 7, "data": "17 h"}, "the answer")

    @check("frames.too_big_before", LIMITS)
    async def too_big_before(self) -> None:
        """Before sign-in, a frame longer than `frame_before_sign_in` gets FRAME_TOO_BIG; its length alone is enough."""
        limit = (await self.welcome())["limits"]["frame_before_sign_in"]
        await _bad(await self.connect(), (limit + 1).to_bytes(4, "big"), "FRAME_TOO_BIG")

    @check("frames.too_big_after", LIMITS)
    async def too_big_after(self) -> None:
        """After sign-in, the server reads a frame of exactly `frame` bytes; a longer one gets FRAME_TOO_BIG."""
        wire = await self.connect()
        limit = (await self.greet(wire))["limits"]["frame"]
        await wire.until("ready")
        await _judged_by_its_fields(wire, _as_long_as(limit))
        await _bad(wire, (limit + 1).to_bytes(4, "big"), "FRAME_TOO_BIG")

    @check("frames.too_long_hello", LIMITS)
    async def whole_hello(self) -> None:
        """Before sign-in, the server reads a frame of exactly `frame_before_sign_in` bytes and checks it as a
        message."""
        limit = (await self.welcome())["limits"]["frame_before_sign_in"]
        await _judged_by_its_fields(await self.connect(), _as_long_as(limit))

    @check("frames.cut_off", WIRE)
    async def cut_off(self) -> None:
        """A client that hangs up in the middle of a frame affects no other client."""
        other, wire = await self.client("other"), await self.client()
        await wire.raw(framed(packed({"type": "ping"}))[:6])
        await wire.hang_up()
        await other.answers()

    bad_frames = (
        frame("frames.zero_length", "An empty frame contains no map: it gets BAD_FRAME, and the connection ends.", b""),
        frame("frames.not_a_map", "A frame that contains anything but a map gets BAD_FRAME.", packed([1, 2])),
        frame("frames.two_objects", "A frame with two objects, or with bytes after its map, gets BAD_FRAME.", PING * 2),
        frame("frames.cut_short", "A frame with an incomplete map gets BAD_FRAME.", PING[:-1]),
        frame("frames.extension", "A value of an extension type gets BAD_FRAME.", MAP_OF_PING + b"\xd4\x05x"),
        frame(
            "frames.timestamp",
            "A timestamp is an extension type and gets BAD_FRAME.",
            MAP_OF_PING + b"\xd6\xff\0\0\0\0",
        ),
        frame("frames.float", "A float gets BAD_FRAME, even a whole number.", MAP_OF_PING + packed(1.0)),
        frame("frames.key_no_string", "A key that is not a string gets BAD_FRAME at any depth.", KEY_OF_1),
        frame("frames.key_twice", "A map with a duplicate key gets BAD_FRAME.", KEYS_TWICE),
        frame("frames.bad_utf8", "A string that is not UTF-8 gets BAD_FRAME.", MAP_OF_PING + b"\xa2\xc3\x28"),
        frame("frames.binary", "A value of the binary type gets BAD_FRAME.", MAP_OF_PING + b"\xc4\x01x"),
    )

    @check("frames.depth", LIMITS)
    async def depth(self) -> None:
        """Maps and lists may be nested `depth` levels deep; deeper nesting gets BAD_FRAME."""
        wire = await self.connect()
        limit = (await self.greet(wire))["limits"]["depth"]
        await wire.until("ready")
        await _judged_by_its_fields(wire, packed({"type": "ping", "data": _nested(limit - 1)}))
        await _bad(wire, framed(packed({"type": "ping", "data": _nested(limit)})))

    openings = (
        foreign(
            "openings.http",
            b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            """An HTTP request gets the page, or else status 400 and a sentence that a person can read; the connection
            ends.""",
            lambda answer: _is_page(answer) or _is_sentence(answer),
        ),
        foreign(
            "openings.text",
            b"hello?\r\n",
            "A plain-text opening gets one line that a person can read; the connection ends.",
            lambda answer: b"coinche" in answer and answer.endswith(b"\n") and not answer.startswith(b"\0"),
        ),
        foreign(
            "openings.no_frame",
            b"\x82\xa4type",
            """A first byte that fits no encoding, such as msgpack without a length, gets BAD_FRAME, and the connection
            ends.""",
            lambda answer: b"BAD_FRAME" in answer and answer.startswith(b"\0"),
        ),
    )


class JsonLineChecks(ServerBench):
    """Checks of lines of JSON."""

    @check("json.sign_in", JSON)
    async def json_sign_in(self) -> None:
        """A client that opens with `{` sends lines of JSON, one message each, and gets lines of JSON back."""
        await self.capabilities("json")
        wire = await self.connect("J", Lines())
        await self.sign_in(wire)
        await wire.answers("é")

    @check("json.torn", JSON)
    async def json_torn(self) -> None:
        """Lines may arrive in pieces, and several lines in one write."""
        await _torn_pings(await self.json_client(), "torné")
        wire = await self.json_client("K")  # each connection has its own allowance of 40 messages
        await wire.send_together(*({"type": "ping", "id": number} for number in range(5)))
        for number in range(5):
            await wire.until("pong", re=number)

    @check("json.deal", JSON)
    async def json_deal(self) -> None:
        """A whole deal can be played in JSON; each seat gets the same messages as it would in frames."""
        await self.capabilities("json")
        table = await self.played(tongues={"N": Lines(), "S": Lines()})
        public = [[event for event in table.events(seat) if event["type"] != "hand_dealt"] for seat in SEATS]
        scored = [events[: 1 + [e["type"] for e in events].index("deal_scored")] for events in public]
        at = max(events[0]["n"] for events in scored)
        same = [[event for event in events if event["n"] >= at] for events in scored]
        expect(same[0] == same[1] == same[2] == same[3], "an event differs between JSON and frames")

    json_lines = (
        lines(
            "json.garbage",
            "A line that is not JSON, or not an object, gets BAD_FRAME, and the connection ends.",
            *GARBAGE,
        ),
        lines("json.no_float", "JSON allows no floats either: 1.0, 1e2 and NaN get BAD_FRAME.", *FLOATS),
        lines("json.key_twice", "An object with a duplicate key gets BAD_FRAME.", JSON_KEY_TWICE),
    )

    @check("json.too_big", LIMITS)
    async def json_too_big(self) -> None:
        """Lines have the same size limits as frames; the server refuses an overlong line before the line ends."""
        await self.capabilities("json")
        limits = (await self.welcome())["limits"]
        early, late = await self.connect("early", Lines()), await self.client("late", Lines())
        for wire, limit in ((early, limits["frame_before_sign_in"]), (late, limits["frame"])):
            await _bad(wire, b"{" + b" " * (limit + 1), "FRAME_TOO_BIG")

    @check("json.errors", JSON)
    async def json_errors(self) -> None:
        """A faulty message in JSON gets the same error as in a frame, with its path, and the connection stays open."""
        wire = await self.json_client()
        await wire.refused("UNKNOWN_TYPE", "levitate", has={"path": "$.type"}, id=1)
        await wire.send(**self.hello("again"))
        await wire.refused("BAD_MESSAGE", has={"path": "$.type"})
        await wire.answers()

    @check("json.line_ends", JSON)
    async def line_ends(self) -> None:
        """The server accepts a CR before the LF and ignores empty lines."""
        wire = await self.json_client()
        await wire.raw(b'\n\r\n{"type":"ping","data":"a"}\r\n\n{"type":"ping","data":"b"}\n')
        await wire.until("pong", data="a")
        await wire.until("pong", data="b")

    integers = lines("json.integers", "An integer of more than 64 bits gets BAD_FRAME.", BIG)


class TlsChecks(ServerBench):
    """Checks of TLS around both encodings."""

    @check("tls.same_port", TLS)
    async def same_port(self) -> None:
        """A client that opens with a TLS hello gets TLS 1.3 on the same port and the usual service inside it."""
        expect((await self.capabilities("tls"))["tls"] == "1.3", "the capability `tls` has to be 1.3")
        wire = await self.connect("T", tls=True)
        assert isinstance(wire.stream, trio.SSLStream)
        expect(wire.stream.version() == "TLSv1.3", f"the connection has to use TLS 1.3, not {wire.stream.version()}")
        await self.sign_in(wire)
        await wire.answers()

    @check("tls.json", TLS)
    async def json_inside(self) -> None:
        """Inside TLS, the first byte selects the encoding in the same way."""
        await self.capabilities("tls", "json")
        wire = await self.connect("T", Lines(), tls=True)
        await self.sign_in(wire)
        await wire.answers()

    @check("tls.same_certificate", TLS)
    async def same_certificate(self) -> None:
        """All connections show the same public key, so that a client can recognize the server."""
        await self.capabilities("tls")
        found = {spki(await self.connect("T", tls=True)) for _ in range(3)}
        expect(len(found) == 1, "the server's public key changed from one connection to the next")

    @check("tls.fingerprint", TLS)
    async def fingerprint(self) -> None:
        """The fingerprint in the server's link is that of its certificate: 15 bytes in base32, in six groups of
        four."""
        if not self.target.fingerprint:
            raise NotOffered("the address of the server has no fingerprint")
        letters = base64.b32encode(spki(await self.connect("T", tls=True))[:15]).decode()
        groups = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
        same = self.target.fingerprint.replace("-", "").upper() == letters
        expect(same, f"the certificate has {groups}, the link {self.target.fingerprint}")

    @check("tls.not_older", TLS)
    async def not_older(self) -> None:
        """A client that supports nothing newer than TLS 1.2 gets no connection."""
        await self.capabilities("tls")
        context = encryption(ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
        plain = await trio.open_tcp_stream(self.target.host, self.target.port)
        stream = trio.SSLStream(plain, context, server_hostname=self.target.host)
        refused = False
        with trio.move_on_after(TIME_LIMIT):
            try:
                await stream.do_handshake()
            except (trio.BrokenResourceError, ssl.SSLError):
                refused = True
        await trio.aclose_forcefully(plain)
        expect(refused, "a handshake of TLS 1.2 was not refused")

    @check("tls.bad_hello", TLS)
    async def bad_hello(self) -> None:
        """A broken TLS hello ends its own connection and affects no other client."""
        await self.capabilities("tls")
        wire = await self.connect("T", Bytes(), tls=False)
        await wire.raw(b"\x16\x03\x01\x00\x04none")
        try:
            await wire.end()
        finally:
            await (await self.client("other")).answers()


def _is_page(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.startswith(b"HTTP/1.") and head[8:13] == b" 200 " and bool(body)


def _is_sentence(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.startswith(b"HTTP/1.") and head[8:13] == b" 400 " and b"coinche" in body


async def _torn_pings(wire: CheckClient, data: str) -> None:
    """Fail the check unless a ping is answered wherever it is split."""
    ping = wire.tongue.spoken({"type": "ping", "data": data})
    for at in range(1, len(ping)):
        await wire.raw(ping[:at], ping[at:])
        await wire.until("pong", data=data)


async def _bad(wire: CheckClient, data: bytes, code: str = "BAD_FRAME") -> None:
    """Fail the check unless these bytes end the connection with that error."""
    await wire.raw(data)
    await wire.sent_away(code)


async def _judged_by_its_fields(wire: CheckClient, body: bytes) -> None:
    """Fail unless the server reads the frame, refuses the data of its ping, and keeps the connection open."""
    await wire.raw(framed(body))
    expect_is((await wire.until("error"))["code"], "BAD_MESSAGE", "the code for a frame that is just within the limit")
    await wire.answers()


def _as_long_as(limit: int) -> bytes:
    """Return a ping of that size, with data beyond its bound."""
    head = MAP_OF_PING + b"\xda"
    size = limit - len(head) - 2
    return head + size.to_bytes(2, "big") + b"x" * size


def _nested(levels: int) -> Any:
    return [_nested(levels - 1)] if levels else 0


def spki(wire: CheckClient) -> bytes:
    """Return SHA-256 of the server's SubjectPublicKeyInfo; no bytes for a plain connection."""
    if not isinstance(wire.stream, trio.SSLStream):
        return b""
    certificate = cast("bytes", wire.stream.getpeercert(binary_form=True))
    public_key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(public_key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
