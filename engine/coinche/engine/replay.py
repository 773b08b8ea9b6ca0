"""A recorded match played again, line by line, and compared with the events that were recorded, if any were.

Knows that rules, packs and actions are the whole of a match. Refuses to know how a line is written (`record`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .actions import IllegalAction
from .events import Event
from .match import State, apply, new_match, next_deal
from .record import ActionLine, DealLine, Entry, EventLine, Header, Record, RecordDiffers, event_map


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a match played again: what the line did, the state after it, and what happened."""

    line: int
    entry: Header | DealLine | ActionLine
    state: State
    events: tuple[Event, ...]


def replayed(record: Record) -> Iterator[Played]:
    """The match played again, line by line. RecordDiffers names the first line that the engine does not come to.

    There is nothing to compare in a record that leaves all events out.
    """
    header, compared = record.header, _compared if record.has_events else _passed_over
    state, events = new_match(header.rules, header.dealer, match=header.match, board=header.board)
    at = compared(record, 0, events, None)
    yield Played(1, header, state, events)
    while at < len(record.entries):
        line, entry = at + 2, record.entries[at]
        state, events = _again(state, entry, line)
        at = compared(record, at + 1, events, entry.n if isinstance(entry, ActionLine) else None)
        assert not isinstance(entry, EventLine)
        yield Played(line, entry, state, events)


def replay(record: Record) -> tuple[State, tuple[Event, ...]]:
    """The match played again: where it ends, and all that happened. Raises RecordDiffers."""
    steps = tuple(replayed(record))
    return steps[-1].state, tuple(event for step in steps for event in step.events)


def _again(state: State, entry: Entry, line: int) -> tuple[State, tuple[Event, ...]]:
    try:
        match entry:
            case DealLine():
                after, events = next_deal(state, entry.pack)
                if after.deal != entry.deal:
                    raise RecordDiffers(line, f"this is deal {after.deal}, not {entry.deal}")
                return after, events
            case ActionLine():
                return apply(state, entry.seat, entry.action)
            case EventLine():
                raise RecordDiffers(line, f"{entry.event['event']} follows from nothing")
    except ValueError as error:
        raise RecordDiffers(line, str(error)) from error
    except IllegalAction as error:
        raise RecordDiffers(line, f"the rules forbid it: {error.reason}") from error


def _compared(record: Record, at: int, events: tuple[Event, ...], n: int | None) -> int:
    """Where the entries after those events begin, if they are the recorded ones."""
    for event in events:
        expected = event_map(event)
        found = record.entries[at] if at < len(record.entries) else None
        if not isinstance(found, EventLine):
            raise RecordDiffers(at + 2, f"{expected} happened, and is not recorded")
        if dict(found.event) != expected:
            raise RecordDiffers(at + 2, f"{expected} happened, not {dict(found.event)}")
        if n is not None and found.n != n:
            raise RecordDiffers(at + 2, f"the action says that its first event is {n}, not {found.n}")
        n = None
        at += 1
    return at


def _passed_over(record: Record, at: int, events: tuple[Event, ...], n: int | None) -> int:
    """The same where none are recorded."""
    return at
