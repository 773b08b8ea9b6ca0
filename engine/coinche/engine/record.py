"""A match as JSON lines: the rules, the packs, the actions, and the events that they came to.

The first three are the match; the events are there to be read, and to be compared when it is played again (`replay`).
Knows the lines. Refuses to know where they are kept: text in, text out.

    RecordError
    ├── BadRecord      a line that is no line of a record
    └── RecordDiffers  a line that the engine does not come to
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .actions import Action, parse_action
from .cards import PACK, Card
from .events import Event
from .options import from_map, to_map
from .rules import RuleSet
from .seats import Seat

FORMAT = "coinche-record/1"
"""What the first line of a record says of itself."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a match is played by, and who sits where. `dealer` is the first."""

    rules: RuleSet
    seats: Mapping[Seat, str]
    dealer: Seat
    match: int = 1
    board: bool = False


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal begins; the pack as it is dealt, or before the cut where somebody cuts, top card first."""

    deal: int
    pack: tuple[Card, ...]


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


Entry = DealLine | ActionLine | EventLine


@dataclass(frozen=True, slots=True)
class Record:
    """A header and what follows it; `entries[i]` stands in line i + 2."""

    header: Header
    entries: tuple[Entry, ...]

    @property
    def has_events(self) -> bool:
        """Whether it says what happened, and not only what made it happen."""
        return any(isinstance(entry, EventLine) for entry in self.entries)


def event_name(event: type) -> str:
    """What such events are called on the wire and in records: `CardPlayed` is `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def event_map(event: Event) -> dict[str, Any]:
    """The event in plain values, as a record has it."""
    plain: dict[str, Any] = json.loads(json.dumps({"event": event_name(type(event)), **asdict(event)}))
    return plain


def header_line(header: Header) -> str:
    """The first line of a record."""
    return _line(
        record=FORMAT,
        match=header.match,
        board=header.board,
        dealer=header.dealer,
        seats=dict(header.seats),
        rules=to_map(header.rules),
    )


def deal_line(deal: int, pack: tuple[Card, ...]) -> str:
    """The line before the events of a deal that begins."""
    return _line(deal=deal, pack=pack)


def action_line(n: int, seat: Seat, action: Action) -> str:
    """The line before the events that an action caused, of which `n` is the first one's number."""
    return _line(n=n, seat=seat, action=str(action))


def _line(**values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def write(record: Record) -> str:
    """The record as text: one line for the header, one for each entry."""
    return "".join(f"{line}\n" for line in (header_line(record.header), *map(_entry_line, record.entries)))


def _entry_line(entry: Entry) -> str:
    match entry:
        case DealLine():
            return deal_line(entry.deal, entry.pack)
        case ActionLine():
            return action_line(entry.n, entry.seat, entry.action)
        case EventLine():
            return _line(n=entry.n, **entry.event)


def read(lines: Iterable[str]) -> Record:
    """The record in those lines. BadRecord names the line that is wrong."""
    header: Header | None = None
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        try:
            values = _values(line)
            if header is None:
                header = _header(values)
            else:
                entries.append(_entry(values))
        except KeyError as error:
            raise BadRecord(number, f"{error} is missing") from error
        except ValueError as error:
            raise BadRecord(number, str(error)) from error
    if header is None:
        raise BadRecord(1, "the record is empty")
    return Record(header, tuple(entries))


def _values(line: str) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except RecursionError:
        raise ValueError("no line of a record is nested so deep") from None
    if not isinstance(values, dict):
        raise ValueError("a line of a record is one JSON object")
    return values


def _header(values: dict[str, Any]) -> Header:
    if values.get("record") != FORMAT:
        raise ValueError(f"this is no record of the form {FORMAT}")
    seats = values["seats"]
    if not isinstance(seats, dict) or not all(isinstance(name, str) for name in seats.values()):
        raise ValueError("seats must be the names of those who sat at N, E, S and W")
    return Header(
        rules=from_map(values["rules"]),
        seats={Seat(seat): name for seat, name in seats.items()},
        dealer=Seat(values["dealer"]),
        match=_number(values["match"]),
        board=values["board"] is True,
    )


def _entry(values: dict[str, Any]) -> Entry:
    if "pack" in values:
        return DealLine(_number(values["deal"]), _pack(values["pack"]))
    if "action" in values:
        return ActionLine(_number(values["n"]), Seat(values["seat"]), parse_action(str(values["action"])))
    if "event" in values:
        return EventLine(_number(values["n"]), {name: value for name, value in values.items() if name != "n"})
    raise ValueError("a line after the first has a `pack`, an `action` or an `event`")


def _number(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is no number from 1 up")
    return value


def _pack(cards: object) -> tuple[Card, ...]:
    if not isinstance(cards, list) or sorted(map(str, cards)) != sorted(PACK):
        raise ValueError("a pack is the 32 cards, each once")
    return tuple(map(Card, cards))
