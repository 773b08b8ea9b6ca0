"""The store of everything that outlives a table's memory, and the bytes of entries, sessions and owners of names.

`MemoryStore` keeps it no longer than the server lives; `journal.Journal` keeps it on a disk.

An entry is stored as a msgpack array: the name of its kind, then its fields as a map. A `Told` is stored as the array
`told`, its time, the name of the event, the event's fields and, where that matters, who caused it. Names are those of
the classes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, get_args

import msgspec
import trio

from coinche.engine.record_lines import event_name
from coinche.protocol.codec import EVENT_TYPES
from coinche.protocol.messages import Role
from coinche.protocol.names import MAX_NAME, same_name
from coinche.server.addresses import identity_of_key, identity_of_token
from coinche.server.match.entries import Entry, Told


class Store(Protocol):
    """Takes what is to be kept, in order, and gives each item the next position.

    Whatever the server says has to wait until everything that was handed over before is on the disk: until `durable`
    has reached the `position` of that moment.
    """

    @property
    def position(self) -> int:
        """The position of the last item that was handed over."""

    @property
    def durable(self) -> int:
        """The position up to which all items are on the disk."""

    @property
    def trouble(self) -> str | None:
        """The reason why the disk takes nothing now; None while it does."""

    @property
    def lasts(self) -> bool:
        """True if the store outlives the server, so that tables continue after a restart."""

    def flows(self, table: str) -> bool:
        """Return whether the table may go on: not too much is waiting for the disk."""

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: until `flows`."""

    async def changed(self) -> None:
        """Wait until `durable` or `trouble` changes."""

    async def run(self) -> None:
        """Write what is handed over."""

    def number(self) -> int:
        """The number of a new table; no other has had it."""

    def append(self, table: str, entry: Entry) -> bytes:
        """Keep the entry as the table's next; return its bytes."""

    def close(self, table: str) -> None:
        """Remove the entries of a table that is over."""

    def set_aside(self, table: str, why: str) -> None:
        """Remove the entries of a table that cannot be replayed; keep a copy for the operator."""

    def remember(self, session: StoredSession) -> None:
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:
        """Remove the session of that id."""

    def tables(self) -> Iterable[str]:
        """The tables that an earlier server has left."""

    def entries(self, table: str) -> tuple[Entry, ...]:
        """The entries of that table; ValueError or others where they are damaged."""

    def sessions(self) -> Iterable[StoredSession]:
        """The sessions that an earlier server has left."""


class MemoryStore:
    """A store in memory, of the entries of tables in progress. There is no disk to wait for, and nothing comes back."""

    position = 0
    durable = 0
    trouble = None
    lasts = False
    _numbered = 0

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}

    def flows(self, table: str) -> bool:
        return True

    async def flowing(self, table: str) -> None:
        pass

    async def changed(self) -> None:
        await trio.sleep_forever()

    async def run(self) -> None:
        pass

    def number(self) -> int:
        self._numbered += 1
        return self._numbered

    def append(self, table: str, entry: Entry) -> bytes:
        self._entries.setdefault(table, []).append(entry)
        return encode_entry(entry)

    def close(self, table: str) -> None:
        self._entries.pop(table, None)

    def set_aside(self, table: str, why: str) -> None:
        pass

    def remember(self, session: StoredSession) -> None:
        pass

    def forget(self, session: str) -> None:
        pass

    def tables(self) -> Iterable[str]:
        return ()

    def entries(self, table: str) -> tuple[Entry, ...]:
        return tuple(self._entries.get(table, ()))

    def sessions(self) -> Iterable[StoredSession]:
        return ()


Value = TypeVar("Value")

_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_ARRAY = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...])
_STRING = msgspec.msgpack.Decoder(str)
_NUMBER = msgspec.msgpack.Decoder(int)


def _notation(cls: type[Value], said: Any) -> Value:
    return cls(said)  # type: ignore[call-arg]


def _decoder(cls: type[Value]) -> msgspec.msgpack.Decoder[Value]:
    return msgspec.msgpack.Decoder(cls, dec_hook=_notation)


_ENTRIES = {event_name(cls): _decoder(cls) for cls in get_args(Entry) if cls is not Told}
_EVENTS = {name: _decoder(cls) for name, cls in EVENT_TYPES.items()}
_NAMES = {cls: event_name(cls) for cls in (*get_args(Entry), *EVENT_TYPES.values())}


def encode_entry(entry: Entry) -> bytes:
    """The entry as bytes."""
    if isinstance(entry, Told):
        by = (entry.by,) if entry.by else ()
        return _ENCODER.encode(("told", entry.at, _NAMES[type(entry.event)], entry.event, *by))
    return _ENCODER.encode((_NAMES[type(entry)], entry))


def decode_entry(body: bytes) -> Entry:
    """The entry in those bytes; ValueError where there is none."""
    name, *rest = _ARRAY.decode(body)
    called = _STRING.decode(name)
    if called == "told":
        at, event, fields, *by = rest
        told: Any = _EVENTS[_STRING.decode(event)].decode(fields)
        return Told(_NUMBER.decode(at), told, *map(_STRING.decode, by))
    if called not in _ENTRIES:
        raise ValueError(f"{called!r} is no entry that this version knows")
    entry: Entry = _ENTRIES[called].decode(rest[0])
    return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSession:
    """The part of a `Session` that outlives the server."""

    id: str
    who: str
    name: str
    role: Role
    program: bool
    keys: tuple[bytes, ...]
    capabilities: tuple[str, ...]
    origin: str
    table: str | None


_SESSION = _decoder(StoredSession)


def encode_session(session: StoredSession) -> bytes:
    """The session as bytes."""
    return _ENCODER.encode(session)


def decode_session(body: bytes) -> StoredSession:
    """The session in those bytes; ValueError where there is none."""
    return _SESSION.decode(body)


KEY_BYTES = 32
"""The size of a public key, and of the hash of a token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOwner:
    """The owner of a name: a public key in hexadecimal, or the hash of a token; a `provider` may lend bots."""

    name: str
    key: str | None
    token: bytes | None
    provider: bool

    @property
    def who(self) -> str:
        """The identity of the owner in any session."""
        return identity_of_token(self.name) if self.key is None else identity_of_key(self.key)


def decode_owner(same: Any, name: Any, key: Any, token: Any, provider: Any) -> NameOwner:
    """The owner in such a row of the file; ValueError or TypeError where there is none."""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= MAX_NAME:
        raise ValueError("it is no name")
    if same != same_name(name):
        raise ValueError(f"{same!r} is not how {name!r} is compared")
    if (key is None) == (token is None):
        raise ValueError("it has to have a key or a token")
    if key is not None and len(bytes.fromhex(key)) != KEY_BYTES:
        raise ValueError("a key has 32 bytes")
    if token is not None and (not isinstance(token, bytes) or len(token) != KEY_BYTES):
        raise ValueError("the hash of a token has 32 bytes")
    if provider not in (0, 1):
        raise ValueError("it may lend bots, or may not")
    return NameOwner(name=name, key=key, token=token, provider=bool(provider))
