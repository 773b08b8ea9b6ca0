"""The model of the client: everything that it knows and shows, as one frozen value.

`update` turns it and a message into the next model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from enum import Enum, auto

from coinche.connection.address import Found
from coinche.protocol.house_rules import HouseRules
from coinche.protocol.messages import MatchInfo, PlayerStatistics, TableInfo

from .messages import Lesson
from .notices import Bulletin, Notice
from .replay import Tape
from .table import AtTable
from .ui import Overlay, Ui, Wish


class Purpose(Enum):
    """What a record is fetched for."""

    LOOK = auto()
    """To look at its match."""
    KEEP = auto()
    """To keep the match that is looked at."""
    WEIGH = auto()
    """To have its cards weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetch:
    """A record that is being fetched, page by page."""

    match: MatchInfo | None = None
    """Which one; None while that of the match that is looked at is sought among those that the server keeps."""
    lines: tuple[str, ...] = ()
    purpose: Purpose = Purpose.LOOK
    path: str = ""
    """The file in which it is to be kept; "" where the person named none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What is known of them; `players` is None before they came."""

    offered: bool = False
    """Whether this server keeps matches at all."""
    zone: tzinfo | None = UTC
    """In which times are told; None: the machine's own."""
    matches: tuple[MatchInfo, ...] = ()
    more: bool = False
    listing: bool = False
    """More of the list was asked for."""
    row: int = 0
    fetch: Fetch | None = None
    players: tuple[PlayerStatistics, ...] | None = None


class Screen(Enum):
    """What the person is about."""

    HOME = auto()
    """Which server, or none: who is there, and what can be done alone."""
    PLAY = auto()
    """The lobby of a server, or a table."""
    REPLAY = auto()
    """A match that is looked at again."""
    MATCHES = auto()
    """Matches that the server keeps."""
    STATISTICS = auto()
    """What they come to, player by player."""


class Link(Enum):
    """How the connection stands."""

    CONNECTING = auto()
    UP = auto()
    LOST = auto()
    """Being mended: nothing that is done now reaches the server."""


NEEDS_TABLE = frozenset({Overlay.LAST_TRICK, Overlay.LOG, Overlay.LEAVE, Overlay.CHAT, Overlay.CONVENTIONS})
"""What lies over a table and says nothing without one; `HISTORY` is that of a tape as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientState:
    """The whole of it. An overlay that needs a table closes with it, whatever takes the table away."""

    screen: Screen = Screen.PLAY
    has_home: bool = False
    """Whether there is a home to go back to, or the program ends with its server."""
    found: tuple[Found, ...] = ()
    searching: bool = False
    bound_for: str = ""
    """The server that is being gone to from home; "" while none is."""
    link: Link = Link.CONNECTING
    attempt: int = 0
    """How many times the lost connection was tried for."""
    lost_since: float = 0.0
    """When it was lost, by the client's clock."""
    restarting: bool = False
    """The server has said that it will be back."""
    now: float = 0.0
    """Seconds of the client's clock, as of the last tick."""
    name: str = ""
    server: str = ""
    fair: bool = True
    """Whether players shuffle with this server."""
    tables: tuple[TableInfo, ...] = ()
    in_lobby: bool = False
    presets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    table: AtTable | None = None
    archive: Archive = field(default_factory=Archive)
    tape: Tape | None = None
    """The match that is looked at again."""
    behind: Screen = Screen.PLAY
    """What there is behind it."""
    notice: Notice | None = None
    bulletin: Bulletin | None = None
    """What the server has told all its guests last."""
    muted: frozenset[str] = frozenset()
    """People whose words are not shown."""
    houses: tuple[HouseRules, ...] = ()
    """The rules of the person's own that are kept as house files."""
    passphrase: str | None = None
    """The words of private tables: to come to one, and to open one."""
    wish: Wish = field(default_factory=Wish)
    lesson: Lesson | None = None
    """The lesson that is going on, with all that waits behind it."""
    solo: bool = False
    """The server is our own and ends with us."""
    ui: Ui = field(default_factory=Ui)

    @property
    def server_name(self) -> str:
        """What the server calls itself, where it was found on the network; else its address."""
        return next((one.name for one in self.found if one.name and str(one.address) == self.server), self.server)

    def __post_init__(self) -> None:
        overlay = self.ui.overlay
        needs_table = overlay in NEEDS_TABLE or (overlay is Overlay.HISTORY and self.tape is None)
        if needs_table and self.table is None:
            object.__setattr__(self, "ui", replace(self.ui, overlay=None))
