"""Who is asked to react to a bid or a coinche, and for how long that holds the others up.

Knows who has declined and who never answers. Refuses to know which answer goes first (`reactions`), and to wait.
"""

from __future__ import annotations

import trio

from coinche.engine.actions import Pass
from coinche.engine.bids import Contract
from coinche.engine.deal import Bidding
from coinche.engine.match import State, may_act
from coinche.engine.seats import Seat

from . import limits
from .match.entries import ActionTaken, Declined
from .match.options import Pace
from .reactions import Reactions
from .requests import Requests
from .seating.feed import Feed
from .seating.seats import Chair, Chairs
from .strikes import Strikes
from .timekeeper import Timekeeper


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
