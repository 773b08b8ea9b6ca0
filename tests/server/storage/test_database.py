"""Tests of the server's data file: its writers, its readers, and its refusals."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from coinche.server import limits
from coinche.server.app import ServerData
from coinche.server.archive.tally import Count
from coinche.server.log import LogEntry
from coinche.server.match.entries import TableOpened
from coinche.server.match.table_options import HintsPolicy, TableOptions
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DATA_FILE, DataFile, Erasure, ImmediateWriter, ReadOnlyFile
from coinche.server.storage.schema import ARCHIVE, NAMES, SET_ASIDE, VERSION, VERSIONS
from coinche.server.storage.serialization import decode_entry, decode_session, encode_entry, encode_session
from tests.server.kept_data import FILES, restored
from tests.server.old_data import old_archive, old_names


def entries(file: DataFile | ReadOnlyFile) -> list[tuple[str, int]]:
    """The journal's entries."""
    return [(table, number) for table, number in file.rows("SELECT tab, seq FROM journal")]


def write(file: DataFile, number: int) -> None:
    file.execute("INSERT INTO journal VALUES ('t1', ?, x'00')", (number,))


def test_a_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    file = DataFile(tmp_path)
    said = [file.rows(f"PRAGMA {pragma}") for pragma in ("journal_mode", "synchronous", "wal_autocheckpoint")]
    assert said == [[("wal",)], [(2,)], [(limits.CHECKPOINT,)]]
    file.close()


def test_the_file_is_for_its_owner_alone_and_says_of_which_version_it_is(tmp_path: Path) -> None:
    file = DataFile(tmp_path / "new" / "place")
    assert file.rows("PRAGMA user_version") == [(VERSION,)]
    if os.name == "posix":
        modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new" / "place").glob(f"{DATA_FILE}*")}
        assert modes == {0o600}
    file.close()


def write_twice(file: DataFile) -> None:
    write(file, 1)
    write(file, 1)


def test_what_is_changed_together_is_changed_whole_or_not_at_all(tmp_path: Path) -> None:
    file = DataFile(tmp_path)
    with pytest.raises(DataFailed, match="UNIQUE"):
        ImmediateWriter(file).write(write_twice)
    assert entries(file) == []
    ImmediateWriter(file).write(lambda within: write(within, 2))
    assert entries(file) == [("t1", 2)]
    file.close()


def test_many_rows_are_one_statement(tmp_path: Path) -> None:
    file = DataFile(tmp_path)
    file.execute_many("INSERT INTO journal VALUES (?, ?, ?)", [("t1", number, b"") for number in (1, 2)])
    assert entries(file) == [("t1", 1), ("t1", 2)]
    file.close()


def test_who_reads_sees_what_is_committed_and_can_change_nothing(tmp_path: Path) -> None:
    file = DataFile(tmp_path)
    reader = ReadOnlyFile(tmp_path)
    with file.transaction():
        write(file, 1)
        assert entries(reader) == []
    assert entries(reader) == [("t1", 1)]
    with pytest.raises(DataFailed, match="readonly"):
        reader.rows("DELETE FROM journal")
    reader.close()
    file.close()


def test_who_reads_holds_up_nobody_who_writes(tmp_path: Path) -> None:
    file = DataFile(tmp_path)
    reader = ReadOnlyFile(tmp_path)
    reader.rows("BEGIN")
    assert entries(reader) == []
    with file.transaction():
        write(file, 1)
    assert entries(reader) == []
    reader.rows("COMMIT")
    assert entries(reader) == [("t1", 1)]
    reader.close()
    file.close()


def test_what_is_not_kept_can_be_read_beside_its_writer() -> None:
    with closing(DataFile()) as file:
        reader = file.open_reader()
        write(file, 1)
        assert reader.rows("SELECT seq FROM journal") == [(1,)]


