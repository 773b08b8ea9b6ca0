"""Entries and sessions as bytes, for a disk, and back. Refuses to know where they are kept.

Each entry is a msgpack array: what it is called, then itself as a map; a table event is called `told`, with its time
and, where that is kept, by whom it is at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import msgspec

from coinche.engine.record_lines import event_name
from coinche.protocol.codec import EVENT_TYPES

from .entries import Entry, Told
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
