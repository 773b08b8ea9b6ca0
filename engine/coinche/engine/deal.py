"""One deal, from the hands to the last trick: the phases, and what each legal action turns them into.

Knows the order of things: auction, first trick with its declarations, seven more. Refuses to know totals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from . import auction as auctions
from . import belote
from .actions import CUTS, Action, Coinche, Cut, IllegalAction, MakeBid, Pass, PlayCard, Reason, Surcoinche
from .auction import Auction, Call
from .belote import Said
from .bids import BidKind, Contract
from .cards import PACK, Card
from .declarations import Announced, Declaration, Resolution, best_set, offered, overlap, resolve
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
    HandDealt,
    HeightSaid,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from .legal import Legal
from .pack import cut, dealt, in_order
from .rules import HAND_SIZE, TRICKS, RuleSet, Shuffle
from .scoring import Tally
from .seats import ZERO, Points, Seat
from .trick import LEAST, Trick, broken_rule, playable, points_of, winner_index

Hands = Mapping[Seat, tuple[Card, ...]]

_BARE = {card: PlayCard(card) for card in PACK}


@dataclass(frozen=True, slots=True)
class Cutting:
    """The cards were not shuffled, and the cutter has the pack before him."""

    dealer: Seat
    pack: tuple[Card, ...]
    turn: Seat


@dataclass(frozen=True, slots=True)
class Bidding:
    """Hands are dealt and the auction is on, or ended in a thrown-in deal. `pack` is what is dealt from, top first."""

    dealer: Seat
    pack: tuple[Card, ...]
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


Deal = Cutting | Bidding | Playing


def to_cut(rules: RuleSet, *, board: bool) -> bool:
    """Whether somebody cuts: where the cards are not shuffled, but for the given pack of a board."""
    return rules.table.shuffle is Shuffle.NEVER and not board


def open_deal(dealer: Seat, pack: tuple[Card, ...], rules: RuleSet, *, board: bool) -> tuple[Deal, tuple[Event, ...]]:
    """The deal before the first word, or before the cut where there is one."""
    if to_cut(rules, board=board):
        return Cutting(dealer, pack, dealer.previous(rules.table.direction)), ()
    return _dealt(dealer, pack, rules)


def _dealt(dealer: Seat, pack: tuple[Card, ...], rules: RuleSet) -> tuple[Bidding, tuple[Event, ...]]:
    hands = {seat: in_order(cards) for seat, cards in dealt(pack, dealer, rules.table)[0].items()}
    events = tuple(HandDealt(seat, cards) for seat, cards in hands.items())
    return Bidding(dealer, pack, hands, auctions.opened(dealer, rules.table.direction)), events


def may_act(deal: Deal, rules: RuleSet) -> tuple[Seat, ...]:
    """The seats that may say something out of turn (P "The Bidding", S "The Bid")."""
    if not isinstance(deal, Bidding):
        return ()
    return tuple(seat for seat in Seat if seat is not deal.turn and auctions.calls(deal.auction, seat, rules.auction))


def legal(deal: Deal, seat: Seat, rules: RuleSet) -> Legal:
    """What the seat may do, out of turn too; nothing where it may not act."""
    match deal:
        case Bidding():
            return _legal_calls(deal.auction, seat, rules)
        case Playing() if seat is deal.turn:
            return _legal_plays(deal, seat, rules)
        case Cutting() if seat is deal.turn:
            return Legal(actions=CUTS, default=CUTS[len(CUTS) // 2])
        case _:
            return Legal(default=Pass())


def _legal_calls(auction: Auction, seat: Seat, rules: RuleSet) -> Legal:
    return Legal(
        actions=auctions.calls(auction, seat, rules.auction),
        bids=auctions.lowest_bids(auction, rules.auction) if seat is auction.turn else {},
        step=rules.auction.bid_step,
        maximum=auctions.maximum(rules.auction),
        default=Pass(),
    )


def _legal_plays(deal: Playing, seat: Seat, rules: RuleSet) -> Legal:
    hand = deal.hands[seat]
    cards = _playable(deal, seat, rules)
    of_belote = belote.CARDS[deal.contract.denomination]
    offers = {card: words for card in cards if card in of_belote and (words := _belote_words(deal, seat, card, rules))}
    declaring = rules.declarations.declarations and len(hand) == HAND_SIZE
    declarations = _declarable(deal, seat, rules) if declaring else ()
    least = min(cards, key=LEAST[deal.contract.denomination].__getitem__)
    word = offers[least][0] if least in offers else None
    spoken = bool(word or declarations)
    default = PlayCard(least, word, best_set(declarations, deal.contract.denomination)) if spoken else _BARE[least]
    return Legal(
        actions=tuple(_BARE[card] for card in cards),
        offers=offers,
        declarations=declarations,
        default=default,
    )


def _declarable(deal: Playing, seat: Seat, rules: RuleSet) -> tuple[Declaration, ...]:
    return offered(
        frozenset(deal.hands[seat]),
        seat.team,
        deal.announced,
        deal.contract.denomination,
        rules.declarations.declaration_choice,
    )


def _playable(deal: Playing, seat: Seat, rules: RuleSet) -> tuple[Card, ...]:
    return playable(deal.hands[seat], deal.trick.cards, deal.contract.denomination, rules.play)


def _belote_words(deal: Playing, seat: Seat, card: Card, rules: RuleSet) -> tuple[belote.BeloteWord, ...]:
    return belote.words(card, _holder(deal, seat), deal.contract, rules.declarations)


def _unasked(deal: Playing, seat: Seat, card: Card, rules: RuleSet) -> belote.BeloteWord | None:
    if card not in belote.CARDS[deal.contract.denomination]:
        return None
    return belote.by_itself(card, _holder(deal, seat), deal.contract, rules.declarations)


def _holder(deal: Playing, seat: Seat) -> belote.Holder:
    return belote.Holder(seat, deal.hands[seat], deal.said)


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
        case Cutting(dealer, pack):
            assert isinstance(action, Cut)
            after, events = _dealt(dealer, cut(pack, action.at), rules)
            return after, (PackCut(seat, action.at), *events)
        case Bidding():
            return _called(deal, seat, action, rules)
        case Playing():
            assert isinstance(action, PlayCard)
            return _played(deal, seat, action, rules)


def _called(deal: Bidding, seat: Seat, action: Action, rules: RuleSet) -> tuple[Deal, tuple[Event, ...]]:
    auction = auctions.heard(deal.auction, seat, action, rules.auction, rules.table.direction)
    said = _call_event(seat, action)
    after = Bidding(deal.dealer, deal.pack, deal.hands, auction)
    if auction.turn is not None:
        return after, (said,)
    if auction.contract is None:
        return after, (said, ThrownIn())
    playing, events = _settled(after, auction.contract, rules)
    return playing, (said, *events)


def _settled(deal: Bidding, contract: Contract, rules: RuleSet) -> tuple[Playing, tuple[Event, ...]]:
    """The play begins, after the last cards where some were kept back (P "Variations", Deal)."""
    leader = leads(deal.dealer, contract, rules)
    hands, events = deal.hands, []
    for late in dealt(deal.pack, deal.dealer, rules.table)[1:]:
        events += [HandDealt(seat, in_order(cards)) for seat, cards in late.items()]
        hands = {seat: in_order((*hands[seat], *cards)) for seat, cards in late.items()}
    playing = Playing(
        dealer=deal.dealer,
        hands=hands,
        calls=deal.auction.calls,
        contract=contract,
        tricks=(),
        trick=Trick(leader, (), None),
        turn=leader,
    )
    return playing, (ContractSettled(contract.bidder, contract.bid, contract.multiplier), *events)


def leads(dealer: Seat, contract: Contract, rules: RuleSet) -> Seat:
    """Who leads to the first trick: the seat next to the dealer, or where the rules say so a générale's bidder."""
    by_bidder = contract.bid.kind is BidKind.GENERALE and rules.auction.generale_leads
    return contract.bidder if by_bidder else dealer.next(rules.table.direction)


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
    if (word := play.belote or _unasked(deal, seat, card, rules)) is not None:
        said = (*said, Said(seat, word, card.suit))
        events.append(BeloteSaid(seat, word, card.suit))
    if play.declarations:
        announced = (*announced, *(Announced(seat, d) for d in play.declarations))
        events.append(DeclarationsAnnounced(seat, tuple(d.kind for d in play.declarations)))
    if resolution is None and len(deal.tricks) == 1:
        resolution = resolve(announced, _hands_dealt(deal, rules), deal.contract.denomination, rules.declarations)
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
    return _trick_taken(after, events, rules) if len(cards) == len(order) else (after, tuple(events))


def _hands_dealt(deal: Playing, rules: RuleSet) -> dict[Seat, frozenset[Card]]:
    """The hands of eight, after the first trick."""
    (first,) = deal.tricks
    played = zip(first.leader.round(rules.table.direction), first.cards, strict=True)
    return {seat: frozenset((*deal.hands[seat], card)) for seat, card in played}


def _trick_taken(deal: Playing, events: list[Event], rules: RuleSet) -> tuple[Deal, tuple[Event, ...]]:
    winner = deal.trick.winner
    assert winner is not None
    values = points_of(deal.contract.denomination, rules.scoring)
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
        alone=all(trick.winner is deal.contract.bidder for trick in deal.tricks),
    )


def refusal(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> Reason:
    """Which rule an action breaks that is not legal."""
    match deal, action:
        case Bidding(), _:
            return auctions.refusal(deal.auction, seat, action, rules.auction)
        case Cutting(), Cut():
            return Reason.NOT_YOUR_TURN
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
