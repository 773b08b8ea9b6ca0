"""Sessions, what tables and lobby share of a server, and bounds on what is kept for absent clients."""

from __future__ import annotations

from collections import Counter, UserDict, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, ValuesView
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import NamedTuple

import trio
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Error, ErrorData, FromServer, Notice, Occupant, Role
from coinche.protocol.messages.client import ClientMessage
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.act_rate import Meter
from coinche.server.log import Log
from coinche.server.rate_limit import REFUSED_COST, Bucket
from coinche.server.storage.budget import Budget
from coinche.server.storage.store import Store, StoredSession
from coinche.server.time_and_entropy import Entropy, Time
from coinche.server.transport.peer import Peer


class Refusal(NamedTuple):
    """The error with which a message is refused."""

    sentence: str
    code: ErrorCode = ErrorCode.FORBIDDEN
    data: ErrorData | None = None


COMES_TOO_OFTEN = Refusal("you have come to tables and gone too often; wait a moment", ErrorCode.RATE)


@dataclass(eq=False, slots=True)
class Session:
    """One signed-in client. `peer` is None while it is away; `keys` prove its return, the oldest first.

    `who` identifies the client in any session: its key, its token, or for a guest the session itself. `table` is the id
    of the table where it sits or watches, or is about to; a provider plays at many tables and is at none. Its last
    connection came from `origin`; tables that it opens are `counted_as` those of an address, or of somebody whom the
    operator knows. `capabilities` are those that it was granted. `comings` bounds how often it comes to tables.
    """

    id: str
    who: str
    name: str
    role: Role
    program: bool
    peer: Peer | None
    keys: tuple[bytes, ...] = ()
    capabilities: tuple[str, ...] = ()
    table: str | None = None
    origin: str = ""
    counted_as: str = ""
    comings: Bucket = field(default_factory=lambda: Bucket(limits.COMINGS, 0.0))

    @property
    def remembered(self) -> StoredSession:
        """The part that outlives the server."""
        return StoredSession(**{kept.name: getattr(self, kept.name) for kept in fields(StoredSession)})

    @classmethod
    def recalled(cls, kept: StoredSession) -> Session:
        """A session from before the server was started again, away until its client comes back."""
        return cls(**asdict(kept), peer=None)

    def may_come(self, now: float) -> bool:
        """Return False if it has come to tables and gone too often."""
        return self.comings.has(now)

    def went(self, now: float) -> None:
        """Count that it has gone from a table, or is away from there."""
        self.comings.take(now)

    @property
    def occupant(self) -> Occupant:
        """The kind of player that it is on a seat."""
        if self.role is Role.PROVIDER:
            return Occupant.BOT
        return Occupant.PROGRAM if self.program else Occupant.PERSON

    def push(self, frame: bytes) -> None:
        """Send the frame if the client is connected, as `push_log`, `send`, `answer` and `refuse` do."""
        if self.peer is not None:
            self.peer.push(frame)

    def push_log(self, frames: Iterator[bytes]) -> None:
        """Send what the client missed, as fast as it reads."""
        if self.peer is not None:
            self.peer.push_log(frames)

    def send(self, message: FromServer) -> None:
        if self.peer is not None:
            self.peer.send(message)

    def answer(self, message: FromServer, re: int | UnsetType) -> None:
        """Send the message as the answer to the one with that id."""
        if self.peer is not None:
            self.peer.send(message if re is UNSET else replace(message, re=re))

    def refuse(
        self,
        message: ClientMessage,
        sentence: str,
        code: ErrorCode = ErrorCode.FORBIDDEN,
        data: ErrorData | None = None,
    ) -> None:
        """Answer a message with an error, at the price of a refused message."""
        request = message.request if isinstance(message, Act | Claim) else UNSET
        self.send(Error.of(code, sentence, re=message.id, request=request, data=data))
        self.charge(REFUSED_COST)

    def charge(self, cost: int) -> None:
        """Charge the client's rate limit, whether it can pay or not; a provider pays for nothing."""
        if self.peer is not None and self.role is not Role.PROVIDER:
            self.peer.charge(cost)


_same = lru_cache(maxsize=2 * limits.CONNECTIONS)(same_name)


