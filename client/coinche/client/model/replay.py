"""The replay of a match: its deals, the position in them, and the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coinche.engine.cards import Card
from coinche.engine.dealing import in_order
from coinche.engine.events import CALLS, DECISIONS, CardPlayed, Event, HandDealt, MatchEnded, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.rules import RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.hints.render import ExpertChoice
from coinche.protocol.messages import SeatInfo, System

from .match_story import PastDeal, past_deal
from .replay_deals import ReplayDeal, replay_deals_of
from .table import LOG_LENGTH, AtTable, PastOccupant, occupants_at

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision


Position = tuple[int, int]
"""The index of a deal, and that of a stop within it."""


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
    is_fresh: bool = False
    """True on its first view, until the person has moved."""
    own: Seat | None = None
    """The person's own seat, if they played; others may have had it before or after."""
    person: str = ""
    """The person's name; empty if the seat was theirs all the time."""
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
    choices: Mapping[Position, ExpertChoice] = field(default_factory=dict)
    """Its choices, as far as they have been computed: a position has one verdict, whoever asks for it."""
    costly: tuple[CostlyDecision, ...] | None = None
    """The most costly decisions of the person, or of everybody if the person has not played; None until computed.

    Those that are mistakes come first; the others could not be avoided without seeing the other hands.
    """
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
    def verdict(self) -> ExpertChoice | None:
        """The choice of `expert` at this position, if it has been computed."""
        return self.choices.get((self.at, self.stop))

    @property
    def choice(self) -> ExpertChoice | None:
        """The same, if the person wants to know it."""
        return self.verdict if self.consults else None

    @property
    def mistakes(self) -> int:
        """The number of the most costly decisions that are mistakes."""
        return sum(is_mistake(self, decision) for decision in self.costly or ())

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

    def had_seat(self, deal: int, count: int = 0) -> bool:
        """Test whether the person had their own seat after so many events of that deal."""
        there = occupants_at(self.seats, self.past_occupants, (deal, count))
        return self.own is not None and self.person in ("", there[self.own].name)

    def played_whole(self, deal: int) -> bool:
        """Test whether the person played that deal to its end, as far as the next one tells who had the seat then."""
        following = deal if deal == self.replay_deals[-1].deal else deal + 1
        return self.had_seat(deal) and self.had_seat(following)

    @property
    def own_here(self) -> Seat | None:
        """The person's own seat, if they had it at this position."""
        return self.own if self.had_seat(self.replay_deal.deal, self.count) else None

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
            seat=self.own_here if self.eyes in (None, self.own) else None,
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
    return wound_to(_folded(match_replay, *_from_the_deal(match_replay, 0, 0)), 0, replay_deals[0].start)


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
    return replace(there, at=at, stop=stop, typed="", advice={}, decision=None, is_fresh=False)


def position_of(match_replay: ReplayState, decision: CostlyDecision) -> Position:
    """The position before a decision."""
    at = next(at for at, each in enumerate(match_replay.replay_deals) if each.deal == decision.deal)
    kind: tuple[type[Event], ...] = (CardPlayed,) if isinstance(decision.made, Card) else CALLS
    events = match_replay.replay_deals[at].events
    made = [index for index, event in enumerate(events) if isinstance(event, kind)][decision.place]
    return at, match_replay.replay_deals[at].stops.index(made)


def is_mistake(match_replay: ReplayState, decision: CostlyDecision) -> bool:
    """Test whether `expert` would clearly have decided otherwise from the player's own hand."""
    choice = match_replay.choices.get(position_of(match_replay, decision))
    return choice is not None and choice.is_correction


def seen_with(match_replay: ReplayState, eyes: Seat | None) -> ReplayState:
    """Change the viewer; the position stays."""
    other = replace(match_replay, eyes=eyes)
    return _folded(other, *_from_the_deal(other, match_replay.at, match_replay.stop))


def following_eyes(match_replay: ReplayState) -> Seat | None:
    """The viewer after this one."""
    seats = match_replay.own.round(match_replay.rules.table.direction) if match_replay.own is not None else tuple(Seat)
    order: tuple[Seat | None, ...] = (None, *seats)
    return order[(order.index(match_replay.eyes) + 1) % len(order)]
