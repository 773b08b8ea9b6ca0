"""The bench of a check of a bot: its process, the connections that it opens, and the way to its seat."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trio

from coinche.conformance.bot import messages
from coinche.conformance.checks import Check, Failed, OpenBench, Unanswered, expect, fail
from coinche.conformance.transcript import Map, Transcript
from coinche.conformance.wire import TIME_LIMIT, BotWire, Pulse
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders, named_in

from .match_course import Course, Setting
from .seat import Chair

HOST = "127.0.0.1"
BACKLOG = 64
START = 15.0
"""Seconds in which a bot has to connect: some languages start slowly."""
LAST_WORDS = 0.3
"""Seconds in which a bot that has hung up may end by itself."""
WATCHED = 1.5
"""Seconds for which a bot is watched after its connection was closed."""
RETRIES = 20
"""Connections that it may open in that time."""
NAMED = 8
"""Types of messages that are named besides the last that a bot was sent."""


TAIL = 2_000
"""Bytes that are kept of what the bot printed: the last ones."""
_PRINTED, _COMPLAINED = "stdout", "stderr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The extent of the checks of legality: deals for each kind of decision, the seed, and presets at most."""

    deals: int = 8
    seed: int = 1
    presets: int = len(PRESETS)


USUAL = Effort()


def filled(command: Sequence[str], where: Placeholders) -> list[str]:
    """Fill the placeholders of the command; without any, it gets host, port and table as its last arguments."""
    if named_in(" ".join(command)):
        return where.fill(command)
    return [*command, where.host, where.port, where.table]


