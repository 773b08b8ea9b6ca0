"""People on the server: who is there, what is said, who looks for players, who waits to be let in, who is invited."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from coinche.protocol.messages import LobbyLine, PersonInfo

MOST_LINES = 50
"""Lines of the chat that are kept."""
CALL_SECONDS = 600.0
"""Seconds for which a call is shown, as long as a seat is free: as many as a server tells it to those who come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallForPlayers:
    """Somebody looks for players at that table."""

    table: str
    name: str
    """The name of the table."""
    by: str
    seats: int
    before_match: bool
    """True if the table was still gathering."""
    since: float
    """The time of its arrival, by the client's clock."""
    retold: bool = False
    """True if the person heard it on an earlier visit to the lobby."""


class Standing(Enum):
    """The fate of somebody who wants to be let in."""

    WAITS = auto()
    PUT_OFF = auto()
    """The person does not let them in for now; they go on waiting."""
    LET_IN = auto()
    """The person has let them in, which the server has not confirmed yet."""
    UNCONFIRMED = auto()
    """The applicant waited before the connection was lost; the server has not said yet whether they still do."""


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody new who waits until the operator or a host lets them in, since that moment of the client's clock."""

    name: str
    since: float
    standing: Standing = Standing.WAITS
    approval: int | None = None
    """The id of the latest request to let them in."""


@dataclass(frozen=True, slots=True)
class InvitationMade:
    """An invitation to a name, which the server has just made; it is kept only while it is shown."""

    name: str
    secret: str = field(repr=False)
    until: int
    """The end, in ms of the Unix clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """The people on the server; nothing of it is known while the client is at a table."""

    offered: bool = False
    """True if this server tells of people, and has a chat in its lobby."""
    people: tuple[PersonInfo, ...] = ()
    more: int = 0
    """The number of people who are not in the list."""
    row: int = 0
    """The line of the list under the cursor."""
    lines: tuple[LobbyLine, ...] = ()
    call: CallForPlayers | None = None
    """The latest call."""
    heard_calls: tuple[CallForPlayers, ...] = ()
    """The latest call to each table."""
    arrived: float = float("-inf")
    """The time of the latest arrival in the lobby, when the server tells again which calls are open."""

    @property
    def count(self) -> int:
        """The number of people and programs on the server."""
        return len(self.people) + self.more
