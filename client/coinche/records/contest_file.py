"""The results file of a contest: JSON lines, a header first, then one line for each table that was played.

The file holds nothing that depends on the machine, the clock or the number of workers: two runs of deterministic bots
write the same bytes. A table can be played again from its packs and actions, so `record_of` makes an ordinary record of
it. What differs between runs (times, dates, the last words of a process) stands in a second file, `timings_path`.
Neither file is signed (docs/contests.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from coinche.engine.actions import parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card
from coinche.engine.events import ContractSettled
from coinche.engine.record import ActionLine, BadRecord, DealLine, Entry, Header, Record
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Points, Seat, Team

FORM = "coinche-arena/1"


TableKey = tuple[int, str, str]
"""The number of a board, the entrant of north and south, the entrant of east and west."""


class FaultKind(StrEnum):
    """The ways in which an entrant fails to play."""

    ILLEGAL = "illegal"
    """An action that the rules forbid."""
    TIMED_OUT = "timed_out"
    """No answer in time; the default was played."""
    ABSENT = "absent"
    """Nobody was at the seat; the default was played."""
    FORFEIT = "forfeit"
    """The seat acted illegally too often; the default was played for it to the end."""
    NOT_SEATED = "not_seated"
    """The process did not sit down in time."""
    ENDED = "ended"
    """The process ended during the play."""
    STALLED = "stalled"
    """So many decisions in a row ran out of time that the process was ended."""
    RAISED = "raised"
    """Its code raised an exception, in practice; the default was played where it was to act."""


class SeatFault(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault of one seat, counted once for each board.

    `detail` is the illegal action, the end of the process, or the exception.
    """

    kind: FaultKind
    seat: Seat
    times: int = 1
    detail: str = ""


class PlayedContract(Struct, frozen=True, kw_only=True):
    """The contract of a deal, and whether it was made."""

    bid: Bid
    bidder: Seat
    multiplier: int
    made: bool

    @classmethod
    def of(cls, settled: ContractSettled, *, made: bool) -> PlayedContract:
        """The contract of a deal that is over."""
        return cls(bid=settled.bid, bidder=settled.bidder, multiplier=settled.multiplier, made=made)


class PlayedDeal(Struct, frozen=True, kw_only=True):
    """One deal: who dealt which pack, every action with its seat, and the points. Without a contract: thrown in."""

    dealer: Seat
    pack: tuple[Card, ...]
    actions: tuple[tuple[Seat, str], ...]
    contract: PlayedContract | None
    scores: Points

    def __post_init__(self) -> None:
        if len(self.pack) != len(PACK) or set(self.pack) != set(PACK):
            raise ValueError("the pack is not the 32 cards")


class PlayedTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A board at one table: both entrants, what they played, and the points of each side.

    A board is one deal, or a whole match. `control` is the gain of north and south when the reference bot plays the
    same cards at all four seats, `value` the points that the bids are worth to them; both only where a contest asks.
    """

    board: int
    ns: str
    ew: str
    scores: Points
    deals: tuple[PlayedDeal, ...]
    faults: tuple[SeatFault, ...] = ()
    control: float | None = None
    value: float | None = None

    @property
    def key(self) -> TableKey:
        """The board and both entrants: no table is played twice."""
        return self.board, self.ns, self.ew

    @property
    def teams(self) -> Mapping[Team, str]:
        """The entrant of each side."""
        return {Team.NORTH_SOUTH: self.ns, Team.EAST_WEST: self.ew}

    @property
    def gain(self) -> float:
        """The points of north and south over those of east and west, or the value of the bids where only they count."""
        return self.scores.NS - self.scores.EW if self.value is None else self.value


class Scheme(StrEnum):
    """The way in which two entrants are compared on a board."""

    DUPLICATE = "duplicate"
    """Isolated duplicate: at two tables at the same time, with the sides exchanged, by separate processes."""
    COMMON = "common"
    """Common opponent: each entrant plays the board once, from the same side, against the reference bot."""
    SINGLE = "single"
    """Single tables, corrected by what the reference bot scores with the same cards (a control variate)."""
    MATCH = "match"
    """Whole matches to the target, at two tables with the sides exchanged and the same packs."""


class ContestHeader(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="contest", tag=FORM):
    """The first line: everything that decides which tables are played, and so what the figures mean."""

    format: str
    scheme: Scheme
    entrants: tuple[str, ...]
    commands: dict[str, str]
    """The commands of the entrants that are programs, by name."""
    rules: RuleSet
    preset: str
    seed: int
    boards: int
    """The most boards of each pairing."""
    batch: int
    """Boards that are played one after the other by the same processes."""
    clock: str
    reference: str
    practice: bool = False
    """True where bots were called as functions, in one process: no rated result."""
    sandbox: bool = False
    """True where programs of others had neither network nor files to share."""
    bidding_only: bool = False
    contracts: str | None = None
    """SHA-256 of the file with the auctions that were given."""
    rounds: int | None = None
    sprt: tuple[float, float] | None = None
    """The differences between which the sequential test decides, where it stops the contest."""
    whole: bool = False
    """True if all boards are played, even where it is clear before who is better."""

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ValueError("a contest has two entrants at least")
        if min(self.boards, self.batch, self.rounds or 1) < 1:
            raise ValueError("boards, batch and rounds are at least 1")

    @property
    def plays_matches(self) -> bool:
        """True if a board is a whole match, and not one deal."""
        return self.scheme is Scheme.MATCH


class ContestResults(Struct, kw_only=True):
    """A contest as it was read: its header, and the tables in the order of the file."""

    header: ContestHeader
    tables: list[PlayedTable]


def line_of(entry: ContestHeader | PlayedTable | TableTimings | RunFacts) -> bytes:
    """The entry as a line of the file."""
    return msgspec.json.encode(entry, enc_hook=str) + b"\n"


def is_contest(first_line: bytes) -> bool:
    """Return whether a file with that first line holds a contest."""
    return first_line.startswith(b'{"contest":')


def read_contest(lines: Iterable[bytes]) -> ContestResults:
    """The contest in those lines; BadRecord names the line that is wrong. A torn last line is left out."""
    header: ContestHeader | None = None
    tables: list[PlayedTable] = []
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        try:
            if header is None:
                header = msgspec.json.decode(line, type=ContestHeader, dec_hook=_bid)
            else:
                tables.append(msgspec.json.decode(line, type=PlayedTable, dec_hook=_bid))
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise BadRecord(number, str(wrong)) from wrong
    if header is None:
        raise BadRecord(1, "the contest is empty")
    return ContestResults(header=header, tables=tables)


def _bid(kind: type, notation: Any) -> Any:
    return kind(notation)


def timings_path(results: Path) -> Path:
    """The file beside a results file with what differs from run to run."""
    return results.with_name(f"{results.name}.timings")


class TableTimings(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line", tag="table"):
    """The time in ms of each decision at a table, in the order of its actions, and the ends of processes there."""

    board: int
    ns: str
    ew: str
    ms: tuple[float, ...]
    last_words: dict[Seat, str] | UnsetType = UNSET
    """The end of what a failed process wrote to its standard error; in practice, of the traceback of its code."""

    @property
    def key(self) -> TableKey:
        """The key of the table."""
        return self.board, self.ns, self.ew


class RunFacts(Struct, frozen=True, kw_only=True, tag_field="line", tag="run"):
    """One run of the arena for a contest: when it began, and with what."""

    at: str
    """Date and time in ISO 8601, UTC."""
    version: str
    python: str
    system: str
    workers: str


class ContestTimings(NamedTuple):
    """The runs of a contest, and the times of its tables."""

    runs: list[RunFacts]
    tables: dict[TableKey, TableTimings]


def read_timings(results: Path) -> ContestTimings:
    """The timings beside a results file, as far as they are whole; none where there is no such file."""
    found = ContestTimings([], {})
    path = timings_path(results)
    if path.exists():
        with path.open("rb") as lines:
            for line in lines:
                try:
                    said = msgspec.json.decode(line, type=TableTimings | RunFacts)
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    break
                if isinstance(said, RunFacts):
                    found.runs.append(said)
                else:
                    found.tables[said.key] = said
    return found


def record_of(header: ContestHeader, table: PlayedTable) -> Record:
    """The record of a table, without events: every tool for records reads it."""
    seats = {seat: table.teams[seat.team] for seat in Seat}
    entries: list[Entry] = []
    for number, deal in enumerate(table.deals, 1):
        entries.append(DealLine(number, deal.pack))
        entries += [ActionLine(0, seat, parse_action(action)) for seat, action in deal.actions]
    dealer, board = table.deals[0].dealer, not header.plays_matches
    head = Header(rules=header.rules, seats=seats, dealer=dealer, match=table.board, board=board)
    return Record(head, tuple(entries))
