"""Entries and sessions as bytes, for a disk, and back. Refuses to know where they are kept.

Each entry is a msgpack array: what it is called, then itself as a map; a table event is called `told`, with its time
and, where that is kept, by whom it is at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, get_args

import msgspec

from coinche.engine.record_lines import event_name
from coinche.protocol.codec import EVENT_TYPES
from coinche.protocol.names import MAX_NAME, same_name

from . import identity
from .match.entries import Entry, Told
from .store import Remembered

Kept = TypeVar("Kept")

Packed = tuple[bytes, ...]
"""The entries of a table, each as bytes."""
Load = Callable[[], Packed]
"""What reads those of a table that sleeps, once it is to wake."""

_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_ARRAY = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...])


def _notation(cls: type[Kept], said: Any) -> Kept:
    return cls(said)  # type: ignore[call-arg]


def _decoder(cls: type[Kept]) -> msgspec.msgpack.Decoder[Kept]:
    return msgspec.msgpack.Decoder(cls, dec_hook=_notation)


_ENTRIES = {event_name(cls): _decoder(cls) for cls in get_args(Entry) if cls is not Told}
_EVENTS = {name: _decoder(cls) for name, cls in EVENT_TYPES.items()}
_NAMES = {cls: event_name(cls) for cls in (*get_args(Entry), *EVENT_TYPES.values())}
_STRING = msgspec.msgpack.Decoder(str)
_NUMBER = msgspec.msgpack.Decoder(int)
_SESSION = _decoder(Remembered)


def packed(entry: Entry) -> bytes:
    """The entry as bytes."""
    if isinstance(entry, Told):
        by = (entry.by,) if entry.by else ()
        return _ENCODER.encode(("told", entry.at, _NAMES[type(entry.event)], entry.event, *by))
    return _ENCODER.encode((_NAMES[type(entry)], entry))


def unpacked(body: bytes) -> Entry:
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


def packed_session(session: Remembered) -> bytes:
    """The session as bytes."""
    return _ENCODER.encode(session)


def unpacked_session(body: bytes) -> Remembered:
    """The session in those bytes; ValueError where there is none."""
    return _SESSION.decode(body)


KEY_BYTES = 32
"""Of a public key, and of the hash of a token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose a name is: either a public key in hexadecimal, or the hash of a token; `provider` may lend bots."""

    name: str
    key: str | None
    token: bytes | None
    provider: bool

    @property
    def who(self) -> str:
        """What he is known by in any session."""
        return identity.of_token(self.name) if self.key is None else identity.of_key(self.key)


def owner(same: Any, name: Any, key: Any, token: Any, provider: Any) -> Owner:
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
    return Owner(name=name, key=key, token=token, provider=bool(provider))
