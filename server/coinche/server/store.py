"""What is kept of every table before anybody hears of it. In memory here; `journal` keeps it on a disk.

Knows what is kept, and when a match is over. Refuses to know what becomes of one then, and how a disk is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, Occupant, Role, TableEvent

from .options import TableOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The first entry of every table."""

    options: TableOptions
    origin: str


@dataclass(frozen=True, slots=True)
class Told:
    """Everybody at the table has been told that, at that time (ms of the Unix clock)."""

    at: int
    event: TableEvent


@dataclass(frozen=True, slots=True)
class Sitting:
    """One chair: the id of the session that owns it, and the bot that plays where that does not."""

    seat: Seat
    owner: str | None
    bot: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where from now on, sessions by their ids, and what is remembered of who has sat there.

    `held` is which seats somebody has held in this match, by `Session.who`, and `voted_out` who sits there no more;
    `longest_first` is in which order those who sit there have come.
    """

    chairs: tuple[Sitting, ...]
    host: str | None
    longest_first: tuple[str, ...]
    held: Mapping[str, tuple[Seat, ...]]
    newcomers: int
    rearranged: int
    voted_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBegun:
    """A match or board is about to start, at a table that is `called` so and was opened from that origin.

    `id` are 32 random bytes in hexadecimal; `bank_ms` is what everybody's clock has in its bank.
    """

    at: int
    id: str
    called: str
    origin: str
    preset: str
    private: bool
    match: int
    rules: RuleSet
    first_dealer: Seat
    board: bool
    names: tuple[tuple[Seat, str], ...]
    bank_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSealed:
    """The server has bound itself to its secret for the next shuffle, by its key `signer`; both in hexadecimal.

    Everybody is `told` what it is bound to; the secret is told once the deal is over.
    """

    at: int
    told: DealCommitted
    secret: str
    signer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PledgeTaken:
    """A player is bound to his share of the shuffle."""

    at: int
    seat: Seat
    pledge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTaken:
    """A player's share of the shuffle, or a substitute for it."""

    at: int
    seat: Seat
    share: str
    substitute: bool


@dataclass(frozen=True, slots=True)
class DealShown:
    """Nothing hidden hangs on that deal's shuffle any longer: everybody is told the secret of it."""

    at: int
    deal: int


@dataclass(frozen=True, slots=True)
class PackLaid:
    """The pack of the next deal, top card first."""

    at: int
    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken:
    """An accepted action. `request` is 0 where it came unasked; `after` is the last event that it took into account.

    Times in ms: `at` by the Unix clock; by the server's own when the request was written and the act complete; what
    was charged, and what is left in the bank. One that `claims` takes with its card all tricks that are left; one that
    `reacts` was asked for out of turn. So many requests had been `asked` at the table by then.
    """

    at: int
    request: int
    after: int
    seat: Seat
    action: str
    asked_ms: int
    heard_ms: int
    used_ms: int
    bank_ms: int
    timed_out: bool = False
    claims: bool = False
    reacts: bool = False
    asked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """Somebody will not coinche the bid that stands, and has been told that this was heard."""

    request: int
    seat: Seat
    used_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeCounted:
    """An action that was not legal, at a strict table; so many strikes the seat has now. Unasked `request` is 0."""

    request: int
    seat: Seat
    action: str
    reason: str
    strikes: int


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a seat is: a client's, present or away, or a bot's."""

    seat: Seat
    name: str
    occupant: Occupant


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal is over, and was that of those who hold the seats now."""

    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """The match is over. `sat` are all who have sat there since it began, by `Session.who`."""

    at_ms: int
    sat: tuple[str, ...]


Dated = Told | MatchBegun | DealSealed | PledgeTaken | ShareTaken | DealShown | PackLaid | ActionTaken
"""What events come of, at that time (ms of the Unix clock)."""

OfMatch = (
    MatchBegun
    | DealSealed
    | PledgeTaken
    | ShareTaken
    | DealShown
    | PackLaid
    | ActionTaken
    | StrikeCounted
    | DealPlayed
    | MatchPlayed
)
"""What a match is made of."""

Entry = TableOpened | Told | Seating | Declined | OfMatch


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

    def remember(self, session: Remembered) -> None:
        """Keep the session as it is now."""

    def forget(self, session: str) -> None:
        """The session of that id need not be kept any longer."""

    async def flowing(self, table: str) -> None:
        """Wait while the table may not go on: too much is waiting to be safe."""


class MemoryStore:
    """Keeps the entries of the tables in progress, and of none else; all is as safe as the server is alive."""

    position = 0
    durable = 0
    lasts = False
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

    def remember(self, session: Remembered) -> None:
        """A session lives as long as the server."""

    def forget(self, session: str) -> None:
        """Nothing was kept."""

    async def flowing(self, table: str) -> None:
        """Memory takes everything at once."""


class Gathering:
    """Keeps entries in another store, and gives `over` all those of a match, once it is played to its end.

    Boards are no matches. `closed` is given what lets go of a table that is over: not before its matches are kept.
    """

    def __init__(
        self,
        store: Store,
        over: Callable[[str, tuple[OfMatch, ...]], None],
        closed: Callable[[str, Callable[[], None]], None],
    ) -> None:
        self._store = store
        self._over = over
        self._closed = closed
        self._matches: dict[str, list[OfMatch]] = {}
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

    def append(self, table: str, entry: Entry) -> None:
        """Keep the entry there, and with the others of its match."""
        self._store.append(table, entry)
        self.recall(table, entry)

    def recall(self, table: str, entry: Entry) -> None:
        """The entry has been kept before: with the others of its match, too."""
        if not isinstance(entry, OfMatch):
            return
        if isinstance(entry, MatchBegun) and not entry.board:
            self._matches[table] = []
        if table in self._matches:
            self._matches[table].append(entry)
            if isinstance(entry, MatchPlayed):
                self._over(table, tuple(self._matches.pop(table)))

    def close(self, table: str) -> None:
        """The table is over, with a match that is not, perhaps."""
        self._matches.pop(table, None)
        self._closed(table, lambda: self._store.close(table))
