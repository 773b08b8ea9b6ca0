"""The auction: the calls that a seat may make, their effect, and the end of it (F 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from .actions import Action, Coinche, Cut, MakeBid, Pass, PlayCard, Reason, Surcoinche
from .bids import HIGHEST_NUMBER, Bid, BidKind, Contract
from .cards import Denomination
from .rules import AuctionRules, Capot, CoincherPartner, CoincheWhen, DenominationOrder
from .seats import Direction, Seat

COINCHE = 2
"""The multiplier of a coinche (F 4.1c)."""


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
    if auction.turn is None or contract.bid.kind is not BidKind.NUMBER or not _may_bid(contract, auction.turn, rules):
        return {}
    overcalls = _OVERCALLS[rules.denomination_order]
    lowest = {
        denomination: contract.bid.value + (0 if overcalls(denomination, contract.denomination) else rules.bid_step)
        for denomination in rules.denominations
    }
    return {denomination: number for denomination, number in lowest.items() if number <= maximum(rules)}


_RANKING = (
    Denomination.CLUBS,
    Denomination.DIAMONDS,
    Denomination.HEARTS,
    Denomination.SPADES,
    Denomination.NO_TRUMP,
    Denomination.ALL_TRUMP,
)

_OVERCALLS: Mapping[DenominationOrder, Callable[[Denomination, Denomination], bool]] = {
    DenominationOrder.NONE: lambda new, last: False,
    DenominationOrder.RANKED: lambda new, last: _RANKING.index(new) > _RANKING.index(last),
}
"""True where an equal number in the new denomination beats one in the last."""


def calls(auction: Auction, seat: Seat, rules: AuctionRules) -> tuple[Action, ...]:
    """Return the calls a seat may make, number bids apart. Out of turn these are the ones allowed at any time."""
    if auction.turn is None:
        return ()
    contract = auction.contract
    if seat is auction.turn:
        return (Pass(), *_high_bids(contract, seat, rules), *_multipliers(contract, seat, rules))
    return _OUT_OF_TURN[rules.coinche_when](contract, seat, rules)


def _high_bids(contract: Contract | None, seat: Seat, rules: AuctionRules) -> tuple[Action, ...]:
    """Capot beats every number, générale beats capot, and nothing beats its own kind (F 4.1b, P "Bidding")."""
    if not _may_bid(contract, seat, rules):
        return ()
    last = BidKind.NUMBER if contract is None else contract.bid.kind
    return _higher_kinds(last, rules.denominations, rules.generale is not None)


@cache
def _higher_kinds(last: BidKind, denominations: tuple[Denomination, ...], generale: bool) -> tuple[MakeBid, ...]:
    kinds = tuple(BidKind)[tuple(BidKind).index(last) + 1 :]
    return tuple(
        MakeBid(Bid(f"{kind}{denomination}"))
        for kind in kinds
        if generale or kind is not BidKind.GENERALE
        for denomination in denominations
    )


def _multipliers(contract: Contract | None, seat: Seat, rules: AuctionRules) -> tuple[Action, ...]:
    """An opponent may coinche; of a coinched contract the takers may surcoinche, where that is played."""
    if contract is None:
        return ()
    if contract.coinched_by is None:
        return (Coinche(),) if contract.takers is not seat.team else ()
    return (Surcoinche(),) if contract.takers is seat.team and rules.surcoinche is not None else ()


_OUT_OF_TURN: Mapping[CoincheWhen, Callable[[Contract | None, Seat, AuctionRules], tuple[Action, ...]]] = {
    CoincheWhen.IN_TURN: lambda contract, seat, rules: (),
    CoincheWhen.ANY_TIME: _multipliers,
}


def _frozen(contract: Contract | None, rules: AuctionRules) -> bool:
    """Return whether only a surcoinche may follow (F 4.1c)."""
    return rules.coinche_ends_auction and contract is not None and contract.coinched_by is not None


def _may_bid(contract: Contract | None, seat: Seat, rules: AuctionRules) -> bool:
    """Return whether a coinche leaves the seat a bid."""
    if contract is None or contract.coinched_by is None:
        return True
    return not _frozen(contract, rules) and _COINCHER_PARTNER[rules.coincher_partner](contract.coinched_by, seat)


_COINCHER_PARTNER: Mapping[CoincherPartner, Callable[[Seat, Seat], bool]] = {
    CoincherPartner.FREE: lambda coincher, seat: True,
    CoincherPartner.MUST_PASS: lambda coincher, seat: seat is not coincher.partner,
}
"""True where the coincher leaves the seat a bid, in an auction that a coinche does not end."""


def heard(auction: Auction, seat: Seat, action: Action, rules: AuctionRules, direction: Direction) -> Auction:
    """The auction after a legal call."""
    said = (*auction.calls, Call(seat, str(action)))
    contract = auction.contract
    match action:
        case MakeBid(bid):
            ended = bid.kind in _ENDING[rules.capot]
            return Auction(said, Contract(bid=bid, bidder=seat), None if ended else seat.next(direction))
        case Coinche():
            assert contract is not None
            coinched = replace(contract, multiplier=COINCHE, coinched_by=seat)
            ended = rules.coinche_ends_auction and rules.surcoinche is None
            return Auction(said, coinched, None if ended else seat.next(direction))
        case Surcoinche():
            assert contract is not None
            assert rules.surcoinche is not None
            return Auction(said, replace(contract, multiplier=rules.surcoinche, surcoinched_by=seat), None)
        case _:
            return Auction(said, contract, _after_pass(said, seat, contract, rules, direction))


_ENDING: Mapping[Capot, tuple[BidKind, ...]] = {Capot.OPEN: (), Capot.CLOSED: (BidKind.CAPOT,)}
"""The bids that end the auction."""


def _after_pass(
    said: tuple[Call, ...], seat: Seat, contract: Contract | None, rules: AuctionRules, direction: Direction
) -> Seat | None:
    """The next to speak. A pass ends the auction after three over a bid (F 4.1b), four over none, or both of a frozen
    bid."""
    passes = 0
    while passes < len(said) and said[-1 - passes].action == "pass":
        passes += 1
    if _frozen(contract, rules):
        return seat.partner if passes == 1 else None
    return None if passes == (4 if contract is None else 3) else seat.next(direction)


def refusal(auction: Auction, seat: Seat, action: Action, rules: AuctionRules) -> Reason:
    """Return the rule that an illegal call breaks."""
    at_any_time = rules.coinche_when is CoincheWhen.ANY_TIME and isinstance(action, Coinche | Surcoinche)
    match action:
        case PlayCard() | Cut():
            return Reason.WRONG_PHASE
        case _ if seat is not auction.turn and not at_any_time:
            return Reason.NOT_YOUR_TURN
        case Coinche():
            return _coinche_refusal(auction.contract)
        case MakeBid(bid):
            return _bid_refusal(bid, auction.contract, seat, rules)
        case _:
            return Reason.NOT_COINCHED if rules.surcoinche is not None else Reason.NO_SURCOINCHE


def _coinche_refusal(contract: Contract | None) -> Reason:
    if contract is None:
        return Reason.NO_BID_TO_COINCHE
    return Reason.ALREADY_COINCHED if contract.coinched_by is not None else Reason.OWN_BID


def _bid_refusal(bid: Bid, contract: Contract | None, seat: Seat, rules: AuctionRules) -> Reason:
    if not _may_bid(contract, seat, rules):
        return Reason.CONTRACT_FROZEN if _frozen(contract, rules) else Reason.PARTNER_COINCHED
    if bid.kind is BidKind.GENERALE and rules.generale is None:
        return Reason.NO_GENERALE
    if bid.denomination not in rules.denominations:
        return Reason.DENOMINATION_NOT_PLAYED
    if contract is not None and contract.bid.kind is not BidKind.NUMBER:
        return Reason.NOTHING_OVER_CAPOT
    if bid.value % rules.bid_step:
        return Reason.BID_OFF_STEP
    return Reason.BID_TOO_HIGH if bid.value > maximum(rules) else Reason.BID_TOO_LOW
