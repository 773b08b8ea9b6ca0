"""One server for one directory: who has the lock, what the next is told, and that no crash leaves it behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coinche.server.storage.data_dir import LOCK_FILE, DataFailed, InUse, Lock

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
    with Lock(tmp_path / "new"):
        pass
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
