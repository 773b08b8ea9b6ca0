"""What a check of a bot works with: a server that follows a script, and the way to a seat there.

Knows the life of a connection from the server's side. Refuses to know what is asserted on the way.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trio

from coinche.conformance.bot import script
from coinche.conformance.checks import Check, expect
from coinche.conformance.runner import OpenBench
from coinche.conformance.transcript import Map, Transcript
from coinche.conformance.wire import PATIENCE
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat

from .host import Host
from .match_course import Course, Setting
from .seat import Chair
from .wire import BotWire

HOST = "127.0.0.1"
BACKLOG = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long legality is looked at: deals for each kind of decision, from the seed, by how many presets at most."""

    deals: int = 8
    seed: int = 1
    presets: int = len(PRESETS)


USUAL = Effort()


class BotBench(Host):
    """One check's bot and server. `hello` is the bot's last one; `session` and `secret` are what it was given."""

    def __init__(
        self,
        command: tuple[str, ...],
        effort: Effort,
        transcript: Transcript,
        listener: trio.SocketListener,
        nursery: trio.Nursery,
        directory: Path,
    ) -> None:
        super().__init__(command, transcript, listener, nursery, directory)
        self.effort = effort
        self.hello: Map = {}
        self.session = self.secret = ""

    async def greeted(self) -> BotWire:
        """Start it, and hear its `hello`."""
        before = len(self.wires)
        await self.start()
        return await self.hears_hello(await self.connected(before + 1))

    async def hears_hello(self, wire: BotWire) -> BotWire:
        """Hear its `hello` on a connection that it has opened."""
        self.hello = await wire.read("hello")
        expect(self.hello["type"] == "hello", f"it opens with {self.hello['type']}, not with hello", self.hello)
        return wire

    async def welcomed(self, wire: BotWire, *more: Map) -> None:
        """Answer `hello` until the bot is signed in; `more` follows `ready` in the same write."""
        nonce = script.digits(wire.name)
        await wire.send(**script.welcome(self.hello, nonce))
        if self.hello.get("auth", "guest") != "guest":
            await wire.until("prove")
        await wire.send_together(self.ready(), *more)

    def ready(self) -> Map:
        """Signed in under the name that it asked for, with those capabilities that it wants and there are."""
        asked = {*self.hello.get("want", ()), *self.hello.get("need", ())}
        self.session, self.secret = script.digits(self.hello["name"])[:32], script.digits("a secret")
        return script.ready(self.session, self.hello["name"], self.secret, sorted(script.GRANTED & asked))

    async def signed_in(self) -> BotWire:
        """Start it, sign it in, and show it the lobby with its table."""
        wire = await self.greeted()
        await self.welcomed(wire, script.lobby(script.table_info()))
        return wire

    async def joins(self, wire: BotWire) -> Map:
        """Its `join`."""
        return await wire.until("join", patience=PATIENCE)

    async def seated(self, rules: RuleSet = script.LONG, seed: int | None = None, **setting: Any) -> Chair:
        """Start it and take it to its seat, where the match begins with the first request."""
        wire = await self.signed_in()
        return self.sit_down(wire, await self.joins(wire), rules, seed, **setting)

    def sit_down(
        self, wire: BotWire, join: Map, rules: RuleSet = script.LONG, seed: int | None = None, **setting: Any
    ) -> Chair:
        """Answer `join`; the match begins with the first request."""
        wanted = join.get("seat")
        seat = Seat(wanted) if wanted in set(Seat) else script.USUAL_SEAT
        given = Setting(
            rules=rules,
            table=script.TABLE,
            seat=seat,
            seed=self.effort.seed if seed is None else seed,
            names={**script.NAMES, seat: self.hello["name"]},
            **setting,
        )
        chair = Chair(wire, Course(given), with_views="events" not in self.ready()["capabilities"])
        chair.unsent.append(script.joined(join, seat, rules))
        return chair


def opening(command: tuple[str, ...], effort: Effort = USUAL) -> OpenBench:
    """Benches for that bot."""

    @asynccontextmanager
    async def opened(check: Check, transcript: Transcript) -> AsyncIterator[BotBench]:
        (listener,) = await trio.open_tcp_listeners(0, host=HOST, backlog=BACKLOG)
        with TemporaryDirectory(prefix="coinche-conform-") as directory:
            async with listener, trio.open_nursery() as nursery:
                bench = BotBench(command, effort, transcript, listener, nursery, Path(directory))
                nursery.start_soon(bench.listen)
                try:
                    yield bench
                finally:
                    with trio.CancelScope(shield=True):
                        await bench.closed()
                    nursery.cancel_scope.cancel()

    return opened
