"""The operator's log: which events it has, how they are written, and how many of them one client can cause.

Every part of the server is given a `Log`, a function that takes one `LogEntry`: the event, a sentence for people
and the facts of the sentence for programs. In a running server that is `BoundedLog.say`, which hands the news on to the
`Logbook`, where they become a line of text on a terminal or a line of JSON in a journal.

No news names a card that is not on the table. Only the message of an exception could, and that is logged apart, at a
level that is off unless an operator asks for it (`explain_fault`).
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Self, TextIO

import structlog
import trio

from . import limits
from .addresses import origin
from .rate_limit import Buckets
from .time_and_entropy import Time

Fact = str | int | float | bool | None


class Level(IntEnum):
    """Severities, by the numbers of Python's own logging."""

    DEBUG = 10
    INFO = 20
    WARNING = 30
    ERROR = 40


LEVELS = {level.name.lower(): level for level in Level}
"""The levels by the names that an operator gives them."""


class Happening(StrEnum):
    """The events of the log, by the names that the JSON form has for them, with their levels."""

    level: Level

    def __new__(cls, name: str, level: Level = Level.INFO) -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.level = level
        return member

    LISTENING = "listening"
    JOIN_WITH = "join_with"
    KNOWN_BY = "known_by"
    BROWSE_AT = "browse_at"
    """The link for browsers."""
    SIGNS_AS = "signs_as"
    """The key that signs the server's records of matches."""
    RUNS = "runs"
    """The version, and the solver that its bots think by."""
    KEEPS_IN = "keeps_in"
    """The data file, and the version of SQLite."""
    KEY_MADE = "key_made"
    """A key was missing and has been made; clients who know the server know it by another."""
    FOUND_AS = "found_as"
    ENDING = "ending"
    ENDED = "ended"
    ORDERED = "ordered"
    """The operator has had something done."""
    SAID = "said"
    """A sentence without an event of its own."""

    INVITED = "invited"
    """A player has invited somebody."""
    INVITATION_REDEEMED = "invitation_redeemed"
    """A name has come to the client that was invited."""
    AWAITS_APPROVAL = "awaits_approval"
    """Somebody new waits to be let in."""
    LET_IN = "let_in"
    """A host has let in somebody new."""
    SIGNED_IN = "signed_in"
    IS_BACK = "is_back"
    CONNECTION_LOST = "connection_lost"
    WENT = "went"
    SENT_AWAY = "sent_away", Level.WARNING
    """A connection was refused or ended; `code` says why."""
    TURNED_AWAY = "turned_away", Level.DEBUG
    """A connection was closed silently, since too many others were being told why."""

    TABLE_OPEN = "table_open"
    TABLE_BACK = "table_back"
    """It was there before the server was started anew."""
    TABLE_CLOSED = "table_closed"
    SITS_DOWN = "sits_down"
    RESERVES = "reserves"
    """A seat changes hands with the next deal."""
    WATCHES = "watches"
    SEAT_AWAY = "seat_away"
    SEAT_BACK = "seat_back"
    SEAT_LEFT = "seat_left"
    PLAY = "play"
    """A match begins or ends, a deal has its contract or its score."""
    LADDER = "ladder"
    """A program has entered the ladder or left it, or two entrants meet there."""
    STRIKE = "strike"
    FORFEITED = "forfeited"

    BOTS_ENDED = "bots_ended", Level.WARNING
    NOT_ANNOUNCED = "not_announced", Level.WARNING
    NO_CTL = "no_ctl", Level.WARNING
    NOT_KEPT = "not_kept", Level.ERROR
    NOT_ANSWERED = "not_answered", Level.ERROR
    NOT_RECOUNTED = "not_recounted", Level.ERROR
    """A question about matches that are over."""
    STORAGE = "storage", Level.ERROR
    """The disk takes nothing; the tables stand still."""
    GOING_ON = "going_on", Level.WARNING
    SET_ASIDE = "set_aside", Level.ERROR
    """Unusable data were copied to a file and removed from the data file."""
    FAULT = "fault", Level.ERROR
    """The server has made a mistake; the table, connection or order in which it was made ends."""
    FAULT_WORDS = "fault_words", Level.DEBUG
    """The message of that exception, which may name cards."""


