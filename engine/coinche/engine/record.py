"""A match as it is kept: rules, packs, actions, and the events that followed from them.

The first three are the whole match; events are kept to be read, and to be compared when it is played again (`replay`).
A record of the second form proves itself besides: it says how each pack was shuffled and what each deal scored, and its
last line has the signature of the server (`fair`, `record_verification`). `record_lines` reads and writes the text.

    RecordError
    ├── BadRecord       a line that is no line of a record
    ├── RecordDiffers   a line that the engine does not arrive at
    └── RecordUnproven  a line that ought to prove something and does not
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .actions import Action
from .cards import Card
from .fair import Flaw, ShuffleProof
from .rules import RuleSet
from .seats import Points, Seat, Team


class Form(StrEnum):
    """The form of a record, as its first line says."""

    PLAIN = "coinche-record/1"
    SIGNED = "coinche-record/2"


class RecordError(Exception):
    """Something is wrong with a record; `line` counts from 1, and `why` is a half sentence in English."""

    malformed: bool
    """True for a line that is no line of a record, false for one that is untrue."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class BadRecord(RecordError):
    """A line that is no line of a record."""

    malformed = True


class RecordDiffers(RecordError):
    """A line that does not follow when the engine plays the match again."""

    malformed = False


class RecordUnproven(RecordError):
    """A line that ought to prove something and does not; `flaw` is why."""

    malformed = False

    def __init__(self, line: int, flaw: Flaw) -> None:
        super().__init__(line, flaw)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class Provenance:
    """The identity of a match, 32 random bytes, and the public key of the server that signs the record."""

    id: bytes
    signer: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The rules of a match and the names at the seats. `dealer` is the first. Without a provenance nobody signs."""

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
    """A deal begins. The pack is as it is dealt, or before the cut where there is one, top card first."""

    deal: int
    pack: tuple[Card, ...]
    fairness: ShuffleProof | None = None
    """The evidence for the shuffle, where there is any."""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An action of a seat; `n` is the number of the first event that it caused."""

    n: int
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event, as a plain map."""

    n: int
    event: Mapping[str, Any]


class DealEnd(StrEnum):
    """The end of a deal."""

    MADE = "made"
    FAILED = "failed"
    DRAWN = "drawn"
    THROWN_IN = "thrown_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """The score of a deal, and the totals after it."""

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
        """True if the record has events, and not only what caused them."""
        return any(isinstance(entry, EventLine) for entry in self.entries)
