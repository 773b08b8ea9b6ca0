"""Recording of what is played: deal by deal from the engine's events, and table by table from a server's journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import trio
from msgspec import UNSET
from trio.lowlevel import ParkingLot

from coinche.engine.cards import Card
from coinche.engine.events import ContractSettled, DealScored, DealStarted, Event, MatchEnded, MatchStarted, ThrownIn
from coinche.engine.seats import ZERO, Points, Seat
from coinche.protocol.messages import Forfeited, Occupant, SeatChanged, TableEvent
from coinche.records.contest_file import FaultKind, PlayedContract, PlayedDeal, PlayedTable, SeatFault, TableTimings
from coinche.server.match.entries import ActionTaken, Entry, PackLaid, StrikeCounted
from coinche.server.match.replay import MatchReplay
from coinche.server.storage.store import MemoryStore

from .contest import TablePlan

STALLED_AFTER = 16
"""Decisions in a row that a process may let run out of time before it is ended: those of two boards."""


FaultCounts = Counter[tuple[FaultKind, Seat, str]]
"""How often each fault was made on a board: its kind, the seat, and the detail."""


def seat_faults(counts: FaultCounts) -> tuple[SeatFault, ...]:
    """The faults that were counted, as they stand in the results."""
    return tuple(
        SeatFault(kind=kind, seat=seat, times=times, detail=detail) for (kind, seat, detail), times in counts.items()
    )


@dataclass(slots=True)
class DealRecorder:
    """The deals of one board, from their packs, actions and events."""

    deals: list[PlayedDeal] = field(default_factory=list)
    _dealer: Seat = Seat.NORTH
    _pack: tuple[Card, ...] = ()
    _actions: list[tuple[Seat, str]] = field(default_factory=list)
    _contract: ContractSettled | None = None

    @property
    def scores(self) -> Points:
        """The points of the board: of its deal, or of all deals of the match."""
        return sum((deal.scores for deal in self.deals), ZERO)

    def dealt(self, pack: tuple[Card, ...]) -> None:
        """A deal begins with that pack."""
        self._pack, self._actions, self._contract = pack, [], None

    def acted(self, seat: Seat, action: str) -> None:
        """A seat has acted."""
        self._actions.append((seat, action))

    def hear(self, event: Event | TableEvent) -> None:
        """Note what the contract is, and that a deal is over."""
        match event:
            case DealStarted(dealer=dealer):
                self._dealer = dealer
            case ContractSettled():
                self._contract = event
            case DealScored(scores=scores, made=made):
                self._over(scores, made=made)
            case ThrownIn():
                self._over(ZERO, made=False)

    def _over(self, scores: Points, *, made: bool) -> None:
        contract = None if self._contract is None else PlayedContract.of(self._contract, made=made)
        self.deals.append(
            PlayedDeal(
                dealer=self._dealer, pack=self._pack, actions=tuple(self._actions), contract=contract, scores=scores
            )
        )


class BoardBarrier:
    """A barrier for the tables of a batch: each board begins once the one before is over at every table."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._over: Counter[int] = Counter()
        self._waiting = ParkingLot()

    def finished(self, number: int) -> None:
        """A board is over at one more table."""
        self._over[number] += 1
        self._waiting.unpark_all()

    def closed(self) -> None:
        """One table plays no more; the others do not wait for it."""
        self._tables -= 1
        self._waiting.unpark_all()

    async def begins(self, number: int) -> None:
        """Wait until the board before is over at every table."""
        while not self.may_begin(number):
            await self._waiting.park()

    def may_begin(self, number: int) -> bool:
        """Return whether the board before is over at every table."""
        return number <= 1 or self._over[number - 1] >= self._tables


