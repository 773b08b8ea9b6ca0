"""Call likelihood: the probability of each call of the others, given the hands that they may hold.

A seat that declared a system is read by it (`conventions`); every other seat by how often `steady` makes such a call
with a hand of that strength. People bid much like it.
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

from .conventions import (
    NONE_DECLARED,
    OFFSET,
    SUITS,
    SUM_COUNT,
    BidsSoFar,
    Systems,
    expert_system,
    points_table,
    steady_system,
)
from .conventions import convention_evidence as by_system

CURVE_REACH = 70
"""Points below and above the asked ones at which the curves begin and end."""
CURVE_STEP = 10
"""Points from one figure of a curve to the next."""
COINCHE_ASKS = 50
"""Points that a coinche asks of a hand as the partner's, in the opponents' trump suit."""
LOWEST_LOG_LIKELIHOOD = -6.0
"""The least log likelihood, so that no hand is ruled out. It is low because a bid is rare: at one in twenty, the many
hands that do not fit would outnumber those that do."""


class CallKind(StrEnum):
    """The kind of a call, by the bids before it."""

    OPENING = "opening"
    """The lowest bid where nobody has bid."""
    JUMP = "jump"
    """A higher one."""
    NO_OPENING = "no opening"
    OVERCALL = "overcall"
    """The lowest bid where only opponents have bid."""
    JUMP_OVER = "jump over"
    """A higher one."""
    NO_OVERCALL = "no overcall"
    RAISE = "raise"
    """A bid in the partner's denomination."""
    NO_RAISE = "no raise"
    ANSWER = "answer"
    """A bid in another denomination than the partner's."""
    NO_ANSWER = "no answer"
    COINCHE = "coinche"


CALL_LOG_LIKELIHOODS: Mapping[CallKind, tuple[float, ...]] = {
    CallKind.OPENING: (-6.0, -6.0, -6.0, -5.7, -5.7, -5.8, -6.0, -2.1, -0.4, 0.0, -0.6, -2.4, -5.3, -4.9, -5.1),
    CallKind.JUMP: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.4, -2.1, -6.0, -6.0, -6.0),
    CallKind.NO_OPENING: (0.0, 0.0, 0.0, 0.0, -0.1, -0.6, -0.8, -0.8, -1.0, -2.6, -5.5, -5.5, -5.5, -5.5, -5.5),
    CallKind.OVERCALL: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.0, -0.3, 0.0, 0.0, -0.8, -2.6, -4.5, -4.0, -4.5),
    CallKind.JUMP_OVER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -1.5, 0.0, -0.3, -2.0, -6.0, -6.0, -6.0),
    CallKind.NO_OVERCALL: (0.0, -0.1, -0.1, -0.1, -0.1, -0.1, -0.3, -1.6, -4.0, -5.4, -5.4, -5.4, -5.4, -5.4, -5.4),
    CallKind.RAISE: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -3.0, -1.3, -0.5, -0.1, 0.0, -1.5, -5.4, -4.8, -4.9),
    CallKind.NO_RAISE: (0.0, 0.0, 0.0, -0.1, -0.1, -0.2, -0.3, -0.7, -1.0, -1.2, -2.2, -2.9, -3.0, -3.0, -3.0),
    CallKind.ANSWER: (-6.0, -6.0, -6.0, -6.0, -6.0, -6.0, -2.7, -1.0, -0.5, 0.0, -0.1, -0.6, -1.1, -1.2, -1.3),
    CallKind.NO_ANSWER: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.2, -0.8, -1.3, -1.5, -1.7, -1.8, -1.9, -1.9, -1.9),
    CallKind.COINCHE: (-4.8, -4.6, -4.6, -4.5, -4.2, -2.8, -1.1, -0.2, 0.0, 0.0, -0.2, -0.6, -1.2, -1.8, -0.9),
}
"""Log likelihood of each kind, by the points of the hand over the asked ones, the highest being 0. Counted in 1,500
deals of `ffb` with `steady` at all seats, and smoothed. On 300 other deals the evidence of the whole auction makes the
true hands likelier than random ones by 4.06 ± 0.11 in the logarithm."""


MAX_EVIDENCE = 61
"""The pieces of evidence that are used, the first ones. The solver takes 64, and declarations may add three."""


def auction_evidence(view: TableView, rules: RuleSet, systems: Systems = NONE_DECLARED) -> tuple[CallEvidence, ...]:
    """Return the likelihoods of the auction so far, by the hands that the others were dealt.

    A second pass, or the same suit again, adds little: of calls of one seat with the same table the lowest likelihood
    counts, not the product.
    """
    found: dict[tuple[Seat, type[Action], bytes], CallEvidence] = {}
    for action, piece in _evidence_by_call(view, rules, systems):
        said = piece.seat, type(action), piece.worth
        before = found.get(said, piece)
        found[said] = replace(piece, likely=_minimum(before.likely, piece.likely))
    return tuple(found.values())[:MAX_EVIDENCE]


