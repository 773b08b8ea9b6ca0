"""What a check of a server works with: connections, clients that are signed in, tables with four of them.

Knows how one comes to a table. Refuses to know what is asserted there.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

import trio

from coinche.conformance.checks import Check, NotOffered, expect
from coinche.conformance.encodings import Tongue
from coinche.conformance.json_text import as_json
from coinche.conformance.runner import OpenBench
from coinche.conformance.transcript import Map, Transcript
from coinche.conformance.wire import Pulse, Wire

from .four_seats import SEATS, Table
from .target import Target

FAREWELL = 1.0
"""Seconds for saying bye at the end of a check."""
PLAIN: Mapping[str, Any] = MappingProxyType(
    {"coinche_when": "in_turn", "shuffle": "every_deal", "two_stage_deal": False, "denominations": "SHDC"}
)
"""Options of a table at which nobody cuts or speaks out of turn, whatever the server's own rules are."""
USUAL = "ffb"
"""The rules that nearly every server has."""
HELLO: Mapping[str, Any] = MappingProxyType({"type": "hello", "versions": [1, 1], "program": True})


class ServerBench:
    """The server, as one check sees it."""

    def __init__(self, target: Target, transcript: Transcript, nursery: trio.Nursery) -> None:
        self.target = target
        self.transcript = transcript
        self.pulse = Pulse()
        self._mark = secrets.token_hex(3)
        self._nursery = nursery
        self._wires: list[Wire] = []

    async def ending(self) -> str:
        """Nothing: the server is not ours to watch."""
        return ""

    # --- connections ---------------------------------------------------------------------------------

    async def connect(self, name: str = "C", tongue: Tongue | None = None, *, tls: bool | None = None) -> Wire:
        """A connection on which nothing has been said."""
        wire = Wire(name, await self.target.connect(tls), self.transcript, self.pulse, tongue)
        self._wires.append(wire)
        self._nursery.start_soon(wire.pump)
        return wire

    def named(self, name: str) -> str:
        """A name that nobody else has."""
        return f"{name} {self._mark}"

    async def greet(self, wire: Wire, **hello: Any) -> Map:
        """Say hello, with these fields besides or instead; `welcome`."""
        await wire.send(**{**HELLO, "name": self.named(wire.name), **hello})
        return await wire.until("welcome")

    async def welcome(self) -> Map:
        """What a server says to a newcomer, who is gone at once."""
        wire = await self.connect("probe")
        welcome = await self.greet(wire)
        await wire.send(type="bye")
        return welcome

    async def sign_in(self, wire: Wire, **hello: Any) -> Map:
        """Say hello; `ready`."""
        await self.greet(wire, **hello)
        return await wire.until("ready")

    async def client(self, name: str = "C", tongue: Tongue | None = None, **hello: Any) -> Wire:
        """A client that is signed in and has seen the lobby."""
        wire = await self.connect(name, tongue)
        await self.sign_in(wire, **hello)
        if hello.get("role") != "provider":
            await wire.until("lobby")
        return wire

    async def capabilities(self, *needed: str) -> dict[str, str]:
        """What the server says it can do; NotOffered where it is not what the check needs."""
        offered = (await self.welcome())["capabilities"]
        for name in needed:
            if name not in offered:
                raise NotOffered(f"the server's welcome does not offer {as_json(name)}")
        expect(isinstance(offered, dict), f"capabilities are a map, not {as_json(offered)}")
        found: dict[str, str] = offered
        return found

    # --- tables --------------------------------------------------------------------------------------

    async def opened(self, wire: Wire, **fields: Any) -> Map:
        """Have the client open a table, by the usual rules where nothing else is said; `joined`."""
        lobby = next((message for message in wire.seen if message["type"] == "lobby"), None)
        usual = {"preset": USUAL} if lobby is not None and USUAL in lobby["presets"] else {}
        await wire.send(**{"type": "create_table", "name": self.named("table"), **usual, **fields})
        joined = await wire.until("joined", "error")
        expect(joined["type"] == "joined", f"no table was opened: {joined}")
        return joined

    async def four(
        self,
        hello: Mapping[str, Any] = MappingProxyType({}),
        tongues: Mapping[str, Tongue] = MappingProxyType({}),
        **fields: Any,
    ) -> Table:
        """A table with a program on each seat; its match has begun."""
        wires = {seat: await self.client(seat, tongues.get(seat), **hello) for seat in SEATS}
        options = {**PLAIN, **fields.pop("options", {})}
        joined = await self.opened(wires["N"], seat="N", options=options, **fields)
        for seat in SEATS[1:]:
            await wires[seat].send(type="join", table=joined["table"], seat=seat)
            await wires[seat].until("joined")
        return Table(joined["table"], wires, joined["rules"], self.pulse)

    async def close(self) -> None:
        """Leave nothing behind: everybody says bye, so that no table waits for him."""
        signed_in = [wire for wire in self._wires if any(message["type"] == "ready" for message in wire.seen)]
        with trio.move_on_after(FAREWELL):
            for wire in signed_in:
                if not wire.ended:
                    await wire.send(type="bye")
            await self.pulse.comes(lambda: all(wire.ended for wire in signed_in), FAREWELL)
        for wire in self._wires:
            await trio.aclose_forcefully(wire.stream)


def opening(target: Target) -> OpenBench:
    """Benches at that server."""

    @asynccontextmanager
    async def opened(check: Check, transcript: Transcript) -> AsyncIterator[ServerBench]:
        async with trio.open_nursery() as nursery:
            bench = ServerBench(target, transcript, nursery)
            try:
                yield bench
            finally:
                with trio.CancelScope(shield=True):
                    await bench.close()
                nursery.cancel_scope.cancel()

    return opened
