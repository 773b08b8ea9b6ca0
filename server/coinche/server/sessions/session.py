"""Sessions: one signed-in client each, connected or away, and the answers and refusals that it is sent."""

from __future__ import annotations

import math
from collections import UserDict, defaultdict
from collections.abc import Iterator, ValuesView
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, ClientMessage, Error, ErrorData, FromServer, Occupant, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.rate_limit import REFUSED_COST, Bucket
from coinche.server.storage.serialization import StoredSession
from coinche.server.storage.store import Store
from coinche.server.transport.peer import Peer


class Refusal(NamedTuple):
    """The error with which a message is refused."""

    sentence: str
    code: ErrorCode = ErrorCode.FORBIDDEN
    data: ErrorData | None = None


COMES_TOO_OFTEN = Refusal("you have come to tables and gone too often; wait a moment", ErrorCode.RATE)


@dataclass(eq=False, slots=True)
class Session:
    """One signed-in client. `peer` is None while it is away, since `away_since` on trio's clock; `keys` prove its
    return, the oldest first; without keys it has gone for good.

    `who` identifies the client in any session: its key, its token, or for a guest the session itself. `table` is the id
    of the table where it sits or watches, or is about to; a provider plays at many tables and is at none. Its last
    connection came from `origin`; tables that it opens are `counted_as` those of an address, or of somebody whom the
    operator knows. `capabilities` are those that it was granted. It `arrives` in the lobby
    until it has been told what was said there. `comings` bounds how often it comes to tables.
    """

    id: str
    who: str
    name: str
    role: Role
    program: bool
    peer: Peer | None
    away_since: float = -math.inf
    keys: tuple[bytes, ...] = ()
    capabilities: tuple[str, ...] = ()
    table: str | None = None
    origin: str = ""
    counted_as: str = ""
    arrives: bool = True
    comings: Bucket = field(default_factory=lambda: Bucket(limits.COMINGS, 0.0))

    @property
    def remembered(self) -> StoredSession:
        """The part that outlives the server."""
        return StoredSession(**{kept.name: getattr(self, kept.name) for kept in fields(StoredSession)})

    @classmethod
    def recalled(cls, kept: StoredSession) -> Session:
        """A session from before the server was started again, away until its client comes back."""
        return cls(**asdict(kept), peer=None)

    @property
    def rests(self) -> bool:
        """True if it is away and at no table: it waits for its client, and its name may be another's meanwhile."""
        return self.peer is None and self.table is None

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

    def acknowledge(self, message: FromServer, re: int | UnsetType) -> None:
        """The same for an act that was taken: a program has nothing to do about it before something else comes."""
        if self.peer is not None:
            push = self.peer.push_with_next if self.program else self.peer.push
            push(encode(message if re is UNSET else replace(message, re=re)))

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
        self._names: defaultdict[str, set[str]] = defaultdict(set)
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
        """Return whether a session has that name, or one that counts as the same, and does not rest."""
        return any(not self.data[number].rests for number in self._names.get(_same(name), ()))

    def rename(self, session: Session, name: str) -> None:
        """Give another name to a session."""
        del self[session.id]
        session.name = name
        self[session.id] = session

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
        self._names[_same(session.name)].add(number)
        if session.role is Role.PROVIDER:
            self._providers[number] = session

    def __delitem__(self, number: str) -> None:
        name = _same(self.data.pop(number).name)
        self._providers.pop(number, None)
        self._names[name].discard(number)
        if not self._names[name]:
            del self._names[name]
