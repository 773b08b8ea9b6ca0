"""Intents that change the screen or leave, the type `Intent` and its result `Done`. Pure.

An intent is a function from the state to `Done`; keys, mouse clicks and typed commands all lead to intents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum

from coinche.client.model.effects import Effect, ForScreen, GoHome, KeepSettings, Redraw, Suspend
from coinche.client.model.notices import News
from coinche.client.model.people import Standing
from coinche.client.model.state import ClientState, ExpectedMatch, Link, Screen
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay, Ui
from coinche.client.texts.help import HelpPage
from coinche.engine.seats import Seat
from coinche.protocol.messages import Bye, FromClient, GoOn, Leave
from coinche.text.settings import Sort


@dataclass(frozen=True, slots=True)
class Done:
    """The result of an intent: the next state, messages to the server, an effect, and True in `quit` to end the
    program.
    """

    state: ClientState
    send: tuple[FromClient, ...] = ()
    effect: Effect | ForScreen | None = None
    quit: bool = False


Intent = Callable[[ClientState], Done]


class RequestId(IntEnum):
    """The ids of requests whose refusals are handled apart from others, which an id marks."""

    ENTER = 1
    """The request to enter a private table."""
    OPEN_PRACTICE = 3
    """The request to open a practice table for a position."""
    UNDO = 4
    """The request to take a move back."""
    INVITE = 6
    """The request for an invitation to a name."""
    LEAVE = 7
    """The request to leave a table, which may have just closed."""
    APPROVE = 100
    """The request to let in the first applicant; each further one has the next number, so that a refusal says
    whom it concerns."""


def sending(state: ClientState, *messages: FromClient) -> Done:
    """Send messages, if the client is connected."""
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    return Done(replace(state, notice=None), messages)


def showing(state: ClientState, **changes: object) -> Done:
    """Change the user interface only."""
    return Done(replace(state, ui=replace(state.ui, **changes)))  # type: ignore[arg-type]


def leave(state: ClientState) -> Done:
    """Leave the table; a running match needs confirmation, a lesson that is not done, and a room where others wait."""
    table = state.table
    if table is None:
        return leave_program(state)
    if state.lesson is not None and (state.lesson.is_done or state.ui.overlay is Overlay.LEAVE):
        return stop_lesson(state)
    if state.retry is not None:
        return leave_practice(state)
    if (table.in_play or hosts_others(table)) and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    if state.solo:
        return go_home(state)
    gone = replace(state, table=None, ui=replace(state.ui, overlay=None))
    if table.closed:
        return Done(gone)
    gone = replace(gone, left_seat=_seat_left(state))
    if state.link is not Link.UP:
        return go_home(state)
    if table.to_go_on and table.agreements.rematch_by:  # the others are told that this player wants no rematch
        return Done(gone, (GoOn(table=table.table), Leave(table=table.table, id=RequestId.LEAVE)))
    return Done(gone, (Leave(table=table.table),))


def _seat_left(state: ClientState) -> tuple[str, Seat] | None:
    """The table and the seat of the match that the person leaves now, or has left before."""
    table = state.table
    if table is None or table.closed or not table.in_play or table.seat is None:
        return state.left_seat
    return table.table, table.seat


def hosts_others(table: AtTable) -> bool:
    """True for the host of a room where other people sit, have a seat kept for them, or wait to be let in."""
    is_host = table.gathering and table.seat is not None and table.host is table.seat
    others = len(table.people) > 1 or bool(table.people_away)
    return is_host and (others or any(one.standing is Standing.WAITS for one in table.applicants))


def go_home(state: ClientState) -> Done:
    """Leave the server for the home screen; without one, leave the program."""
    if not state.has_home:
        return leave_program(state)
    bye = farewell(state)
    return Done(at_home(state), bye, GoHome(said_bye=bool(bye)))


def farewell(state: ClientState) -> tuple[Bye, ...]:
    """The last message to the server; none if the seat in a solo match is to wait, or nobody hears it."""
    return (Bye(),) if state.link is Link.UP and not match_waits(state) else ()


def match_waits(state: ClientState) -> bool:
    """Test whether a solo match at the table will wait for the person; at a practice table nothing does."""
    table = state.table
    return state.keeps_match and table is not None and table.in_play and not table.practice


def at_home(state: ClientState) -> ClientState:
    """The state on the home screen: without a server, but with the player's name, settings and rules.

    The cursor is on the line that the person chose there, or on the match that waits. A replay whose position was being
    played again comes back to the screen.
    """
    retry, expected = state.retry, _expected_at_home(state)
    waiting = state.waiting if state.browses_own else None
    above = len(waiting) if waiting is not None else int(expected is not ExpectedMatch.NONE)
    row, chosen = (0, False) if state.home_row is None else (above + state.home_row, True)
    return ClientState(
        screen=Screen.HOME if retry is None else Screen.REPLAY,
        behind=state.behind if retry is None else Screen.HOME,
        match_replay=None if retry is None else retry.match_replay,
        has_home=True,
        guest=state.guest,
        found=state.found,
        name=state.renamed or state.name,
        renamed=state.renamed,
        typed_address=state.typed_address,
        last_address=state.last_address,
        home_row=state.home_row,
        waiting=waiting,
        expected=expected,
        left_seat=None if state.solo else _seat_left(state),
        passphrase=state.passphrase,
        houses=state.houses,
        muted=state.muted,
        wish=state.wish,
        lessons=state.lessons,
        tips=state.tips,
        ui=Ui(settings=state.ui.settings, row=row, row_chosen=chosen),
    )


def _expected_at_home(state: ClientState) -> ExpectedMatch:
    """A match is likely to wait at home if one waits at the table, or another waited there when the person left."""
    is_likely = not state.browses_own and (bool(state.waiting) or match_waits(state))
    return ExpectedMatch.LIKELY if is_likely else ExpectedMatch.NONE


def leave_practice(state: ClientState) -> Done:
    """Return from the practice table of a position to its replay, without a question: nothing is lost."""
    table = state.table
    if state.retry is None or table is None:
        return Done(state)
    back = replace(returned(state), notice=None)
    if table.closed:
        return Done(back)
    if state.link is Link.UP:
        return Done(back, (Leave(table=table.table),))
    if state.has_home:
        return Done(at_home(state), effect=GoHome(said_bye=False))
    return Done(replace(state, notice=News.OFFLINE))


def returned(state: ClientState) -> ClientState:
    """The replay where its position was taken; the same state if no position is being played again."""
    retry = state.retry
    if retry is None:
        return state
    ui = replace(state.ui, overlay=None, once="", card=None, premove=None)
    return replace(state, screen=Screen.REPLAY, match_replay=retry.match_replay, table=retry.table, retry=None, ui=ui)


def stop_lesson(state: ClientState) -> Done:
    """Return from the lesson."""
    return Done(after_lesson(state))


def after_lesson(state: ClientState) -> ClientState:
    """The state behind the lesson, if there is one, with the settings as they are now."""
    if state.lesson is None:
        return state
    behind, done = state.lesson.behind, {state.lesson.number} if state.lesson.is_done else set()
    name = state.renamed if state.renamed and behind.screen is Screen.HOME else behind.name
    ui = replace(behind.ui, settings=state.ui.settings)
    return replace(behind, name=name, renamed=state.renamed, lessons=behind.lessons | done, ui=ui)


def leave_program(state: ClientState) -> Done:
    """End the program."""
    state = after_lesson(state)
    return Done(state, farewell(state), quit=True)


def interrupt(state: ClientState) -> Done:
    """Ctrl-C: end the program at once; a running match needs confirmation."""
    table = state.table
    asks = table is not None and table.in_play and state.retry is None
    if asks and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    return leave_program(state)


def redraw(state: ClientState) -> Done:
    """Redraw the whole screen."""
    return Done(state, effect=Redraw())


def suspend(state: ClientState) -> Done:
    """Suspend the program and return to the shell."""
    return Done(state, effect=Suspend())


def overlay(which: Overlay) -> Intent:
    """Open an overlay, or close it if it is open."""
    return lambda state: showing(state, overlay=None if state.ui.overlay is which else which, trick=0, scroll=0)


def help_on(page: HelpPage | None = None) -> Intent:
    """Open the help, on the present screen or on that page; or close it, if it is open."""

    def intent(state: ClientState) -> Done:
        if state.ui.overlay in (Overlay.HELP, Overlay.TERMS):
            return dismiss(state)
        return showing(state, overlay=Overlay.HELP, behind=state.ui.overlay, help=page, scroll=0)

    return intent


def terms(state: ClientState) -> Done:
    """Turn from the help to the words of the game, or back."""
    over = Overlay.HELP if state.ui.overlay is Overlay.TERMS else Overlay.TERMS
    return showing(state, overlay=over, scroll=0)


def dismiss(state: ClientState) -> Done:
    """Close the overlay, or clear the tip, or else the selection; and clear the notice.

    Below the help and the line for the name, the overlay comes back.
    """
    below = state.ui.behind if state.ui.overlay in (Overlay.HELP, Overlay.TERMS, Overlay.NAME) else None
    cleared, tips = replace(state.ui, overlay=below, behind=None, help=None), state.tips
    if state.ui.overlay is None:
        if tips is not None and tips.shown is not None:
            tips = replace(tips, seen=tips.seen | {tips.shown.name}, shown=None)
        else:
            cleared = replace(cleared, card=None)
    return Done(replace(state, notice=None, tips=tips, ui=cleared))


def forget(state: ClientState) -> Done:
    """Clear the notice, because the player does something else."""
    return Done(state if state.notice is None else replace(state, notice=None))


def keep_silent(state: ClientState) -> Done:
    """Toggle silence: play the next card without announcing anything."""
    return showing(state, silent=not state.ui.silent)


def setting(state: ClientState, **changes: object) -> Done:
    """Change a setting and save it."""
    settings = replace(state.ui.settings, **changes)  # type: ignore[arg-type]
    return replace(showing(state, settings=settings), effect=KeepSettings(changes))


def renaming(state: ClientState, name: str) -> Done:
    """Change one's name and save it: at home at once, on a server from the next connection."""
    here = state.name if state.screen is not Screen.HOME or not name else name
    later = News.NAME_LATER if name and here != name else state.notice
    return setting(replace(state, name=here, renamed=name, notice=later), name=name)


def sort_hand(state: ClientState) -> Done:
    """Change to the next order of the hand."""
    ways = tuple(Sort)
    return setting(state, sort=ways[(ways.index(state.ui.settings.sort) + 1) % len(ways)])
