"""The play of the cards, from the first lead to the last trick, with the words and declarations that go with cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import belote
from .actions import BARE, Legal, PlayCard, Reason, default_play
from .auction import Call
from .belote import Said
from .bids import Contract
from .card_values import points_of
from .cards import Card
from .declarations import Announced, Declaration, Resolution, offered, overlap, resolve
from .events import (
    BeloteSaid,
    CardPlayed,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HeightSaid,
    TrickWon,
)
from .legal_cards import broken_rule, playable
from .rules import HAND_SIZE, TRICKS, RuleSet
from .seats import ZERO, Points, Seat
from .tally import Tally
from .trick import Trick, laid

Hands = Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The contract is settled and cards are played, to the last of them.

    `hands` are what each still holds; `won` counts tricks, `points` are those of their cards; `announced` is in the
    order of play; the `resolution` comes with the first card of the second trick.
    """

    dealer: Seat
    hands: Hands
    calls: tuple[Call, ...]
    contract: Contract
    tricks: tuple[Trick, ...]
    trick: Trick
    turn: Seat | None
    won: Points = ZERO
    points: Points = ZERO
    said: tuple[Said, ...] = ()
    announced: tuple[Announced, ...] = ()
    resolution: Resolution | None = None

    @property
    def over(self) -> bool:
        """All eight tricks are taken."""
        return len(self.tricks) == TRICKS


def legal_plays(deal: Playing, seat: Seat, rules: RuleSet) -> Legal:
    """The cards that the seat on turn may play, and what may be said with them."""
    hand = deal.hands[seat]
    cards = may_play(deal, seat, rules)
    of_belote = belote.CARDS[deal.contract.denomination]
    offers = {card: words for card in cards if card in of_belote and (words := _belote_words(deal, seat, card, rules))}
    declaring = rules.declarations.declarations and len(hand) == HAND_SIZE
    declarations = _declarable(deal, seat, rules) if declaring else ()
    return Legal(
        actions=tuple([BARE[card] for card in cards]),
        offers=offers,
        declarations=declarations,
        default=default_play(cards, offers, declarations, deal.contract.denomination),
    )


def _declarable(deal: Playing, seat: Seat, rules: RuleSet) -> tuple[Declaration, ...]:
    return offered(
        frozenset(deal.hands[seat]),
        seat.team,
        deal.announced,
        deal.contract.denomination,
        rules.declarations.declaration_choice,
    )


def may_play(deal: Playing, seat: Seat, rules: RuleSet) -> tuple[Card, ...]:
    """The cards that the seat on turn may play, whatever is said with them."""
    return playable(deal.hands[seat], deal.trick.cards, deal.contract.denomination, rules.play)


def _belote_words(deal: Playing, seat: Seat, card: Card, rules: RuleSet) -> tuple[belote.BeloteWord, ...]:
    return belote.words(card, _holder(deal, seat), deal.contract, rules.declarations)


def _unasked(deal: Playing, seat: Seat, card: Card, rules: RuleSet) -> belote.BeloteWord | None:
    if card not in belote.CARDS[deal.contract.denomination]:
        return None
    return belote.by_itself(card, _holder(deal, seat), deal.contract, rules.declarations)


def _holder(deal: Playing, seat: Seat) -> belote.BeloteHolding:
    return belote.BeloteHolding(seat, deal.hands[seat], deal.said)


