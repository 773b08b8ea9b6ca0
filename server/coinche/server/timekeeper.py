"""What decisions at a table cost their players: free time first, then the bank of the match.

Time is charged from the end of the write of a request to the complete act, less a credit for the way there and back.
Knows stamps, banks and round trips. Refuses to know what is decided, and to wait.
"""

from __future__ import annotations

import trio

from coinche.protocol.messages import Clock

from . import limits
from .asking import UNASKED, Asking
from .clock import Time
from .match.options import TableOptions
from .seating.seats import Chair, Chairs
from .sessions.sessions import Session


class Timekeeper:
    """The clocks of one table. Stamps are in ms of the server's clock, deadlines in seconds of trio's."""

    def __init__(self, options: TableOptions, chairs: Chairs, time: Time) -> None:
        self._options = options
        self._chairs = chairs
        self._time = time

    @property
    def clock(self) -> Clock:
        """What everybody has when a match begins."""
        return self._options.clock_for(people=self._chairs.has_people)

    def begin_match(self, bank_ms: int) -> None:
        """Everybody has that much in the bank."""
        for chair in self._chairs:
            chair.bank_ms = bank_ms

    def unix_ms(self) -> int:
        """A stamp by the Unix clock."""
        return self._time.unix_ms()

    def now_ms(self) -> int:
        """A stamp."""
        return self._time.now_ms()

    def moment(self, stamp_ms: int) -> float:
        """When the server's clock shows that, by trio's."""
        return trio.current_time() + (stamp_ms - self._time.now_ms()) / 1000

    def heard(self, asking: Asking, session: Session, heard_ms: int) -> int:
        """What an answer costs that was heard then. It is a measure of the way, too, unless it came unasked."""
        passed = heard_ms - asking.asked_ms
        if passed >= 0 and asking.number != UNASKED:
            session.acted(passed / 1000)
        return max(0, passed - session.credit_ms)

    def left(self, chair: Chair, asking: Asking) -> Clock:
        """What is left of the time for a decision."""
        used, clock = max(0, self._time.now_ms() - self._since(asking)), self.clock
        bank = max(0, chair.bank_ms - max(0, used - clock.move_ms))
        return Clock(move_ms=max(0, clock.move_ms - used), bank_ms=bank)

    def end_ms(self, chair: Chair, asking: Asking) -> int:
        """When the time for a decision is up: a credit that is due to its answer is waited for."""
        return self._since(asking) + self.clock.move_ms + max(0, chair.bank_ms) + self.credit_ms(chair)

    def is_long(self, asking: Asking) -> bool:
        """Whether a decision has taken all its free time, or more than anybody likes to wait."""
        return self._time.now_ms() - self._since(asking) >= min(self.clock.move_ms, limits.STALLED_MS)

    def _since(self, asking: Asking) -> int:
        """When its clock began; one that has not begun begins now at the earliest."""
        return asking.asked_ms if asking.begun else self._time.now_ms()

    def credit_ms(self, chair: Chair) -> int:
        """What the network may have of the chair's time."""
        acting = chair.acting
        return 0 if acting is None else acting.credit_ms

    def charge(self, chair: Chair, used_ms: int) -> None:
        """Take from the bank what was used beyond the free time."""
        chair.bank_ms -= max(0, used_ms - self.clock.move_ms)
