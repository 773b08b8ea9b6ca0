"""Effects: the tasks that an intent orders besides messages to the server, as values; `runtime.effects` runs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.connection.address import Address
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import Request, System

from .messages import LessonNumber


@dataclass(frozen=True, slots=True)
class SearchServers:
    """Search the network for servers again."""


@dataclass(frozen=True, slots=True)
class Connect:
    """Connect to a server."""

    address: Address


@dataclass(frozen=True, slots=True)
class PlayAlone:
    """Start the person's own server, and show its matches or play there with bots; it ends with the connection."""

    to_browse: bool = False
    waiting: str = ""
    """The directory of the match that is to go on; "" for that of the usual rules."""
    beside_waiting: bool = False
    """True to leave the server, and to begin a match in a directory where none waits."""


@dataclass(frozen=True, slots=True)
class Practise:
    """Leave the server, if there is one, and start one that keeps nothing, with the practice table that is wanted."""

    said_bye: bool = False


@dataclass(frozen=True, slots=True)
class GoHome:
    """Leave the server, once it has answered the `bye` if one was said, and show the home screen."""

    said_bye: bool


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Save changed settings, by name."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRules:
    """Save a group's rules in a file of house rules."""

    name: str
    base: str
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """Read the record of a match from a file."""

    path: str


@dataclass(frozen=True, slots=True)
class FetchRecord:
    """Fetch the wanted record from the server, page by page, until it is complete."""


@dataclass(frozen=True, slots=True)
class KeepRecord:
    """Save a record in the file that the person named, or in one named after the match."""

    title: str
    lines: tuple[str, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Think:
    """Compute advice: the answer of a sound player to the request."""

    request: Request
    rules: RuleSet
    systems: Mapping[Seat, System] = field(default_factory=dict)
    """The bidding systems that the players have declared."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Redraw the whole screen, because another program has written on it."""


@dataclass(frozen=True, slots=True)
class Suspend:
    """Give the terminal back to the shell until the shell resumes the client."""


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Turn this many pages of the rules, or back if negative; how much a page shows depends on the screen."""

    by: int


ForScreen = Redraw | Suspend | TurnPage
"""Effects that only the full screen can run; it does so at once."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Start a lesson: deals at a local table, with explanations."""

    number: LessonNumber


@dataclass(frozen=True, slots=True)
class Weigh:
    """Compute the value of each card at each position of the replay, for as long as the person wants it."""


@dataclass(frozen=True, slots=True)
class Consult:
    """Find the choice of `expert` at each decision of the replay, for as long as the person wants it."""


@dataclass(frozen=True, slots=True)
class ReviewMatch:
    """Find the person's most costly decisions in the match being replayed."""


@dataclass(frozen=True, slots=True)
class ReviewPar:
    """Compare the person's last matches with perfect play, for as long as the person wants it."""


LightEffect = Think | FetchRecord | Learn | Weigh | Consult | ReviewMatch | ReviewPar
"""Effects that need nothing of this machine but time; ssh guests may have them, too."""

Effect = (
    LightEffect
    | SearchServers
    | Connect
    | PlayAlone
    | Practise
    | GoHome
    | KeepSettings
    | WriteRules
    | OpenRecord
    | KeepRecord
)
