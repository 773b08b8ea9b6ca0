"""The bench of a check of a server: connections, clients that are signed in, tables with four of them."""

from __future__ import annotations

import secrets
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import trio
from trio.abc import Stream

from coinche.conformance.checks import Check, Failed, NotOffered, OpenBench, expect
from coinche.conformance.encodings import Lines, Tongue, session_proof
from coinche.conformance.transcript import Map, Transcript, as_json
from coinche.conformance.wire import TIME_LIMIT, Pulse
from coinche.connection.address import read_address

from .clients import SEATS, CheckClient, Choose, FourSeats, bid_once

FAREWELL = 1.0
"""Seconds for saying bye at the end of a check."""
PLAIN_TCP, TLS = "coinche+tcp://", "coinche://"
TOKEN_BYTES = 32
PLAIN: Mapping[str, Any] = MappingProxyType(
    {"coinche_when": "in_turn", "shuffle": "every_deal", "two_stage_deal": False, "denominations": "SHDC"}
)
"""Options of a table without cuts and calls out of turn, whatever the server's own rules are."""
PROGRAM: Mapping[str, Any] = MappingProxyType({"program": True})
PEOPLE: Mapping[str, Any] = MappingProxyType({"program": False})
"""Fields of the `hello` of a program, and of a person."""
USUAL = "ffb"
"""The rules that nearly every server has."""
HELLO: Mapping[str, Any] = MappingProxyType({"type": "hello", "versions": [1, 1], "program": True})


# --- the server --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Lender:
    """A provider: its name, and the token that the server's operator has made for it."""

    name: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The address of the server, and whether the checks use TLS. Any certificate is trusted: nothing relies on it."""

    host: str
    port: int
    tls: bool
    fingerprint: str = ""
    """The fingerprint of the server's certificate in its link; empty if the link has none."""
    lender: Lender | None = None
    """The provider that may lend bots there."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{TLS if self.tls else PLAIN_TCP}{host}:{self.port}"

    async def connect(self, tls: bool | None = None) -> Stream:
        """Connect, inside TLS if `tls`, or else the target, says so; raise Failed if that takes too long."""
        try:
            with trio.fail_after(TIME_LIMIT):
                plain = await trio.open_tcp_stream(self.host, self.port)
                plain.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
                return await _inside_tls(plain, self.host) if (self.tls if tls is None else tls) else plain
        except trio.TooSlowError:
            raise Failed(f"no connection to {self} within {TIME_LIMIT:g} s") from None


async def _inside_tls(plain: trio.SocketStream, host: str) -> Stream:
    context = encryption(ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3)
    stream = trio.SSLStream(plain, context, server_hostname=host, https_compatible=True)
    try:
        await stream.do_handshake()
    except (trio.BrokenResourceError, ssl.SSLError) as wrong:
        await trio.aclose_forcefully(plain)
        raise Failed(f"no TLS 1.3 with the server: {wrong.__cause__ or wrong}") from wrong
    return stream


def encryption(oldest: ssl.TLSVersion, newest: ssl.TLSVersion) -> ssl.SSLContext:
    """Return a TLS context for these versions that accepts any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version, context.maximum_version = oldest, newest
    return context


def read_lender(text: str) -> Lender:
    """Read `NAME:TOKEN`, the token being 64 hexadecimal digits; ValueError for anything else."""
    name, _, token = text.rpartition(":")
    if not name or len(bytes.fromhex(token)) != TOKEN_BYTES:
        raise ValueError(text)
    return Lender(name=name, token=token)


def read_target(text: str) -> Target:
    """Read an address as clients do, except that `HOST:PORT` is plain here; ValueError if it is not an address."""
    address = read_address(text)
    tls = address.tls and ("://" in text or address.fingerprint is not None)
    return Target(host=address.host, port=address.port, tls=tls, fingerprint=address.fingerprint or "")


# --- one check ---------------------------------------------------------------------------------------


