"""Where a table's dealers and packs come from. Knows chance only as given; refuses to know how a pack is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from coinche.engine.cards import Card
from coinche.engine.seats import Seat

from .clock import Entropy


class PackSource(Protocol):
    """Gives each match of a table its first dealer and each deal its pack. Both count from 1."""

    def first_dealer(self, match: int) -> Seat:
        """Who deals first, by lot (F 3.1)."""

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        """The pack of that deal, top card first; None where it is shuffled with everybody's shares."""


class Shuffled:
    """Nothing is given but by lot: every pack is shuffled."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def first_dealer(self, match: int) -> Seat:
        """One of four, each as likely: four divides 256."""
        return tuple(Seat)[self._entropy.draw(1)[0] % 4]

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        """None is."""
        return None


@dataclass(frozen=True, slots=True)
class Board:
    """One deal of a contest, given beforehand."""

    dealer: Seat
    pack: tuple[Card, ...]


class Boards:
    """The fixed boards of a contest, each a match of one deal."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards

    def first_dealer(self, match: int) -> Seat:
        """The board's dealer."""
        return self._boards[match - 1].dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        """The board's pack."""
        return self._boards[match - 1].pack
