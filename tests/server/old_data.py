"""The files of names and matches of a server of version 1."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

NAMES = """
    CREATE TABLE schema (version INTEGER NOT NULL);
    INSERT INTO schema VALUES (1);
    CREATE TABLE owners (
        same TEXT PRIMARY KEY,       -- the name as names are compared
        name TEXT NOT NULL,          -- as its owner writes it
        key TEXT,                    -- the public key of who claimed it, in hexadecimal, or
        token BLOB,                  -- SHA-256 of the token made for it
        provider INTEGER NOT NULL,   -- whether it may lend bots
        CHECK ((key IS NULL) <> (token IS NULL))
    );
    CREATE INDEX owners_by_key ON owners (key);
"""

ARCHIVE = """
    CREATE TABLE matches (
        match INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number is given once
        at INTEGER NOT NULL,                      -- when it ended, in ms of the Unix clock
        name TEXT NOT NULL,                       -- of its table
        preset TEXT NOT NULL,
        target INTEGER NOT NULL,
        deals INTEGER NOT NULL,
        n TEXT NOT NULL, e TEXT NOT NULL, s TEXT NOT NULL, w TEXT NOT NULL,  -- who sat there when it began
        ns INTEGER NOT NULL, ew INTEGER NOT NULL,                            -- the score
        private INTEGER NOT NULL,                 -- whether only those who sat there may know of it
        people INTEGER NOT NULL,                  -- whether a person played
        size INTEGER NOT NULL                     -- of its record, as it is kept
    );
    CREATE TABLE records (
        match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
        lines BLOB NOT NULL                       -- zlib
    );
    CREATE TABLE sat (                            -- at private tables
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        who TEXT NOT NULL,                        -- a key, a token, or a guest's session
        PRIMARY KEY (match, who)
    ) WITHOUT ROWID;
    CREATE TABLE played (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        same TEXT NOT NULL,                       -- the name as names are compared
        name TEXT NOT NULL,
        occupant TEXT NOT NULL,
        matches INTEGER NOT NULL, won INTEGER NOT NULL, deals INTEGER NOT NULL, taken INTEGER NOT NULL,
        made INTEGER NOT NULL, coinches INTEGER NOT NULL, beaten INTEGER NOT NULL, points INTEGER NOT NULL,
        against INTEGER NOT NULL,
        PRIMARY KEY (match, name, occupant)
    ) WITHOUT ROWID;
    CREATE INDEX played_by ON played (same, occupant);
    PRAGMA user_version = 1;
"""


def old_names(directory: Path) -> Path:
    """Ana has a key there, and Deep Blue a token."""
    path = directory / "names.sqlite"
    with _made(path, NAMES) as file:
        file.execute("INSERT INTO owners VALUES ('ana', 'Ana', ?, NULL, 0)", ("aa" * 32,))
        file.execute("INSERT INTO owners VALUES ('deep blue', 'Deep Blue', NULL, ?, 1)", (b"t" * 32,))
    file.close()
    return path


def old_archive(directory: Path) -> Path:
    """Matches 2 and 3 are kept there, the second of a private table; 1 and 4 had to go."""
    path = directory / "archive.db"
    with _made(path, ARCHIVE) as file:
        for match, private in ((1, 0), (2, 0), (3, 1), (4, 0)):
            lines = zlib.compress(f'{{"match":{match}}}'.encode())
            row = (match, 1_760_000_000_000 + match, "ours", "ffb", 1000, 7, "Ana", "b", "c", "d", 1010, 680)
            file.execute(f"INSERT INTO matches VALUES ({', '.join('?' * 15)})", (*row, private, 1, len(lines)))
            file.execute("INSERT INTO records VALUES (?, ?)", (match, lines))
            file.execute("INSERT INTO sat VALUES (?, ?)", (match, f"key {'aa' * 32}"))
            file.execute(
                "INSERT INTO played VALUES (?, 'ana', 'Ana', 'person', 1, 1, 7, 4, 3, 2, 1, 1010, 680)", (match,)
            )
        for table in ("matches", "records", "sat", "played"):
            file.execute(f"DELETE FROM {table} WHERE match IN (1, 4)")
    file.close()
    return path


def _made(path: Path, schema: str) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = sqlite3.connect(path)
    file.executescript(schema)
    return file
