"""What becomes of an act: it waits as an answer, or is refused; who declines to coinche is told at once that he does.

Knows what is done about acts that are not legal, and that come twice. Refuses to know what an act answers (`hearing`),
what is legal (`asking`, `claims`), and which answer is taken (`reactions`).
"""

from __future__ import annotations

from coinche.engine.actions import Action, Pass
from coinche.protocol.messages import Act, Claim, Error, RequestKind

from . import costs
from .answered import Answered, stale
from .answers import Answer
from .asking import UNASKED, Asking
from .claims import judge_claim
from .hearing import Hearing
from .inbox import Letter
from .match.entries import Declined
from .requests import Requests
from .seating.seats import Chairs
from .storage.store import Store
from .strikes import Strikes
from .timekeeper import Timekeeper


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
            letter.session.charge(costs.UNASKED)
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
                session.charge(costs.UNASKED)  # to say it again changes nothing, and is not free
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
