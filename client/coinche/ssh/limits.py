"""The gateway's settings and bounds, and the limits on connections and password guesses from one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

import trio

from coinche.connection.address import Address
from coinche.text.catalog import Words, tell
from coinche.text.formatting import Face

from .reconnect import WaitingSessions, origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits on what guests may use."""

    guests: int = 32
    guests_per_address: int = 4
    threads: int = 2
    """Maximum number of threads in which hints and reviews are computed for all guests together. A guest who leaves
    while one computes keeps it until it is done."""
    half_open: int = 32
    """Maximum number of connections without a session; beyond it, the oldest connection of the busiest address is
    closed."""
    turned_away: int = 16
    """Maximum number of refused connections that stay open until they are told; any more are closed at once."""
    sign_in: float = 20.0
    """Seconds from connecting to the screen."""
    passwords: int = 5
    """Maximum number of password tries on one connection."""
    guesses: int = 5
    """Number of wrong passwords that one address may try at once."""
    guess_every: float = 30.0
    """Seconds after which an address gets one more try."""
    slow: float = 1.0
    """Seconds that a wrong password delays the answer."""
    ask_after: float = 15.0
    """Silence after which a guest's program is asked whether it is still there; after three such it is gone."""
    idle: float = 900.0
    """Seconds without input after which a guest without a terminal is gone."""
    unread: int = 1024 * 1024
    """Maximum number of bytes that wait for a guest who does not read."""
    window: int = 32 * 1024
    """Number of bytes that a guest may send ahead."""
    input_rate: int = 8 * 1024
    """Bytes per second that one connection may send for long; anything beyond waits in its machine."""
    input_burst: int = 32 * 1024
    """Bytes that one connection may send at once after a silence."""
    input_piece: int = 1024
    """Maximum number of bytes handled for one connection before the others have their turn."""
    piece: int = 64
    """Maximum number of characters handled for one guest before the others have their turn."""
    yield_seconds: float = 0.02
    """Seconds between two pieces of input."""
    redraw: float = 0.05
    """Minimum seconds between two drawings of a screen."""
    redraw_cell: float = 5e-6
    """Minimum seconds between two drawings for each cell of a window, when that is longer."""
    variables: int = 32
    """Maximum number of environment variables."""
    variable: int = 256
    """Maximum length of a variable's name and value together, in bytes."""
    held: float = 600.0
    """Seconds during which a guest that was cut off can take its seat back."""
    goodbye: float = 2.0
    """Seconds for the last bytes to a guest, or the last messages to the server."""


BOUNDS = Bounds()


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayConfig:
    """The gateway's configuration, made once at the start."""

    address: Address
    face: Face
    """The operator's language."""
    password: str | None = field(default=None, repr=False)
    passphrase: str | None = field(default=None, repr=False)
    target: int | None = None
    bounds: Bounds = BOUNDS
    say: Callable[[str], None] = tell
    """The function that writes a line to the gateway's terminal."""
    threads: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(BOUNDS.threads), repr=False)
    kept: WaitingSessions = field(default_factory=lambda: WaitingSessions(BOUNDS.held, BOUNDS.guests))

    def tell(self, sentence: Words, **fields: object) -> None:
        """Say something on the gateway's terminal."""
        self.say(self.face.say(sentence, **fields))


class Admitted(Enum):
    """The decision on a new connection."""

    HALF_OPEN = auto()
    """The connection may sign in, and takes no seat until it has."""
    IN = auto()
    FULL = auto()
    """The connection is told that there are too many."""
    SHUT = auto()
    """The connection is closed at once."""


@dataclass(slots=True, eq=False)
class ArrivedConnection:
    """One ssh connection that has arrived: its origin, the decision on it, and the function that closes it."""

    origin: str
    entry: Admitted
    close: Callable[[], None]


