"""The messages of servers, except the events of a table: one class each."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import Declaration
from coinche.engine.fair import Shares
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.errors import ErrorClass, ErrorCode

from .archive import Matches, PlayerPage, RecordPage, Statistics, Values
from .bidding_systems import System
from .ladder import Ladder, LeftLadder
from .lending import Dismiss, HintWanted, Invite, ValuesWanted
from .types import (
    Clock,
    InvitationSecret,
    Limits,
    LobbyLine,
    PersonInfo,
    RequestKind,
    Secret,
    ServerMessage,
    ShareStage,
    TableInfo,
    Topic,
)


class Welcome(ServerMessage, frozen=True, kw_only=True, tag="welcome"):
    """The server agrees to talk: the version chosen, its limits, a nonce to prove things with, ms of the Unix clock."""

    version: int
    server: str
    nonce: Secret
    capabilities: dict[str, str]
    limits: Limits
    time: int
    signer: Secret | UnsetType = UNSET
    """The public key with which the server signs the records of matches."""
    name: str | UnsetType = UNSET
    """The name of the server, if it has one."""
    hints: bool | UnsetType = UNSET
    """True if all tables except strict ones have hints, false if none has; absent if the hosts decide."""
    members_invite: bool | UnsetType = UNSET
    """True if owners of names may invite others."""
    web: str | UnsetType = UNSET
    """The link that browsers open to play here; absent if the server shows them no page, or none that would open."""


class Ready(ServerMessage, frozen=True, kw_only=True, tag="ready"):
    """Signed in. `secret` takes the session back after a lost connection; each `ready` brings a new one."""

    session: str
    name: str
    secret: Secret
    capabilities: tuple[str, ...] = ()
    owned: str | UnsetType = UNSET
    """The name of the invitation that was redeemed: from now on it is the client's own."""


class AwaitsApproval(ServerMessage, frozen=True, kw_only=True, tag="waiting"):
    """The server takes nobody new until somebody lets them in: wait for `ready`, for so many ms at most."""

    ms: int


class Newcomers(ServerMessage, frozen=True, kw_only=True, tag="newcomers"):
    """The names of all who wait to be let in, to a host who may do that, whenever they change."""

    names: tuple[str, ...]


class Lobby(ServerMessage, frozen=True, kw_only=True, tag="lobby"):
    """All tables, sent whenever one changes to every client that is at none; `presets` and `bots` can be chosen.
    `target` is that of new tables that name none, if the server has one besides those of the presets."""

    tables: tuple[TableInfo, ...]
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    target: int | UnsetType = UNSET


class People(ServerMessage, frozen=True, kw_only=True, tag="people"):
    """Everybody on the server, to a client with the capability `people` in the lobby; `more` are not in the list."""

    people: tuple[PersonInfo, ...]
    more: int = 0


class LobbyChatted(ServerMessage, frozen=True, kw_only=True, tag="lobby_chatted"):
    """Lines of the chat in the lobby, the oldest first; with `recent` all that are kept, in place of earlier ones."""

    lines: tuple[LobbyLine, ...]
    recent: bool = False


class CalledToTable(ServerMessage, frozen=True, kw_only=True, tag="called_to_table"):
    """Somebody at that table looks for players; so many seats are to be had."""

    table: str
    name: str
    """The name of the table."""
    by: str
    seats: int


