"""Whose a name is: its first claimer's, who has a key, or of who was handed a token for it.

Knows names, keys and the hashes of tokens, all of them at hand, so that no claim waits for a disk. Refuses to know
connections and proofs, and when what it has written is safe (`writer`).
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.storage.data_dir import DataFailed, damage_advice
from coinche.server.storage.database import DataFile, Value
from coinche.server.storage.journal import AtOnce, Writer, statement
from coinche.server.storage.store import Owner, owner

_OWNERS = "SELECT same, name, key, token, provider FROM owners"
_ADD = "INSERT OR REPLACE INTO owners (same, name, key, token, provider) VALUES (?, ?, ?, ?, ?)"
_REMOVE = "DELETE FROM owners WHERE same = ?"


class Standing(StrEnum):
    """What a name is to somebody's key."""

    OWN = "own"
    FREE = "free"
    TAKEN = "taken"
    """It is somebody else's."""
    TOO_MANY = "too many"
    """It is free, but the key has as many names as one may have."""


class Register:
    """The names that have owners."""

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None, *, closed: bool = False) -> None:
        """Those of that file, DataFailed where it cannot be read; without one they are forgotten with the server.

        What changes is written by the writer of the file, or at once. Where the register is `closed`, nobody comes in
        but with a token.
        """
        self.closed = closed
        self._writer = AtOnce(file) if writer is None and file is not None else writer
        self._owners: dict[str, Owner] = {}
        self._names: Counter[str] = Counter()
        if file is not None:
            self._read(file)

    def _read(self, file: DataFile) -> None:
        """Take in every owner; DataFailed where one cannot be read, for whoever came next could have that name."""
        for row in file.raw_rows(_OWNERS):
            try:
                self._take(owner(*row))
            except (ValueError, TypeError) as wrong:
                sentence = f"{file.called} does not say any more whose the name {row[1]!r} is ({wrong}); "
                sentence += damage_advice(file.directory)
                raise DataFailed(sentence) from None

    def owner_of(self, name: str) -> Owner | None:
        """Who owns the name, if anybody does."""
        return self._owners.get(same_name(name))

    def standing(self, name: str, key: str) -> Standing:
        """Whether the key owns the name, or may."""
        owner = self.owner_of(name)
        if owner is not None:
            return Standing.OWN if owner.key == key else Standing.TAKEN
        return Standing.TOO_MANY if self._names[key] >= limits.NAMES_OF_A_KEY else Standing.FREE

    def claim(self, name: str, key: str) -> Standing:
        """Give the name to the key if it is free; what it was to the key before."""
        standing = self.standing(name, key)
        if standing is Standing.FREE:
            self._add(Owner(name=name, key=key, token=None, provider=False))
        return standing

    def add_token(self, name: str, token: bytes, *, provider: bool) -> bool:
        """Give the name to who has the token of that hash; False if it has an owner."""
        free = self.owner_of(name) is None
        if free:
            self._add(Owner(name=name, key=None, token=token, provider=provider))
        return free

    def tokens(self) -> tuple[Owner, ...]:
        """Those who were handed a token, by name."""
        return tuple(owner for _, owner in sorted(self._owners.items()) if owner.token is not None)

    def remove_token(self, name: str) -> bool:
        """Make the name's token worthless and the name free; False if it has no token."""
        owner = self.owner_of(name)
        return owner is not None and owner.token is not None and self.free(name) is not None

    def free(self, name: str) -> Owner | None:
        """Have the name be nobody's from now on; whose it was."""
        owner = self._owners.pop(same_name(name), None)
        if owner is not None:
            self._names[owner.key or ""] -= 1
            self._write(_REMOVE, same_name(name))
        return owner

    # --- the file ------------------------------------------------------------------------------------

    def _take(self, owner: Owner) -> None:
        self._owners[same_name(owner.name)] = owner
        self._names[owner.key or ""] += 1

    def _add(self, owner: Owner) -> None:
        self._take(owner)
        self._write(_ADD, same_name(owner.name), owner.name, owner.key, owner.token, owner.provider)

    def _write(self, words: str, *values: Value) -> None:
        if self._writer is not None:
            self._writer.do(statement(words, *values))
