"""A bot over TLS that returns to its seat after each kill of its server and remembers everything it was told."""

from __future__ import annotations

import hashlib
import random
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgpack
import trio

from bench.echo import framed
from coinche.engine import fair
from coinche.engine.seats import Seat
from coinche.protocol import auth

Map = dict[str, Any]

SEATS = "NESW"
CLOCK = {"move_ms": 3_600_000, "bank_ms": 0}
SHUFFLED = ("deal_committed", "share_pledged", "share_given", "deal_revealed")
"""Events that everybody is told alike."""
AGAIN = 0.02
"""Seconds between two attempts of a bot to come back."""

CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname = False
CONTEXT.verify_mode = ssl.CERT_NONE


@dataclass(slots=True)
class Seen:
    """The record of a table's four bots: every event by its number, and every acknowledged act."""

    id: str = ""
    events: dict[int, Map] = field(default_factory=dict)
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    changed: int = 0
    over: bool = False

    def hear(self, event: Map) -> None:
        """Note an event as sent to one seat; hidden cards differ from seat to seat."""
        known = self.events.setdefault(event["n"], event)
        told = tuple(event) if event["type"] in SHUFFLED else ("type", "at")
        if any(known.get(name) != event[name] for name in told):
            self.changed += 1


@dataclass(slots=True)
class Bot:
    """One player over TLS that returns until the match is over. With `shares` it contributes to every shuffle."""

    table: Seen
    name: str
    seat: str
    port: int
    target: int
    shares: bool = False
    session: str = ""
    secret: str = ""
    seen: int = 0
    acknowledged: set[int] = field(default_factory=set)
    _sits: bool = False
    _said: str = ""

    async def run(self) -> None:
        while not self.table.over:
            with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError, EOFError):
                await self._converse()
            await trio.sleep(AGAIN)

    async def _converse(self) -> None:
        self._sits = False
        plain = await trio.open_tcp_stream("127.0.0.1", self.port)
        stream = trio.SSLStream(plain, CONTEXT, https_compatible=True)
        try:
            await self._sign_in(stream)
            async for message in messages(stream):
                await self._answer(stream, message)
                if self.table.over:
                    return
        finally:
            await trio.aclose_forcefully(stream)

    async def _sign_in(self, stream: trio.SSLStream[Any]) -> None:
        again: Map = {"auth": "resume", "session": self.session} if self.session else {}
        again["want"] = ["fair"] if self.shares else []
        await stream.send_all(framed(type="hello", versions=(1, 1), name=self.name, program=True, **again))

    async def _answer(self, stream: trio.SSLStream[Any], message: Map) -> None:
        match message["type"]:
            case "welcome" if self.session:
                proof = auth.proof(auth.key(self.secret), message["nonce"], self.seen)
                await stream.send_all(framed(type="prove", proof=proof, n=self.seen))
            case "ready":
                self.session, self.secret = message["session"], message["secret"]
            case "lobby" if not self._sits and (said := self._sit()) is not None:
                self._sits = True
                await stream.send_all(framed(**said))
            case "error" if message["code"] == "AUTH_FAILED" and self.session:
                self.session = ""  # a session goes with its match; from now on as a stranger, who would find out
            case "error" if message["code"] == "NO_SUCH_TABLE" and self.table.events:
                self.table.over = True
            case "joined":
                self.table.id = message["table"]
            case "share_wanted":
                await stream.send_all(framed(**_given(message)))
            case "request":
                action = self._choose(message)
                said = {"table": message["table"], "request": message["request"], "action": action}
                await stream.send_all(framed(type="act", id=message["request"], **said))
                self._said = "declined" if (message["kind"], action) == ("react", "pass") else action
            case "ok" if message.get("request"):
                if message["request"] not in self.acknowledged:
                    self.acknowledged.add(message["request"])
                    if self._said != "declined":
                        self.table.acknowledged.append((self.seat, self._said))
            case "table_closed":
                self.table.over = True
            case "error" if message["code"] == "FORBIDDEN" and self.shares:
                pass  # a share that came too late, as the server was not there
            case "error" if message["code"] not in ("STALE_REQUEST", "SHUTDOWN", "REPLACED"):
                raise AssertionError(message)
        if "n" in message:
            self.seen = max(self.seen, message["n"])
            self.table.hear(message)

    def _sit(self) -> Map | None:
        if self.table.id:
            return {"type": "join", "table": self.table.id, "seat": self.seat}
        if self.seat != "N":
            return None
        shares = "all" if self.shares else "cutter"
        usual = {"target": self.target, "clock": CLOCK, "shares": shares}
        return {"type": "create_table", "name": self.name, "seat": "N", **usual}

    def _choose(self, request: Map) -> str:
        """Choose a legal action: always the same one at the same place of the same match."""
        place = repr((request["match"], request["deal"], self.seat, request["legal"], sorted(request["bids"].items())))
        chance = random.Random(hashlib.sha256(place.encode()).digest())
        bids = [f"{number}{suit}" for suit, number in request["bids"].items() if number <= 110]
        chosen: str = chance.choice([*request["legal"], *bids])
        return request["default"] if chosen == "coinche" else chosen


def _given(wanted: Map) -> Map:
    """The share for a shuffle: always the same for the same request."""
    share = hashlib.sha256(repr((wanted["seat"], wanted["commitment"])).encode()).digest()
    said = {name: wanted[name] for name in ("table", "match", "deal")}
    if wanted["stage"] == "share":
        return {"type": "share", **said, "share": share.hex()}
    pledge = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), share)
    return {"type": "pledge", **said, "pledge": pledge.hex()}


async def messages(stream: trio.SSLStream[Any]) -> AsyncIterator[Map]:
    """The messages of the stream, frame by frame."""
    buffer = b""
    while data := await stream.receive_some(65536):
        buffer += data
        while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
            yield msgpack.unpackb(buffer[4:end])
            buffer = buffer[end:]
