"""Bids, their notation, and the contract that the last bid becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Self

from .cards import Denomination
from .seats import Seat, Team

HIGHEST_NUMBER = 990
"""The highest number that a bid can name, in points: as far as the notation goes."""

_BID = re.compile(r"([2-9][0-9]|[1-9][0-9]{2}|capot|generale)([SHDCNA])", re.ASCII)  # 10S is a card


class BidKind(StrEnum):
    """The promise of a bid, from the lowest to the highest."""

    NUMBER = "number"
    """A number of points."""
    CAPOT = "capot"
    """All eight tricks (F 4.1b)."""
    GENERALE = "generale"
    """All eight tricks, every one taken by the bidder alone (P "Variations", Bidding)."""


class Bid(str):
    """A bid, which is its notation (`90S`, `capotH`, `generaleH`); ValueError where it is none."""

    __slots__ = ("denomination", "kind", "value")

    kind: BidKind
    value: int
    """The points bid; 0 for a capot or a générale."""
    denomination: Denomination

    def __new__(cls, notation: str) -> Self:
        return cls._made(notation)

    @classmethod
    @cache
    def _made(cls, notation: str) -> Self:
        """Make the one object of this notation: there are fewer than 6,000."""
        found = _BID.fullmatch(notation)
        if found is None:
            raise ValueError(f"{notation!r} is no bid; bids look like 90S, capotH or generaleH")
        self = super().__new__(cls, notation)
        level, denomination = found.groups()
        self.kind = BidKind.NUMBER if level.isdigit() else BidKind(level)
        self.value = int(level) if self.kind is BidKind.NUMBER else 0
        self.denomination = Denomination(denomination)
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """The last bid, its bidder, and its multiplier."""

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
        """The trump suit, no trump or all trump."""
        return self.bid.denomination
