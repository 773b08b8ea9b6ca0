"""What the calls of the others tell of their cards: by the system that they declared, or else by how our own bidders
really call (`customs`), silent seats and people too.

Knows tables of holdings, and of each call which estimate it goes by. Refuses to rule out any.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from coinche.engine.actions import Action, Coinche, MakeBid, Pass, parse_action
from coinche.engine.auction import Auction, heard, lowest_bids, opened
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import TableView
from coinche.protocol.messages import Occasion

from .auction import margins_of
from .customs import CURVES, DEFENCE, EDGE, STEP, Custom
from .reading import OFFSET, SUITS, SUMS, Bids, worths
from .reading import evidence as by_system
from .systems import NONE_DECLARED, Systems, expert_system, steady_system

MOST = 61
"""So many pieces of evidence are told at most, the first; a solver takes 64, and of each of three hands something may
be announced."""


def evidence(view: TableView, rules: RuleSet, systems: Systems = NONE_DECLARED) -> tuple[CallEvidence, ...]:
    """What the auction so far tells of the eight cards that each of the others was dealt.

    Who passes again over a higher bid, or names his suit once more, says little that is new: of all that he said by the
    same table a hand is as unlikely as the unlikeliest makes it.
    """
    found: dict[tuple[Seat, type[Action], bytes], CallEvidence] = {}
    for action, piece in _said(view, rules, systems):
        said = piece.seat, type(action), piece.worth
        before = found.get(said, piece)
        found[said] = replace(piece, likely=_unlikelier(before.likely, piece.likely))
    return tuple(found.values())[:MOST]


def _said(view: TableView, rules: RuleSet, systems: Systems) -> Iterator[tuple[Action, CallEvidence]]:
    """What each call of the others tells by itself."""
    if view.dealer is None:
        return
    own = steady_system(rules), expert_system(rules)
    auction = opened(view.dealer, rules.table.direction)
    said: Bids = ()
    for call in view.auction:
        action = parse_action(call.action)
        if call.seat is not view.viewer:
            system = systems.get(call.seat)
            if system is None or system in own:
                pieces = tuple(
                    _piece(call.seat, one, rules) for one in readings(auction, said, call.seat, action, rules)
                )
            else:
                pieces = by_system(system, said, call.seat, action, rules)
            yield from ((action, piece) for piece in pieces)
        auction = heard(auction, call.seat, action, rules.auction, rules.table.direction)
        if isinstance(action, MakeBid):
            said = (*said, (call.seat, action.bid))


@lru_cache(maxsize=1024)
def _unlikelier(one: bytes, other: bytes) -> bytes:
    """The lower of both at each sum."""
    return array("f", map(min, array("f", one), array("f", other))).tobytes()


@dataclass(frozen=True, slots=True)
class Reading:
    """By which custom a call is read: a hand is worth something as trumps, to who names them or beside the partner's,
    and so many points are asked of it."""

    custom: Custom
    denomination: Denomination
    beside: bool
    asked: int


def readings(auction: Auction, said: Bids, seat: Seat, action: Action, rules: RuleSet) -> Iterator[Reading]:
    """What a call is read by, the bids before it said; nothing of what tells too little."""
    contract = auction.contract
    if any(by is seat for by, _ in said) and action != Coinche():
        return
    partners = {number.denomination: number.value for by, number in reversed(said) if by is seat.partner}
    match action:
        case MakeBid(number) if number.kind is BidKind.NUMBER:
            yield from _of_bid(auction, number, partners, said, rules)
        case Pass() if seat is auction.turn and (contract is None or contract.coinched_by is None):
            yield from _of_pass(auction, partners, said, rules)
        case Coinche() if contract is not None and contract.denomination in SUITS:
            yield Reading(Custom.COINCHE, contract.denomination, beside=True, asked=DEFENCE)


def _of_bid(
    auction: Auction, number: Bid, partners: Mapping[Denomination, int], said: Bids, rules: RuleSet
) -> Iterator[Reading]:
    if number.denomination in partners:
        promised = round(partners[number.denomination] + margins_of(rules).slack)
        yield Reading(Custom.RAISE, number.denomination, beside=True, asked=number.value - promised)
        return
    lowest = lowest_bids(auction, rules.auction).get(number.denomination, number.value)
    custom = _BID[_when(partners, said)][number.value > lowest]
    yield Reading(custom, number.denomination, beside=False, asked=number.value)


def _of_pass(auction: Auction, partners: Mapping[Denomination, int], said: Bids, rules: RuleSet) -> Iterator[Reading]:
    for denomination, lowest in lowest_bids(auction, rules.auction).items():
        if denomination in partners:
            promised = round(partners[denomination] + margins_of(rules).slack)
            yield Reading(Custom.NO_RAISE, denomination, beside=True, asked=lowest - promised)
        else:
            yield Reading(_PASS[_when(partners, said)], denomination, beside=False, asked=lowest)


def _when(partners: Mapping[Denomination, int], said: Bids) -> Occasion:
    return Occasion.ANSWER if partners else Occasion.OVERCALL if said else Occasion.OPENING


_BID = {
    Occasion.OPENING: (Custom.OPENING, Custom.JUMP),
    Occasion.OVERCALL: (Custom.OVERCALL, Custom.JUMP_OVER),
    Occasion.ANSWER: (Custom.ANSWER, Custom.ANSWER),
}
"""By which custom a bid is read: the lowest that could be made, and more."""
_PASS = {
    Occasion.OPENING: Custom.NO_OPENING,
    Occasion.OVERCALL: Custom.NO_OVERCALL,
    Occasion.ANSWER: Custom.NO_ANSWER,
}


# --- tables ----------------------------------------------------------------------------------------------


def worth_by(reading: Reading, rules: RuleSet) -> bytes:
    """What each holding adds to the estimate that the call goes by."""
    declares, names = rules.declarations.declarations, not reading.beside
    return worths(reading.denomination, beside=reading.beside, declares=declares, only_named=names)


def _piece(seat: Seat, reading: Reading, rules: RuleSet) -> CallEvidence:
    """The reading as the solver weighs it."""
    return CallEvidence(
        seat=seat,
        worth=worth_by(reading, rules),
        likely=_likely(reading.custom, reading.asked),
    )


@lru_cache(maxsize=1024)
def _likely(custom: Custom, asked: int) -> bytes:
    """The curve of the custom, by the sum of a hand."""
    curve = CURVES[custom]
    return array("f", (_at(curve, points - OFFSET - asked) for points in range(SUMS))).tobytes()


def _at(curve: tuple[float, ...], over: float) -> float:
    place = min(max((over + EDGE) / STEP, 0.0), len(curve) - 1.0)
    low = min(int(place), len(curve) - 2)
    return curve[low] + (place - low) * (curve[low + 1] - curve[low])
