"""What a terminal is told besides what is drawn on it: bell, notification, title; and what it tells of its focus.

Knows the escape sequences. Whoever does not know one of them ignores it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prompt_toolkit.application import Application
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

from coinche.client.person import Person

from .notify import Crier

FOCUS_IN, FOCUS_OUT = Keys.F23, Keys.F24
"""The keys, which no keyboard has, as which prompt-toolkit is to read a terminal's word about its focus."""
_ASK, _ASK_NO_MORE = "\x1b[?1004h", "\x1b[?1004l"

ANSI_SEQUENCES["\x1b[I"] = FOCUS_IN
ANSI_SEQUENCES["\x1b[O"] = FOCUS_OUT


class Signals:
    """The terminal behind an output."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def bell(self) -> None:
        """Ring."""
        self._raw("\a")

    def notify(self, text: str) -> None:
        """OSC 9; terminals without it show nothing."""
        self._raw(f"\x1b]9;{text}\a")

    def title(self, text: str) -> None:
        """OSC 2, as prompt-toolkit writes it."""
        self._output.set_title(text)
        self._output.flush()

    def ask_focus(self) -> None:
        """From now on the terminal tells when its window comes to the front and goes."""
        self._raw(_ASK)

    def forget_focus(self) -> None:
        """It need not any more, and the title is no longer ours; a picture that broke off has left lines unwrapped."""
        self._output.enable_autowrap()
        self._output.clear_title()
        self._raw(_ASK_NO_MORE)

    def _raw(self, text: str) -> None:
        self._output.write_raw(text)
        self._output.flush()


@contextmanager
def calling(person: Person, app: Application[None]) -> Iterator[None]:
    """While the application runs, its person is called when it is his turn."""
    signals = Signals(app.output)
    crier = Crier(signals)
    _listen(app, crier)
    person.watch(lambda before, came: crier.note(before, person.state))
    signals.ask_focus()
    try:
        yield
    finally:
        signals.forget_focus()


def _listen(app: Application[None], crier: Crier) -> None:
    """Know from the terminal whether its window is in front."""
    assert isinstance(app.key_bindings, KeyBindings)
    for key, in_front in ((FOCUS_IN, True), (FOCUS_OUT, False)):

        @app.key_bindings.add(key)
        def _(event: object, in_front: bool = in_front) -> None:
            crier.in_front = in_front
