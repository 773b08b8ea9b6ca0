"""The boards of a contest: the same seed gives the same deals. Knows no bot."""

from __future__ import annotations

import hashlib

from coinche.engine.pack import shuffled
from coinche.engine.seats import Seat
from coinche.server.match.replay import Board

_DEALERS = tuple(Seat)


def board(seed: int, number: int) -> Board:
    """The board of that number, from 1; the deal goes round."""
    digest = hashlib.sha256(f"coinche/1 arena board {seed} {number}".encode()).digest()
    return Board(_DEALERS[(number - 1) % len(_DEALERS)], shuffled(digest))


def boards(seed: int, deals: int) -> tuple[Board, ...]:
    """So many boards."""
    return tuple(board(seed, number) for number in range(1, deals + 1))


def bot_seed(seed: int, *, is_a: bool, second: bool) -> int:
    """The seed of one player of A or B: the same at both tables, so that chance repeats where the game does."""
    digest = hashlib.sha256(f"coinche/1 arena bot {seed} {is_a:d} {second:d}".encode()).digest()
    return int.from_bytes(digest[:4], "big")
