"""Matches that a server keeps, as far as they were asked for, and what they come to.

Mere values; refuses to know how they are asked for (`archiving`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo

from coinche.protocol.messages import MatchInfo, PlayerStatistics


@dataclass(frozen=True, slots=True)
class Fetch:
    """A record that is being fetched, page by page."""

    match: MatchInfo
    lines: tuple[str, ...] = ()


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
