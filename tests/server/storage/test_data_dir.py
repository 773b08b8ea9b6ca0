"""Tests of the lock on a data directory: one server at a time, a clear refusal, and no lock after a crash."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from coinche.server.archive.record import kept_record_key
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import LOCK_FILE, DataFailed, InUse, Lock
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.transport.tls import kept_certificate
from tests.fork_server import forked_python
from tests.server.old_data import old_archive, old_names
from tests.server.seeded_entropy import SeededEntropy
from tests.server.test_cli import PATIENCE, refused, rest, start

HOLDS = """
import sys
from pathlib import Path
from coinche.server.storage.data_dir import Lock
lock = Lock(Path(sys.argv[1]))
print("has it", flush=True)
input()
"""


def test_who_has_the_lock_is_named_to_the_next(tmp_path: Path) -> None:
    with Lock(tmp_path), pytest.raises(InUse, match=f"the process {os.getpid()} works with {tmp_path}; end it first"):
        Lock(tmp_path)


def test_a_lock_that_is_released_is_the_nexts(tmp_path: Path) -> None:
    with Lock(tmp_path / "new"), pytest.raises(InUse):
        Lock(tmp_path / "new")
    Lock(tmp_path / "new").close()


def test_a_process_that_is_killed_leaves_no_lock(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(tmp_path)], stdin=-1, stdout=-1)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    with pytest.raises(InUse, match=f"the process {process.pid} "):
        Lock(tmp_path)
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    assert (tmp_path / LOCK_FILE).exists()
    Lock(tmp_path).close()


def test_who_has_patience_gets_it_when_it_is_free(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(tmp_path)], stdin=-1, stdout=-1)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    process.stdin.close()
    Lock(tmp_path, patience=20.0).close()
    process.wait()
    process.stdout.close()


def test_a_directory_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFailed, match="cannot use"):
        Lock(tmp_path / "file")


@pytest.mark.skipif(os.name != "posix", reason="no file that is open can be removed")
def test_who_removes_the_file_does_not_have_the_lock(tmp_path: Path) -> None:
    with Lock(tmp_path):
        (tmp_path / LOCK_FILE).unlink()
        for _ in range(2):
            with pytest.raises(InUse, match=f"works with {tmp_path}; end it first"):
                Lock(tmp_path)
    Lock(tmp_path).close()


def test_a_server_has_its_data_for_itself_and_they_outlive_it_however_it_ends(tmp_path: Path) -> None:
    old_names(tmp_path)
    old_archive(tmp_path)
    kept_certificate(tmp_path)
    kept_record_key(tmp_path, SeededEntropy(b"kept"))
    process, _ = start("--data", str(tmp_path), forked=False)
    code, sentence = refused("--port", "0", "--data", str(tmp_path))
    assert code == 75
    assert f"the process {process.pid} works with {tmp_path}" in sentence
    assert sentence.count("\n") == 1
    command = [*forked_python(), "-m", "coinche.server", "token", "add", "Cepheus", "--data", str(tmp_path)]
    subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    process.kill()
    assert f"keeps everything in: {tmp_path / DATA_FILE} (SQLite {sqlite3.sqlite_version})" in rest(process)
    with Lock(tmp_path), closing(DataFile(tmp_path)) as file:
        assert [owner.name for owner in Register(file).tokens()] == ["Cepheus", "Deep Blue"]
        assert file.rows("SELECT match FROM matches") == [(2,), (3,)]


def test_all_commands_go_on_beside_a_server_whose_lock_was_removed(tmp_path: Path) -> None:
    process, _ = start("--data", str(tmp_path))
    (tmp_path / "lock").unlink()
    assert refused("--port", "0", "--data", str(tmp_path))[0] == 75
    for words in (
        ("token", "add", "Cepheus"),
        ("export", "Cepheus"),
        ("backup", str(tmp_path / "copy.tar")),
        ("forget", "Cepheus"),
        ("ctl", "status"),
    ):
        command = [*forked_python(), "-m", "coinche.server", *words, "--data", str(tmp_path)]
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    process.kill()
    assert "ordered: token add Cepheus" in rest(process), "the server has done it"
