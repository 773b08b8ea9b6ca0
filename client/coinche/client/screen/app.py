"""The full screen: the one module with prompt-toolkit's Application. It draws the views and handles keys and clicks."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.application.run_in_terminal import in_terminal
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import OneStyleAndTextTuple, StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle

from coinche.client.keys import BACKSPACE, BOUND, CTRL_BACKSPACE, PASTE, clicked, wheel
from coinche.client.model.effects import ForScreen, Redraw, Suspend, TurnPage
from coinche.client.model.messages import Tick
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run_app
from coinche.client.update.text_entry import is_written
from coinche.client.update.timing_and_premove import FRAME_SECONDS, is_celebrating, is_due, is_running
from coinche.client.views import Fragment, Size, page_turned, screen
from coinche.text.settings import face_of

from .alerts import TerminalSignals, alerting
from .themes import LOOKS, depth_of, style_of

ESCAPE_SECONDS = 0.05
"""Seconds for which an escape may become the start of another key; Alt and a letter arrive together."""
SIZE_SECONDS = 0.5
"""Seconds between size checks on a terminal that does not announce its changes of size."""


def build(
    store: ClientStore,
    *,
    keyboard: Input | None = None,
    terminal: Output | None = None,
    environment: Mapping[str, str] = os.environ,
    erase: str = "",
) -> Application[None]:
    """Build the application; it ends by itself when the client ends.

    `environment` is that of the terminal. `erase` is the sign that Backspace sends on another machine's terminal, if
    that terminal has told it.
    """

    def picture() -> StyleAndTextTuples:
        size = app.output.get_size()
        lines = screen(store.state, face_of(store.state.ui.settings), Size(size.columns, size.rows))
        fragments: StyleAndTextTuples = []
        for i, line in enumerate(lines):
            fragments += [("", "\n")] if i else []
            fragments += (_drawn(fragment, store) for fragment in line)
        return fragments

    def ground() -> str:
        return "class:screen" if LOOKS[store.state.ui.settings.theme]["screen"] else ""

    app: Application[None] = Application(
        layout=Layout(Window(_Picture(picture, store), wrap_lines=False, style=ground)),
        key_bindings=_bindings(store, erase if keyboard is not None else erase_sign()),
        style=DynamicStyle(lambda: style_of(store.state.ui.settings.theme, app.color_depth)),
        mouse_support=Condition(lambda: store.state.ui.settings.mouse),
        full_screen=True,
        min_redraw_interval=0.03,
        terminal_size_polling_interval=None if terminal is None and hasattr(signal, "SIGWINCH") else SIZE_SECONDS,
        color_depth=depth_of(environment),
        input=keyboard,
        output=terminal,
    )
    app.ttimeoutlen, app.timeoutlen = ESCAPE_SECONDS, 0
    store.watch(lambda before, came: app.invalidate())
    store.draw_with(stage(app, store, own=keyboard is None and terminal is None))
    return app


class _Picture(FormattedTextControl):
    """The control that draws everything; the wheel scrolls, and a click beside all fragments is an unknown key."""

    def __init__(self, picture: Callable[[], StyleAndTextTuples], store: ClientStore) -> None:
        super().__init__(picture, show_cursor=False, focusable=True)
        self._store = store

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Handle a click or the wheel; a mere movement redraws nothing."""
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP | MouseEventType.SCROLL_DOWN as way:
                up = way is MouseEventType.SCROLL_UP
                self._store.do(lambda state: wheel(state, up))
            case MouseEventType.MOUSE_UP:
                if super().mouse_handler(mouse_event) is NotImplemented:
                    self._store.press("")
            case _:
                return NotImplemented
        return None


def _drawn(fragment: Fragment, store: ClientStore) -> OneStyleAndTextTuple:
    """The fragment for prompt-toolkit, with a handler for its click."""
    style, text, intent = fragment
    if intent is None:
        return style, text

    def heard(event: MouseEvent) -> object:
        if event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        store.do(clicked(intent))
        return None

    return style, text, heard


