"""Where everything is kept before anybody hears of it. In memory here; `journal` keeps it on a disk.

Knows positions, and when a match is over. Refuses to know what becomes of one then, and how a disk is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from coinche.engine.record_lines import event_name
from coinche.protocol.codec import EVENT_TYPES
from coinche.protocol.messages import Role
from coinche.protocol.names import MAX_NAME, same_name
from coinche.server import limits
from coinche.server.addresses import identity_of_key, identity_of_token
from coinche.server.match.entries import Entry, MatchBegun, MatchPlayed, OfMatch, Told

from .budget import Budget, TableUsage, size_kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What of a session outlives the server: see `Session`."""

    id: str
    who: str
    name: str
    role: Role
    program: bool
    keys: tuple[bytes, ...]
    capabilities: tuple[str, ...]
    origin: str
    table: str | None


class Store(Protocol):
    """Keeps what tables entrust to it, in that order.

    Whatever the server says waits until all is safe that it was entrusted with before: until `durable` has come to
    what `position` was then.
    """

    @property
    def position(self) -> int:
        """The number of the last thing that was entrusted."""

    @property
    def durable(self) -> int:
        """The number of the last thing that is safe, and all before it."""

    @property
    def lasts(self) -> bool:
        """Whether it outlives the server, so that tables go on where they were."""

    def number(self) -> int:
        """The number of a new table, which no other has had."""

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry as the table's next."""

    def close(self, table: str) -> None:
        """The table is over; what was kept of it need not be any longer."""

    def set_aside(self, table: str, why: str) -> None:
        """The table cannot come back: keep a copy of its entries elsewhere, and let go of them."""

    def remember(self, session: Remembered) -> None:
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:
        """The session of that id need not be kept any longer."""

    @property
    def flows(self) -> bool:
        """True while tables may go on: not too much is waiting to be safe."""

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: until `flows`."""


class MemoryStore:
    """Keeps the entries of the tables in progress, and of none else; all is as safe as the server is alive."""

    position = 0
    durable = 0
    lasts = False
    flows = True
    _numbered = 0

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}

    def number(self) -> int:
        """The next number."""
        self._numbered += 1
        return self._numbered

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry in a list."""
        self.entries.setdefault(table, []).append(entry)

    def close(self, table: str) -> None:
        """Let the table's entries go."""
        self.entries.pop(table, None)

    def set_aside(self, table: str, why: str) -> None:
        """No table comes back."""

    def remember(self, session: Remembered) -> None:
        """A session lives as long as the server."""

    def forget(self, session: str) -> None:
        """Nothing was kept."""

    async def flowing(self, table: str) -> None:
        """Memory takes everything at once."""


# --- kept entries ---------------------------------------------------------------------------------
# Entries and sessions as bytes, for a disk, and back. Refuses to know where they are kept.
#
# Each entry is a msgpack array: what it is called, then itself as a map; a table event is called `told`, with its time
# and, where that is kept, by whom it is at its end.


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
        return identity_of_token(self.name) if self.key is None else identity_of_key(self.key)


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


# --- gathering ------------------------------------------------------------------------------------
# The store as tables see it: what each keeps is noted in the budget, and its matches are handed over as they end.
#
# Knows matches, as bytes, and sizes. Refuses to know what becomes of a match that is over (`archivist`).


@dataclass(slots=True)
class GatheredMatch:
    """The entries of a match of that table, which was opened from that origin, as bytes; and what they take in memory.

    Whoever is handed it lets it go once it is needed no more.
    """

    table: str
    origin: str
    let_go: Callable[[GatheredMatch], None]
    entries: list[bytes] = field(default_factory=list)
    size: int = 0


class Gathering:
    """Keeps entries in another store, and gives `over` all those of a match, once it is played to its end.

    What is kept of a table is noted in the `budget`. Boards are no matches. `closed` is given what lets go of a table
    that is over: not before its matches are kept.
    """

    def __init__(
        self,
        store: Store,
        budget: Budget,
        over: Callable[[GatheredMatch], None],
        closed: Callable[[str, Callable[[], None]], None],
    ) -> None:
        self._store = store
        self._budget = budget
        self._over = over
        self._closed = closed
        self._matches: dict[str, GatheredMatch] = {}
        self.number = store.number
        self.remember = store.remember
        self.forget = store.forget
        self.flowing = store.flowing

    @property
    def position(self) -> int:
        """That of the other store."""
        return self._store.position

    @property
    def durable(self) -> int:
        """That of the other store."""
        return self._store.durable

    @property
    def lasts(self) -> bool:
        """Whether the other does."""
        return self._store.lasts

    @property
    def flows(self) -> bool:
        """Whether the other does."""
        return self._store.flows

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry there, and with the others of its match."""
        self._store.append(table, entry)
        self.recall(table, entry)

    def recall(self, table: str, entry: Entry) -> None:
        """The entry has been kept before: with the others of its match, too."""
        body, usage = packed(entry), self._budget.of(table)
        if usage is not None:
            usage.keep(size_kept(len(body)) if self._store.lasts else limits.ENTRY_MEMORY + len(body))
        if isinstance(entry, OfMatch):
            self._gather(table, entry, body, usage)

    def _gather(self, table: str, entry: OfMatch, body: bytes, usage: TableUsage | None) -> None:
        if isinstance(entry, MatchBegun) and not entry.board:
            self._drop(table)
            self._matches[table] = GatheredMatch(table, entry.origin, self._let_go)
        match = self._matches.get(table)
        if match is None:
            return
        match.entries.append(body)
        match.size += len(body) + limits.BODY_MEMORY
        if usage is not None:
            usage.take_memory(len(body) + limits.BODY_MEMORY)
        if isinstance(entry, MatchPlayed):
            self._over(self._matches.pop(table))

    def _let_go(self, match: GatheredMatch) -> None:
        usage = self._budget.of(match.table)
        if usage is not None:
            usage.take_memory(-match.size)

    def _drop(self, table: str) -> None:
        match = self._matches.pop(table, None)
        if match is not None:
            self._let_go(match)

    def set_aside(self, table: str, why: str) -> None:
        """The table cannot come back, nor does its match."""
        self._drop(table)
        self._store.set_aside(table, why)
        self._budget.close(table)

    def close(self, table: str) -> None:
        """The table is over, with a match that is not, perhaps."""
        self._drop(table)
        self._closed(table, lambda: self._forget_table(table))

    def _forget_table(self, table: str) -> None:
        self._store.close(table)
        self._budget.close(table)
