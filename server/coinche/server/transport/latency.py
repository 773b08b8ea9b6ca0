"""The network latency of a client, as the clocks credit it: the smallest round trip that was measured of late.

A client could pretend to be far away: it would answer pings late and think meanwhile. Three rules stand against that.
A client that has answered no ping has no credit. The credit is never more than the fastest act, for no act comes
faster than the network. And while the last pong took longer than that, it was not the network that held it up, so
there is no credit until a ping is answered at once. The only way left to get credit is to be slow in everything for
minutes, as a client that is far away is.
"""

from __future__ import annotations

import hashlib
import math

from coinche.server import limits

PING_BYTES = 8
SECRET_BYTES = 16


class Smallest:
    """The smallest of the samples of the last `limits.ROUND_TRIPS` seconds."""

    __slots__ = ("_rising",)

    def __init__(self) -> None:
        self._rising: list[tuple[float, float]] = []  # those that may yet be the smallest, as they came

    def add(self, sample: float, now: float) -> None:
        """Take one more sample."""
        while self._rising and self._rising[-1][1] >= sample:
            self._rising.pop()
        self._rising.append((now, sample))

    def at(self, now: float) -> tuple[float, float]:
        """Return the smallest and how long it remains so, if nothing is added; infinite both if there is none."""
        while self._rising and self._rising[0][0] < now - limits.ROUND_TRIPS:
            del self._rising[0]
        if not self._rising:
            return math.inf, math.inf
        taken, smallest = self._rising[0]
        return smallest, taken + limits.ROUND_TRIPS


class RoundTrip:
    """The round trip of one connection. Times are seconds of one clock; nobody else knows the `secret`."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._made = 0
        self._pings: dict[str, float] = {}
        self._pongs = Smallest()
        self._acts = Smallest()
        self._fastest_act = math.inf
        self._last_pong = 0.0
        self._last_ping = -math.inf
        self._credit_ms = 0
        self._doubtful = False
        self._good_until = math.inf

    def due(self, now: float) -> bool:
        """Return whether a ping should go before the next request: the last is old, or its late pong costs credit."""
        return now - self._last_ping >= limits.PING_AFTER or (self._doubtful and not self._pings)

    def ping_due(self, now: float) -> bool:
        """Return whether the last ping is as old as one may be."""
        return now - self._last_ping >= limits.PING_AFTER

    def new_ping(self, now: float) -> str:
        """Return the data of a ping that is about to be sent; no client can foresee it."""
        self._last_ping = now
        self._made += 1
        return hashlib.blake2b(str(self._made).encode(), key=self._secret, digest_size=PING_BYTES).hexdigest()

    def pinged(self, data: str, now: float) -> None:
        """The ping has been written. Of those that the client does not answer only some are remembered."""
        self._pings[data] = now
        if len(self._pings) > limits.PINGS:
            del self._pings[next(iter(self._pings))]

    def ponged(self, data: str, now: float) -> bool:
        """Take a pong, which counts once, from the ping that it answers; False for one that answers none."""
        written = self._pings.pop(data, None)
        if written is not None:
            self._last_pong = now - written
            self._pongs.add(self._last_pong, now)
            self._judge(now)
        return written is not None

    def acted(self, seconds: float, now: float) -> None:
        """Take an act that came so long after its request had been written."""
        self._acts.add(seconds, now)
        if seconds < self._fastest_act or now > self._good_until:
            self._judge(now)

    def credit_ms(self, now: float) -> int:
        """Return the network's part of the time from a request to its act."""
        if now > self._good_until:
            self._judge(now)
        return self._credit_ms

    def _judge(self, now: float) -> None:
        """Work the credit out anew."""
        pong, pong_until = self._pongs.at(now)
        act, act_until = self._acts.at(now)
        late = self._last_pong > act + limits.LATE_PONG
        self._doubtful = late and act > limits.LATE_PONG
        self._credit_ms = 0 if pong == math.inf or late else min(limits.CREDIT_MS, round(1000 * min(pong, act)))
        self._fastest_act = act
        self._good_until = min(pong_until, act_until)
