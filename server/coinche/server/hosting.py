"""What the host of a table may do: have the others change seats, free one, and let the first match begin.

Knows when he may. Refuses to know who he is (`host`), and the game.
"""

from __future__ import annotations

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Begin, ClearSeat, Ok, SwapSeats

from .match.options import TableOptions
from .seating.bots import no_such_bot
from .seating.members import Company
from .sessions.sessions import Session

TOO_OFTEN = "the host has changed the seats of this table too often"


class Hosting:
    """The host's doings at one table. All of them are over when the cards are dealt; his bots are another matter."""

    def __init__(self, company: Company, options: TableOptions) -> None:
        self._company = company
        self._chairs = company.chairs
        self._held = options.hold

    @property
    def held(self) -> bool:
        """Whether the first match waits for the host, even with four players."""
        return self._held

    def begin(self, session: Session, message: Begin) -> None:
        """The match begins, with bots where nobody sits."""
        kind = message.bots if isinstance(message.bots, str) else None
        free = [chair.seat.value for chair in self._chairs if not chair.taken]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif not self._held:
            what = "this table was not opened with `hold`: its match begins with the fourth player"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id)
        elif kind is not None and kind not in self._company.stand_ins.kinds:
            no_such_bot(session, message.id, kind, self._company.stand_ins.kinds)
        elif free and kind is None:
            what = f"nobody sits on {' and '.join(free)}; name a kind of bot to begin with, or wait"
            session.refuse(ErrorCode.FORBIDDEN, what, re=message.id, data={"free": tuple(free)})
        else:
            session.answer(Ok(), message.id)
            if kind is not None:
                self._company.stand_ins.fill(kind)
            self._held = False

    def swap(self, session: Session, message: SwapSeats) -> None:
        """What sits on two seats changes places; whoever is moved gets the table as from his new seat."""
        one, other = (self._chairs[seat] for seat in message.seats)
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif not self._company.host.may_rearrange:
            session.refuse(ErrorCode.FORBIDDEN, TOO_OFTEN, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if one.taken or other.taken:
                self._company.host.rearranges()
                self._company.swap(one, other)

    def clear(self, session: Session, message: ClearSeat) -> None:
        """A bot goes, or whoever sits there has to leave the table."""
        chair = self._chairs[message.seat]
        if (barred := self._barred(session)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, barred, re=message.id)
        elif chair.owner is session:
            session.refuse(ErrorCode.FORBIDDEN, "that is your own seat; leave the table instead", re=message.id)
        elif not self._company.host.may_rearrange:
            session.refuse(ErrorCode.FORBIDDEN, TOO_OFTEN, re=message.id)
        else:
            session.answer(Ok(), message.id)
            if chair.taken:
                self._company.host.rearranges()
                self._company.clear(chair)

    def _barred(self, session: Session) -> str | None:
        """Why he may not, whatever it is."""
        if not self._company.host.is_he(session):
            seat = self._company.host.seat
            return "only the host does that; nobody is" if seat is None else f"only the host does that, who sits {seat}"
        return "the match has begun: who sits where stays as it is" if self._company.playing else None
