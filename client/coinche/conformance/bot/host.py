"""The bot as a server meets it: its process, started anew, and every connection that it opens.

Knows that a bot may end, hang up and come back. Refuses to know what is said.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

import trio

from coinche.conformance.bot import script
from coinche.conformance.checks import Unanswered, expect, fail
from coinche.conformance.transcript import Transcript
from coinche.conformance.wire import PATIENCE, Pulse

from .process import Child, filled
from .wire import BotWire

START = 15.0
"""Seconds in which a bot has to connect: some languages start slowly."""
LAST_WORDS = 0.3
"""Seconds in which a bot that has hung up may end by itself."""
WATCHED = 1.5
"""Seconds for which a bot that was hung up on is watched."""
NAMED = 8
"""Kinds of messages that are named besides the last that a bot was sent."""
RETRIES = 20
"""Connections that it may open in that time."""


class Host:
    """Where one bot is a guest. `wires` are the connections that it has opened, in their order."""

    def __init__(
        self,
        command: tuple[str, ...],
        transcript: Transcript,
        listener: trio.SocketListener,
        nursery: trio.Nursery,
        directory: Path,
    ) -> None:
        self.transcript = transcript
        self.pulse = Pulse()
        self.wires: list[BotWire] = []
        self.child: Child | None = None
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
        where = script.placeholders(host, port)
        self.child = await Child.start(filled(self._command, where), self._directory)
        self._nursery.start_soon(self._watch, self.child)

    async def stop(self) -> None:
        """End the bot, if there is one; how it was found, and what it complained of, goes into the transcript."""
        if self.child is None:
            return
        await self._may_end(self.child)
        how = "it was still running" if self.status is None else f"it had ended {_ended(self.status)}"
        await self.child.stop()
        said = self.child.complained()
        self.transcript.note("bot", f"{how}; the end of its standard error:\n{said}" if said else how)
        self.child = None

    async def ending(self) -> str:
        """How the bot has ended, and what it was sent last; nothing where it runs, or never came."""
        if self.child is None or not self.wires:
            return ""
        await self._may_end(self.child)
        if self.status is None:
            return ""
        return f"the bot ended {_ended(self.status)} {_after(self.transcript.unanswered(self.wires[-1].name))}"

    async def _may_end(self, child: Child) -> None:
        """Give a bot that has hung up the time to end by itself."""
        if self.wires and self.wires[-1].ended:
            with trio.move_on_after(LAST_WORDS):
                await child.wait()

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
            raise Unanswered(f"it still runs after {patience:g} s")
        return self.status

    async def _watch(self, child: Child) -> None:
        """Beat when the process ends, so that nobody waits for it in vain."""
        await child.wait()
        self.pulse.beat()

    # --- its connections -----------------------------------------------------------------------------

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

    async def connected(self, count: int, patience: float = START) -> BotWire:
        """The bot's first connection, or its second, third …; Failed where it ends before."""
        await self.pulse.until(
            lambda: len(self.wires) >= count or self.status is not None, "the bot to connect", patience
        )
        if len(self.wires) < count:
            assert self.status is not None
            fail(f"it ended {_ended(self.status)} before it had connected")
        return self.wires[count - 1]

    async def gives_up(self) -> None:
        """Hang up, and whenever it comes back; Failed where it does neither that nor end, or that in a busy loop."""
        self._turns_away = True
        for wire in self.wires:
            await wire.hang_up()
        await self.pulse.until(
            lambda: self.status is not None or self.turned_away > 0, "the bot to end, or to come back, after that"
        )
        await self.pulse.comes(lambda: self.status is not None or self.turned_away > RETRIES, WATCHED)
        self.transcript.note("bot", f"it came back {self.turned_away} times")
        expect(self.turned_away <= RETRIES, f"it came back more than {RETRIES} times in {WATCHED:g} s: a busy loop")

    async def closed(self) -> None:
        """End everything."""
        await self.stop()
        for wire in self.wires:
            await trio.aclose_forcefully(wire.stream)


def _ended(status: int) -> str:
    """With which status, or by which signal."""
    if status >= 0:
        return f"with status {status}"
    known = {number.value: number.name for number in signal.Signals}
    return f"by the signal {known.get(-status, -status)}"


def _after(types: Sequence[str]) -> str:
    """After which message; with those that came shortly before, as it may not have got to the last one."""
    if not types:
        return "without having been sent anything since it last spoke"
    others = ", ".join(f"`{one}`" for one in list(dict.fromkeys(types[:-1]))[-NAMED:])
    return f"after it was sent `{types[-1]}`" + (f", and before that, unanswered, {others}" if others else "")