class Child:
    """The process of a bot, on Unix in its own group; the directory keeps its output."""

    def __init__(self, process: trio.Process, directory: Path) -> None:
        self._process = process
        self._directory = directory

    @staticmethod
    async def start(command: Sequence[str], directory: Path) -> Child:
        """Start the process; raise Failed if there is no such program."""
        with (directory / _PRINTED).open("wb") as printed, (directory / _COMPLAINED).open("wb") as complained:
            try:
                process = await trio.lowlevel.open_process(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=printed,
                    stderr=complained,
                    start_new_session=os.name == "posix",
                )
            except OSError as wrong:
                raise Failed(f"it cannot be started: {command[0]}: {wrong.strerror or wrong}") from wrong
        return Child(process, directory)

    @property
    def status(self) -> int | None:
        """The exit status, negative after a signal; None while the process runs."""
        return self._process.poll()

    async def wait(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()

    async def stop(self) -> None:
        """End the process if it still runs, on Unix together with the processes that it has started."""
        if os.name == "posix":
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        await self._process.wait()

    def size(self) -> int:
        """Return how many bytes the process has printed."""
        return sum((self._directory / name).stat().st_size for name in (_PRINTED, _COMPLAINED))

    def complained(self) -> str:
        """Return the end of its standard error."""
        return (self._directory / _COMPLAINED).read_bytes()[-TAIL:].decode("utf-8", "replace").strip()


class BotBench:
    """One check's bot and server.

    `wires` are the connections that the bot has opened, in their order; `hello` is its last one; `session` and `secret`
    are those that it was given.
    """

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
        self._turned_away: int | None = None
        self._command = command
        self._listener = listener
        self._nursery = nursery
        self._directory = directory

    # --- the process ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the bot and replace the previous one."""
        await self.stop()
        where = messages.placeholders(*self._listener.socket.getsockname())
        self.child = await Child.start(filled(self._command, where), self._directory)
        self._nursery.start_soon(self._watch, self.child)

    async def stop(self) -> None:
        """End the bot, if there is one; how it was found, and its standard error, go into the transcript."""
        if self.child is None:
            return
        await self._may_end(self.child)
        how = "it was still running" if self.status is None else f"it had ended {_ended(self.status)}"
        await self.child.stop()
        said = self.child.complained()
        self.transcript.note("bot", f"{how}; the end of its standard error:\n{said}" if said else how)
        self.child = None

    async def ending(self) -> str:
        """Describe how the bot ended and what it was sent last; empty if it still runs or never started."""
        if self.child is None or not self.wires:
            return ""
        await self._may_end(self.child)
        if self.status is None:
            return ""
        return f"the bot ended {_ended(self.status)} {_after(self.transcript.unanswered(self.wires[-1].name))}"

    async def _may_end(self, child: Child) -> None:
        """Give a bot that has hung up time to end by itself."""
        if self.wires and self.wires[-1].ended:
            with trio.move_on_after(LAST_WORDS):
                await child.wait()

    @property
    def status(self) -> int | None:
        """The exit status; None while the bot runs or before it has started."""
        return self.child.status if self.child is not None else None

    async def ended(self, patience: float = TIME_LIMIT) -> int:
        """Wait for the bot to end; return its exit status."""
        assert self.child is not None
        with trio.move_on_after(patience):
            await self.child.wait()
        if self.status is None:
            raise Unanswered(f"it still runs after {patience:g} s")
        return self.status

    async def _watch(self, child: Child) -> None:
        """Send a pulse when the process ends, so that nothing waits for it any longer."""
        await child.wait()
        self.pulse.beat()

    # --- its connections -----------------------------------------------------------------------------

    async def listen(self) -> None:
        """Accept every connection."""
        while True:
            stream = await self._listener.accept()
            if self._turned_away is None:
                wire = BotWire(f"bot{len(self.wires) + 1}", stream, self.transcript, self.pulse)
                self.wires.append(wire)
                self._nursery.start_soon(wire.pump)
                self.pulse.beat()
            else:
                self._turned_away += 1
                self.pulse.beat()
                await trio.aclose_forcefully(stream)

    async def connected(self, count: int) -> BotWire:
        """Return the bot's first connection, or its second, third …; raise Failed if it ends before."""
        await self.pulse.until(lambda: len(self.wires) >= count or self.status is not None, "the bot to connect", START)
        if len(self.wires) < count:
            assert self.status is not None
            fail(f"it ended {_ended(self.status)} before it had connected")
        return self.wires[count - 1]

    async def gives_up(self) -> None:
        """Hang up, and again whenever it comes back.

        Failed where it neither ends nor comes back, and where it comes back in a busy loop.
        """
        self._turned_away = 0
        for wire in self.wires:
            await wire.hang_up()

        def more_than(count: int) -> bool:
            return self.status is not None or (self._turned_away or 0) > count

        await self.pulse.until(lambda: more_than(0), "the bot to end, or to come back, after that")
        await self.pulse.comes(lambda: more_than(RETRIES), WATCHED)
        turned_away = self._turned_away
        self.transcript.note("bot", f"it came back {turned_away} times")
        expect(turned_away <= RETRIES, f"it came back more than {RETRIES} times in {WATCHED:g} s: a busy loop")

    async def closed(self) -> None:
        """Stop the bot and close its connections."""
        await self.stop()
        for wire in self.wires:
            await trio.aclose_forcefully(wire.stream)

    # --- the way to its seat -------------------------------------------------------------------------

    async def greeted(self) -> BotWire:
        """Start the bot and read its `hello`."""
        before = len(self.wires)
        await self.start()
        return await self.hears_hello(await self.connected(before + 1))

    async def hears_hello(self, wire: BotWire) -> BotWire:
        """Read the bot's `hello` on a connection that it has opened."""
        self.hello = await wire.read("hello")
        expect(self.hello["type"] == "hello", f"it opens with {self.hello['type']}, not with hello", self.hello)
        return wire

    async def welcomed(self, wire: BotWire, *more: Map) -> None:
        """Answer `hello` until the bot is signed in; `more`, or else the lobby, follows `ready` in the same write."""
        await wire.send(**messages.welcome(self.hello, messages.digits(wire.name)))
        if self.hello.get("auth", "guest") != "guest":
            await wire.until("prove")
        await wire.send_together(self.ready(), *(more or (messages.lobby(messages.table_info()),)))

    def ready(self) -> Map:
        """Send `ready` with the name that the bot asked for and the capabilities that it wants."""
        asked = {*self.hello.get("want", ()), *self.hello.get("need", ())}
        self.session, self.secret = messages.digits(self.hello["name"])[:32], messages.digits("a secret")
        return messages.ready(self.session, self.hello["name"], self.secret, sorted(messages.GRANTED & asked))

    async def signed_in(self) -> BotWire:
        """Start the bot, sign it in, and send it the lobby with its table."""
        wire = await self.greeted()
        await self.welcomed(wire)
        return wire

    async def seated(self, rules: RuleSet = messages.LONG, seed: int | None = None, **setting: Any) -> Chair:
        """Start the bot and seat it; the match begins with the first request."""
        return await self.sits_down(await self.signed_in(), rules, seed, **setting)

    async def sits_down(
        self, wire: BotWire, rules: RuleSet = messages.LONG, seed: int | None = None, **setting: Any
    ) -> Chair:
        """Wait for the bot's `join` and answer it; the match begins with the first request."""
        return self.sit_down(wire, await wire.until("join"), rules, seed, **setting)

    def sit_down(
        self, wire: BotWire, join: Map, rules: RuleSet = messages.LONG, seed: int | None = None, **setting: Any
    ) -> Chair:
        """Answer `join`; the match begins with the first request."""
        wanted = join.get("seat")
        seat = Seat(wanted) if wanted in set(Seat) else messages.USUAL_SEAT
        given = Setting(
            rules=rules,
            table=messages.TABLE,
            seat=seat,
            seed=self.effort.seed if seed is None else seed,
            names={**messages.NAMES, seat: self.hello["name"]},
            **setting,
        )
        chair = Chair(wire, Course(given), with_views="events" not in self.ready()["capabilities"])
        chair.unsent.append(messages.joined(join, seat, rules))
        return chair


def opening(command: tuple[str, ...], effort: Effort = USUAL) -> OpenBench:
    """Return a function that opens a bench for that bot."""

    @asynccontextmanager
    async def opened(check: Check, transcript: Transcript) -> AsyncIterator[BotBench]:
        (listener,) = await trio.open_tcp_listeners(0, host=HOST, backlog=BACKLOG)
        with TemporaryDirectory(prefix="coinche-conform-") as directory:
            async with listener, trio.open_nursery() as nursery:
                bench: BotBench = check.bench(command, effort, transcript, listener, nursery, Path(directory))
                nursery.start_soon(bench.listen)
                try:
                    yield bench
                finally:
                    with trio.CancelScope(shield=True):
                        await bench.closed()
                    nursery.cancel_scope.cancel()

    return opened


def _ended(status: int) -> str:
    """Describe the exit status or the signal."""
    if status >= 0:
        return f"with status {status}"
    known = {number.value: number.name for number in signal.Signals}
    return f"by the signal {known.get(-status, -status)}"


def _after(types: Sequence[str]) -> str:
    """Name the last message, and those shortly before it, because the bot may not have read the last one."""
    if not types:
        return "with no message from the server since its own last one"
    others = ", ".join(f"`{one}`" for one in list(dict.fromkeys(types[:-1]))[-NAMED:])
    return f"after it was sent `{types[-1]}`" + (f", and before that, unanswered, {others}" if others else "")
