"""The parts that messages share: field types with their bounds, closed sets, small structures, and base classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from coinche.engine.fair import Shares
from coinche.engine.presets import DEFAULT_PRESET
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.limits import AFTER_SIGN_IN, BEFORE_SIGN_IN, FROM_SERVER, MAX_DEPTH, MAX_NAME, MAX_NUMBER

VERSION = 1

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
"""The name of a person or a table; `names` says which characters."""
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""
InvitationSecret = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
"""16 bytes in hexadecimal."""
Proof = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}([0-9a-f]{64})?\Z")]
"""An HMAC of 32 bytes or a signature of 64, in hexadecimal."""
FrameId = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
"""A number that the client chooses; the answer carries it as `re`."""
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
OptionName = Annotated[str, Meta(max_length=32)]
OptionText = Annotated[str, Meta(max_length=64)]
OptionValue = OptionText | int | bool | Annotated[tuple[OptionText | int, ...], Meta(max_length=16)] | None
"""The value of a rule option: as in the rules, or as a house file has it."""


class ClientMessage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The field that every message of a client may carry."""

    id: FrameId | UnsetType = UNSET


class ServerMessage(Struct, frozen=True, kw_only=True):
    """The field that every message of the server may carry: `re` is the `id` of the message that it answers.

    Fields that have a default travel all the same, so that no reader has to know it; those that are UNSET do not.
    """

    re: int | UnsetType = UNSET


class Role(StrEnum):
    """The role of a session."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    PROVIDER = "provider"
    """A program that lends bots to free seats: it answers invites and gets requests, no events."""


class Auth(StrEnum):
    """The way in which a client proves who it is."""

    GUEST = "guest"
    RESUME = "resume"
    TOKEN = "token"
    """A token that the operator of the server has handed out; providers need one."""
    ED25519 = "ed25519"
    """A key of the client's own: a name belongs to the first key that claims it."""
    INVITATION = "invitation"
    """An invitation to a name, which belongs to the client from then on: to its key, or to a token."""


class Capability(StrEnum):
    """An optional feature of a server, or something that a client wants otherwise than usual."""

    RESUME = "resume"
    JSON = "json"
    """JSON lines in place of frames."""
    TLS = "tls"
    EVENTS = "events"
    """Requests without the view, for clients that keep count of the events themselves."""
    ARCHIVE = "archive"
    """Matches are kept, and may be asked for."""
    FAIR = "fair"
    """Shares for the shuffle: a client that has it is asked for a share, one that has not gets a substitute."""
    SYSTEMS = "systems"
    """Bidding systems may be declared."""
    PEOPLE = "people"
    """A client in the lobby is told who is on the server, what is said in the lobby, and who looks for players."""
    PRACTICE = "practice"
    """A client may open practice tables."""
    HINTS = "hints"
    """Hints and the values of cards may be asked for; a provider that has it answers such questions."""
    INVITATIONS = "invitations"
    """Invitations to names may be redeemed."""
    LADDER = "ladder"
    """Programs may enter the server's ladder; a client in the lobby is told how it stands."""


class HintLanguage(StrEnum):
    """A language in which hints are given."""

    FRENCH = "fr"
    ENGLISH = "en"


class ShareStage(StrEnum):
    """The part of a share that is wanted for a shuffle."""

    PLEDGE = "pledge"
    SHARE = "share"


class Topic(StrEnum):
    """The subject of a notice."""

    STORAGE = "storage"
    """The match cannot be kept just now; the tables stand still until it can."""
    GOING_ON = "going_on"
    """The match can be kept again."""
    DRAINING = "draining"
    """The server takes no new tables, and ends once the open ones have ended."""
    OPERATOR = "operator"
    """The operator says something."""


class Occupant(StrEnum):
    """The occupant of a seat."""

    FREE = "free"
    PERSON = "person"
    PROGRAM = "program"
    """A client that signed in as software that plays by itself."""
    BOT = "bot"
    """A bot of the server's provider, or the default action where there is none."""


class Whereabouts(StrEnum):
    """The place of a client on the server."""

    LOBBY = "lobby"
    PLAYING = "playing"
    WATCHING = "watching"
    ELSEWHERE = "elsewhere"
    """At a table that the server does not list."""


class RequestKind(StrEnum):
    """The kind of decision that a player is asked for."""

    CUT = "cut"
    BID = "bid"
    PLAY = "play"
    REACT = "react"
    """A player may coinche or surcoinche out of turn, or decline with a pass, while the bid stands."""


class ClockName(StrEnum):
    """A usual clock."""

    CASUAL = "casual"
    STANDARD = "standard"
    BLITZ = "blitz"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Time for a decision, in ms: free time first, then the bank, then the default is played."""

    move_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of the server: frame bytes, nesting, milliseconds between pings and of credit for the way."""

    frame_before_sign_in: int = BEFORE_SIGN_IN
    frame: int = AFTER_SIGN_IN
    server_frame: int = FROM_SERVER
    depth: int = MAX_DEPTH
    ping_ms: int = 20_000
    credit_ms: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """The occupant of a seat. `connected` is false while the player is away.

    `reserved_by` names who gets the seat at the next deal. A seat that is `closed` stays with its bot until the match
    is over.
    """

    seat: Seat
    occupant: Occupant
    name: str = ""
    connected: bool = True
    reserved_by: str = ""
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """A table as the lobby shows it.

    `preset` is what its rules are called: a preset, with `+2` where two options differ, or the house's own name.
    `options` are those in which they differ from the preset `base`, the target apart. Where each match is a board, they
    have the `length` 1, and the target is without meaning. Spectators see events later by `delay_s` seconds, and after
    the ends of `delay_deals` deals, their own included. A table of the `ladder` is listed after all others.
    """

    table: str
    name: str
    preset: str
    target: int
    phase: Phase
    seats: tuple[SeatInfo, ...]
    spectators: int = 0
    base: str = DEFAULT_PRESET
    options: dict[str, OptionValue] = field(default_factory=dict)
    clock: Clock
    strict: bool = False
    private: bool = False
    delay_s: int = 0
    delay_deals: int = 0
    host: Seat | None = None
    hold: bool = False
    shares: Shares = Shares.CUTTER
    hints: bool = True
    ladder: bool = False
    score: dict[Team, int] | None = None
    """The totals of the match; None before its first deal has ended, and where spectators are behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonInfo:
    """A client of the server: a person or a program, in the lobby or at a table."""

    name: str
    occupant: Occupant
    place: Whereabouts
    table: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLine:
    """A line of the chat in the lobby; `at` is when it was said, in ms of the Unix clock."""

    at: int
    name: str
    text: str
