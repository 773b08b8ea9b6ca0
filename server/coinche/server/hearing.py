"""What an act at a table answers: a live request of its sender's, unasked the bid that stands, or nothing.

Knows who may answer what, and what an act gets that answers none. Refuses to know whether an action is legal, and what
is done with it (`judging`).
"""

from __future__ import annotations

from coinche.engine.actions import Coinche, Surcoinche
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, Ok, RequestKind

from .answered import refused, stale
from .asking import UNASKED, Asking
from .inbox import Letter
from .refusal import error
from .requests import Requests
from .seating.feed import Feed
from .seating.seats import Chairs
from .sessions.sessions import Session
from .strikes import Strikes

_DOUBLING = {str(Coinche()), str(Surcoinche())}


class Hearing:
    """What the acts at one table answer."""

    def __init__(self, chairs: Chairs, feed: Feed, requests: Requests, strikes: Strikes, *, at_any_time: bool) -> None:
        self._chairs = chairs
        self._feed = feed
        self._requests = requests
        self._strikes = strikes
        self._at_any_time = at_any_time

    def answers(self, letter: Letter, said: Act | Claim) -> Asking | Ok | Error:
        """The request that is answered, one of his own for who speaks unasked; else what the sender gets."""
        asking, turn = self._requests.answered_by(letter.session, said), self._requests.turn
        if asking is not None and not self._strikes.given:
            return asking
        seats = self._seats_of(letter.session)
        if (struck := self._struck(seats, said)) is not None:
            return struck
        declined = asking is not None and asking.kind is RequestKind.REACT  # and may still be taken back
        if self._strikes.is_over(seats, said) and not declined:
            what = f"request {said.request} was answered by an illegal action; the default was played"
            return stale(said, what, self._asked_now(seats, said))
        if turn is not None and isinstance(said, Act) and not isinstance(said.request, int):
            return self._unasked(turn, letter, seats, said)
        return asking or self._nothing(seats, said)

    def _struck(self, seats: tuple[Seat, ...], said: Act | Claim) -> Error | None:
        """What an act gets that has cost a strike already, or whose sender has forfeited his seat."""
        if isinstance(said, Act) and (struck := self._strikes.again(seats, said)) is not None:
            return struck
        if seats and all(map(self._strikes.is_out, seats)):
            what = f"{' and '.join(seats)} has forfeited; the default is played to the end of the match"
            return refused(said, ErrorCode.FORBIDDEN, what)
        return None

    def _unasked(self, turn: Asking, letter: Letter, seats: tuple[Seat, ...], act: Act) -> Asking | Error:
        """A coinche out of turn counts for the bid that its sender had heard last; if there is another, for none."""
        if not self._at_any_time:
            return refused(act, ErrorCode.NOT_YOUR_TURN, "nothing is said out of turn at this table")
        if len(seats) != 1:
            what = "say which request you answer" if seats else f"you play no seat at {self._chairs.table}"
            return refused(act, ErrorCode.FORBIDDEN, what)
        if act.action not in _DOUBLING:
            what = "only coinche and surcoinche come without a request"
            return error(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.request"})
        if not isinstance(act.after, int) or act.after > self._feed.n:
            what = f"after: the last event is {self._feed.n}, not {act.after}"
            return error(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.after"})
        if act.after < (since := self._requests.reactions.since):
            what = f"event {since} has come since {act.after}: what you mean stands no longer"
            return stale(act, what, next((asking.number for asking in self._requests.live if asking.seat in seats), 0))
        since_ms = turn.asked_ms if turn.seat is seats[0] else letter.heard_ms
        return Asking.of(turn.state, seats[0], UNASKED, act.after, since_ms)

    def _nothing(self, seats: tuple[Seat, ...], said: Act | Claim) -> Ok | Error:
        """What the sender gets where no live request of his is answered."""
        if not isinstance(said.request, int):
            return stale(said, "nothing is asked of anybody")
        return self._requests.over.reply(said, seats, self._requests.live)

    def _asked_now(self, seats: tuple[Seat, ...], said: Act | Claim) -> int:
        """The number of a live request to those seats, another than the one that is answered; 0 for none."""
        live = (asking.number for asking in self._requests.live if asking.seat in seats)
        return next((number for number in live if number != said.request), 0)

    def _seats_of(self, session: Session) -> tuple[Seat, ...]:
        return tuple(chair.seat for chair in self._chairs if session in (chair.owner, chair.player))
