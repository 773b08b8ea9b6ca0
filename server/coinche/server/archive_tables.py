"""The tables of the archive's file, and the version of them. Refuses to know what is asked of them (`archive`)."""

from __future__ import annotations

from .tallies import Deed

VERSION = 1

TABLES = (
    """
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
    )
    """,
    """
    CREATE TABLE records (
        match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
        lines BLOB NOT NULL                       -- zlib
    )
    """,
    """
    CREATE TABLE sat (                            -- at private tables
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        who TEXT NOT NULL,                        -- a key, a token, or a guest's session
        PRIMARY KEY (match, who)
    ) WITHOUT ROWID
    """,
    f"""
    CREATE TABLE played (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        same TEXT NOT NULL,                       -- the name as names are compared
        name TEXT NOT NULL,
        occupant TEXT NOT NULL,
        {", ".join(f"{deed} INTEGER NOT NULL" for deed in Deed)},
        PRIMARY KEY (match, name, occupant)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX played_by ON played (same, occupant)",
)