def _evidence_by_call(view: TableView, rules: RuleSet, systems: Systems) -> Iterator[tuple[Action, CallEvidence]]:
    """Yield the evidence of each call of the others by itself."""
    if view.dealer is None:
        return
    own = steady_system(rules), expert_system(rules)
    auction = opened(view.dealer, rules.table.direction)
    said: BidsSoFar = ()
    for call in view.auction:
        action = parse_action(call.action)
        if call.seat is not view.viewer:
            system = systems.get(call.seat)
            if system is None or system in own:
                pieces = tuple(
                    _call_evidence(call.seat, one, rules)
                    for one in call_readings(auction, said, call.seat, action, rules)
                )
            else:
                pieces = by_system(system, said, call.seat, action, rules)
            yield from ((action, piece) for piece in pieces)
        auction = heard(auction, call.seat, action, rules.auction, rules.table.direction)
        if isinstance(action, MakeBid):
            said = (*said, (call.seat, action.bid))


@lru_cache(maxsize=1024)
def _minimum(one: bytes, other: bytes) -> bytes:
    """Return the lower of both at each sum."""
    return array("f", map(min, array("f", one), array("f", other))).tobytes()


@dataclass(frozen=True, slots=True)
class CallReading:
    """The meaning of a call under the natural system: its kind, and the points that it asks of the hand.

    `beside` takes the strength of the hand as the partner's, otherwise as the bidder's.
    """

    kind: CallKind
    denomination: Denomination
    beside: bool
    asked: int


def call_readings(
    auction: Auction, said: BidsSoFar, seat: Seat, action: Action, rules: RuleSet
) -> Iterator[CallReading]:
    """Yield the readings of a call after those bids; none where it says too little."""
    contract = auction.contract
    if any(by is seat for by, _ in said) and action != Coinche():
        return
    partners = {number.denomination: number.value for by, number in reversed(said) if by is seat.partner}
    match action:
        case MakeBid(number) if number.kind is BidKind.NUMBER:
            yield from _bid_readings(auction, number, partners, said, rules)
        case Pass() if seat is auction.turn and (contract is None or contract.coinched_by is None):
            yield from _pass_readings(auction, partners, said, rules)
        case Coinche() if contract is not None and contract.denomination in SUITS:
            yield CallReading(CallKind.COINCHE, contract.denomination, beside=True, asked=COINCHE_ASKS)


def _bid_readings(
    auction: Auction, number: Bid, partners: Mapping[Denomination, int], said: BidsSoFar, rules: RuleSet
) -> Iterator[CallReading]:
    if number.denomination in partners:
        implied = round(partners[number.denomination] + margins_of(rules).slack)
        yield CallReading(CallKind.RAISE, number.denomination, beside=True, asked=number.value - implied)
        return
    lowest = lowest_bids(auction, rules.auction).get(number.denomination, number.value)
    kind = _BID_KINDS[_occasion(partners, said)][number.value > lowest]
    yield CallReading(kind, number.denomination, beside=False, asked=number.value)


def _pass_readings(
    auction: Auction, partners: Mapping[Denomination, int], said: BidsSoFar, rules: RuleSet
) -> Iterator[CallReading]:
    for denomination, lowest in lowest_bids(auction, rules.auction).items():
        if denomination in partners:
            implied = round(partners[denomination] + margins_of(rules).slack)
            yield CallReading(CallKind.NO_RAISE, denomination, beside=True, asked=lowest - implied)
        else:
            yield CallReading(_PASS_KINDS[_occasion(partners, said)], denomination, beside=False, asked=lowest)


def _occasion(partners: Mapping[Denomination, int], said: BidsSoFar) -> Occasion:
    return Occasion.ANSWER if partners else Occasion.OVERCALL if said else Occasion.OPENING


_BID_KINDS = {
    Occasion.OPENING: (CallKind.OPENING, CallKind.JUMP),
    Occasion.OVERCALL: (CallKind.OVERCALL, CallKind.JUMP_OVER),
    Occasion.ANSWER: (CallKind.ANSWER, CallKind.ANSWER),
}
"""The kinds of the lowest possible bid, and of a higher one."""
_PASS_KINDS = {
    Occasion.OPENING: CallKind.NO_OPENING,
    Occasion.OVERCALL: CallKind.NO_OVERCALL,
    Occasion.ANSWER: CallKind.NO_ANSWER,
}


# --- tables ----------------------------------------------------------------------------------------------


def strength_table(reading: CallReading, rules: RuleSet) -> bytes:
    """Return the points of each holding, in the strength that the call depends on."""
    declares, names = rules.declarations.declarations, not reading.beside
    return points_table(reading.denomination, beside=reading.beside, declares=declares, only_named=names)


def _call_evidence(seat: Seat, reading: CallReading, rules: RuleSet) -> CallEvidence:
    """Return the reading in the form that the solver weighs worlds by."""
    return CallEvidence(
        seat=seat,
        worth=strength_table(reading, rules),
        likely=_log_likelihoods(reading.kind, reading.asked),
    )


@lru_cache(maxsize=1024)
def _log_likelihoods(kind: CallKind, asked: int) -> bytes:
    """Return the curve of a kind, by the sum of a hand's points."""
    curve = CALL_LOG_LIKELIHOODS[kind]
    return array("f", (_interpolated(curve, points - OFFSET - asked) for points in range(SUM_COUNT))).tobytes()


def _interpolated(curve: tuple[float, ...], over: float) -> float:
    place = min(max((over + CURVE_REACH) / CURVE_STEP, 0.0), len(curve) - 1.0)
    low = min(int(place), len(curve) - 2)
    return curve[low] + (place - low) * (curve[low + 1] - curve[low])
