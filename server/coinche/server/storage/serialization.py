"""The bytes of what is stored: entries, sessions, records, and the owners of names with invitations to them.

An entry is stored as a msgpack array: the name of its kind, then its fields as a map. A `Told` is stored as the array
`told`, its time, the name of the event, the event's fields and, where that matters, who caused it. Names are those of
the classes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar, get_args

import msgspec

from coinche.engine.record_lines import event_name
from coinche.protocol.codec import EVENT_TYPES
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import identity_of_key, identity_of_old_token
from coinche.server.match.entries import Entry, Told

from .data_dir import DataFailed

Stored = TypeVar("Stored")

_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_ARRAY = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...])
_STRING = msgspec.msgpack.Decoder(str)
_NUMBER = msgspec.msgpack.Decoder(int)


def _decoder(cls: type[Stored]) -> msgspec.msgpack.Decoder[Stored]:
    return msgspec.msgpack.Decoder(cls, dec_hook=lambda notation, said: notation(said))


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


encode_session: Callable[[StoredSession], bytes] = _ENCODER.encode
decode_session: Callable[[bytes], StoredSession] = _decoder(StoredSession).decode
"""The session in those bytes; ValueError where there is none."""


def pack_record(lines: Sequence[str]) -> bytes:
    """Compress the lines of a record; DataFailed if it is too long."""
    text = "\n".join(lines).encode()
    if len(text) > limits.RECORD:
        raise DataFailed(f"its record has {len(text)} bytes, and {limits.RECORD} are kept at most")
    return zlib.compress(text)


def unpack_record(packed: bytes) -> tuple[str, ...]:
    """The lines of a compressed record; zlib.error or ValueError where it is damaged."""
    return tuple(zlib.decompress(packed).decode().split("\n"))


KEY_BYTES = 32
"""The size of a public key, and of the hash of a token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOwner:
    """The owner of a name: a public key in hexadecimal, or the hash of a token; a `provider` may lend bots.

    A token has an `identity`, unless it was made before version 6 of the data file.
    """

    name: str
    key: str | None
    token: bytes | None
    provider: bool
    identity: str | None = None

    @property
    def who(self) -> str:
        """The identity of the owner in any session."""
        if self.key is not None:
            return identity_of_key(self.key)
        return identity_of_old_token(self.name) if self.identity is None else self.identity


def decode_owner(same: Any, name: Any, key: Any, token: Any, provider: Any, identity: Any = None) -> NameOwner:
    """The owner in such a row of the file; ValueError or TypeError where there is none."""
    _check_name(same, name)
    if (key is None) == (token is None):
        raise ValueError("it has to have a key or a token")
    if key is not None and len(bytes.fromhex(key)) != KEY_BYTES:
        raise ValueError("a key has 32 bytes")
    if token is not None and (not isinstance(token, bytes) or len(token) != KEY_BYTES):
        raise ValueError("the hash of a token has 32 bytes")
    if provider not in (0, 1):
        raise ValueError("provider has to be 0 or 1")
    if identity is not None and not isinstance(identity, str):
        raise ValueError("an identity is text")
    return NameOwner(name=name, key=key, token=token, provider=bool(provider), identity=identity)


def _check_name(same: Any, name: Any) -> None:
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= MAX_NAME:
        raise ValueError("it is no name")
    if same != same_name(name):
        raise ValueError(f"{same!r} is not how {name!r} is compared")


class UnnamedInviter(Enum):
    """The maker of an invitation who is not the owner of a name, by the column `member` of the data file."""

    OPERATOR = None
    FORGOTTEN = ""
    """A player whose data were removed since."""


Inviter = str | UnnamedInviter
"""The maker of an invitation: the owner of that name, or somebody without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameInvitation:
    """An invitation to a name, by the hash of its secret; times in ms of the Unix clock.

    It was `used` if it was redeemed, or stands for a name that a host has let in.
    """

    name: str
    key: bytes
    by: Inviter
    at: int
    until: int
    used: bool = False

    @property
    def by_player(self) -> bool:
        """True if a player has made it, not the operator."""
        return self.by is not UnnamedInviter.OPERATOR

    def is_by(self, names: Collection[str]) -> bool:
        """Return whether the owner of one of these names has made it; they are as names are compared."""
        return isinstance(self.by, str) and same_name(self.by) in names

    @property
    def member(self) -> str | None:
        """The column of that name in the data file, which says who has made it."""
        return self.by if isinstance(self.by, str) else self.by.value


def decode_invitation(same: Any, name: Any, key: Any, member: Any, at: Any, until: Any, used: Any) -> NameInvitation:
    """The invitation in such a row of the file; ValueError or TypeError where there is none."""
    _check_name(same, name)
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise ValueError("the hash of an invitation has 32 bytes")
    if used not in (0, 1):
        raise ValueError("used has to be 0 or 1")
    if not isinstance(member, str | None):
        raise ValueError("a member is a name")
    by = member or UnnamedInviter(member)
    return NameInvitation(name=name, key=key, by=by, at=at, until=until, used=bool(used))
