"""The messages about the ladder: programs enter it, and everybody may ask how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from coinche.engine.seats import Team
from coinche.protocol.names import checked_name

from .types import ClientMessage, Clock, Name, ServerMessage


class EnterLadder(ClientMessage, frozen=True, kw_only=True, tag="enter_ladder"):
    """Be seated for boards of the ladder from now on, as one of the programs of the entrant `name`."""

    name: Name | UnsetType = UNSET
    """A name that your key or token owns; absent: the name that you have signed in with, without its number."""

    def __post_init__(self) -> None:
        if isinstance(self.name, str):
            checked_name(self.name)


class LeaveLadder(ClientMessage, frozen=True, kw_only=True, tag="leave_ladder"):
    """Be seated no more. At a table where you sit already you play on."""


class GetLadder(ClientMessage, frozen=True, kw_only=True, tag="get_ladder"):
    """Ask how the ladder stands."""


OfTheLadder = EnterLadder | LeaveLadder | GetLadder
"""Messages about the ladder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderEntry:
    """An entrant of the ladder: its rating, what it has played, and its programs that are there now."""

    name: str
    rating: int | None
    """Points per deal above the mean of all, in hundredths of a point; null before its first board is over."""
    margin: int | None
    """Half the 95 % interval of the rating; null while too few tables are over to know it."""
    boards: int
    illegal: int
    """Actions that the rules forbid."""
    timed_out: int
    """Decisions for which its time was up."""
    absent: int
    """Decisions that were taken for a program that was not connected."""
    programs: int
    away_ms: int = 0
    """The time for which it may not enter, because of its faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderTable:
    """A table of the ladder: two entrants, the boards that are over, and the points of each side in them."""

    table: str
    ns: str
    ew: str
    boards: int
    points: dict[Team, int]


class Ladder(ServerMessage, frozen=True, kw_only=True, tag="ladder"):
    """How the ladder stands: entrants by their ratings, the best first, and who plays whom now.

    `more` entrants are not in the list. A program that has entered is sent it as an answer only.
    """

    preset: str
    boards: int
    """The boards that two entrants play when they meet."""
    clock: Clock
    entries: tuple[LadderEntry, ...]
    tables: tuple[LadderTable, ...]
    more: int = 0


class LeftLadder(ServerMessage, frozen=True, kw_only=True, tag="left_ladder"):
    """You are not on the ladder any more: you have left it (`left`), or your entrant has made too many `faults`."""

    reason: str
    again_ms: int = 0
    """The time after which you may enter again."""
