"""What a person can want: each intent takes the state and gives the next one, and the messages to send.

Pure. Refuses to know which key asked for it (`keys`) or which word (`commands`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from coinche.client.model.effects import Effect, ForScreen, GoHome, KeepSettings, Redraw, Suspend
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay, Ui
from coinche.protocol.messages import Bye, FromClient, Leave
from coinche.text.settings import Sort


@dataclass(frozen=True, slots=True)
class Done:
    """What comes of an intent: the next state, messages to the server, an effect, the end of the program."""

    state: ClientState
    send: tuple[FromClient, ...] = ()
    effect: Effect | ForScreen | None = None
    quit: bool = False


Intent = Callable[[ClientState], Done]


def sending(state: ClientState, *messages: FromClient) -> Done:
    """Send them, if there is anybody to send them to."""
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    return Done(replace(state, notice=None), messages)


def showing(state: ClientState, **changes: object) -> Done:
    """Nothing but another look."""
    return Done(replace(state, ui=replace(state.ui, **changes)))  # type: ignore[arg-type]


def leave(state: ClientState) -> Done:
    """Get up; from a match that is going on only when asked twice."""
    table = state.table
    if table is None:
        return leave_program(state)
    if state.lesson is not None and state.ui.overlay is Overlay.LEAVE:
        return stop_lesson(state)
    if table.in_play and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    if state.solo:
        return go_home(state)
    gone = replace(state, table=None, ui=replace(state.ui, overlay=None))
    if table.closed:
        return Done(gone)
    return Done(gone, (Leave(table=table.table),)) if state.link is Link.UP else go_home(state)


def go_home(state: ClientState) -> Done:
    """Away from the server; where there is no home, out of the program."""
    if not state.has_home:
        return leave_program(state)
    bye = (Bye(),) if state.link is Link.UP else ()
    return Done(at_home(state), bye, GoHome())


def at_home(state: ClientState) -> ClientState:
    """At no server, as it was before the first; who one is and what one likes stay."""
    ui = Ui(settings=state.ui.settings)
    return ClientState(
        screen=Screen.HOME,
        has_home=True,
        found=state.found,
        name=state.name,
        passphrase=state.passphrase,
        houses=state.houses,
        muted=state.muted,
        wish=state.wish,
        ui=ui,
    )


def stop_lesson(state: ClientState) -> Done:
    """Back to where one was before the lesson."""
    return Done(after_lesson(state))


def after_lesson(state: ClientState) -> ClientState:
    """As it is behind the lesson, if there is one; what one likes was perhaps changed meanwhile."""
    if state.lesson is None:
        return state
    behind = state.lesson.behind
    return replace(behind, ui=replace(behind.ui, settings=state.ui.settings))


def leave_program(state: ClientState) -> Done:
    """The end."""
    state = after_lesson(state)
    return Done(state, (Bye(),) if state.link is Link.UP else (), quit=True)


def interrupt(state: ClientState) -> Done:
    """Ctrl-C: out at once, but out of a match only when asked twice."""
    table = state.table
    if table is not None and table.in_play and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    return leave_program(state)


def redraw(state: ClientState) -> Done:
    """The whole screen anew."""
    return Done(state, effect=Redraw())


def suspend(state: ClientState) -> Done:
    """Back to the shell, for now."""
    return Done(state, effect=Suspend())


def overlay(which: Overlay) -> Intent:
    """Lay it over the screen, or put it away."""
    return lambda state: showing(state, overlay=None if state.ui.overlay is which else which, trick=0, scroll=0)


def dismiss(state: ClientState) -> Done:
    """Put away whatever lies over the screen, a selection, a notice."""
    cleared = replace(state.ui, overlay=None, card=None)
    return Done(replace(state, notice=None, ui=cleared))


def forget(state: ClientState) -> Done:
    """Take back what was told: the person does something else."""
    return Done(state if state.notice is None else replace(state, notice=None))


def keep_silent(state: ClientState) -> Done:
    """Say nothing with the next card, or say it after all."""
    return showing(state, silent=not state.ui.silent)


def setting(state: ClientState, **changes: object) -> Done:
    """Another choice, from now on and the next time."""
    settings = replace(state.ui.settings, **changes)  # type: ignore[arg-type]
    return replace(showing(state, settings=settings), effect=KeepSettings(changes))


def sort_hand(state: ClientState) -> Done:
    """The next way to lay out the hand."""
    ways = tuple(Sort)
    return setting(state, sort=ways[(ways.index(state.ui.settings.sort) + 1) % len(ways)])