CRASHES = """
import os, signal, sys
from contextlib import closing
from pathlib import Path
from random import Random
from coinche.server.storage.database import DataFile
file = DataFile(Path(sys.argv[1]))
file.execute("INSERT INTO journal VALUES ('t1', 1, x'00')")
file.rows("BEGIN")
file.execute("INSERT INTO journal VALUES ('t1', 2, x'00')")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_what_was_committed_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", CRASHES, str(tmp_path)], check=False)
    reader = ReadOnlyFile(tmp_path)
    assert entries(reader) == [("t1", 1)]
    reader.close()
    file = DataFile(tmp_path)
    assert entries(file) == [("t1", 1)]
    file.close()


def test_the_data_of_a_newer_server_are_not_touched(tmp_path: Path) -> None:
    DataFile(tmp_path).close()
    with sqlite3.connect(tmp_path / DATA_FILE) as later:
        later.execute(f"PRAGMA user_version = {VERSION + 1}")
    later.close()
    before = (tmp_path / DATA_FILE).read_bytes()
    for opened in (DataFile, ReadOnlyFile):
        with pytest.raises(
            DataFailed, match=rf"{DATA_FILE} was made by a newer coinche-server \(its version is {VERSION + 1}"
        ):
            opened(tmp_path)
    assert (tmp_path / DATA_FILE).read_bytes() == before


def test_who_only_reads_does_not_bring_older_data_up_to_date(tmp_path: Path) -> None:
    (tmp_path / DATA_FILE).touch()
    with pytest.raises(DataFailed, match="earlier version; start the server once"):
        ReadOnlyFile(tmp_path)
    with pytest.raises(DataFailed, match="sqlite is missing"):
        ReadOnlyFile(tmp_path / "nowhere")


@pytest.mark.parametrize("name", [DATA_FILE, NAMES, ARCHIVE])
def test_a_damaged_file_is_refused_with_a_sentence_that_names_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"no database, and long enough to be read as one" * 20)
    with pytest.raises(DataFailed, match=rf"cannot use .*{name}.*: file is not a database"):
        DataFile(tmp_path)
    assert (tmp_path / name).exists()


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFailed, match=r"cannot use .*: Not a directory|cannot use .*: File exists"):
        DataFile(tmp_path / "file")


def test_there_is_a_sum_for_each_deed(tmp_path: Path) -> None:
    file = DataFile()
    columns = [name for _, name, *_ in file.rows("PRAGMA table_info(played)")]
    assert columns == ["match", "same", "name", "occupant", *Count]
    file.close()


# --- data of version 1 -------------------------------------------------------------------------------


def test_the_files_of_the_first_version_are_taken_over_and_set_aside(tmp_path: Path) -> None:
    old_names(tmp_path)
    old_archive(tmp_path)
    file = DataFile(tmp_path)
    assert file.rows("SELECT name, key, token, provider FROM owners ORDER BY same") == [
        ("Ana", "aa" * 32, None, 0),
        ("Deep Blue", None, b"t" * 32, 1),
    ]
    assert file.rows("SELECT match, id, name, ns, private FROM matches") == [
        (2, None, "ours", 1010, 0),
        (3, None, "ours", 1010, 1),
    ]
    assert file.rows("SELECT match FROM records") == [(2,), (3,)]
    assert file.rows("SELECT match, name, points FROM played") == [(2, "Ana", 1010), (3, "Ana", 1010)]
    assert file.rows("SELECT matches FROM room") == [(2,)]
    assert file.rows("SELECT seq FROM sqlite_sequence") == [(4,)], "a number is given once"
    file.close()
    assert {path.name for path in tmp_path.iterdir()} == {DATA_FILE, NAMES + SET_ASIDE, ARCHIVE + SET_ASIDE}


@pytest.mark.parametrize("alone", [old_names, old_archive], ids=["names", "archive"])
def test_each_of_them_may_be_missing(tmp_path: Path, alone: object) -> None:
    assert callable(alone)
    alone(tmp_path)
    DataFile(tmp_path).close()
    assert len([*tmp_path.glob(f"*{SET_ASIDE}")]) == 1


def test_files_that_were_made_and_never_filled_are_taken_over_as_empty(tmp_path: Path) -> None:
    (tmp_path / NAMES).touch()
    (tmp_path / ARCHIVE).touch()
    file = DataFile(tmp_path)
    assert file.rows("SELECT * FROM owners") == []
    file.close()


def test_what_is_in_old_files_of_another_version_is_not_taken_over(tmp_path: Path) -> None:
    with sqlite3.connect(old_archive(tmp_path)) as archive:
        archive.execute("PRAGMA user_version = 7")
    archive.close()
    with pytest.raises(DataFailed, match=rf"{ARCHIVE} was made by a newer"):
        DataFile(tmp_path)
    assert (tmp_path / ARCHIVE).exists()


DIES = """
import os, signal, sqlite3, sys
from itertools import count
from contextlib import closing
from pathlib import Path
from random import Random
from coinche.server.storage.schema import migrate, version_of

def step(what):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def move():
    directory = Path(sys.argv[1], str(left))
    file = sqlite3.connect(directory / "coinche.sqlite", isolation_level=None)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = OFF")
    file.set_trace_callback(step)
    sys.addaudithook(lambda event, _: step(event) if event == "os.rename" else None)
    migrate(file, directory, version_of(file, directory))
    os._exit(0)

for left in count(1):
    if os.fork() == 0:
        move()
    if os.wait()[1] == 0:
        print(left)
        break
