"""A bot's log as JSON lines, and the recorded decisions that a log or a match record holds.

    {"seat":"S","in":{"type":"request","request":4,…}}
    {"seat":"S","out":{"type":"act","request":4,"action":"80D"}}

Each line is a seat and one message as it travelled; no line holds a secret. A recorded decision is what a seat knew and
was told, its legal actions and the one chosen. Its number is that of the action in a match record, and that of the
request in a bot's log.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

import msgspec

from coinche.connection.storage import opened
from coinche.engine.actions import Legal
from coinche.engine.events import Event, MatchStarted, seen_by
from coinche.engine.match import State, legal
from coinche.engine.record import ActionLine, Form
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.protocol.codec import decode_server, rules_hash, to_map
from coinche.protocol.json_lines import any_json
from coinche.protocol.messages import (
    Clock,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Joined,
    Left,
    Ok,
    Request,
    SeatChanged,
    SystemDeclared,
    TableEvent,
)
from coinche.protocol.requests import allowed, request_of

from .bot import legal_of

_KEPT = (Joined, Left, Request, Ok, Error, Envelope)
"""Messages of the server that are written down; `ready` is not, because it holds a secret."""


class BotLog:
    """A log that is written to a file, or nowhere."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file

    @classmethod
    @contextmanager
    def open(cls, path: Path | None) -> Iterator[BotLog]:
        """Open the log at a path, or one that keeps nothing without a path; OSError if it cannot be written."""
        with nullcontext() if path is None else path.open("w", encoding="utf-8") as file:
            yield cls(file)

    def heard(self, seat: Seat | None, message: FromServer | Envelope) -> None:
        """Log a message of the server."""
        if isinstance(message, _KEPT):
            self._write(seat, "in", message)

    def said(self, seat: Seat | None, message: FromClient) -> None:
        """Log a message of the bot."""
        self._write(seat, "out", message)

    def _write(self, seat: Seat | None, way: str, message: FromClient | FromServer | Envelope) -> None:
        if self._file is not None:
            line = {"seat": seat, way: to_map(message)}
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log."""

    seat: str | None
    heard: dict[str, Any] | None
    said: dict[str, Any] | None


def read_log(lines: Iterator[str]) -> Iterator[LogLine]:
    """Parse the lines of a log; ValueError names the number of the first bad one."""
    for number, line in enumerate(lines, 1):
        values = any_json(line)
        if not isinstance(values, dict) or not isinstance(values.get("in", values.get("out")), dict):
            raise ValueError(f"line {number} is no line of a log")
        yield LogLine(values.get("seat"), values.get("in"), values.get("out"))


_OF_THE_TABLE = SeatChanged | SystemDeclared
"""Events that stay valid after a match has ended."""
TABLE = "t1"
"""The table id used for a record, which has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDecision:
    """A recorded decision: the seat's knowledge, its legal actions, and the action taken (None: not recorded).

    `told` has the messages to the seat from its `joined` on, as plain maps, the request last.
    """

    rules: RuleSet
    heard: tuple[Event | TableEvent, ...]
    view: TableView
    legal: Legal
    then: str | None
    told: tuple[dict[str, Any], ...]


class NoDecision(Exception):
    """No decision has that number; `last` is the highest that there is."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the last is {last}")
        self.last = last


def decision_at(path: Path, number: int) -> RecordedDecision:
    """Return the decision of that number; NoDecision, UnreadableFile, or the parser's error."""
    with opened(path) as file:
        lines = (line.decode("utf-8") for line in file)
        first = next(lines, "")
        whole = chain((first,), lines)
        is_record = any(f'"{form}"' in first for form in Form)
        return _of_record(whole, number) if is_record else _of_log(whole, number)


def _of_record(lines: Iterator[str], number: int) -> RecordedDecision:
    """Return the action of that number (the first is 1) with the state before it."""
    before = None
    happened: list[Event] = []
    actions = 0
    for step in replayed(read_record(lines)):
        entry = step.entry
        if isinstance(entry, ActionLine):
            actions += 1
            if actions == number and before is not None:
                heard = tuple(seen_by(event, entry.seat) for event in happened)
                return RecordedDecision(
                    rules=before.rules,
                    heard=heard,
                    view=view(before, entry.seat),
                    legal=legal(before, entry.seat),
                    then=str(entry.action),
                    told=tuple(map(to_map, _sent(before, entry.seat, heard, number))),
                )
        before = step.state
        happened.extend(step.events)
    raise NoDecision(actions)


def _sent(state: State, seat: Seat, heard: Iterable[Event], number: int) -> Iterator[Joined | Envelope | Request]:
    """Yield the messages that a server would have sent."""
    clock = Clock(move_ms=0, bank_ms=0)
    yield Joined(table=TABLE, name=TABLE, seat=seat, preset="", rules=state.rules, clock=clock)
    after = 0
    for after, event in enumerate(heard, 1):
        yield Envelope(TABLE, after, 0, event)
    may, rules = allowed(state, seat), rules_hash(state.rules)
    yield request_of(state, seat, may, number=number, table=TABLE, after=after, clock=clock, rules=rules)


def _of_log(lines: Iterator[str], number: int) -> RecordedDecision:
    """Return the request of that number with the answer to it."""
    written = tuple(read_log(lines))
    asked = next((at for at, line in enumerate(written) if _is(line.heard, "request", number)), None)
    if asked is None:
        numbers = (line.heard["request"] for line in written if line.heard and _is(line.heard, "request"))
        raise NoDecision(max((number for number in numbers if isinstance(number, int)), default=0))
    request = _message(written[asked].heard)
    assert isinstance(request, Request)
    told = _told(written[: asked + 1], written[asked].seat)
    rules, heard = _heard(told)
    answers = (line.said for line in written[asked:] if line.said is not None and line.said.get("request") == number)
    then = next((str(answer["action"]) for answer in answers), None)
    return RecordedDecision(rules=rules, heard=heard, view=request.known, legal=legal_of(request), then=then, told=told)


def _told(written: tuple[LogLine, ...], seat: str | None) -> tuple[dict[str, Any], ...]:
    """Return everything that was sent to the seat since it was taken."""
    told: list[dict[str, Any]] = []
    for line in written:
        if line.seat == seat and line.heard is not None:
            told = [line.heard] if _is(line.heard, "joined") else [*told, line.heard]
    return tuple(told)


def _heard(told: tuple[dict[str, Any], ...]) -> tuple[RuleSet, tuple[Event | TableEvent, ...]]:
    """Return the rules of the match and all its events that the seat was sent."""
    rules: RuleSet | None = None
    heard: list[Event | TableEvent] = []
    for plain in told:
        match _message(plain):
            case Joined() as joined:
                rules = joined.rules
            case Envelope(event=event):
                if isinstance(event, MatchStarted):
                    rules, heard = event.rules, [old for old in heard if isinstance(old, _OF_THE_TABLE)]
                heard.append(event)
    if rules is None:
        raise ValueError("it does not tell the rules")
    return rules, tuple(heard)


def _message(plain: dict[str, Any] | None) -> object:
    return decode_server(msgspec.msgpack.encode(plain))


def _is(heard: dict[str, Any] | None, kind: str, number: int | None = None) -> bool:
    return heard is not None and heard.get("type") == kind and number in (None, heard.get("request"))
