"""The clocks of one table: the price of a decision, and how long the table waits for a player who is not there.

A decision costs free time first, then the bank of the match. Time is charged from the end of the write of a request to
the complete act, less a credit for the way there and back. Stamps are in ms of the server's clock, deadlines in seconds
of trio's.
"""

from __future__ import annotations

import math
from enum import Enum, auto

from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.clock import Time
from coinche.server.match.options import TableOptions
from coinche.server.seating.members import Members
from coinche.server.seating.seats import TableSeat, TableSeats
from coinche.server.sessions.sessions import ServerContext, Session

from .requests import UNASKED, LiveRequest


class DecisionClock:
    """The price of decisions at one table."""

    def __init__(self, options: TableOptions, seats: TableSeats, time: Time) -> None:
        self._options = options
        self._seats = seats
        self._time = time

    @property
    def clock(self) -> Clock:
        """The clock that everybody has when a match begins."""
        return self._options.clock_for(people=self._seats.has_people)

    def begin_match(self, bank_ms: int) -> None:
        """Put that much in everybody's bank."""
        for place in self._seats.values():
            place.bank_ms = bank_ms

    def now_ms(self) -> int:
        """The server's clock."""
        return self._time.now_ms()

    def moment(self, stamp_ms: int, now: float) -> float:
        """The moment of trio's clock at which the server's clock shows that."""
        return now + (stamp_ms - self._time.now_ms()) / 1000

    def heard(self, request: LiveRequest, session: Session, heard_ms: int, now: float) -> int:
        """Return the price in ms of an answer heard then. It also measures the way, unless it came unasked."""
        passed = heard_ms - request.asked_ms
        if passed >= 0 and request.number != UNASKED:
            session.acted(passed / 1000, now)
        return max(0, passed - session.credit_ms(now))

    def whole_ms(self, place: TableSeat) -> int:
        """The whole time for a decision, but for the credit that is due to its answer."""
        return self.clock.move_ms + max(0, place.bank_ms)

    def left(self, place: TableSeat, request: LiveRequest) -> Clock:
        """The time that is left for a decision."""
        clock, written_ms = self.clock, request.receipt.written_ms
        used = 0 if written_ms is None else max(0, self._time.now_ms() - written_ms)
        bank = max(0, place.bank_ms - max(0, used - clock.move_ms))
        return Clock(move_ms=max(0, clock.move_ms - used), bank_ms=bank)

    def end_ms(self, place: TableSeat, request: LiveRequest) -> int:
        """The moment at which the time for a decision is up, but for the credit that is due to its answer."""
        return self._since(request) + self.whole_ms(place)

    def is_long(self, request: LiveRequest) -> bool:
        """Return whether a decision has taken all its free time, or more than anybody likes to wait."""
        return self._time.now_ms() - self._since(request) >= min(self.clock.move_ms, limits.STALLED_MS)

    def _since(self, request: LiveRequest) -> int:
        """The moment at which its clock began; one that has not begun begins now at the earliest."""
        written_ms = request.receipt.written_ms
        return self._time.now_ms() if written_ms is None else written_ms

    def credit_ms(self, place: TableSeat, now: float) -> int:
        """The part of the seat's time that belongs to the network."""
        acting = place.acting
        return 0 if acting is None else acting.credit_ms(now)

    def charge(self, place: TableSeat, used_ms: int) -> None:
        """Take from the bank what was used beyond the free time."""
        place.bank_ms -= max(0, used_ms - self.clock.move_ms)


class _StandIn(Enum):
    """The substitute of an absent owner."""

    BOT = auto()
    NOBODY = auto()


def _stand_in(place: TableSeat) -> _StandIn:
    return _StandIn.NOBODY if place.player is None else _StandIn.BOT


class AbsenceClock:
    """The wait for a seat on turn whose owner is not there: for the owner, then for a bot, its answer, for anybody.

    A `kept` table waits on where nobody is left. Comings and goings are not waited for anew each time, until the seat's
    own client has been there.
    """

    def __init__(self, members: Members, server: ServerContext, *, kept: bool) -> None:
        self._members = members
        self._server = server
        self._kept = kept
        self._since = 0.0
        self._acting: Session | None = None
        self._awaited_since: float | None = None
        self._met: set[_StandIn] = set()

    @property
    def is_pointless(self) -> bool:
        """True if nobody and nothing acts for any seat, and that is no table's purpose."""
        return not self._kept and self._members.seats.nobody_acts

    def begin(self, place: TableSeat, acting: Session | None, now: float) -> None:
        """Begin to wait for the seat, for which that session acts."""
        self._since, self._acting = now, acting
        if acting is not None and acting is place.owner:
            self._met, self._awaited_since = set(), None
        else:
            self._met = {_stand_in(place)}
            self._awaited_since = now if place.awaited else None

    def charge(self, place: TableSeat, now: float) -> int:
        """Take the time since the last charge from what the absent owner has left; return it in ms.

        A bot is invited once nothing is left.
        """
        since, awaited = self._awaited_since, place.awaited
        if since is None and not awaited:
            return 0
        waited = 0 if since is None else int((now - since) * 1000)
        place.absence_ms = max(0, place.absence_ms - waited)
        if not place.awaited:
            self._since = now if since is not None else self._since
            self._awaited_since = None
        else:
            self._awaited_since = now if since is None else since + waited / 1000
        if waited and not place.awaited:
            self._members.bots.invite([place])
        return waited

    def until(self, place: TableSeat, now: float) -> float:
        """The moment at which the wait is over; infinity while the owner is there."""
        if place.awaited:
            return now + place.absence_ms / 1000
        self._note(place, now)
        return math.inf if place.present else self._since + self._seconds(place)

    def stood_still(self, seconds: float) -> None:
        """Wait for so much longer: there was a pause."""
        self._since += seconds
        if self._awaited_since is not None:
            self._awaited_since += seconds

    def _note(self, place: TableSeat, now: float) -> None:
        """Note who acts for the seat now, and begin anew with a substitute that has not been waited for yet."""
        acting = place.acting
        if acting is self._acting:
            return
        self._acting = acting
        if place.present:
            self._met.clear()
        elif (stand_in := _stand_in(place)) not in self._met:
            self._met.add(stand_in)
            self._since = now

    def _seconds(self, place: TableSeat) -> float:
        if place.player is not None:
            return limits.STAND_IN
        if self.is_pointless:
            return limits.TABLE_IDLE
        return limits.INVITE if self._server.bots else 0
