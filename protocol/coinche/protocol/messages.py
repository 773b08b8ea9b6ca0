"""Every message of coinche/1: the schema of the wire, one class each, and who sends it.

Knows fields, types and bounds. Refuses to know bytes (`codec`) and what a server does with a message.
Events of the game are the engine's own classes; they and the events of a table travel in an `Envelope`.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import Declaration
from coinche.engine.events import Event
from coinche.engine.presets import DEFAULT_PRESET
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView

from .errors import ErrorClass, ErrorCode
from .names import MAX_NAME, checked_name

VERSION = 1

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
"""What a person or a table is called; `names` says which characters."""
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""
FrameId = Annotated[int, Meta(ge=0, le=2**31)]
"""Chosen by the client; the answer carries it as `re`."""
Number = Annotated[int, Meta(ge=0, le=2**31)]
OptionName = Annotated[str, Meta(max_length=32)]
OptionText = Annotated[str, Meta(max_length=64)]
OptionValue = OptionText | int | bool | Annotated[tuple[OptionText | int, ...], Meta(max_length=16)] | None
"""The value of a rule option: as in the rules, or as a house file has it."""


class Role(StrEnum):
    """What a session is for."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    PROVIDER = "provider"
    """A program that lends bots to free seats: it answers invites and gets requests, no events."""


class Auth(StrEnum):
    """How a client says who it is."""

    GUEST = "guest"
    RESUME = "resume"
    TOKEN = "token"
    """With a token that the operator of the server has handed out; providers need one."""


class Occupant(StrEnum):
    """Who acts for a seat."""

    FREE = "free"
    PERSON = "person"
    PROGRAM = "program"
    """A client that signed in as software that plays by itself."""
    BOT = "bot"
    """A bot of the server's provider, or the default action where there is none."""


class RequestKind(StrEnum):
    """What is asked of a player."""

    CUT = "cut"
    BID = "bid"
    PLAY = "play"
    REACT = "react"
    """Out of turn, to coinche or surcoinche or to decline it with a pass, while the bid stands."""


# --- from the client ---------------------------------------------------------------------------------


class ClientMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every message of a client may carry."""

    id: FrameId | UnsetType = UNSET


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message: who speaks, which versions, as what. `program` is true for software without a person."""

    versions: tuple[int, int]
    name: Name
    software: Annotated[str, Meta(max_length=64)] = ""
    role: Role = Role.PLAYER
    program: bool = False
    auth: Auth = Auth.GUEST
    session: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    want: Annotated[tuple[str, ...], Meta(max_length=32)] = ()
    need: Annotated[tuple[str, ...], Meta(max_length=32)] = ()

    def __post_init__(self) -> None:
        checked_name(self.name)


class Prove(ClientMessage, frozen=True, kw_only=True, tag="prove"):
    """The answer to `welcome` for who resumes or has a token.

    proof = HMAC-SHA256(SHA-256(secret or token), nonce ‖ n as decimal digits).
    """

    proof: Secret
    n: Number = 0


class CreateTable(ClientMessage, frozen=True, kw_only=True, tag="create_table"):
    """Open a table and sit down at it. `bots` fills the other seats at once with that kind of bot.

    The rules are the preset's, without one the server's own, with the `options` changed; `target` is one of them.
    """

    name: Name
    preset: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=64)] = {}
    target: Annotated[int, Meta(ge=1, le=20_000)] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    watch: bool = False
    """Do not sit down; watch."""
    bots: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        checked_name(self.name)


class Join(ClientMessage, frozen=True, kw_only=True, tag="join"):
    """Sit down at a table: on that seat, or on the first that is free."""

    table: TableId
    seat: Seat | UnsetType = UNSET


class Watch(ClientMessage, frozen=True, kw_only=True, tag="watch"):
    """Follow a table without a seat."""

    table: TableId


