"""The events of a table that are not the game's, and the envelope in which all events travel."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.events import Event
from coinche.engine.fair import Shares
from coinche.engine.seats import Seat

from .bidding_systems import System
from .types import Occupant, Secret


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Somebody sat down, got up, went away or came back: the seat as it is now."""

    seat: Seat
    occupant: Occupant
    name: str
    connected: bool
    closed: bool = False
    """The seat stays with its bot until the match is over."""


@dataclass(frozen=True, slots=True)
class SeatReserved:
    """The seat goes to that client, or that kind of bot, at the next deal; `free`: to nobody any more."""

    seat: Seat
    occupant: Occupant
    name: str


@dataclass(frozen=True, slots=True)
class AdmitAgreed:
    """A player agrees that the seat `newcomer` changes hands at once."""

    seat: Seat
    newcomer: Seat


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The player at that seat is the host from now on; None: nobody is."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class RecapStarted:
    """The deal's score lies on the table until everybody goes on, or for that many ms.

    After the last deal another match may be asked for, for `rematch_ms` at most; 0: none follows this deal.
    """

    ms: int
    rematch_ms: int = 0


@dataclass(frozen=True, slots=True)
class WentOn:
    """A player has read the recap."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A player's time was up; the default action follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Struck:
    """A player's action at a strict table was illegal; only they are told why. The default action follows."""

    seat: Seat
    strikes: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player has had too many strikes: the default is played for the seat to the end of the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player takes all tricks that are left, whatever the others hold; how, follows card by card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """A player would like a pause; the wish ends with the deal, or when the player leaves the seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand until somebody goes on, or for that many ms."""

    ms: int


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The clocks run again; what was asked before is asked again."""


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """A player would like another match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A player votes for a bot in the place of the player `against`."""

    seat: Seat
    against: Seat


@dataclass(frozen=True, slots=True)
class SystemDeclared:
    """The calls of the player at that seat promise this, until the seat changes or they declare another system."""

    seat: Seat
    system: System


@dataclass(frozen=True, slots=True)
class DealCommitted:
    """The server has bound itself to its share of the next shuffle, before it knows any other.

    `names` are those of the seats; they, the match's `id` and the number of the deal are in the `commitment`.
    """

    id: Secret
    match: int
    deal: int
    dealer: Seat
    names: dict[Seat, str]
    shares: Shares
    commitment: Secret


@dataclass(frozen=True, slots=True)
class SharePledged:
    """A player has bound themselves to a share of the next shuffle."""

    seat: Seat
    pledge: Secret


@dataclass(frozen=True, slots=True)
class ShareGiven:
    """A player's share of the next shuffle; a `substitute` is the server's, for a player who has given none."""

    seat: Seat
    share: Secret
    substitute: bool


@dataclass(frozen=True, slots=True)
class DealRevealed:
    """The server's own share of that deal's shuffle, now that nothing hidden hangs on it."""

    match: int
    deal: int
    secret: Secret


@dataclass(frozen=True, slots=True)
class Chatted:
    """A chat message; `seat` is None for a spectator."""

    seat: Seat | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is over; nothing follows. `forfeits` are the seats that have lost their right to play."""

    reason: str
    forfeits: tuple[Seat, ...] = ()


TableEvent = (
    SeatChanged
    | SeatReserved
    | AdmitAgreed
    | HostChanged
    | RecapStarted
    | WentOn
    | TimedOut
    | Struck
    | Forfeited
    | Claimed
    | PauseAsked
    | Paused
    | PauseEnded
    | RematchAsked
    | VoteCast
    | SystemDeclared
    | DealCommitted
    | SharePledged
    | ShareGiven
    | DealRevealed
    | Chatted
    | TableClosed
)


@dataclass(frozen=True, slots=True)
class Envelope:
    """An event of a table with its number (dense, the same for every viewer) and its time (ms of the Unix clock)."""

    table: str
    n: int
    at: int
    event: Event | TableEvent
