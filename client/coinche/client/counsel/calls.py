"""Why a word of the auction: what the hand has, and how often a contract is made in the deals that can be.

Refuses to know how these are drawn and solved (`imagined`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coinche.client.bots.bidding import Weighed
from coinche.client.bots.hand import FLAT, TAKER, worth
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.legal import Legal
from coinche.engine.seats import Seat
from coinche.engine.view import TableView

from .because import About, Because, because
from .imagined import Imagined
from .words import WhyCall

MORE_OFTEN = 50
"""In so many deals of a hundred what is feared happens more often than not."""
CLEARLY = 10
"""So many points under a bid a hand is too weak for it, whatever the deal."""
CLEAR = 5
"""So many points are told as a number."""
MOST_NAMED = 2
"""So many cards of a hand are named at most."""
_HIGH = (Rank.JACK, Rank.NINE)


@dataclass(frozen=True, slots=True)
class Hearing:
    """A seat on turn in the auction, what it may say, and the worlds that it thinks of."""

    view: TableView
    legal: Legal
    me: Seat
    deals: Imagined
    weighed: tuple[Weighed, ...]
    """The calls that were thought of, the best first."""

    def own(self, suit: Suit) -> tuple[Card, ...]:
        """One's own cards of the suit."""
        return tuple(card for card in self.view.hand if card.suit is suit)

    def aces_beside(self, suit: Suit) -> tuple[Card, ...]:
        """Aces of other suits."""
        return tuple(card for card in self.view.hand if card.rank is Rank.ACE and card.suit is not suit)

    def partners_bid(self, denomination: Denomination) -> Bid | None:
        """The partner's last in it."""
        said = [parse_action(call.action) for call in self.view.auction if call.seat is self.me.partner]
        bids = [action.bid for action in said if isinstance(action, MakeBid)]
        return next((bid for bid in reversed(bids) if bid.denomination is denomination), None)

    @property
    def best_suit(self) -> Denomination | None:
        """The suit that could be bid for which the hand has most."""
        suits = [d for d in self.legal.bids if len(d.trumps) == 1]
        return max(suits, key=lambda d: worth(self.view.hand, _suit(d), TAKER), default=None)


def call_reason(hearing: Hearing, action: Action) -> Because | None:
    """Why that; None for a cut."""
    tell = _BY_WORD.get(type(action))
    return tell(hearing, action) if tell is not None else None


def _suit(denomination: Denomination) -> Suit:
    (suit,) = denomination.trumps
    return suit


# --- bids ----------------------------------------------------------------------------------------------


def _of_bid(hearing: Hearing, action: Action) -> Because:
    assert isinstance(action, MakeBid)
    bid = action.bid
    if bid.kind is BidKind.GENERALE:
        return because(WhyCall.CERTAIN)
    if bid.kind is BidKind.CAPOT:
        return because(WhyCall.SWEEP, n=hearing.deals.sweeps(bid.denomination))
    partners = hearing.partners_bid(bid.denomination)
    points, contract = hearing.deals.points(bid.denomination), hearing.view.contract
    if contract is not None and contract.takers is not hearing.me.team and points < bid.value:
        return because(WhyCall.COMPETE, bid=contract.bid, points=points)
    if len(bid.denomination.trumps) != 1:
        return _flat(hearing, bid.denomination, points)
    if points < bid.value:
        suit = _suit(bid.denomination)
        return because(WhyCall.HAND, trumps=len(hearing.own(suit)), aces=len(hearing.aces_beside(suit)))
    if partners is not None:
        return _support(hearing, partners, points)
    return _suit_of_ones_own(hearing, _suit(bid.denomination), points)


def _suit_of_ones_own(hearing: Hearing, suit: Suit, points: int) -> Because:
    own, aces = hearing.own(suit), len(hearing.aces_beside(suit))
    about: dict[str, About] = {"trumps": len(own), "points": points}
    if high := _honours(own):
        about["high"] = high
    if aces:
        about["aces"] = aces
    return Because(_OF_A_SUIT[bool(high), bool(aces)], about)


_OF_A_SUIT: Mapping[tuple[bool, bool], WhyCall] = {
    (True, True): WhyCall.SUIT,
    (True, False): WhyCall.SUIT_ALONE,
    (False, True): WhyCall.LENGTH,
    (False, False): WhyCall.LENGTH_ALONE,
}
"""By whether it has the jack or the nine, and whether there are aces beside."""


