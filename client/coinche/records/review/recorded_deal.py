"""The finished deals of a recorded match, each with its calls and its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coinche.engine import auction as auctions
from coinche.engine.actions import Action, PlayCard
from coinche.engine.auction import Auction
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import dealt, in_order
from coinche.engine.events import DealScored
from coinche.engine.match import DealOver, MatchOver, State
from coinche.engine.playing import Playing
from coinche.engine.record import ActionLine, DealLine, Record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call, and the auction before and after it."""

    before: Auction
    seat: Seat
    action: Action
    after: Auction


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was played, and the match and the play before and after it."""

    state: State
    before: Playing
    seat: Seat
    card: Card
    after: Playing


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDeal:
    """One deal, from the hands of eight to its end; a thrown-in deal has neither cards nor score.

    `held` is the number of points held over from earlier deals.
    """

    number: int
    dealer: Seat
    rules: RuleSet
    held: int
    hands: Mapping[Seat, tuple[Card, ...]]
    calls: tuple[RecordedCall, ...]
    cards: tuple[Laid, ...] = ()
    score: DealScored | None = None

    @property
    def end(self) -> Playing | None:
        """The play at its end."""
        return self.cards[-1].after if self.cards else None


@dataclass(slots=True)
class _Pages:
    """The calls and cards of a deal so far."""

    calls: list[RecordedCall] = field(default_factory=list)
    cards: list[Laid] = field(default_factory=list)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def take(self, before: State, action: ActionLine, after: State) -> None:
        match before.phase:
            case Bidding() as bidding:
                self._hear(bidding, action, before.rules)
            case Playing() as playing:
                assert isinstance(action.action, PlayCard)
                played = after.phase.last if isinstance(after.phase, DealOver | MatchOver) else after.phase
                assert isinstance(played, Playing)
                self.cards.append(Laid(before, playing, action.seat, action.action.card, played))
            case _:
                pass

    def _hear(self, bidding: Bidding, said: ActionLine, rules: RuleSet) -> None:
        heard = auctions.heard(bidding.auction, said.seat, said.action, rules.auction, rules.table.direction)
        self.calls.append(RecordedCall(bidding.auction, said.seat, said.action, heard))
        stages = dealt(bidding.pack, bidding.dealer, rules.table)
        self.hands = {seat: in_order(card for stage in stages for card in stage[seat]) for seat in Seat}


def deals_of(record: Record) -> Iterator[RecordedDeal]:
    """The finished deals, in order. RecordDiffers if the record is not true."""
    before: State | None = None
    pages = _Pages()
    for step in replayed(record):
        if isinstance(step.entry, DealLine):
            pages = _Pages()
        elif isinstance(step.entry, ActionLine) and before is not None:
            pages.take(before, step.entry, step.state)
            if isinstance(step.state.phase, DealOver | MatchOver):
                yield _over(before, pages, step.state.phase)
        before = step.state


def _over(before: State, pages: _Pages, phase: DealOver | MatchOver) -> RecordedDeal:
    return RecordedDeal(
        number=before.deal,
        dealer=before.dealer,
        rules=before.rules,
        held=before.standing.held,
        hands=pages.hands,
        calls=tuple(pages.calls),
        cards=tuple(pages.cards),
        score=phase.score,
    )
