"""How `steady` bids: it adds what the bids so far promise to its own hand, and bids what leaves a margin.

Knows the auction as the seat heard it. Its margins were tuned by duplicate deals between bidders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.bots.bidding.hand_strength import FLAT, PARTNER, TAKER, declared, flat_worth, tops, worth
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.bids import Bid, BidKind, Contract
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.rules import FailedAddsBid, RuleSet, Scored
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView

CARD_POINTS = 162
LONG_SUIT = 4
"""So many trumps are named without the jack and the nine."""
TOPS = 2
"""So many suits must be headed for no trump or all trump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """By how many points an estimate must exceed a bid, and what bids tell, in points."""

    opening: float = 8
    overcall: float = -4
    """Over the opponents' bid: to let them play costs more than to go down by little."""
    raise_to: float = 25
    """For going higher in a contract that is ours already."""
    change: float = 12
    """How much better another suit must be than the partner's."""
    jump: float = 18
    """What an opening higher than the rules ask still leaves."""
    slack: float = 13
    """What a bidder is likely to have beyond his bid."""
    support: float = 6
    """What the partner's bids take off theirs."""
    coinche: float = 12
    """By how much their contract must be expected to fail."""
    surcoinche: float = 35
    """By how much ours must be expected to be made."""


MARGINS = Margins()
"""Tuned with the cards of `steady`; with solved cards none that was tried was surely better (`bench/bidders.py`)."""
_BY_SCORING: Mapping[tuple[Scored, FailedAddsBid], Margins] = {
    (Scored.POINTS, FailedAddsBid.WHEN_COINCHED): Margins(overcall=-8, change=20, slack=5, support=14, coinche=8),
}
"""Where to make a contract or to lose it is worth something else, so is a bid. Found by exact values (`bench/bidders.py
--cards exact`), and confirmed by the cards of `steady`."""


def margins_of(rules: RuleSet) -> Margins:
    """The margins that fit the rules."""
    return _BY_SCORING.get((rules.scoring.scored, rules.scoring.failed_adds_bid), MARGINS)


