"""Reasons for a call: what the hand holds, and how often a contract is made in the deals that are possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coinche.bots.bidding.call_search import CallValue
from coinche.bots.hand_strength import NO_SUIT, TAKER, expected_declarations, suit_points
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, best_set, held, merit
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.text.catalog import Words

from .render import About, Because, because
from .sampled_deals import SampledDeals
from .texts import HintText, WhyCall

ALL = 100
"""Percentage of the deals that is told as certain."""
MORE_OFTEN = 50
"""Percentage of the deals from which a risk counts as more likely than not."""
OFTEN = 20
"""Percentage of the deals from which a risk is a reason against a bid that succeeds on average."""
CLEAR = 5
"""Minimum difference in the score that is told as a number."""
SPARE = 15
"""Points above a bid below which the bid is tight."""
NEARLY = 5
"""Points by which the hand may fall short of a bid and be close to it."""
FAR = 25
"""Maximum number of points by which the hand may fall short of the partner's bid if the hint is to give a figure."""
SURCOINCHE, COINCHE = 35, 12
"""Margins in points: the takers must be expected to make the contract, or to fail, by this much before the stake is
raised."""
MANY = 3
"""Minimum number of trumps that is a reason by itself: to coinche the opponents, or to support the partner."""
MOST_NAMED = 2
"""Maximum number of cards of a hand that a hint names."""
_HIGH = (Rank.JACK, Rank.NINE)


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """The player on turn in the auction, its legal calls, and the sampled deals that it considers."""

    view: TableView
    legal: Legal
    me: Seat
    deals: SampledDeals
    weighed: tuple[CallValue, ...]
    """The calls that were evaluated, the best first."""

    def own(self, suit: Suit) -> tuple[Card, ...]:
        """Cards of the suit in the player's hand."""
        return tuple(card for card in self.view.hand if card.suit is suit)

    @property
    def aces(self) -> tuple[Card, ...]:
        """Aces in the player's hand."""
        return tuple(card for card in self.view.hand if card.rank is Rank.ACE)

    def partners_bid(self, denomination: Denomination) -> Bid | None:
        """The partner's last bid in the suit."""
        said = [parse_action(call.action) for call in self.view.auction if call.seat is self.me.partner]
        bids = [action.bid for action in said if isinstance(action, MakeBid)]
        return next((bid for bid in reversed(bids) if bid.denomination is denomination), None)

    @property
    def partner_has_bid(self) -> bool:
        """True when the partner has made a bid."""
        said = [parse_action(call.action) for call in self.view.auction if call.seat is self.me.partner]
        return any(isinstance(action, MakeBid) for action in said)

    def declared(self, denomination: Denomination) -> Declaration | None:
        """The best declaration of the hand, where declarations count."""
        if not self.deals.rules.declarations.declarations or not expected_declarations(self.view.hand):
            return None
        found = best_set(held(frozenset(self.view.hand)), denomination)
        return max(found, key=lambda declaration: merit(declaration, denomination))

    @property
    def best_bid(self) -> Bid | None:
        """The lowest legal bid in the best denomination: the best one evaluated, else, of the hand's best suit and the
        partner's suits, the one with most points."""
        weighed = [one.action.bid for one in self.weighed if isinstance(one.action, MakeBid)]
        if numbers := [bid.denomination for bid in weighed if bid.kind is BidKind.NUMBER]:
            return Bid(f"{self.legal.bids[numbers[0]]}{numbers[0]}")
        suits = [d for d in self.legal.bids if len(d.trumps) == 1]
        mine = sorted(suits, key=lambda d: suit_points(self.view.hand, _suit(d), TAKER))[-1:]
        named = [d for d in suits if d in mine or self.partners_bid(d) is not None]
        best = max(named, key=self.deals.points, default=None)
        return None if best is None else Bid(f"{self.legal.bids[best]}{best}")


def call_reason(facts: AuctionFacts, action: Action) -> Because | None:
    """The reason for a call; None for a cut."""
    tell = _BY_WORD.get(type(action))
    return tell(facts, action) if tell is not None else None


