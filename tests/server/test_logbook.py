"""The log: lines for people, JSON for programs, and what never stands in it."""

from __future__ import annotations

import errno
import io
import json
from pathlib import Path

import pytest

from coinche.server.log import INTERFACE, Happening, Level, Logbook, News, Style, report_fault

SIGNED_IN = News(Happening.SIGNED_IN, "Ana signs in", name="Ana", address="::1")


def written(style: Style, *said: News | str, level: Level = Level.INFO, asked: bool = False) -> list[str]:
    out = io.StringIO()
    book = Logbook(out, style, level, asked=asked)
    for news in said:
        book.say(news if isinstance(news, News) else News(Happening.SAID, news))
    return out.getvalue().splitlines()


def test_people_read_sentences() -> None:
    assert written(Style.HUMAN, SIGNED_IN, "anything else") == ["Ana signs in", "anything else"]


def test_programs_read_what_happened_to_whom_and_when() -> None:
    (line,) = written(Style.JSON, SIGNED_IN)
    read = json.loads(line)
    assert read.pop("at").endswith("Z")
    expected = {"level": "info", "event": "signed_in", "name": "Ana", "address": "::1", "said": "Ana signs in"}
    assert read == expected


def test_one_thing_that_happens_is_one_line_of_json() -> None:
    assert len(written(Style.JSON, "two\nlines \u2028 é")) == 1


@pytest.mark.parametrize("happening", sorted(INTERFACE))
def test_what_programs_wait_for_stays_plain_at_any_level_unless_json_is_asked_for(happening: Happening) -> None:
    news = News(happening, "listening on 127.0.0.1:1")
    assert written(Style.JSON, news, level=Level.ERROR) == ["listening on 127.0.0.1:1"]
    assert json.loads(written(Style.JSON, news, asked=True)[0])["event"] == happening


def test_a_level_leaves_out_what_is_less_grave() -> None:
    lines = [News(happening, happening) for happening in Happening if happening not in INTERFACE]
    shown = written(Style.HUMAN, *lines, level=Level.WARNING)
    assert shown == [str(news) for news in lines if news.happening.level >= Level.WARNING]
    assert "signed_in" not in shown
    assert "fault" in shown


def test_what_is_no_terminal_is_written_for_programs() -> None:
    out = io.StringIO()
    Logbook.on(out, None, Level.INFO).say(News(Happening.SAID, "line"))
    assert json.loads(out.getvalue())["said"] == "line"


def test_where_nobody_reads_any_more_everything_goes_on() -> None:
    class Broken(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "broken pipe")

    Logbook(Broken(), Style.HUMAN).say(News(Happening.SAID, "line"))


def wrong() -> BaseException:
    try:
        try:
            raise KeyError("KH")
        except KeyError as inner:
            raise ExceptionGroup("AS", [ValueError("7D")]) from inner
    except ExceptionGroup as outer:
        return outer


def test_a_fault_is_logged_without_what_it_says_of_itself_which_may_be_cards() -> None:
    def logged(level: Level) -> str:
        out = io.StringIO()
        report_fault(Logbook(out, Style.HUMAN, level).say, "t1: a fault of the server", wrong(), table="t1")
        return out.getvalue().replace('KeyError("KH")', "").replace('ExceptionGroup("AS", [ValueError("7D")])', "")

    said = logged(Level.INFO)
    assert "KeyError" in said
    assert "ValueError" in said
    assert "in wrong" in said
    assert not any(card in said for card in ("KH", "AS", "7D"))
    assert all(card in logged(Level.DEBUG) for card in ("KH", "AS", "7D"))


def test_the_server_alone_needs_structlog() -> None:
    root = Path(__file__).parents[2]
    files = [file for package in ("engine", "protocol", "client") for file in (root / package).rglob("*.py")]
    assert [file.name for file in files if "structlog" in file.read_text(encoding="utf-8")] == []
