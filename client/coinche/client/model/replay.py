"""The replay of a match: the position in its deals, the viewer, and the moves from one position to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coinche.engine.cards import Card
from coinche.engine.dealing import in_order
from coinche.engine.events import CALLS, DECISIONS, CardPlayed, Event, HandDealt, MatchEnded, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.rules import HAND_SIZE, RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.hints.render import ExpertChoice
from coinche.protocol.messages import SeatInfo, System

from .replay_deals import ReplayDeal, replay_deals_of
from .table import LOG_LENGTH, AtTable, PastDeal, PastOccupant, occupants_at, past_deal

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayState:
    """The match and the position: `at` is the index of the deal, `stop` that of the stop within it."""

    title: str
    preset: str
    rules: RuleSet
    seats: Mapping[Seat, SeatInfo]
    replay_deals: tuple[ReplayDeal, ...]
    past_occupants: tuple[PastOccupant, ...] = ()
    """The players who left their seats during the match, as far as the table has told."""
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
    systems: Mapping[Seat, System] = field(default_factory=dict)
    """The bidding systems that the players have declared, if the replay is that of a table."""
    consults: bool = False
    """True while the person wants to know what `expert` would have done."""
    choice: ExpertChoice | None = None
    """Its choice at this position, once it has been computed."""
    costly: tuple[CostlyDecision, ...] | None = None
    """The most costly decisions of the person, or of everybody if the person has not played; None until computed.

    The first `mistakes` of them are mistakes; the others could not be avoided without seeing the other hands.
    """
    mistakes: int = 0
    agreed: frozenset[CostlyDecision] = frozenset()
    """Those of them that `expert` would have made, too."""
    reviewed_deals: int | None = None
    """The number of deals that have been searched for them; None if nobody has asked."""
    decision: int | None = None
    """The number of the decision at which the replay stands."""

    @property
    def replay_deal(self) -> ReplayDeal:
        """The current deal."""
        return self.replay_deals[self.at]

    @property
    def count(self) -> int:
        """The number of events of this deal up to the position."""
        return self.replay_deal.stops[self.stop]

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of this deal up to the position."""
        return self.replay_deal.events[: self.count]

    @property
    def just_happened(self) -> tuple[Event, ...]:
        """The events of the last step."""
        before = self.replay_deal.stops[self.stop - 1] if self.stop else 0
        return self.replay_deal.events[before : self.count]

    @property
    def is_at_end(self) -> bool:
        """True at the last stop of the last deal."""
        return self.at == len(self.replay_deals) - 1 and self.stop == len(self.replay_deal.stops) - 1

    @property
    def is_over(self) -> bool:
        """True if the record contains the end of the match."""
        return any(isinstance(event, MatchEnded) for event in self.replay_deals[-1].events)

    @property
    def is_weighing(self) -> bool:
        """True when a card is to be played at this position and the person wants the value of each."""
        return self.weighs and self.view.phase is Phase.PLAYING and self.view.turn is not None

    @property
    def decision_seat(self) -> Seat | None:
        """The player who makes a call or plays a card next; None where nobody decides."""
        events, at = self.replay_deal.events, self.count
        following = events[at] if at < len(events) else None
        return following.seat if isinstance(following, DECISIONS) else None

    @property
    def decisions_made(self) -> int:
        """The number of calls and cards of this deal up to the position."""
        return sum(isinstance(event, DECISIONS) for event in self.happened)

    @property
    def is_consulting(self) -> bool:
        """True when somebody decides at this position and the person wants the choice of `expert`."""
        return self.consults and self.decision_seat is not None

    @property
    def is_searching(self) -> bool:
        """True while the most costly decisions are being looked for."""
        return self.reviewed_deals is not None and self.costly is None

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
        before = (replay_deal.past for replay_deal in self.replay_deals[: self.at])
        return tuple(deal for deal in (*before, past_deal(self.happened)) if deal is not None)

    @property
    def deals(self) -> tuple[PastDeal, ...]:
        """The deals that may be listed: all of a finished match, else those that are over at this position."""
        return (
            tuple(replay_deal.past for replay_deal in self.replay_deals if replay_deal.past is not None)
            if self.is_over
            else self.history
        )

    @property
    def occupants(self) -> Mapping[Seat, SeatInfo]:
        """The players who had the seats at this position."""
        return occupants_at(self.seats, self.past_occupants, (self.replay_deal.deal, self.count))

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
            seats=self.occupants,
            seat=self.own if self.eyes in (None, self.own) else None,
            eyes=self.eyes,
            view=self.view,
            log=self.happened[-LOG_LENGTH:],
            story=self.happened,
            past_occupants=self.past_occupants,
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
) -> ReplayState | None:
    """A replay at its beginning; None if nothing was dealt."""
    replay_deals = replay_deals_of(events, rules)
    if not replay_deals:
        return None
    match_replay = ReplayState(
        title=title,
        preset=preset,
        rules=rules,
        seats=seats,
        replay_deals=replay_deals,
        own=own,
        eyes=eyes,
        view=replay_deals[0].opening,
    )
    return to_beginning(_folded(match_replay, *_from_the_deal(match_replay, 0, 0)))


