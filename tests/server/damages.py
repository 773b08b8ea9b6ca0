"""Random damage to a server's data: the effects of bits, disks and people on files."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from coinche.server.sessions.bans import BANS_FILE as BANS
from coinche.server.storage.database import DATA_FILE
from tests.server.kept_data import restored

LOG = f"{DATA_FILE}-wal"
_TABLES = ("journal", "sessions", "counts", "owners", "matches", "records", "played", "room", "sat")


def killed(directory: Path) -> Path:
    """Put the data of a server there that was killed: not all that is in its log is in its file; where they are."""
    aside = directory.with_name(f"{directory.name}.whole")
    restored(aside)
    (aside / BANS).write_text('[{"ban": "address", "network": "192.0.2.7/32", "why": "", "at": 1}]')
    with closing(sqlite3.connect(aside / DATA_FILE, isolation_level=None)) as file:
        for statement in ("journal_mode = WAL", "wal_autocheckpoint = 0", "synchronous = OFF"):
            file.execute(f"PRAGMA {statement}")
        file.execute("UPDATE sessions SET kept = CAST(kept AS BLOB)")
        file.execute("UPDATE journal SET entry = CAST(entry AS BLOB)")
        shutil.copytree(aside, directory, ignore=shutil.ignore_patterns("*-shm"))
    shutil.rmtree(aside)
    return directory


def _bytes(path: Path, chance: Random) -> None:
    raw = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 10, 200))):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    path.write_bytes(raw)


def _page(path: Path, chance: Random) -> None:
    raw = bytearray(path.read_bytes())
    at = chance.randrange(len(raw) // 4096) * 4096
    raw[at : at + 4096] = chance.choice((bytes(4096), chance.randbytes(4096)))
    path.write_bytes(raw)


def _shortened(path: Path, chance: Random) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: chance.randrange(len(raw))])


def _header(path: Path, chance: Random) -> None:
    path.write_bytes(chance.randbytes(100) + path.read_bytes()[100:])


def _emptied(path: Path, chance: Random) -> None:
    path.write_bytes(b"")


def _garbage(path: Path, chance: Random) -> None:
    path.write_bytes(chance.randbytes(5000))


def _lost(path: Path, chance: Random) -> None:
    path.unlink()


def _a_directory(path: Path, chance: Random) -> None:
    path.unlink()
    path.mkdir()


def _readable_by_all(path: Path, chance: Random) -> None:
    path.chmod(0o644)


def damage_row(directory: Path, chance: Random) -> str:
    """Spoil a value, or remove a row, past all that looks after them; what was done."""
    table = chance.choice(_TABLES)
    with closing(sqlite3.connect(directory / DATA_FILE)) as file, file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            statement = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (trigger,)).fetchone()[0]
            file.execute(f"DROP TRIGGER {trigger}")
            file.execute(statement)
        columns = [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]
        keys = [tuple(row) for row in file.execute(f"SELECT {', '.join(columns)} FROM {table}")]
        if not keys:
            return f"{table} is empty"
        row, column = chance.choice(keys), chance.choice(columns)
        where = " AND ".join(f"{name} IS ?" for name in columns)
        value = chance.choice(("x'ff00'", "CAST(x'41ff' AS TEXT)", "'text'", "-1", "9223372036854775807", "1.5", "x''"))
        words = chance.choice((f"UPDATE OR IGNORE {table} SET {column} = {value}", f"DELETE FROM {table}"))
        file.execute(f"{words} WHERE {where}", row)
        return f"{words} (one row)"


_FILES = (DATA_FILE, DATA_FILE, DATA_FILE, LOG, "server.pem", "record-key.pem", BANS)
_TO_A_FILE: tuple[Callable[[Path, Random], None], ...] = (
    *(_bytes, _bytes, _page, _page, _shortened, _shortened),
    *(_header, _emptied, _garbage, _lost, _a_directory, _readable_by_all),
)


def damage(directory: Path, chance: Random) -> str:
    """Do one thing to the data, or two; what was done."""
    done: list[str] = []
    for _ in range(chance.choice((1, 1, 2))):
        if chance.random() < 0.4 and not done:
            done.append(damage_row(directory, chance))
            continue
        path = directory / chance.choice(_FILES)
        how = chance.choice(_TO_A_FILE)
        if path.is_file() and path.stat().st_size > 4096 * (how is _page):
            how(path, chance)
            done.append(f"{path.name}: {how.__name__.strip('_')}")
    return "; ".join(done) or "nothing"
