"""What decisions at a table cost their players: free time first, then the bank of the match.

Time is charged from the end of the write of a request to the complete act, less a credit for the way there and back.
Knows stamps, banks and round trips. Refuses to know what is decided, and to wait.
"""

from __future__ import annotations

import math
from enum import Enum, auto

import trio

from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.clock import Time
from coinche.server.match.options import TableOptions
from coinche.server.seating.members import Company
from coinche.server.seating.premises import House
from coinche.server.seating.seats import Chair, Chairs
from coinche.server.sessions.sessions import Session

from .request import UNASKED, Asking


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


# --- patience -------------------------------------------------------------------------------------
# How long a table waits for a seat whose owner is not there: for him, then for a bot, its answer, for anybody.
#
# Knows who acts for a chair, and since when. Refuses to know what is asked, and to wait.


class StandIn(Enum):
    """What there is for a seat whose owner is not."""

    BOT = auto()
    NOBODY = auto()


class Patience:
    """The patience of one table. A `kept` one waits on where nobody is left.

    Who comes and goes is not waited for anew each time, until the seat's own client has been there.
    """

    def __init__(self, company: Company, house: House, *, kept: bool) -> None:
        self._company = company
        self._house = house
        self._kept = kept
        self._since = 0.0
        self._acting: Session | None = None
        self._awaited_since: float | None = None
        self._met: set[StandIn] = set()

    @property
    def lost(self) -> bool:
        """Whether nobody and nothing acts for any seat, and that is no table's purpose."""
        return self._company.chairs.nobody_acts and not self._kept

    def begin(self, chair: Chair) -> None:
        """The chair is waited for from now on."""
        self._since = trio.current_time()
        self._acting = chair.acting
        self._met = set() if chair.present else {_stand_in(chair)}
        self._awaited_since = self._since if chair.awaited else None

    def charge(self, chair: Chair) -> int:
        """Take off what the chair's owner has left how long he was waited for since the last time; that, in ms.

        Once he has no more, a bot is called for him.
        """
        now, since = trio.current_time(), self._awaited_since
        waited = 0 if since is None else int((now - since) * 1000)
        chair.absence_ms = max(0, chair.absence_ms - waited)
        if not chair.awaited:
            self._since = now if since is not None else self._since
            self._awaited_since = None
        else:
            self._awaited_since = now if since is None else since + waited / 1000
        if waited and not chair.awaited:
            self._company.stand_ins.call(chair)
        return waited

    def until(self, chair: Chair) -> float:
        """When the chair is waited for no longer, by trio's clock; its owner has time without end."""
        if chair.awaited:
            return trio.current_time() + chair.absence_ms / 1000
        self._note(chair)
        return math.inf if chair.present else self._since + self._seconds(chair)

    def stood_still(self, seconds: float) -> None:
        """There was a pause."""
        self._since += seconds
        if self._awaited_since is not None:
            self._awaited_since += seconds

    def _note(self, chair: Chair) -> None:
        """Who acts for the chair now."""
        if chair.acting is self._acting:
            return
        self._acting = chair.acting
        if chair.present:
            self._met.clear()
        elif (stand_in := _stand_in(chair)) not in self._met:
            self._met.add(stand_in)
            self._since = trio.current_time()

    def _seconds(self, chair: Chair) -> float:
        if chair.player is not None:
            return limits.STAND_IN
        if self.lost:
            return limits.TABLE_IDLE
        return limits.INVITE if self._house.bots else 0


def _stand_in(chair: Chair) -> StandIn:
    return StandIn.NOBODY if chair.player is None else StandIn.BOT
