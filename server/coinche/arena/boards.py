"""The plan of a duel and its boards: the same seed gives the same deals. A board is played at both tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.events import ContractSettled
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import Clock
from coinche.server.match.entries import StrikeCounted
from coinche.server.match.table_options import TableOptions

from .entrants import Entrant

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


TABLES = (1, 2)
_TEAM_OF_A = {1: Team.NORTH_SOUTH, 2: Team.EAST_WEST}
"""The team of A at each table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelPlan:
    """The settings of a duel."""

    a: Entrant
    b: Entrant
    deals: int
    seed: int
    options: TableOptions
    clock: Clock

    def who(self, table: int, seat: Seat) -> Entrant:
        """The entrant that sits there."""
        return self.a if seat.team is self.team_of_a(table) else self.b

    def team_of_a(self, table: int) -> Team:
        """Return the team of A at that table."""
        return _TEAM_OF_A[table]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedDecision:
    """One action of a seat and the seconds that it took, the way there and back included.

    `absent`: nobody was there to take it; the default was played, as for one who timed out.
    """

    seat: Seat
    action: str
    seconds: float
    timed_out: bool
    absent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedBoard:
    """A board at one of the two tables. `scores` are 0–0 and there is no contract where it was thrown in."""

    board: int
    table: int
    decisions: tuple[TimedDecision, ...]
    contract: ContractSettled | None
    made: bool
    scores: Points
    illegal: tuple[StrikeCounted, ...] = ()
    forfeits: tuple[Seat, ...] = ()
    """Seats that acted illegally too often to go on."""

    @property
    def bid(self) -> Bid | None:
        """The bid of the contract."""
        return self.contract.bid if self.contract is not None else None

    def gain(self, team: Team) -> int:
        """The score of the team over its opponents'."""
        return self.scores[team] - self.scores[team.other]


@dataclass(frozen=True, slots=True)
class BoardPair:
    """A deal that was played at both tables."""

    first: PlayedBoard
    second: PlayedBoard

    def gain(self, plan: DuelPlan) -> float:
        """Return A's score above B's, the mean of the two tables."""
        return sum(played.gain(plan.team_of_a(played.table)) for played in (self.first, self.second)) / 2

    def __iter__(self) -> Iterator[PlayedBoard]:
        return iter((self.first, self.second))
