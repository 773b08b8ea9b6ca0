"""What each card would bring where a tape stands, all cards open: what a person can want of that; intents. Pure.

Of a match that is over alone: its record is there. Refuses to know who finds it out (`solving`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.errands import Weigh
from coinche.client.inputs import Weighed
from coinche.client.intents import Done
from coinche.client.model import ClientState
from coinche.client.notices import NoTape

from .playback_words import Playback
from .tape import Tape


def toggle(state: ClientState) -> Done:
    """Have the cards weighed from now on, or no longer."""
    tape = state.tape
    if tape is None:
        return Done(state)
    if not tape.record:
        return Done(replace(state, notice=NoTape(Playback.NOT_WEIGHED_YET)))
    weighs = replace(tape, weighs=not tape.weighs, advice={})
    return Done(replace(state, tape=weighs), errand=Weigh() if weighs.weighs else None)


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
