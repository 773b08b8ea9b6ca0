"""The tables of the data file, and the migration of earlier versions to the newest: whole, or not at all.

A server refuses a file of a higher version than its own, since it would report entries that it does not know as
damaged. So the version is raised, here and nowhere else, whenever tables of the file, entries (`match.entries`) or
sessions change in a way that an older server cannot read. That happens at most once between two releases, with a reason
in `VERSIONS`, a step in `migrate`, and the data of that version for the tests (`tests.server.data_files.build`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from .data_dir import DataFailed

VERSIONS: Mapping[int, str] = {
    1: "two files, names.sqlite and archive.db; tables do not outlive their server",
    2: "one file, in which tables outlive their server",
    3: "new kinds of entries and new fields, among them what spectators have been shown (`Shown`), and closed seats, "
    "reservations and whose hand is known (`Seating`); tables as in 2",
    4: "statistics count more of each player (`played`), and with whom and against whom each has played (`pairs`); "
    "matches of earlier versions wait in `uncounted` to be counted anew; practice tables and their positions",
    5: "invitations to names",
    6: "each token has an identity of its own (`owners`), so that the next owner of its name is somebody else",
    7: "results of the ladder (`ladder`), and tables that are played for it",
}
"""The changes that each version has brought."""

VERSION = max(VERSIONS)

_NEW_IN_4 = (
    """
    CREATE TABLE pairs (                          -- each player with each other one at the table
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        same TEXT NOT NULL,
        occupant TEXT NOT NULL,
        partner INTEGER NOT NULL,                 -- 1 for the partner, 0 for an opponent
        other TEXT NOT NULL,                      -- the other name as names are compared
        other_occupant TEXT NOT NULL,
        name TEXT NOT NULL,                       -- of the other one
        matches INTEGER NOT NULL, won INTEGER NOT NULL,
        deals INTEGER NOT NULL, points INTEGER NOT NULL, against INTEGER NOT NULL,
        PRIMARY KEY (match, same, occupant, partner, other, other_occupant)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX pairs_of ON pairs (same, occupant, partner, other, other_occupant)",
    """
    CREATE TABLE uncounted (                      -- the matches of which an earlier version has counted less
        match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE
    )
    """,
)

_NEW_IN_5 = (
    """
    CREATE TABLE invitations (
        same TEXT PRIMARY KEY,                    -- the name as names are compared
        name TEXT NOT NULL,                       -- as its owner will have it
        key BLOB NOT NULL,                        -- SHA-256 of the invitation
        member TEXT,                              -- the player who made it, empty if forgotten; none: the operator
        at INTEGER NOT NULL, until INTEGER NOT NULL,  -- when it was made, and when it ends, in ms of the Unix clock
        used INTEGER NOT NULL                     -- whether it was redeemed
    )
    """,
)

_NEW_IN_7 = (
    """
    CREATE TABLE ladder (                         -- the boards of each table of the ladder
        tab TEXT PRIMARY KEY,
        at INTEGER NOT NULL,                      -- when the last one ended, in ms of the Unix clock
        rules TEXT NOT NULL,                      -- the hash of the rules
        boards INTEGER NOT NULL,
        ns TEXT NOT NULL, ns_who TEXT NOT NULL,   -- the name of the entrant, and the key or token that owns it
        ns_points INTEGER NOT NULL,
        ns_illegal INTEGER NOT NULL, ns_timed_out INTEGER NOT NULL, ns_absent INTEGER NOT NULL,
        ew TEXT NOT NULL, ew_who TEXT NOT NULL,
        ew_points INTEGER NOT NULL,
        ew_illegal INTEGER NOT NULL, ew_timed_out INTEGER NOT NULL, ew_absent INTEGER NOT NULL
    )
    """,
)

_NEW_IN = {4: _NEW_IN_4, 5: _NEW_IN_5, 7: _NEW_IN_7}
"""The statements that make the tables and indexes that are new in a version."""

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
        identity TEXT,                            -- of the token, in `sat` and elsewhere; earlier ones have none
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
        failed INTEGER NOT NULL DEFAULT 0,
        coinched INTEGER NOT NULL DEFAULT 0, coinched_failed INTEGER NOT NULL DEFAULT 0,
        capots INTEGER NOT NULL DEFAULT 0, belotes INTEGER NOT NULL DEFAULT 0, generales INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (match, name, occupant)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX played_by ON played (same, occupant)",
    *_NEW_IN_4,
    *_NEW_IN_5,
    *_NEW_IN_7,
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

COUNT_ANEW = "INSERT OR IGNORE INTO uncounted SELECT match FROM matches"
"""Has all matches counted again, from their records."""
_TO_6 = ("ALTER TABLE owners ADD COLUMN identity TEXT",)
_ADDED_IN_4 = ("failed", "coinched", "coinched_failed", "capots", "belotes", "generales")
_TO_4 = (
    *(f"ALTER TABLE played ADD COLUMN {count} INTEGER NOT NULL DEFAULT 0" for count in _ADDED_IN_4),
    *_NEW_IN_4,
    COUNT_ANEW,
)

_STEPS: Mapping[int, Sequence[str]] = {4: _TO_4, 5: _NEW_IN_5, 6: _TO_6, 7: _NEW_IN_7}
"""The statements that bring a file of an earlier version to that one."""

NAMES, ARCHIVE = "names.sqlite", "archive.db"
"""The two files of version 1."""
SET_ASIDE = ".v1"
"""The suffix that is added to their names once the new file has their content."""

