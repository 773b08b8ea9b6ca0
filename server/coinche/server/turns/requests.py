"""The requests of a table: what is asked just now, how it goes out and when its clock begins; what has been answered.

Refuses to know whose turn it is, who may speak out of it (`out_of_turn`), and what becomes of acts (`judging`).
"""

from __future__ import annotations

from collections.abc import Iterator

import trio
from msgspec.structs import replace

from coinche.engine.actions import Pass
from coinche.engine.bids import Contract
from coinche.engine.deal import Bidding
from coinche.engine.match import State, may_act
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, rules_hash
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import Act, Capability, Claim, Clock, Role
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, Declined
from coinche.server.match.options import Pace, TableOptions
from coinche.server.seating.feed import Feed
from coinche.server.seating.members import Company
from coinche.server.seating.seats import Chair, Chairs
from coinche.server.sessions.sessions import Session

from .answers import Answers, Reactions
from .clock import Timekeeper
from .inbox import Endless
from .request import AnsweredRequests, Asking
from .strikes import Strikes


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
        session.ask(frame, asking.receipt)

    def _begin_unheard(self, seat: Seat) -> None:
        """Nobody is there to be asked for the seat: its clock begins all the same."""
        for asking in self.live:
            if asking.seat is seat:
                asking.begin(self._timekeeper.now_ms())

    def stood_still(self, ms: int) -> None:
        """There was a pause: nobody's clock has run, and what waits does so for longer."""
        for asking in self.live:
            asking.stood_still(ms)
        self.answers.stood_still(ms / 1000)
        self.reactions.stood_still(ms / 1000)


# --- out of turn ----------------------------------------------------------------------------------
# Who is asked to react to a bid or a coinche, and for how long that holds the others up.
#
# Knows who has declined and who never answers. Refuses to know which answer goes first (`reactions`), and to wait.


class OutOfTurn:
    """The reactions at one table, where a coinche may be said at any time."""

    def __init__(
        self, pace: Pace, chairs: Chairs, feed: Feed, requests: Requests, strikes: Strikes, timekeeper: Timekeeper
    ) -> None:
        self._pace = pace
        self._chairs = chairs
        self._feed = feed
        self._requests = requests
        self._strikes = strikes
        self._timekeeper = timekeeper
        self._declined: set[Seat] = set()
        self._lapsed: dict[Seat, tuple[int, int]] = {}

    def recall(self, entry: ActionTaken | Declined) -> None:
        """What was done before the server was started again: who has declined what stands is not waited for."""
        if isinstance(entry, Declined):
            self._declined.add(entry.seat)
        elif entry.action != str(Pass()):
            self._declined.clear()

    def ask(self, state: State) -> None:
        """Ask those who may speak out of turn, once for each bid or coinche; what they were asked about it stays."""
        contract = _standing(state)
        if contract != self._requests.reactions.contract:
            self._close()
            self._open(state, contract)
        for asking in self._requests.reactions.live.values():
            asking.state, asking.after = state, self._feed.n

    def _open(self, state: State, contract: Contract | None) -> None:
        people, turn = self._chairs.has_people, self._requests.turn
        opened = self._requests.reactions = Reactions(contract=contract, since=self._feed.n, people=people)
        for chair in (self._chairs[seat] for seat in may_act(state) if not self._strikes.is_out(seat)):
            opened.ask(self._requests.made(state, chair.seat), trio.current_time() + self._window(state, chair))
            self._requests.ask(chair)
            if chair.seat in self._declined:
                opened.answered(chair.seat)
        self._declined.clear()
        if opened.awaited and not people and turn is not None:
            opened.wait_for_turn(turn.seat)

    def _window(self, state: State, chair: Chair) -> float:
        """How long the chair is waited for, in seconds; a program that has let its time pass in this deal, for less."""
        credit = self._timekeeper.credit_ms(chair) / 1000
        if self._chairs.has_people:
            return self._pace.reaction + credit
        window = self._timekeeper.clock.move_ms / 1000
        again = self._lapsed.get(chair.seat) == (state.match, state.deal)
        return (min(window, limits.SHORT_REACTION) if again else window) + credit

    def _close(self) -> None:
        """The bid stands no longer. Who did not answer in time is late from now on."""
        for asking in self._requests.reactions.lapsed(trio.current_time()):
            used_ms = self._timekeeper.now_ms() - asking.asked_ms
            self._requests.over.lapsed(asking, used_ms, max(0, self._chairs[asking.seat].bank_ms))
            self._lapsed[asking.seat] = (asking.state.match, asking.state.deal)


def _standing(state: State) -> Contract | None:
    """What a coinche or surcoinche would be said to."""
    return state.phase.auction.contract if isinstance(state.phase, Bidding) else None
