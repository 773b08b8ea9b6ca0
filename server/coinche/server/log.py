"""What happens on a server, as the operator is told of it: a sentence, and beside it what programs read of a log.

Knows what can happen and how grave it is. Refuses to know where it is written (`logbook`). No news ever tells a card
that is not on the table.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from enum import IntEnum, StrEnum
from typing import Any, TextIO

import structlog
import trio

from . import limits
from .addresses import origin
from .clock import Time
from .rate_limit import Buckets

Fact = str | int | float | bool | None


class Level(IntEnum):
    """How grave it is, by the numbers of Python's own logging."""

    DEBUG = 10
    INFO = 20
    WARNING = 30
    ERROR = 40


class Happening(StrEnum):
    """What a line is about: the `event` of a log that programs read."""

    LISTENING = "listening"
    JOIN_WITH = "join_with"
    KNOWN_BY = "known_by"
    SIGNS_AS = "signs_as"
    """By which key the server's records of matches are known."""
    RUNS = "runs"
    """Which version, and by which solver its bots think."""
    KEEPS_IN = "keeps_in"
    """In which file, and by which version of SQLite."""
    KEY_MADE = "key_made"
    """A key was missing; whoever knows the server knows it by another."""
    FOUND_AS = "found_as"
    ENDING = "ending"
    ENDED = "ended"
    ORDERED = "ordered"
    """The operator has had something done."""
    SAID = "said"
    """Whatever has no name of its own."""

    SIGNED_IN = "signed_in"
    IS_BACK = "is_back"
    CONNECTION_LOST = "connection_lost"
    WENT = "went"
    SENT_AWAY = "sent_away"
    """A connection was refused or ended; `code` says why."""
    TURNED_AWAY = "turned_away"
    """The same without a word, since too many others were being told so."""

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
    STRIKE = "strike"
    FORFEITED = "forfeited"

    BOTS_ENDED = "bots_ended"
    NOT_ANNOUNCED = "not_announced"
    NO_CTL = "no_ctl"
    NOT_KEPT = "not_kept"
    NOT_ANSWERED = "not_answered"
    """A question about matches that are over."""
    STORAGE = "storage"
    """The disk takes nothing; the tables stand still."""
    GOING_ON = "going_on"
    SET_ASIDE = "set_aside"
    """What cannot be used is copied to a file and removed from the data."""
    FAULT = "fault"
    """The server has made a mistake, and ends what it was made in."""
    FAULT_WORDS = "fault_words"
    """What the mistake said of itself: that may name cards."""

    @property
    def level(self) -> Level:
        """How grave it is."""
        return _LEVELS.get(self, Level.INFO)


_LEVELS = {
    Happening.FAULT_WORDS: Level.DEBUG,
    Happening.TURNED_AWAY: Level.DEBUG,
    Happening.SENT_AWAY: Level.WARNING,
    Happening.BOTS_ENDED: Level.WARNING,
    Happening.NOT_ANNOUNCED: Level.WARNING,
    Happening.NO_CTL: Level.WARNING,
    Happening.GOING_ON: Level.WARNING,
    Happening.NOT_KEPT: Level.ERROR,
    Happening.NOT_ANSWERED: Level.ERROR,
    Happening.STORAGE: Level.ERROR,
    Happening.SET_ASIDE: Level.ERROR,
    Happening.FAULT: Level.ERROR,
}
"""All others are what a server is there for."""

INTERFACE = frozenset(
    {
        Happening.LISTENING,
        Happening.JOIN_WITH,
        Happening.KNOWN_BY,
        Happening.SIGNS_AS,
        Happening.FOUND_AS,
        Happening.ENDING,
        Happening.ENDED,
    }
)
"""What programs that start a server read of its standard output."""


class News(str):
    """A sentence for people that remembers what it is about, and the `facts` in it."""

    __slots__ = ("facts", "happening")

    happening: Happening
    facts: dict[str, Fact]

    def __new__(cls, happening: Happening, sentence: str, **facts: Fact) -> News:
        """Whoever takes lines takes it for the sentence."""
        news = super().__new__(cls, sentence)
        news.happening = happening
        news.facts = facts
        return news

    @classmethod
    def of(cls, line: str) -> News:
        """The line itself if it is news, else as something that was said."""
        return line if isinstance(line, News) else cls(Happening.SAID, line)


# --- logbook --------------------------------------------------------------------------------------
# Where news go: lines for people on a terminal, JSON for programs, one of them for each thing that happens.
#
# Knows the ways of writing them. Refuses to know what happens (`news`).


class Style(StrEnum):
    """How a log is written."""

    HUMAN = "human"
    JSON = "json"


LEVELS = {level.name.lower(): level for level in Level}
"""The levels by the names that an operator gives them."""


