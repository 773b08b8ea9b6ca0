"""Replay of a recorded match, line by line, compared with the recorded events, if there are any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .actions import IllegalAction
from .events import Event
from .match import DealOver, MatchOver, State, apply, new_match, next_deal
from .record import ActionLine, DealEnd, DealLine, EndLine, EventLine, Form, Header, Record, RecordDiffers, ResultLine
from .record_lines import entry_line, event_map
from .seats import ZERO


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a match played again: what the line did, the state after it, and what happened."""

    line: int
    entry: Header | DealLine | ActionLine
    state: State
    events: tuple[Event, ...]


def replayed(record: Record) -> Iterator[Played]:
    """Play the match again, line by line. RecordDiffers names the first line that does not follow.

    There is nothing to compare in a record that leaves all events out.
    """
    header, compared = record.header, _compared if record.has_events else _passed_over
    state, events = new_match(header.rules, header.dealer, match=header.match, board=header.board)
    at = compared(record, 0, events, None)
    yield Played(1, header, state, events)
    while at < len(record.entries):
        line, entry = at + 2, record.entries[at]
        if not isinstance(entry, DealLine | ActionLine):
            raise RecordDiffers(line, f"{entry_line(entry)} follows from nothing")
        state, events = _again(state, entry, line)
        at = compared(record, at + 1, events, entry.n if isinstance(entry, ActionLine) else None)
        at = _reckoned(record, at, state)
        yield Played(line, entry, state, events)


def results(state: State) -> tuple[ResultLine | EndLine, ...]:
    """Return the result lines that a signed record has after a deal, and after the match."""
    match state.phase:
        case DealOver(last=None):
            return ()
        case DealOver(score=score) | MatchOver(score=score):
            totals = state.standing.totals
            result = DealEnd.THROWN_IN if score is None else DealEnd(score.result)
            deal = ResultLine(
                deal=state.deal, result=result, scores=ZERO if score is None else score.scores, totals=totals
            )
            return (deal, EndLine(state.phase.winner, totals)) if isinstance(state.phase, MatchOver) else (deal,)
        case _:
            return ()


def replay(record: Record) -> tuple[State, tuple[Event, ...]]:
    """The match played again: where it ends, and all that happened. Raises RecordDiffers."""
    steps = tuple(replayed(record))
    return steps[-1].state, tuple(event for step in steps for event in step.events)


def _again(state: State, entry: DealLine | ActionLine, line: int) -> tuple[State, tuple[Event, ...]]:
    try:
        match entry:
            case DealLine():
                after, events = next_deal(state, entry.pack)
                if after.deal != entry.deal:
                    raise RecordDiffers(line, f"this is deal {after.deal}, not {entry.deal}")
                return after, events
            case ActionLine():
                return apply(state, entry.seat, entry.action)
    except ValueError as error:
        raise RecordDiffers(line, str(error)) from error
    except IllegalAction as error:
        raise RecordDiffers(line, f"the rules forbid it: {error.reason}") from error


def _compared(record: Record, at: int, events: tuple[Event, ...], n: int | None) -> int:
    """Compare the next entries with those events; return where the entries after them begin."""
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
    """Compare nothing, for records without events."""
    return at


def _reckoned(record: Record, at: int, state: State) -> int:
    """Compare the next entries with the results of that state; return where the entries after them begin."""
    for due in results(state) if record.header.form is Form.SIGNED else ():
        found = record.entries[at] if at < len(record.entries) else None
        if found is None:
            raise RecordDiffers(at + 2, f"it comes to {entry_line(due)}, and that is not recorded")
        if found != due:
            raise RecordDiffers(at + 2, f"it comes to {entry_line(due)}, not {entry_line(found)}")
        at += 1
    return at
