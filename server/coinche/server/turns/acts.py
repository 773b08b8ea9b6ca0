"""What an act at a table answers: a live request of its sender's, unasked the bid that stands, or nothing.

Knows who may answer what, and what an act gets that answers none. Refuses to know whether an action is legal, and what
is done with it (`judging`).
"""

from __future__ import annotations

from coinche.engine.actions import Action, Coinche, Pass, PlayCard, Surcoinche
from coinche.engine.cards import Card
from coinche.engine.claim import claim
from coinche.engine.match import State, legal
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, Ok, RequestKind
from coinche.server.match.entries import Declined
from coinche.server.rate_limit import UNASKED_COST
from coinche.server.seating.feed import Feed
from coinche.server.seating.seats import Chairs
from coinche.server.sessions.sessions import Session
from coinche.server.storage.store import Store

from .answers import Answer
from .clock import Timekeeper
from .inbox import Letter
from .request import UNASKED, Answered, Asking, refused, stale
from .requests import Requests
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
            return Error.of(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.request"})
        if not isinstance(act.after, int) or act.after > self._feed.n:
            what = f"after: the last event is {self._feed.n}, not {act.after}"
            return Error.of(ErrorCode.BAD_MESSAGE, what, re=act.id, data={"path": "$.after"})
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


# --- judging --------------------------------------------------------------------------------------
# What becomes of an act: it waits as an answer, or is refused; who declines to coinche is told at once that he does.
#
# Knows what is done about acts that are not legal, and that come twice. Refuses to know what an act answers
# (`hearing`),
# what is legal (`asking`, `claims`), and which answer is taken (`reactions`).


class Judging:
    """The judgement of the acts at one table."""

    def __init__(
        self,
        chairs: Chairs,
        requests: Requests,
        hearing: Hearing,
        strikes: Strikes,
        timekeeper: Timekeeper,
        store: Store,
    ) -> None:
        self._chairs = chairs
        self._requests = requests
        self._hearing = hearing
        self._strikes = strikes
        self._timekeeper = timekeeper
        self._store = store

    def hear(self, letter: Letter, said: Act | Claim) -> None:
        """Judge an act or a claim, and answer what does not wait to be taken."""
        heard = self._hearing.answers(letter, said)
        if isinstance(heard, Asking):
            self._judge(heard, letter, said)
        else:
            letter.session.charge(UNASKED_COST)
            letter.session.answer(heard, said.id)

    def _judge(self, asking: Asking, letter: Letter, said: Act | Claim) -> None:
        session, claims = letter.session, isinstance(said, Claim)
        used = self._timekeeper.heard(asking, session, letter.heard_ms)
        action = judge_claim(asking, said) if isinstance(said, Claim) else asking.judge(said)
        waiting = self._requests.answers.of(asking.seat)
        if waiting is not None and waiting.timed_out:
            waiting.add(session, said)
        elif waiting is not None and (waiting.action, waiting.claims) != (action, claims):
            session.send(stale(said, f"{waiting.action} is your answer already"))
        elif isinstance(action, Error):
            self._refuse(asking, letter, said, action, used)
        elif asking.kind is RequestKind.REACT and action == Pass():
            if (before := self._requests.over.reaction_to(asking)) is not None:
                session.charge(UNASKED_COST)  # to say it again changes nothing, and is not free
            session.answer((before or self._decline(asking, used)).ok, said.id)
        else:
            answer = waiting or self.wait_with(asking, action, letter.heard_ms, used)
            answer.claims = claims
            answer.add(session, said)

    def wait_with(
        self, asking: Asking, action: Action, heard_ms: int, used_ms: int, *, timed_out: bool = False
    ) -> Answer:
        """Have the answer wait for those that may go before it; its seat holds them up no longer."""
        self._requests.reactions.answered(asking.seat)
        return self._requests.answers.add(asking, action, heard_ms, used_ms, timed_out=timed_out)

    def _decline(self, asking: Asking, used_ms: int) -> Answered:
        """He does not coinche, as is kept."""
        self._requests.reactions.answered(asking.seat)
        bank_ms = max(0, self._chairs[asking.seat].bank_ms)
        declined = Declined(request=asking.number, seat=asking.seat, used_ms=used_ms, bank_ms=bank_ms)
        self._store.append(self._chairs.table, declined)
        return self._requests.over.declined(declined)

    def _refuse(self, asking: Asking, letter: Letter, said: Act | Claim, refusal: Error, used_ms: int) -> None:
        """Refuse what is not legal; where that is a strike, the default is taken."""
        if not self._strikes.refuse(letter.session, said, asking, refusal):
            return
        if self._strikes.is_out(asking.seat):
            self._requests.reactions.forfeited(asking.seat)
        if asking is self._requests.turn:
            self.wait_with(asking, asking.legal.default, letter.heard_ms, used_ms)
        elif asking.number != UNASKED:
            self._decline(asking, used_ms)


# --- claims ---------------------------------------------------------------------------------------
# A claim at a table: whether it is accepted, and the plays that follow from it.
#
# Knows what a claim and its refusal say, and what is said with a card. Refuses to know what a claim takes
# (`coinche.engine.claim`).


def judge_claim(asking: Asking, said: Claim) -> Action | Error:
    """The first play of the claim if it follows from what the seat sees; a refusal says nothing beyond that."""
    cards = claim(view(asking.state, asking.seat))
    if cards is None:
        what = "that all tricks that are left are yours does not follow from what you see"
        return refused(said, ErrorCode.FORBIDDEN, what)
    return _spoken(asking.state, asking.seat, cards[0])


def following(state: State, seat: Seat, claimer: Seat) -> Action:
    """What the seat on turn plays after a claim: the claimer the next of his cards, the others their default."""
    cards = claim(view(state, claimer)) if seat is claimer else None
    return _spoken(state, seat, cards[0]) if cards is not None else legal(state, seat).default


def _spoken(state: State, seat: Seat, card: Card) -> PlayCard:
    """The card with everything that may be said with it."""
    allowed = legal(state, seat)
    words = allowed.offers.get(card, ())
    default = allowed.default
    return PlayCard(card, words[0] if words else None, default.declarations if isinstance(default, PlayCard) else ())
