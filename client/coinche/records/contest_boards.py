"""The boards of a contest: the same seed gives the same packs, dealers and bots' seeds, on any machine."""

from __future__ import annotations

import hashlib

from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.seats import Seat

_DEALERS = tuple(Seat)
SEED_BYTES = 4
"""Bytes of the seed of a bot."""


def dealer(board: int) -> Seat:
    """The dealer of the board of that number, from 1, or of the first deal of that match: the deal goes round."""
    return _DEALERS[(board - 1) % len(_DEALERS)]


def pack(seed: int, board: int, deal: int = 1) -> tuple[Card, ...]:
    """The pack of a board, or of a deal of a match."""
    return shuffled(hashlib.sha256(f"coinche/1 arena board {seed} {board} {deal}".encode()).digest())


def bot_seed(seed: int, first: int, entrant: str, seat: Seat) -> int:
    """The seed of a bot for a batch of boards that begins with the first.

    It is the same on both sides, so that chance repeats where the game does, and another for each of the two players.
    """
    second = seat is seat.team.seats[1]
    digest = hashlib.sha256(f"coinche/1 arena bot {seed} {first} {second:d} {entrant}".encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")
