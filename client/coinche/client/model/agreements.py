"""The players' agreement on the recap, a pause and a rematch, as the events of a table tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from coinche.engine.seats import Seat
from coinche.protocol.messages import PauseAsked, Paused, PauseEnded, RecapStarted, RematchAsked, WentOn

AboutAccord = RecapStarted | WentOn | PauseAsked | Paused | PauseEnded | RematchAsked
NOBODY = frozenset[Seat]()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreements:
    """The players' agreement on the recap, a pause and a rematch."""

    recap: bool = False
    """True while the recap is shown."""
    read_by: float = 0.0
    """The time at which the table goes on without the players who are still reading, in seconds of the server's clock.
    """
    rematch_by: float = 0.0
    """The time until which a rematch can be asked for, on the same clock; 0 if there is no rematch."""
    went_on: frozenset[Seat] = NOBODY
    """Players who have finished reading and want no rematch, or who want the pause to end."""
    paused: bool = False
    """True during a pause; the clocks stand still."""
    pause: frozenset[Seat] = NOBODY
    """Players who want a pause."""
    rematch: frozenset[Seat] | None = None
    """Players who want a rematch; None until one has asked."""
    declined: Mapping[Seat, str] = field(default_factory=dict)
    """The names of other players who want no rematch."""


REMATCH_SECONDS = 30.0
"""Minimum number of seconds that all players have to answer the first wish for a rematch (PROTOCOL.md)."""


def heard(before: Agreements, event: AboutAccord, at: float = 0.0) -> Agreements:
    """The agreement after an event, at second `at` of the server's clock."""
    match event:
        case RecapStarted(ms, rematch_ms):
            rematch_by = at + rematch_ms / 1000 if rematch_ms else 0.0
            return Agreements(recap=True, read_by=at + ms / 1000, rematch_by=rematch_by)
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


def left(before: Agreements, seat: Seat) -> Agreements:
    """The agreement once a bot has the seat: its player's wish for a pause has gone with them."""
    return replace(before, pause=before.pause - {seat})


def _another_match(before: Agreements, seat: Seat, at: float) -> Agreements:
    """The first wish asks all players anew, even those who have gone on, and gives them time."""
    if before.rematch is not None:
        still = {other: name for other, name in before.declined.items() if other is not seat}
        return replace(before, went_on=before.went_on - {seat}, rematch=before.rematch | {seat}, declined=still)
    soonest = at + REMATCH_SECONDS
    read_by, rematch_by = max(before.read_by, soonest), max(before.rematch_by, soonest)
    wanted = frozenset({seat})
    return replace(before, went_on=NOBODY, rematch=wanted, read_by=read_by, rematch_by=rematch_by, declined={})
