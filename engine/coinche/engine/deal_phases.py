"""One deal: its phases, and the effect of each legal action.

The order is cut (where the pack is not shuffled), auction, play. Each phase is built out of the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import auction as auctions
from . import playing as play
from .actions import (
    CUTS,
    DEFAULT_CALL,
    DEFAULT_CUT,
    Action,
    Coinche,
    Cut,
    IllegalAction,
    Legal,
    MakeBid,
    PlayCard,
    Reason,
    Surcoinche,
)
from .auction import Auction
from .bids import BidKind, Contract
from .cards import Card
from .dealing import cut, dealt, in_order
from .events import BidMade, Coinched, ContractSettled, Event, HandDealt, PackCut, Passed, Surcoinched, ThrownIn
from .playing import Hands, Playing
from .rules import RuleSet, Shuffle
from .seats import Seat
from .trick import Trick


@dataclass(frozen=True, slots=True)
class Cutting:
    """The phase in which the cutter has the pack, because the cards were not shuffled."""

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
        """The seat that must act."""
        return self.auction.turn


Deal = Cutting | Bidding | Playing


def to_cut(rules: RuleSet, *, board: bool) -> bool:
    """Return whether there is a cut: wherever cards are not shuffled, except for the fixed pack of a board."""
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
    """Return the actions of the seat, out of turn too; none where it may not act."""
    match deal:
        case Bidding():
            return _legal_calls(deal.auction, seat, rules)
        case Playing() if seat is deal.turn:
            return play.legal_plays(deal, seat, rules)
        case Cutting() if seat is deal.turn:
            return Legal(actions=CUTS, default=DEFAULT_CUT)
        case _:
            return Legal(default=DEFAULT_CALL)


def _legal_calls(auction: Auction, seat: Seat, rules: RuleSet) -> Legal:
    return Legal(
        actions=auctions.calls(auction, seat, rules.auction),
        bids=auctions.lowest_bids(auction, rules.auction) if seat is auction.turn else {},
        step=rules.auction.bid_step,
        maximum=auctions.maximum(rules.auction),
        default=DEFAULT_CALL,
    )


def is_legal(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> bool:
    """Return whether `legal` contains the action. A bare card needs only the playable cards, which is faster."""
    match deal, action:
        case Playing(turn=turn), PlayCard(card, None, ()):
            return seat is turn and card in play.may_play(deal, seat, rules)
        case _:
            return action in legal(deal, seat, rules)


def take(
    deal: Deal, seat: Seat, action: Action, rules: RuleSet, known: Legal | None = None
) -> tuple[Deal, tuple[Event, ...]]:
    """The deal after the action, and what happened; IllegalAction names the rule that forbids it."""
    if not (is_legal(deal, seat, action, rules) if known is None else action in known):
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
            return play.played(deal, seat, action, rules)


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
    """Return the first leader: the seat next to the dealer, or the bidder of a générale where the rules say so."""
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


def refusal(deal: Deal, seat: Seat, action: Action, rules: RuleSet) -> Reason:
    """Return the rule that an illegal action breaks."""
    match deal, action:
        case Bidding(), _:
            return auctions.refusal(deal.auction, seat, action, rules.auction)
        case Cutting(), Cut():
            return Reason.NOT_YOUR_TURN
        case Playing(), PlayCard():
            return play.refusal(deal, seat, action, rules)
        case _:
            return Reason.WRONG_PHASE
