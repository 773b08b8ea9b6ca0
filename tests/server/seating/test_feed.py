"""Tests of a table's log: entries dropped from memory are read back from disk, byte for byte and in order."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.seating.feed import EventLog, Frames
from coinche.server.storage.budget import Budget, TableUsage

MANY = 1000


def frames(number: int) -> Frames:
    said = b"event %d" % number
    if number % 7:
        return said
    return {None: said, Seat.NORTH: said + b" as North sees it", Seat.WEST: said + b" as West does"}


def filled(usage: TableUsage, events: int = MANY) -> EventLog:
    log = EventLog(usage)
    for number in range(events):
        log.append(frames(number))
    return log


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG_IN_MEMORY", 5000)
    monkeypatch.setattr(limits, "TABLE_MEMORY", 0)


@pytest.fixture
def short(tmp_path: Path) -> TableUsage:
    """A table of a server that has no memory left."""
    return Budget(memory=0, directory=tmp_path).open("t1", "192.0.2.1", bounded=True)


def test_where_there_is_room_all_of_it_stays_in_memory(tmp_path: Path) -> None:
    usage = Budget(directory=tmp_path).open("t1", "192.0.2.1", bounded=True)
    filled(usage)
    assert usage.memory > 100 * MANY
    assert usage.kept == 0


def test_where_memory_is_short_a_bounded_part_stays_and_the_rest_is_read_back(short: TableUsage) -> None:
    log = filled(short)
    assert short.memory <= 5000
    assert short.kept > 10 * MANY
    assert len(log) == MANY
    assert list(log.frames(0, MANY)) == [frames(number) for number in range(MANY)]


@pytest.mark.parametrize(("after", "upto"), [(0, 1), (63, 65), (500, 501), (700, 1000), (999, 1000), (5, 5), (9, 3)])
def test_any_part_of_it_is_read(short: TableUsage, after: int, upto: int) -> None:
    assert list(filled(short).frames(after, upto)) == [frames(number) for number in range(after, upto)]


def test_who_reads_reads_on_while_events_leave_the_memory(short: TableUsage) -> None:
    log = filled(short, 10)
    reader = log.frames(0, MANY)
    read = list(itertools.islice(reader, 5))
    for number in range(10, MANY):
        log.append(frames(number))
    assert [*read, *reader] == [frames(number) for number in range(MANY)]


def test_nothing_is_left_in_the_directory(short: TableUsage, tmp_path: Path) -> None:
    log = filled(short)
    assert list(tmp_path.iterdir()) == []
    del log


def test_where_the_disk_takes_nothing_all_stays_in_memory(tmp_path: Path) -> None:
    usage = Budget(memory=0, directory=tmp_path / "gone").open("t1", "192.0.2.1", bounded=True)
    assert list(filled(usage).frames(0, MANY)) == [frames(number) for number in range(MANY)]
