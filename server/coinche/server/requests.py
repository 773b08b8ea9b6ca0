"""The requests of a table: what is asked just now, how it goes out and when its clock begins; what has been answered.

Refuses to know whose turn it is, who may speak out of it (`out_of_turn`), and what becomes of acts (`judging`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import trio
from msgspec.structs import replace

from coinche.engine.match import State
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, rules_hash
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import Act, Capability, Claim, Clock, Role

from . import limits
from .answered import AnsweredRequests
from .answers import Answers
from .asking import Asking
from .endings import Endless
from .match.options import TableOptions
from .reactions import Reactions
from .seating.feed import Feed
from .seating.members import Company
from .seating.seats import Chair
from .sessions.sessions import Session
from .strikes import Strikes
from .timekeeper import Timekeeper


class Requests:
    """What is asked at one table. `turn` is None while nothing is asked of anybody; `over` is what was asked before."""

    def __init__(
        self, options: TableOptions, company: Company, feed: Feed, strikes: Strikes, timekeeper: Timekeeper
    ) -> None:
        self.turn: Asking | None = None
        self.reactions = Reactions()
        self.answers = Answers(company.chairs, options.pace)
        """Those that wait to be taken."""
        self.over = AnsweredRequests(company.table)
        self.asked = 0
        """How many there have been."""
        self._rules = rules_hash(options.rules)
        self._company = company
        self._feed = feed
        self._strikes = strikes
        self._timekeeper = timekeeper

    @property
    def live(self) -> Iterator[Asking]:
        """Those that wait for an answer."""
        if self.turn is not None:
            yield self.turn
            yield from self.reactions.live.values()

    def answered_by(self, session: Session, said: Act | Claim) -> Asking | None:
        """The live request of that client's that is answered."""
        for asking in self.live:
            if asking.number == said.request and session is self._company.chairs[asking.seat].acting:
                return asking
        return None

    def made(self, state: State, seat: Seat) -> Asking:
        """One more, with the next number."""
        self.asked += 1
        return Asking.of(state, seat, self.asked, self._feed.n, self._timekeeper.now_ms())

    def ask(self, chair: Chair) -> None:
        """Send whoever acts for the chair now what it is asked: its turn, or else what it may react to."""
        turn, reactions = self.turn, self.reactions
        if chair.acting is None or self._strikes.is_out(chair.seat):
            reactions.answered(chair.seat)
            self._begin_unheard(chair.seat)
        elif self.answers.of(chair.seat) is not None:
            pass  # whoever sat there before has answered, and that is about to be taken
        elif turn is not None and turn.seat is chair.seat:
            self._send(chair.acting, turn, self._timekeeper.left(chair, turn))
        elif chair.seat in reactions.live:
            self._send(chair.acting, reactions.live[chair.seat], reactions.left(chair.seat, trio.current_time()))

    def _send(self, session: Session, asking: Asking, clock: Clock) -> None:
        alone = Capability.EVENTS not in session.capabilities
        request = asking.message(self._company.table, clock, self._rules, with_view=alone)
        if session.role is Role.PROVIDER and (systems := self._company.systems.in_force):
            request = replace(request, systems=dict(systems))
        frame = encode(request)
        if len(frame) > HEADER + limits.REQUEST:
            raise Endless(f"a request has {len(frame) - HEADER} bytes, and clients take {limits.REQUEST}")
        session.ask(frame, None if asking.begun else partial(self._written, asking))

    def _written(self, asking: Asking) -> None:
        """The request has gone out for the first time: its clock begins."""
        if not asking.begun:
            asking.begun = True
            asking.asked_ms = self._timekeeper.now_ms()

    def _begin_unheard(self, seat: Seat) -> None:
        """Nobody is there to be asked for the seat: its clock begins all the same."""
        for asking in self.live:
            if asking.seat is seat:
                self._written(asking)

    def stood_still(self, ms: int) -> None:
        """There was a pause: nobody's clock has run, and what waits does so for longer."""
        for asking in self.live:
            asking.asked_ms += ms
        self.answers.stood_still(ms / 1000)
        self.reactions.stood_still(ms / 1000)
