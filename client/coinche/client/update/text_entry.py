"""Intents for writing a line: a chat message, an address, a name, a passphrase. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from coinche.client.model.state import ClientState, Screen
from coinche.client.model.text_entry import TextEntry, one_line
from coinche.client.model.ui import Overlay
from coinche.protocol.limits import MAX_CHAT, MAX_NAME

from .navigation import Done, Intent, showing

LONGEST: Mapping[Overlay, int] = {
    Overlay.CHAT: MAX_CHAT,
    Overlay.LOBBY_CHAT: MAX_CHAT,
    Overlay.ADDRESS: 120,
    Overlay.RECORD: 250,
    Overlay.NAME: MAX_NAME,
    Overlay.INVITE: MAX_NAME,
    Overlay.PASSPHRASE: 80,
    Overlay.PALETTE: 40,
    Overlay.RULES_NAME: MAX_NAME,
}
"""The lines that can be written, with their maximum length in characters."""


def is_written(state: ClientState) -> bool:
    """True while the person is writing a line."""
    return state.ui.overlay in LONGEST


def open_field(which: Overlay) -> Intent:
    """Begin to write a line."""
    return lambda state: showing(state, overlay=which, entry=TextEntry(), option=0)


def open_name(state: ClientState) -> Done:
    """Begin to write one's name, with the present one; the settings come back after that if they are open.

    A name that the person has never written, such as that of the login, is a proposal.
    """
    at_home, settings = state.screen is Screen.HOME, state.ui.overlay is Overlay.SETTINGS
    name = state.renamed or (state.name if at_home else state.ui.settings.name or state.name)
    entry = TextEntry(name, proposed=not (state.renamed or state.ui.settings.name))
    return showing(state, overlay=Overlay.NAME, behind=Overlay.SETTINGS if settings else None, entry=entry)


def type_in(state: ClientState, signs: str) -> Done:
    """Insert characters at the cursor, as far as there is room; a paste inserts many at once."""
    overlay = state.ui.overlay
    if overlay is None or overlay not in LONGEST:
        return Done(state)
    return showing(state, entry=state.ui.entry.insert(one_line(signs), LONGEST[overlay]))


def edit(change: Callable[[TextEntry], TextEntry]) -> Intent:
    """Move the cursor, or erase text beside it."""
    return lambda state: showing(state, entry=change(state.ui.entry))


def closed(state: ClientState) -> ClientState:
    """The state with the line closed, and what was open below it."""
    below = state.ui.behind if state.ui.overlay is Overlay.NAME else None
    return replace(state, ui=replace(state.ui, overlay=below, behind=None, entry=TextEntry()))
