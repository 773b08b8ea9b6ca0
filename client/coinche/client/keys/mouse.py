"""Clicks and the wheel: a click does what a key does, and the wheel is the arrows where something can be scrolled."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.update import navigation
from coinche.client.update.navigation import Done, Intent

from .keymap import press

_LISTS = frozenset(
    {
        Overlay.HELP,
        Overlay.LOG,
        Overlay.HISTORY,
        Overlay.RULES,
        Overlay.CONVENTIONS,
        Overlay.FORM,
        Overlay.PALETTE,
        Overlay.SETTINGS,
        Overlay.LAST_TRICK,
    }
)
"""Overlays of a table that can be scrolled, or gone through."""


def pressing(*names: str) -> Intent:
    """Press those keys one after the other."""

    def intent(state: ClientState) -> Done:
        done = Done(state)
        for name in names:
            more = press(done.state, name)
            done = replace(more, send=done.send + more.send)
        return done

    return intent


def clicked(intent: Intent) -> Intent:
    """Do the same for a click: like any key it takes back the notice, and what was begun with another key."""

    def act(state: ClientState) -> Done:
        before = navigation.forget(state).state
        done = intent(before)
        once = done.state.ui.once
        if not once or once != before.ui.once:
            return done
        return replace(done, state=replace(done.state, ui=replace(done.state.ui, once="")))

    return act


def in_sight(intent: Intent) -> Intent:
    """Do the same for what is drawn at the table, but nothing while an overlay has the keys."""
    return lambda state: Done(state) if state.ui.overlay not in (None, Overlay.LAST_TRICK) else intent(state)


def wheel(state: ClientState, up: bool) -> Done:
    """Take one step that way; none on the table itself, where the arrows choose what is played."""
    if conditions.at_table(state) and state.ui.overlay not in _LISTS:
        return Done(state)
    if state.ui.overlay is Overlay.LAST_TRICK:
        return press(state, "left" if up else "right") if conditions.looking_back(state) else Done(state)
    return press(state, "up" if up else "down")
