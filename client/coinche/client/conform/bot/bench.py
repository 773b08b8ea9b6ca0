"""What a check of a bot works with: the bot's process, a scripted server on loopback, and the way to a seat there.

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

from coinche.client.conform.checks import Check, Failed, expect, fail
from coinche.client.conform.runner import OpenBench
from coinche.client.conform.transcript import Map, Transcript
from coinche.client.conform.wire import PATIENCE, Pulse
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat

from . import script
from .chair import Chair
from .child import Child, filled
from .course import Course, Setting
from .wire import BotWire

START = 15.0
"""Seconds in which a bot has to connect: some languages start slowly."""
LAST_WORDS = 0.3
"""Seconds in which a bot that has hung up may end by itself."""
WATCHED = 1.5
"""Seconds for which a bot that was hung up on is watched."""
RETRIES = 20
"""Connections that it may open in that time."""
HOST = "127.0.0.1"
BACKLOG = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long legality is looked at: deals for each kind of decision, from the seed, by how many presets at most."""

    deals: int = 8
    seed: int = 1
    presets: int = len(PRESETS)


USUAL = Effort()


class BotBench:
    """One check's bot and server. `wires` are the connections that the bot has opened, in their order."""

    def __init__(
        self,
        command: tuple[str, ...],
        effort: Effort,
        transcript: Transcript,
        listener: trio.SocketListener,
        nursery: trio.Nursery,
        directory: Path,
    ) -> None:
        self.effort = effort
        self.transcript = transcript
        self.pulse = Pulse()
        self.wires: list[BotWire] = []
        self.child: Child | None = None
        self.hello: Map = {}
        self.session = self.secret = ""
        self.turned_away = 0
        self._turns_away = False
        self._command = command
        self._listener = listener
        self._nursery = nursery
        self._directory = directory

    # --- the process ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the bot, in place of the one before."""
        await self.stop()
        host, port = self._listener.socket.getsockname()
        self.child = await Child.start(filled(self._command, host, port, script.TABLE), self._directory)
        self._nursery.start_soon(self._watch, self.child)

    async def stop(self) -> None:
        """End the bot, if there is one; how it was found, and what it complained of, goes into the transcript."""
        if self.child is None:
            return
        if self.wires and self.wires[-1].ended:
            with trio.move_on_after(LAST_WORDS):
                await self.child.wait()
        how = "it was still running" if self.status is None else f"it had ended with status {self.status}"
        await self.child.stop()
        said = self.child.complained()
        self.transcript.note("bot", f"{how}; on standard error: {said}" if said else how)
        self.child = None

    @property
    def status(self) -> int | None:
        """The exit status, None as long as it runs or has not been started."""
        return self.child.status if self.child is not None else None

    async def ended(self, patience: float = PATIENCE) -> int:
        """Wait for the bot to end; its exit status."""
        assert self.child is not None
        with trio.move_on_after(patience):
            await self.child.wait()
        if self.status is None:
            fail(f"it still runs after {patience:g} s")
        return self.status

    async def _watch(self, child: Child) -> None:
        """Beat when the process ends, so that nobody waits for it in vain."""
        await child.wait()
        self.pulse.beat()

    async def listen(self) -> None:
        """Take every connection."""
        while True:
            stream = await self._listener.accept()
            if self._turns_away:
                self.turned_away += 1
                self.pulse.beat()
                await trio.aclose_forcefully(stream)
                continue
            wire = BotWire(f"bot{len(self.wires) + 1}", stream, self.transcript, self.pulse)
            self.wires.append(wire)
            self._nursery.start_soon(wire.pump)
            self.pulse.beat()

    async def gives_up(self) -> None:
        """Hang up, and whenever it comes back; Failed where it does neither that nor end, or that in a busy loop."""
        self._turns_away = True
        for wire in self.wires:
            await wire.hang_up()
        await self.pulse.until(
            lambda: self.status is not None or self.turned_away > 0, "the bot to end, or to come back, after that"
        )
        with trio.move_on_after(WATCHED):
            await self.pulse.until(
                lambda: self.status is not None or self.turned_away > RETRIES, "nothing", 2 * WATCHED
            )
        self.transcript.note("bot", f"it came back {self.turned_away} times")
        expect(self.turned_away <= RETRIES, f"it came back more than {RETRIES} times in {WATCHED:g} s: a busy loop")

    async def closed(self) -> None:
        """End everything."""
        await self.stop()
        for wire in self.wires:
            await trio.aclose_forcefully(wire.stream)

    # --- the way to a seat ---------------------------------------------------------------------------

    async def connected(self, count: int, patience: float = START) -> BotWire:
        """The bot's first connection, or its second, third …; Failed where it ends before."""
        await self.pulse.until(
            lambda: len(self.wires) >= count or self.status is not None, "the bot to connect", patience
        )
        if len(self.wires) < count:
            raise Failed(f"it ended with status {self.status} before it had connected")
        return self.wires[count - 1]

    async def greeted(self) -> BotWire:
        """Start it, and hear its `hello`."""
        before = len(self.wires)
        await self.start()
        return await self.hears_hello(await self.connected(before + 1))

    async def hears_hello(self, wire: BotWire) -> BotWire:
        """Hear its `hello` on a connection that it has opened."""
        self.hello = await wire.read("hello")
        expect(self.hello["type"] == "hello", f"it opens with {self.hello['type']}, not with hello")
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
        seat = Seat(wanted) if wanted in set(Seat) else Seat.SOUTH
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
