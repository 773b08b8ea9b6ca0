"""The table where the person sits or watches: the fold of its events, the open request, and what people agree on.

The history keeps each finished deal as a line, and the events of the match as the client was told them; a long match
loses its first deals. `laid_out` gives the order of the hand on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from coinche.connection.fair_shuffle import ShuffleVerdict
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.events import ContractSettled, DealScored, DealStarted, Event, MatchStarted, ThrownIn
from coinche.engine.fair import Shares
from coinche.engine.rules import RuleSet, TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.hints.reason import Advice
from coinche.protocol.messages import (
    Occupant,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    RematchAsked,
    Request,
    SeatInfo,
    System,
    TableEvent,
    WentOn,
)
from coinche.text.settings import Sort

from .ui import Ui

AboutAccord = RecapStarted | WentOn | PauseAsked | Paused | PauseEnded | RematchAsked
NOBODY = frozenset[Seat]()


@dataclass(frozen=True, slots=True, kw_only=True)
class Accord:
    """Who has said what."""

    recap: bool = False
    """The score lies on the table."""
    read_by: float = 0.0
    """When the table goes on with or without those who have read it, in seconds of the server's clock."""
    rematch_by: float = 0.0
    """Until when another match can be asked for; 0 where none follows."""
    went_on: frozenset[Seat] = NOBODY
    """They have read it, and want no other match; or they have the pause end."""
    paused: bool = False
    """The clocks stand until somebody goes on."""
    pause: frozenset[Seat] = NOBODY
    """They want a pause."""
    rematch: frozenset[Seat] | None = None
    """They want another match; None until somebody has asked for one."""


REMATCH_SECONDS = 30.0
"""How long everybody has to answer the first wish for another match, at least (PROTOCOL.md)."""


def heard(before: Accord, event: AboutAccord, at: float = 0.0) -> Accord:
    """After somebody has said what he wants, or everybody has, `at` that second of the server's clock."""
    match event:
        case RecapStarted(ms, rematch_ms):
            rematch_by = at + rematch_ms / 1000 if rematch_ms else 0.0
            return Accord(recap=True, read_by=at + ms / 1000, rematch_by=rematch_by)
        case WentOn(seat):
            rematch = None if before.rematch is None else before.rematch - {seat}
            return replace(before, went_on=before.went_on | {seat}, rematch=rematch)
        case PauseAsked(seat):
            return replace(before, pause=before.pause | {seat})
        case Paused():
            return replace(before, paused=True, pause=NOBODY, went_on=NOBODY)
        case PauseEnded():
            return replace(before, paused=False, went_on=NOBODY)
        case RematchAsked(seat):
            return _another_match(before, seat, at)
        case _:
            assert_never(event)


