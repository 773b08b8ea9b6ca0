"""The clock of decisions at one table: what a decision costs.

A decision costs free time first, then the bank of the match. Time is charged from the end of the write of a request to
the complete act, less a credit for the way there and back. Stamps are in ms of the server's clock, deadlines in seconds
of trio's.
"""

from __future__ import annotations

from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .decision import UNASKED, LiveRequest

_FOR_EVER_MS = 10**14


class DecisionClock:
    """The price of decisions at one table."""

    def __init__(self, context: TableContext) -> None:
        self._clocks = context.options.clock_for(people=False), context.options.clock_for(people=True)
        self._seats = context.seats
        self._time = context.server.time
        self._practice = context.options.practice

    @property
    def clock(self) -> Clock:
        """The clock that everybody has when a match begins."""
        return self._clocks[self._seats.has_people]

    def moment(self, stamp_ms: int, now: float) -> float:
        """Convert a stamp of the server's clock (ms) to trio's clock (s)."""
        return now + (stamp_ms - self._time.now_ms()) / 1000

    def heard(self, request: LiveRequest, session: Session, heard_ms: int, now: float) -> int:
        """Return the price in ms of an answer heard then. It also measures the way, unless it came unasked."""
        passed = heard_ms - request.asked_ms
        if session.peer is None:
            return max(0, passed)
        if passed >= 0 and request.number != UNASKED:
            session.peer.round_trip.acted(passed / 1000, now)
        return max(0, passed - session.peer.round_trip.credit_ms(now))

    def whole_ms(self, place: TableSeat) -> int:
        """The whole time for a decision, but for the credit that is due to its answer."""
        if self._has_no_end(place):
            return _FOR_EVER_MS
        return self.clock.move_ms + max(0, place.bank_ms)

    def _has_no_end(self, place: TableSeat) -> bool:
        """Return whether the time of the seat is never up: a person practises there."""
        return self._practice and place.owner is not None

    def left(self, place: TableSeat, request: LiveRequest) -> Clock:
        """The time that is left for a decision."""
        clock, written_ms = self.clock, request.receipt.written_ms
        if self._has_no_end(place):
            return clock
        if written_ms is None and place.bank_ms == clock.bank_ms:
            return clock
        used = 0 if written_ms is None else max(0, self._time.now_ms() - written_ms)
        bank = max(0, place.bank_ms - max(0, used - clock.move_ms))
        return Clock(move_ms=max(0, clock.move_ms - used), bank_ms=bank)

    def end_ms(self, place: TableSeat, request: LiveRequest) -> int:
        """The moment at which the time for a decision is up, but for the credit that is due to its answer."""
        return self._since(request) + self.whole_ms(place)

    def is_long(self, place: TableSeat, request: LiveRequest) -> bool:
        """Return whether a decision has taken half of the time that the seat has for it, and 30 s at least.

        A slow clock is a promise: at `casual`, with 10 minutes for each decision, nobody stalls before five.
        """
        passed = self._time.now_ms() - self._since(request)
        return passed >= max(limits.STALLED_MS, limits.STALLED_SHARE * self.whole_ms(place))

    def _since(self, request: LiveRequest) -> int:
        """The moment at which its clock began; one that has not begun begins now at the earliest."""
        written_ms = request.receipt.written_ms
        return self._time.now_ms() if written_ms is None else written_ms

    def credit_ms(self, place: TableSeat, now: float) -> int:
        """The part of the seat's time that belongs to the network."""
        acting = place.acting
        return 0 if acting is None or acting.peer is None else acting.peer.round_trip.credit_ms(now)

    def charge(self, place: TableSeat, used_ms: int) -> None:
        """Take from the bank what was used beyond the free time."""
        if (beyond := used_ms - self.clock.move_ms) > 0 and not self._has_no_end(place):
            place.bank_ms -= beyond
