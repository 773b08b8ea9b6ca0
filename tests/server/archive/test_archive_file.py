"""Tests of the archive's file: its contents, its limits, and its refusals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from coinche.engine.seats import Points, Seat
from coinche.protocol.codec import encode
from coinche.protocol.encodings import LINES
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import Matches, Occupant, PlayerStatistics, Statistics
from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.archive.record import MatchSummary
from coinche.server.archive.statistics import page_of, statistics
from coinche.server.archive.tally import PlayerKey
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile
from coinche.server.storage.serialization import pack_record
from tests.server.conftest import OpenArchive, OpenFile

LONGEST = "\U00010400" * 24
"""A name of as many bytes as one can have, in any tongue."""


def match(*, lines: tuple[str, ...] = ("{}",), **fields: Any) -> MatchSummary:
    """A match that is over."""
    usual: dict[str, Any] = {
        "id": None,
        "at_ms": 1_760_000_000_000,
        "table": "ours",
        "preset": "ffb",
        "target": 1000,
        "deals": 7,
        "names": {seat: f"at {seat}" for seat in Seat},
        "score": Points(1010, 680),
        "private": False,
        "people": True,
        "sat": ("key a",),
        "record": pack_record(lines),
        "players": (),
    }
    return MatchSummary(**{**usual, **fields})


def played(name: str, **counts: int) -> PlayerStatistics:
    """A player's statistics, zero unless given."""
    fields = ("matches", "won", "deals", "taken", "made", "coinches", "beaten", "points", "against")
    return PlayerStatistics(name=name, occupant=Occupant.PERSON, **{**dict.fromkeys(fields, 0), **counts})


def numbers(archive: Archive, who: str = "") -> list[int]:
    return [info.match for info in archive.matches(who)[0]]


def keep(archive: Archive, **fields: Any) -> None:
    """Have a match kept."""
    archive.keep(match(**fields))


@pytest.fixture
def file(open_file: OpenFile) -> DataFile:
    return open_file()


def test_a_record_that_is_damaged_is_said_and_the_others_are_read(
    tmp_path: Path, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    file = open_file(tmp_path)
    archive = open_archive(file)
    for _ in range(2):
        keep(archive)
    file.execute("UPDATE records SET lines = x'00' WHERE match = 1")
    with pytest.raises(DataFailed, match=r"match 1 of .* is damaged"):
        archive.record("", 1)
    assert archive.record("", 2) == ("{}",)


def test_a_match_is_kept_whole_or_not_at_all(file: DataFile, open_archive: OpenArchive) -> None:
    archive = open_archive(file)
    file.execute("CREATE TRIGGER full BEFORE INSERT ON played BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(DataFailed, match="full"):
        keep(archive, players=(played("Ana", deals=1),))
    assert numbers(archive) == []
    assert archive.record("", 1) is None


def test_a_match_that_comes_again_is_kept_once(file: DataFile, open_archive: OpenArchive) -> None:
    archive = open_archive(file)
    for _ in range(2):
        keep(archive, id="this one", private=True, players=(played("Ana", matches=1),))
        keep(archive, id="another")
    assert numbers(archive, "key a") == [2, 1]
    assert statistics(archive.reader, "key a", PlayerKey("Ana", Occupant.PERSON))[0].matches == 1


def test_a_record_that_is_too_long_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORD", 100)
    pack_record(("x" * 100,))
    with pytest.raises(DataFailed, match="101 bytes, and 100 are kept at most"):
        pack_record(("x" * 101,))


def test_so_many_matches_are_kept_and_those_of_programs_go_first(
    monkeypatch: pytest.MonkeyPatch, open_archive: OpenArchive
) -> None:
    monkeypatch.setattr(limits, "MATCHES", 3)
    archive = open_archive()
    for people in (True, False, True, False, True):
        keep(archive, people=people, players=(played("Ana", matches=1),))
    assert numbers(archive) == [5, 3, 1]
    keep(archive, people=False)
    assert numbers(archive) == [5, 3, 1]
    keep(archive)
    assert numbers(archive) == [7, 5, 3], "a number is given once"
    assert archive.record("", 1) is None
    assert [player.matches for player in statistics(archive.reader, "", PlayerKey("Ana", Occupant.PERSON))] == [2]


def test_no_more_is_kept_than_there_is_room_for(file: DataFile, open_archive: OpenArchive) -> None:
    archive = open_archive(file)
    archive.room = 3 * 1000
    for _ in range(5):
        keep(archive, lines=(os.urandom(450).hex(),))
    assert len(numbers(archive)) > 1
    ((size,),) = file.rows("SELECT SUM(LENGTH(lines)) FROM records")
    assert size <= archive.room


def test_the_longest_answers_fit_into_a_frame_in_any_tongue(open_archive: OpenArchive) -> None:
    archive = open_archive()
    for number in range(limits.PLAYERS_LISTED):
        names = dict.fromkeys(Seat, LONGEST)
        keep(archive, table=LONGEST, names=names, players=(played(LONGEST[:20] + f"{number}", matches=10**6),))
    listed, more = archive.matches("")
    assert (len(listed), more) == (limits.MATCHES_LISTED, True)
    players = statistics(archive.reader, "", PlayerKey("Ana", Occupant.PERSON))
    assert len(players) == limits.PLAYERS_LISTED
    for message in (Matches(matches=listed, more=more), Statistics(players=players)):
        frame = encode(message)
        assert max(len(frame), len(LINES.translated(frame))) < FROM_SERVER


def test_names_that_people_would_take_for_one_another_are_one_player(open_archive: OpenArchive) -> None:
    archive = open_archive()
    keep(archive, players=(played("ANA", matches=1, points=100), played("Bob", matches=1)))
    keep(archive, players=(played("Ana", matches=1, points=20),))
    first, second = statistics(archive.reader, "", PlayerKey("x", Occupant.PERSON))
    assert (first.name, first.matches, first.points) == ("Ana", 2, 120)
    assert second.name == "Bob"


def test_who_has_played_least_finds_himself_too(monkeypatch: pytest.MonkeyPatch, open_archive: OpenArchive) -> None:
    monkeypatch.setattr(limits, "PLAYERS_LISTED", 3)
    archive = open_archive()
    keep(archive, players=tuple(played(name, matches=9 - at) for at, name in enumerate("ABCDE")))
    for name, listed in (("B", "ABC"), ("e", "ABE"), ("nobody", "ABC")):
        assert (
            "".join(player.name for player in statistics(archive.reader, "", PlayerKey(name, Occupant.PERSON)))
            == listed
        )


def test_what_somebody_played_under_an_earlier_name_counts_for_them(open_archive: OpenArchive) -> None:
    archive, tom = open_archive(), PlayerKey("Tom", Occupant.PERSON)
    for name in ("root", "root", "Tom"):
        keep(archive, players=(played(name, matches=1, points=100), played("Bob", matches=1)))
    bob, own = statistics(archive.reader, "", tom, ("Tom", "root"))
    assert (own.name, own.matches, own.points) == ("Tom", 3, 300)
    assert (bob.name, bob.matches) == ("Bob", 3)
    for name in ("Tom", "root"):
        page = page_of(archive.reader, "", tom, PlayerKey(name, Occupant.PERSON), ("Tom", "root"))
        assert (page.player.name, page.player.matches, len(page.matches)) == ("Tom", 3, 3)
    assert [player.name for player in statistics(archive.reader, "", tom)] == ["Bob", "root", "Tom"]
