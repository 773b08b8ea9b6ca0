"""What the people at a table have to agree on: that the recap has been read, a pause, another match.

Knows who wants what. Refuses to know the game, and when there is anything to agree on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from coinche.engine.seats import Seat
from coinche.protocol.messages import PauseAsked, Paused, PauseEnded, RecapStarted, RematchAsked, WentOn

AboutAccord = RecapStarted | WentOn | PauseAsked | Paused | PauseEnded | RematchAsked
NOBODY = frozenset[Seat]()


@dataclass(frozen=True, slots=True, kw_only=True)
class Accord:
    """Who has said what."""

    recap: bool = False
    """The score lies on the table."""
    read_by: float = 0.0
    """When the table goes on with or without those who have read it, in seconds of the server's clock."""
    rematch_by: float = 0.0
    """Until when another match can be asked for; 0 where none follows."""
    went_on: frozenset[Seat] = NOBODY
    """They have read it, and want no other match; or they have the pause end."""
    paused: bool = False
    """The clocks stand until somebody goes on."""
    pause: frozenset[Seat] = NOBODY
    """They want a pause."""
    rematch: frozenset[Seat] | None = None
    """They want another match; None until somebody has asked for one."""


REMATCH_SECONDS = 30.0
"""How long everybody has to answer the first wish for another match, at least (PROTOCOL.md)."""


def heard(before: Accord, event: AboutAccord, at: float = 0.0) -> Accord:
    """After somebody has said what he wants, or everybody has, `at` that second of the server's clock."""
    match event:
        case RecapStarted(ms, rematch_ms):
            rematch_by = at + rematch_ms / 1000 if rematch_ms else 0.0
            return Accord(recap=True, read_by=at + ms / 1000, rematch_by=rematch_by)
        case WentOn(seat):
            rematch = None if before.rematch is None else before.rematch - {seat}
            return replace(before, went_on=before.went_on | {seat}, rematch=rematch)
        case PauseAsked(seat):
            return replace(before, pause=before.pause | {seat})
        case Paused():
            return replace(before, paused=True, pause=NOBODY, went_on=NOBODY)
        case PauseEnded():
            return replace(before, paused=False, went_on=NOBODY)
        case RematchAsked(seat):
            return _another_match(before, seat, at)
        case _:
            assert_never(event)


def _another_match(before: Accord, seat: Seat, at: float) -> Accord:
    """The first wish asks everybody anew, also who has gone on, and gives them time."""
    if before.rematch is not None:
        return replace(before, went_on=before.went_on - {seat}, rematch=before.rematch | {seat})
    soonest = at + REMATCH_SECONDS
    read_by, rematch_by = max(before.read_by, soonest), max(before.rematch_by, soonest)
    return replace(before, went_on=NOBODY, rematch=frozenset({seat}), read_by=read_by, rematch_by=rematch_by)
