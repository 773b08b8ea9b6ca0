"""What a call tells of the cards, by the system of who has said it: facts of its convention as evidence, not proof.

Knows tables of holdings. Refuses to know whether a seat keeps to what it has declared: nothing is made impossible.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import UNSET

from coinche.engine.actions import Action, MakeBid, Pass
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.seats import Seat
from coinche.engine.solver import Evidence
from coinche.protocol.messages import Convention, System

from .auction import MARGINS
from .hand import FLAT, PARTNER, TAKER, Worth, flat_worth, worth
from .systems import convention, occasion

FLOOR = 0.05
"""How likely it is at least that somebody says what his hand is not good for."""
WIDTH = 8.0
"""Points by which two good players differ over the same hand."""

_HOLDINGS = 1 << len(Rank)
_SUMS = 256
_MOST = _SUMS - 1
_ALIKE = tuple(Suit)

Bounds = tuple[int, int]


def evidence(system: System, said: tuple[tuple[Seat, Bid], ...], seat: Seat, action: Action) -> tuple[Evidence, ...]:
    """What one call tells, after those bids; nothing where its system is silent."""
    follows = convention(system, occasion(said, seat, action), action)
    if follows is None:
        return ()
    if isinstance(action, MakeBid):
        return tuple(_of_bid(follows, said, seat, action.bid))
    if isinstance(action, Pass) and follows.points is not UNSET:
        low, high = follows.points
        return tuple(_piece(seat, _alone(suit), 0, (low, high)) for suit in _ALIKE)
    return ()


def _of_bid(follows: Convention, said: tuple[tuple[Seat, Bid], ...], seat: Seat, bid: Bid) -> Iterator[Evidence]:
    suit = _suit(bid.denomination)
    if suit is not None and any(fact is not UNSET for fact in (follows.all, follows.any, follows.trumps)):
        yield Evidence(seat=seat, worth=_broken(follows, suit), likely=_FORGIVEN)
    bounds = _expected(follows, bid)
    if bounds is None:
        return
    promised = next((b.value for by, b in said if by is seat.partner and b.denomination is bid.denomination), None)
    alone = any(by is seat and b.denomination is bid.denomination for by, b in said)
    if suit is not None and promised and not alone:
        yield _piece(seat, _beside(suit), round(promised + MARGINS.slack), bounds)
    else:
        yield _piece(seat, _alone(suit) if suit is not None else _flat(bid.denomination), 0, bounds)


def _expected(follows: Convention, bid: Bid) -> Bounds | None:
    """The points that the caller expects, by the one fact or the other."""
    if follows.points is not UNSET:
        return follows.points
    if follows.spare is UNSET or not bid.value:
        return None
    return bid.value + follows.spare[0], bid.value + follows.spare[1]


def _suit(denomination: Denomination) -> Suit | None:
    trumps = denomination.trumps
    return next(iter(trumps)) if len(trumps) == 1 else None


# --- tables -----------------------------------------------------------------------------------------


def _piece(seat: Seat, table: bytes, promised: int, bounds: Bounds) -> Evidence:
    return Evidence(seat=seat, worth=table, likely=_between(bounds[0] - promised, bounds[1] - promised))


@lru_cache(maxsize=256)
def _between(least: int, most: int) -> bytes:
    """How likely a call is that promises so many points, by what the hand is worth: soft at both ends."""
    likely = (_step(points - least) * _step(most - points) for points in range(-_LOW, _SUMS - _LOW))
    return array("f", (math.log(FLOOR + (1 - FLOOR) * chance) for chance in likely)).tobytes()


_LOW = 60
"""What the sum 0 stands for is so far below nought: the hand of a partner may be worth less than nothing."""


def _step(points: float) -> float:
    return 1 / (1 + math.exp(-points / WIDTH * 2))


_FORGIVEN = array("f", (0.0, *(max(math.log(FLOOR), math.log(0.2) * broken) for broken in range(1, _SUMS)))).tobytes()
"""How likely a call is by how many of its facts are broken."""


@lru_cache(maxsize=256)
def _broken(follows: Convention, suit: Suit) -> bytes:
    """How many facts about the suit each holding of it breaks."""

    def count(holding: int) -> int:
        held = {rank for at, rank in enumerate(Rank) if holding >> at & 1}
        return (
            (follows.all is not UNSET and not held.issuperset(follows.all))
            + (follows.any is not UNSET and held.isdisjoint(follows.any))
            + (follows.trumps is not UNSET and not follows.trumps[0] <= len(held) <= follows.trumps[1])
        )

    return _table(lambda at, holding: count(holding) if at is suit else 0)


@lru_cache(maxsize=4)
def _alone(suit: Suit) -> bytes:
    """What each holding adds to the worth of the hand of who names that suit."""
    return _worth(suit, TAKER)


@lru_cache(maxsize=4)
def _beside(suit: Suit) -> bytes:
    """The same of his partner's hand."""
    return _worth(suit, PARTNER)


def _worth(trump: Suit, weights: Worth) -> bytes:
    nothing = worth((), trump, weights)

    def adds(suit: Suit, holding: int) -> float:
        """What it adds to having none of the suit; what every hand has goes with the trumps."""
        own = worth(_cards(suit, holding), trump, weights)
        return own + _LOW if suit is trump else own - nothing

    return _table(lambda suit, holding: round(adds(suit, holding)))


@lru_cache(maxsize=2)
def _flat(denomination: Denomination) -> bytes:
    """The same without a trump suit."""
    base = FLAT[denomination].base

    def adds(suit: Suit, holding: int) -> float:
        own = flat_worth(_cards(suit, holding), denomination)
        return own + _LOW if suit is _ALIKE[0] else own - base

    return _table(lambda suit, holding: round(adds(suit, holding)))


def _table(value: Callable[[Suit, int], int]) -> bytes:
    return array("h", (value(suit, holding) for suit in _ALIKE for holding in range(_HOLDINGS))).tobytes()


def _cards(suit: Suit, holding: int) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for at, rank in enumerate(Rank) if holding >> at & 1)
