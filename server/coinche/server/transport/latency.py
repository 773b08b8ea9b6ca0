"""How far away a client is, as the clocks credit it: the smallest round trip that was measured of late.

Knows pings with data that nobody can foresee, when each was written, and how fast the client has acted. Refuses
to know sockets, tables and what time it is.

A client could pretend to be far away: it would answer pings late and think meanwhile. Three things stand against that.
Who has answered no ping has no credit; the credit is never more than the fastest act, for no act comes faster than the
network; and where the last pong came later than that, it was not the network that held it up, so there is no credit
until a ping is answered at once. What is left is to be slow in all that one says for minutes, as who is far away is.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque

from coinche.server import limits

PING_BYTES = 8
SECRET_BYTES = 16


class Smallest:
    """The smallest of the samples of the last `limits.ROUND_TRIPS` seconds; infinite where there are none."""

    def __init__(self) -> None:
        self._rising: deque[tuple[float, float]] = deque()  # those that may yet be the smallest, as they came

    def add(self, sample: float, now: float) -> None:
        """Take one more sample."""
        while self._rising and self._rising[-1][1] >= sample:
            self._rising.pop()
        self._rising.append((now, sample))

    def at(self, now: float) -> float:
        """The smallest."""
        while self._rising and self._rising[0][0] < now - limits.ROUND_TRIPS:
            self._rising.popleft()
        return self._rising[0][1] if self._rising else math.inf

    @property
    def good_until(self) -> float:
        """How long the smallest remains so, if nothing is added."""
        return self._rising[0][0] + limits.ROUND_TRIPS if self._rising else math.inf


class RoundTrip:
    """The round trip of one connection. Nobody else knows the `secret`; times are seconds of one clock."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._made = 0
        self._pings: dict[str, float] = {}
        self._pongs = Smallest()
        self._acts = Smallest()
        self._last_pong = 0.0
        self._last_ping = -math.inf
        self._credit_ms = 0
        self._doubtful = False
        self._good_until = math.inf

    def due(self, now: float) -> bool:
        """Whether a ping should go before the next request: the last is old, or was answered late and that matters."""
        return self.ping_due(now) or (self._doubtful and not self._pings)

    def ping_due(self, now: float) -> bool:
        """Whether the last ping is as old as one may be."""
        return now - self._last_ping >= limits.PING_AFTER

    def new_ping(self, now: float) -> str:
        """The data of a ping that is about to be sent."""
        self._last_ping = now
        self._made += 1
        return hashlib.blake2b(str(self._made).encode(), key=self._secret, digest_size=PING_BYTES).hexdigest()

    def pinged(self, data: str, now: float) -> None:
        """The ping has been written. Of those that nobody answers only some are remembered."""
        self._pings[data] = now
        if len(self._pings) > limits.PINGS:
            del self._pings[next(iter(self._pings))]

    def ponged(self, data: str, now: float) -> bool:
        """A pong has come. It counts from the ping that it answers, once; False for one that answers none."""
        written = self._pings.pop(data, None)
        if written is not None:
            self._last_pong = now - written
            self._pongs.add(self._last_pong, now)
            self._look(now)
        return written is not None

    def acted(self, seconds: float, now: float) -> None:
        """A request was answered so long after it had been written."""
        self._acts.add(seconds, now)
        self._look(now)

    def credit_ms(self, now: float) -> int:
        """What the network has of the time from a request to its act."""
        if now > self._good_until:
            self._look(now)
        return self._credit_ms

    def _look(self, now: float) -> None:
        """What the samples come to."""
        pong, act = self._pongs.at(now), self._acts.at(now)
        late = self._last_pong > act + limits.LATE_PONG
        self._doubtful = late and act > limits.LATE_PONG
        self._credit_ms = 0 if pong == math.inf or late else min(limits.CREDIT_MS, round(1000 * min(pong, act)))
        self._good_until = min(self._pongs.good_until, self._acts.good_until)
