"""Recording of the two tables of a duel, board by board, from the events that the server gives its own code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import trio
from trio.lowlevel import ParkingLot

from coinche.engine.events import ContractSettled, DealScored, Event, MatchEnded, MatchStarted
from coinche.engine.seats import ZERO, Seat
from coinche.protocol.messages import Forfeited, SeatChanged, TableEvent
from coinche.server.match.entries import ActionTaken, Entry, StrikeCounted
from coinche.server.match.replay import MatchReplay
from coinche.server.storage.store import MemoryStore

from .boards import PlayedBoard, TimedDecision
from .results import DuelResult


class BoardBarrier:
    """A barrier for the tables of a contest: each board begins once the one before is over at every table."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._over: Counter[int] = Counter()
        self._waiting = ParkingLot()

    def finished(self, board: int) -> None:
        """A board is over at one more table."""
        self._over[board] += 1
        self._waiting.unpark_all()

    def closed(self) -> None:
        """One table plays no more; the others do not wait for it."""
        self._tables -= 1
        self._waiting.unpark_all()

    async def begins(self, board: int) -> None:
        """Wait until the board before is over at every table."""
        while not self.may_begin(board):
            await self._waiting.park()

    def may_begin(self, board: int) -> bool:
        """Return whether the board before is over at every table."""
        return board <= 1 or self._over[board - 1] >= self._tables


@dataclass(slots=True)
class BoardRecorder:
    """Follows one table and hands every board that is over to the result.

    `begun` is set when the play begins, `over` when the table closes.
    """

    table: int
    now: Callable[[], float]
    barrier: BoardBarrier
    result: DuelResult
    begun: trio.Event = field(default_factory=trio.Event)
    over: trio.Event = field(default_factory=trio.Event)
    done: int = 0
    """The last board that is over."""
    _board: int = 0
    _since: float = 0.0
    _decisions: list[TimedDecision] = field(default_factory=list)
    _illegal: list[StrikeCounted] = field(default_factory=list)
    _forfeits: list[Seat] = field(default_factory=list)
    _contract: ContractSettled | None = None
    _score: DealScored | None = None
    _absent: set[Seat] = field(default_factory=set)
    _replay: MatchReplay = field(default_factory=MatchReplay)

    def hear(self, event: Event | TableEvent) -> None:
        """Note an event of the table."""
        self._since = self.now()
        match event:
            case MatchStarted(match=board):
                self.begun.set()
                self._board, self._decisions = board, []
                self._illegal, self._forfeits = [], []
                self._contract, self._score = None, None
            case ContractSettled() as contract:
                self._contract = contract
            case DealScored() as score:
                self._score = score
            case SeatChanged(seat=seat, connected=connected):
                (self._absent.discard if connected else self._absent.add)(seat)
            case Forfeited(seat=seat):
                self._forfeits.append(seat)
            case MatchEnded():
                self.done = self._board
                self.barrier.finished(self._board)
                self.result.finished(self._played())

    def take(self, entry: Entry) -> None:
        """Note an entry of the table, and the events that come of it."""
        match entry:
            case ActionTaken():
                self.acted(entry)
            case StrikeCounted():
                self._illegal.append(entry)
        for event in self._replay.take(entry):
            self.hear(event)

    def acted(self, taken: ActionTaken) -> None:
        """Note an action that the table has accepted, or played by default."""
        self._decisions.append(
            TimedDecision(
                seat=taken.seat,
                action=taken.action,
                seconds=self.now() - self._since,
                timed_out=taken.timed_out,
                absent=taken.seat in self._absent,
            )
        )

    def _played(self) -> PlayedBoard:
        return PlayedBoard(
            board=self._board,
            table=self.table,
            decisions=tuple(self._decisions),
            contract=self._contract,
            made=self._score is not None and self._score.made,
            scores=self._score.scores if self._score is not None else ZERO,
            illegal=tuple(self._illegal),
            forfeits=tuple(self._forfeits),
        )


@dataclass
class ArenaStore(MemoryStore):
    """The store of a contest's server: every action goes to the recorder of its table, and nothing is kept.

    Other tables do not concern it.
    """

    recorders: Mapping[str, BoardRecorder]
    barrier: BoardBarrier

    def __post_init__(self) -> None:
        super().__init__()

    def append(self, table: str, entry: Entry) -> None:
        """Give the entry to the table's recorder."""
        if table in self.recorders:
            self.recorders[table].take(entry)

    def flows(self, table: str) -> bool:
        """Return False while the next board waits for the other tables."""
        return table not in self.recorders or self.barrier.may_begin(self.recorders[table].done + 1)

    async def flowing(self, table: str) -> None:
        """Wait until the next board may begin."""
        if table in self.recorders:
            await self.barrier.begins(self.recorders[table].done + 1)

    def remove(self, table: str) -> None:
        """The table is over."""
        if table in self.recorders:
            self.recorders[table].over.set()
            self.barrier.closed()
