"""The client's model: everything it knows and shows, as one frozen value.

`update` turns the model and a message into the next model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from enum import Enum, auto

from coinche.client.texts.tips import Tip
from coinche.connection.address import Found
from coinche.engine.seats import Seat
from coinche.protocol.house_rules import HouseRules
from coinche.protocol.messages import MatchInfo, PlayerPage, PlayerStatistics, TableInfo

from .bulletins import Bulletin
from .messages import Lesson, LessonNumber, WaitingMatch
from .notices import Notice
from .people import InvitationMade, Presence
from .practice import Retry
from .replay import ReplayState
from .statistics import ParReview, SortBy
from .table import AtTable
from .ui import Overlay, Ui, Wish


class Purpose(Enum):
    """The purpose of fetching a record."""

    LOOK = auto()
    """Replay its match."""
    KEEP = auto()
    """Save the match being replayed."""
    WEIGH = auto()
    """Compute the value of its cards."""
    CONSULT = auto()
    """Find the choices of `expert`."""
    REVIEW = auto()
    """Find the person's most costly decisions."""
    RETRY = auto()
    """Play on from the position of the replay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """A record being fetched, page by page."""

    match: MatchInfo | None = None
    """The match; None while it is still searched for in the server's list."""
    lines: tuple[str, ...] = ()
    size: int = 0
    """The characters of the lines."""
    purpose: Purpose = Purpose.LOOK
    path: str = ""
    """The file in which to save it; "" if the person named none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchArchive:
    """The matches that the server keeps, and their statistics; `players` is None until they arrive."""

    offered: bool = False
    """True if this server keeps matches."""
    zone: tzinfo | None = UTC
    """The time zone in which times are shown; None means the zone of this machine."""
    matches: tuple[MatchInfo, ...] = ()
    more: bool = False
    listing: bool = False
    """True while a page of the list is under way."""
    row: int = 0
    fetch: Fetch | None = None
    players: tuple[PlayerStatistics, ...] | None = None
    sort_by: SortBy = SortBy.MATCHES
    page: PlayerPage | None = None
    """The page of one player; None until it arrives."""
    from_people: bool = False
    """True if that page was opened from the list of people on the server, to which it returns."""
    scroll: int = 0
    par: ParReview | None = None
    """The person's own matches against perfect play; None until the person asks."""


class Screen(Enum):
    """The screens of the client."""

    HOME = auto()
    """The servers found, and games that need none."""
    PLAY = auto()
    """The lobby of a server, or a table."""
    REPLAY = auto()
    """A match being replayed."""
    MATCHES = auto()
    """The matches that the server keeps."""
    STATISTICS = auto()
    """The statistics of these matches by player."""
    PLAYER = auto()
    """The page of one player."""


class Link(Enum):
    """The state of the connection."""

    CONNECTING = auto()
    UP = auto()
    LOST = auto()
    """Reconnecting: no action reaches the server."""


class ExpectedMatch(Enum):
    """The expectation of the home screen while a server still looks for the solo matches that wait."""

    NONE = auto()
    LIKELY = auto()
    """A match was in play when the directories were left."""
    CHOSEN = auto()
    """The person goes on with it as soon as it is found."""


NEEDS_TABLE = frozenset(
    {Overlay.LAST_TRICK, Overlay.LOG, Overlay.LEAVE, Overlay.RESUME, Overlay.CHAT, Overlay.CONVENTIONS}
)
"""Overlays that need a table; `HISTORY` needs a table or a replay."""
_SHOW_INVITATION = frozenset({Overlay.INVITED, Overlay.PHONE, Overlay.HELP, Overlay.TERMS})
"""The page of an invitation that was made, and those that lead back to it."""
_NEEDS_NO_TABLE = frozenset({Overlay.LOBBY_CHAT, Overlay.PEOPLE})
"""Overlays of the lobby alone."""


