"""Tests of damaged rows: a server starts without the dispensable ones, or gives the reason in one sentence."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.app import ServerData
from coinche.server.archive.archive import Archive
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.bans import BANS_FILE as BANS
from coinche.server.storage.damaged_rows import DamagedRow, Quarantine, quarantine_files, remove_naming, repair
from coinche.server.storage.data_dir import DataFailed, UnusableKey
from coinche.server.storage.database import DATA_FILE, KEYS, DataFile, statement
from coinche.server.storage.journal import Journal
from tests.server.conftest import OpenFile, until
from tests.server.kept_data import changed, restored
from tests.server.test_cli import refused

RunServer = Callable[..., Any]

SPOILT = "CAST(x'416eff' AS TEXT)"
"""Text that is none."""


def copied(directory: Path) -> list[dict[str, Any]]:
    """The damaged rows set aside."""
    return [json.loads(line) for path in quarantine_files(directory) for line in path.read_bytes().splitlines()]


def opened(directory: Path) -> list[LogEntry]:
    """The log entries while all stored data is opened."""
    news: list[LogEntry] = []
    with ServerData(directory, news.append):
        return news


def count(directory: Path, table: str) -> int:
    with closing(DataFile(directory)) as file:
        ((rows,),) = file.rows(f"SELECT COUNT(*) FROM {table}")
        return int(rows)


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        ("sessions", "UPDATE sessions SET kept = x'93ff' WHERE rowid = 3"),
        ("sessions", "UPDATE sessions SET kept = 'text' WHERE rowid = 3"),
        ("invitations", "UPDATE invitations SET key = x'00'"),
        ("invitations", "UPDATE invitations SET used = 2"),
        ("invitations", "UPDATE invitations SET member = x'00'"),
        ("invitations", "UPDATE invitations SET until = 'never'"),
        ("invitations", f"UPDATE invitations SET name = {SPOILT}"),
        ("ladder", "UPDATE ladder SET boards = 'many'"),
        ("ladder", f"UPDATE ladder SET ew = {SPOILT}"),
        ("sessions", f"UPDATE sessions SET id = {SPOILT} WHERE rowid = 3"),
        ("sessions", "UPDATE sessions SET id = NULL WHERE rowid = 3"),
        ("counts", "UPDATE counts SET number = 'many'"),
        ("matches", f"UPDATE matches SET n = {SPOILT}"),
        ("matches", "UPDATE matches SET at = 'noon'"),
        ("played", "UPDATE played SET points = 9223372036854775807 WHERE name = 'at N'"),
        ("played", "UPDATE played SET occupant = 'a dog' WHERE name = 'at N'"),
    ],
)
def test_a_damaged_row_is_copied_and_removed_and_the_rest_starts(tmp_path: Path, table: str, damage: str) -> None:
    restored(tmp_path)
    before = count(tmp_path, table)
    changed(tmp_path, damage)
    (news,) = opened(tmp_path)
    assert news.happening is Happening.SET_ASIDE
    (copy,) = quarantine_files(tmp_path)
    assert str(news).startswith(f"damaged rows of {table}, set aside in {copy.name}: 1 (the first: ")
    assert copied(tmp_path)[0]["table"] == table
    assert count(tmp_path, table) == before - 1
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert opened(tmp_path) == [], "it is set aside once"


def test_what_belongs_to_a_damaged_match_goes_with_it_and_its_room_is_given_back(tmp_path: Path) -> None:
    restored(tmp_path)
    changed(tmp_path, "UPDATE matches SET size = 'big'")
    opened(tmp_path)
    assert [row["table"] for row in copied(tmp_path)] == ["matches", "records", *["played"] * 4, *["pairs"] * 12]
    with closing(DataFile(tmp_path)) as file:
        assert file.rows("SELECT matches, size FROM room") == [(0, 0)]


@pytest.mark.parametrize(
    "damage", ["DELETE FROM room", "UPDATE room SET matches = 7", "INSERT INTO room VALUES (1, 1)"]
)
def test_the_room_that_matches_take_is_counted_anew_where_it_is_wrong(tmp_path: Path, damage: str) -> None:
    restored(tmp_path)
    with closing(DataFile(tmp_path)) as file:
        right = file.rows("SELECT matches, size FROM room")
    changed(tmp_path, damage)
    opened(tmp_path)
    with closing(DataFile(tmp_path)) as file:
        assert file.rows("SELECT matches, size FROM room") == right


def test_no_table_has_the_number_of_another_though_the_count_is_lost(tmp_path: Path) -> None:
    restored(tmp_path)
    changed(tmp_path, "DELETE FROM counts")
    with closing(DataFile(tmp_path)) as file:
        assert Journal(file, print).number() == 7


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET entry = x'c1' WHERE tab = 't3' AND seq = 5",
        "UPDATE journal SET entry = (SELECT entry FROM journal WHERE tab = 't5' AND seq = 9) WHERE tab || seq = 't31'",
        "DELETE FROM journal WHERE tab = 't3' AND seq = 2",
        "UPDATE journal SET entry = 'text' WHERE tab = 't3' AND seq = 5",
    ],
)
async def test_a_table_that_cannot_come_back_is_set_aside_once_and_the_others_come_back(
    run_server: RunServer, tmp_path: Path, damage: str
) -> None:
    restored(tmp_path)
    changed(tmp_path, damage)
    for life in (1, 2):
        news: list[LogEntry] = []
        with closing(DataFile(tmp_path)) as file, Archive(file, journal := Journal(file, news.append)) as archive:
            async with run_server(store=journal, archive=archive) as running:
                await running.server.lobby.tables.all_awake()
                await journal.settled()
                assert set(running.server.lobby.tables) == {"t2", "t4", "t5", "t6"}
                assert not [each for each in running.news if "Traceback" in str(each) and each.happening.level > 10]
                assert [str(each).split(" (")[0] for each in news] == ["'t3' cannot come back"] * (life == 1)
                running.stop()
    assert {(row["table"], row["row"]["tab"]) for row in copied(tmp_path)} == {("journal", "t3")}


async def test_entries_are_copied_once_however_often_the_disk_refuses_to_remove_them(
    open_file: OpenFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nursery: trio.Nursery
) -> None:
    monkeypatch.setattr(limits, "DISK_AGAIN", 0.01)
    restored(tmp_path)
    file = open_file(tmp_path)
    entries = count(tmp_path, "journal WHERE tab IN ('t3', 't5')")
    ((pages,),) = file.rows("PRAGMA page_count")
    file.rows(f"PRAGMA max_page_count = {pages}")
    journal = Journal(file, lambda line: None)
    tries: list[str] = []
    for table in ("t3", "t5"):
        journal.set_aside(table, "a test")
        journal.write(lambda _: tries.append("one more"))
    journal.write(statement("INSERT INTO sessions VALUES ('big', zeroblob(1000000))"))
    nursery.start_soon(journal.run)
    await until(lambda: len(tries) >= 6)
    file.rows("PRAGMA max_page_count = 100000")
    await journal.settled()
    assert len(copied(tmp_path)) == entries
    assert count(tmp_path, "journal WHERE tab IN ('t3', 't5')") == 0
    nursery.cancel_scope.cancel()


def test_nothing_is_left_of_a_copy_that_did_not_get_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quarantine = Quarantine(tmp_path)
    rows = [DamagedRow(table="sessions", values={"id": "s1"}, why="a test")]
    quarantine.copy(rows)
    with monkeypatch.context() as full:
        full.setattr("os.fsync", _full)
        with pytest.raises(DataFailed, match=r"cannot write .*damaged-.*jsonl: No space left on device"):
            quarantine.copy(rows)
    assert len(copied(tmp_path)) == 1


def _full(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_entries_of_a_table_whose_name_is_damaged_are_set_aside(tmp_path: Path) -> None:
    restored(tmp_path)
    changed(tmp_path, f"UPDATE journal SET tab = {SPOILT} WHERE tab = 't3'")
    with closing(DataFile(tmp_path)) as file:
        journal = Journal(file, print)
        assert sorted(journal.tables()) == ["t2", "t4", "t5", "t6"]
        for job in journal._waiting:
            assert callable(job)
            job(file)
        assert file.rows("SELECT COUNT(DISTINCT tab) FROM journal") == [(4,)]
    assert len(copied(tmp_path)) == 18


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE owners SET key = 'no key' WHERE same = 'ana'",
        "UPDATE owners SET token = x'00' WHERE same = 'deep blue'",
        "UPDATE owners SET same = 'anna' WHERE same = 'ana'",
        f"UPDATE owners SET name = {SPOILT} WHERE same = 'ana'",
        "UPDATE owners SET provider = 'perhaps' WHERE same = 'ana'",
    ],
)
def test_a_server_does_not_start_where_it_is_not_known_whose_a_name_is(tmp_path: Path, damage: str) -> None:
    restored(tmp_path)
    changed(tmp_path, damage, "UPDATE sessions SET kept = x'93ff' WHERE rowid = 3")
    with pytest.raises(
        DataFailed, match=r"does not say any more whose the name .* is .*`coinche-server doctor --data .*` says"
    ):
        opened(tmp_path)
    assert not quarantine_files(tmp_path), "nothing is set aside before it starts"


@pytest.mark.parametrize(
    "bans", ["no JSON", '[{"ban":"name"}]', '[{"ban":"address","network":"everybody","why":"","at":1}]']
)
def test_a_server_does_not_start_where_it_is_not_known_who_is_banned(tmp_path: Path, bans: str) -> None:
    restored(tmp_path)
    (tmp_path / BANS).write_text(bans)
    with pytest.raises(DataFailed, match=rf"{BANS} cannot be read .*`coinche-server doctor --data .*` says"):
        opened(tmp_path)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def overwritten(path: Path) -> None:
    path.write_bytes(os.urandom(100) + path.read_bytes()[100:])


def with_a_bad_page(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


def without_owners(path: Path) -> None:
    changed(path.parent, "DROP TABLE owners")


def made_a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (truncated, "malformed; `coinche-server doctor --data .*` says"),
        (
            emptied,
            "is missing or empty, though a server has kept its key for records .*; `coinche-server doctor --data",
        ),
        (
            Path.unlink,
            "is missing or empty, though a server has kept its key for records .*; `coinche-server doctor --data",
        ),
        (overwritten, "file is not a database; `coinche-server doctor --data .*` says"),
        (with_a_bad_page, "malformed; `coinche-server doctor --data .*` says"),
        (without_owners, "lacks column owners.identity, .*; `coinche-server doctor --data .*` says"),
        (made_a_directory, "cannot use"),
    ],
)
def test_where_the_file_is_damaged_one_sentence_says_so(
    tmp_path: Path, damage: Callable[[Path], None], said: str
) -> None:
    damage(restored(tmp_path))
    with pytest.raises(DataFailed, match=said):
        opened(tmp_path)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_missing_where_people_have_played_is_not_made_anew_in_silence(tmp_path: Path, key: str) -> None:
    restored(tmp_path)
    (tmp_path / key).unlink()
    with pytest.raises(UnusableKey, match=f"{key} is missing, .*`coinche-server doctor --repair --data {tmp_path}`"):
        opened(tmp_path)
    assert not (tmp_path / key).exists()


def test_keys_are_made_where_nobody_has_come_in_yet_and_that_is_news(tmp_path: Path) -> None:
    for expected in (KEYS, KEYS[:1], ()):
        with ServerData(tmp_path, print) as kept:
            assert [str(each).split(":")[0] for each in kept.made] == [f"made a new {key}" for key in expected]
        if expected == KEYS:
            (tmp_path / KEYS[0]).unlink()


def test_a_file_that_is_lost_with_the_certificate_is_missed_and_one_beside_the_certificate_alone_is_not(
    tmp_path: Path,
) -> None:
    restored(tmp_path).unlink()
    (tmp_path / "server.pem").rename(tmp_path / "moved.pem")
    with pytest.raises(DataFailed, match="is missing or empty, though a server has kept its key"):
        opened(tmp_path)
    (tmp_path / "record-key.pem").unlink()
    (tmp_path / "moved.pem").rename(tmp_path / "server.pem")
    opened(tmp_path)


def test_what_was_written_last_is_not_thrown_away_where_the_file_it_belongs_to_is_lost(tmp_path: Path) -> None:
    path = restored(tmp_path)
    path.unlink()
    log = tmp_path / f"{DATA_FILE}-wal"
    log.write_bytes(b"what was written last")
    with pytest.raises(DataFailed, match=r"Its log .*-wal is still there, and has a part of what was kept; `coinche-"):
        opened(tmp_path)
    assert log.read_bytes() == b"what was written last"


def test_the_command_ends_with_that_sentence_and_status_1(tmp_path: Path) -> None:
    with_a_bad_page(restored(tmp_path))
    code, sentence = refused("--port", "0", "--data", str(tmp_path))
    assert (code, sentence.count("\n")) == (1, 1)
    assert sentence.startswith("coinche-server: cannot use ")


def test_of_a_newer_version_nothing_is_touched(tmp_path: Path) -> None:
    path = restored(tmp_path)
    changed(tmp_path, "UPDATE sessions SET kept = x'93ff'", "PRAGMA user_version = 99")
    for key in tmp_path.glob("*.pem"):
        key.unlink()
    before = path.read_bytes()
    with pytest.raises(DataFailed, match="newer coinche-server"):
        opened(tmp_path)
    assert {found.name for found in tmp_path.iterdir()} == {DATA_FILE, "lock"}
    assert path.read_bytes() == before


def test_a_name_is_taken_out_of_what_was_set_aside(tmp_path: Path) -> None:
    restored(tmp_path)
    changed(tmp_path, f"UPDATE matches SET preset = {SPOILT}", "UPDATE sessions SET id = 'x' || id")
    opened(tmp_path)
    rows = copied(tmp_path)
    assert remove_naming(tmp_path, "AT n") > 2
    (copy,) = quarantine_files(tmp_path)
    assert b"at N" not in copy.read_bytes()
    assert 0 < len(copied(tmp_path)) < len(rows)
    for name in ("at E", "at S", "at W", "waits", "watcher"):
        remove_naming(tmp_path, name)
    assert not quarantine_files(tmp_path), "an empty copy is none"


def test_where_the_copy_cannot_be_written_nothing_is_removed(tmp_path: Path) -> None:
    restored(tmp_path)
    changed(tmp_path, "UPDATE sessions SET kept = x'93ff' WHERE rowid = 3")
    before = count(tmp_path, "sessions")
    with closing(DataFile(tmp_path)) as file:
        file.directory = tmp_path / "nowhere"
        with pytest.raises(DataFailed, match="cannot write"):
            repair(file, print)
    assert count(tmp_path, "sessions") == before