_MATCH = "match, at, name, preset, target, deals, n, e, s, w, ns, ew, private, people, size"
_COUNTED = "matches, won, deals, taken, made, coinches, beaten, points, against"

_COPY_FROM: Mapping[str, Sequence[str]] = {
    NAMES: (
        "INSERT INTO owners (same, name, key, token, provider) SELECT same, name, key, token, provider FROM {}.owners",
    ),
    ARCHIVE: (
        f"INSERT INTO matches ({_MATCH}) SELECT {_MATCH} FROM {{}}.matches",
        "INSERT INTO records (match, lines) SELECT match, lines FROM {}.records",
        "INSERT INTO sat (match, who) SELECT match, who FROM {}.sat",
        f"INSERT INTO played (match, same, name, occupant, {_COUNTED})"
        f" SELECT match, same, name, occupant, {_COUNTED} FROM {{}}.played",
        "DELETE FROM sqlite_sequence WHERE name = 'matches'",  # a number that was given is not given again
        COUNT_ANEW,
        "INSERT INTO sqlite_sequence SELECT name, seq FROM {}.sqlite_sequence WHERE name = 'matches'",
    ),
}

_PARTS = """
    SELECT type, name FROM sqlite_master UNION
    SELECT 'column', m.name || '.' || p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p ON m.type = 'table'
"""


class OtherVersion(DataFailed):
    """The data have a version that is not read here; they are not damaged."""


def newer_version(path: Path | str, version: int) -> OtherVersion:
    """The failure about a file that a newer server has made."""
    made = f"{path} was made by a newer coinche-server (its version is {version})"
    return OtherVersion(f"{made}; use that one, or restore a backup of this one")


def version_of(file: sqlite3.Connection, directory: Path | None) -> int:
    """The version of the data; 0 where there are none."""
    version = _number(file, "PRAGMA user_version")
    return 1 if version == 0 and _first_files(directory) else version


def missing_parts(file: sqlite3.Connection) -> tuple[str, ...]:
    """Tables with their columns, indexes and triggers that a sound file of its version has and this one lacks."""
    version = _number(file, "PRAGMA user_version") or VERSION
    later = [statement for new, statements in _NEW_IN.items() if version < new for statement in statements]
    with closing(sqlite3.connect(":memory:")) as sound:
        for statement in later:
            sound.execute(statement)
        added = set(sound.execute(_PARTS)) | {("column", f"played.{count}") for count in _ADDED_IN_4 if version < 4}
        added |= {("column", "owners.identity")} if version < 6 else set()
        for statement in TABLES:
            if statement not in later:
                sound.execute(statement)
        missing = set(sound.execute(_PARTS)) - set(file.execute(_PARTS)) - added
    return tuple(sorted(f"{kind} {name}" for kind, name in missing))


def migrate(file: sqlite3.Connection, directory: Path | None, version: int) -> None:
    """Migrate data of that version to the newest: whatever fails, they are whole, and of one of the two versions."""
    if version < 2:
        _create(file, directory)
    elif version < VERSION:  # the entries of all later versions are read as they are
        with transaction(file):
            for statement in (statement for new, steps in _STEPS.items() if version < new for statement in steps):
                file.execute(statement)
            file.execute(f"PRAGMA user_version = {VERSION}")
    for path in _first_files(directory):
        aside = path.with_name(path.name + SET_ASIDE)
        if not aside.exists():
            os.replace(path, aside)


def _create(file: sqlite3.Connection, directory: Path | None) -> None:
    """Make the tables, and copy the contents of the two files of version 1, which stay as they are."""
    with _attached(file, _first_files(directory)) as found, transaction(file):
        for statement in TABLES:
            file.execute(statement)
        file.execute(f"PRAGMA user_version = {VERSION}")
        for alias, name in found.items():
            for statement in _COPY_FROM[name]:
                file.execute(statement.format(alias))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def transaction(file: sqlite3.Connection, begin: str = "BEGIN") -> Iterator[None]:
    """Commit all changes of the context, or none of them."""
    file.execute(begin)
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def _first_files(directory: Path | None) -> list[Path]:
    """The files of version 1 that are there."""
    return [] if directory is None else [path for name in _COPY_FROM if (path := directory / name).exists()]


@contextmanager
def _attached(file: sqlite3.Connection, paths: Sequence[Path]) -> Iterator[Mapping[str, str]]:
    """Attach these files; yield those that hold anything, as `alias: name`."""
    found, attached = {}, []
    try:
        for number, path in enumerate(paths):
            try:
                file.execute(f"ATTACH ? AS old{number}", (str(path),))
                attached.append(alias := f"old{number}")
                if _has_content(file, alias, path):
                    found[alias] = path.name
            except sqlite3.Error as wrong:
                raise type(wrong)(f"{path.name} cannot be taken over: {wrong}") from None
        yield found
    finally:
        for alias in attached:
            file.execute(f"DETACH {alias}")


def _has_content(file: sqlite3.Connection, alias: str, path: Path) -> bool:
    """Return whether the file has tables; a server may have died before it made them."""
    if _number(file, f"SELECT COUNT(*) FROM {alias}.sqlite_master WHERE name IN ('owners', 'matches')") == 0:
        return False
    says = "SELECT version FROM {}.schema" if path.name == NAMES else "PRAGMA {}.user_version"
    if (version := _number(file, says.format(alias))) != 1:
        raise newer_version(path, version)
    return True


def _number(file: sqlite3.Connection, statement: str) -> int:
    ((number,),) = file.execute(statement).fetchall()
    return int(number)
