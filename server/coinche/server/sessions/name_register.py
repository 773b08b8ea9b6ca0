"""The owners of names: each name belongs to the key that claimed it first, or to the token that was made for it.

All owners are in memory, so no claim waits for a disk; changes are written in the background. Whatever is said after a
claim goes out only once the claim is on the disk, like everything else.
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum

from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import identity_of_invited_token, identity_of_key, identity_of_token
from coinche.server.storage.data_dir import DataFailed, damage_advice
from coinche.server.storage.database import DataFile, ImmediateWriter, Value, Writer, statement
from coinche.server.storage.serialization import NameOwner, decode_owner

_OWNERS = "SELECT same, name, key, token, provider, identity FROM owners"
_ADD = "INSERT OR REPLACE INTO owners (same, name, key, token, provider, identity) VALUES (?, ?, ?, ?, ?, ?)"
_REMOVE = "DELETE FROM owners WHERE same = ?"


class NameStatus(StrEnum):
    """The state of a name for a key that wants it."""

    OWN = "own"
    FREE = "free"
    TAKEN = "taken"
    """Somebody else owns it."""
    TOO_MANY = "too many"
    """It is free, but the key owns as many names as it may."""


class Register:
    """The names that have owners; with `closed`, only clients with a token are admitted."""

    def __init__(self, file: DataFile | None = None, writer: Writer | None = None, *, closed: bool = False) -> None:
        """Read the owners in that file, which keeps changes; DataFailed where one is damaged: its name would be free.

        Without a writer, changes are written at once.
        """
        self.closed = closed
        self._writer = ImmediateWriter(file) if writer is None and file is not None else writer
        self._owners: dict[str, NameOwner] = {}
        self._names: dict[str, set[str]] = defaultdict(set)
        """The names that each identity owns, as names are compared."""
        if file is None:
            return
        for row in file.raw_rows(_OWNERS):
            try:
                self._take(decode_owner(*row))
            except (ValueError, TypeError) as wrong:
                sentence = f"{file.called} does not say any more whose the name {row[1]!r} is ({wrong})"
                raise DataFailed(f"{sentence}; {damage_advice(file.directory)}") from None

    def owner_of(self, name: str) -> NameOwner | None:
        """The owner of the name, if it has one."""
        return self._owners.get(same_name(name))

    def name_of(self, who: str) -> str | None:
        """The name that the identity owns, the first of several in their order; None if it owns none."""
        return next(iter(self.names_of(who)), None)

    def names_of(self, who: str) -> tuple[str, ...]:
        """The names that the identity owns, in their order."""
        return tuple(self._owners[same].name for same in sorted(self._names.get(who, ())))

    def names_of_only_owner(self, who: str) -> tuple[str, ...]:
        """The names that the identity owns where nobody else owns any, as in solo play."""
        return self.names_of(who) if len(self._names) == 1 else ()

    def standing(self, name: str, key: str) -> NameStatus:
        """The state of the name for that key."""
        owner = self.owner_of(name)
        if owner is not None:
            return NameStatus.OWN if owner.key == key else NameStatus.TAKEN
        owned = len(self._names.get(identity_of_key(key), ()))
        return NameStatus.TOO_MANY if owned >= limits.NAMES_OF_A_KEY else NameStatus.FREE

    def claim(self, name: str, key: str) -> NameStatus:
        """Give the name to the key if it is free; return the state before."""
        standing = self.standing(name, key)
        if standing is NameStatus.FREE:
            self._add(NameOwner(name=name, key=key, token=None, provider=False))
        return standing

    def add_token(self, name: str, token: bytes, *, provider: bool, invited: bool = False) -> bool:
        """Give the name to the token of that hash, the operator's or an `invited` one; return False if it has an owner.

        The token has an identity of its own: a new owner of a name is somebody else for the archive and the tables.
        """
        free = self.owner_of(name) is None
        if free:
            who = identity_of_invited_token(token) if invited else identity_of_token(token)
            self._add(NameOwner(name=name, key=None, token=token, provider=provider, identity=who))
        return free

    def tokens(self) -> tuple[NameOwner, ...]:
        """The owners with a token, sorted by name."""
        return tuple(owner for _, owner in sorted(self._owners.items()) if owner.token is not None)

    def remove_token(self, name: str) -> bool:
        """Revoke the name's token and free the name; return False if it has no token."""
        owner = self.owner_of(name)
        return owner is not None and owner.token is not None and self.free(name) is not None

    def free(self, name: str) -> NameOwner | None:
        """Free the name; return its owner until now."""
        owner = self._owners.pop(same_name(name), None)
        if owner is not None:
            self._drop(owner)
            self._write(_REMOVE, same_name(name))
        return owner

    def _take(self, owner: NameOwner) -> None:
        self._owners[same_name(owner.name)] = owner
        self._names[owner.who].add(same_name(owner.name))

    def _drop(self, owner: NameOwner) -> None:
        names = self._names[owner.who]
        names.discard(same_name(owner.name))
        if not names:
            del self._names[owner.who]

    def _add(self, owner: NameOwner) -> None:
        self._take(owner)
        same = same_name(owner.name)
        self._write(_ADD, same, owner.name, owner.key, owner.token, owner.provider, owner.identity)

    def _write(self, words: str, *values: Value) -> None:
        if self._writer is not None:
            self._writer.write(statement(words, *values))
