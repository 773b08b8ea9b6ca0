"""Tells a person who looks elsewhere that it is his turn: bell, desktop, title of the window; each as he likes it.

Knows which changes of the state deserve it. Refuses to know how a terminal is written to.
"""

from __future__ import annotations

from typing import Protocol

from coinche.client.model import ClientState, Screen
from coinche.client.phrases import Phrase
from coinche.text.settings import face_of


class Terminal(Protocol):
    """What can be done to a terminal without drawing on it."""

    def bell(self) -> None:
        """Ring."""

    def notify(self, text: str) -> None:
        """Show it on the desktop."""

    def title(self, text: str) -> None:
        """Call the window that."""


class Crier:
    """Watches one person's state. `in_front` is whether the terminal says that its window has the focus."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._title = ""
        self.in_front: bool | None = None
        """None where the terminal does not say."""

    def note(self, before: ClientState, after: ClientState) -> None:
        """The state has changed."""
        settings = after.ui.settings
        face = face_of(settings)
        if is_called(after) and not is_called(before) and not self.in_front:
            if settings.bell:
                self._terminal.bell()
            if settings.notify:
                self._terminal.notify(face.say(Phrase.CALLED, table=_table(after)))
        title = face.say(Phrase.TITLE_TURN if is_called(after) else Phrase.TITLE, table=_table(after))
        if settings.title and title != self._title:
            self._title = title
            self._terminal.title(title)


def is_called(state: ClientState) -> bool:
    """Whether the table waits for this person."""
    return state.screen is Screen.PLAY and state.table is not None and state.table.asked is not None


def _table(state: ClientState) -> str:
    return face_of(state.ui.settings).name(state.table.name) if state.table is not None else "coinche"
