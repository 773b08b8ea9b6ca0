"""Effects: what an intent wants that no message to a server does. `errand_boy` carries them out.

Pure values; refuses to know how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.connection.address import Address
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import Request, System


@dataclass(frozen=True, slots=True)
class Search:
    """Look for servers on the network, anew."""


@dataclass(frozen=True, slots=True)
class Connect:
    """Go to that server."""

    address: Address


@dataclass(frozen=True, slots=True)
class PlayAlone:
    """Start a private server with bots, and open a table there; it ends with the connection."""


@dataclass(frozen=True, slots=True)
class GoHome:
    """Leave the server, once its answer to the bye has come."""


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Keep those settings, by their names, for the next time."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRules:
    """Keep a group's rules as a house file."""

    name: str
    base: str
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """Read the record in that file."""

    path: str


@dataclass(frozen=True, slots=True)
class FetchRecord:
    """Ask the server for the record that is wanted, until it is whole."""


@dataclass(frozen=True, slots=True)
class KeepRecord:
    """Write those lines into a file of one's own: the one that was named, or one that is named after the match."""

    title: str
    lines: tuple[str, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Think:
    """Find out what a sound player would answer."""

    request: Request
    rules: RuleSet
    systems: Mapping[Seat, System] = field(default_factory=dict)
    """What the others have declared that their calls promise."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw the whole screen anew: something else has written on it."""


@dataclass(frozen=True, slots=True)
class Suspend:
    """Give the terminal back to the shell, until that lets us go on."""


ForScreen = Redraw | Suspend
"""What a full screen alone can do, and does at once."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Give a lesson: a deal at a table of one's own, with somebody who explains."""


@dataclass(frozen=True, slots=True)
class Weigh:
    """Find out what each card would bring wherever the tape stands, for as long as that is wanted."""


LightEffect = Think | FetchRecord | Learn | Weigh
"""What needs nothing of this machine but time: guests by ssh may have it, too."""

Effect = LightEffect | Search | Connect | PlayAlone | GoHome | KeepSettings | WriteRules | OpenRecord | KeepRecord
