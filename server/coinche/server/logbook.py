"""Where news go: lines for people on a terminal, JSON for programs, one of them for each thing that happens.

Knows the ways of writing them. Refuses to know what happens (`news`).
"""

from __future__ import annotations

from collections.abc import MutableMapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, TextIO

import structlog

from .news import INTERFACE, Level, News


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