def past_call_reason(facts: AuctionFacts, made: Action, better: Action, points: int) -> Because | None:
    """The reason why another call was better than the one made, by about `points` of the score.

    It is about the call that was made: a bid or a surcoinche that fails, or a coinche of a contract that is made.
    """
    contract = facts.view.contract
    match made:
        case MakeBid(bid):
            fails = facts.deals.failed(Contract(bid=bid, bidder=facts.me))
            if fails >= OFTEN and bid.kind is BidKind.NUMBER:
                return because(WhyCall.MADE_FAILS, bid=bid, n=fails)
        case Surcoinche() if contract is not None:
            return because(WhyCall.MADE_FAILS, bid=contract.bid, n=facts.deals.failed(contract))
        case Coinche() if contract is not None:
            return _standing(contract.bid, facts.deals.made(contract))
        case _:
            return call_reason(facts, better)
    if points < CLEAR:
        return None
    match better:
        case MakeBid(bid):
            return because(WhyCall.BID_BETTER, bid=bid, points=points)
        case Pass():
            return because(WhyCall.PASS_BETTER, points=points)
        case _:
            return call_reason(facts, better)


def _standing(bid: Bid, made: int) -> Because:
    """The number of deals out of 100 in which the contract is made."""
    return because(WhyCall.STANDS, bid=bid, n=made) if made < ALL else because(WhyCall.STANDS_SURELY, bid=bid)


def _failing(bid: Bid, fails: int) -> Because:
    """The number of deals out of 100 in which the opponents' contract fails."""
    return because(WhyCall.FAILS, bid=bid, n=fails) if fails < ALL else because(WhyCall.FAILS_SURELY, bid=bid)


def _suit(denomination: Denomination) -> Suit:
    (suit,) = denomination.trumps
    return suit


# --- bids ----------------------------------------------------------------------------------------------


def _of_bid(facts: AuctionFacts, action: Action) -> Because | None:
    assert isinstance(action, MakeBid)
    bid = action.bid
    if bid.kind is BidKind.GENERALE:
        return because(WhyCall.CERTAIN)
    if bid.kind is BidKind.CAPOT:
        return because(WhyCall.SWEEP, n=facts.deals.sweeps(bid.denomination))
    points, contract = facts.deals.points(bid.denomination), facts.view.contract
    if contract is not None and contract.takers is not facts.me.team and points < bid.value:
        return because(WhyCall.COMPETE, bid=contract.bid)
    if len(bid.denomination.trumps) != 1:
        return _flat(facts, bid, points)
    partners = facts.partners_bid(bid.denomination)
    if partners is not None:
        return _support(facts, partners, bid, points)
    return _rather(facts, bid, points) or _suit_of_ones_own(facts, bid, points)


def _rather(facts: AuctionFacts, bid: Bid, points: int) -> Because | None:
    """The reason to name another suit than the partner's contract, when it brings clearly more points."""
    contract = facts.view.contract
    if contract is None or contract.takers is not facts.me.team or contract.bid.kind is not BidKind.NUMBER:
        return None
    more = points - facts.deals.points(contract.denomination)
    if more < CLEAR:
        return None
    return because(WhyCall.RATHER, suit=bid.denomination, other=contract.denomination, points=more)


def _suit_of_ones_own(facts: AuctionFacts, bid: Bid, points: int) -> Because:
    """The reason to bid a suit of the player's own; when its points do not reach the bid, the partner has to help."""
    suit = _suit(bid.denomination)
    own, aces = facts.own(suit), len(facts.aces)
    high: tuple[Card | Words, ...] = (*_honours(own), *_belote(own))
    about: dict[str, About] = {"trumps": len(own)}
    if points >= bid.value and (declared := facts.declared(bid.denomination)):
        return because(WhyCall.DECLARES, trumps=len(own), declared=declared, points=points)
    if high:
        about["high"] = high
    if points < bid.value or facts.partner_has_bid:
        return Because(WhyCall.HAND if high else WhyCall.HAND_LONG, about)
    about["points"] = points
    if high and len(own) < MANY:  # it is the aces beside them that make the bid
        beside = sum(card.suit is not suit for card in facts.aces)
        return Because(WhyCall.FEW, {**about, "high": (*high, _ACES[beside]) if beside else high})
    if len(high) > MOST_NAMED:
        return Because(WhyCall.TRUMPS, about)
    if aces > 1:
        about["aces"] = aces
    return Because(_OF_A_SUIT[bool(high), min(aces, 2)], about)