_LINKS = (Happening.LISTENING, Happening.JOIN_WITH, Happening.BROWSE_AT)
_KNOWN = (Happening.KNOWN_BY, Happening.SIGNS_AS, Happening.FOUND_AS)
INTERFACE = frozenset((*_LINKS, *_KNOWN, Happening.ENDING, Happening.ENDED))
"""The events that programs which start a server read from its standard output."""


@dataclass(frozen=True, slots=True, init=False)
class LogEntry:
    """One entry of the log: an event, a sentence for people, and the facts in it for programs."""

    happening: Happening
    sentence: str
    facts: Mapping[str, Fact]

    def __init__(self, happening: Happening, sentence: str, **facts: Fact) -> None:
        """Take the facts by name: `LogEntry(Happening.STRIKE, "t1: ...", table="t1", strikes=2)`."""
        for name, value in (("happening", happening), ("sentence", sentence), ("facts", facts)):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return self.sentence


Log = Callable[[LogEntry], None]
"""The function by which each part of the server tells the operator what happens."""


class Style(StrEnum):
    HUMAN = "human"
    JSON = "json"


class Logbook:
    """Writes news to a stream, sentences for people or JSON for programs.

    Programs that start a server read the lines of `INTERFACE` from its standard output. So those are written at any
    level, and as plain sentences unless JSON was `asked` for.
    """

    def __init__(self, out: TextIO, style: Style, level: Level = Level.INFO, *, asked: bool = False) -> None:
        self._plain = structlog.WriteLogger(out)
        wrapper = structlog.make_filtering_bound_logger(level)
        self._log = structlog.wrap_logger(self._plain, processors=_PROCESSORS[style], wrapper_class=wrapper)
        self._all_json = asked and style is Style.JSON

    @classmethod
    def on(cls, out: TextIO, style: Style | None, level: Level) -> Logbook:
        """Make a log in that style, or else in the one that suits the stream: sentences for a terminal."""
        usual = Style.HUMAN if out.isatty() else Style.JSON
        return cls(out, style or usual, level, asked=style is not None)

    def say(self, news: LogEntry) -> None:
        """Write the news, unless they are below the level."""
        with suppress(OSError):  # nobody reads any more; the tables go on
            if news.happening in INTERFACE and not self._all_json:
                self._plain.msg(news.sentence)
            else:
                self._log.log(news.happening.level, news.happening.value, **news.facts, said=news.sentence)


def _sentence(_logger: object, _method: str, line: MutableMapping[str, Any]) -> str:
    return str(line["said"])