def played(deal: Playing, seat: Seat, play: PlayCard, rules: RuleSet) -> tuple[Playing, tuple[Event, ...]]:
    """The play after a legal card, and what happened."""
    card = play.card
    events: list[Event] = [CardPlayed(seat, card)]
    said, announced, resolution = deal.said, deal.announced, deal.resolution
    if (word := play.belote or _unasked(deal, seat, card, rules)) is not None:
        said = (*said, Said(seat, word, card.suit))
        events.append(BeloteSaid(seat, word, card.suit))
    if play.declarations:
        announced = (*announced, *(Announced(seat, d) for d in play.declarations))
        events.append(DeclarationsAnnounced(seat, tuple(d.kind for d in play.declarations)))
    if resolution is None and len(deal.tricks) == 1:
        resolution = resolve(announced, _hands_dealt(deal, rules), deal.contract.denomination, rules.declarations)
        events += _resolution_events(resolution, announced)
    direction = rules.table.direction
    trick = laid(deal.trick, seat, card, deal.contract.denomination, direction)
    turn: Seat | None = seat.next(direction)
    tricks, won, points = deal.tricks, deal.won, deal.points
    if len(trick.cards) == len(Seat):
        taken = _taken(trick, deal.contract, rules)
        events.append(taken)
        tricks, winners = (*tricks, trick), taken.seat.team
        won, points = won + Points.of(winners, 1), points + Points.of(winners, taken.points)
        trick, turn = Trick(taken.seat, (), None), taken.seat if len(tricks) < TRICKS else None
    after = Playing(
        dealer=deal.dealer,
        hands={**deal.hands, seat: tuple([held for held in deal.hands[seat] if held is not card])},
        calls=deal.calls,
        contract=deal.contract,
        tricks=tricks,
        trick=trick,
        turn=turn,
        won=won,
        points=points,
        said=said,
        announced=announced,
        resolution=resolution,
    )
    return after, tuple(events)


def _hands_dealt(deal: Playing, rules: RuleSet) -> dict[Seat, frozenset[Card]]:
    """The hands of eight, after the first trick."""
    (first,) = deal.tricks
    played = zip(first.leader.round(rules.table.direction), first.cards, strict=True)
    return {seat: frozenset((*deal.hands[seat], card)) for seat, card in played}


def _taken(trick: Trick, contract: Contract, rules: RuleSet) -> TrickWon:
    assert trick.winner is not None
    values = points_of(contract.denomination, rules.scoring)
    return TrickWon(trick.winner, sum([values[card] for card in trick.cards]))


def _resolution_events(resolution: Resolution, announced: tuple[Announced, ...]) -> list[Event]:
    """The events that the table hears and sees with the first card of the second trick, and no more (F 8.3)."""
    if not announced:
        return []
    heights = [HeightSaid(h.seat, h.kind, h.height) for h in resolution.heights]
    seats = dict.fromkeys(a.seat for a in resolution.shown)
    shown = [
        DeclarationsShown(seat, tuple(a.declaration for a in resolution.shown if a.seat is seat)) for seat in seats
    ]
    worth = resolution.points[resolution.winner] if resolution.winner else 0
    return [*heights, *shown, DeclarationsResolved(resolution.winner, worth)]


def tally(deal: Playing, belotes: Points) -> Tally:
    """Return the figures of the played deal."""
    last = deal.tricks[-1].winner
    assert last is not None
    return Tally(
        contract=deal.contract,
        cards=deal.points,
        tricks=deal.won,
        last_trick=last.team,
        belote=belotes,
        declarations=deal.resolution.points if deal.resolution else ZERO,
        alone=all(trick.winner is deal.contract.bidder for trick in deal.tricks),
    )


def refusal(deal: Playing, seat: Seat, play: PlayCard, rules: RuleSet) -> Reason:
    """Return the rule that an illegal play breaks."""
    if seat is not deal.turn:
        return Reason.NOT_YOUR_TURN
    hand, allowed = deal.hands[seat], legal_plays(deal, seat, rules)
    if play.card not in hand:
        return Reason.CARD_NOT_HELD
    if BARE[play.card] not in allowed:
        return broken_rule(play.card, hand, deal.trick.cards, deal.contract.denomination)
    if play.belote is not None and play.belote not in allowed.offers.get(play.card, ()):
        by_itself = _unasked(deal, seat, play.card, rules) is play.belote
        return Reason.BELOTE_BY_ITSELF if by_itself else Reason.BELOTE_NOT_HELD
    if not rules.declarations.declarations or len(hand) < HAND_SIZE:
        return Reason.NO_DECLARATIONS
    if any(not d.cards <= set(hand) for d in play.declarations):
        return Reason.DECLARATION_NOT_HELD
    if any(d not in allowed.declarations for d in play.declarations):
        return Reason.DECLARATION_NOT_BEST
    assert overlap(play.declarations)
    return Reason.DECLARATIONS_OVERLAP
