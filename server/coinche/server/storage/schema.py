"""The tables of a server's data file, as its newest version has them, and why there were others.

A server refuses a file of a higher version than its own: it would take entries that it does not know for damage. So the
version is raised, here and nowhere else, whenever tables of the file, entries (`entries`) or sessions change form in a
way that an older server cannot read: once between two releases, with a reason, a step in `migration`, and the data of
that version for the tests (`tests/server/data_files/build.py`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

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

# --- migration ------------------------------------------------------------------------------------
# From any earlier version of a server's data to the newest, whole or not at all.
#
# Knows versions, and which files the first one had. Refuses to know what is done with the data, and what their newest
# form looks like (`schema`).


NAMES, ARCHIVE = "names.sqlite", "archive.db"
"""The two files of version 1."""
SET_ASIDE = ".v1"
"""What their names end in once all that they hold is in the new one."""

_MATCH = "match, at, name, preset, target, deals, n, e, s, w, ns, ew, private, people, size"
_DEEDS = "matches, won, deals, taken, made, coinches, beaten, points, against"

_OF: Mapping[str, Sequence[str]] = {
    NAMES: (
        "INSERT INTO owners (same, name, key, token, provider) SELECT same, name, key, token, provider FROM {}.owners",
    ),
    ARCHIVE: (
        f"INSERT INTO matches ({_MATCH}) SELECT {_MATCH} FROM {{}}.matches",
        "INSERT INTO records (match, lines) SELECT match, lines FROM {}.records",
        "INSERT INTO sat (match, who) SELECT match, who FROM {}.sat",
        f"INSERT INTO played (match, same, name, occupant, {_DEEDS})"
        f" SELECT match, same, name, occupant, {_DEEDS} FROM {{}}.played",
        "DELETE FROM sqlite_sequence WHERE name = 'matches'",  # a number that was given is not given again
        "INSERT INTO sqlite_sequence SELECT name, seq FROM {}.sqlite_sequence WHERE name = 'matches'",
    ),
}
"""What takes over what each of them holds."""


_PARTS = """
    SELECT type, name FROM sqlite_master UNION
    SELECT 'column', m.name || '.' || p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p ON m.type = 'table'
"""
"""What a file is made of."""


class TooNew(Exception):
    """The data are of a version that only a later server knows."""

    def __init__(self, path: Path | None, version: int) -> None:
        self.path = path
        self.version = version


def version_of(file: sqlite3.Connection, directory: Path | None) -> int:
    """Of which version the data are; 0 where there are none. TooNew where that is beyond the newest known here."""
    version = _number(file, "PRAGMA user_version")
    if version > VERSION:
        raise TooNew(None, version)
    return 1 if version == 0 and _old(directory) else version


def lacking(file: sqlite3.Connection) -> tuple[str, ...]:
    """What a file of the newest version lacks: tables with their columns, indexes, triggers."""
    with closing(sqlite3.connect(":memory:")) as sound:
        for statement in TABLES:
            sound.execute(statement)
        missing = set(sound.execute(_PARTS)) - set(file.execute(_PARTS))
    return tuple(sorted(f"{kind} {name}" for kind, name in missing))


def bring_up_to_date(file: sqlite3.Connection, directory: Path | None, version: int) -> None:
    """Make the data of that version those of the newest; whatever happens, they are whole of one or of the other."""
    if version != VERSION:
        _STEPS[version](file, directory)
    for path in _old(directory):
        _set_aside(path)


def _begin(file: sqlite3.Connection, directory: Path | None) -> None:
    """From nothing."""
    with _transaction(file):
        _make_tables(file)


def _take_over(file: sqlite3.Connection, directory: Path | None) -> None:
    """From the two files of version 1, which stay as they are."""
    with _attached(file, _old(directory)) as found, _transaction(file):
        _make_tables(file)
        for alias, name in found.items():
            for statement in _OF[name]:
                file.execute(statement.format(alias))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _raise(file: sqlite3.Connection, directory: Path | None) -> None:
    """From a version whose tables are those of the newest, and whose entries it reads."""
    file.execute(f"PRAGMA user_version = {VERSION}")


_STEPS: Mapping[int, Callable[[sqlite3.Connection, Path | None], None]] = {0: _begin, 1: _take_over, 2: _raise}
"""What leads from each earlier version to the newest, in one transaction."""


def _make_tables(file: sqlite3.Connection) -> None:
    for statement in TABLES:
        file.execute(statement)
    file.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


# --- the files of version 1 --------------------------------------------------------------------------


def _old(directory: Path | None) -> list[Path]:
    """Those that are there."""
    return [] if directory is None else [path for name in _OF if (path := directory / name).exists()]


@contextmanager
def _attached(file: sqlite3.Connection, paths: Sequence[Path]) -> Iterator[Mapping[str, str]]:
    """Those that hold anything, as `alias: name`."""
    aliases = [f"old{number}" for number in range(len(paths))]
    found = {}
    attached = []
    try:
        for alias, path in zip(aliases, paths, strict=True):
            with _named(path):
                file.execute(f"ATTACH ? AS {alias}", (str(path),))
                attached.append(alias)
                if _holds_something(file, alias, path):
                    found[alias] = path.name
        yield found
    finally:
        for alias in attached:
            file.execute(f"DETACH {alias}")


def _holds_something(file: sqlite3.Connection, alias: str, path: Path) -> bool:
    """Whether its tables were made; a server may have died before it came to that."""
    if _number(file, f"SELECT COUNT(*) FROM {alias}.sqlite_master WHERE name IN ('owners', 'matches')") == 0:
        return False
    says = "SELECT version FROM {}.schema" if path.name == NAMES else "PRAGMA {}.user_version"
    if (version := _number(file, says.format(alias))) != 1:
        raise TooNew(path, version)
    return True


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What is wrong with that file is said of it."""
    try:
        yield
    except sqlite3.Error as wrong:
        raise type(wrong)(f"{path.name} cannot be taken over: {wrong}") from None


def _number(file: sqlite3.Connection, statement: str) -> int:
    ((number,),) = file.execute(statement).fetchall()
    return int(number)


def _set_aside(path: Path) -> None:
    """Give the file another name, unless there is one that has it."""
    aside = path.with_name(path.name + SET_ASIDE)
    if not aside.exists():
        os.replace(path, aside)