class Joined(ServerMessage, frozen=True, kw_only=True, tag="joined"):
    """You are at the table, in that seat, or watching; the table's events follow from 1 (or after `n`, resumed).

    It may come again: the host has moved you, you have asked for other `eyes`, or the seat that was `reserved` for you
    is yours or is lost. The events follow from 1 again.
    """

    table: str
    name: str
    seat: Seat | None
    preset: str
    rules: RuleSet
    clock: Clock
    strict: bool = False
    hold: bool = False
    eyes: Seat | None = None
    shares: Shares = Shares.CUTTER
    hints: bool = True
    """True if clients may offer their players hints here."""
    practice: bool = False
    """True at a practice table: yours alone, where your time is never up and `undo` takes actions back."""
    reserved: Seat | None = None
    """The seat that you get at the next deal; until then you watch."""


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
    bids: dict[Denomination, int] = field(default_factory=dict)
    step: int = 10
    max: int = 990
    offers: dict[Card, tuple[str, ...]] = field(default_factory=dict)
    declarations: tuple[Declaration, ...] = ()
    default: str
    clock: Clock
    view: TableView | UnsetType = UNSET
    """All that the seat knows; it is absent for a client that has asked for `events` only."""
    systems: dict[Seat, System] | UnsetType = UNSET
    """The systems that are declared, if any are; only for a provider, which hears no events."""

    @property
    def known(self) -> TableView:
        """The view; LookupError where it is absent."""
        if self.view is UNSET:
            raise LookupError("a request without a view, as somebody has asked for `events` only")
        return self.view


class Hint(ServerMessage, frozen=True, kw_only=True, tag="hint"):
    """The answer to `get_hint`: a legal action for that request, and the reason for it as sentences."""

    table: str
    request: int
    action: str
    text: str


class Ok(ServerMessage, frozen=True, kw_only=True, tag="ok"):
    """The message was accepted; for an act, what it cost of the clock, in ms."""

    request: int | UnsetType = UNSET
    used_ms: int | UnsetType = UNSET
    bank_ms: int | UnsetType = UNSET


ErrorData = dict[str, str | int | tuple[str, ...]]
"""The data of an error."""


class Error(ServerMessage, frozen=True, kw_only=True, tag="error"):
    """The message was refused, or (class fatal) the connection ends. `data` depends on the code."""

    code: ErrorCode
    error_class: ErrorClass = field(name="class")
    message: str
    request: int | UnsetType = UNSET
    data: ErrorData = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        code: ErrorCode,
        sentence: str,
        *,
        re: int | UnsetType = UNSET,
        request: int | UnsetType = UNSET,
        data: ErrorData | None = None,
    ) -> Error:
        """Make the message of that code; the code says whether it ends the connection."""
        return cls(code=code, error_class=code.error_class, message=sentence, data=data or {}, re=re, request=request)


class ShareWanted(ServerMessage, frozen=True, kw_only=True, tag="share_wanted"):
    """A player with capability `fair` is asked for a share of the next shuffle, or a pledge of it, within `ms`.

    `commitment` is the server's own pledge. Without an answer in time the server takes a substitute, and says so.
    """

    table: str
    seat: Seat
    match: int
    deal: int
    stage: ShareStage
    commitment: Secret
    ms: int


class Notice(ServerMessage, frozen=True, kw_only=True, tag="notice"):
    """Something about the server that people should read; it changes nothing at any table."""

    topic: Topic
    text: str


class PlayerInvitation(ServerMessage, frozen=True, kw_only=True, tag="invitation"):
    """The answer to `invite_player`: the secret of the invitation to that name, for a link, and when it ends."""

    name: str
    secret: InvitationSecret
    until: int


class SameAddress(ServerMessage, frozen=True, kw_only=True, tag="same_address"):
    """The seats whose players come from one address, in groups of two or more; only the host gets this."""

    table: str
    groups: tuple[tuple[Seat, ...], ...]


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
    | AwaitsApproval
    | Ready
    | Newcomers
    | Lobby
    | People
    | LobbyChatted
    | CalledToTable
    | Joined
    | Left
    | Request
    | Hint
    | Ok
    | Error
    | Invite
    | Dismiss
    | HintWanted
    | ValuesWanted
    | ShareWanted
    | Notice
    | PlayerInvitation
    | SameAddress
    | Matches
    | RecordPage
    | Values
    | Statistics
    | PlayerPage
    | Ladder
    | LeftLadder
    | ServerPing
    | ServerPong
    | ServerBye
)
