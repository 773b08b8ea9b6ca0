"""The data of a server of each version, as `data_files/build.py` has written them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from coinche.server.archive.record import kept_record_key
from coinche.server.storage.database import DATA_FILE
from coinche.server.storage.schema import VERSION
from coinche.server.transport.tls import kept_certificate
from tests.server.seeded_entropy import SeededEntropy

FILES = Path(__file__).parent / "data_files"


def restored(directory: Path, version: int = VERSION) -> Path:
    """Put the data of that version there, with keys; where the file is."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(sqlite3.connect(directory / DATA_FILE)) as file:
        file.executescript((FILES / f"version-{version}.sql").read_text())
    (directory / DATA_FILE).chmod(0o600)
    kept_certificate(directory)
    kept_record_key(directory, SeededEntropy(b"kept"))
    return directory / DATA_FILE


def changed(directory: Path, *statements: str) -> None:
    """Do that to the data, with SQL, past all that looks after them."""
    with closing(sqlite3.connect(directory / DATA_FILE)) as file, file:
        for statement in statements:
            file.execute(statement)