def _another_match(before: Accord, seat: Seat, at: float) -> Accord:
    """The first wish asks everybody anew, also who has gone on, and gives them time."""
    if before.rematch is not None:
        return replace(before, went_on=before.went_on - {seat}, rematch=before.rematch | {seat})
    soonest = at + REMATCH_SECONDS
    read_by, rematch_by = max(before.read_by, soonest), max(before.rematch_by, soonest)
    return replace(before, went_on=NOBODY, rematch=frozenset({seat}), read_by=read_by, rematch_by=rematch_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDeal:
    """One of them; a deal that was thrown in has neither contract nor score."""

    deal: int
    settled: ContractSettled | None = None
    score: DealScored | None = None


def past_deal(events: Iterable[Event]) -> PastDeal | None:
    """The deal in those events, if it is over."""
    deal, over = 0, False
    settled: ContractSettled | None = None
    score: DealScored | None = None
    for event in events:
        match event:
            case DealStarted():
                deal = event.deal
            case ContractSettled():
                settled = event
            case DealScored():
                score, over = event, True
            case ThrownIn():
                over = True
    return PastDeal(deal=deal, settled=settled, score=score) if over else None


Story = tuple[Event, ...]

STORY_LENGTH = 5_000
"""Events that are kept at most: a hundred deals or so."""


def continued(story: Story, event: Event, longest: int = STORY_LENGTH) -> Story:
    """The story with one more event; a match that begins begins a new one."""
    if isinstance(event, MatchStarted):
        return (event,)
    return shortened((*story, event))[-longest:] if len(story) >= longest else (*story, event)


def shortened(story: Story) -> Story:
    """Without its first deal: how the match began, the score when that deal was over, and all that follows."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    if len(begins) < 2:
        return story
    began = tuple(event for event in story[: begins[0]] if isinstance(event, MatchStarted))
    scores = tuple(event for event in story[: begins[1]] if isinstance(event, DealScored))
    return (*began, *scores[-1:], *story[begins[1] :])


def last_deal(story: Story) -> Story:
    """The events of the deal that was dealt last."""
    begins = [at for at, event in enumerate(story) if isinstance(event, DealStarted)]
    return story[begins[-1] :] if begins else ()


def without_running_deal(story: Story) -> Story:
    """The deals that are over: where only the last trick may be looked at, the others are nobody's to see yet."""
    deal = last_deal(story)
    is_over = any(isinstance(event, DealScored | ThrownIn) for event in deal)
    return story if is_over else story[: len(story) - len(deal)]


LOG_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who gets a seat with the next deal, and which players agree that it changes hands at once."""

    occupant: Occupant
    name: str
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The table that one sits at or watches: the fold of its events, and what is asked."""

    table: str
    name: str
    seat: Seat | None
    preset: str
    view: TableView
    rules: RuleSet | None = None
    host: Seat | None = None
    one_address: tuple[tuple[Seat, ...], ...] = ()
    """The seats whose players come from one address; only the host knows."""
    hold: bool = False
    """The first match waits for the host."""
    seats: Mapping[Seat, SeatInfo] = field(default_factory=dict)
    n: int = 0
    """The number of the last event."""
    request: Request | None = None
    asked_at: float = 0.0
    answered: bool = False
    """Our act is on its way."""
    sent_at: float | None = None
    """When the clock first saw it on its way."""
    reaction: Request | None = None
    """The offer to coinche out of turn, while the bid stands and nothing was said to it."""
    declined: int | None = None
    """The number of the offer that was declined last."""
    reacted: bool = False
    """Our coinche out of turn is on its way."""
    reserved: Seat | None = None
    """The seat that this person gets with the next deal, and watches until then."""
    newcomers: Mapping[Seat, Newcomer] = field(default_factory=dict)
    """Who gets which seat with the next deal."""
    retold: int = 0
    """The number of the last event that was known before all of them were told anew, as from another seat."""
    votes: frozenset[tuple[Seat, Seat]] = frozenset()
    """Who would have a bot in whose place, since that one has done anything."""
    systems: Mapping[Seat, System] = field(default_factory=dict)
    """What calls promise, of those who have declared it."""
    strict: bool = False
    """A contest: no pause and no chat."""
    shares: Shares | None = None
    """Who shuffles with the server; None: nobody, as far as is known."""
    accord: Accord = field(default_factory=Accord)
    ahead: float | None = None
    """How many seconds the server's clock is ahead of the client's, or more; None: nothing has happened yet."""
    closed: bool = False
    scored: int = 0
    """How many deals of the match were played to their ends."""
    log: tuple[Event | TableEvent, ...] = ()
    story: Story = ()
    """All that has happened in the match, to be looked at again."""
    history: tuple[PastDeal, ...] = ()
    """The deals of the match that are over."""
    checked: Mapping[int, ShuffleVerdict] = field(default_factory=dict)
    """What was found out about deals of the match."""
    eyes: Seat | None = None
    """Through whose eyes it is watched, where that is allowed."""
    turned: Seat | None = None
    """The seat that who watches has turned towards himself."""
    turn_since: float = 0.0
    """When it became the turn of whoever's it is."""
    lying: bool = False
    """The last trick is still to be looked at, whatever has been led since."""
    lying_since: float = 0.0
    advice: Advice | None = None
    """What a sound player would do, once it was asked for."""

    @property
    def names(self) -> Mapping[Seat, str]:
        """What those who sit there are called, as far as that tells one from another: not two bots of a kind."""
        given = Counter(info.name for info in self.seats.values())
        return {seat: info.name for seat, info in self.seats.items() if info.name and given[info.name] == 1}

    @property
    def asked(self) -> Request | None:
        """What is to be answered now; nothing during a pause."""
        return None if self.answered or self.accord.paused else self.request

    @property
    def bottom(self) -> Seat:
        """The seat that is drawn nearest to the person."""
        return self.seat or self.turned or self.eyes or self.reserved or Seat.SOUTH

    @property
    def plays(self) -> bool:
        """Whether this person has a part in it, which a bot takes while the connection is lost."""
        return self.seat is not None and not self.closed

    @property
    def in_play(self) -> bool:
        """Whether this person plays in a match that is going on."""
        return self.plays and self.view.phase not in (Phase.WAITING, Phase.MATCH_OVER)

    @property
    def gathering(self) -> bool:
        """Whether players are still missing."""
        return self.view.phase is Phase.WAITING

    @property
    def has_free_seats(self) -> bool:
        """Whether anybody could sit down."""
        taken = [info for info in self.seats.values() if info.occupant is not Occupant.FREE]
        return len(taken) < len(Seat)

    @property
    def may_look_back(self) -> bool:
        """Whether the rules let one look at the tricks before the last one."""
        return self.rules is not None and self.rules.match.trick_history is TrickHistory.ALL

    @property
    def covers_cards(self) -> bool:
        """Whether the trick that still lies there hides cards of the next one."""
        return self.lying and self.view.trick is not None and bool(self.view.trick.cards)

    @property
    def to_go_on(self) -> bool:
        """Whether the recap, or the pause, waits for this person."""
        waits = self.accord.recap or self.accord.paused
        return waits and self.seat is not None and self.seat not in self.accord.went_on

    @property
    def people(self) -> frozenset[Seat]:
        """Those who have to agree: people who are there."""
        there = (info for info in self.seats.values() if info.connected)
        return frozenset(info.seat for info in there if info.occupant is Occupant.PERSON)


_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_RANKS = tuple(Rank)


def laid_out(table: AtTable, ui: Ui) -> tuple[Card, ...]:
    """The hand, left to right; by plain strength until there are trumps."""
    contract = table.view.contract if table.view.phase is Phase.PLAYING else None
    denomination = contract.denomination if contract else Denomination.NO_TRUMP
    return ordered(table.view.hand, denomination, ui.settings.sort)


def ordered(hand: tuple[Card, ...], denomination: Denomination, sort: Sort) -> tuple[Card, ...]:
    """The cards by suits of alternating colours, strongest first; `sort` says where the trumps go."""
    strength = STRENGTH[denomination]
    suits = _alternating({card.suit for card in hand}, denomination)
    if sort is Sort.TRUMPS_LAST:
        suits.reverse()
    rank_of: Callable[[Card], int] = (
        (lambda card: _RANKS.index(card.rank)) if sort is Sort.BY_RANK else (lambda card: strength[card])
    )
    sign = 1 if sort is Sort.TRUMPS_LAST else -1
    return tuple(sorted(hand, key=lambda card: (suits.index(card.suit), sign * rank_of(card))))


def _alternating(held: set[Suit], denomination: Denomination) -> list[Suit]:
    """Suits in an order in which red and black take turns as far as they can, a trump suit first."""
    left = [suit for suit in Suit if suit in held]
    reds = sum(suit in _RED for suit in left)
    trump = denomination.trumps if len(denomination.trumps) == 1 else frozenset[Suit]()
    laid: list[Suit] = []
    while left:
        wanted = next((s for s in left if s in trump), None)
        if wanted is None and laid:
            wanted = next((s for s in left if (s in _RED) is not (laid[-1] in _RED)), None)
        if wanted is None and 2 * reds > len(left):
            wanted = next((s for s in left if s in _RED), None)
        suit = wanted or left[0]
        left.remove(suit)
        laid.append(suit)
    return laid
