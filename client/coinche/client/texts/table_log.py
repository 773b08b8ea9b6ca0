"""Questions about the log of a table: what an event means after those before it."""

from __future__ import annotations

from collections.abc import Sequence

from coinche.engine.events import DECISIONS, DealStarted, Event, MatchEnded, MatchStarted, PackCut, TrickWon
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    Occupant,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    TableEvent,
    WentOn,
)


def is_return(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> bool:
    """True when a player returns to a seat after being away, or after a bot took it during the match."""
    if not isinstance(event, SeatChanged) or not event.connected or event.occupant is Occupant.BOT:
        return False
    last = last_change(before, event.seat)
    if last is None or not in_a_match(before) or last.occupant is not Occupant.BOT:
        return last is not None and not last.connected and last.name == event.name
    return event.name in _names_in_match(before, event.seat)


def _names_in_match(before: Sequence[Event | TableEvent], seat: Seat) -> set[str]:
    """The players who have had the seat since the match began, as far as the log goes back."""
    began = max((at for at, old in enumerate(before) if isinstance(old, MatchStarted)), default=0)
    at_first = last_change(before[:began], seat)
    later = {old.name for old in before[began:] if isinstance(old, SeatChanged) and old.seat is seat}
    return later if at_first is None else {at_first.name, *later}


def in_a_match(before: Sequence[Event | TableEvent]) -> bool:
    """True when the match has begun, so that seats are no longer swapped."""
    return any(isinstance(old, MatchStarted | DealStarted) for old in before)


def who_left(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> str:
    """Return the name of the person whom a bot replaces for good in a match; empty if there is none."""
    if not isinstance(event, SeatChanged) or event.occupant is not Occupant.BOT:
        return ""
    if not in_a_match(before):
        return ""
    last = last_change(before, event.seat)
    return last.name if last is not None and last.occupant is Occupant.PERSON else ""


def is_between_matches(log: Sequence[Event | TableEvent]) -> bool:
    """True from the end of a match to the beginning of a rematch."""
    marks = (event for event in reversed(log) if isinstance(event, MatchStarted | MatchEnded))
    return isinstance(next(marks, None), MatchEnded)


def declined_rematch(log: Sequence[Event | TableEvent]) -> tuple[tuple[str, SeatChanged], ...]:
    """The names of the players who have left since the last match ended, each with the bot in their place."""
    ended = max((at for at, event in enumerate(log) if isinstance(event, MatchEnded)), default=len(log))
    started = (at for at, event in enumerate(log) if at > ended and isinstance(event, MatchStarted))
    between = range(ended + 1, next(started, len(log)))
    found = ((who_left(log[:at], log[at]), log[at]) for at in between)
    return tuple((gone, event) for gone, event in found if gone and isinstance(event, SeatChanged))


def last_change(before: Sequence[Event | TableEvent], seat: Seat) -> SeatChanged | None:
    return next((old for old in reversed(before) if isinstance(old, SeatChanged) and old.seat is seat), None)


def first_change(after: Sequence[Event | TableEvent], seat: Seat) -> SeatChanged | None:
    return next((later for later in after if isinstance(later, SeatChanged) and later.seat is seat), None)


def is_stood_in_for(log: Sequence[Event | TableEvent], seat: Seat) -> bool:
    """True once somebody has acted for the player of that seat, who is away. No event says that a bot takes over."""
    acted = False
    for event in reversed(log):
        if isinstance(event, SeatChanged) and event.seat is seat:
            return acted and not event.connected
        acted = acted or (isinstance(event, (*DECISIONS, PackCut)) and event.seat is seat)
    return acted  # the log does not go back to the loss of the connection


def begins_to_stand_in(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> bool:
    """True for the first action of the bot that plays for a player who is away."""
    if not isinstance(event, (*DECISIONS, PackCut)):
        return False
    last = last_change(before, event.seat)
    return last is not None and not last.connected and not is_stood_in_for(before, event.seat)


def wins_last_trick(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> bool:
    """True for the last trick of a deal that both sides have tricks of: its winner has ten points more. A capot counts
    otherwise.
    """
    if not isinstance(event, TrickWon):
        return False
    dealt = max((at for at, old in enumerate(before) if isinstance(old, DealStarted)), default=0)
    winners = [old.seat.team for old in before[dealt:] if isinstance(old, TrickWon)]
    return len(winners) == TRICKS - 1 and {*winners} != {event.seat.team}


def agrees(before: Sequence[Event | TableEvent], event: PauseAsked | RematchAsked) -> bool:
    """True when another player has asked for the same and still wants it."""
    wishes = set[Seat]()
    for old in before:
        match old:
            case PauseAsked(seat) | RematchAsked(seat) if type(old) is type(event):
                wishes.add(seat)
            case SeatChanged(seat=seat, occupant=occupant) if occupant is not Occupant.PERSON:
                wishes.discard(seat)
            case WentOn(seat):
                wishes.discard(seat)
            case DealStarted() | Paused() | PauseEnded() | RecapStarted():
                wishes.clear()
            case _:
                pass
    return bool(wishes - {event.seat})