@dataclass(frozen=True, slots=True)
class Tips:
    """The names of the tips that the person has seen, and the tip on the screen."""

    seen: frozenset[str] = frozenset()
    shown: Tip | None = None
    mode: str = ""
    """The name of the mode since which this tip, or none, is shown."""
    since: float = 0.0
    """The moment since which it is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientState:
    """The whole model. An overlay that needs a table closes when the table goes, for whatever reason; an invitation is
    forgotten with its page.
    """

    screen: Screen = Screen.PLAY
    has_home: bool = False
    """True if the client can return to a home screen; otherwise it ends with its server."""
    found: tuple[Found, ...] = ()
    searching: bool = False
    guest: bool = False
    """True if the person is a guest on this machine: its solo matches are somebody else's, and theirs are not kept."""
    waiting: tuple[WaitingMatch, ...] | None = None
    """The solo matches that wait; None until they have been looked for."""
    expected: ExpectedMatch = ExpectedMatch.NONE
    """The expectation that one waits, until they have been looked for."""
    bound_for: str = ""
    """The server to which the client is connecting from home, or ""."""
    goes_on: str = ""
    """The directory of the match that waits and is about to go on at that server, or ""."""
    link: Link = Link.CONNECTING
    attempt: int = 0
    """The number of attempts to reconnect."""
    lost_since: float = 0.0
    """The time of the loss, by the client's clock."""
    restarting: bool = False
    """True if the server has announced that it will be back."""
    now: float = 0.0
    """The client's clock at the last tick, in seconds."""
    name: str = ""
    renamed: str = ""
    """The name that the person has typed since the start, for the next connection; "" if none."""
    typed_address: str = ""
    """The address that the person has typed, until a server has answered there."""
    last_address: str = ""
    """The address of the last server that was reached."""
    home_row: int | None = None
    """The line of home that the person chose last, counted from that of the match against bots; None for a match."""
    server: str = ""
    server_title: str = ""
    """The server's own name, if it has told one."""
    server_link: str = ""
    """The link by which friends reach the server; "" if this client's own address would not lead them there."""
    links_here: tuple[str, ...] = ()
    """The links of a server on this machine: the one there, then those at this machine's addresses in its networks."""
    web_link: str = ""
    """The link that browsers open, as the server gives it; "" if it gives none."""
    ssh_command: str = ""
    """The command, with NAME for a name, by which friends come as this guest of the ssh gateway did; "" if it would
    not lead them there.
    """
    through_ssh: bool = False
    """True for a guest of the ssh gateway."""
    hints_decided: bool | None = None
    """True or False if the server decides about hints; None if the hosts of tables do."""
    fair: bool = True
    """True if players contribute to the shuffles of this server."""
    offers_practice: bool = False
    """True if this server has practice tables."""
    tables: tuple[TableInfo, ...] = ()
    in_lobby: bool = False
    left_seat: tuple[str, Seat] | None = None
    """The table and the seat of the match that the person has left: until it is over, no other seat there is open."""
    presence: Presence = field(default_factory=Presence)
    """The other people on the server."""
    members_invite: bool = False
    """True if owners of names may invite others to this server."""
    has_key: bool = False
    """True if the person's name is proved by a key, so that it may be theirs; a guest owns none."""
    invitation: InvitationMade | None = None
    """The invitation that is shown."""
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    usual_target: int | None = None
    """The target of new tables that name none; None if it is that of their preset."""
    table: AtTable | None = None
    archive: MatchArchive = field(default_factory=MatchArchive)
    match_replay: ReplayState | None = None
    """The match being replayed."""
    behind: Screen = Screen.PLAY
    """The screen to which the replay returns."""
    retry: Retry | None = None
    """The position that is being played again, at a practice table, or once that has been opened."""
    notice: Notice | None = None
    noticed: tuple[Notice, float] | None = None
    """The notice that goes by itself after a while, and the tick since which it stands."""
    bulletin: Bulletin | None = None
    """The server's last notice to all its guests."""
    muted: frozenset[str] = frozenset()
    """Names of players whose chat messages are hidden."""
    houses: tuple[HouseRules, ...] = ()
    """The person's own saved rules."""
    passphrase: str | None = field(default=None, repr=False)
    """The passphrase with which this client enters and opens private tables."""
    wish: Wish = field(default_factory=Wish)
    lesson: Lesson | None = None
    """The lesson in progress, with the state behind it."""
    lessons: frozenset[LessonNumber] = frozenset()
    """The lessons that the person has taken to the end."""
    tips: Tips | None = None
    """None where no tips are shown, as in line mode."""
    solo: bool = False
    """True if the server is the client's own and ends with it."""
    browses_own: bool = False
    """True if the person has come to their own server to look at its matches, and goes home after that."""
    beside: bool = False
    """True if another client holds the directory of the earlier solo matches."""
    keeps_match: bool = False
    """True if a solo match in play goes on when the client is started again."""
    ui: Ui = field(default_factory=Ui)

    @property
    def server_name(self) -> str:
        """The server's own name, else the name that the network search found, else its address."""
        if self.server_title:
            return self.server_title
        return next((one.name for one in self.found if one.name and str(one.address) == self.server), self.server)

    def __post_init__(self) -> None:
        overlay = self.ui.overlay
        needs_table = overlay in NEEDS_TABLE or (overlay is Overlay.HISTORY and self.match_replay is None)
        is_left = overlay in _NEEDS_NO_TABLE and self.table is not None
        is_empty = overlay is Overlay.INVITED and self.invitation is None
        if (needs_table and self.table is None) or is_left or is_empty:
            object.__setattr__(self, "ui", replace(self.ui, overlay=None))
        if self.invitation is not None and self.ui.overlay not in _SHOW_INVITATION:
            object.__setattr__(self, "invitation", None)