class Logbook:
    """The log of one server.

    Lines that programs read which start a server stay as they are, whatever the level; only where JSON was `asked` for
    are they JSON, too.
    """

    def __init__(self, out: TextIO, style: Style, level: Level = Level.INFO, *, asked: bool = False) -> None:
        wrapper = structlog.make_filtering_bound_logger(level)
        self._log = structlog.wrap_logger(
            structlog.WriteLogger(out), processors=_PROCESSORS[style], wrapper_class=wrapper
        )
        self._plain = structlog.WriteLogger(out)
        self._all_json = asked and style is Style.JSON

    @classmethod
    def on(cls, out: TextIO, style: Style | None, level: Level) -> Logbook:
        """In that style, or in the one that suits what is written to."""
        usual = Style.HUMAN if out.isatty() else Style.JSON
        return cls(out, style or usual, level, asked=style is not None)

    def say(self, line: str) -> None:
        """Write the line, unless it is less grave than what is to be written."""
        news = News.of(line)
        with suppress(OSError):  # nobody reads any more; the tables go on
            if news.happening in INTERFACE and not self._all_json:
                self._plain.msg(str(news))
            else:
                self._log.log(news.happening.level, news.happening.value, **news.facts, said=str(news))


def _sentence(_logger: object, _method: str, line: MutableMapping[str, Any]) -> str:
    return str(line["said"])


def _in_order(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """When, how grave and what first, so that the lines stand below each other."""
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

# --- log limit ------------------------------------------------------------------------------------
# Bounds on how many lines of the log one origin can cause by coming and going.
#
# Beyond `limits.LOGGED` lines of a kind from one origin the others are counted, and what was counted is told from time
# to
# time. Whatever else happens is logged, always: only comings and goings are anybody's to cause as often as they like.
# (Connections that are refused have a bound of their own, `limits.COMPLAINTS`.)


class LogLimit:
    """Passes log lines on to `say`, those of `KINDS` at a bounded rate for each origin."""

    KINDS: Mapping[Happening, str] = {
        Happening.SIGNED_IN: "sign-ins",
        Happening.IS_BACK: "returns",
        Happening.CONNECTION_LOST: "lost connections",
        Happening.WENT: "goodbyes",
    }
    """The kinds of lines that are bounded, with their names where only a number is told."""

    def __init__(self, say: Callable[[str], None], time: Time) -> None:
        self._say = say
        self._time = time
        self._buckets = {kind: Buckets(limits.LOGGED) for kind in self.KINDS}
        self._more: Counter[tuple[Happening, str]] = Counter()

    def say(self, line: str) -> None:
        """Log the line, or count it."""
        if not isinstance(line, News) or line.happening not in self.KINDS:
            self._say(line)
            return
        here = origin(str(line.facts.get("address", "")))
        if self._buckets[line.happening].take(here, self._time.now_ms() / 1000):
            self._say(line)
        else:
            self._more[line.happening, here] += 1

    def tell(self) -> None:
        """Log how many lines were only counted since the last time."""
        counted, self._more = self._more, Counter()
        for (kind, here), more in counted.items():
            line = f"… and {more:,} more {self.KINDS[kind]} from {here} in {limits.LOG_COUNTED:.0f} s"
            self._say(News(kind, line, address=here, more=more))

    async def run(self) -> None:
        """Log the counts every `limits.LOG_COUNTED` seconds, and at the end."""
        try:
            while True:
                await trio.sleep(limits.LOG_COUNTED)
                self.tell()
        finally:
            self.tell()


# --- faults ---------------------------------------------------------------------------------------
# A mistake of the server's, as it may be logged: where it was made, and of what kind.
#
# What an exception says of itself may name cards, such as a key that was not found; it is left out, and is a line of
# its
# own that is written by `--log-level debug` alone.


def report_fault(say: Callable[[str], None], sentence: str, wrong: BaseException, **facts: str) -> None:
    """Say that the server has made a mistake, of which this is the exception."""
    say(News(Happening.FAULT, f"{sentence}\n{traceback_of(wrong)}", kind=type(wrong).__name__, **facts))
    explain_fault(say, wrong, **facts)


def explain_fault(say: Callable[[str], None], wrong: BaseException, **facts: str) -> None:
    """Say all of the exception, for `--log-level debug` alone."""
    say(News(Happening.FAULT_WORDS, "".join(traceback.format_exception(wrong)).rstrip(), **facts))


def traceback_of(wrong: BaseException) -> str:
    """The traceback without a word of the exceptions themselves."""
    return "\n".join(_told(wrong, set()))


def _told(wrong: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(wrong))
    before = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
    if before is not None and id(before) not in seen:
        yield from _told(before, seen)
        yield "which led to:"
    yield "Traceback (most recent call last):"
    yield from "".join(traceback.format_tb(wrong.__traceback__)).splitlines()
    yield type(wrong).__qualname__
    if isinstance(wrong, BaseExceptionGroup):
        for one in wrong.exceptions:
            yield "one of them:"
            yield from _told(one, seen)