Move = Callable[[ReplayState], ReplayState]


def way(match_replay: ReplayState, at: int, stop: int) -> tuple[TableView, tuple[Event, ...]]:
    """The cheapest way to a position: a view, and the events to fold into it."""
    if at == match_replay.at and stop >= match_replay.stop:
        return match_replay.view, match_replay.replay_deal.events[
            match_replay.count : match_replay.replay_deal.stops[stop]
        ]
    return _from_the_deal(match_replay, at, stop)


def _from_the_deal(match_replay: ReplayState, at: int, stop: int) -> tuple[TableView, tuple[Event, ...]]:
    replay_deal = match_replay.replay_deals[at]
    return replace(replay_deal.opening, viewer=match_replay.eyes), replay_deal.events[: replay_deal.stops[stop]]


def _folded(match_replay: ReplayState, view: TableView, events: tuple[Event, ...]) -> ReplayState:
    for event in events:
        view = fold(view, seen_by(event, match_replay.eyes), match_replay.rules)
    return replace(match_replay, view=view)


def wound_to(match_replay: ReplayState, at: int, stop: int) -> ReplayState:
    """Move to a position."""
    there = _folded(match_replay, *way(match_replay, at, stop))
    return replace(there, at=at, stop=stop, typed="", advice={}, choice=None, decision=None)


def by_card(by: int) -> Move:
    """Move one step forward or back: a card, a call, the score."""
    return lambda match_replay: _to_stop(match_replay, by, lambda replay_deal, stop: True)


def by_decision(by: int) -> Move:
    """Move to the next or the previous decision of the person; without a seat of their own, of the viewpoint."""

    def move(match_replay: ReplayState) -> ReplayState:
        seat = match_replay.own if match_replay.own is not None else match_replay.eyes
        return _to_stop(match_replay, by, lambda replay_deal, stop: _decides(replay_deal, stop, seat))

    return move


def _decides(replay_deal: ReplayDeal, stop: int, seat: Seat | None) -> bool:
    """Test whether that player, or any if it is None, makes a call or plays a card next that is not the last one."""
    events, at = replay_deal.events, replay_deal.stops[stop]
    if at == len(events) or not isinstance(made := events[at], DECISIONS):
        return False
    played = sum(isinstance(event, CardPlayed) for event in events[:at])
    return seat in (None, made.seat) and played < len(Seat) * (HAND_SIZE - 1)


def by_trick(by: int) -> Move:
    """Move to the end or the beginning of this trick; the auction counts as one."""
    return lambda match_replay: _to_stop(match_replay, by, lambda replay_deal, stop: replay_deal.whole[stop])


def _to_stop(match_replay: ReplayState, by: int, stands: Callable[[ReplayDeal, int], bool]) -> ReplayState:
    """Move to the next stop in that direction that `stands` accepts, or else to the last one."""
    at, stop = match_replay.at, match_replay.stop + by
    while 0 <= at < len(match_replay.replay_deals):
        replay_deal = match_replay.replay_deals[at]
        while 0 <= stop < len(replay_deal.stops):
            if stands(replay_deal, stop):
                return wound_to(match_replay, at, stop)
            stop += by
        at += by
        stop = len(match_replay.replay_deals[at].stops) - 1 if by < 0 else 0
    return to_end(match_replay) if by > 0 else to_beginning(match_replay)


