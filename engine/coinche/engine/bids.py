"""Bids and the contract that the last one becomes. Knows their notation; what may be bid is the auction's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from .cards import Denomination
from .seats import Seat, Team

_BID = re.compile(r"([2-9][0-9]|[1-9][0-9]{2}|capot)([SHDCNA])", re.ASCII)  # 10S is a card


class BidKind(StrEnum):
    """What a bid promises: a number of points, or all eight tricks."""

    NUMBER = "number"
    CAPOT = "capot"


class Bid(str):
    """A bid, which is its notation (`90S`, `capotH`); ValueError where it is none."""

    __slots__ = ("denomination", "kind", "value")

    kind: BidKind
    value: int
    """The points bid; 0 for a capot."""
    denomination: Denomination

    def __new__(cls, notation: str) -> Self:
        found = _BID.fullmatch(notation)
        if found is None:
            raise ValueError(f"{notation!r} is no bid; bids look like 90S or capotH")
        self = super().__new__(cls, notation)
        level, denomination = found.groups()
        self.kind = BidKind.CAPOT if level == BidKind.CAPOT else BidKind.NUMBER
        self.value = 0 if self.kind is BidKind.CAPOT else int(level)
        self.denomination = Denomination(denomination)
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """The last bid, who made it, and what it is multiplied by."""

    bid: Bid
    bidder: Seat
    multiplier: int = 1
    coinched_by: Seat | None = None
    surcoinched_by: Seat | None = None

    @property
    def takers(self) -> Team:
        """The team that has to make it."""
        return self.bidder.team

    @property
    def denomination(self) -> Denomination:
        """What is trumps."""
        return self.bid.denomination
