"""The table of the lesson: it sends a learner what a server would, plays by the real rules and explains between moves.

The other three do what the script says, and otherwise what the bot `steady` would."""

from __future__ import annotations

from dataclasses import replace

import trio

from coinche.bots.built_in import Steady
from coinche.client.lesson.pages import next_page
from coinche.client.lesson.script import (
    CALLS,
    CLOCK,
    DEALER,
    HANDS,
    KEEPS,
    LEADS,
    LEARNER,
    NAMES,
    PRESET,
    RULES,
    TABLE,
    question,
    situation_of,
)
from coinche.client.model.messages import FromLesson, LessonSays
from coinche.client.texts.lesson import Teaching
from coinche.client.update import home
from coinche.engine.actions import Action, IllegalAction, Legal, MakeBid, Pass, PlayCard, Reason, parse_action
from coinche.engine.bids import Bid
from coinche.engine.dealing import stacked
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView, view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Act,
    Envelope,
    Error,
    FromClient,
    FromServer,
    GoOn,
    Joined,
    Occupant,
    Ok,
    SeatChanged,
    TableEvent,
)

from .store import ClientStore


def move(game: State, seat: Seat) -> Action:
    """The action of the player at a seat."""
    seen = view(game, seat)
    if seen.phase is Phase.BIDDING:
        return _call(game, seat, seen)
    return _lead(game, seat, seen) or _sound(game, seat, seen)


def _call(game: State, seat: Seat, seen: TableView) -> Action:
    """The player's one bid; a pass if the side has bid another suit already, or the bid would be too low."""
    call = CALLS.get(seat)
    if call is None or any(said.seat is seat for said in seen.auction):
        return Pass()
    stands = seen.contract
    if stands is not None and stands.takers is seat.team and stands.bid.denomination is not call.denomination:
        return Pass()
    lowest = legal(game, seat).bids.get(call.denomination)
    return Pass() if lowest is None or lowest > call.highest else MakeBid(Bid(f"{lowest}{call.denomination}"))


def _lead(game: State, seat: Seat, seen: TableView) -> Action | None:
    if seen.trick is None or seen.trick.cards:
        return None
    actions = legal(game, seat).actions
    return next((play for card in LEADS.get(seat, ()) if (play := PlayCard(card)) in actions), None)


def _sound(game: State, seat: Seat, seen: TableView) -> Action:
    player = Steady()
    player.rules = game.rules
    return player.choose(seen, _kept(legal(game, seat), seat))


def _kept(allowed: Legal, seat: Seat) -> Legal:
    """The legal actions without the cards to keep, unless there are no others."""
    kept = {PlayCard(card) for card in KEEPS.get(seat, ())}
    others = tuple(action for action in allowed.actions if action not in kept)
    return replace(allowed, actions=others) if others else allowed


PACE = 0.9
"""Seconds that the other players take for a move."""
_LONGER = 2
"""Factor on `PACE` before a lead, so that the learner sees the last trick."""


async def learn(store: ClientStore, pace: float | None = None) -> None:
    """Give the lesson until it is over or the learner leaves it."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LessonTable(store, PACE if pace is None else pace).run)
        await store.until(lambda state: state.lesson is None)
        nursery.cancel_scope.cancel()


class LessonTable:
    """One deal, from the first explanation to the last."""

    def __init__(self, store: ClientStore, pace: float) -> None:
        self._store = store
        self._pace = pace
        self._n = 0
        self._asked = 0
        self._told: frozenset[Teaching] = frozenset()
        self._game, self._begun = new_match(RULES, DEALER)

    async def run(self) -> None:
        """Play the whole lesson, then return to the state before it."""
        self._open()
        await self._explain()
        while (seat := to_act(self._game)) is not None:
            if seat is LEARNER:
                await self._ask()
            else:
                await trio.sleep(self._pace * (_LONGER if self._leads() else 1))
                self._take(seat, move(self._game, seat))
                await self._explain()
        self._store.do(home.after_lesson)

    def _open(self) -> None:
        """Seat the players and deal the cards."""
        own = self._store.state.name
        joined = Joined(table=TABLE, name="La Coinche", seat=LEARNER, preset=PRESET, rules=RULES, clock=CLOCK)
        self._hear(joined)
        for seat in Seat:
            kind = Occupant.PERSON if seat is LEARNER else Occupant.BOT
            self._happen(SeatChanged(seat, kind, NAMES.get(seat, own), connected=True))
        self._happen(*self._begun)
        self._game, events = next_deal(self._game, stacked(HANDS, DEALER, RULES.table))
        self._happen(*events)

    async def _explain(self, refused: Reason | None = None) -> None:
        """Give the explanations that are due, and wait for Enter after those that ask for it."""
        while (page := next_page(now := situation_of(self._game, refused), self._told)) is not None:
            self._told |= {page.words}
            self._store.take(LessonSays(page.of(now)))
            if not page.waits:
                return
            while not isinstance(await self._heard(), GoOn):
                pass

    async def _ask(self) -> None:
        """Send the learner one request; after a refused bid send it again, with an empty pad."""
        self._asked += 1
        self._hear(question(self._game, self._asked))
        refused: Reason | None = None
        while True:
            message = await self._heard()
            if isinstance(message, Act) and message.request == self._asked:
                refused = self._judge(message.action)
                await self._explain(refused)
                if refused is None or self._is_bidding():
                    return

    def _judge(self, notation: str) -> Reason | None:
        """Apply the action, or return the rule that forbids it."""
        action = parse_action(notation)
        if action in legal(self._game, LEARNER):
            self._hear(Ok(request=self._asked))
            self._take(LEARNER, action)
            return None
        reason = _broken_rule(self._game, action)
        self._hear(
            Error(
                code=ErrorCode.ILLEGAL_ACTION,
                error_class=ErrorCode.ILLEGAL_ACTION.error_class,
                message=f"{notation} breaks the rule {reason}",
                request=self._asked,
                data={"reason": reason},
            )
        )
        return reason

    def _take(self, seat: Seat, action: Action) -> None:
        self._game, events = apply(self._game, seat, action)
        self._happen(*events)

    def _is_bidding(self) -> bool:
        return situation_of(self._game).view.phase is Phase.BIDDING

    def _leads(self) -> bool:
        """True right after a trick has been taken."""
        return situation_of(self._game).between_tricks

    async def _heard(self) -> FromClient:
        """The learner's next message; this table ignores pauses, chat and claims."""
        return await self._store.to_lesson.receive()

    def _happen(self, *events: Event | TableEvent) -> None:
        for event in events:
            self._n += 1
            seen = event if isinstance(event, TableEvent) else seen_by(event, LEARNER)
            self._hear(Envelope(TABLE, self._n, 0, seen))

    def _hear(self, message: FromServer | Envelope) -> None:
        self._store.take(FromLesson(message, trio.current_time()))


def _broken_rule(game: State, action: Action) -> Reason:
    try:
        apply(game, LEARNER, action)
    except IllegalAction as broken:
        return broken.reason
    raise AssertionError(f"{action} is legal after all")