class ConnectionLimiter:
    """A limiter that counts connections as they come, sign in and go."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._inside: Counter[str] = Counter()
        self._half_open: dict[ArrivedConnection, None] = {}
        self._waiting = 0
        self._empty = trio.Event()
        self._empty.set()

    @property
    def inside(self) -> int:
        """The number of guests with a session."""
        return self._inside.total()

    def admit(self, address: str, close: Callable[[], None]) -> ArrivedConnection:
        """Decide on a new connection, to be followed by `leave`; `close` is called if the connection must give way to
        another."""
        arrival = ArrivedConnection(origin(address), Admitted.SHUT, close)
        on_the_way = sum(other.origin == arrival.origin for other in self._half_open)
        if self._has_room(arrival.origin, on_the_way):
            arrival.entry = Admitted.HALF_OPEN
            self._evict_oldest()
            self._half_open[arrival] = None
            if self._empty.is_set():
                self._empty = trio.Event()
        elif self._waiting < self._bounds.turned_away:
            arrival.entry = Admitted.FULL
            self._waiting += 1
        return arrival

    def seat(self, arrival: ArrivedConnection) -> bool:
        """Give a signed-in connection its seat; return False when the last seat was taken meanwhile."""
        if arrival not in self._half_open or not self._has_room(arrival.origin):
            return False
        del self._half_open[arrival]
        self._inside[arrival.origin] += 1
        arrival.entry = Admitted.IN
        return True

    def leave(self, arrival: ArrivedConnection) -> None:
        """Forget a closed connection."""
        match arrival.entry:
            case Admitted.FULL:
                self._waiting -= 1
            case Admitted.HALF_OPEN:
                self._half_open.pop(arrival, None)
            case Admitted.IN:
                self._inside[arrival.origin] -= 1
                self._inside += Counter()  # without those that are none
        if not self._inside and not self._half_open:
            self._empty.set()

    async def wait_empty(self) -> None:
        """Wait until no connection has a session or is signing in."""
        await self._empty.wait()

    def _has_room(self, origin: str, on_the_way: int = 0) -> bool:
        inside = self._inside[origin] + on_the_way
        return self.inside < self._bounds.guests and inside < self._bounds.guests_per_address

    def _evict_oldest(self) -> None:
        """Close the oldest connection of the busiest address when too many have not signed in."""
        if len(self._half_open) < self._bounds.half_open:
            return
        by_origin = Counter(arrival.origin for arrival in self._half_open)
        most = max(by_origin.values())
        oldest = next(arrival for arrival in self._half_open if by_origin[arrival.origin] == most)
        del self._half_open[oldest]
        oldest.close()


class InputBudget:
    """A token bucket for the bytes of one connection."""

    def __init__(self, bounds: Bounds, now: float) -> None:
        self._bounds = bounds
        self._left = float(bounds.input_burst)
        self._counted_at = now

    def take(self, wanted: int, now: float) -> int:
        """Use up and return the number of bytes, at most `wanted` and a piece, that may be handled now."""
        earned = (now - self._counted_at) * self._bounds.input_rate
        self._left = min(self._left + earned, self._bounds.input_burst)
        self._counted_at = now
        taken = min(wanted, self._bounds.input_piece, int(self._left))
        self._left -= taken
        return taken

    def wait(self, wanted: int) -> float:
        """Seconds until that many bytes, or a piece, may be handled."""
        missing = min(wanted, self._bounds.input_piece) - self._left
        return max(0.0, missing / self._bounds.input_rate)


_REMEMBERED = 4096
"""Maximum number of addresses remembered."""


class PasswordGuesses:
    """A token bucket for each address that has guessed lately."""

    def __init__(self, bounds: Bounds) -> None:
        self._most = bounds.guesses
        self._every = bounds.guess_every
        self._free_at: dict[str, float] = {}
        """The time at which all tries of an address are available again."""

    def __len__(self) -> int:
        return len(self._free_at)

    def take(self, origin: str, now: float) -> bool:
        """Use one try of the address; return False when it has none left."""
        if self.wait(origin, now) > 0:
            return False
        self._forget(now)
        self._free_at[origin] = max(now, self._free_at.get(origin, now)) + self._every
        return True

    def give_back(self, origin: str) -> None:
        """Return a try: the password was right."""
        if origin in self._free_at:
            self._free_at[origin] -= self._every

    def wait(self, origin: str, now: float) -> float:
        """Seconds until the address has a try."""
        return max(0.0, self._free_at.get(origin, now) - now - (self._most - 1) * self._every)

    def _forget(self, now: float) -> None:
        """Make room: drop addresses that have all tries again, then those with the fewest wrong guesses."""
        if len(self._free_at) < _REMEMBERED:
            return
        self._free_at = {origin: free_at for origin, free_at in self._free_at.items() if free_at > now}
        while len(self._free_at) >= _REMEMBERED:
            del self._free_at[min(self._free_at, key=self._free_at.__getitem__)]