def _honours(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for rank in _HIGH for card in cards if card.rank is rank)


def _support(hearing: Hearing, partners: Bid, points: int) -> Because:
    suit = _suit(partners.denomination)
    cards = (*_honours(hearing.own(suit)), *hearing.aces_beside(suit))[:MOST_NAMED]
    if not cards:
        return because(WhyCall.TOGETHER, bid=partners, points=points)
    return because(WhyCall.SUPPORT, bid=partners, cards=cards, points=points)


def _flat(hearing: Hearing, denomination: Denomination, points: int) -> Because:
    top, _ = FLAT[denomination].ranks
    cards = tuple(card for card in hearing.view.hand if card.rank is top)[:MOST_NAMED]
    if not cards:
        return because(WhyCall.FLAT, suit=denomination, points=points)
    return because(WhyCall.TOPS, cards=cards, suit=denomination, points=points)


# --- pass ----------------------------------------------------------------------------------------------


def _of_pass(hearing: Hearing, action: Action) -> Because | None:
    contract = hearing.view.contract
    if contract is not None and contract.takers is hearing.me.team:
        return _ours(hearing, contract)
    if contract is not None and contract.coinched_by is not None:
        return because(WhyCall.FAILS, bid=contract.bid, n=hearing.deals.failed(contract))
    if contract is not None and (fails := hearing.deals.failed(contract)) >= MORE_OFTEN:
        return because(WhyCall.LET_FAIL, bid=contract.bid, n=fails)
    suit = hearing.best_suit
    if suit is None:
        return because(WhyCall.NOTHING_ELSE)
    points, bid = hearing.deals.points(suit), Bid(f"{hearing.legal.bids[suit]}{suit}")
    if points < bid.value - CLEARLY:
        words = WhyCall.WEAK if contract is None else WhyCall.LET_PLAY
        return because(words, suit=suit, points=points)
    fails = hearing.deals.failed(Contract(bid=bid, bidder=hearing.me))
    return because(WhyCall.RISKY, bid=bid, n=fails) if fails >= MORE_OFTEN else _dearer(hearing)


def _dearer(hearing: Hearing) -> Because | None:
    """By how much the best bid is worse than to pass, where one was thought of."""
    if not hearing.weighed:
        return None
    passing, bids = hearing.weighed[0], [one for one in hearing.weighed if isinstance(one.action, MakeBid)]
    if not bids or not isinstance(bids[0].action, MakeBid):
        return None
    bid, points = bids[0].action.bid, round(passing.use - bids[0].use)
    return because(WhyCall.DEARER, bid=bid, points=points) if points >= CLEAR else because(WhyCall.CLOSE, bid=bid)


def _ours(hearing: Hearing, contract: Contract) -> Because:
    if Surcoinche() in hearing.legal.actions:
        return because(WhyCall.STANDS, bid=contract.bid, n=hearing.deals.made(contract))
    if not hearing.legal.bids and len(hearing.legal.actions) == 1:
        return because(WhyCall.NOTHING_ELSE)
    if contract.bid.kind is not BidKind.NUMBER:
        return because(WhyCall.STANDS, bid=contract.bid, n=hearing.deals.made(contract))
    points = hearing.deals.points(contract.denomination)
    return because(WhyCall.ENOUGH if points >= contract.bid.value else WhyCall.HIGH, bid=contract.bid, points=points)


# --- coinche -------------------------------------------------------------------------------------------


def _of_coinche(hearing: Hearing, action: Action) -> Because | None:
    contract = hearing.view.contract
    assert contract is not None
    fails = hearing.deals.failed(contract)
    return because(WhyCall.FAILS, bid=contract.bid, n=fails) if fails >= MORE_OFTEN else None


def _of_surcoinche(hearing: Hearing, action: Action) -> Because | None:
    contract = hearing.view.contract
    return because(WhyCall.STANDS, bid=contract.bid, n=hearing.deals.made(contract)) if contract is not None else None


_BY_WORD: Mapping[type[Action], Callable[[Hearing, Action], Because | None]] = {
    MakeBid: _of_bid,
    Pass: _of_pass,
    Coinche: _of_coinche,
    Surcoinche: _of_surcoinche,
}
