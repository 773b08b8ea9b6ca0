"""The entries of a table: each thing that was done there, in order; `replay` calculates what follows from them.

The names of these classes and of their fields are written to disk. A new field has a default, so that entries of
earlier versions can be read; a new kind of entry or field raises the version in `storage.schema`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, Occupant, TableEvent

from .table_options import TableOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The first entry of every table."""

    options: TableOptions
    origin: str


@dataclass(frozen=True, slots=True)
class Told:
    """An event that follows from no other entry, told to the whole table `at` that time (ms of the Unix clock).

    `by` is the client that caused it (`Session.who`), where that counts later.
    """

    at: int
    event: TableEvent
    by: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """Spectators of a table with a delay have seen everything up to event `n`."""

    n: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """The state of one seat: the id of the session that owns it, and the bot that plays for it.

    The owner sees the cards dealt to the seat after event `since`. A `closed` seat stays with its bot.
    """

    seat: Seat
    owner: str | None
    bot: str | None
    since: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats from now on, with sessions by their ids, and the history that seats depend on.

    By `Session.who`: `held` are the seats that a client has held in this match, `voted_out` the clients that may not
    return, `known` the seat whose hand of the running deal a client has seen. `longest_first` orders those seated by
    their arrival. `reserved` are the seats from the next deal on; `lenders` the providers that may play in this deal.
    """

    chairs: tuple[Sitting, ...]
    host: str | None
    longest_first: tuple[str, ...]
    held: Mapping[str, tuple[Seat, ...]]
    newcomers: int
    rearranged: int
    voted_out: tuple[str, ...] = ()
    known: Mapping[str, Seat] = field(default_factory=dict)
    reserved: tuple[Sitting, ...] = ()
    lenders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBegun:
    """A match or board begins. `called` is the table's name, `origin` the address from which it was opened.

    `id` is 32 random bytes in hexadecimal; `bank_ms` the bank of every clock.
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
    """The server has committed itself to its `secret` for the next shuffle, with the key `signer`; both hexadecimal.

    `told` is the commitment as everybody is told of it; the secret follows once the deal is over.
    """

    at: int
    told: DealCommitted
    secret: str
    signer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PledgeTaken:
    """A player has committed to a share of the shuffle."""

    at: int
    seat: Seat
    pledge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTaken:
    """A player's share of the shuffle, or the substitute for it."""

    at: int
    seat: Seat
    share: str
    substitute: bool


@dataclass(frozen=True, slots=True)
class DealShown:
    """Everybody is told the secret of that deal's shuffle, on which nothing hidden depends any longer."""

    at: int
    deal: int


@dataclass(frozen=True, slots=True)
class PackLaid:
    """The pack of the next deal, top card first."""

    at: int
    pack: tuple[Card, ...]


class ActionTaken(Struct, frozen=True, kw_only=True):
    """An accepted action. `request` is 0 where it came unasked; `after` is the last event that it took into account.

    Times in ms: `at` by the Unix clock; `asked_ms` and `heard_ms` by the server's own, when the request was written and
    the act complete; `used_ms` was charged, `bank_ms` is left. With `claims`, the card takes all tricks that are left;
    with `reacts`, the action was asked for out of turn. `asked` counts the requests of the table so far.

    It is a `Struct` because there is one for each act: it is made and encoded in a fraction of a dataclass's time.
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
    """A player has declined to coinche the standing bid, and has had an answer."""

    request: int
    seat: Seat
    used_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeCounted:
    """An illegal action at a strict table; `strikes` is the new count of the seat. An unasked `request` is 0."""

    request: int
    seat: Seat
    action: str
    reason: str
    strikes: int


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The player who holds a seat: a client, present or away, or a bot."""

    seat: Seat
    name: str
    occupant: Occupant


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal is over, and counts for those who hold the seats now."""

    holders: tuple[SeatHolder, ...]


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """The match is over. `sat` are all clients that have sat there since it began, by `Session.who`."""

    at_ms: int
    sat: tuple[str, ...]


_Replayed = ActionTaken | PackLaid | MatchBegun | DealSealed | PledgeTaken | ShareTaken | DealShown

Dated = _Replayed | Told
"""The entries that cause events, `at` that time (ms of the Unix clock)."""

OfMatch = _Replayed | StrikeCounted | DealPlayed | MatchPlayed
"""The entries of one match."""

Entry = TableOpened | Told | Shown | Seating | Declined | OfMatch
