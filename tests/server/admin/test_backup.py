"""Tests of `coinche-server backup`: a complete copy while the server writes, from which it can be restored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from coinche.server.admin.commands import backup_command
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import Lock
from coinche.server.storage.database import DATA_FILE, DataFile, size_of
from coinche.server.transport.tls import CERTIFICATE_FILE, kept_certificate
from tests.server.kept_data import restored

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """A server has kept its keys there, and a name."""
    directory = tmp_path / "data"
    with closing(DataFile(directory)) as file:
        Register(file).claim("Ana", "aa" * 32)
    kept_certificate(directory)
    (directory / "record-key.pem").write_text("the key of records")
    (directory / "names.sqlite.v1").write_text("as it was once")
    return directory


def test_what_is_restored_is_what_was_kept(served: Path, tmp_path: Path, capsys: Printed) -> None:
    copy, there = tmp_path / "copy.tar", tmp_path / "restored"
    assert backup_command([str(copy), "--data", str(served)]) == 0
    assert f"{copy}: {DATA_FILE}, {DATA_FILE}-wal, record-key.pem, {CERTIFICATE_FILE}" in capsys.readouterr().out
    with tarfile.open(copy) as archive:
        archive.extractall(there, filter="data")
    if os.name == "posix":
        assert {stat.S_IMODE(path.stat().st_mode) for path in (copy, *there.iterdir())} == {0o600}
    assert kept_certificate(there).spki == kept_certificate(served).spki
    assert (there / "record-key.pem").read_text() == "the key of records"
    with closing(DataFile(there)) as file:
        assert Register(file).owner_of("Ana") is not None
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy.tar", "restored"}, "nothing is left behind"


def test_a_copy_that_is_unpacked_over_what_a_killed_server_left_is_what_was_kept(tmp_path: Path) -> None:
    old, copy = restored(tmp_path / "data").parent, tmp_path / "copy.tar"
    with closing(sqlite3.connect(old / DATA_FILE)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        before = file.execute("SELECT tab, seq, entry FROM journal ORDER BY tab, seq").fetchall()
        assert backup_command([str(copy), "--data", str(old)]) == 0
        with file:
            file.execute("UPDATE journal SET entry = randomblob(9000)")
        shutil.copytree(old, tmp_path / "later", ignore=shutil.ignore_patterns("*-shm"))
    assert size_of(tmp_path / "later" / f"{DATA_FILE}-wal") > 9000
    with tarfile.open(copy) as archive:
        archive.extractall(tmp_path / "later", filter="data")
    with closing(DataFile(tmp_path / "later")) as file:
        assert file.rows("PRAGMA integrity_check") == [("ok",)]
        assert file.rows("SELECT tab, seq, entry FROM journal ORDER BY tab, seq") == before


def test_how_to_restore_it_is_said_as_commands(capsys: Printed) -> None:
    with pytest.raises(SystemExit):
        backup_command(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "mkdir -m 700 NEW && tar -xf FILE -C NEW && coinche-server doctor --data NEW" in said
    assert "Never over an old directory" in said


def test_a_copy_is_whole_though_the_server_writes_meanwhile(served: Path, tmp_path: Path) -> None:
    written, enough = threading.Event(), threading.Event()

    def write() -> None:
        with Lock(served), closing(DataFile(served)) as file:
            number = 0
            while not enough.is_set():
                with file.transaction():
                    for table in ("t1", "t2"):
                        file.execute("INSERT INTO journal VALUES (?, ?, zeroblob(2000))", (table, number))
                number += 1
                if number > 20:
                    written.set()

    writing = threading.Thread(target=write)
    writing.start()
    written.wait(20)
    for number in range(5):
        assert backup_command([str(tmp_path / f"{number}.tar"), "--data", str(served)]) == 0
    enough.set()
    writing.join()
    for number in range(5):
        with tarfile.open(tmp_path / f"{number}.tar") as archive:
            archive.extract(DATA_FILE, tmp_path / f"{number}", filter="data")
        with closing(DataFile(tmp_path / f"{number}")) as file:
            assert file.rows("PRAGMA integrity_check") == [("ok",)]
            one, other = file.rows("SELECT COUNT(*), MAX(seq) FROM journal GROUP BY tab")
            assert one == other
            assert one[0] == one[1] + 1 > 20, "nothing is missing, and nothing is there in part"


def test_what_is_left_is_copied_and_what_is_missing_is_named(served: Path, tmp_path: Path, capsys: Printed) -> None:
    (served / CERTIFICATE_FILE).unlink()
    assert backup_command([str(tmp_path / "copy.tar"), "--data", str(served)]) == 0
    assert CERTIFICATE_FILE not in capsys.readouterr().out
    (served / DATA_FILE).unlink()
    assert backup_command([str(tmp_path / "another.tar"), "--data", str(served)]) == 1
    assert capsys.readouterr().err.startswith(
        f"coinche-server: {served / DATA_FILE} is missing; `coinche-server doctor --data {served}` says"
    )


def test_a_copy_takes_no_files_place(served: Path, tmp_path: Path, capsys: Printed) -> None:
    there = tmp_path / "there"
    there.write_text("something of worth")
    assert backup_command([str(there), "--data", str(served)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert there.read_text() == "something of worth"


def test_a_copy_that_cannot_be_written_is_said(served: Path, tmp_path: Path, capsys: Printed) -> None:
    assert backup_command([str(tmp_path / "nowhere" / "copy.tar"), "--data", str(served)]) == 1
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files as a full disk would")
def test_a_full_disk_is_not_blamed_on_what_is_copied(served: Path, tmp_path: Path, capsys: Printed) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_960, before[1]))
    try:
        assert backup_command([str(tmp_path / "copy.tar"), "--data", str(served)]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    said = capsys.readouterr().err
    assert said.startswith(f"coinche-server: cannot copy {served / DATA_FILE} to {tmp_path / '.copy.tar'}"), said
    assert said.endswith(": disk I/O error\n")
