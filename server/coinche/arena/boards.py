"""The boards of a contest: the same seed gives the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.engine.pack import shuffled
from coinche.engine.seats import Seat

_DEALERS = tuple(Seat)


@dataclass(frozen=True, slots=True)
class Board:
    """One deal of a contest, given beforehand."""

    dealer: Seat
    pack: tuple[Card, ...]


class FixedBoards:
    """The packs of a table that plays these boards, each a match of one deal."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards

    def first_dealer(self, match: int) -> Seat:
        """The board's dealer."""
        return self._boards[match - 1].dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        """The board's pack."""
        return self._boards[match - 1].pack


def board(seed: int, number: int) -> Board:
    """The board of that number, from 1; the deal goes round."""
    digest = hashlib.sha256(f"coinche/1 arena board {seed} {number}".encode()).digest()
    return Board(_DEALERS[(number - 1) % len(_DEALERS)], shuffled(digest))


def boards(seed: int, deals: int) -> tuple[Board, ...]:
    """Return the boards of a contest."""
    return tuple(board(seed, number) for number in range(1, deals + 1))


def bot_seed(seed: int, *, is_a: bool, second: bool) -> int:
    """The seed of one player of A or B: the same at both tables, so that chance repeats where the game does."""
    digest = hashlib.sha256(f"coinche/1 arena bot {seed} {is_a:d} {second:d}".encode()).digest()
    return int.from_bytes(digest[:4], "big")
