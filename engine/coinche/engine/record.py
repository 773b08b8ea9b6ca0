"""A match as it is kept: the rules, the packs, the actions, and the events that they came to.

The first three are the match; the events are there to be read, and to be compared when it is played again (`replay`).
A record of the second form proves itself besides: it says how each pack was shuffled and what each deal came to, and
its last line has the signature of the server (`proof`, `chain`, `verification`).
Knows what each line says, and what can be wrong with a record. Refuses to know how it is written (`record_lines`).

    RecordError
    ├── BadRecord       a line that is no line of a record
    ├── RecordDiffers   a line that the engine does not come to
    └── RecordUnproven  a line that ought to prove something and does not
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .actions import Action
from .cards import Card
from .proof import Flaw, ShuffleProof
from .rules import RuleSet
from .seats import Points, Seat, Team


class Form(StrEnum):
    """What the first line of a record says of itself."""

    PLAIN = "coinche-record/1"
    SIGNED = "coinche-record/2"


class RecordError(Exception):
    """Something is wrong with a record; `line` counts from 1."""

    malformed: bool
    """Whether the line is no line of a record, or one that is not true."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


class BadRecord(RecordError):
    """A line that is no line of a record."""

    malformed = True


class RecordDiffers(RecordError):
    """A line that the engine, playing the match again, does not come to."""

    malformed = False


class RecordUnproven(RecordError):
    """A line that ought to prove something and does not; `flaw` is why."""

    malformed = False

    def __init__(self, line: int, flaw: Flaw) -> None:
        super().__init__(line, flaw)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class Provenance:
    """Which match of all, by 32 random bytes, and the public key of the server that signs the record."""

    id: bytes
    signer: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a match is played by, and who sits where. `dealer` is the first. Nobody signs without a provenance."""

    rules: RuleSet
    seats: Mapping[Seat, str]
    dealer: Seat
    match: int = 1
    board: bool = False
    provenance: Provenance | None = None

    @property
    def form(self) -> Form:
        """The form of the record."""
        return Form.PLAIN if self.provenance is None else Form.SIGNED


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal begins; the pack as it is dealt, or before the cut where somebody cuts, top card first."""

    deal: int
    pack: tuple[Card, ...]
    fairness: ShuffleProof | None = None
    """What it was shuffled from, where that can be shown."""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """Somebody did something; `n` is the number of the first event that it caused."""

    n: int
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class EventLine:
    """What came of it, as a plain map."""

    n: int
    event: Mapping[str, Any]


class DealEnd(StrEnum):
    """How a deal ended."""

    MADE = "made"
    FAILED = "failed"
    DRAWN = "drawn"
    THROWN_IN = "thrown_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """What a deal came to, and the totals after it."""

    deal: int
    result: DealEnd
    scores: Points
    totals: Points


@dataclass(frozen=True, slots=True)
class EndLine:
    """The match is over; `winner` is None where a contest's boards ended level."""

    winner: Team | None
    totals: Points


@dataclass(frozen=True, slots=True)
class Seal:
    """The head of the chain of all lines before this last one, and the signature of the server under it."""

    head: bytes
    signature: str


Entry = DealLine | ActionLine | EventLine | ResultLine | EndLine


@dataclass(frozen=True, slots=True)
class Record:
    """A header and what follows it; `entries[i]` stands in line i + 2, the seal in the last."""

    header: Header
    entries: tuple[Entry, ...]
    seal: Seal | None = None

    @property
    def has_events(self) -> bool:
        """Whether it says what happened, and not only what made it happen."""
        return any(isinstance(entry, EventLine) for entry in self.entries)
