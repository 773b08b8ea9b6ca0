"""What a person can want of the pack before him: where it is cut; intents, as `intents` has them."""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.actions import CUTS

from .intents import Done, Intent, showing
from .model import ClientState
from .moves import act
from .notices import News
from .ui import Knife


def move_knife(by: int) -> Intent:
    """Cut so many cards further down."""
    return lambda state: showing(state, knife=Knife(at=_within(state.ui.knife.at + by)))


def _within(at: int) -> int:
    return min(max(at, CUTS[0].at), CUTS[-1].at)


def type_on_knife(digit: str) -> Intent:
    """A digit of the number of cards."""

    def intent(state: ClientState) -> Done:
        before = state.ui.knife.typed
        text = (before + digit if len(before) < 2 else digit).lstrip("0")
        return showing(state, knife=Knife(at=int(text) if text else state.ui.knife.at, typed=text))

    return intent


def erase_on_knife(state: ClientState) -> Done:
    """Take back the last digit."""
    text = state.ui.knife.typed[:-1]
    return showing(state, knife=Knife(at=int(text), typed=text) if text else Knife())


def cut(state: ClientState) -> Done:
    """Cut there."""
    return cut_at(state, state.ui.knife.at)


def cut_at(state: ClientState, cards: int) -> Done:
    """Cut below so many cards, as long as that leaves enough on either side."""
    found = next((action for action in CUTS if action.at == cards), None)
    return Done(replace(state, notice=News.NO_CUT)) if found is None else act(state, found)