class Leave(ClientMessage, frozen=True, kw_only=True, tag="leave"):
    """Get up, or stop watching. A seat left in mid-match goes to a bot."""

    table: TableId


class AddBot(ClientMessage, frozen=True, kw_only=True, tag="add_bot"):
    """Fill a free seat, or all of them, with a bot of that kind."""

    table: TableId
    bot: Annotated[str, Meta(max_length=32)] = "steady"
    seat: Seat | UnsetType = UNSET


class Act(ClientMessage, frozen=True, kw_only=True, tag="act"):
    """The answer to a request: an action in notation.

    A coinche or surcoinche may come unasked: without `request`, but with `after`, the number of the last event that its
    sender had seen. It counts for the bid that stood then, and for no other.
    """

    table: TableId
    request: Number | UnsetType = UNSET
    after: Number | UnsetType = UNSET
    action: Annotated[str, Meta(max_length=96)]

    def __post_init__(self) -> None:
        if (self.request is UNSET) is (self.after is UNSET):
            raise ValueError("an act has either `request`, or unasked `after`")


class GoOn(ClientMessage, frozen=True, kw_only=True, tag="go_on"):
    """The recap has been read."""

    table: TableId


class Accept(ClientMessage, frozen=True, kw_only=True, tag="accept"):
    """A provider takes the seat that an invite offered."""

    table: TableId
    seat: Seat


class Decline(ClientMessage, frozen=True, kw_only=True, tag="decline"):
    """A provider does not take the seat that an invite offered."""

    table: TableId
    seat: Seat


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there? Answered with a pong of the same `data`."""

    data: Annotated[str, Meta(max_length=64)] = ""


class Pong(ClientMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to the server's ping."""

    data: Annotated[str, Meta(max_length=64)] = ""


class Bye(ClientMessage, frozen=True, kw_only=True, tag="bye"):
    """The client is leaving; its seats go to bots at once."""


FromClient = (
    Hello | Prove | CreateTable | Join | Watch | Leave | AddBot | Act | GoOn | Accept | Decline | Ping | Pong | Bye
)


# --- from the server ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the server bounds: frame bytes, nesting, and milliseconds between pings."""

    frame_before_sign_in: int = 4096
    frame: int = 16384
    server_frame: int = 262_144
    depth: int = 8
    ping_ms: int = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """Who sits where. `connected` is false while a bot plays for an absent player."""

    seat: Seat
    occupant: Occupant
    name: str = ""
    connected: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """A table as the lobby shows it.

    `preset` is what its rules are called: a preset, with `+2` where two options differ, or the house's own name.
    `options` are those in which they differ from the preset `base`, the target apart.
    """

    table: str
    name: str
    preset: str
    target: int
    phase: Phase
    seats: tuple[SeatInfo, ...]
    spectators: int = 0
    base: str = DEFAULT_PRESET
    options: dict[str, OptionValue] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Time for a decision, in ms: free time first, then the bank, then the default is played."""

    move_ms: int
    bank_ms: int


class ServerMessage(Struct, frozen=True, kw_only=True):
    """What every message of the server may carry: `re` is the `id` of the message that it answers.

    Fields that have a default travel all the same, so that no reader has to know it; those that are UNSET do not.
    """

    re: int | UnsetType = UNSET


class Welcome(ServerMessage, frozen=True, kw_only=True, tag="welcome"):
    """The server agrees to talk: the version chosen, its limits, a nonce to prove things with."""

    version: int
    server: str
    nonce: Secret
    capabilities: dict[str, str]
    limits: Limits


class Ready(ServerMessage, frozen=True, kw_only=True, tag="ready"):
    """Signed in. `secret` takes the session back after a lost connection; each `ready` brings a new one."""

    session: str
    name: str
    secret: Secret
    capabilities: tuple[str, ...] = ()


class Lobby(ServerMessage, frozen=True, kw_only=True, tag="lobby"):
    """All tables, sent to everybody who is at none whenever one changes; `presets` and `bots` can be chosen."""

    tables: tuple[TableInfo, ...]
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()


class Joined(ServerMessage, frozen=True, kw_only=True, tag="joined"):
    """You are at the table, in that seat, or watching; the table's events follow from 1 (or after `n`, resumed)."""

    table: str
    name: str
    seat: Seat | None
    preset: str
    rules: RuleSet


