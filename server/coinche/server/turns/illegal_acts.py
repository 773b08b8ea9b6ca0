"""Strikes at a strict table: illegal acts are counted by seat, and too many forfeit the match.

An illegal act is answered by an error, the default is played in its place, and everybody is told of the strike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, ErrorData, Forfeited, Struck
from coinche.server import limits
from coinche.server.log import Happening, LogEntry
from coinche.server.match.entries import StrikeCounted
from coinche.server.rate_limit import REFUSED_COST
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .decision import UNASKED, LiveRequest

NO_ACTION = "no_action"
"""The reason given for a string that is no action at all."""

_ILLEGAL = frozenset({ErrorCode.ILLEGAL_ACTION, ErrorCode.BAD_MESSAGE})
"""The codes of refusals that are strikes: an action that is not legal, or none at all."""


class Strikes:
    """The strikes of one match, by seat, and the seats that are `out`.

    `forfeits` are the seats that have forfeited any match of the table.
    """

    def __init__(self, context: TableContext) -> None:
        self.counts: Counter[Seat] = Counter()
        self.out: set[Seat] = set()
        self.forfeits: set[Seat] = set()
        self._table = context.table
        self._strict = context.options.strict
        self._feed = context.feed
        self._server = context.server
        self._last: dict[Seat, tuple[Act, Error]] = {}
        self._struck: dict[Seat, int] = {}
        """The request at which each seat has had its last strike."""

    def begin_match(self) -> None:
        """Start anew: nobody has a strike."""
        self.counts.clear()
        self.out.clear()

    def refuse(self, session: Session, said: Act | Claim, request: LiveRequest, refusal: Error) -> bool:
        """Refuse an act; return whether that is a strike, as any illegal act is at a strict table."""
        if isinstance(said, Claim) or not self._strict or refusal.code not in _ILLEGAL:
            session.charge(REFUSED_COST)
            session.send(refusal)
            return False
        self._strike(session, said, request, refusal)
        return True

    def _strike(self, session: Session, act: Act, request: LiveRequest, refusal: Error) -> None:
        """Count one more; after too many the seat has forfeited."""
        seat = request.seat
        self.counts[seat] += 1
        reason, strikes = str(refusal.data.get("reason", NO_ACTION)), self.counts[seat]
        data = ErrorData(reason=reason, legal=request.spelled, strikes=strikes)
        if request.number != UNASKED:
            data["played"] = str(request.legal.default)
        error = replace(refusal, code=ErrorCode.ILLEGAL_ACTION, data=data)
        counted = StrikeCounted(request=request.number, seat=seat, action=act.action, reason=reason, strikes=strikes)
        self._server.store.append(self._table, counted)
        self._last[seat] = act, error
        self._struck[seat] = request.number
        session.send(error)
        self._feed.tell(Struck(seat, strikes))
        line = f"{self._table}: strike {strikes} for {seat} ({reason})"
        facts = {"table": self._table, "seat": seat.value, "strikes": strikes, "reason": reason}
        self._server.say(LogEntry(Happening.STRIKE, line, **facts))
        if strikes > limits.STRIKES:
            self._forfeit(seat)

    def _forfeit(self, seat: Seat) -> None:
        self.out.add(seat)
        self.forfeits.add(seat)
        self._feed.tell(Forfeited(seat))
        line = f"{self._table}: {seat} has forfeited"
        self._server.say(LogEntry(Happening.FORFEITED, line, table=self._table, seat=seat.value))

    def recall(self, counted: StrikeCounted) -> None:
        """Restore a strike from before a restart."""
        self._struck[counted.seat] = counted.request
        self.counts[counted.seat] = counted.strikes
        if counted.strikes > limits.STRIKES:
            self.out.add(counted.seat)
            self.forfeits.add(counted.seat)

    def is_over(self, seats: Collection[Seat], said: Act | Claim) -> bool:
        """Return whether the request was answered by a strike: what was played for it is nobody's answer."""
        return said.request != UNASKED and any(self._struck.get(seat) == said.request for seat in seats)

    def again(self, seats: Collection[Seat], act: Act) -> Error | None:
        """The same reply as the last time, if the act is the one that cost its seat the last strike."""
        for seat in seats:
            if seat in self._last:
                last, error = self._last[seat]
                if replace(act, id=last.id) == last:
                    return replace(error, re=act.id)
        return None
