"""Bidding systems: those of our own bots, and the likelihood of a call under a declared system.

The facts of a convention count as evidence, not as proof, because nobody is bound to keep to a declared system. So no
hand becomes impossible.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.bots.hand_strength import (
    BIDDABLE,
    EXPECTED_SEQUENCE_POINTS,
    HAS_TOP,
    HOLDINGS,
    NO_SUIT,
    NO_SUIT_POINTS,
    PARTNER_POINTS,
    TAKER_POINTS,
    HoldingPoints,
)
from coinche.bots.steady.bidding import margins_of
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination, Rank
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.protocol.limits import MAX_EXPECTED
from coinche.protocol.messages import Convention, Occasion, System
from coinche.text.formatting import CallMeaning

Systems = Mapping[Seat, System]
"""The declared systems by seat."""
NONE_DECLARED: Systems = {}

_WITHIN_STEP = 9
"""The points by which a hand may exceed the bid's margin: with 10 more the next number would have been bid."""
Bound = tuple[float, float] | UnsetType
"""The least and the most."""
_UNBOUNDED = MAX_EXPECTED
"""A better suit than the partner's is bid at the lowest number, however strong it is."""
_CALL_NAMES: Mapping[type[Action], str] = {Pass: "pass", Coinche: "coinche", Surcoinche: "surcoinche"}


def occasion(said: Iterable[tuple[Seat, Bid]], seat: Seat, action: Action) -> Occasion:
    """Return the occasion of a call, by the bids before it and their seats."""
    bids = tuple(said)
    seats = {by for by, _ in bids}
    if seat in seats:
        return Occasion.REBID
    if seat.partner in seats:
        partners = {bid.denomination for by, bid in bids if by is seat.partner}
        supports = isinstance(action, MakeBid) and action.bid.denomination in partners
        return Occasion.SUPPORT if supports else Occasion.ANSWER
    return Occasion.OVERCALL if seats else Occasion.OPENING


def convention(system: System, when: Occasion, action: Action) -> Convention | None:
    """Return the first convention that fits the call, or None."""
    fitting = (one for one in system.conventions if one.when is when and _fits(one.said, action))
    return next(fitting, None)


def _fits(said: str, action: Action) -> bool:
    if not isinstance(action, MakeBid):
        return said == _CALL_NAMES.get(type(action))
    level = str(action.bid).removesuffix(action.bid.denomination)
    if said.endswith("+"):
        return level.isdecimal() and int(level) >= int(said[:-1])
    return said == level


def _convention(
    said: str, when: Occasion, words: CallMeaning, spare: Bound = UNSET, points: Bound = UNSET
) -> Convention:
    return Convention(said=said, when=when, shows=words.english, spare=_rounded(spare), points=_rounded(points))


def _rounded(margin: Bound) -> tuple[int, int] | UnsetType:
    return UNSET if margin is UNSET else (round(margin[0]), round(margin[1]))


@lru_cache(maxsize=16)
def steady_system(rules: RuleSet) -> System:
    """Return the system of `steady` under these rules."""
    lowest, step, margins = rules.auction.bid_minimum, rules.auction.bid_step, margins_of(rules)
    most, raised = margins.jump + _WITHIN_STEP, margins.raise_to + _WITHIN_STEP
    every = f"{lowest}+"
    return System(
        name="steady",
        conventions=(
            _convention(str(lowest), Occasion.OPENING, CallMeaning.OPENING, spare=(margins.opening, most)),
            _convention(f"{lowest + step}+", Occasion.OPENING, CallMeaning.JUMP, spare=(margins.jump, most)),
            _convention("capot", Occasion.OPENING, CallMeaning.CAPOT),
            _convention("pass", Occasion.OPENING, CallMeaning.NO_OPENING, points=(0, lowest + margins.opening)),
            _convention(every, Occasion.OVERCALL, CallMeaning.OVERCALL, spare=(margins.overcall, most)),
            _convention(every, Occasion.SUPPORT, CallMeaning.SUPPORT, spare=(margins.overcall, raised)),
            _convention(every, Occasion.ANSWER, CallMeaning.ANSWER, spare=(margins.overcall, _UNBOUNDED)),
            _convention(every, Occasion.REBID, CallMeaning.REBID, spare=(margins.overcall, _UNBOUNDED)),
            _convention("coinche", Occasion.OVERCALL, CallMeaning.COINCHE),
            _convention("surcoinche", Occasion.REBID, CallMeaning.SURCOINCHE),
        ),
    )


