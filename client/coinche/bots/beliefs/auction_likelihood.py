"""What the calls of the others tell of their cards: by the system that they declared, or else by how our own bidders
really call (`customs`), silent seats and people too.

Knows tables of holdings, and of each call which estimate it goes by. Refuses to rule out any.

How often our own bidders say a thing, by how far their hand is over what it asks.

Knows the counts, which `bench/customs.py` prints. Refuses to know hands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from coinche.bots.steady.bidding import margins_of
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, parse_action
from coinche.engine.auction import Auction, heard, lowest_bids, opened
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import TableView
from coinche.protocol.messages import Occasion

from .convention_evidence import OFFSET, SUITS, SUMS, Bids, worths
from .convention_evidence import evidence as by_system
from .conventions import NONE_DECLARED, Systems, expert_system, steady_system

EDGE = 70
"""The curves begin so many points under what is asked, and end so many over it."""
STEP = 10
"""Points from one number of a curve to the next."""
DEFENCE = 50
"""What a coinche asks of a hand beside the partner's, with their trumps."""
FLOOR = -6.0
"""No hand is ruled out. A bid is rare: were it one in twenty for every other hand, these would outnumber its own."""


class Custom(StrEnum):
    """What is said."""

    OPENING = "opening"
    """The lowest number where nobody has bid."""
    JUMP = "jump"
    """A higher one."""
    NO_OPENING = "no opening"
    OVERCALL = "overcall"
    """The lowest number where only opponents have bid."""
    JUMP_OVER = "jump over"
    """A higher one."""
    NO_OVERCALL = "no overcall"
    RAISE = "raise"
    """Of what the partner has named."""
    NO_RAISE = "no raise"
    ANSWER = "answer"
    """Something else than the partner has named."""
    NO_ANSWER = "no answer"
    COINCHE = "coinche"


CURVES: Mapping[Custom, tuple[float, ...]] = {
    Custom.OPENING: (-6.0, -6.0, -6.0, -5.7, -5.7, -5.8, -6.0, -2.1, -0.4, 0.0, -0.6, -2.4, -5.3, -4.9, -5.1),
    Custom.JUMP: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.4, -2.1, -6.0, -6.0, -6.0),
    Custom.NO_OPENING: (0.0, 0.0, 0.0, 0.0, -0.1, -0.6, -0.8, -0.8, -1.0, -2.6, -5.5, -5.5, -5.5, -5.5, -5.5),
    Custom.OVERCALL: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.0, -0.3, 0.0, 0.0, -0.8, -2.6, -4.5, -4.0, -4.5),
    Custom.JUMP_OVER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.3, -2.0, -6.0, -6.0, -6.0),
    Custom.NO_OVERCALL: (0.0, -0.1, -0.1, -0.1, -0.1, -0.1, -0.3, -1.6, -4.0, -5.4, -5.4, -5.4, -5.4, -5.4, -5.4),
    Custom.RAISE: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -3.0, -1.3, -0.5, -0.1, 0.0, -1.5, -5.4, -4.8, -4.9),
    Custom.NO_RAISE: (0.0, 0.0, 0.0, -0.1, -0.1, -0.2, -0.3, -0.7, -1.0, -1.2, -2.2, -2.9, -3.0, -3.0, -3.0),
    Custom.ANSWER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.7, -1.0, -0.5, 0.0, -0.1, -0.6, -1.1, -1.2, -1.3),
    Custom.NO_ANSWER: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.2, -0.8, -1.3, -1.5, -1.7, -1.8, -1.9, -1.9, -1.9),
    Custom.COINCHE: (-4.8, -4.6, -4.6, -4.5, -4.2, -2.8, -1.1, -0.2, 0.0, 0.0, -0.2, -0.6, -1.2, -1.8, -0.9),
}
"""The logarithm of how likely each is, the likeliest being 0: of 1,500 deals with `steady` at all seats."""


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
