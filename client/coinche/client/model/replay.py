"""The replay of a match: its deals, the position in them, and the viewer.

A match is cut into deals, so that the view at any position is folded from the events of one deal only. The positions of
a deal (`stops`) follow the cut, each call, each card and the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coinche.engine.cards import Card
from coinche.engine.dealing import in_order
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
    seen_by,
)
from coinche.engine.fold_view import fold
from coinche.engine.rules import HAND_SIZE, RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.messages import SeatInfo

from .table import LOG_LENGTH, AtTable, PastDeal, past_deal

_BEGINS_STEP = (PackCut, Passed, BidMade, Coinched, Surcoinched, CardPlayed, DealScored, ThrownIn)
"""Events with a stop before each; the end of the deal is a stop, too."""
_BETWEEN_DEALS = (MatchStarted, DealScored, MatchEnded)
"""The events whose effect on the view outlasts a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reel:
    """One deal: the view before it, its events, and its stops, as numbers of events."""

    deal: int
    opening: TableView
    events: tuple[Event, ...]
    stops: tuple[int, ...]
    whole: tuple[bool, ...]
    """For each stop: True between two tricks, and between auction, play and score."""
    past: PastDeal | None
    """The summary of the deal; None unless it is over."""


def reels_of(events: Sequence[Event], rules: RuleSet) -> tuple[Reel, ...]:
    """The deals among the events, in order."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """The match and the position: `at` is the index of the deal, `stop` that of the stop within it."""

    title: str
    preset: str
    rules: RuleSet
    seats: Mapping[Seat, SeatInfo]
    reels: tuple[Reel, ...]
    own: Seat | None = None
    """The person's own seat, if they played."""
    eyes: Seat | None = None
    """The seat from which the replay is seen; None shows all hands, as far as they are known."""
    at: int = 0
    stop: int = 0
    view: TableView
    """The view from that seat at this position."""
    record: tuple[str, ...] = ()
    """The lines of the record, if they can be saved."""
    playing: bool = False
    """True while the replay advances by itself, one step a second."""
    typed: str = ""
    """The digits typed so far of a deal's number."""
    weighs: bool = False
    """True while the person wants the solver's value of each card."""
    advice: Mapping[Card, int] = field(default_factory=dict)
    """The solver's values: the final points of the side on turn for each legal card."""

    @property
    def reel(self) -> Reel:
        """The current deal."""
        return self.reels[self.at]

    @property
    def count(self) -> int:
        """The number of events of this deal up to the position."""
        return self.reel.stops[self.stop]

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of this deal up to the position."""
        return self.reel.events[: self.count]

    @property
    def just_happened(self) -> tuple[Event, ...]:
        """The events of the last step."""
        before = self.reel.stops[self.stop - 1] if self.stop else 0
        return self.reel.events[before : self.count]

    @property
    def is_at_end(self) -> bool:
        """True at the last stop of the last deal."""
        return self.at == len(self.reels) - 1 and self.stop == len(self.reel.stops) - 1

    @property
    def is_over(self) -> bool:
        """True if the record contains the end of the match."""
        return any(isinstance(event, MatchEnded) for event in self.reels[-1].events)

    @property
    def is_weighing(self) -> bool:
        """True when a card is to be played at this position and the person wants the value of each."""
        return self.weighs and self.view.phase is Phase.PLAYING and self.view.turn is not None

    @property
    def hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards in each hand, as far as the recorder knew them."""
        held: dict[Seat, tuple[Card, ...]] = {}
        for event in self.happened:
            match event:
                case HandDealt(seat, cards) if cards is not None:
                    held[seat] = in_order((*held.get(seat, ()), *cards))
                case CardPlayed(seat, card) if seat in held:
                    held[seat] = tuple(other for other in held[seat] if other is not card)
        return held

    @property
    def is_open(self) -> bool:
        """True when all four hands are known."""
        return len(self.hands) == len(Seat)

    @property
    def history(self) -> tuple[PastDeal, ...]:
        """The deals that are over at this position."""
        before = (reel.past for reel in self.reels[: self.at])
        return tuple(deal for deal in (*before, past_deal(self.happened)) if deal is not None)

    @property
    def deals(self) -> tuple[PastDeal, ...]:
        """The deals that may be listed: all of a finished match, else those that are over at this position."""
        return tuple(reel.past for reel in self.reels if reel.past is not None) if self.is_over else self.history

    @property
    def table(self) -> AtTable:
        """The replay as a table, which the views of a table draw. A replay shows all tricks."""
        rules = replace(self.rules, match=replace(self.rules.match, trick_history=TrickHistory.ALL))
        history = self.history
        return AtTable(
            table="",
            name=self.title,
            preset=self.preset,
            rules=rules,
            seats=self.seats,
            seat=self.own if self.eyes in (None, self.own) else None,
            eyes=self.eyes,
            view=self.view,
            log=self.happened[-LOG_LENGTH:],
            history=history,
            scored=sum(deal.score is not None for deal in history),
        )


