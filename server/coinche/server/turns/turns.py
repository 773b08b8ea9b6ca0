"""The turns of one table: asks the seat on turn and those who may act out of turn, and takes the first good answer.

`next_action` begins a turn, `hear` and `tick` move it on, `take` ends it. `deadline` is when to look at it again: the
time of the seat on turn is up, a bot has taken as long as people would, or nobody has coinched out of turn.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping

from msgspec.structs import replace

from coinche.engine.actions import Legal, Pass
from coinche.engine.bids import Contract
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State, may_act
from coinche.engine.playing import Playing
from coinche.engine.rules import CoincheWhen
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, rules_hash
from coinche.protocol.errors import ErrorCode
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import Act, Capability, Claim, Clock, PositionAction, Role
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, Declined, Entry, MatchBegun, StrikeCounted
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .absence import AbsenceClock
from .acts import Acts, following
from .decision import UNASKED, Decision, LiveRequest, PendingAnswer, Reactions
from .decision_clock import DecisionClock
from .illegal_acts import Strikes


class Abandoned(Exception):
    """Nobody is at the table any more, and nothing plays there."""


class Endless(Exception):
    """The match is longer than any honest one; the message says in what."""


class Turns:
    """The turns of one table."""

    def __init__(self, context: TableContext) -> None:
        self.claimed: Seat | None = None
        """The seat that has claimed what is left of the deal."""
        self._context = context
        self._seats = context.seats
        self._feed = context.feed
        self._server = context.server
        self._rules = rules_hash(context.options.rules)
        self._at_any_time = context.options.rules.auction.coinche_when is CoincheWhen.ANY_TIME
        self._decision = Decision(context.table)
        self._clock = DecisionClock(context)
        self._absence = AbsenceClock(context)
        self._strikes = Strikes(context)
        self._acts = Acts(context, self._decision, self._strikes, self._clock)
        self._quiet_until = -math.inf, -math.inf
        """Time changes nothing until then (ms of the server's clock, s of trio's), unless a seat changes hands."""
        self._taken: LiveRequest | None = None
        """The request of the last action that was taken."""
        self._calm = False
        """True in a turn of which nothing but its answer or its end is to be expected."""
        self._declined: set[Seat] = set()
        """The seats that have declined to coinche the bid that stands."""
        self._laid_aside: list[tuple[Session, Act | Claim]] = []
        """What came in a pause, or while the disk took nothing."""
        self._lapsed: dict[Seat, tuple[int, int]] = {}
        """The match and deal in which each seat has let the time to react pass last."""

    # --- a match -------------------------------------------------------------------------------------

    def begin_match(self, begun: MatchBegun) -> None:
        """Fill everybody's clock, and forget all strikes."""
        for place in self._seats.values():
            place.bank_ms = begun.bank_ms
        self._strikes.begin_match()

    def recall(self, entry: Entry) -> None:
        """Restore what was done before a restart."""
        match entry:
            case MatchBegun():
                self.begin_match(entry)
            case StrikeCounted():
                self._strikes.recall(entry)
            case Declined():
                self._declined.add(entry.seat)
                self._decision.over.declined(entry)
            case ActionTaken():
                self._decision.asked = entry.asked
                if entry.action != str(Pass()):
                    self._declined.clear()
                self._decision.over.acted(entry)
                self._seats[entry.seat].bank_ms = entry.bank_ms
                if entry.claims or entry.request != UNASKED:  # what follows from a claim is asked of nobody
                    self.claimed = entry.seat if entry.claims else None

    @property
    def forfeits(self) -> tuple[Seat, ...]:
        """The seats that have lost their right to play by too many strikes."""
        return tuple(seat for seat in Seat if seat in self._strikes.forfeits)

    @property
    def strikes(self) -> Mapping[Seat, int]:
        """The illegal actions of each seat in this match."""
        return self._strikes.counts

    def stalls(self, place: TableSeat, now: float) -> bool:
        """Return whether the seat's owner is away, or keeps the table waiting for longer than need be."""
        if place.owner is not None and not place.present:
            return now >= place.expected_until
        turn = self._decision.turn
        if turn is None or turn.seat is not place.seat or place.seat in self._decision.answers:
            return False
        return self._clock.is_long(place, turn)

    def has_answered(self, seat: Seat) -> bool:
        """Return whether an answer of that seat waits to be taken."""
        return seat in self._decision.answers

    def unanswered(self, seat: Seat) -> LiveRequest | None:
        """The live request of that seat, its turn before all else; None if it has answered, or nothing is asked."""
        if seat in self._decision.answers or seat in self._strikes.out:
            return None
        return next((request for request in self._decision.live if request.seat is seat), None)

    def given(self, action: PositionAction) -> ActionTaken:
        """The action of a position as one that is taken now; nobody has been asked for it."""
        now_ms = self._server.time.now_ms()
        return ActionTaken(
            at=self._server.time.unix_ms(),
            request=UNASKED,
            after=self._feed.n,
            seat=action.seat,
            action=sys.intern(action.action),
            asked_ms=now_ms,
            heard_ms=now_ms,
            used_ms=0,
            bank_ms=self._seats[action.seat].bank_ms,
            asked=self._decision.asked,
        )

    # --- asking --------------------------------------------------------------------------------------

    def next_action(self, state: State, seat: Seat, now: float) -> ActionTaken | None:
        """Begin the turn of that seat. After a claim nobody is asked: the action is returned at once."""
        if self.claimed is not None:
            if isinstance(state.phase, Playing):
                return self._granted(state, seat, self.claimed)
            self.claimed = None
        now_ms, place = self._server.time.now_ms(), self._seats[seat]
        turn, acting = self._made(state, seat, now_ms), place.acting
        self._decision.turn = turn
        self._absence.begin(place, acting, now)
        self._send_due(place, acting, now)
        if self._at_any_time:
            self._ask_out_of_turn(state, turn, now)
        self._calm = not (self._at_any_time or self._strikes.counts) and acting is not None and acting is place.owner
        if self._calm:
            whole_ms = self._clock.whole_ms(place)
            self._quiet_until = now_ms + whole_ms, now + whole_ms / 1000
        else:
            self._look(turn, place, now_ms, now)
        return None

    def _made(self, state: State, seat: Seat, now_ms: int) -> LiveRequest:
        self._decision.asked += 1
        return LiveRequest.make(state, seat, self._decision.asked, self._feed.n, now_ms)

    def ask(self, place: TableSeat, now: float) -> None:
        """Send whoever acts for the seat now what it is asked."""
        turn, self._calm = self._decision.turn, False
        if turn is not None:
            if turn.seat is place.seat:
                self._absence.update(turn, place, now)
            self._send_due(place, place.acting, now)

    def _send_due(self, place: TableSeat, acting: Session | None, now: float) -> None:
        """Send the seat its turn, or else what it may react to."""
        decision, seat = self._decision, place.seat
        turn = decision.turn
        if acting is None or seat in self._strikes.out:
            decision.reactions.awaited.pop(seat, None)
            for request in decision.live:
                if request.seat is seat and request.receipt.written_ms is None:  # nobody is there to read it
                    request.receipt.written_ms = self._server.time.now_ms()
        elif seat in decision.answers:
            pass  # whoever sat there before has answered, and that is about to be taken
        elif turn is not None and turn.seat is seat:
            self._send(acting, turn, self._clock.left(place, turn))
        elif seat in decision.reactions.live:
            left = decision.reactions.left(seat, now)
            self._send(acting, decision.reactions.live[seat], left)

    def _send(self, session: Session, request: LiveRequest, clock: Clock) -> None:
        alone = Capability.EVENTS not in session.capabilities
        message = request.message(self._context.table, clock, self._rules, with_view=alone)
        if session.role is Role.PROVIDER and (systems := self._context.members.systems.in_force):
            message = replace(message, systems=dict(systems))
        frame = encode(message)
        if len(frame) > HEADER + limits.REQUEST:
            raise Endless(f"a request has {len(frame) - HEADER} bytes, and clients take {limits.REQUEST}")
        if session.peer is not None:
            session.peer.ask(frame, request.receipt)

    # --- out of turn ---------------------------------------------------------------------------------

    def _ask_out_of_turn(self, state: State, turn: LiveRequest, now: float) -> None:
        """Ask those who may speak out of turn, once for each bid or coinche; their requests about it stay live."""
        contract = state.phase.auction.contract if isinstance(state.phase, Bidding) else None
        if contract != self._decision.reactions.contract:
            self._close_reactions(now)
            self._open_reactions(state, contract, turn, now)
        for request in self._decision.reactions.live.values():
            request.state, request.after = state, self._feed.n

    def _open_reactions(self, state: State, contract: Contract | None, turn: LiveRequest, now: float) -> None:
        people = self._seats.has_people
        opened = self._decision.reactions = Reactions(contract=contract, since=self._feed.n, people=people)
        for place in (self._seats[seat] for seat in may_act(state) if seat not in self._strikes.out):
            request = self._made(state, place.seat, self._server.time.now_ms())
            opened.live[place.seat] = request
            opened.awaited[place.seat] = now + self._window(state, place, now)
            self._send_due(place, place.acting, now)
            if place.seat in self._declined:
                opened.awaited.pop(place.seat, None)
        self._declined.clear()
        if opened.awaited and not people:
            opened.awaited[turn.seat] = math.inf

    def _window(self, state: State, place: TableSeat, now: float) -> float:
        """The seconds for which the seat is waited for; fewer for a program that has let them pass in this deal."""
        credit = self._clock.credit_ms(place, now) / 1000
        if self._seats.has_people:
            return self._context.options.pace.reaction + credit
        window = self._clock.clock.move_ms / 1000
        again = self._lapsed.get(place.seat) == (state.match, state.deal)
        return (min(window, limits.SHORT_REACTION) if again else window) + credit

    def _close_reactions(self, now: float) -> None:
        """End the requests about a bid that stands no longer; who did not answer in time is late from now on."""
        reactions = self._decision.reactions
        for seat, request in reactions.live.items():
            if reactions.awaited.get(seat, math.inf) <= now:
                used_ms, bank_ms = self._server.time.now_ms() - request.asked_ms, max(0, self._seats[seat].bank_ms)
                self._decision.over.react(request.number, seat, used_ms, bank_ms, timed_out=True)
                self._lapsed[seat] = (request.state.match, request.state.deal)

    # --- waiting -------------------------------------------------------------------------------------

    def hear(self, session: Session, said: Act | Claim, heard_ms: int, now: float) -> None:
        """Judge an act or a claim, whether anything is asked of anybody or not."""
        if heard_ms >= self._quiet_until[0] or now >= self._quiet_until[1]:
            self.tick(heard_ms, now)
        self._acts.hear(session, said, heard_ms, now)

    def lay_aside(self, session: Session, said: Act | Claim) -> None:
        """Keep an act or a claim until the table goes on; each session may leave so many."""
        waiting = sum(one is session for one, _ in self._laid_aside)
        if session.role is not Role.PROVIDER and waiting >= limits.PENDING:
            session.refuse(said, f"{self._context.table} has too much to do; try again", ErrorCode.RATE)
        else:
            self._laid_aside.append((session, said))

    def hear_laid_aside(self, now: float) -> None:
        """Handle what was laid aside, for the table goes on."""
        waiting, self._laid_aside = self._laid_aside, []
        for session, said in waiting:
            self.hear(session, said, self._server.time.now_ms(), now)

    def tick(self, heard_ms: int, now: float) -> None:
        """Charge an absence up to `now`; answer with the default action if the time was up at `heard_ms`."""
        turn, self._calm = self._decision.turn, False
        if turn is not None:
            self._look(turn, self._seats[turn.seat], heard_ms, now)

    def _look(self, turn: LiveRequest, place: TableSeat, heard_ms: int, now: float) -> None:
        self._absence.update(turn, place, now)
        if self._is_over(turn, place, heard_ms, now):
            self._time_is_up(turn, place, now)

    def _is_over(self, turn: LiveRequest, place: TableSeat, heard_ms: int, now: float) -> bool:
        """Return True if the seat's time was up at `heard_ms`."""
        if turn.seat in self._decision.answers or place.awaited:
            return False
        if turn.seat in self._strikes.out:
            return True
        if heard_ms >= self._clock.end_ms(place, turn) + self._clock.credit_ms(place, now):
            return True
        return not place.present and self._clock.moment(heard_ms, now) >= self._absence.until(place, now)

    def _time_is_up(self, turn: LiveRequest, place: TableSeat, now: float) -> None:
        out = turn.seat in self._strikes.out
        if self._absence.is_pointless and not out:
            raise Abandoned
        now_ms = self._server.time.now_ms()
        used = 0 if out else now_ms - turn.asked_ms
        timed_out = place.acting is not None and not out
        self._acts.wait_with(turn, turn.legal.default, now_ms, used, now, timed_out=timed_out)

    def deadline(self, now: float) -> float:
        """The moment at which to `tick` although nothing has come; infinity while nothing is asked of anybody."""
        if self._calm and not self._decision.answers:
            return self._quiet_until[1]
        turn = self._decision.turn
        self._quiet_until = -math.inf, -math.inf
        if turn is None:
            return math.inf
        until = self._decision.until(now)
        if turn.seat in self._decision.answers:
            return until
        place = self._seats[turn.seat]
        until = min(until, self._absence.until(place, now))
        if place.awaited:
            return until
        end_ms = self._clock.end_ms(place, turn)
        self._quiet_until = end_ms, until
        return min(until, self._clock.moment(end_ms + self._clock.credit_ms(place, now), now))

    def stood_still(self, ms: int) -> None:
        """Move all times `ms` later, so that a pause of that length costs nobody time."""
        self._calm = False
        self._decision.stood_still(ms)
        self._absence.stood_still(ms / 1000)

    # --- taking --------------------------------------------------------------------------------------

    def take(self, now: float) -> ActionTaken | None:
        """Keep the answer that goes first, reply to all who have answered, and return it; None if there is none yet."""
        answer = self._decision.first(now) if self._decision.answers else None
        if answer is None:
            return None
        request, turn = answer.request, self._decision.turn
        if turn is not None and request.seat is turn.seat:
            self._clock.charge(self._seats[request.seat], answer.used_ms)
        taken, self._taken = self._keep(answer), request
        if answer.acts and not answer.timed_out:
            self._server.acted(now)
        self._decision.settle(answer, taken)
        if answer.claims:
            self.claimed = request.seat
        return taken

    def known(self, state: State | None) -> Legal | None:
        """The actions that were legal in that state for the seat whose turn was taken last; None where not known."""
        request, self._taken = self._taken, None
        if request is None or request.reacts or request.state is not state:
            return None
        return request.legal

    def _granted(self, state: State, seat: Seat, claimer: Seat) -> ActionTaken:
        """Keep the action that follows from a claim, as any action is."""
        now_ms = self._server.time.now_ms()
        request = LiveRequest.make(state, seat, UNASKED, self._feed.n, now_ms)
        action = following(state, seat, claimer)
        return self._keep(PendingAnswer(request=request, action=action, heard_ms=now_ms, used_ms=0))

    def _keep(self, answer: PendingAnswer) -> ActionTaken:
        request = answer.request
        taken = ActionTaken(
            at=self._server.time.unix_ms(),
            request=request.number,
            after=request.after,
            seat=request.seat,
            action=sys.intern(str(answer.action)),  # there are few, and each stays until its match is over
            asked_ms=request.asked_ms,
            heard_ms=answer.heard_ms,
            used_ms=answer.used_ms,
            bank_ms=self._seats[request.seat].bank_ms,
            timed_out=answer.timed_out,
            claims=answer.claims,
            reacts=request.reacts,
            asked=self._decision.asked,
        )
        self._server.store.append(self._context.table, taken)
        return taken
