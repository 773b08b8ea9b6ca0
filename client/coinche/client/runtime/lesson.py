"""The table of a lesson: it sends a learner what a server would, plays by the real rules and explains between moves.

The other three do what the script says, and otherwise what the bot `steady` would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import trio

from coinche.bot.bot import say_all
from coinche.bots.built_in import Steady
from coinche.client.lesson.first_lesson import FIRST_LESSON
from coinche.client.lesson.script import (
    CLOCK,
    LEARNER,
    PRESET,
    RULES,
    TABLE,
    Page,
    Script,
    ScriptedDeal,
    Situation,
    name_at,
    next_page,
    question,
    situation_of,
)
from coinche.client.lesson.second_lesson import SECOND_LESSON
from coinche.client.model.messages import FromLesson, LessonNumber, LessonPoints, LessonSays
from coinche.client.update import home
from coinche.engine.actions import Action, IllegalAction, Legal, MakeBid, Pass, PlayCard, Reason, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.dealing import stacked
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, new_match, next_deal, next_dealer, to_act
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
from coinche.text.catalog import Words

from .store import ClientStore

SCRIPTS: Mapping[LessonNumber, Script] = {LessonNumber.FIRST: FIRST_LESSON, LessonNumber.SECOND: SECOND_LESSON}


def move(game: State, seat: Seat, deal: ScriptedDeal) -> Action:
    """The action of the player at a seat."""
    seen = view(game, seat)
    if seen.phase is Phase.BIDDING:
        return _call(game, seat, seen, deal)
    return _lead(game, seat, seen, deal) or _sound(game, seat, seen, deal)


def _call(game: State, seat: Seat, seen: TableView, deal: ScriptedDeal) -> Action:
    """The player's one bid; a pass if the side has bid another suit already, or the bid would be too low."""
    call = deal.calls.get(seat)
    if call is None or any(said.seat is seat for said in seen.auction):
        return Pass()
    stands = seen.contract
    if stands is not None and stands.takers is seat.team and stands.bid.denomination is not call.denomination:
        return Pass()
    lowest = legal(game, seat).bids.get(call.denomination)
    if lowest is None or lowest > call.highest:
        return Pass()
    return MakeBid(Bid(f"{max(lowest, call.lowest)}{call.denomination}"))


def _lead(game: State, seat: Seat, seen: TableView, deal: ScriptedDeal) -> Action | None:
    if seen.trick is None or seen.trick.cards:
        return None
    allowed = legal(game, seat)
    return next((say_all(card, allowed) for card in deal.leads.get(seat, ()) if PlayCard(card) in allowed), None)


def _sound(game: State, seat: Seat, seen: TableView, deal: ScriptedDeal) -> Action:
    return _choice(game, seen, _kept(legal(game, seat), deal.keeps.get(seat, ())))


def _choice(game: State, seen: TableView, allowed: Legal) -> Action:
    """The choice of a sound player among these actions."""
    player = Steady()
    player.rules = game.rules
    return player.choose(seen, allowed)


def _kept(allowed: Legal, keeps: tuple[Card, ...]) -> Legal:
    """The legal actions without the cards to keep, unless there are no others."""
    kept = {PlayCard(card) for card in keeps}
    others = tuple(action for action in allowed.actions if action not in kept)
    return replace(allowed, actions=others) if others else allowed


PACE = 0.9
"""Seconds that the other players take for a move."""
_LONGER = 2
"""Factor on `PACE` before a lead, so that the learner sees the last trick."""
_BY_ITSELF = 0.4
"""Factor on `PACE` when the rest of a deal plays itself."""


async def learn(store: ClientStore, pace: float | None = None) -> None:
    """Give the lesson that has begun until it is over or the learner leaves it."""
    if store.state.lesson is None:
        return
    script = SCRIPTS[store.state.lesson.number]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LessonTable(store, script, PACE if pace is None else pace).run)
        await store.until(lambda state: state.lesson is None)
        nursery.cancel_scope.cancel()


