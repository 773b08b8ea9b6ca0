"""Tests of `coinche-server doctor`: its report, its repairs, and its harmlessness to a running server."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from coinche.server import limits
from coinche.server.admin.commands import doctor_command
from coinche.server.app import ServerData
from coinche.server.log import LogEntry
from coinche.server.sessions.bans import BANS_FILE as BANS
from coinche.server.storage.damaged_file import write_anew
from coinche.server.storage.data_dir import Lock
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.storage.schema import VERSION
from tests.server.kept_data import changed, restored

Printed = pytest.CaptureFixture[str]


def doctor(capsys: Printed, directory: Path, *words: str) -> tuple[int, str]:
    """The exit status and the output of the command."""
    status = doctor_command([*words, "--data", str(directory)])
    said = capsys.readouterr()
    return status, said.out + said.err


def everything(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file() and path.name != "lock"}


def test_where_nothing_is_wrong_it_says_so_and_how_big_things_are(tmp_path: Path, capsys: Printed) -> None:
    restored(tmp_path)
    before = everything(tmp_path)
    status, said = doctor(capsys, tmp_path)
    assert (status, said.splitlines()[-1]) == (0, "nothing is wrong")
    assert "0.2 MB, and 0.0 MB in its log; " in said
    after = everything(tmp_path)
    assert {name: after[name] for name in before} == before
    assert doctor(capsys, tmp_path, "--repair")[0] == 0


@pytest.mark.parametrize("version", [2, 3])
def test_it_looks_over_data_of_earlier_versions(tmp_path: Path, capsys: Printed, version: int) -> None:
    restored(tmp_path, version)
    assert doctor(capsys, tmp_path)[0] == 0


SPOIL = "UPDATE sessions SET kept = x'93ff' WHERE rowid = 3"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (SPOIL, "damaged rows of sessions: 1"),
        ("UPDATE owners SET key = 'none' WHERE same = 'ana'", "their names are free for whoever comes first then"),
        ("UPDATE records SET lines = x'00'", "damaged rows of records: 1"),
        ("UPDATE journal SET entry = x'c1' WHERE tab = 't3' AND seq = 5", "the table 't3' cannot come back"),
        ("DELETE FROM matches", "records: 1 (the first: its match is not kept)"),
        ("DELETE FROM room", "the size of the kept matches is counted wrong"),
        ("DROP TABLE owners", f"{DATA_FILE} lacks column owners.identity"),
        ("DROP INDEX played_by", f"{DATA_FILE} lacks index played_by"),
    ],
)
def test_what_can_be_mended_is_said_first_and_then_mended(
    tmp_path: Path, capsys: Printed, damage: str, said: str
) -> None:
    restored(tmp_path)
    changed(tmp_path, damage)
    before = (tmp_path / DATA_FILE).read_bytes()
    status, check = doctor(capsys, tmp_path)
    assert status == 1
    assert said in check
    assert "--repair would: " in check
    assert (tmp_path / DATA_FILE).read_bytes() == before, "a check reads only"
    status, mended = doctor(capsys, tmp_path, "--repair")
    assert (status, mended.splitlines()[-1]) == (0, "nothing is wrong any more")
    news: list[LogEntry] = []
    with ServerData(tmp_path, news.append):
        assert news == []


def test_a_damaged_row_is_set_aside_once(tmp_path: Path, capsys: Printed) -> None:
    restored(tmp_path)
    changed(tmp_path, SPOIL, "UPDATE matches SET at = 'never'", "UPDATE played SET points = 'many'")
    said = doctor(capsys, tmp_path, "--repair")[1]
    copies = [line for path in tmp_path.glob("damaged-*") for line in path.read_text().splitlines()]
    assert len(copies) == len({line.partition('"row": ')[2] for line in copies}), copies
    assert said.splitlines()[-1] == "nothing is wrong any more"


def test_matches_of_an_earlier_version_that_are_carried_over_are_counted_again(tmp_path: Path) -> None:
    restored(tmp_path, 3)
    write_anew(tmp_path)
    with closing(DataFile(tmp_path)) as file:
        assert file.rows("SELECT match FROM uncounted") == file.rows("SELECT match FROM matches") == [(1,)]


@pytest.mark.parametrize("version", [5, VERSION])
def test_what_can_be_read_of_a_file_with_damaged_pages_is_carried_over(
    tmp_path: Path, capsys: Printed, version: int
) -> None:
    path = restored(tmp_path, version)
    with closing(sqlite3.connect(path)) as old:
        ((root,),) = old.execute("SELECT rootpage FROM sqlite_master WHERE name = 'records'").fetchall()
    with path.open("r+b") as raw:
        raw.seek((root - 1) * 4096)
        raw.write(os.urandom(4096))
    assert "better restore a backup" in doctor(capsys, tmp_path)[1]
    status, said = doctor(capsys, tmp_path, "--repair")
    assert status == 0
    assert "owners 2, " in said
    assert "rows of records are missing, how many rows that were cannot be known; " in said
    assert [*tmp_path.glob(f"{DATA_FILE}.damaged-*")]
    with closing(DataFile(tmp_path)) as file:
        assert file.rows("SELECT COUNT(DISTINCT tab) FROM journal") == [(5,)]


def shortened(path: Path) -> None:
    changed(path.parent, "INSERT INTO sessions VALUES ('big', zeroblob(20000))")
    path.write_bytes(path.read_bytes()[:-8000])


def without_its_first_bytes(path: Path) -> None:
    path.write_bytes(os.urandom(100) + path.read_bytes()[100:])


@pytest.mark.parametrize("damage", [shortened, without_its_first_bytes])
def test_a_file_that_sqlite_does_not_open_is_read_all_the_same(
    tmp_path: Path, capsys: Printed, damage: Callable[[Path], None]
) -> None:
    damage(restored(tmp_path))
    status, said = doctor(capsys, tmp_path, "--repair")
    assert status == 0
    assert ("pages are gone, " in said) == (damage is shortened), said
    assert re.search(r"owners 2, sessions 2[0-2], matches 1, records 1, ", said), said


def test_what_a_repair_of_a_file_that_was_cut_off_may_have_lost_is_said(tmp_path: Path, capsys: Printed) -> None:
    path = restored(tmp_path)
    with closing(DataFile(tmp_path)) as file:
        ((pages,),) = file.rows("PRAGMA page_count")
    path.write_bytes(path.read_bytes()[: (pages - 8) * 4096])
    said = doctor(capsys, tmp_path, "--repair")[1]
    assert f"8 of its {pages} pages are gone, " in said
    assert "tables may be gone or stand where they stood earlier" in said


def test_of_a_file_that_was_not_there_none_is_said_to_be_kept(tmp_path: Path, capsys: Printed) -> None:
    restored(tmp_path).unlink()
    said = doctor(capsys, tmp_path, "--repair")[1]
    assert "begun anew, without a row: there was no file" in said
    assert "is kept as" not in said


def test_it_repairs_nothing_beside_a_server_that_runs(tmp_path: Path, capsys: Printed) -> None:
    restored(tmp_path)
    changed(tmp_path, SPOIL)
    with Lock(tmp_path), closing(DataFile(tmp_path)) as file:
        status, said = doctor(capsys, tmp_path)
        assert status == 1
        assert f"a server runs: the process {os.getpid()} works with {tmp_path}" in said
        status, said = doctor(capsys, tmp_path, "--repair")
        assert (status, said.count("\n")) == (1, 1)
        assert "end it first" in said
        file.execute("INSERT INTO counts VALUES ('after', 1)")


def test_the_file_is_made_smaller_where_the_disk_has_room_for_it(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = restored(tmp_path)
    with closing(DataFile(tmp_path)) as file:
        file.execute("INSERT INTO sessions VALUES ('big', zeroblob(3000000))")
        file.execute("DELETE FROM sessions WHERE id = 'big'")
    with monkeypatch.context() as full:
        full.setattr(limits, "ROOM_LEFT", 2**60)
        status, said = doctor(capsys, tmp_path, "--repair")
        assert status == 1
        assert "the disk is nearly full" in said
    assert path.stat().st_size > 3_000_000
    status, said = doctor(capsys, tmp_path, "--repair")
    assert (status, "make the file smaller; it has 0.2 MB now" in said) == (0, True)
    assert path.stat().st_size < 200_000


def no_key(directory: Path) -> None:
    (directory / "server.pem").write_text("no key")


def no_bans(directory: Path) -> None:
    (directory / BANS).write_text("no JSON")


def unreadable_bans(directory: Path) -> None:
    (directory / BANS).mkdir()


def newer(directory: Path) -> None:
    changed(directory, "PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("damage", "status", "said"),
    [
        (no_key, 1, "still wrong: .*server.pem does not hold a key"),
        (no_bans, 0, "done: move it to bans.json.damaged, which lifts all bans"),
        (unreadable_bans, 1, "still wrong: cannot use .*bans.json: "),
        (newer, 1, "made by a newer coinche-server"),
        (lambda directory: (directory / DATA_FILE).unlink(), 0, "begin a new one, in which no name belongs to anybody"),
        (
            lambda directory: (directory / "record-key.pem").unlink(),
            0,
            "record-key.pem is missing\n  done: make a new one",
        ),
        (
            lambda directory: (directory / "server.pem").unlink(),
            0,
            "another one .*; clients know it by [A-Z2-7]{4}-.* now",
        ),
        (lambda directory: (directory / DATA_FILE).chmod(0o644), 0, "done: make it readable by its owner alone"),
    ],
)
def test_what_is_left_to_the_operator_is_said(
    tmp_path: Path, capsys: Printed, damage: Callable[[Path], None], status: int, said: str
) -> None:
    restored(tmp_path)
    damage(tmp_path)
    assert doctor(capsys, tmp_path)[0] == 1
    code, out = doctor(capsys, tmp_path, "--repair")
    assert code == status, out
    assert re.search(said, out), out


def test_where_no_server_has_kept_anything_it_says_so(tmp_path: Path, capsys: Printed) -> None:
    assert doctor(capsys, tmp_path) == (
        1,
        f"coinche-server: no server has kept anything in {tmp_path}; name its --data\n",
    )
