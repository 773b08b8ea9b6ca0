"""Whose a name is: its first claimer's, who has a key, or of who was handed a token for it. Kept in a SQLite file.

Knows names, keys and the hashes of tokens. Refuses to know connections and proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from coinche.protocol.names import same_name

from . import limits
from .datafile import DataFailed
from .separate import SeparateFile

FILE = "names.sqlite"
VERSION = 1

_SCHEMA = (
    "CREATE TABLE schema (version INTEGER NOT NULL)",
    f"INSERT INTO schema VALUES ({VERSION})",
    """
    CREATE TABLE owners (
        same TEXT PRIMARY KEY,       -- the name as names are compared
        name TEXT NOT NULL,          -- as its owner writes it
        key TEXT,                    -- the public key of who claimed it, in hexadecimal, or
        token BLOB,                  -- SHA-256 of the token made for it
        provider INTEGER NOT NULL,   -- whether it may lend bots
        CHECK ((key IS NULL) <> (token IS NULL))
    )
    """,
    "CREATE INDEX owners_by_key ON owners (key)",
)


class RegisterFailed(DataFailed):
    """The names cannot be looked up, or not be written."""


class Standing(StrEnum):
    """What a name is to somebody's key."""

    OWN = "own"
    FREE = "free"
    TAKEN = "taken"
    """It is somebody else's."""
    TOO_MANY = "too many"
    """It is free, but the key has as many names as one may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose a name is: either a public key in hexadecimal, or the hash of a token; `provider` may lend bots."""

    name: str
    key: str | None
    token: bytes | None
    provider: bool


class Register:
    """The names that have owners. Whatever it is asked, it raises RegisterFailed where its file cannot be used."""

    def __init__(self, directory: Path | None = None, *, closed: bool = False) -> None:
        """Open that directory's, made now if there is none; without a directory, one that is not kept.

        Where it is `closed`, nobody comes in but with a token.
        """
        self.closed = closed
        self._file = SeparateFile(directory, FILE, "the register of names", failed=RegisterFailed, wait=limits.REGISTER)
        self._file.do("PRAGMA synchronous = OFF")  # a claim must not keep the tables waiting for a disk
        self._prepare()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def owner_of(self, name: str) -> Owner | None:
        """Who owns the name, if anybody does."""
        return next(self._owners("WHERE same = ?", same_name(name)), None)

    def standing(self, name: str, key: str) -> Standing:
        """Whether the key owns the name, or may."""
        owner = self.owner_of(name)
        if owner is not None:
            return Standing.OWN if owner.key == key else Standing.TAKEN
        full = len(list(self._owners("WHERE key = ?", key))) >= limits.NAMES_OF_A_KEY
        return Standing.TOO_MANY if full else Standing.FREE

    def claim(self, name: str, key: str) -> Standing:
        """Give the name to the key if it is free; what it was to the key before."""
        with self._file.changing():
            standing = self.standing(name, key)
            if standing is Standing.FREE:
                self._add(Owner(name=name, key=key, token=None, provider=False))
        return standing

    def add_token(self, name: str, token: bytes, *, provider: bool) -> bool:
        """Give the name to who has the token of that hash; False if it has an owner."""
        with self._file.changing():
            free = self.owner_of(name) is None
            if free:
                self._add(Owner(name=name, key=None, token=token, provider=provider))
        return free

    def tokens(self) -> tuple[Owner, ...]:
        """Those who were handed a token, by name."""
        return tuple(self._owners("WHERE token IS NOT NULL ORDER BY same"))

    def remove_token(self, name: str) -> bool:
        """Make the name's token worthless and the name free; False if it has no token."""
        with self._file.changing():
            return self._file.do("DELETE FROM owners WHERE same = ? AND token IS NOT NULL", (same_name(name),)) > 0

    # --- the file ------------------------------------------------------------------------------------

    def _owners(self, which: str, *values: str) -> Iterator[Owner]:
        for name, key, token, provider in self._file.rows(
            f"SELECT name, key, token, provider FROM owners {which}", values
        ):
            yield Owner(name=name, key=key, token=token, provider=bool(provider))

    def _add(self, owner: Owner) -> None:
        row = (same_name(owner.name), owner.name, owner.key, owner.token, owner.provider)
        self._file.do("INSERT INTO owners VALUES (?, ?, ?, ?, ?)", row)

    def _prepare(self) -> None:
        with self._file.changing():
            if not self._file.rows("SELECT 1 FROM sqlite_master WHERE name = 'schema'"):
                for statement in _SCHEMA:
                    self._file.do(statement)
            ((version,),) = self._file.rows("SELECT version FROM schema")
        self._file.refuse_newer(version, VERSION)