def by_deal(by: int) -> Move:
    """Move to the beginning of the next deal; backwards first to that of this deal, then of the previous one."""

    def move(match_replay: ReplayState) -> ReplayState:
        if by < 0 and match_replay.stop > match_replay.replay_deal.start:
            return _to_start(match_replay, match_replay.at)
        at = match_replay.at + by
        return to_end(match_replay) if at >= len(match_replay.replay_deals) else _to_start(match_replay, max(at, 0))

    return move


def to_beginning(match_replay: ReplayState) -> ReplayState:
    """Move to the first deal, with its cards dealt."""
    return _to_start(match_replay, 0)


def _to_start(match_replay: ReplayState, at: int) -> ReplayState:
    return wound_to(match_replay, at, match_replay.replay_deals[at].start)


def to_end(match_replay: ReplayState) -> ReplayState:
    """Move to the last event of the match."""
    return wound_to(match_replay, len(match_replay.replay_deals) - 1, len(match_replay.replay_deals[-1].stops) - 1)


def to_deal(match_replay: ReplayState, number: int) -> ReplayState:
    """Move to the beginning of the deal with that number, if there is one."""
    at = next((at for at, replay_deal in enumerate(match_replay.replay_deals) if replay_deal.deal == number), None)
    return match_replay if at is None else _to_start(match_replay, at)


def to_decision(match_replay: ReplayState, number: int) -> ReplayState:
    """Move to the position before one of the most costly decisions, seen with the eyes of its player."""
    assert match_replay.costly is not None
    decision = match_replay.costly[number]
    at = next(at for at, each in enumerate(match_replay.replay_deals) if each.deal == decision.deal)
    kind: tuple[type[Event], ...] = (CardPlayed,) if isinstance(decision.made, Card) else CALLS
    events = match_replay.replay_deals[at].events
    made = [index for index, event in enumerate(events) if isinstance(event, kind)][decision.place]
    stop = match_replay.replay_deals[at].stops.index(made)
    return replace(seen_with(wound_to(match_replay, at, stop), decision.seat), decision=number)


def put_where(match_replay: ReplayState, other: ReplayState) -> ReplayState:
    """Move to the position and the viewer of `other`, which has deals of the same match."""
    at = next(
        (at for at, replay_deal in enumerate(match_replay.replay_deals) if replay_deal.deal == other.replay_deal.deal),
        match_replay.at,
    )
    there = wound_to(match_replay, at, min(other.stop, len(match_replay.replay_deals[at].stops) - 1))
    return seen_with(
        replace(
            there,
            seats=other.seats,
            past_occupants=other.past_occupants,
            systems=other.systems,
            own=other.own,
            playing=other.playing,
        ),
        other.eyes,
    )


def typing(match_replay: ReplayState, digit: str) -> ReplayState:
    """Type a digit of a deal's number, and move to that deal; start anew with the digit if no number fits."""
    numbers = {str(replay_deal.deal) for replay_deal in match_replay.replay_deals}
    for typed in (match_replay.typed + digit, digit):
        if any(number.startswith(typed) for number in numbers):
            return replace(to_deal(match_replay, int(typed)), typed=typed)
    return replace(match_replay, typed="")


def seen_with(match_replay: ReplayState, eyes: Seat | None) -> ReplayState:
    """Change the viewer; the position stays."""
    other = replace(match_replay, eyes=eyes)
    return _folded(other, *_from_the_deal(other, match_replay.at, match_replay.stop))


def next_eyes(match_replay: ReplayState) -> ReplayState:
    """Change to the next viewer: all hands open, then each seat in turn, the person's own first."""
    return seen_with(match_replay, following_eyes(match_replay))


def following_eyes(match_replay: ReplayState) -> Seat | None:
    """The viewer after this one."""
    seats = match_replay.own.round(match_replay.rules.table.direction) if match_replay.own is not None else tuple(Seat)
    order: tuple[Seat | None, ...] = (None, *seats)
    return order[(order.index(match_replay.eyes) + 1) % len(order)]