class ServerBench:
    """The clients of one check, and methods to open new ones."""

    def __init__(self, target: Target, transcript: Transcript, nursery: trio.Nursery) -> None:
        self.target = target
        self.transcript = transcript
        self.pulse = Pulse()
        self._mark = secrets.token_hex(3)
        self._nursery = nursery
        self._wires: list[CheckClient] = []

    async def ending(self) -> str:
        """Return no text: the server's process is not ours."""
        return ""

    async def connect(self, name: str = "C", tongue: Tongue | None = None, *, tls: bool | None = None) -> CheckClient:
        """Open a connection without sending anything on it."""
        wire = CheckClient(name, await self.target.connect(tls), self.transcript, self.pulse, tongue)
        self._wires.append(wire)
        self._nursery.start_soon(wire.pump)
        return wire

    def named(self, name: str) -> str:
        """Return a name that is unique to this check."""
        return f"{name} {self._mark}"

    def hello(self, name: str = "C", /, **fields: Any) -> Map:
        """Return a `hello` with these fields besides or instead."""
        return {**HELLO, "name": self.named(name), **fields}

    async def greet(self, wire: CheckClient, **hello: Any) -> Map:
        """Say hello, with these fields besides or instead; return `welcome`."""
        await wire.send(**self.hello(wire.name, **hello))
        return await wire.until("welcome")

    async def welcome(self) -> Map:
        """Return the server's `welcome` to a client that leaves at once."""
        wire = await self.connect("probe")
        welcome = await self.greet(wire)
        await wire.say("bye")
        return welcome

    async def sign_in(self, wire: CheckClient, **hello: Any) -> Map:
        """Sign in; return `ready`."""
        await self.greet(wire, **hello)
        return await wire.until("ready")

    async def client(self, name: str = "C", tongue: Tongue | None = None, **hello: Any) -> CheckClient:
        """Return a client that is signed in and has seen the lobby."""
        wire = await self.connect(name, tongue)
        await self.sign_in(wire, **hello)
        if hello.get("role") != "provider":
            await wire.until("lobby")
        return wire

    async def json_client(self, name: str = "J") -> CheckClient:
        """Return a client that is signed in and speaks JSON."""
        await self.capabilities("json")
        return await self.client(name, Lines())

    async def back(self, ready: Map, n: int = 0, *, proved: int | None = None) -> CheckClient:
        """Return a new connection that has proved the session of that `ready`, or tried to."""
        wire = await self.connect("back")
        welcome = await self.greet(wire, auth="resume", session=ready["session"])
        proof = session_proof(ready["secret"], welcome["nonce"], n if proved is None else proved)
        await wire.say("prove", proof=proof, n=n)
        return wire

    async def capabilities(self, *needed: str) -> dict[str, str]:
        """Return the server's capabilities; raise NotOffered if one that the check needs is missing."""
        offered = (await self.welcome())["capabilities"]
        for name in needed:
            if name not in offered:
                raise NotOffered(f"the server's welcome does not offer {as_json(name)}")
        expect(isinstance(offered, dict), f"capabilities have to be a map, not {as_json(offered)}")
        found: dict[str, str] = offered
        return found

    async def opened(self, wire: CheckClient, **fields: Any) -> Map:
        """Have the client open a table, by the usual rules unless the fields say otherwise; return `joined`."""
        lobby = next((message for message in wire.seen if message["type"] == "lobby"), None)
        usual = {"preset": USUAL} if lobby is not None and USUAL in lobby["presets"] else {}
        await wire.send(**{"type": "create_table", "name": self.named("table"), **usual, **fields})
        joined = await wire.until("joined", "error")
        expect(joined["type"] == "joined", f"no table was opened: {joined}")
        return joined

    async def opener(
        self, name: str = "C", hello: Mapping[str, Any] = PROGRAM, **fields: Any
    ) -> tuple[CheckClient, str]:
        """Return a client that has opened a table, and the table's id."""
        wire = await self.client(name, **hello)
        return wire, (await self.opened(wire, **fields))["table"]

    async def seated(self, table: str, seat: str) -> CheckClient:
        """Return a client that has sat down on that seat."""
        wire = await self.client(seat)
        await wire.join(table, seat=seat)
        return wire

    async def watcher(self, table: str, **hello: Any) -> CheckClient:
        """Return a client that watches the table."""
        wire = await self.client("watcher", **hello)
        await wire.watch(table)
        return wire

    async def four(
        self,
        hello: Mapping[str, Any] = PROGRAM,
        tongues: Mapping[str, Tongue] = MappingProxyType({}),
        **fields: Any,
    ) -> FourSeats:
        """Return a table with a program on each seat; its match has begun."""
        wires = {seat: await self.client(seat, tongues.get(seat), **hello) for seat in SEATS}
        options = {**PLAIN, **fields.pop("options", {})}
        joined = await self.opened(wires["N"], seat="N", options=options, **fields)
        for seat in SEATS[1:]:
            await wires[seat].join(joined["table"], seat=seat)
        return FourSeats(joined["table"], wires, joined["rules"], self.pulse)

    async def asked(self, **fields: Any) -> tuple[FourSeats, Map]:
        """Return a table with four programs, and its first request."""
        table = await self.four(**fields)
        return table, await table.request()

    async def played(self, until: str = "deal_scored", choose: Choose = bid_once, **fields: Any) -> FourSeats:
        """Return a table with four programs after one deal, or after the given event."""
        table = await self.four(**fields)
        await table.play(choose, until=until)
        await table.all_have(until)
        return table

    async def refuses(self, *cases: tuple[Map, str], code: str = "BAD_MESSAGE", signed_in: bool = True) -> None:
        """Fail unless each message, on its own connection, gets that code and path and the connection stays open."""
        for message, path in cases:
            wire = await (self.client() if signed_in else self.connect())
            await wire.send(**message)
            await wire.refused(code, has={"path": path})
            await wire.answers()

    async def close(self) -> None:
        """Have every client say bye, so that no table waits for it."""
        signed_in = [wire for wire in self._wires if wire.has_seen("ready")]
        with trio.move_on_after(FAREWELL):
            for wire in signed_in:
                if not wire.ended:
                    await wire.say("bye")
            await self.pulse.comes(lambda: all(wire.ended for wire in signed_in), FAREWELL)
        for wire in self._wires:
            await trio.aclose_forcefully(wire.stream)


def opening(target: Target) -> OpenBench:
    """Return a function that opens a bench for that server."""

    @asynccontextmanager
    async def opened(check: Check, transcript: Transcript) -> AsyncIterator[ServerBench]:
        async with trio.open_nursery() as nursery:
            bench: ServerBench = check.bench(target, transcript, nursery)
            try:
                yield bench
            finally:
                with trio.CancelScope(shield=True):
                    await bench.close()
                nursery.cancel_scope.cancel()

    return opened
