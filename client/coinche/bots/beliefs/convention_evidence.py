"""What a call tells of the cards, by the system of who has said it: facts of its convention as evidence, not proof.

Knows tables of holdings. Refuses to know whether a seat keeps to what it has declared: nothing is made impossible.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import UNSET

from coinche.bots.bidding.hand_strength import (
    FLAT,
    FLAT_PIECES,
    HEADS,
    HOLDINGS,
    NAMED,
    OF_PARTNER,
    OF_TAKER,
    RUNS,
    Pieces,
)
from coinche.bots.steady.bidding import margins_of
from coinche.engine.actions import Action, MakeBid, Pass
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination, Rank
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.protocol.messages import Convention, System

from .conventions import convention, occasion

FLOOR = 0.05
"""How likely it is at least that somebody says what his hand is not good for."""
WIDTH = 8.0
"""Points by which two good players differ over the same hand."""

OFFSET = 80
"""The sum 0 stands for so many points under nought: the hand of a partner may be worth less than nothing."""
UNNAMED = 60
"""What a suit loses that one does not name."""
SUMS = 256
SUITS = tuple(denomination for denomination in Denomination if len(denomination.trumps) == 1)

Bids = tuple[tuple[Seat, Bid], ...]
Bounds = tuple[int, int]


def evidence(system: System, said: Bids, seat: Seat, action: Action, rules: RuleSet) -> tuple[CallEvidence, ...]:
    """What one call tells, after those bids; nothing where its system is silent."""
    follows = convention(system, occasion(said, seat, action), action)
    if follows is None:
        return ()
    if isinstance(action, MakeBid):
        return tuple(_of_bid(follows, said, seat, action.bid, rules))
    if isinstance(action, Pass) and follows.points is not UNSET:
        declares = rules.declarations.declarations
        tables = (worths(denomination, beside=False, declares=declares) for denomination in SUITS)
        return tuple(_piece(seat, table, 0, follows.points) for table in tables)
    return ()


def _of_bid(follows: Convention, said: Bids, seat: Seat, bid: Bid, rules: RuleSet) -> Iterator[CallEvidence]:
    denomination = bid.denomination
    if denomination in SUITS and any(fact is not UNSET for fact in (follows.all, follows.any, follows.trumps)):
        yield CallEvidence(seat=seat, worth=_broken(follows, denomination), likely=_FORGIVEN)
    bounds = _expected(follows, bid)
    if bounds is None:
        return
    mine, partners = (_first(said, by, denomination) for by in (seat, seat.partner))
    beside = bool(partners) and not mine
    before = round(partners + margins_of(rules).slack) if beside else max(0, partners - mine)
    table = worths(denomination, beside=beside, declares=rules.declarations.declarations)
    yield _piece(seat, table, before, bounds)


def _first(said: Bids, seat: Seat, denomination: Denomination) -> int:
    """The number that the seat first bid in the denomination; 0 where it has not."""
    return next((bid.value for by, bid in said if by is seat and bid.denomination is denomination), 0)


def _expected(follows: Convention, bid: Bid) -> Bounds | None:
    """The points that the caller expects, by the one fact or the other."""
    if follows.points is not UNSET:
        return follows.points
    if follows.spare is UNSET or not bid.value:
        return None
    return bid.value + follows.spare[0], bid.value + follows.spare[1]


# --- tables -----------------------------------------------------------------------------------------


def _piece(seat: Seat, table: bytes, promised: int, bounds: Bounds) -> CallEvidence:
    return CallEvidence(seat=seat, worth=table, likely=_between(bounds[0] - promised, bounds[1] - promised))


@lru_cache(maxsize=256)
def _between(least: int, most: int) -> bytes:
    """How likely a call is that promises so many points, by what the hand is worth: soft at both ends."""
    likely = (_step(points - least) * _step(most - points) for points in range(-OFFSET, SUMS - OFFSET))
    return array("f", (math.log(FLOOR + (1 - FLOOR) * chance) for chance in likely)).tobytes()


def _step(points: float) -> float:
    return 1 / (1 + math.exp(-points / WIDTH * 2))


_FORGIVEN = array("f", (0.0, *(max(math.log(FLOOR), math.log(0.2) * broken) for broken in range(1, SUMS)))).tobytes()
"""How likely a call is by how many of its facts are broken."""


@lru_cache(maxsize=256)
def _broken(follows: Convention, denomination: Denomination) -> bytes:
    """How many facts about the suit each holding of it breaks."""

    def count(holding: int) -> int:
        held = {rank for at, rank in enumerate(Rank) if holding >> at & 1}
        return (
            (follows.all is not UNSET and not held.issuperset(follows.all))
            + (follows.any is not UNSET and held.isdisjoint(follows.any))
            + (follows.trumps is not UNSET and not follows.trumps[0] <= len(held) <= follows.trumps[1])
        )

    return _packed([count(holding) if at is denomination else 0 for holding in range(HOLDINGS)] for at in SUITS)


@lru_cache(maxsize=64)
def worths(denomination: Denomination, *, beside: bool, declares: bool, only_named: bool = False) -> bytes:
    """What each holding of each suit adds to a hand with that as trumps, to who names them or beside the partner's.

    What every hand has, and OFFSET, goes with the spades. With `only_named` trumps that one does not name count less.
    """
    if denomination in SUITS:
        pieces = OF_PARTNER if beside else OF_TAKER
        rows = [pieces.trump if at is denomination else pieces.side for at in SUITS]
        if only_named:
            rows[SUITS.index(denomination)] = _unless_named(pieces)
        base = pieces.base
    else:
        rows, base = [_flat(denomination, beside)] * len(SUITS), _flat_base(denomination, beside)
    also = RUNS if declares else (0.0,) * HOLDINGS
    table = [[round(points + more) for points, more in zip(row, also, strict=True)] for row in rows]
    table[0] = [points + round(base) + OFFSET for points in table[0]]
    return _packed(table)


def _unless_named(pieces: Pieces) -> tuple[float, ...]:
    return tuple(points - UNNAMED * (not named) for points, named in zip(pieces.trump, NAMED, strict=True))


def _flat(denomination: Denomination, beside: bool) -> tuple[float, ...]:
    if beside:
        return tuple(FLAT[denomination].partner * headed for headed in HEADS[denomination])
    return FLAT_PIECES[denomination]


def _flat_base(denomination: Denomination, beside: bool) -> float:
    return -FLAT[denomination].partner if beside else FLAT[denomination].base


def _packed(rows: Iterable[Iterable[int]]) -> bytes:
    return array("h", (points for row in rows for points in row)).tobytes()
