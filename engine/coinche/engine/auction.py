"""The auction: whose turn it is to speak, what he may say, and when it is over (F 4).

Knows bids, coinche and surcoinche. Knows no cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .actions import Action, Coinche, MakeBid, Pass, PlayCard, Reason, Surcoinche
from .bids import Bid, BidKind, Contract
from .cards import Denomination
from .rules import AuctionRules
from .seats import Direction, Seat

HIGHEST_NUMBER = 990
"""The highest number that can be bid where the rules name none, in points."""

_CAPOTS = {d: MakeBid(Bid(f"{BidKind.CAPOT}{d}")) for d in Denomination}


@dataclass(frozen=True, slots=True)
class Call:
    """One word of the auction: `action` is pass, a bid, coinche or surcoinche, in notation."""

    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, the contract as it stands, and who speaks next (`None`: the auction is over)."""

    calls: tuple[Call, ...]
    contract: Contract | None
    turn: Seat | None

    @property
    def thrown_in(self) -> bool:
        """Four passes and no bid (F 4.1a)."""
        return self.turn is None and self.contract is None


def opened(dealer: Seat, direction: Direction) -> Auction:
    """The auction before the first word: the seat next to the dealer speaks first (F 4.1)."""
    return Auction((), None, dealer.next(direction))


def maximum(rules: AuctionRules) -> int:
    """The highest number that may be bid, in points."""
    highest = rules.bid_maximum if rules.bid_maximum is not None else HIGHEST_NUMBER
    return highest - highest % rules.bid_step


def lowest_bids(auction: Auction, rules: AuctionRules) -> dict[Denomination, int]:
    """The lowest number that the seat on turn may bid in each denomination; none where numbers are over (F 4.1b)."""
    contract = auction.contract
    if contract is None:
        return dict.fromkeys(rules.denominations, rules.bid_minimum)
    lowest = contract.bid.value + rules.bid_step
    if contract.multiplier > 1 or contract.bid.kind is BidKind.CAPOT or lowest > maximum(rules):
        return {}
    return dict.fromkeys(rules.denominations, lowest)


def calls(auction: Auction, rules: AuctionRules) -> tuple[Action, ...]:
    """What the seat on turn may say, number bids apart."""
    contract, turn = auction.contract, auction.turn
    if turn is None:
        return ()
    if contract is None:
        return (Pass(), *(_CAPOTS[d] for d in rules.denominations))
    if contract.multiplier > 1:
        return (Pass(), Surcoinche())
    capots = () if contract.bid.kind is BidKind.CAPOT else tuple(_CAPOTS[d] for d in rules.denominations)
    coinche = (Coinche(),) if contract.takers is not turn.team else ()
    return (Pass(), *capots, *coinche)


def heard(auction: Auction, seat: Seat, action: Action, rules: AuctionRules, direction: Direction) -> Auction:
    """The auction after a legal call."""
    said = (*auction.calls, Call(seat, str(action)))
    contract = auction.contract
    match action:
        case MakeBid(bid):
            return Auction(said, Contract(bid=bid, bidder=seat), seat.next(direction))
        case Coinche():
            assert contract is not None
            coinched = replace(contract, multiplier=rules.coinche_multiplier, coinched_by=seat)
            return Auction(said, coinched, seat.next(direction))
        case Surcoinche():
            assert contract is not None
            redoubled = replace(contract, multiplier=rules.surcoinche_multiplier, surcoinched_by=seat)
            return Auction(said, redoubled, None)
        case _:
            return Auction(said, contract, _after_pass(said, contract, seat, direction))


def _after_pass(said: tuple[Call, ...], contract: Contract | None, seat: Seat, direction: Direction) -> Seat | None:
    """Who speaks after a pass: nobody after three over a bid (F 4.1b), four over none, or both of the coinched side."""
    passes = 0
    while passes < len(said) and said[-1 - passes].action == "pass":
        passes += 1
    if contract is not None and contract.multiplier > 1:
        return seat.partner if passes == 1 else None
    return None if passes == (4 if contract is None else 3) else seat.next(direction)


def refusal(auction: Auction, seat: Seat, action: Action, rules: AuctionRules) -> Reason:
    """Which rule a call breaks that is not legal."""
    contract = auction.contract
    match action:
        case PlayCard():
            return Reason.WRONG_PHASE
        case _ if seat is not auction.turn:
            return Reason.NOT_YOUR_TURN
        case Coinche():
            return _coinche_refusal(contract)
        case MakeBid(bid):
            return _bid_refusal(bid, contract, rules)
        case _:
            return Reason.NOT_COINCHED


def _coinche_refusal(contract: Contract | None) -> Reason:
    if contract is None:
        return Reason.NO_BID_TO_COINCHE
    return Reason.ALREADY_COINCHED if contract.multiplier > 1 else Reason.OWN_BID


def _bid_refusal(bid: Bid, contract: Contract | None, rules: AuctionRules) -> Reason:
    if contract is not None and contract.multiplier > 1:
        return Reason.CONTRACT_FROZEN
    if contract is not None and contract.bid.kind is BidKind.CAPOT:
        return Reason.NOTHING_OVER_CAPOT
    if bid.denomination not in rules.denominations:
        return Reason.DENOMINATION_NOT_PLAYED
    if bid.value % rules.bid_step:
        return Reason.BID_OFF_STEP
    return Reason.BID_TOO_HIGH if bid.value > maximum(rules) else Reason.BID_TOO_LOW