@dataclass(frozen=True, slots=True)
class Auction:
    """What one seat makes of the auction: every number bid so far, and its own hand."""

    me: Seat
    hand: tuple[Card, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    margins: Margins
    declares: bool
    """Whether declarations count."""

    def first_bid(self, seat: Seat, denomination: Denomination) -> int | None:
        """The number that the seat first bid in the denomination."""
        values = (bid.value for by, bid in self.bids if by is seat and bid.denomination is denomination and bid.value)
        return next(values, None)

    def has_bid(self, seat: Seat) -> bool:
        """Whether the seat has bid at all."""
        return any(by is seat for by, _ in self.bids)

    def biddable(self, denomination: Denomination) -> bool:
        """Whether the partner has named it, or the hand has what one names it with."""
        if self.first_bid(self.me.partner, denomination) is not None:
            return True
        suit = _suit(denomination)
        if suit is None:
            return tops(self.hand, denomination) >= TOPS
        trumps = [card for card in self.hand if card.suit is suit]
        leaders = {Card.of(Rank.JACK, suit), Card.of(Rank.NINE, suit)}
        return bool(leaders & set(trumps)) or len(trumps) >= LONG_SUIT

    def estimate(self, denomination: Denomination) -> float:
        """The points that our side can expect with that as trumps."""
        mine, partners = self.first_bid(self.me, denomination), self.first_bid(self.me.partner, denomination)
        points = self._declared()
        if partners is not None and mine is None:
            return points + partners + self.margins.slack + self._beside(denomination)
        points += self._alone(denomination)
        return points if partners is None or mine is None else points + max(0, partners - mine)

    def _declared(self) -> float:
        return declared(self.hand) if self.declares else 0.0

    def _alone(self, denomination: Denomination) -> float:
        suit = _suit(denomination)
        return flat_worth(self.hand, denomination) if suit is None else worth(self.hand, suit, TAKER)

    def _beside(self, denomination: Denomination) -> float:
        """What the hand adds to what the partner has bid."""
        suit = _suit(denomination)
        if suit is None:
            return FLAT[denomination].partner * (tops(self.hand, denomination) - 1)
        return worth(self.hand, suit, PARTNER)

    def theirs(self, contract: Contract, suit: Suit) -> float:
        """The points that the opponents can expect to make of their contract: half of what I miss, they have."""
        points = contract.bid.value + self.margins.slack - worth(self.hand, suit, PARTNER) / 2
        points -= self._declared() / 2
        return points - self.margins.support if self.has_bid(self.me.partner) else points


def call(view: TableView, legal: Legal, rules: RuleSet, margins: Margins | None = None) -> Action:
    """What to say now, by the margins that fit the rules or by others; the pack is cut in the middle."""
    assert isinstance(view.viewer, Seat)
    if view.phase is Phase.CUTTING:
        return legal.default
    said = ((call.seat, parse_action(call.action)) for call in view.auction)
    bids = tuple((seat, action.bid) for seat, action in said if isinstance(action, MakeBid))
    heard = Auction(view.viewer, view.hand, bids, margins or margins_of(rules), rules.declarations.declarations)
    if Surcoinche() in legal.actions:
        return _answer_to_coinche(heard, view.contract)
    if view.contract is None:
        return _open(heard, legal)
    if view.contract.takers is heard.me.team:
        return _support(heard, view.contract, legal)
    return _compete(heard, view.contract, legal)


def _open(heard: Auction, legal: Legal) -> Action:
    """All eight tricks if they are certain, else the best suit if it is good enough."""
    for denomination in legal.bids:
        if takes_everything(heard.hand, denomination):
            return MakeBid(Bid(f"{BidKind.CAPOT}{denomination}"))
    return _highest_over(heard, legal, heard.margins.opening) or Pass()


def _support(heard: Auction, contract: Contract, legal: Legal) -> Action:
    """The contract is ours: higher when there is much to spare, another suit when it is much better."""
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


def _compete(heard: Auction, contract: Contract, legal: Legal) -> Action:
    """The contract is theirs: coinche what must fail, bid over what we can beat."""
    suit = _suit(contract.denomination)
    if Coinche() in legal.actions and contract.bid.kind is BidKind.NUMBER and suit is not None:
        needed = max(CARD_POINTS // 2 + 1, contract.bid.value)
        if heard.theirs(contract, suit) + heard.margins.coinche <= needed:
            return Coinche()
    return _highest_over(heard, legal, heard.margins.overcall) or Pass()


def _answer_to_coinche(heard: Auction, contract: Contract | None) -> Action:
    """Redouble what is certain all the same."""
    if contract is None or contract.bid.kind is not BidKind.NUMBER:
        return Pass()
    spare = heard.estimate(contract.denomination) - contract.bid.value
    return Surcoinche() if spare >= heard.margins.surcoinche else Pass()


def _estimates(heard: Auction, legal: Legal) -> dict[Denomination, float]:
    return {denomination: heard.estimate(denomination) for denomination in legal.bids if heard.biddable(denomination)}


def _highest_over(heard: Auction, legal: Legal, margin: float) -> MakeBid | None:
    """The best suit, if its estimate leaves the margin; as high as the jump margin allows."""
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
    """Whether the hand takes all eight tricks from wherever the cards lie, a ruff of its first ace apart."""
    suit = _suit(denomination)
    if suit is None:
        return False
    by_suit = {at: [card for card in hand if card.suit is at] for at in Suit}
    trumps = by_suit.pop(suit)
    others_hold = len(STRENGTH[denomination]) // len(Suit) - len(trumps)
    drawn = _top_run(trumps, suit, STRENGTH[denomination]) >= others_hold
    return drawn and all(_top_run(cards, at, STRENGTH[denomination]) == len(cards) for at, cards in by_suit.items())


def _top_run(cards: list[Card], suit: Suit, strength: Mapping[Card, int]) -> int:
    """How many cards of a suit are held from its highest down without a gap."""
    run = 0
    for card in sorted((card for card in strength if card.suit is suit), key=strength.__getitem__, reverse=True):
        if card not in cards:
            break
        run += 1
    return run
