"""What each card would bring where a tape stands, all cards open: for which tape that is wanted, and what came. Pure.

Refuses to know who wants it (`keeping`) and who finds it out (`solving`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.inputs import Weighed
from coinche.client.model import ClientState

from .tape import Tape


def weighed(state: ClientState, came: Weighed) -> ClientState:
    """With what the cards bring, if it is still asked there."""
    if state.tape is None or place(state) != (came.at, came.stop):
        return state
    return replace(state, tape=replace(state.tape, advice=came.cards))


def wanted(state: ClientState) -> Tape | None:
    """The tape whose cards are to be weighed."""
    return state.tape if state.tape is not None and state.tape.weighs else None


def place(state: ClientState) -> tuple[int, int] | None:
    """Where it stands."""
    tape = wanted(state)
    return None if tape is None else (tape.at, tape.stop)