class Sessions(UserDict[str, Session]):
    """All sessions by their ids, connected or away, with an index of names and of providers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names: Counter[str] = Counter()
        self._providers: dict[str, Session] = {}
        super().__init__()

    def keep(self, session: Session) -> None:
        """Store the session as it is now, to outlive the server; providers sign in anew."""
        if session.role is not Role.PROVIDER:
            self._store.remember(session.remembered)

    def forget(self, session: Session) -> None:
        """Remove a session to which its client does not come back."""
        self.pop(session.id, None)
        self._store.forget(session.id)

    def has_name(self, name: str) -> bool:
        """Return whether a session has that name, or one that counts as the same."""
        return _same(name) in self._names

    @property
    def providers(self) -> tuple[Session, ...]:
        """The connected providers, the latest first."""
        return tuple(found for found in reversed(self._providers.values()) if found.peer is not None)

    def values(self) -> ValuesView[Session]:  # those of the base class look each up by its key
        return self.data.values()

    def __setitem__(self, number: str, session: Session) -> None:
        if number in self.data:
            del self[number]
        self.data[number] = session
        self._names[_same(session.name)] += 1
        if session.role is Role.PROVIDER:
            self._providers[number] = session

    def __delitem__(self, number: str) -> None:
        name = _same(self.data.pop(number).name)
        self._providers.pop(number, None)
        self._names[name] -= 1
        if not self._names[name]:
            del self._names[name]


@dataclass(eq=False, kw_only=True)
class ServerContext:
    """The parts of a server that all tables and the lobby share.

    By this a table can say that a session has left without knowing the lobby, which stands on tables. `signer` is the
    public key that binds the server to its shuffles, `bots` are the kinds of bots on offer.
    """

    time: Time
    entropy: Entropy
    store: Store
    say: Log
    budget: Budget
    meter: Meter
    signer: bytes
    bots: tuple[str, ...] = ()
    sessions: Sessions = field(init=False)
    farewell: Notice | None = None
    """The notice that everybody gets while no new tables are taken, newcomers included."""
    listing: int = 0
    """The version of the list of tables, which grows when the list is out of date."""
    listing_changed: trio.Event = field(default_factory=trio.Event)
    """Set when it has grown; the task that sends the list puts another event in its place."""

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.store)

    @property
    def draining(self) -> bool:
        """True while no new tables and no further matches are begun: the server is about to end."""
        return self.farewell is not None

    def changed(self) -> None:
        """Note that the list of tables is out of date; it is sent anew soon."""
        self.listing += 1
        self.listing_changed.set()

    def left(self, session: Session) -> None:
        """Note that the session is at no table: it sees the lobby again, or is forgotten if it is away."""
        session.table = None
        if session.peer is None:
            self.sessions.forget(session)
        else:
            self.sessions.keep(session)
        self.changed()

    def acted(self, since: float) -> None:
        """Count an act that was heard at that moment; its effects go out once what is kept of it is safe."""
        self.meter.acted(self.store.position, since)


@dataclass(frozen=True, slots=True)
class Deserted:
    """A table at which nobody is, opened from that origin; `people` is False if only programs have seats there."""

    table: str
    origin: str
    people: bool


class DesertedTables:
    """Since when tables have been deserted."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def expired(self, deserted: Collection[Deserted], now: float) -> set[str]:
        """The tables, of all that are deserted now, that are kept no longer; the oldest where there are too many."""
        self._since = {one.table: self._since.get(one.table, now) for one in deserted}
        oldest_first: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for one in sorted(deserted, key=lambda one: self._since[one.table]):
            oldest_first[one.origin, one.people].append(one.table)
        expired: set[str] = set()
        for (_, people), tables in oldest_first.items():
            kept = limits.DESERTED_BY_PEOPLE if people else limits.DESERTED_BY_PROGRAMS
            expired.update(tables[: max(0, len(tables) - kept.tables)])
            expired.update(table for table in tables if now - self._since[table] >= kept.seconds)
        return expired


def too_many(away: Iterable[Session]) -> Iterator[Session]:
    """Yield the sessions beyond the limit of those away, each of the origin that has most then; the oldest first."""
    by_origin: dict[str, deque[Session]] = defaultdict(deque)
    for session in away:
        by_origin[session.origin].append(session)
    for _ in range(sum(map(len, by_origin.values())) - limits.SESSIONS_AWAY):
        yield max(by_origin.values(), key=len).popleft()
