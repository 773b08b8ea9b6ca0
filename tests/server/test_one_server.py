"""One server for one directory, in real processes: a second is refused, and one that is killed leaves no lock."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from coinche.server.archive.record import kept_record_key
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import Lock
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.transport.tls import kept_certificate
from tests.server.old_data import old_archive, old_names
from tests.server.seeded_entropy import SeededEntropy
from tests.server.test_server_command import PATIENCE, refused, rest, start


def test_a_server_has_its_data_for_itself_and_they_outlive_it_however_it_ends(tmp_path: Path) -> None:
    old_names(tmp_path)
    old_archive(tmp_path)
    kept_certificate(tmp_path)
    kept_record_key(tmp_path, SeededEntropy(b"kept"))
    process, _ = start("--data", str(tmp_path))
    code, sentence = refused("--port", "0", "--data", str(tmp_path))
    assert code == 1
    assert f"the process {process.pid} works with {tmp_path}" in sentence
    assert sentence.count("\n") == 1
    command = [sys.executable, "-m", "coinche.server", "token", "add", "Cepheus", "--data", str(tmp_path)]
    subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    process.kill()
    assert f"keeps everything in: {tmp_path / DATA_FILE} (SQLite {sqlite3.sqlite_version})" in rest(process)
    with Lock(tmp_path), closing(DataFile(tmp_path)) as file:
        assert [owner.name for owner in Register(file).tokens()] == ["Cepheus", "Deep Blue"]
        assert file.rows("SELECT match FROM matches") == [(2,), (3,)]


def test_all_commands_go_on_beside_a_server_whose_lock_was_removed(tmp_path: Path) -> None:
    process, _ = start("--data", str(tmp_path))
    (tmp_path / "lock").unlink()
    assert refused("--port", "0", "--data", str(tmp_path))[0] == 1
    for words in (
        ("token", "add", "Cepheus"),
        ("export", "Cepheus"),
        ("backup", str(tmp_path / "copy.tar")),
        ("forget", "Cepheus"),
        ("ctl", "status"),
    ):
        command = [sys.executable, "-m", "coinche.server", *words, "--data", str(tmp_path)]
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    process.kill()
    assert "ordered: token add Cepheus" in rest(process), "the server has done it"
