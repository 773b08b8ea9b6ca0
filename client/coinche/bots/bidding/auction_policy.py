"""The natural system as a quick rule: how an auction goes on if all say what the estimates of their hands tell them.

It is `steady`'s way to bid on bare numbers, so that hundreds of auctions can be played on from where they stand:
seats by how long after me they speak, denominations by their place. Knows estimates, and what was bid. Refuses to know
cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

from coinche.bots.steady.bidding import CARD_POINTS, Margins, margins_of
from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.auction import COINCHE, Auction, maximum
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.cards import Denomination
from coinche.engine.rules import DenominationOrder, RuleSet
from coinche.engine.seats import Seat

from .hand_strength import DENOMINATIONS, Estimate

PLACE = {denomination: at for at, denomination in enumerate(DENOMINATIONS)}
RANKING = (
    Denomination.CLUBS,
    Denomination.DIAMONDS,
    Denomination.HEARTS,
    Denomination.SPADES,
    Denomination.NO_TRUMP,
    Denomination.ALL_TRUMP,
)
"""From the lowest, where an equal number in a higher one is an overcall (P "Variations", Bidding)."""
NOBODY = -1
Promised = dict[tuple[int, int], int]
"""The number that a seat first bid in a denomination."""


@cache
def bid(level: int | BidKind, denomination: Denomination) -> MakeBid:
    """The bid of that number or kind."""
    return MakeBid(Bid(f"{level}{denomination}"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a seat makes of its hand: the estimates, what its declarations are likely to add, and what it would name,
    the best first."""

    worth: Estimate
    declared: float
    naming: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What of the rules an auction needs."""

    minimum: int
    step: int
    maximum: int
    places: frozenset[int]
    ranks: tuple[int, ...]
    """How high each denomination is; all the same where an equal number is no overcall."""
    suits: frozenset[int]
    ends: bool
    """Whether a coinche leaves nothing but a surcoinche."""
    surcoinche: int | None
    declared: bool
    margins: Margins


@lru_cache(maxsize=64)
def terms_of(rules: RuleSet) -> Terms:
    """The terms of these rules."""
    ranked = rules.auction.denomination_order is DenominationOrder.RANKED
    return Terms(
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
class Standing:
    """An auction by numbers. `number` is 0 before the first bid, over all numbers for a capot or a générale."""

    turn: int
    number: int = 0
    place: int = 0
    bidder: int = NOBODY
    multiplier: int = 1
    passes: int = 0
    over: bool = False
    first: Promised = field(default_factory=dict)

    def after(self, turn: int) -> Standing:
        """The same for another to go on with."""
        return Standing(
            turn, self.number, self.place, self.bidder, self.multiplier, self.passes, self.over, dict(self.first)
        )


HIGHER = 10_000
"""What counts as the number of a capot or a générale."""


def standing(auction: Auction, around: tuple[Seat, ...]) -> Standing:
    """Where the auction is, the first of the seats being 0."""
    found = Standing(around.index(auction.turn) if auction.turn else 0, over=auction.turn is None)
    for call in auction.calls:
        action = parse_action(call.action)
        found.passes = found.passes + 1 if call.action == "pass" else 0
        if isinstance(action, MakeBid) and action.bid.value:
            found.first.setdefault((around.index(call.seat), PLACE[action.bid.denomination]), action.bid.value)
    if (contract := auction.contract) is not None:
        found.number = contract.bid.value or HIGHER
        found.place = PLACE[contract.denomination]
        found.bidder = around.index(contract.bidder)
        found.multiplier = contract.multiplier
    return found


def expected(sheet: Sheet, first: Promised, seat: int, place: int, terms: Terms) -> float:
    """The points that a seat can expect of its side with that as trumps."""
    mine, partners = first.get((seat, place)), first.get((seat ^ 2, place))
    if partners is not None and mine is None:
        return sheet.declared + partners + terms.margins.slack + sheet.worth.partner[place]
    points = sheet.declared + sheet.worth.taker[place]
    return points if partners is None or mine is None else points + max(0, partners - mine)


def biddable(sheet: Sheet, first: Promised, seat: int, place: int) -> bool:
    """Whether the partner has named it, or the hand has what one names it with."""
    return sheet.worth.named[place] or (seat ^ 2, place) in first


def theirs(sheet: Sheet, at: Standing, seat: int, margins: Margins) -> float:
    """The points that the opponents can expect to make of their contract: half of what I miss, they have."""
    points = at.number + margins.slack - (sheet.worth.partner[at.place] + sheet.declared) / 2
    return points - margins.support if any(by == seat ^ 2 for by, _ in at.first) else points


def played_on(at: Standing, sheets: tuple[Sheet, ...], terms: Terms) -> Standing:
    """The auction at its end, if all go on to bid so. `at` is changed."""
    while not at.over and at.number < HIGHER:
        sheet = sheets[at.turn]
        if at.multiplier > 1:
            _to_coinche(at, sheet, terms)
        elif at.bidder != NOBODY and (at.bidder ^ at.turn) & 1 and _fails(at, sheet, terms):
            at.multiplier, at.passes = COINCHE, 0
            at.over = terms.ends and terms.surcoinche is None
            at.turn = at.turn + 1 & 3
        else:
            _bid_or_pass(at, sheet, terms)
    return at


def _fails(at: Standing, sheet: Sheet, terms: Terms) -> bool:
    needed = max(CARD_POINTS // 2 + 1, at.number)
    return at.place in terms.suits and theirs(sheet, at, at.turn, terms.margins) + terms.margins.coinche <= needed


def _to_coinche(at: Standing, sheet: Sheet, terms: Terms) -> None:
    """Redouble what is certain all the same."""
    ours = not (at.bidder ^ at.turn) & 1
    spare = expected(sheet, at.first, at.turn, at.place, terms) - at.number
    if ours and terms.surcoinche is not None and at.multiplier == COINCHE and spare >= terms.margins.surcoinche:
        at.multiplier, at.over = terms.surcoinche, True
        return
    at.passes += 1
    at.over = at.passes == (2 if terms.ends else 3)
    at.turn = at.turn + (2 if terms.ends else 1) & 3


def _bid_or_pass(at: Standing, sheet: Sheet, terms: Terms) -> None:
    found = _number(at, sheet, terms)
    if found is None:
        at.passes += 1
        at.over = at.passes == (4 if at.bidder == NOBODY else 3)
    else:
        at.number, at.place = found
        at.bidder, at.passes = at.turn, 0
        at.first.setdefault((at.turn, at.place), at.number)
    at.turn = at.turn + 1 & 3


def _number(at: Standing, sheet: Sheet, terms: Terms) -> tuple[int, int] | None:
    """The number and the place that the seat on turn bids."""
    seat, partner, margins = at.turn, at.turn ^ 2, terms.margins
    best, most = NOBODY, -1000.0
    for place in sheet.naming:
        points = expected(sheet, at.first, seat, place, terms)
        if points > most:
            best, most = place, points
    for by, place in at.first:
        if by == partner and (points := expected(sheet, at.first, seat, place, terms)) > most:
            best, most = place, points
    if best == NOBODY:
        return None
    lowest = _lowest(at, best, terms)
    if lowest > terms.maximum:
        return None
    if at.bidder == NOBODY or (at.bidder ^ seat) & 1:
        if most < lowest + (margins.opening if at.bidder == NOBODY else margins.overcall):
            return None
        return max(lowest, _to_step(most - margins.jump, terms)), best
    if best == at.place:
        top = _to_step(most - margins.raise_to, terms)
        return (top, best) if top >= lowest else None
    now = expected(sheet, at.first, seat, at.place, terms) if biddable(sheet, at.first, seat, at.place) else 0.0
    return (lowest, best) if most > now + margins.change and most >= lowest + margins.overcall else None


def _lowest(at: Standing, place: int, terms: Terms) -> int:
    if at.bidder == NOBODY:
        return terms.minimum
    return at.number if terms.ranks[place] > terms.ranks[at.place] else at.number + terms.step


def _to_step(points: float, terms: Terms) -> int:
    return min(int(points // terms.step) * terms.step, terms.maximum)


def contract_of(at: Standing, around: tuple[Seat, ...], started: Contract | None) -> Contract | None:
    """The contract that the auction came to, from one that it `started` with."""
    if at.bidder == NOBODY:
        return None
    if at.number == HIGHER:
        assert started is not None
        return started
    named = bid(at.number, DENOMINATIONS[at.place]).bid
    return Contract(bid=named, bidder=around[at.bidder], multiplier=at.multiplier)
