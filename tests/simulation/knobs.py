"""Parameters of a run, drawn from its seed: the number of clients of each kind, and the network's and disk's faults."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Wires:
    """The quality of connections, with times in seconds and frequencies from 0 to 1."""

    delay: float
    """Between the two ends, at most."""
    shy: float
    """Writes that are taken in part or not at all."""
    torn: bool
    """True when reads return pieces of any length."""
    room: int
    """Bytes that a connection holds on their way."""
    dying: float
    """Connections that die on their own."""
    storms: int
    """Times at which many die at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """The quality of the disk."""

    slow: float
    """Commits that take their time."""
    slowest: float
    full: int
    """Times at which it takes nothing for a while."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knobs:
    """One run. `chaos` is how many seconds things go wrong, before all is left to end well."""

    players: int
    tables: int
    """At which each of them plays, at most."""
    watchers: int
    providers: int
    hostile: int
    muddle: float
    """The probability that a player does something unasked or wrong."""
    think: float
    """The longest thinking time of a player."""
    chaos: float
    crashes: int
    stops: int
    """Times at which the server is ended as by its operator, and started again."""
    wires: Wires
    disk: Disk


def _few(chance: Random, most: int) -> int:
    """Mostly none or one, now and then many."""
    return min(most, int(chance.expovariate(1.0)))


def drawn(chance: Random) -> Knobs:
    """The knobs of a run: most are small and calm in some way, so that what goes wrong can be told apart."""
    crowd = chance.random() < 0.08
    return Knobs(
        players=chance.randint(6, chance.choice((8, 12, 30))) if crowd else chance.choice((3, 4, 4, 4, 5)),
        tables=2 if crowd else 1,
        watchers=_few(chance, 6 if crowd else 2),
        providers=chance.choice((0, 1, 1, 1, 2)),
        hostile=_few(chance, 4 if crowd else 2),
        muddle=chance.choice((0.0, 0.05, 0.2)),
        think=chance.choice((0.0, 0.01, 0.3, 2.0)),
        chaos=chance.choice((2.0, 10.0, 40.0) if crowd else (2.0, 5.0, 15.0)),
        crashes=chance.choice((0, 1, 1, 2, 4)),
        stops=chance.choice((0, 0, 0, 1)),
        wires=_wires(chance),
        disk=_disk(chance),
    )


def _wires(chance: Random) -> Wires:
    return Wires(
        delay=chance.choice((0.0, 0.0, 0.005, 0.05, 0.5)),
        shy=chance.choice((0.0, 0.05, 0.4)),
        torn=chance.random() < 0.4,
        room=chance.choice((65536, 65536, 8192, 700)),
        dying=chance.choice((0.0, 0.1, 0.3, 0.6)),
        storms=_few(chance, 3),
    )


def _disk(chance: Random) -> Disk:
    return Disk(
        slow=chance.choice((0.0, 0.0, 0.2, 1.0)),
        slowest=chance.choice((0.01, 0.3, 3.0)),
        full=_few(chance, 2),
    )