class LessonTable:
    """The deals of one lesson, from the first explanation to the last."""

    def __init__(self, store: ClientStore, script: Script, pace: float) -> None:
        self._store = store
        self._script = script
        self._pace = pace
        self._n = 0
        self._asked = 0
        self._deal = script.deals[0]
        self._told: frozenset[Words] = frozenset()
        """The pages that were said in this deal."""
        self._game, self._begun = new_match(RULES, script.dealer)

    async def run(self) -> None:
        """Play the whole lesson, then return to the state before it."""
        self._open()
        for deal in self._script.deals:
            await self._play(deal)
        self._store.do(home.after_lesson)

    def _open(self) -> None:
        """Seat the players."""
        own = self._store.state.name
        joined = Joined(table=TABLE, name="La Coinche", seat=LEARNER, preset=PRESET, rules=RULES, clock=CLOCK)
        self._hear(joined)
        for seat in Seat:
            kind = Occupant.PERSON if seat is LEARNER else Occupant.BOT
            self._happen(SeatChanged(seat, kind, name_at(seat, own), connected=True))
        self._happen(*self._begun)

    async def _play(self, deal: ScriptedDeal) -> None:
        """Deal the cards, and play them with explanations."""
        self._deal, self._told = deal, frozenset()
        self._game, events = next_deal(self._game, stacked(deal.hands, next_dealer(self._game), RULES.table))
        self._happen(*events)
        await self._explain()
        while (seat := to_act(self._game)) is not None:
            if seat is LEARNER and not self._plays_itself():
                await self._ask()
            else:
                await trio.sleep(self._pace_of_moves())
                self._take(seat, move(self._game, seat, deal))
                await self._explain()

    def _plays_itself(self) -> bool:
        return len(view(self._game, LEARNER).tricks) >= self._deal.own_tricks

    def _pace_of_moves(self) -> float:
        return self._pace * (_LONGER if self._leads() else 1) * (_BY_ITSELF if self._plays_itself() else 1)

    async def _explain(self, refused: Reason | None = None, tried: Action | None = None) -> None:
        """Give the explanations that are due, and wait for Enter after those that ask for it."""
        while (page := self._next_page(now := situation_of(self._game, refused, tried))) is not None:
            self._told |= {page.words}
            self._store.take(LessonSays(page.of(now)))
            if not page.waits:
                return
            while not isinstance(await self._heard(), GoOn):
                pass

    def _next_page(self, now: Situation) -> Page | None:
        """The page to say next. Once the cards play themselves, only those that wait for Enter apply."""
        pages = self._deal.pages
        if self._plays_itself():
            pages = tuple(page for page in pages if page.waits)
        return next_page(pages, now, self._told)

    async def _ask(self) -> None:
        """Send the learner one request; after a refused bid or a wrong answer send it again, with an empty pad."""
        self._asked += 1
        self._hear(question(self._game, self._asked))
        self._point()
        while True:
            message = await self._heard()
            if not isinstance(message, Act) or message.request != self._asked:
                continue
            action = parse_action(message.action)
            if action in legal(self._game, LEARNER) and not self._deal.accepts(situation_of(self._game), action):
                await self._explain(tried=action)
                return
            refused = self._judge(action)
            await self._explain(refused)
            if refused is None or self._is_bidding():
                return

    def _point(self) -> None:
        """Point at an answer that the lesson accepts: a card under the learner's cursor, or the only right call."""
        now = situation_of(self._game)
        allowed = now.legal
        if allowed is None:
            return
        if now.view.phase is not Phase.PLAYING:
            calls = tuple(call for call in allowed if self._deal.accepts(now, call))
            self._store.take(LessonPoints(calls[0] if len(calls) == 1 else None))
            return
        cards = (action for action in allowed.actions if isinstance(action, PlayCard))
        right = tuple(play for play in cards if self._deal.accepts(now, say_all(play.card, allowed)))
        advised = _choice(self._game, now.view, replace(allowed, actions=right))
        if isinstance(advised, PlayCard):
            accepts = frozenset(play.card for play in right)
            self._store.take(LessonPoints(advised, accepts))

    def _judge(self, action: Action) -> Reason | None:
        """Apply the action, or return the rule that forbids it."""
        if action in legal(self._game, LEARNER):
            self._hear(Ok(request=self._asked))
            self._take(LEARNER, action)
            return None
        reason = _broken_rule(self._game, action)
        self._hear(
            Error(
                code=ErrorCode.ILLEGAL_ACTION,
                error_class=ErrorCode.ILLEGAL_ACTION.error_class,
                message=f"{action} breaks the rule {reason}",
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
