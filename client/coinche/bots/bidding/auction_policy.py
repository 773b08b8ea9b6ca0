"""The auction policy of rollouts: the natural system of `steady`, on numbers instead of cards.

A rollout completes hundreds of auctions, so seats, denominations and bids are plain integers here: a seat is its
distance from the player who searches, a denomination its place in `DENOMINATIONS`. A test compares each auction with
`steady`'s own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

from coinche.bots.hand_strength import DENOMINATIONS, HandStrength
from coinche.bots.steady.bidding import CARD_POINTS, Margins, margins_of
from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.auction import COINCHE, Auction, maximum
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Denomination
from coinche.engine.rules import DenominationOrder, RuleSet
from coinche.engine.seats import Seat

PLACE = {denomination: at for at, denomination in enumerate(DENOMINATIONS)}
"""The index of each denomination in the tuples of `HandStrength`."""
RANKING = (
    Denomination.CLUBS,
    Denomination.DIAMONDS,
    Denomination.HEARTS,
    Denomination.SPADES,
    Denomination.NO_TRUMP,
    Denomination.ALL_TRUMP,
)
"""Denominations from the lowest, where an equal number in a higher one is an overcall (P "Variations", Bidding)."""
NO_BIDDER = -1
FirstBids = dict[tuple[int, int], int]
"""The first number of each seat in each denomination."""


@cache
def bid(level: int | BidKind, denomination: Denomination) -> MakeBid:
    """Return the bid of that number or kind."""
    return MakeBid(Bid(f"{level}{denomination}"))


@dataclass(frozen=True, slots=True)
class BiddingHand:
    """The figures of a hand that the policy bids by."""

    strength: HandStrength
    declared: float
    """Points that its declarations are expected to add."""
    places: tuple[int, ...]
    """The denominations that it can bid, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionTerms:
    """The rules of the auction as numbers, for speed."""

    minimum: int
    step: int
    maximum: int
    places: frozenset[int]
    ranks: tuple[int, ...]
    """The rank of each denomination; all equal where an equal number is no overcall."""
    suits: frozenset[int]
    ends: bool
    """True when only a surcoinche is allowed after a coinche."""
    surcoinche: int | None
    declared: bool
    margins: Margins


@lru_cache(maxsize=64)
def auction_terms(rules: RuleSet) -> AuctionTerms:
    """Return the terms of an auction under these rules."""
    ranked = rules.auction.denomination_order is DenominationOrder.RANKED
    return AuctionTerms(
        minimum=rules.auction.bid_minimum,
        step=rules.auction.bid_step,
        maximum=maximum(rules.auction),
        places=frozenset(PLACE[denomination] for denomination in rules.auction.denominations),
        ranks=tuple(RANKING.index(denomination) if ranked else 0 for denomination in DENOMINATIONS),
        suits=frozenset(at for denomination, at in PLACE.items() if len(denomination.trumps) == 1),
        ends=rules.auction.coinche_ends_auction,
        surcoinche=rules.auction.surcoinche,
        declared=rules.declarations.declarations,
        margins=margins_of(rules),
    )


@dataclass(slots=True)
class AuctionState:
    """The state of an auction. `number` is 0 before the first bid, `ABOVE_NUMBERS` after a capot or a générale."""

    turn: int
    number: int = 0
    place: int = 0
    bidder: int = NO_BIDDER
    multiplier: int = 1
    passes: int = 0
    over: bool = False
    first: FirstBids = field(default_factory=dict)

    def after(self, turn: int) -> AuctionState:
        """Copy the state, with that seat on turn."""
        return AuctionState(
            turn, self.number, self.place, self.bidder, self.multiplier, self.passes, self.over, dict(self.first)
        )


ABOVE_NUMBERS = 10_000
"""The number of a capot or a générale."""


def auction_state(auction: Auction, around: tuple[Seat, ...]) -> AuctionState:
    """Return the state of the auction, with the seats numbered in the order of `around`."""
    found = AuctionState(around.index(auction.turn) if auction.turn else 0, over=auction.turn is None)
    for call in auction.calls:
        action = parse_action(call.action)
        found.passes = found.passes + 1 if call.action == "pass" else 0
        if isinstance(action, MakeBid) and action.bid.value:
            found.first.setdefault((around.index(call.seat), PLACE[action.bid.denomination]), action.bid.value)
    if (contract := auction.contract) is not None:
        found.number = contract.bid.value or ABOVE_NUMBERS
        found.place = PLACE[contract.denomination]
        found.bidder = around.index(contract.bidder)
        found.multiplier = contract.multiplier
    return found


def expected_points(hand: BiddingHand, first: FirstBids, seat: int, place: int, terms: AuctionTerms) -> float:
    """Return the points that a seat expects its side to take in that denomination."""
    mine, partners = first.get((seat, place)), first.get((seat ^ 2, place))
    if partners is not None and mine is None:
        return hand.declared + partners + terms.margins.slack + hand.strength.partner[place]
    points = hand.declared + hand.strength.taker[place]
    return points if partners is None or mine is None else points + max(0, partners - mine)


