"""A match cut into its deals, so that any place in it is a few events away from the beginning of one.

Knows where one may stand in a deal: after each word of the auction, each card, and the score. Refuses to know who
looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from coinche.engine.cards import Card
from coinche.engine.events import (
    BidMade,
    CardPlayed,
    Coinched,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
)
from coinche.engine.fold_view import fold
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView

from .past_deals import PastDeal, past_deal

_BEGINS_STEP = (PackCut, Passed, BidMade, Coinched, Surcoinched, CardPlayed, DealScored, ThrownIn)
"""One may stand before each of these, and at the end of a deal."""
_BETWEEN_DEALS = (MatchStarted, DealScored, MatchEnded)
"""All of a match that outlasts a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reel:
    """One deal: how the match stood before it, what happened, and where one may stand, in events of this deal."""

    deal: int
    opening: TableView
    events: tuple[Event, ...]
    stops: tuple[int, ...]
    whole: tuple[bool, ...]
    """For each stop, whether it lies between two tricks, or between auction, play and score."""
    past: PastDeal | None
    """What came of it, if it is over."""


def reels_of(events: Sequence[Event], rules: RuleSet) -> tuple[Reel, ...]:
    """The deals among those events, in order."""
    begins = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    opening = TableView(viewer=None)
    for event in events[: begins[0]] if begins else ():
        opening = _between_deals(opening, event, rules)
    reels = []
    for begin, end in zip(begins, (*begins[1:], len(events)), strict=False):
        deal = laid_open(tuple(events[begin:end]), rules)
        reels.append(_reel(deal, opening))
        for event in deal:
            opening = _between_deals(opening, event, rules)
    return tuple(reels)


def _between_deals(view: TableView, event: Event, rules: RuleSet) -> TableView:
    return fold(view, event, rules) if isinstance(event, _BETWEEN_DEALS) else view


def _reel(events: tuple[Event, ...], opening: TableView) -> Reel:
    begin = events[0]
    assert isinstance(begin, DealStarted)
    stops = tuple(_stops(events))
    whole = tuple(_is_whole(events, stop) for stop in stops)
    return Reel(deal=begin.deal, opening=opening, events=events, stops=stops, whole=whole, past=past_deal(events))


def _stops(events: tuple[Event, ...]) -> Iterator[int]:
    yield from (at for at, event in enumerate(events) if isinstance(event, _BEGINS_STEP))
    yield len(events)


def _is_whole(events: tuple[Event, ...], stop: int) -> bool:
    """Between two tricks, before the first, or where the deal begins, is over or is scored."""
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
    """The deal with the hands of those who have played all their cards: everybody has seen them by then.

    Where the cards come in two stages nobody has seen which came first, and it stays as it is.
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
