"""One deal, from the hands to the last trick: the phases, and what each legal action turns them into.

Knows the order of things: auction, first trick with its declarations, seven more. Refuses to know totals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from . import auction as auctions
from . import belote
from .actions import Action, Coinche, IllegalAction, MakeBid, Pass, PlayCard, Reason, Surcoinche
from .auction import Auction, Call
from .belote import Said
from .bids import Contract
from .cards import PACK, Card
from .declarations import Announced, Resolution, best_set, held, overlap, resolve
from .events import (
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HeightSaid,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from .legal import Legal
from .rules import HAND_SIZE, TRICKS, RuleSet
from .scoring import Tally
from .seats import ZERO, Points, Seat
from .trick import LEAST, POINTS, Trick, broken_rule, playable, winner_index

Hands = Mapping[Seat, tuple[Card, ...]]

_BARE = {card: PlayCard(card) for card in PACK}


@dataclass(frozen=True, slots=True)
class Bidding:
    """The hands are dealt and the auction is on, or ended in a thrown-in deal."""

    dealer: Seat
    hands: Hands
    auction: Auction

    @property
    def turn(self) -> Seat | None:
        """Who must act."""
        return self.auction.turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The contract is settled and cards are played, to the last of them.

    `hands` are what each still holds; `points` are those of the cards taken; `announced` is in the order of play;
    the `resolution` comes with the first card of the second trick.
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


Deal = Bidding | Playing


def open_deal(dealer: Seat, hands: Hands, rules: RuleSet) -> Bidding:
    """The deal before the first word."""
    return Bidding(dealer, hands, auctions.opened(dealer, rules.table.direction))


def legal(deal: Deal, seat: Seat, rules: RuleSet) -> Legal:
    """What the seat may do; nothing where it is not its turn."""
    if seat is not deal.turn:
        return Legal(default=Pass())
    match deal:
        case Bidding(auction=auction):
            return Legal(
                actions=auctions.calls(auction, rules.auction),
                bids=auctions.lowest_bids(auction, rules.auction),
                step=rules.auction.bid_step,
                maximum=auctions.maximum(rules.auction),
                default=Pass(),
            )
        case Playing():
            return _legal_plays(deal, seat, rules)


def _legal_plays(deal: Playing, seat: Seat, rules: RuleSet) -> Legal:
    hand = deal.hands[seat]
    cards = _playable(deal, seat, rules)
    of_belote = belote.CARDS[deal.contract.denomination]
    offers = {card: words for card in cards if card in of_belote and (words := _belote_words(deal, seat, card, rules))}
    declaring = rules.declarations.declarations and len(hand) == HAND_SIZE
    declarations = held(frozenset(hand)) if declaring else ()
    least = min(cards, key=LEAST[deal.contract.denomination].__getitem__)
    word = offers[least][0] if least in offers else None
    default = PlayCard(least, word, best_set(declarations)) if word or declarations else _BARE[least]
    return Legal(
        actions=tuple(_BARE[card] for card in cards),
        offers=offers,
        declarations=declarations,
        default=default,
    )


def _playable(deal: Playing, seat: Seat, rules: RuleSet) -> tuple[Card, ...]:
    return playable(deal.hands[seat], deal.trick.cards, deal.contract.denomination, rules.play)


def _belote_words(deal: Playing, seat: Seat, card: Card, rules: RuleSet) -> tuple[belote.BeloteWord, ...]:
    return belote.words(
        card,
        belote.Holder(seat, deal.hands[seat], deal.said),
        deal.contract,
        rules.declarations,
    )


def is_legal(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> bool:
    """Whether `legal` has the action. A card with nothing said needs no more of it than the playable cards."""
    match deal, action:
        case Playing(turn=turn), PlayCard(card, None, ()):
            return seat is turn and card in _playable(deal, seat, rules)
        case _:
            return action in legal(deal, seat, rules)


def take(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> tuple[Deal, tuple[Event, ...]]:
    """The deal after the action, and what happened; IllegalAction names the rule that forbids it."""
    if not is_legal(deal, seat, action, rules):
        raise IllegalAction(refusal(deal, seat, action, rules))
    match deal:
        case Bidding():
            return _called(deal, seat, action, rules)
        case Playing():
            assert isinstance(action, PlayCard)
            return _played(deal, seat, action, rules)


def _called(deal: Bidding, seat: Seat, action: Action, rules: RuleSet) -> tuple[Deal, tuple[Event, ...]]:
    auction = auctions.heard(deal.auction, seat, action, rules.auction, rules.table.direction)
    said = _call_event(seat, action)
    if auction.turn is not None:
        return Bidding(deal.dealer, deal.hands, auction), (said,)
    if auction.contract is None:
        return Bidding(deal.dealer, deal.hands, auction), (said, ThrownIn())
    contract = auction.contract
    leader = deal.dealer.next(rules.table.direction)
    playing = Playing(
        dealer=deal.dealer,
        hands=deal.hands,
        calls=auction.calls,
        contract=contract,
        tricks=(),
        trick=Trick(leader, (), None),
        turn=leader,
    )
    return playing, (said, ContractSettled(contract.bidder, contract.bid, contract.multiplier))


def _call_event(seat: Seat, action: Action) -> Event:
    match action:
        case MakeBid(bid):
            return BidMade(seat, bid)
        case Coinche():
            return Coinched(seat)
        case Surcoinche():
            return Surcoinched(seat)
        case _:
            return Passed(seat)


def _played(deal: Playing, seat: Seat, play: PlayCard, rules: RuleSet) -> tuple[Deal, tuple[Event, ...]]:
    card = play.card
    events: list[Event] = [CardPlayed(seat, card)]
    said, announced, resolution = deal.said, deal.announced, deal.resolution
    if play.belote is not None:
        said = (*said, Said(seat, play.belote, card.suit))
        events.append(BeloteSaid(seat, play.belote, card.suit))
    if play.declarations:
        announced = (*announced, *(Announced(seat, d) for d in play.declarations))
        events.append(DeclarationsAnnounced(seat, tuple(d.kind for d in play.declarations)))
    if resolution is None and len(deal.tricks) == 1:
        resolution = resolve(announced, deal.contract.denomination, rules.declarations.declaration_tie)
        events += _resolution_events(resolution, announced)
    cards = (*deal.trick.cards, card)
    order = deal.trick.leader.round(rules.table.direction)
    trick = Trick(deal.trick.leader, cards, order[winner_index(cards, deal.contract.denomination)])
    after = replace(
        deal,
        hands={**deal.hands, seat: tuple(held for held in deal.hands[seat] if held is not card)},
        trick=trick,
        turn=seat.next(rules.table.direction),
        said=said,
        announced=announced,
        resolution=resolution,
    )
    return _trick_taken(after, events) if len(cards) == len(order) else (after, tuple(events))


def _trick_taken(deal: Playing, events: list[Event]) -> tuple[Deal, tuple[Event, ...]]:
    winner = deal.trick.winner
    assert winner is not None
    values = POINTS[deal.contract.denomination]
    points = sum(values[card] for card in deal.trick.cards)
    tricks = (*deal.tricks, deal.trick)
    after = replace(
        deal,
        tricks=tricks,
        trick=Trick(winner, (), None),
        turn=winner if len(tricks) < TRICKS else None,
        won=deal.won + Points.of(winner.team, 1),
        points=deal.points + Points.of(winner.team, points),
    )
    return after, (*events, TrickWon(winner, points))


def _resolution_events(resolution: Resolution, announced: tuple[Announced, ...]) -> list[Event]:
    """What the table hears and sees once the first card of the second trick has fallen, and no more (F 8.3)."""
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
    """What the played deal comes to."""
    last = deal.tricks[-1].winner
    assert last is not None
    return Tally(
        contract=deal.contract,
        cards=deal.points,
        tricks=deal.won,
        last_trick=last.team,
        belote=belotes,
        declarations=deal.resolution.points if deal.resolution else ZERO,
    )


def refusal(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> Reason:
    """Which rule an action breaks that is not legal."""
    match deal, action:
        case Bidding(), _:
            return auctions.refusal(deal.auction, seat, action, rules.auction)
        case Playing(), PlayCard():
            return Reason.NOT_YOUR_TURN if seat is not deal.turn else _play_refusal(deal, seat, action, rules)
        case _:
            return Reason.WRONG_PHASE


def _play_refusal(deal: Playing, seat: Seat, play: PlayCard, rules: RuleSet) -> Reason:
    hand, allowed = deal.hands[seat], legal(deal, seat, rules)
    if play.card not in hand:
        return Reason.CARD_NOT_HELD
    if _BARE[play.card] not in allowed:
        return broken_rule(play.card, hand, deal.trick.cards, deal.contract.denomination)
    if play.belote is not None and play.belote not in allowed.offers.get(play.card, ()):
        return Reason.BELOTE_NOT_HELD
    if not rules.declarations.declarations or len(hand) < HAND_SIZE:
        return Reason.NO_DECLARATIONS
    if any(d not in allowed.declarations for d in play.declarations):
        return Reason.DECLARATION_NOT_HELD
    assert overlap(play.declarations)
    return Reason.DECLARATIONS_OVERLAP
