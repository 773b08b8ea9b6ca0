"""Packs that are given beforehand: a table plays these boards, each as a match of one deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.engine.seats import Seat
from coinche.server.match.packs import PackSource


@dataclass(frozen=True, slots=True)
class Board:
    """One deal, given beforehand."""

    dealer: Seat
    pack: tuple[Card, ...]


class FixedBoards(PackSource):
    """The packs of a table that plays these boards, each a match of one deal."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards

    def first_dealer(self, match: int) -> Seat:
        """The board's dealer."""
        return self._boards[match - 1].dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        """The board's pack."""
        return self._boards[match - 1].pack