@lru_cache(maxsize=16)
def novice_system(rules: RuleSet) -> System:
    """Return the system of `novice`, which bids its own hand as `steady` does and ignores its partner's bids."""
    alone = (Occasion.OPENING, Occasion.OVERCALL)
    own = tuple(one for one in steady_system(rules).conventions if one.when in alone and one.said != "coinche")
    return System(name="novice", conventions=own)


@lru_cache(maxsize=16)
def expert_system(rules: RuleSet) -> System:
    """Return the system of `expert`, which bids as `steady` except where another call is surely better."""
    return replace(steady_system(rules), name="expert")


# --- evidence ---------------------------------------------------------------------------------------

LIKELIHOOD_FLOOR = 0.05
"""The least likelihood of a call: players do not always keep to their system."""
TOLERANCE = 8.0
"""Points by which two good players differ about the same hand. An estimate, as is `LIKELIHOOD_FLOOR`."""

OFFSET = 80
"""Added to every sum of points, as a partner's hand may have less than 0."""
NOT_BIDDABLE = 60
"""Points taken off a holding that is not good enough to bid."""
SUM_COUNT = 256
SUITS = tuple(denomination for denomination in Denomination if len(denomination.trumps) == 1)

BidsSoFar = tuple[tuple[Seat, Bid], ...]
Bounds = tuple[int, int]


def convention_evidence(
    system: System, said: BidsSoFar, seat: Seat, action: Action, rules: RuleSet
) -> tuple[CallEvidence, ...]:
    """Return the evidence of one call after those bids; none where its system says nothing about it."""
    follows = convention(system, occasion(said, seat, action), action)
    if follows is None:
        return ()
    if isinstance(action, MakeBid):
        return tuple(_bid_evidence(follows, said, seat, action.bid, rules))
    if isinstance(action, Pass) and follows.points is not UNSET:
        declares = rules.declarations.declarations
        tables = (points_table(denomination, beside=False, declares=declares) for denomination in SUITS)
        return tuple(_points_evidence(seat, table, 0, follows.points) for table in tables)
    return ()


def _bid_evidence(follows: Convention, said: BidsSoFar, seat: Seat, bid: Bid, rules: RuleSet) -> Iterator[CallEvidence]:
    denomination = bid.denomination
    if denomination in SUITS and any(fact is not UNSET for fact in (follows.all, follows.any, follows.trumps)):
        yield CallEvidence(seat=seat, worth=_broken_facts(follows, denomination), likely=_BROKEN_FACTS_LOG)
    bounds = _promised_points(follows, bid)
    if bounds is None:
        return
    mine, partners = (_first_number(said, by, denomination) for by in (seat, seat.partner))
    beside = bool(partners) and not mine
    before = round(partners + margins_of(rules).slack) if beside else max(0, partners - mine)
    table = points_table(denomination, beside=beside, declares=rules.declarations.declarations)
    yield _points_evidence(seat, table, before, bounds)


def _first_number(said: BidsSoFar, seat: Seat, denomination: Denomination) -> int:
    """Return the number that the seat first bid in the denomination, or 0."""
    return next((bid.value for by, bid in said if by is seat and bid.denomination is denomination), 0)


