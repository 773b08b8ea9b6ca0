"""Strikes at a strict table: who has acted illegally and how often, and who plays no more for it.

Knows what an illegal act gets there, and what everybody hears of it. Refuses to know what is legal, and what is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, ErrorData, Forfeited, Struck
from coinche.server import limits
from coinche.server.log import Happening, News
from coinche.server.match.entries import StrikeCounted
from coinche.server.rate_limit import REFUSED_COST
from coinche.server.seating.feed import Feed
from coinche.server.seating.premises import House
from coinche.server.sessions.sessions import Session
from coinche.server.storage.store import Store

from .request import UNASKED, Asking

NO_ACTION = "no_action"
"""The reason where a string is no action at all."""

_ILLEGAL = frozenset({ErrorCode.ILLEGAL_ACTION, ErrorCode.BAD_MESSAGE})
"""What the judgement of an action comes to where it is not legal, or none at all."""


class Strikes:
    """The strikes of a match. `forfeits` are the seats that have lost theirs in any match of the table."""

    def __init__(self, table: str, feed: Feed, *, house: House, store: Store, strict: bool) -> None:
        self.forfeits: set[Seat] = set()
        self._table = table
        self._strict = strict
        self._feed = feed
        self._house = house
        self._store = store
        self._out: set[Seat] = set()
        self._count: Counter[Seat] = Counter()
        self._last: dict[Seat, tuple[Act, Error]] = {}
        self._struck: dict[Seat, int] = {}
        """The request at which each seat has had its last strike."""

    def begin_match(self) -> None:
        """Nobody has a strike."""
        self._count.clear()
        self._out.clear()

    @property
    def given(self) -> bool:
        """Whether anybody has a strike."""
        return bool(self._count)

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat has forfeited the match."""
        return seat in self._out

    def refuse(self, session: Session, said: Act | Claim, asking: Asking, refusal: Error) -> bool:
        """Say that no such act is taken; whether that is a strike, as any is at a strict table that is not legal."""
        if isinstance(said, Claim) or not self._strict or refusal.code not in _ILLEGAL:
            session.charge(REFUSED_COST)
            session.send(refusal)
            return False
        self._strike(session, said, asking, refusal)
        return True

    def _strike(self, session: Session, act: Act, asking: Asking, refusal: Error) -> None:
        """One more, kept safe before anybody hears of it; after too many the seat has forfeited."""
        seat = asking.seat
        self._count[seat] += 1
        data = self._data(asking, refusal)
        error = replace(refusal, code=ErrorCode.ILLEGAL_ACTION, data=data)
        reason, strikes = str(data["reason"]), self._count[seat]
        counted = StrikeCounted(request=asking.number, seat=seat, action=act.action, reason=reason, strikes=strikes)
        self._store.append(self._table, counted)
        self._last[seat] = act, error
        self._struck[seat] = asking.number
        session.send(error)
        self._feed.tell(Struck(seat, strikes))
        line = f"{self._table}: strike {strikes} for {seat} ({reason})"
        self._house.say(
            News(Happening.STRIKE, line, table=self._table, seat=seat.value, strikes=strikes, reason=reason)
        )
        if strikes > limits.STRIKES:
            self._forfeit(seat)

    def _data(self, asking: Asking, refusal: Error) -> ErrorData:
        """What is said of it: the rule that is broken, and what is taken in its place, unless it came unasked."""
        data: ErrorData = {
            "reason": refusal.data.get("reason", NO_ACTION),
            "legal": asking.spelled,
            "strikes": self._count[asking.seat],
        }
        return data if asking.number == UNASKED else {**data, "played": str(asking.legal.default)}

    def _forfeit(self, seat: Seat) -> None:
        self._out.add(seat)
        self.forfeits.add(seat)
        self._feed.tell(Forfeited(seat))
        line = f"{self._table}: {seat} has forfeited"
        self._house.say(News(Happening.FORFEITED, line, table=self._table, seat=seat.value))

    def recall(self, counted: StrikeCounted) -> None:
        """A strike from before the server was started again."""
        self._struck[counted.seat] = counted.request
        self._count[counted.seat] = counted.strikes
        if counted.strikes > limits.STRIKES:
            self._out.add(counted.seat)
            self.forfeits.add(counted.seat)

    def is_over(self, seats: Collection[Seat], said: Act | Claim) -> bool:
        """Whether the request has had a strike for its answer: what was played for it is nobody's answer."""
        return said.request != UNASKED and any(self._struck.get(seat) == said.request for seat in seats)

    def again(self, seats: Collection[Seat], act: Act) -> Error | None:
        """What the act got the last time, if it is the one that cost its seat the last strike."""
        for seat in seats:
            if seat in self._last:
                last, error = self._last[seat]
                if replace(act, id=last.id) == last:
                    return replace(error, re=act.id)
        return None