class Left(ServerMessage, frozen=True, kw_only=True, tag="left"):
    """You are no longer at the table; `reason` says why."""

    table: str
    reason: str


class Request(ServerMessage, frozen=True, kw_only=True, tag="request"):
    """It is your turn, or (kind react) you may coinche out of turn. Everything needed to decide is here.

    `legal` names every legal action, number bids apart and cards without what may be said with them; `bids` is the
    lowest number in each denomination, upwards by `step` to `max`; `offers` what may be said with which card, and
    `declarations` what may be declared with any of them, as long as no card counts twice.
    """

    request: int
    table: str
    seat: Seat
    after: int
    kind: RequestKind
    match: int
    deal: int
    rules: str
    """The first 16 hexadecimal digits of SHA-256 over the rules' canonical JSON: a key for those of match_started."""
    legal: tuple[str, ...]
    bids: dict[Denomination, int] = {}
    step: int = 10
    max: int = 990
    offers: dict[Card, tuple[str, ...]] = {}
    declarations: tuple[Declaration, ...] = ()
    default: str
    clock: Clock
    view: TableView


class Ok(ServerMessage, frozen=True, kw_only=True, tag="ok"):
    """The message was accepted; for an act, what it cost of the clock, in ms."""

    request: int | UnsetType = UNSET
    used_ms: int | UnsetType = UNSET
    bank_ms: int | UnsetType = UNSET


class Error(ServerMessage, frozen=True, kw_only=True, tag="error"):
    """The message was refused, or (class fatal) the connection ends. `data` depends on the code."""

    code: ErrorCode
    error_class: ErrorClass = field(name="class")
    message: str
    request: int | UnsetType = UNSET
    data: dict[str, str | int | tuple[str, ...]] = {}


class Invite(ServerMessage, frozen=True, kw_only=True, tag="invite"):
    """To a provider: play this seat, with these rules, as that kind of bot."""

    table: str
    seat: Seat
    bot: str
    rules: RuleSet


class Dismiss(ServerMessage, frozen=True, kw_only=True, tag="dismiss"):
    """To a provider: the seat is no longer yours to play."""

    table: str
    seat: Seat


class ServerPing(ServerMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there? Answer with a pong of the same `data`."""

    data: str = ""


class ServerPong(ServerMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to your ping."""

    data: str = ""


class ServerBye(ServerMessage, frozen=True, kw_only=True, tag="bye"):
    """The answer to your bye; the connection ends."""


FromServer = (
    Welcome
    | Ready
    | Lobby
    | Joined
    | Left
    | Request
    | Ok
    | Error
    | Invite
    | Dismiss
    | ServerPing
    | ServerPong
    | ServerBye
)


# --- events of a table -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Somebody sat down, got up, went away or came back: the seat as it is now."""

    seat: Seat
    occupant: Occupant
    name: str
    connected: bool


@dataclass(frozen=True, slots=True)
class RecapStarted:
    """The deal's score lies on the table until everybody goes on, or for that many ms."""

    ms: int


@dataclass(frozen=True, slots=True)
class WentOn:
    """A player has read the recap."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A player's time was up; the default action follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is over; nothing follows."""

    reason: str


TableEvent = SeatChanged | RecapStarted | WentOn | TimedOut | TableClosed


@dataclass(frozen=True, slots=True)
class Envelope:
    """An event of a table with its number (dense, the same for every viewer) and its time (ms of the Unix clock)."""

    table: str
    n: int
    at: int
    event: Event | TableEvent