_OF_A_SUIT: Mapping[tuple[bool, int], WhyCall] = {
    (True, 2): WhyCall.SUIT,
    (True, 1): WhyCall.SUIT_ACE,
    (True, 0): WhyCall.SUIT_ALONE,
    (False, 2): WhyCall.LENGTH,
    (False, 1): WhyCall.LENGTH_ACE,
    (False, 0): WhyCall.LENGTH_ALONE,
}
"""Sentence for a suit, by two facts: the hand has the jack or the nine; the number of its aces (at most two)."""


def _honours(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for rank in _HIGH for card in cards if card.rank is rank)


def _belote(trumps: tuple[Card, ...]) -> tuple[Words, ...]:
    both = sum(card.rank in (Rank.KING, Rank.QUEEN) for card in trumps) == len((Rank.KING, Rank.QUEEN))
    return (HintText.BELOTE,) if both else ()


def _support(facts: AuctionFacts, partners: Bid, bid: Bid, points: int) -> Because:
    """The reason to support the partner's suit; the points are given when they reach the bid and have room."""
    suit = _suit(partners.denomination)
    own, high = facts.own(suit), _honours(facts.own(suit))
    aces = tuple(card for card in facts.aces if card.suit is not suit)
    cards = _high_and_aces(high, facts.aces)
    if points >= bid.value and len(aces) == 1 and not high and len(own) >= MANY:
        return because(WhyCall.SUPPORT_LONG, bid=partners, trumps=len(own), card=aces[0], points=points)
    about: dict[str, About] = {"bid": partners, "cards": cards} if cards else {"bid": partners}
    if points < bid.value or len(cards) > MOST_NAMED:
        return Because(WhyCall.SUPPORT_WITH if cards else WhyCall.RAISE, about)
    return Because(WhyCall.SUPPORT if cards else WhyCall.TOGETHER, {**about, "points": points})


def _high_and_aces(high: tuple[Card, ...], aces: tuple[Card, ...]) -> tuple[Card | Words, ...]:
    """The jack and the nine, and every ace: each by name, or the aces by their number where there are too many."""
    named = (*high, *aces)
    return named if len(named) <= MOST_NAMED or not aces else (*high, _ACES[len(aces)])


_ACES: Mapping[int, HintText] = {
    1: HintText.AN_ACE,
    2: HintText.TWO_ACES,
    3: HintText.THREE_ACES,
    4: HintText.FOUR_ACES,
}


def _flat(facts: AuctionFacts, bid: Bid, points: int) -> Because | None:
    top, _ = NO_SUIT[bid.denomination].ranks
    cards = tuple(card for card in facts.view.hand if card.rank is top)
    if points < bid.value:
        return because(WhyCall.TOPS_ALONE, cards=cards) if cards else None
    if not cards:
        return because(WhyCall.FLAT, suit=bid.denomination, points=points)
    return because(WhyCall.TOPS, cards=cards, suit=bid.denomination, points=points)


# --- pass ----------------------------------------------------------------------------------------------


def _of_pass(facts: AuctionFacts, action: Action) -> Because | None:
    contract = facts.view.contract
    if contract is not None and contract.takers is facts.me.team:
        return _ours(facts, contract)
    if contract is not None and (fails := facts.deals.failed(contract)) >= MORE_OFTEN:
        return _let_fail(facts, contract, fails)
    bid = facts.best_bid
    if bid is None:
        return _nothing_to_bid(facts)
    points = facts.deals.points(bid.denomination)
    if points < bid.value:
        weak = points < bid.value - NEARLY
        return because(WhyCall.WEAK if weak else WhyCall.TIGHT, bid=bid, points=points)
    return _not_higher(facts, bid, points)


def _not_higher(facts: AuctionFacts, bid: Bid, points: int) -> Because:
    """The reason not to make a bid that the points reach."""
    fails = facts.deals.failed(Contract(bid=bid, bidder=facts.me))
    return because(WhyCall.RISKY, bid=bid, n=fails) if fails >= MORE_OFTEN else _weighed_less(facts, bid, points)


