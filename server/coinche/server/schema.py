"""The tables of a server's data file, as its newest version has them, and why there were others.

A server refuses a file of a higher version than its own: it would take entries that it does not know for damage. So the
version is raised, here and nowhere else, whenever tables of the file, entries (`entries`) or sessions change form in a
way that an older server cannot read: once between two releases, with a reason, a step in `migration`, and the data of
that version for the tests (`tests/server/data_files/build.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

VERSIONS: Mapping[int, str] = {
    1: "two files, names.sqlite and archive.db; tables do not outlive their server",
    2: "one file, in which tables outlive their server",
    3: "new kinds of entries and new fields, among them what spectators have been shown (`Shown`), and closed seats, "
    "reservations and whose hand is known (`Seating`); tables as in 2",
}
"""What each version has that the one before it has not."""

VERSION = max(VERSIONS)

TABLES = (
    """
    CREATE TABLE journal (                        -- of the tables that go on
        tab TEXT NOT NULL,
        seq INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (tab, seq)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE sessions (                       -- of those who may come back
        id TEXT PRIMARY KEY,
        kept BLOB NOT NULL
    )
    """,
    """
    CREATE TABLE counts (                         -- of what is numbered, and no number is given twice
        what TEXT PRIMARY KEY,
        number INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE owners (
        same TEXT PRIMARY KEY,                    -- the name as names are compared
        name TEXT NOT NULL,                       -- as its owner writes it
        key TEXT,                                 -- the public key of who claimed it, in hexadecimal, or
        token BLOB,                               -- SHA-256 of the token made for it
        provider INTEGER NOT NULL,                -- whether it may lend bots
        CHECK ((key IS NULL) <> (token IS NULL))
    )
    """,
    """
    CREATE TABLE matches (
        match INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number is given once
        id TEXT UNIQUE,                           -- of the one match that it is; older ones have none
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
    """
    CREATE TABLE played (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        same TEXT NOT NULL,                       -- the name as names are compared
        name TEXT NOT NULL,
        occupant TEXT NOT NULL,
        matches INTEGER NOT NULL, won INTEGER NOT NULL,
        deals INTEGER NOT NULL, taken INTEGER NOT NULL, made INTEGER NOT NULL,
        coinches INTEGER NOT NULL, beaten INTEGER NOT NULL,
        points INTEGER NOT NULL, against INTEGER NOT NULL,
        PRIMARY KEY (match, name, occupant)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX played_by ON played (same, occupant)",
    "CREATE INDEX matches_that_go_first ON matches (people, match)",
    "CREATE TABLE room (matches INTEGER NOT NULL, size INTEGER NOT NULL)",  # that the matches take
    "INSERT INTO room VALUES (0, 0)",
    """
    CREATE TRIGGER taken AFTER INSERT ON matches BEGIN
        UPDATE room SET matches = matches + 1, size = size + NEW.size;
    END
    """,
    """
    CREATE TRIGGER given_back AFTER DELETE ON matches BEGIN
        UPDATE room SET matches = matches - 1, size = size - OLD.size;
    END
    """,
    """
    CREATE TRIGGER changed AFTER UPDATE OF size ON matches BEGIN
        UPDATE room SET size = size - OLD.size + NEW.size;
    END
    """,
)