def biddable(hand: BiddingHand, first: FirstBids, seat: int, place: int) -> bool:
    """Return whether the partner has bid the denomination, or the hand is good enough to bid it."""
    return hand.strength.biddable[place] or (seat ^ 2, place) in first


def opponents_points(hand: BiddingHand, at: AuctionState, seat: int, margins: Margins) -> float:
    """Return the points that the opponents can expect: half of what this hand lacks, they have."""
    points = at.number + margins.slack - (hand.strength.partner[at.place] + hand.declared) / 2
    return points - margins.support if any(by == seat ^ 2 for by, _ in at.first) else points


def complete_auction(at: AuctionState, hands: tuple[BiddingHand, ...], terms: AuctionTerms) -> AuctionState:
    """Bid on until the auction is over. `at` is changed."""
    while not at.over and at.number < ABOVE_NUMBERS:
        hand = hands[at.turn]
        if at.multiplier > 1:
            _answer_coinche(at, hand, terms)
        elif at.bidder != NO_BIDDER and (at.bidder ^ at.turn) & 1 and _fails(at, hand, terms):
            at.multiplier, at.passes = COINCHE, 0
            at.over = terms.ends and terms.surcoinche is None
            at.turn = at.turn + 1 & 3
        else:
            _bid_or_pass(at, hand, terms)
    return at


def _fails(at: AuctionState, hand: BiddingHand, terms: AuctionTerms) -> bool:
    needed = max(CARD_POINTS // 2 + 1, at.number)
    return (
        at.place in terms.suits and opponents_points(hand, at, at.turn, terms.margins) + terms.margins.coinche <= needed
    )


def _answer_coinche(at: AuctionState, hand: BiddingHand, terms: AuctionTerms) -> None:
    """Surcoinche a contract that is still sure to be made, otherwise pass."""
    ours = not (at.bidder ^ at.turn) & 1
    spare = expected_points(hand, at.first, at.turn, at.place, terms) - at.number
    if ours and terms.surcoinche is not None and at.multiplier == COINCHE and spare >= terms.margins.surcoinche:
        at.multiplier, at.over = terms.surcoinche, True
        return
    at.passes += 1
    at.over = at.passes == (2 if terms.ends else 3)
    at.turn = at.turn + (2 if terms.ends else 1) & 3


def _bid_or_pass(at: AuctionState, hand: BiddingHand, terms: AuctionTerms) -> None:
    found = _best_bid(at, hand, terms)
    if found is None:
        at.passes += 1
        at.over = at.passes == (4 if at.bidder == NO_BIDDER else 3)
    else:
        at.number, at.place = found
        at.bidder, at.passes = at.turn, 0
        at.first.setdefault((at.turn, at.place), at.number)
    at.turn = at.turn + 1 & 3


def _best_bid(at: AuctionState, hand: BiddingHand, terms: AuctionTerms) -> tuple[int, int] | None:
    """Return the number and the denomination that the seat on turn bids, or None for a pass."""
    seat, partner, margins = at.turn, at.turn ^ 2, terms.margins
    best, most = NO_BIDDER, -1000.0
    for place in hand.places:
        points = expected_points(hand, at.first, seat, place, terms)
        if points > most:
            best, most = place, points
    for by, place in at.first:
        if by == partner and (points := expected_points(hand, at.first, seat, place, terms)) > most:
            best, most = place, points
    if best == NO_BIDDER:
        return None
    lowest = _lowest(at, best, terms)
    if lowest > terms.maximum:
        return None
    if at.bidder == NO_BIDDER or (at.bidder ^ seat) & 1:
        if most < lowest + (margins.opening if at.bidder == NO_BIDDER else margins.overcall):
            return None
        return max(lowest, _to_step(most - margins.jump, terms)), best
    if best == at.place:
        top = _to_step(most - margins.raise_to, terms)
        return (top, best) if top >= lowest else None
    now = expected_points(hand, at.first, seat, at.place, terms) if biddable(hand, at.first, seat, at.place) else 0.0
    return (lowest, best) if most > now + margins.change and most >= lowest + margins.overcall else None


def _lowest(at: AuctionState, place: int, terms: AuctionTerms) -> int:
    if at.bidder == NO_BIDDER:
        return terms.minimum
    return at.number if terms.ranks[place] > terms.ranks[at.place] else at.number + terms.step


def _to_step(points: float, terms: AuctionTerms) -> int:
    return min(int(points // terms.step) * terms.step, terms.maximum)


def final_contract(at: AuctionState, around: tuple[Seat, ...], started: Contract | None) -> Contract | None:
    """Return the contract of an auction that is over; `started` is the contract that the rollout began with."""
    if at.bidder == NO_BIDDER:
        return None
    if at.number == ABOVE_NUMBERS:
        assert started is not None
        return started
    named = bid(at.number, DENOMINATIONS[at.place]).bid
    return Contract(bid=named, bidder=around[at.bidder], multiplier=at.multiplier)
