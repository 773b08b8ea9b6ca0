"""The deals of a recorded match, each with its events and the positions at which a replay can stop.

A match is cut into deals, so that the view at any position is folded from the events of one deal only. The positions of
a deal (`stops`) follow the cut, each call, each card and the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from coinche.engine.cards import Card
from coinche.engine.events import (
    DECISIONS,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    PackCut,
    ThrownIn,
)
from coinche.engine.fold_view import fold
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView

from .match_story import PastDeal, past_deal

_BEGINS_STEP = (PackCut, *DECISIONS, DealScored, ThrownIn)
"""Events with a stop before each; the end of the deal is a stop, too."""
_BETWEEN_DEALS = (MatchStarted, DealScored, MatchEnded)
"""The events whose effect on the view outlasts a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayDeal:
    """One deal: the view before it, its events, and its stops, as numbers of events."""

    deal: int
    opening: TableView
    events: tuple[Event, ...]
    stops: tuple[int, ...]
    whole: tuple[bool, ...]
    """One flag for each stop: True between two tricks, and between auction, play and score."""
    past: PastDeal | None
    """The summary of the deal; None unless it is over."""

    @property
    def start(self) -> int:
        """The first stop at which the players have cards: that after the cut, if there was one."""
        return int(len(self.stops) > 1 and isinstance(self.events[self.stops[0]], PackCut))


def replay_deals_of(events: Sequence[Event], rules: RuleSet) -> tuple[ReplayDeal, ...]:
    """The deals among the events, in order."""
    begins = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    opening = TableView(viewer=None)
    for event in events[: begins[0]] if begins else ():
        opening = _between_deals(opening, event, rules)
    replay_deals = []
    for begin, end in zip(begins, (*begins[1:], len(events)), strict=False):
        deal = laid_open(tuple(events[begin:end]), rules)
        replay_deals.append(_replay_deal(deal, opening))
        for event in deal:
            opening = _between_deals(opening, event, rules)
    return tuple(replay_deals)


def _between_deals(view: TableView, event: Event, rules: RuleSet) -> TableView:
    return fold(view, event, rules) if isinstance(event, _BETWEEN_DEALS) else view


def _replay_deal(events: tuple[Event, ...], opening: TableView) -> ReplayDeal:
    begin = events[0]
    assert isinstance(begin, DealStarted)
    stops = tuple(_stops(events))
    whole = tuple(_is_whole(events, stop) for stop in stops)
    return ReplayDeal(deal=begin.deal, opening=opening, events=events, stops=stops, whole=whole, past=past_deal(events))


def _stops(events: tuple[Event, ...]) -> Iterator[int]:
    yield from (at for at, event in enumerate(events) if isinstance(event, _BEGINS_STEP))
    yield len(events)


def _is_whole(events: tuple[Event, ...], stop: int) -> bool:
    """Test whether a stop is between two tricks, before the first, or where the deal begins, is over or is scored."""
    if stop == len(events):
        return True
    played = sum(isinstance(event, CardPlayed) for event in events[:stop])
    match events[stop]:
        case CardPlayed():
            return played % len(Seat) == 0
        case DealScored() | ThrownIn():
            return True
        case _:
            return not any(isinstance(event, _BEGINS_STEP) for event in events[:stop])


def laid_open(events: tuple[Event, ...], rules: RuleSet) -> tuple[Event, ...]:
    """The events with the hands of those players who have played all their cards, since everybody has seen them by
    then.

    With a two-stage deal nobody has seen which cards came first, so the events stay as they are.
    """
    if rules.table.two_stage_deal:
        return events
    played = {seat: tuple(_played_by(seat, events)) for seat in Seat}
    return tuple(_shown(event, played) for event in events)


def _played_by(seat: Seat, events: tuple[Event, ...]) -> Iterator[Card]:
    return (event.card for event in events if isinstance(event, CardPlayed) and event.seat is seat)


def _shown(event: Event, played: dict[Seat, tuple[Card, ...]]) -> Event:
    if isinstance(event, HandDealt) and event.cards is None and len(played[event.seat]) == HAND_SIZE:
        return replace(event, cards=played[event.seat])
    return event
