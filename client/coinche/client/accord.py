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
    went_on: frozenset[Seat] = NOBODY
    """They have read it, and want no other match; or they have the pause end."""
    paused: bool = False
    """The clocks stand until somebody goes on."""
    pause: frozenset[Seat] = NOBODY
    """They want a pause."""
    rematch: frozenset[Seat] | None = None
    """They want another match; None until somebody has asked for one."""


def heard(before: Accord, event: AboutAccord) -> Accord:
    """After somebody has said what he wants, or everybody has."""
    match event:
        case RecapStarted():
            return Accord(recap=True)
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
            return _another_match(before, seat)
        case _:
            assert_never(event)


def _another_match(before: Accord, seat: Seat) -> Accord:
    """The first wish asks everybody anew, also who has gone on."""
    went_on = NOBODY if before.rematch is None else before.went_on - {seat}
    return replace(before, went_on=went_on, rematch=(before.rematch or NOBODY) | {seat})