def recorded(
    events: Sequence[Event],
    *,
    title: str,
    preset: str,
    rules: RuleSet,
    seats: Mapping[Seat, SeatInfo],
    own: Seat | None = None,
    eyes: Seat | None = None,
) -> Tape | None:
    """A replay at its beginning; None if nothing was dealt."""
    reels = reels_of(events, rules)
    if not reels:
        return None
    tape = Tape(
        title=title,
        preset=preset,
        rules=rules,
        seats=seats,
        reels=reels,
        own=own,
        eyes=eyes,
        view=reels[0].opening,
    )
    return _folded(tape, *_from_the_deal(tape, 0, 0))


Move = Callable[[Tape], Tape]


def way(tape: Tape, at: int, stop: int) -> tuple[TableView, tuple[Event, ...]]:
    """The cheapest way to a position: a view, and the events to fold into it."""
    if at == tape.at and stop >= tape.stop:
        return tape.view, tape.reel.events[tape.count : tape.reel.stops[stop]]
    return _from_the_deal(tape, at, stop)


def _from_the_deal(tape: Tape, at: int, stop: int) -> tuple[TableView, tuple[Event, ...]]:
    reel = tape.reels[at]
    return replace(reel.opening, viewer=tape.eyes), reel.events[: reel.stops[stop]]


def _folded(tape: Tape, view: TableView, events: tuple[Event, ...]) -> Tape:
    for event in events:
        view = fold(view, seen_by(event, tape.eyes), tape.rules)
    return replace(tape, view=view)


def wound_to(tape: Tape, at: int, stop: int) -> Tape:
    """Move to a position."""
    return replace(_folded(tape, *way(tape, at, stop)), at=at, stop=stop, typed="", advice={})


def by_card(by: int) -> Move:
    """Move one step forward or back: a card, a call, the score."""
    return lambda tape: _to_stop(tape, by, lambda reel, stop: True)


def by_trick(by: int) -> Move:
    """Move to the end or the beginning of this trick; the auction counts as one."""
    return lambda tape: _to_stop(tape, by, lambda reel, stop: reel.whole[stop])


def _to_stop(tape: Tape, by: int, stands: Callable[[Reel, int], bool]) -> Tape:
    """Move to the next stop in that direction that `stands` accepts, or else to the last one."""
    at, stop = tape.at, tape.stop + by
    while 0 <= at < len(tape.reels):
        reel = tape.reels[at]
        while 0 <= stop < len(reel.stops):
            if stands(reel, stop):
                return wound_to(tape, at, stop)
            stop += by
        at += by
        stop = len(tape.reels[at].stops) - 1 if by < 0 else 0
    return to_end(tape) if by > 0 else to_beginning(tape)


def by_deal(by: int) -> Move:
    """Move to the beginning of the next deal; backwards first to that of this deal, then of the previous one."""

    def move(tape: Tape) -> Tape:
        if by < 0 and tape.stop:
            return wound_to(tape, tape.at, 0)
        at = tape.at + by
        return to_end(tape) if at >= len(tape.reels) else wound_to(tape, max(at, 0), 0)

    return move


def to_beginning(tape: Tape) -> Tape:
    """Move to the first deal, with its cards dealt."""
    return wound_to(tape, 0, 0)


def to_end(tape: Tape) -> Tape:
    """Move to the last event of the match."""
    return wound_to(tape, len(tape.reels) - 1, len(tape.reels[-1].stops) - 1)


def to_deal(tape: Tape, number: int) -> Tape:
    """Move to the beginning of the deal with that number, if there is one."""
    at = next((at for at, reel in enumerate(tape.reels) if reel.deal == number), None)
    return tape if at is None else wound_to(tape, at, 0)


def put_where(tape: Tape, other: Tape) -> Tape:
    """Move to the position and the viewer of `other`, which has deals of the same match."""
    at = next((at for at, reel in enumerate(tape.reels) if reel.deal == other.reel.deal), tape.at)
    there = wound_to(tape, at, min(other.stop, len(tape.reels[at].stops) - 1))
    return seen_with(replace(there, seats=other.seats, own=other.own, playing=other.playing), other.eyes)


def typing(tape: Tape, digit: str) -> Tape:
    """Type a digit of a deal's number, and move to that deal; start anew with the digit if no number fits."""
    numbers = {str(reel.deal) for reel in tape.reels}
    for typed in (tape.typed + digit, digit):
        if any(number.startswith(typed) for number in numbers):
            return replace(to_deal(tape, int(typed)), typed=typed)
    return replace(tape, typed="")


def seen_with(tape: Tape, eyes: Seat | None) -> Tape:
    """Change the viewer; the position stays."""
    other = replace(tape, eyes=eyes)
    return _folded(other, *_from_the_deal(other, tape.at, tape.stop))


def next_eyes(tape: Tape) -> Tape:
    """Change to the next viewer: all hands open, then each seat in turn."""
    order: tuple[Seat | None, ...] = (None, *Seat)
    return seen_with(tape, order[(order.index(tape.eyes) + 1) % len(order)])
