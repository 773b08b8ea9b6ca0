"""Strikes at a strict table: who has acted illegally and how often, and who plays no more for it.

Knows what an illegal act gets there. Refuses to know what is legal, and what is played in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Error

from . import limits
from .refusal import Data

NO_ACTION = "no_action"
"""The reason where a string is no action at all."""


class Strikes:
    """The strikes of a match. `forfeits` are the seats that have lost theirs in any match of the table."""

    def __init__(self) -> None:
        self.forfeits: set[Seat] = set()
        self._out: set[Seat] = set()
        self._count: Counter[Seat] = Counter()
        self._last: dict[Seat, tuple[Act, Error]] = {}

    def begin_match(self) -> None:
        """Nobody has a strike."""
        self._count.clear()
        self._out.clear()

    def is_out(self, seats: Collection[Seat]) -> bool:
        """Whether nobody who plays these seats, and no others, may act any more."""
        return bool(seats) and self._out.issuperset(seats)

    def strike(self, seat: Seat, act: Act, refusal: Error, legal: tuple[str, ...], played: str | None) -> Error:
        """One more: what the act gets. `played` is what is taken in its place, None if it came unasked."""
        self._count[seat] += 1
        if self._count[seat] > limits.STRIKES:
            self._out.add(seat)
            self.forfeits.add(seat)
        data: Data = {"reason": NO_ACTION, "legal": legal, **refusal.data, "strikes": self._count[seat]}
        data.pop("path", None)
        if played is not None:
            data["played"] = played
        error = replace(refusal, code=ErrorCode.ILLEGAL_ACTION, data=data)
        self._last[seat] = act, error
        return error

    def of(self, seat: Seat) -> int:
        """How many it has."""
        return self._count[seat]

    def again(self, seats: Collection[Seat], act: Act) -> Error | None:
        """What the act got the last time, if it is the one that cost its seat the last strike."""
        for seat in seats:
            if seat in self._last:
                last, error = self._last[seat]
                if replace(act, id=last.id) == last:
                    return replace(error, re=act.id)
        return None
