"""The natural bidding system: a hand's strength and the points that earlier bids imply, compared with margins.

`steady` bids by it; `expert` searches for something better and otherwise bids the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.bots.hand_strength import (
    NO_SUIT,
    PARTNER,
    TAKER,
    expected_declarations,
    no_suit_points,
    suit_points,
    top_cards,
)
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.rules import FailedAddsBid, RuleSet, Scored
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView

CARD_POINTS = 162
LONG_SUIT = 4
"""The length from which on a suit is bid without the jack and the nine."""
TOPS = 2
"""The top cards that a bid of no trump or all trump asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """Points by which an estimate must exceed a bid, and points that bids imply."""

    opening: float = 8
    """Margin for the first bid."""
    overcall: float = -4
    """Margin for a bid over the opponents': letting them play costs more than failing by little."""
    raise_to: float = 25
    """Margin for a higher bid in our own contract."""
    change: float = 12
    """Margin for another suit than the partner's: the points by which it must be better."""
    jump: float = 18
    """Margin for a bid above the lowest one."""
    slack: float = 13
    """Points that a bidder has beyond the bid on average."""
    support: float = 6
    """Points that the partner's bids take off the opponents' estimate."""
    coinche: float = 12
    """Points by which the opponents' contract must be expected to fail."""
    surcoinche: float = 35
    """Points by which our contract must be expected to be made."""


MARGINS = Margins()
"""Tuned by duplicate boards of `ffb` with the cards of `steady`. With solved cards no other margin was surely better,
on up to 10,250 boards (`docs/bots.md`; `bench/bidders.py`)."""
_BY_SCORING: Mapping[tuple[Scored, FailedAddsBid], Margins] = {
    (Scored.POINTS, FailedAddsBid.WHEN_COINCHED): Margins(overcall=-8, change=20, slack=5, support=14, coinche=8),
}
"""Margins for scoring in which a contract made or lost is worth less. Found by double-dummy values (`bench/bidders.py
--cards exact`); with the cards of `steady` they gain 8.5 ± 2.0 points on 1,500 boards of `stayandplay-points`."""


def margins_of(rules: RuleSet) -> Margins:
    """Return the margins that fit the rules."""
    return _BY_SCORING.get((rules.scoring.scored, rules.scoring.failed_adds_bid), MARGINS)


