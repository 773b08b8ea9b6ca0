"""Computations about the match being replayed: card values, the choices of `expert`, the most costly decisions.

Each runs in a thread, for as long as the state wants it, and loads the solver or the bots when it is first wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeGuard

import trio

from coinche.client.model.messages import Consulted, Reviewed, Weighed
from coinche.client.model.replay import Position, ReplayState, position_of
from coinche.client.model.replay_moves import to_decision
from coinche.client.model.state import ClientState
from coinche.client.update.replay_analysis import consulting, searching, weighing
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.hints.render import ExpertChoice

from .store import ClientStore

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

Wanted = Callable[[ClientState], ReplayState | None]
"""The replay for which something is wanted; None if it is not."""


async def weigh(store: ClientStore) -> None:
    """Compute the card values at each position of the replay while they are wanted.

    They take an instant, so they do not wait in `ClientStore.compute` for the choice of `expert`.
    """
    while (match_replay := weighing(store.state)) is not None:
        here = _at(match_replay, weighing)
        if match_replay.is_weighing:
            work = partial(_solved, match_replay.view, match_replay.hands, match_replay.rules)
            cards = await trio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=store.threads)
            if here(store.state):
                store.take(Weighed(match_replay.at, match_replay.stop, cards))
        await store.until(_not(here))


def _at(match_replay: ReplayState, of: Wanted) -> Callable[[ClientState], bool]:
    """A condition: something is wanted for this match at this position."""

    def holds(state: ClientState) -> bool:
        now = of(state)
        return _is_same_match(now, match_replay) and (now.at, now.stop) == (match_replay.at, match_replay.stop)

    return holds


def _is_same_match(now: ReplayState | None, then: ReplayState) -> TypeGuard[ReplayState]:
    return now is not None and now.record is then.record


def _not(condition: Callable[[ClientState], bool]) -> Callable[[ClientState], bool]:
    return lambda state: not condition(state)


def _solved(view: TableView, hands: Mapping[Seat, tuple[Card, ...]], rules: RuleSet) -> Mapping[Card, int]:
    """The final points of the side on turn, by card."""
    from coinche.hints.open_hands import open_values

    return open_values(view, hands, rules)


async def consult(store: ClientStore) -> None:
    """Find the choice of `expert` at each decision of the replay while it is wanted."""
    while (match_replay := consulting(store.state)) is not None:
        here = _at(match_replay, consulting)
        if match_replay.is_consulting and match_replay.verdict is None:
            choice = await store.compute(partial(_chosen, match_replay), here)
            if choice is not None:
                store.take(Consulted(match_replay.at, match_replay.stop, choice))
        await store.until(_not(here))


def _chosen(match_replay: ReplayState) -> ExpertChoice | None:
    """Its choice at the position; None if the record has no such decision."""
    from coinche.engine.record_lines import read_record
    from coinche.hints.service import judged, past_decision

    record = read_record(match_replay.record)
    decision = past_decision(record, match_replay.replay_deal.deal, match_replay.decisions_made)
    trio.from_thread.check_cancelled()
    return None if decision is None else judged(decision, match_replay.systems)


async def review_match(store: ClientStore) -> None:
    """Find the most costly decisions of the match being replayed, deal by deal; if another is opened, of that one."""
    while (match_replay := searching(store.state)) is not None:
        await _review(store, match_replay)


async def _review(store: ClientStore, match_replay: ReplayState) -> None:
    from coinche.engine.record_lines import read_record
    from coinche.records.review.recorded_deal import deals_of
    from coinche.records.review.review import costliest, reviewed

    def goes_on(state: ClientState) -> bool:
        return _is_same_match(searching(state), match_replay)

    deals = await store.compute(lambda: tuple(deals_of(read_record(match_replay.record))), goes_on)
    reviews = []
    for deal in deals or ():
        review = await store.compute(partial(reviewed, deal), goes_on)
        if review is None:
            return
        reviews.append(review)
        store.take(Reviewed(len(reviews)))
    if deals is None:
        return
    own = match_replay.own
    whole = (review for review in reviews if own is None or match_replay.played_whole(review.deal.number))
    costly = costliest(whole, own)
    choices = await store.compute(partial(_judged, match_replay, costly), goes_on)
    if choices is not None:
        store.take(Reviewed(len(reviews), costly, choices))


def _judged(match_replay: ReplayState, costly: tuple[CostlyDecision, ...]) -> Mapping[Position, ExpertChoice]:
    """The choices of `expert` at these decisions, each from the player's own hand."""
    there = replace(match_replay, costly=costly)
    choices = {
        position_of(there, decision): _chosen(to_decision(there, number)) for number, decision in enumerate(costly)
    }
    return {position: choice for position, choice in choices.items() if choice is not None}
