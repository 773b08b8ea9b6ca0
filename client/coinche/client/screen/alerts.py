"""Alerts at the person's turn, at calls for players, and at applicants who wait to be let in: bell, notification and
title, unless the window is in front.

Terminals ignore escape sequences that they do not support."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

from coinche.client.model.state import ClientState, Screen
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.admission import LettingIn
from coinche.client.texts.screens import Phrase
from coinche.client.update import admission
from coinche.client.update.people import open_call
from coinche.client.views.people import called_by
from coinche.text.formatting import Face
from coinche.text.settings import face_of


class Terminal(Protocol):
    """The signals that a terminal can be sent."""

    def bell(self) -> None:
        """Ring the bell."""

    def notify(self, text: str) -> None:
        """Show a notification on the desktop."""

    def title(self, text: str) -> None:
        """Set the title of the window."""


class TurnAlerts:
    """The alerts for one person; `in_front` is True while the terminal's window has the focus."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._title = ""
        self.in_front: bool | None = None
        """None if the terminal does not report its focus."""

    def note(self, before: ClientState, after: ClientState) -> None:
        """Handle a change of the state."""
        settings = after.ui.settings
        face = face_of(settings)
        told = _reason(before, after, face)
        if told and not self.in_front:
            if settings.bell:
                self._terminal.bell()
            if settings.notify:
                self._terminal.notify(told)
        title = face.say(Phrase.TITLE_TURN if is_on_turn(after) else Phrase.TITLE, table=_table(after))
        if settings.title and title != self._title:
            self._title = title
            self._terminal.title(title)


def _reason(before: ClientState, after: ClientState, face: Face) -> str:
    """The reason to alert the person: their turn, an applicant who waits to be let in, or a player who calls.

    Empty if there is none.
    """
    if is_on_turn(after) and not is_on_turn(before):
        return face.say(Phrase.CALLED, table=_table(after))
    if (arrived := admission.arrived(before, after)) is not None:
        return face.say(LettingIn.HAS_COME, who=face.name(arrived.name))
    called = open_call(after) if after.presence.call is not before.presence.call else None
    return called_by(*called, face) if called is not None and not called[0].retold else ""


def is_on_turn(state: ClientState) -> bool:
    """Return whether the table waits for this person."""
    return state.screen is Screen.PLAY and state.table is not None and state.table.asked is not None


def _table(state: ClientState) -> str:
    return face_of(state.ui.settings).name(state.table.name) if state.table is not None else "coinche"


FOCUS_IN, FOCUS_OUT = Keys.F23, Keys.F24
"""The keys, absent from every keyboard, to which prompt-toolkit maps a terminal's focus reports."""
_ASK, _ASK_NO_MORE = "\x1b[?1004h", "\x1b[?1004l"

ANSI_SEQUENCES["\x1b[I"] = FOCUS_IN
ANSI_SEQUENCES["\x1b[O"] = FOCUS_OUT


class TerminalSignals:
    """The signals of the terminal behind an output."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def bell(self) -> None:
        """Ring the bell."""
        self._raw("\a")

    def notify(self, text: str) -> None:
        """Send OSC 9; terminals without it ignore it."""
        self._raw(f"\x1b]9;{text}\a")

    def title(self, text: str) -> None:
        """Send OSC 2, as prompt-toolkit writes it."""
        self._output.set_title(text)
        self._output.flush()

    def ask_focus(self) -> None:
        """Ask the terminal to report when its window gains or loses the focus."""
        self._raw(_ASK)

    def forget_focus(self) -> None:
        """Stop the focus reports and release the title; turn line wrapping on again, in case a drawing broke off."""
        self._output.enable_autowrap()
        self._output.clear_title()
        self._raw(_ASK_NO_MORE)

    def _raw(self, text: str) -> None:
        self._output.write_raw(text)
        self._output.flush()


@contextmanager
def alerting(store: ClientStore, app: Application[None]) -> Iterator[None]:
    """Alert the person on their turn while the application runs."""
    signals = TerminalSignals(app.output)
    alerts = TurnAlerts(signals)
    _listen(app, alerts)
    signals.ask_focus()
    try:
        with store.watched(lambda before, came: alerts.note(before, store.state)):
            yield
    finally:
        signals.forget_focus()


def _listen(app: Application[None], alerts: TurnAlerts) -> None:
    """Follow the focus of the terminal's window."""
    assert isinstance(app.key_bindings, KeyBindings)
    for key, in_front in ((FOCUS_IN, True), (FOCUS_OUT, False)):

        @app.key_bindings.add(key)
        def _(event: object, in_front: bool = in_front) -> None:
            alerts.in_front = in_front