@dataclass(frozen=True, slots=True)
class BidderView:
    """An auction as one seat sees it: every number bid so far, and its own hand."""

    me: Seat
    hand: tuple[Card, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    margins: Margins
    declares: bool
    """True where declarations count."""

    def first_bid(self, seat: Seat, denomination: Denomination) -> int | None:
        """Return the number that the seat first bid in the denomination, or None."""
        values = (bid.value for by, bid in self.bids if by is seat and bid.denomination is denomination and bid.value)
        return next(values, None)

    def has_bid(self, seat: Seat) -> bool:
        """Return whether the seat has bid."""
        return any(by is seat for by, _ in self.bids)

    def biddable(self, denomination: Denomination) -> bool:
        """Return whether the partner has bid the denomination, or the hand is good enough to bid it."""
        if self.first_bid(self.me.partner, denomination) is not None:
            return True
        suit = _suit(denomination)
        if suit is None:
            return top_cards(self.hand, denomination) >= TOPS
        trumps = [card for card in self.hand if card.suit is suit]
        leaders = {Card.of(Rank.JACK, suit), Card.of(Rank.NINE, suit)}
        return bool(leaders & set(trumps)) or len(trumps) >= LONG_SUIT

    def estimate(self, denomination: Denomination) -> float:
        """Return the points that our side can expect in that denomination."""
        mine, partners = self.first_bid(self.me, denomination), self.first_bid(self.me.partner, denomination)
        points = self._declared()
        if partners is not None and mine is None:
            return points + partners + self.margins.slack + self._beside(denomination)
        points += self._alone(denomination)
        return points if partners is None or mine is None else points + max(0, partners - mine)

    def _declared(self) -> float:
        return expected_declarations(self.hand) if self.declares else 0.0

    def _alone(self, denomination: Denomination) -> float:
        suit = _suit(denomination)
        return no_suit_points(self.hand, denomination) if suit is None else suit_points(self.hand, suit, TAKER)

    def _beside(self, denomination: Denomination) -> float:
        """Return the points that the hand adds to the partner's bid."""
        suit = _suit(denomination)
        if suit is None:
            return NO_SUIT[denomination].partner * (top_cards(self.hand, denomination) - 1)
        return suit_points(self.hand, suit, PARTNER)

    def opponents_points(self, contract: Contract, suit: Suit) -> float:
        """Return the points that the opponents can expect: half of what this hand lacks, they have."""
        points = contract.bid.value + self.margins.slack - suit_points(self.hand, suit, PARTNER) / 2
        points -= self._declared() / 2
        return points - self.margins.support if self.has_bid(self.me.partner) else points


def natural_call(view: TableView, legal: Legal, rules: RuleSet, margins: Margins | None = None) -> Action:
    """Return the natural call, by the margins that fit the rules or by others; cut the pack in the middle."""
    assert isinstance(view.viewer, Seat)
    if view.phase is Phase.CUTTING:
        return legal.default
    said = ((natural_call.seat, parse_action(natural_call.action)) for natural_call in view.auction)
    bids = tuple((seat, action.bid) for seat, action in said if isinstance(action, MakeBid))
    heard = BidderView(view.viewer, view.hand, bids, margins or margins_of(rules), rules.declarations.declarations)
    if Surcoinche() in legal.actions:
        return _answer_to_coinche(heard, view.contract)
    if view.contract is None:
        return _open(heard, legal)
    if view.contract.takers is heard.me.team:
        return _support(heard, view.contract, legal)
    return _compete(heard, view.contract, legal)


def _open(heard: BidderView, legal: Legal) -> Action:
    """Bid capot if all eight tricks are certain, else the best suit if it is good enough."""
    for denomination in legal.bids:
        if takes_everything(heard.hand, denomination):
            return MakeBid(Bid(f"{BidKind.CAPOT}{denomination}"))
    return _highest_over(heard, legal, heard.margins.opening) or Pass()


def _support(heard: BidderView, contract: Contract, legal: Legal) -> Action:
    """Bid on in our own contract: higher with much to spare, another suit if it is much better."""
    estimates = _estimates(heard, legal)
    if not estimates:
        return Pass()
    best = max(estimates, key=estimates.__getitem__)
    if best is contract.denomination:
        top = _to_step(estimates[best] - heard.margins.raise_to, legal)
        return MakeBid(Bid(f"{top}{best}")) if top >= legal.bids[best] else Pass()
    better = estimates[best] > estimates.get(contract.denomination, 0.0) + heard.margins.change
    enough = estimates[best] >= legal.bids[best] + heard.margins.overcall
    return MakeBid(Bid(f"{legal.bids[best]}{best}")) if better and enough else Pass()


def _compete(heard: BidderView, contract: Contract, legal: Legal) -> Action:
    """Bid against the opponents' contract: coinche it if it should fail, or overcall."""
    suit = _suit(contract.denomination)
    if Coinche() in legal.actions and contract.bid.kind is BidKind.NUMBER and suit is not None:
        needed = max(CARD_POINTS // 2 + 1, contract.bid.value)
        if heard.opponents_points(contract, suit) + heard.margins.coinche <= needed:
            return Coinche()
    return _highest_over(heard, legal, heard.margins.overcall) or Pass()


def _answer_to_coinche(heard: BidderView, contract: Contract | None) -> Action:
    """Surcoinche a contract that is still sure to be made."""
    if contract is None or contract.bid.kind is not BidKind.NUMBER:
        return Pass()
    spare = heard.estimate(contract.denomination) - contract.bid.value
    return Surcoinche() if spare >= heard.margins.surcoinche else Pass()


def _estimates(heard: BidderView, legal: Legal) -> dict[Denomination, float]:
    return {denomination: heard.estimate(denomination) for denomination in legal.bids if heard.biddable(denomination)}


def _highest_over(heard: BidderView, legal: Legal, margin: float) -> MakeBid | None:
    """Bid the best suit if its estimate leaves the margin, as high as the jump margin allows."""
    estimates = _estimates(heard, legal)
    best = max(estimates, key=estimates.__getitem__, default=None)
    if best is None or estimates[best] < legal.bids[best] + margin:
        return None
    top = _to_step(estimates[best] - heard.margins.jump, legal)
    return MakeBid(Bid(f"{max(legal.bids[best], top)}{best}"))


def _to_step(points: float, legal: Legal) -> int:
    return min(int(points // legal.step) * legal.step, legal.maximum)


def _suit(denomination: Denomination) -> Suit | None:
    trumps = denomination.trumps
    return next(iter(trumps)) if len(trumps) == 1 else None


def takes_everything(hand: tuple[Card, ...], denomination: Denomination) -> bool:
    """Return whether the hand takes all eight tricks against any distribution, except for a ruff of its first ace."""
    suit = _suit(denomination)
    if suit is None:
        return False
    by_suit = {at: [card for card in hand if card.suit is at] for at in Suit}
    trumps = by_suit.pop(suit)
    others_hold = len(STRENGTH[denomination]) // len(Suit) - len(trumps)
    drawn = _top_run(trumps, suit, STRENGTH[denomination]) >= others_hold
    return drawn and all(_top_run(cards, at, STRENGTH[denomination]) == len(cards) for at, cards in by_suit.items())


def _top_run(cards: list[Card], suit: Suit, strength: Mapping[Card, int]) -> int:
    """Return the number of cards held from the top of the suit down without a gap."""
    run = 0
    for card in sorted((card for card in strength if card.suit is suit), key=strength.__getitem__, reverse=True):
        if card not in cards:
            break
        run += 1
    return run
