"""Moves of a replay from one position to another: by card, trick, decision or deal, and to another viewer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.engine.events import DECISIONS, CardPlayed
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Seat

from .replay import ReplayState, following_eyes, position_of, seen_with, wound_to
from .replay_deals import ReplayDeal

Move = Callable[[ReplayState], ReplayState]


def by_card(by: int) -> Move:
    """Move one step forward or back: a card, a call, the score."""
    return lambda match_replay: _to_stop(match_replay, by, lambda replay_deal, stop: True)


def by_decision(by: int) -> Move:
    """Move to the next or the previous decision of the person; without a seat of their own, of the viewpoint."""

    def move(match_replay: ReplayState) -> ReplayState:
        seat = match_replay.own if match_replay.own is not None else match_replay.eyes
        return _to_stop(match_replay, by, lambda replay_deal, stop: _decides(replay_deal, stop, seat))

    return move


def _decides(replay_deal: ReplayDeal, stop: int, seat: Seat | None) -> bool:
    """Test whether that player, or any if it is None, makes a call or plays a card next that is not the last one."""
    events, at = replay_deal.events, replay_deal.stops[stop]
    if at == len(events) or not isinstance(made := events[at], DECISIONS):
        return False
    played = sum(isinstance(event, CardPlayed) for event in events[:at])
    return seat in (None, made.seat) and played < len(Seat) * (HAND_SIZE - 1)


def by_trick(by: int) -> Move:
    """Move to the end or the beginning of this trick; the auction counts as one."""
    return lambda match_replay: _to_stop(match_replay, by, lambda replay_deal, stop: replay_deal.whole[stop])


def _to_stop(match_replay: ReplayState, by: int, stands: Callable[[ReplayDeal, int], bool]) -> ReplayState:
    """Move to the next stop in that direction that `stands` accepts, or else to the last one."""
    at, stop = match_replay.at, match_replay.stop + by
    while 0 <= at < len(match_replay.replay_deals):
        replay_deal = match_replay.replay_deals[at]
        while 0 <= stop < len(replay_deal.stops):
            if stands(replay_deal, stop):
                return wound_to(match_replay, at, stop)
            stop += by
        at += by
        stop = len(match_replay.replay_deals[at].stops) - 1 if by < 0 else 0
    return to_end(match_replay) if by > 0 else to_beginning(match_replay)


def by_deal(by: int) -> Move:
    """Move to the beginning of the next deal; backwards first to that of this deal, then of the previous one."""

    def move(match_replay: ReplayState) -> ReplayState:
        if by < 0 and match_replay.stop > match_replay.replay_deal.start:
            return _to_start(match_replay, match_replay.at)
        at = match_replay.at + by
        return to_end(match_replay) if at >= len(match_replay.replay_deals) else _to_start(match_replay, max(at, 0))

    return move


def to_beginning(match_replay: ReplayState) -> ReplayState:
    """Move to the first deal, with its cards dealt."""
    return _to_start(match_replay, 0)


def _to_start(match_replay: ReplayState, at: int) -> ReplayState:
    return wound_to(match_replay, at, match_replay.replay_deals[at].start)


def to_end(match_replay: ReplayState) -> ReplayState:
    """Move to the last event of the match."""
    return wound_to(match_replay, len(match_replay.replay_deals) - 1, len(match_replay.replay_deals[-1].stops) - 1)


def to_deal(match_replay: ReplayState, number: int) -> ReplayState:
    """Move to the beginning of the deal with that number, if there is one."""
    at = next((at for at, replay_deal in enumerate(match_replay.replay_deals) if replay_deal.deal == number), None)
    return match_replay if at is None else _to_start(match_replay, at)


def to_decision(match_replay: ReplayState, number: int) -> ReplayState:
    """Move to the position before one of the most costly decisions, seen with the eyes of its player."""
    assert match_replay.costly is not None
    decision = match_replay.costly[number]
    there = wound_to(match_replay, *position_of(match_replay, decision))
    return replace(seen_with(there, decision.seat), decision=number)


def put_where(match_replay: ReplayState, other: ReplayState) -> ReplayState:
    """Move to the position and the viewer of `other`, which has deals of the same match."""
    at = next(
        (at for at, replay_deal in enumerate(match_replay.replay_deals) if replay_deal.deal == other.replay_deal.deal),
        match_replay.at,
    )
    there = wound_to(match_replay, at, min(other.stop, len(match_replay.replay_deals[at].stops) - 1))
    return seen_with(
        replace(
            there,
            seats=other.seats,
            past_occupants=other.past_occupants,
            systems=other.systems,
            own=other.own,
            person=other.person,
            playing=other.playing,
        ),
        other.eyes,
    )


def typing(match_replay: ReplayState, digit: str) -> ReplayState:
    """Type a digit of a deal's number, and move to that deal; start anew with the digit if no number fits."""
    numbers = {str(replay_deal.deal) for replay_deal in match_replay.replay_deals}
    for typed in (match_replay.typed + digit, digit):
        if any(number.startswith(typed) for number in numbers):
            return replace(to_deal(match_replay, int(typed)), typed=typed)
    return replace(match_replay, typed="")


def next_eyes(match_replay: ReplayState) -> ReplayState:
    """Change to the next viewer: all hands open, then each seat in turn, the person's own first."""
    return seen_with(match_replay, following_eyes(match_replay))