def _promised_points(follows: Convention, bid: Bid) -> Bounds | None:
    """Return the points that the caller expects its side to take, by either fact of the convention."""
    if follows.points is not UNSET:
        return follows.points
    if follows.spare is UNSET or not bid.value:
        return None
    return bid.value + follows.spare[0], bid.value + follows.spare[1]


# --- tables -----------------------------------------------------------------------------------------


def _points_evidence(seat: Seat, table: bytes, implied: int, bounds: Bounds) -> CallEvidence:
    return CallEvidence(seat=seat, worth=table, likely=_within_bounds(bounds[0] - implied, bounds[1] - implied))


@lru_cache(maxsize=256)
def _within_bounds(least: int, most: int) -> bytes:
    """Return log likelihoods by the points of the hand: high within the bounds, falling off softly outside."""
    likely = (_sigmoid(points - least) * _sigmoid(most - points) for points in range(-OFFSET, SUM_COUNT - OFFSET))
    return array("f", (math.log(LIKELIHOOD_FLOOR + (1 - LIKELIHOOD_FLOOR) * chance) for chance in likely)).tobytes()


def _sigmoid(points: float) -> float:
    return 1 / (1 + math.exp(-points / TOLERANCE * 2))


_BROKEN_FACTS_LOG = array(
    "f", (0.0, *(max(math.log(LIKELIHOOD_FLOOR), math.log(0.2) * broken) for broken in range(1, SUM_COUNT)))
).tobytes()
"""Log likelihood of a call, by the number of its facts that the hand breaks."""


@lru_cache(maxsize=256)
def _broken_facts(follows: Convention, denomination: Denomination) -> bytes:
    """Return the number of facts about the suit that each holding of it breaks."""

    def count(holding: int) -> int:
        held = {rank for at, rank in enumerate(Rank) if holding >> at & 1}
        return (
            (follows.all is not UNSET and not held.issuperset(follows.all))
            + (follows.any is not UNSET and held.isdisjoint(follows.any))
            + (follows.trumps is not UNSET and not follows.trumps[0] <= len(held) <= follows.trumps[1])
        )

    return _packed([count(holding) if at is denomination else 0 for holding in range(HOLDINGS)] for at in SUITS)


@lru_cache(maxsize=64)
def points_table(denomination: Denomination, *, beside: bool, declares: bool, only_named: bool = False) -> bytes:
    """Return the points of each holding of each suit in that denomination, as the bidder's hand or the partner's.

    The constant part and OFFSET are added to the spades. With `only_named` trumps that are not biddable count less.
    """
    if denomination in SUITS:
        pieces = PARTNER_POINTS if beside else TAKER_POINTS
        rows = [pieces.trump if at is denomination else pieces.side for at in SUITS]
        if only_named:
            rows[SUITS.index(denomination)] = _less_if_not_biddable(pieces)
        base = pieces.base
    else:
        rows, base = [_no_suit_points(denomination, beside)] * len(SUITS), _no_suit_base(denomination, beside)
    also = EXPECTED_SEQUENCE_POINTS if declares else (0.0,) * HOLDINGS
    table = [[round(points + more) for points, more in zip(row, also, strict=True)] for row in rows]
    table[0] = [points + round(base) + OFFSET for points in table[0]]
    return _packed(table)


def _less_if_not_biddable(pieces: HoldingPoints) -> tuple[float, ...]:
    return tuple(points - NOT_BIDDABLE * (not named) for points, named in zip(pieces.trump, BIDDABLE, strict=True))


def _no_suit_points(denomination: Denomination, beside: bool) -> tuple[float, ...]:
    if beside:
        return tuple(NO_SUIT[denomination].partner * headed for headed in HAS_TOP[denomination])
    return NO_SUIT_POINTS[denomination]


def _no_suit_base(denomination: Denomination, beside: bool) -> float:
    return -NO_SUIT[denomination].partner if beside else NO_SUIT[denomination].base


def _packed(rows: Iterable[Iterable[int]]) -> bytes:
    return array("h", (points for row in rows for points in row)).tobytes()