def _bindings(store: ClientStore, erase: str) -> KeyBindings:
    """Bind every key of the keymap; Alt with a letter, which starts with Escape, is bound only during text entry."""
    bindings, writing = KeyBindings(), Condition(lambda: is_written(store.state))
    for name in BOUND:
        *before, last = name.split() or (name,)
        for spelled in {last, last.upper()} if len(last) == 1 else {last}:
            if before:
                bindings.add(*before, spelled, filter=writing)(_alt(store, name))
            elif name not in (BACKSPACE, CTRL_BACKSPACE):
                bindings.add(spelled)(_pressing(store, name))
    bindings.add(BACKSPACE)(_backspace(store, _OTHER_ERASE.get(erase)))
    bindings.add(Keys.BracketedPaste)(_pressing(store, PASTE))
    bindings.add(Keys.Any)(_pressing(store, ""))
    return bindings


def _pressing(store: ClientStore, name: str) -> Callable[[KeyPressEvent], None]:
    return lambda event: store.press(name, event.data)


def _alt(store: ClientStore, name: str) -> Callable[[KeyPressEvent], None]:
    """A handler without text: the letter is part of the key."""
    return lambda event: store.press(name)


_OTHER_ERASE: Mapping[str, str] = {"\x7f": "\b", "\b": "\x7f"}
"""The sign of Ctrl-Backspace by that of Backspace."""


def _backspace(store: ClientStore, with_ctrl: str | None) -> Callable[[KeyPressEvent], None]:
    """A handler that tells Backspace from Ctrl-Backspace during text entry; to prompt-toolkit they are one key."""

    def pressed(event: KeyPressEvent) -> None:
        store.press(CTRL_BACKSPACE if event.data == with_ctrl and is_written(store.state) else BACKSPACE)

    return pressed


async def show(
    store: ClientStore, app: Application[None], run: Callable[[Application[None]], Awaitable[None]] = run_app
) -> None:
    """Run the application until the person leaves."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_tick, store)
        nursery.start_soon(_end, store, app)
        with alerting(store, app):
            await run(app)
        nursery.cancel_scope.cancel()


async def _end(store: ClientStore, app: Application[None]) -> None:
    await store.over.wait()
    if app.is_running:
        app.exit()


async def _tick(store: ClientStore) -> None:
    """Send a tick every second while a visible clock needs redrawing, and for every picture of a celebration."""
    while True:
        await store.until(is_running)
        if is_celebrating(store.state):
            await trio.sleep(FRAME_SECONDS)
        else:
            with trio.move_on_after(1):
                await store.until(is_celebrating)
        now = trio.current_time()
        if is_due(store.state, now):
            store.take(Tick(now))


def erase_sign() -> str:
    """The sign that Backspace sends on this terminal, according to `stty`; empty if it is unknown."""
    if sys.platform != "win32":
        import termios

        with suppress(OSError, ValueError, termios.error):
            sign = termios.tcgetattr(sys.stdin.fileno())[6][termios.VERASE]
            return sign.decode("ascii", "ignore") if isinstance(sign, bytes) else ""
    return ""


def stage(app: Application[None], store: ClientStore, *, own: bool) -> Callable[[ForScreen], None]:
    """The handler of screen effects; it suspends only the client's `own` terminal, never a guest's."""

    def act(wanted: ForScreen) -> None:
        match wanted:
            case Redraw():
                app.renderer.clear()
                app.invalidate()
            case TurnPage(pages):
                size, face = app.output.get_size(), face_of(store.state.ui.settings)
                store.do(lambda state: page_turned(state, face, Size(size.columns, size.rows), pages))
            case Suspend():
                if own and app.is_running and sys.platform != "win32":
                    app.create_background_task(_stopped(TerminalSignals(app.output)))

    return act


async def _stopped(signals: TerminalSignals) -> None:
    """Suspend this process group until the shell resumes it."""
    if sys.platform != "win32":
        async with in_terminal():
            signals.forget_focus()
            os.kill(0, signal.SIGTSTP)
            signals.ask_focus()
