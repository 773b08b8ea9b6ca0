"""The people on the server, as a client in the lobby knows them: who is there, what is said, who looks for players."""

from __future__ import annotations

from dataclasses import dataclass

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

    @property
    def count(self) -> int:
        """The number of people and programs on the server."""
        return len(self.people) + self.more