def _in_order(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put time, level and event first, so that lines stand below each other."""
    return {"at": line.pop("at"), "level": line.pop("level"), "event": line.pop("event"), **line}


_PROCESSORS: dict[Style, list[structlog.typing.Processor]] = {
    Style.HUMAN: [_sentence],
    Style.JSON: [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        _in_order,
        structlog.processors.JSONRenderer(),
    ],
}


class BoundedLog:
    """The log of a running server: bounds how many lines one origin can cause.

    Anybody can come and go as often as they like. Of those kinds of lines, `KINDS`, each origin gets
    `limits.LOGGED`; the others are counted, and the counts logged every `limits.LOG_COUNTED` seconds. All other news
    are written, always. (Connections that are refused are counted and bounded by `ConnectionLog`.)
    """

    KINDS: Mapping[Happening, str] = {
        Happening.SIGNED_IN: "sign-ins",
        Happening.IS_BACK: "returns",
        Happening.CONNECTION_LOST: "lost connections",
        Happening.WENT: "goodbyes",
    }
    """The events that are bounded, and their names beside a count."""

    def __init__(self, log: Log, time: Time) -> None:
        self._log = log
        self._time = time
        self._buckets = {kind: Buckets(limits.LOGGED) for kind in self.KINDS}
        self._more: Counter[tuple[Happening, str]] = Counter()

    def say(self, news: LogEntry) -> None:
        """Log the news, or only count them."""
        here = origin(str(news.facts.get("address", "")))
        bucket = self._buckets.get(news.happening)
        if bucket is None or bucket.take(here, self._time.now_ms() / 1000):
            self._log(news)
        else:
            self._more[news.happening, here] += 1

    def tell_counts(self) -> None:
        """Log how many lines were only counted since the last time."""
        counted, self._more = self._more, Counter()
        for (kind, here), more in counted.items():
            line = f"… and {more:,} more {self.KINDS[kind]} from {here} in {limits.LOG_COUNTED:.0f} s"
            self._log(LogEntry(kind, line, address=here, more=more))

    async def run(self) -> None:
        """Log the counts every `limits.LOG_COUNTED` seconds, and at the end."""
        try:
            while True:
                await trio.sleep(limits.LOG_COUNTED)
                self.tell_counts()
        finally:
            self.tell_counts()


class ConnectionLog:
    """The operator's log of connections that the server has ended, so many lines from each address."""

    def __init__(self, say: Log) -> None:
        self.count: Counter[str] = Counter()
        """The number of refusals by error code, and of faults, those included that are not logged."""
        self._say = say
        self._lines = Buckets(limits.COMPLAINTS)
        self._faults = Buckets(limits.COMPLAINTS)

    def refused(self, address: str, code: str, why: str, happening: Happening = Happening.SENT_AWAY) -> None:
        """Count that a connection was refused or ended, and log it."""
        self.count[str(code)] += 1
        if self._lines.take(origin(address), trio.current_time()):
            self._say(LogEntry(happening, f"{address}: sent away ({code}: {why})", code=str(code), address=address))

    def fault(self, address: str, wrong: Exception) -> None:
        """Count a mistake of the server's that ends the connection, and log it with its traceback.

        A client may be able to cause it at will. Refusals do not count against it, so that they hide no fault.
        """
        self.count["fault"] += 1
        if self._faults.take(origin(address), trio.current_time()):
            report_fault(self._say, f"{address}: a fault of the server on this connection", wrong, address=address)


def report_fault(log: Log, sentence: str, wrong: BaseException, **facts: str) -> None:
    """Log a mistake of the server's: the traceback and the types of its exceptions, without their messages."""
    lines = "\n".join((sentence, *_traceback_lines(wrong, set())))
    log(LogEntry(Happening.FAULT, lines, kind=type(wrong).__name__, **facts))
    explain_fault(log, wrong, **facts)


def explain_fault(log: Log, wrong: BaseException, **facts: str) -> None:
    """Log all of the exception, for `--log-level debug` alone: its message may name cards, as a KeyError does."""
    log(LogEntry(Happening.FAULT_WORDS, "".join(traceback.format_exception(wrong)).rstrip(), **facts))


def _traceback_lines(wrong: BaseException, seen: set[int]) -> Iterator[str]:
    """Yield the traceback without the messages of the exceptions."""
    seen.add(id(wrong))
    before = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
    if before is not None and id(before) not in seen:
        yield from _traceback_lines(before, seen)
        yield "which led to:"
    yield "Traceback (most recent call last):"
    yield from "".join(traceback.format_tb(wrong.__traceback__)).splitlines()
    yield type(wrong).__qualname__
    if isinstance(wrong, BaseExceptionGroup):
        for one in wrong.exceptions:
            yield "one of them:"
            yield from _traceback_lines(one, seen)


def first_of(wrong: BaseException) -> BaseException:
    """Return the first of the exceptions that were raised together."""
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return wrong
