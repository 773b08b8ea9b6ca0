"""The absence of players: how long a table waits for one whose connection is lost, and for the bot that stands in.

Moments are seconds of trio's clock.
"""

from __future__ import annotations

import math
from enum import Enum, auto

from coinche.server import limits
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .decision import LiveRequest


class _StandIn(Enum):
    """The substitute of an absent owner."""

    BOT = auto()
    NOBODY = auto()


def _stand_in(place: TableSeat) -> _StandIn:
    return _StandIn.NOBODY if place.player is None else _StandIn.BOT


class AbsenceClock:
    """The wait for a seat on turn whose owner is not there: for the owner, then for a bot, its answer, for anybody.

    Comings and goings are not waited for anew each time, until the seat's own client has been there.
    """

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._since = 0.0
        self._acting: Session | None = None
        self._awaited_since: float | None = None
        self._met: set[_StandIn] = set()

    @property
    def is_pointless(self) -> bool:
        """True if nobody and nothing acts for any seat, and the table is not kept for its own sake."""
        return not self._context.kept and self._context.seats.nobody_acts

    def begin(self, place: TableSeat, acting: Session | None, now: float) -> None:
        """Begin to wait for the seat, for which that session acts."""
        self._since, self._acting = now, acting
        if acting is not None and acting is place.owner:
            self._met.clear()
            self._awaited_since = None
        else:
            self._met = {_stand_in(place)}
            self._awaited_since = now if place.awaited else None

    def update(self, turn: LiveRequest, place: TableSeat, now: float) -> None:
        """Take the time since the last update from what the absent owner has left; the clock of the turn stood.

        The wait begins if the owner is away now; a bot is invited once nothing is left. A person whom nobody waits for
        loses nothing: bots do not play a match to its end alone.
        """
        since, awaited = self._awaited_since, place.awaited
        if since is None and not awaited:
            return
        waited = 0 if since is None else int((now - since) * 1000)
        if self._is_missed(place):
            place.absence_ms = max(0, place.absence_ms - waited)
        if not place.awaited:
            self._since = now if since is not None else self._since
            self._awaited_since = None
        else:
            self._awaited_since = now if since is None else since + waited / 1000
        if waited and not place.awaited:
            self._context.members.bots.invite([place])
        turn.stood_still(waited)

    def _is_missed(self, place: TableSeat) -> bool:
        """Return whether the owner is a program, or somebody else who has a seat, or gets one, is connected."""
        seats = self._context.seats
        others = any(other.present for other in seats.values() if other is not place)
        return others or seats.has_newcomer or (place.owner is not None and place.owner.program)

    def until(self, place: TableSeat, now: float) -> float:
        """The moment at which the wait is over; infinity while the owner is there."""
        if place.awaited:
            return now + place.absence_ms / 1000
        self._note(place, now)
        return math.inf if place.present else self._since + self._seconds(place)

    def stood_still(self, seconds: float) -> None:
        """Move the start of the wait so many seconds later, for there was a pause of that length."""
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
        is_coming = self._context.server.bots and not self._context.members.bots.is_declined(place)
        return limits.INVITE if is_coming else 0
