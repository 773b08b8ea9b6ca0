"""How long a table waits for a seat whose owner is not there: for him, then for a bot, its answer, for anybody.

Knows who acts for a chair, and since when. Refuses to know what is asked, and to wait.
"""

from __future__ import annotations

import math
from enum import Enum, auto

import trio

from . import limits
from .seating.members import Company
from .seating.premises import House
from .seating.seats import Chair
from .sessions.sessions import Session


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
