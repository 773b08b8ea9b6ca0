"""What a table is made of: each thing that was done there, as it is kept. `course` says what comes of it.

Knows values. Refuses to know where they are kept (`store`), as which bytes (`kept_entries`), and what they come to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, Occupant, TableEvent

from .options import TableOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """The first entry of every table."""

    options: TableOptions
    origin: str


@dataclass(frozen=True, slots=True)
class Told:
    """Everybody at the table has been told that, at that time (ms of the Unix clock).

    `by` is who had it told (`Session.who`), where that counts later.
    """

    at: int
    event: TableEvent
    by: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """Spectators of a table with a delay have been shown everything up to that event."""

    n: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """One chair: the id of the session that owns it, and the bot that plays where that does not.

    The owner sees what was dealt to the seat after event `since`. A `closed` seat stays with its bot.
    """

    seat: Seat
    owner: str | None
    bot: str | None
    since: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where from now on, sessions by their ids, and what is remembered of who has sat there.

    `held` is which seats somebody has held in this match, by `Session.who`, and `voted_out` who sits there no more;
    `longest_first` is in which order those who sit there have come. `known` is whose hand of the running deal somebody
    has seen; `reserved` who gets which seat with the next deal; `lenders` the providers that may play in this one.
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

Entry = TableOpened | Told | Shown | Seating | Declined | OfMatch