"""
"""Moves the data of each directory, and is killed before the first step in the first, the second in the second …"""


@pytest.mark.skipif(os.name != "posix", reason="fork and SIGKILL")
def test_wherever_a_crash_stops_that_nothing_is_lost(tmp_path: Path) -> None:
    old_names(tmp_path / "old")
    old_archive(tmp_path / "old")
    for crash in range(1, 60):
        shutil.copytree(tmp_path / "old", tmp_path / str(crash))
    done = subprocess.run(
        [sys.executable, "-c", DIES, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True
    )
    last = int(done.stdout)
    for crash in range(1, last + 1):
        directory = tmp_path / str(crash)
        assert (crash == last) == (not (directory / NAMES).exists() and not (directory / ARCHIVE).exists())
        file = DataFile(directory)
        assert file.rows("SELECT COUNT(*) FROM owners") == [(2,)]
        assert file.rows("SELECT COUNT(*) FROM matches JOIN records USING (match)") == [(2,)]
        file.close()
        assert {path.name for path in directory.iterdir()} == {DATA_FILE, NAMES + SET_ASIDE, ARCHIVE + SET_ASIDE}


@pytest.mark.skipif(os.name != "posix", reason="there are no modes")
def test_what_was_put_back_is_for_its_owner_alone_again(tmp_path: Path) -> None:
    DataFile(tmp_path).close()
    path = tmp_path / DATA_FILE
    path.chmod(0o644)
    DataFile(tmp_path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_was_removed_stands_nowhere_though_it_was_moved_between_pages(tmp_path: Path) -> None:
    chance = Random(1)
    with closing(DataFile(tmp_path)) as file:
        with file.transaction():
            for number in range(1500):
                entry = (b"SECRET" if chance.random() < 0.2 else b"public") + chance.randbytes(chance.choice((20, 900)))
                file.execute("INSERT INTO journal VALUES (?, ?, ?)", (f"t{chance.randrange(9)}", number, entry))
                file.execute("DELETE FROM journal WHERE seq = ?", (chance.randrange(number + 1),))
            file.execute("DELETE FROM journal WHERE INSTR(entry, CAST('SECRET' AS BLOB))")
        assert file.erase_removed() is Erasure.DONE
        assert not [path for path in tmp_path.iterdir() if b"SECRET" in path.read_bytes()]


def test_a_file_that_is_big_is_not_written_anew_while_tables_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(DataFile(tmp_path)) as file:
        monkeypatch.setattr(limits, "ROOM_LEFT", 2**60)
        assert file.erase_removed() is Erasure.NO_ROOM
        assert file.erase_removed(at_most=1000) is Erasure.TOO_BIG


def test_a_file_that_cannot_be_written_anew_keeps_its_temporary_files_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DATA_WAIT", 0.01)
    with closing(DataFile(tmp_path)) as file, closing(DataFile(tmp_path)) as other:
        with other.transaction(), pytest.raises(DataFailed, match="locked"):
            file.erase_removed(at_most=10**9)
        assert file.rows("PRAGMA temp_store") == [(0,)]


# --- versions ----------------------------------------------------------------------------------------


def test_each_version_has_a_reason_and_the_data_of_a_server_that_wrote_it() -> None:
    assert [*VERSIONS] == list(range(1, VERSION + 1))
    assert {path.name for path in FILES.glob("*.sql")} == {f"version-{number}.sql" for number in VERSIONS if number > 1}


def test_the_data_of_the_newest_version_are_as_entries_and_sessions_are_now(tmp_path: Path) -> None:
    """After a change of an entry, run `python -m tests.server.data_files.build`, or raise the version."""
    restored(tmp_path)
    with closing(ReadOnlyFile(tmp_path)) as reader:
        entries = [entry for (entry,) in reader.rows("SELECT entry FROM journal")]
        sessions = [kept for (kept,) in reader.rows("SELECT kept FROM sessions")]
    assert [encode_entry(decode_entry(entry)) for entry in entries] == entries
    assert [encode_session(decode_session(kept)) for kept in sessions] == sessions


def test_tables_from_before_hints_could_be_refused_allow_them() -> None:
    name, fields = msgspec.msgpack.decode(encode_entry(TableOpened(options=TableOptions(name="table"), origin="x")))
    del fields["options"]["hints"]
    entry = decode_entry(msgspec.msgpack.encode((name, fields)))
    assert isinstance(entry, TableOpened)
    assert entry.options.allows_hints(HintsPolicy.HOST)


@pytest.mark.parametrize("version", [number for number in VERSIONS if number > 1])
async def test_tables_of_each_version_come_back(run_server: Any, tmp_path: Path, version: int) -> None:
    restored(tmp_path, version)
    news: list[LogEntry] = []
    with ServerData(tmp_path, news.append) as kept:
        async with run_server(store=kept.store, archive=kept.archive) as running:
            await running.server.lobby.tables.all_awake()
            tables = running.server.lobby.tables.values()
            assert {table.options.name for table in tables} == {"waits", "people", "strict", "cards", "delayed"}
            assert [match.table for match in kept.archive.matches("nobody")[0]] == ["over"]
    assert news == [], "nothing is taken for damage"
    with closing(ReadOnlyFile(tmp_path)) as reader:
        assert reader.rows("PRAGMA user_version") == [(VERSION,)]