def _let_fail(facts: AuctionFacts, contract: Contract, fails: int) -> Because:
    """The reason to let the opponents fail, and, when a coinche is legal, the reason not to coinche."""
    if Coinche() not in facts.legal.actions:
        return _failing(contract.bid, fails)
    if contract.bid.kind is BidKind.NUMBER:
        points = facts.deals.expected(contract)
        if abs(contract.bid.value - points) < COINCHE:
            return because(WhyCall.TOO_MANY, points=points)
    return because(WhyCall.NOT_SURE_TO_COINCHE)


def _nothing_to_bid(facts: AuctionFacts) -> Because | None:
    """The reason to pass when nothing can be bid: the opponents' contract is the last word, or only a coinche is
    possible."""
    contract = facts.view.contract
    if contract is None or facts.legal.actions == (Pass(),):
        return because(WhyCall.NOTHING_ELSE)
    return _standing(contract.bid, facts.deals.made(contract))


def _weighed_less(facts: AuctionFacts, bid: Bid, points: int) -> Because:
    """The reason not to make a bid that succeeds more often than not: its expected cost, or how close the decision
    is."""
    uses = {one.action: one.utility for one in facts.weighed}
    cost = round(uses[Pass()] - uses[MakeBid(bid)]) if MakeBid(bid) in uses else None
    if cost is not None and cost >= CLEAR:
        return because(WhyCall.DEARER, bid=bid, points=cost)
    fails = facts.deals.failed(Contract(bid=bid, bidder=facts.me))
    if points < bid.value + SPARE and fails >= OFTEN:
        return because(WhyCall.TIGHT_EVEN_SO, bid=bid, n=fails)
    return because(WhyCall.CLOSE if cost is not None and cost > -CLEAR else WhyCall.UNSURE, bid=bid)


def _ours(facts: AuctionFacts, contract: Contract) -> Because:
    if not facts.legal.bids and len(facts.legal.actions) == 1:
        return because(WhyCall.NOTHING_ELSE)
    if Surcoinche() in facts.legal.actions or contract.bid.kind is not BidKind.NUMBER:
        return _stands(facts, contract)
    points = facts.deals.expected(contract)
    if points < contract.bid.value - FAR:
        return because(WhyCall.HIGH_ALREADY, bid=contract.bid)
    higher = facts.legal.bids.get(contract.denomination)
    if higher is not None and points >= higher + SPARE:
        return _not_higher(facts, Bid(f"{higher}{contract.denomination}"), points)
    return because(WhyCall.ENOUGH if points >= contract.bid.value else WhyCall.HIGH, bid=contract.bid, points=points)


def _stands(facts: AuctionFacts, contract: Contract) -> Because:
    """The reason to leave the own side's contract as it is."""
    made, points = facts.deals.made(contract), facts.deals.expected(contract)
    if made < MORE_OFTEN:
        return because(WhyCall.SELDOM_ONCE if made == 1 else WhyCall.SELDOM, bid=contract.bid, n=made)
    if Surcoinche() in facts.legal.actions and 0 <= points - contract.bid.value < SURCOINCHE:
        return because(WhyCall.NOT_TWICE, bid=contract.bid, points=points)
    return _standing(contract.bid, made)


# --- coinche -------------------------------------------------------------------------------------------


def _of_coinche(facts: AuctionFacts, action: Action) -> Because | None:
    contract = facts.view.contract
    assert contract is not None
    fails, points = facts.deals.failed(contract), facts.deals.expected(contract)
    if fails >= MORE_OFTEN:
        return _failing(contract.bid, fails)
    if 0 < points < contract.bid.value:
        return because(WhyCall.SHORT, bid=contract.bid, points=points)
    trumps = [card for card in facts.view.hand if card.suit in contract.denomination.trumps]
    return because(WhyCall.THEIR_TRUMPS, trumps=len(trumps)) if MANY <= len(trumps) < HAND_SIZE else None


def _of_surcoinche(facts: AuctionFacts, action: Action) -> Because | None:
    contract = facts.view.contract
    return _standing(contract.bid, facts.deals.made(contract)) if contract is not None else None


_BY_WORD: Mapping[type[Action], Callable[[AuctionFacts, Action], Because | None]] = {
    MakeBid: _of_bid,
    Pass: _of_pass,
    Coinche: _of_coinche,
    Surcoinche: _of_surcoinche,
}
