"""The network between clients and server: connections that are established or not, and that die by themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .knobs import Wires
from .line import Line, ServerEnd
from .pipe import Pipe

Answer = Callable[[Line, ServerEnd], None]


def _half_close(line: Line) -> None:
    line.inward.end()


def _tear(line: Line) -> None:
    line.outward.end()
    line.inward.end()


DEATHS: tuple[Callable[[Line], None], ...] = (Line.cut, Line.cut, Line.fall_silent, _half_close, _tear)
"""The deaths of a connection: at once for both ends, unnoticed, in one direction, or after the bytes on their way."""


class Network:
    """All connections of a run. `answer` is how the server takes a call; None while there is none."""

    def __init__(self, wires: Wires, chance: Random) -> None:
        self.answer: Answer | None = None
        self.calm = False
        """True when connections have stopped dying."""
        self._wires = wires
        self._chance = chance
        self._lines: list[Line] = []
        self._called = 0

    def call(self, address: str) -> Line | None:
        """A connection to the server; None where nobody answers."""
        if self.answer is None:
            return None
        line = self._new(address)
        self._lines.append(line)
        self.answer(line, ServerEnd(line))
        return line

    def _new(self, address: str) -> Line:
        self._called += 1
        wires, chance = self._wires, self._chance
        delay = 0.0 if self.calm else chance.uniform(0, wires.delay)
        inward = Pipe(chance, room=1 << 30, delay=delay, torn=wires.torn)
        outward = Pipe(chance, room=wires.room, delay=delay, torn=wires.torn)
        line = Line(self._called, address, inward, outward, chance)
        line.shy = 0.0 if self.calm else wires.shy
        if not self.calm and chance.random() < wires.dying:
            line.lives, line.dies = chance.randint(50, chance.choice((2_000, 20_000))), chance.choice(DEATHS)
        return line

    def closed(self, line: Line) -> None:
        """The client has let the connection go."""
        self._lines.remove(line)

    def settle(self) -> None:
        """Nothing dies any more from now on, and nothing takes its time; what is dying already does it now."""
        self.calm = True
        for line in tuple(self._lines):
            if line.lives or line.outward.silent:
                line.cut()
            line.lives, line.shy = 0, 0.0
            line.inward.delay = line.outward.delay = 0.0

    def storm(self) -> None:
        """Many connections die at once."""
        for line in tuple(self._lines):
            if self._chance.random() < 0.7:
                self._chance.choice(DEATHS)(line)

    def unplug(self) -> None:
        """The server's machine is gone: every connection is cut, and nobody answers."""
        self.answer = None
        for line in tuple(self._lines):
            line.cut()