@dataclass(slots=True, kw_only=True)
class TableRecorder:
    """Follows one table of a server, and keeps every board that is over.

    `begun` is set when the play begins, `over` when the table closes. Boards of a table are numbered from 1 there.
    """

    plan: TablePlan
    now: Callable[[], float]
    """The time in seconds."""
    barrier: BoardBarrier
    board_over: Callable[[], None]
    """Called whenever a board is over."""
    stalled: Callable[[TableRecorder, Seat], None]
    """Called when a seat has let too many decisions in a row run out of time."""
    begun: trio.Event = field(default_factory=trio.Event)
    over: trio.Event = field(default_factory=trio.Event)
    tables: list[PlayedTable] = field(default_factory=list)
    timings: list[TableTimings] = field(default_factory=list)
    _failed: dict[Seat, SeatFault] = field(default_factory=dict)
    """The processes that cannot play any more: from then on a fault of each board, in the order of the seats."""
    _last_words: dict[Seat, str] = field(default_factory=dict)
    _seated: dict[Seat, trio.Event] = field(default_factory=lambda: {seat: trio.Event() for seat in Seat})
    _left: dict[Seat, trio.Event] = field(default_factory=lambda: {seat: trio.Event() for seat in Seat})
    _in_a_row: Counter[Seat] = field(default_factory=Counter)
    """The decisions in a row that ran out of time."""
    _since: float = 0.0
    _deals: DealRecorder = field(default_factory=DealRecorder)
    _ms: list[float] = field(default_factory=list)
    _faults: FaultCounts = field(default_factory=Counter)
    _absent: set[Seat] = field(default_factory=set)
    _replay: MatchReplay = field(default_factory=MatchReplay)

    @property
    def done(self) -> int:
        """The number of boards that are over."""
        return len(self.tables)

    def is_taken(self, seat: Seat) -> bool:
        """Return whether somebody has sat down there, and may have gone again."""
        return self._seated[seat].is_set()

    async def taken(self, seat: Seat) -> None:
        """Wait until somebody sits down there."""
        await self._seated[seat].wait()

    async def left(self, seat: Seat) -> None:
        """Wait until whoever has sat down there is gone again before the play begins; for ever where nobody goes."""
        await self._left[seat].wait()

    def fail(self, seat: Seat, kind: FaultKind, detail: str, last_words: str = "") -> None:
        """The process of that seat plays no more; only the first reason counts."""
        self._failed.setdefault(seat, SeatFault(kind=kind, seat=seat, detail=detail))
        self._last_words.setdefault(seat, last_words)

    def take(self, entry: Entry) -> None:
        """Note an entry of the table, and the events that come of it."""
        match entry:
            case PackLaid(pack=pack):
                self._deals.dealt(pack)
            case ActionTaken():
                self._acted(entry)
            case StrikeCounted():
                self._faults[FaultKind.ILLEGAL, entry.seat, f"{entry.action} ({entry.reason})"] += 1
        for event in self._replay.take(entry):
            self.hear(event)

    def hear(self, event: Event | TableEvent) -> None:
        """Note an event of the table."""
        self._since = self.now()
        match event:
            case MatchStarted():
                self.begun.set()
                self._deals, self._ms = DealRecorder(), []
                self._faults.clear()
            case SeatChanged():
                self._changed(event)
            case Forfeited(seat=seat):
                self._faults[FaultKind.FORFEIT, seat, ""] += 1
            case MatchEnded():
                self._finish()
            case _:
                self._deals.hear(event)

    def _changed(self, now: SeatChanged) -> None:
        """Note who is there. A bot plays the default for a client that has got up, or has forfeited its seat."""
        seat, is_there = now.seat, now.connected and now.occupant is not Occupant.FREE
        if is_there and (now.closed or now.occupant is not Occupant.BOT):
            self._absent.discard(seat)
            self._seated[seat].set()
        else:
            self._absent.add(seat)
            if self.is_taken(seat) and not self.begun.is_set():
                self._left[seat].set()

    def _acted(self, taken: ActionTaken) -> None:
        self._deals.acted(taken.seat, taken.action)
        self._ms.append(round((self.now() - self._since) * 1000, 3))
        if taken.seat in self._absent:
            self._faults[FaultKind.ABSENT, taken.seat, ""] += 1
        elif taken.timed_out:
            self._faults[FaultKind.TIMED_OUT, taken.seat, ""] += 1
            self._in_a_row[taken.seat] += 1
            if self._in_a_row[taken.seat] == STALLED_AFTER:
                self.stalled(self, taken.seat)
        else:
            self._in_a_row[taken.seat] = 0

    def _finish(self) -> None:
        ns, ew, numbers = self.plan
        board = numbers[self.done]
        deals, words = self._deals, dict(self._last_words) or UNSET
        self._last_words.clear()
        self.tables.append(
            PlayedTable(
                board=board,
                ns=ns,
                ew=ew,
                scores=deals.scores,
                deals=tuple(deals.deals),
                faults=(*(self._failed[seat] for seat in Seat if seat in self._failed), *seat_faults(self._faults)),
            )
        )
        self.timings.append(TableTimings(board=board, ns=ns, ew=ew, ms=tuple(self._ms), last_words=words))
        self.barrier.finished(self.done)
        self.board_over()


@dataclass
class ArenaStore(MemoryStore):
    """The store of a contest's server: every entry goes to the recorder of its table, and nothing is kept.

    Other tables do not concern it.
    """

    recorders: Mapping[str, TableRecorder]
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
