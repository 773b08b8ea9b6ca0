"""Tests of the log: lines for people, JSON for programs, and no secrets."""

from __future__ import annotations

import errno
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.log import INTERFACE, BoundedLog, Happening, Level, Logbook, LogEntry, Style, report_fault
from coinche.server.rate_limit import Allowance
from tests.server.hand_clock import HandClock

SIGNED_IN = LogEntry(Happening.SIGNED_IN, "Ana signs in", name="Ana", address="::1")


def written(style: Style, *said: LogEntry | str, level: Level = Level.INFO, asked: bool = False) -> list[str]:
    out = io.StringIO()
    book = Logbook(out, style, level, asked=asked)
    for news in said:
        book.say(news if isinstance(news, LogEntry) else LogEntry(Happening.SAID, news))
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
    news = LogEntry(happening, "listening on 127.0.0.1:1")
    assert written(Style.JSON, news, level=Level.ERROR) == ["listening on 127.0.0.1:1"]
    assert json.loads(written(Style.JSON, news, asked=True)[0])["event"] == happening


def test_a_level_leaves_out_what_is_less_grave() -> None:
    lines = [LogEntry(happening, happening) for happening in Happening if happening not in INTERFACE]
    shown = written(Style.HUMAN, *lines, level=Level.WARNING)
    assert shown == [str(news) for news in lines if news.happening.level >= Level.WARNING]
    assert "signed_in" not in shown
    assert "fault" in shown


def test_what_is_no_terminal_is_written_for_programs() -> None:
    out = io.StringIO()
    Logbook.on(out, None, Level.INFO).say(LogEntry(Happening.SAID, "line"))
    assert json.loads(out.getvalue())["said"] == "line"


def test_where_nobody_reads_any_more_everything_goes_on() -> None:
    tried = []

    class Broken(io.StringIO):
        def write(self, text: str) -> int:
            tried.append(text)
            raise BrokenPipeError(errno.EPIPE, "broken pipe")

    Logbook(Broken(), Style.HUMAN).say(LogEntry(Happening.SAID, "line"))
    assert tried, "the line was written to nobody"


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


def signed_in(number: int, address: str = "10.0.0.7") -> LogEntry:
    return LogEntry(Happening.SIGNED_IN, f"guest {number} signs in", name=f"guest {number}", address=address)


def sentences(said: list[LogEntry]) -> list[str]:
    return [str(news) for news in said]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOGGED", Allowance(burst=2, every=1.0))


@pytest.mark.usefixtures("few")
def test_beyond_so_many_of_a_kind_from_one_origin_the_rest_is_counted_and_told() -> None:
    said: list[LogEntry] = []
    log = BoundedLog(said.append, HandClock())
    for number in range(4000):
        log.say(signed_in(number))
    log.say(signed_in(0, address="10.0.0.8"))
    log.say(LogEntry(Happening.WENT, "guest 1 leaves", address="10.0.0.7"))
    assert sentences(said) == ["guest 0 signs in", "guest 1 signs in", "guest 0 signs in", "guest 1 leaves"]
    log.tell_counts()
    log.tell_counts()
    assert sentences(said[4:]) == ["… and 3,998 more sign-ins from 10.0.0.7 in 10 s"]
    summary = said[-1]
    assert summary.happening is Happening.SIGNED_IN
    assert summary.facts == {"address": "10.0.0.7", "more": 3998}


@pytest.mark.usefixtures("few")
def test_lines_come_again_after_their_time() -> None:
    said: list[LogEntry] = []
    clock = HandClock()
    log = BoundedLog(said.append, clock)
    for number in range(3):
        log.say(signed_in(number))
    clock.ms += 1000
    log.say(signed_in(3))
    assert sentences(said) == ["guest 0 signs in", "guest 1 signs in", "guest 3 signs in"]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("happening", sorted(set(Happening) - set(BoundedLog.KINDS)))
def test_everything_else_is_logged_whatever_comes_before(happening: Happening) -> None:
    said: list[LogEntry] = []
    log = BoundedLog(said.append, HandClock())
    lines = [LogEntry(happening, f"{number}", address="10.0.0.7") for number in range(10)]
    for line in lines:
        log.say(line)
    assert said == lines


@pytest.mark.usefixtures("few")
def test_of_one_network_of_ipv6_all_addresses_are_one_origin() -> None:
    said: list[LogEntry] = []
    log = BoundedLog(said.append, HandClock())
    for number in range(4):
        log.say(signed_in(number, address=f"2001:db8::{number + 1}"))
    log.tell_counts()
    assert sentences(said[2:]) == ["… and 2 more sign-ins from 2001:db8::/64 in 10 s"]


@pytest.mark.usefixtures("few")
async def test_who_signs_in_and_goes_all_the_time_does_not_fill_the_log(run_server: Callable[..., Any]) -> None:
    async with run_server() as running:
        for number in range(6):
            wire = await running.connect(f"guest {number}")
            await trio.aclose_forcefully(wire.stream)
        await running.until_alone()
        assert sum("signed in" in line for line in running.lines) == 2
        assert sum("has lost the connection" in line for line in running.lines) == 2
        running.stop()
        await running.until_said("… and 4 more sign-ins from 127.0.0.1")
        await running.until_said("… and 4 more lost connections from 127.0.0.1")
