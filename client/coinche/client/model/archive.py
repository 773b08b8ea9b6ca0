"""Matches that a server keeps, as far as they were asked for, and what they come to.

Mere values; refuses to know how they are asked for (`archiving`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import Enum, auto

from coinche.protocol.messages import MatchInfo, PlayerStatistics


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
