"""Practice: intents to play a position of a replay again, to take moves back, and to return to the replay. Pure.

A position is played at a practice table of this server. Without a server, or while a solo match waits at this one, the
client starts a server for practice alone, which keeps nothing; closing the replay leads home from there.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.effects import Practise
from coinche.client.model.notices import InPlaceOf, News
from coinche.client.model.practice import Retry, position_of, seat_to_retry
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import AtTable
from coinche.client.texts.bots import name_of
from coinche.client.texts.practice import PracticeNotice, PracticeText
from coinche.engine.presets import PRESETS
from coinche.engine.rules import differing, value_of
from coinche.engine.view import Phase
from coinche.protocol.messages import CreateTable, Error, Leave, Undo

from . import lobby
from .navigation import Done, RequestId, at_home, farewell, leave_practice, match_waits, returned, sending
from .rules_form import TARGET, base_of, presets

RETRY_KEY, UNDO_KEY = "g", "backspace"


def begin(state: ClientState) -> Done:
    """Play on from the position of the replay, which has its record, at a practice table."""
    match_replay = state.match_replay
    if match_replay is None or state.retry is not None or state.bound_for:
        return Done(state)
    seat = seat_to_retry(match_replay)
    if seat is None:
        return Done(replace(state, notice=PracticeNotice.DEAL_OVER))
    retry = Retry(match_replay=_at_rest(match_replay), seat=seat, table=_left(state.table))
    if _needs_own_server(state):
        return _at_own_server(state, retry)
    if (why := _hindrance(state)) is not None:
        return Done(replace(state, notice=why))
    if _leaves_others(state) and state.ui.once != RETRY_KEY:
        asked = replace(state.ui, once=RETRY_KEY)
        return Done(replace(state, ui=asked, notice=PracticeNotice.LEAVES_TABLE))
    leave = () if state.table is None or state.table.closed else (Leave(table=state.table.table),)
    waiting = replace(state, retry=retry, table=None, notice=None)
    return Done(waiting, (*leave, _wanted_table(state, retry)))


def _at_rest(match_replay: ReplayState) -> ReplayState:
    """The replay to return to: what is computed for it ends with its screen, so it is no longer wanted there."""
    searched = None if match_replay.is_searching else match_replay.reviewed_deals
    return replace(
        match_replay,
        playing=False,
        reviewed_deals=searched,
        weighs=False,
        advice={},
        consults=False,
    )


def _left(table: AtTable | None) -> AtTable | None:
    """The table as it is shown once the person has left it."""
    return None if table is None else replace(table, closed=True, request=None)


def _needs_own_server(state: ClientState) -> bool:
    """Test whether a server for practice alone can and must be started: there is none, or a solo match waits there."""
    if not state.has_home:
        return False
    return state.link is Link.CONNECTING or match_waits(state)


def _hindrance(state: ClientState) -> PracticeNotice | News | None:
    """The reason why this server cannot open a practice table now."""
    table = state.table
    if state.link is not Link.UP:
        return PracticeNotice.NO_SERVER if state.link is Link.CONNECTING else News.OFFLINE
    if not state.offers_practice:
        return PracticeNotice.NONE_HERE if state.through_ssh else PracticeNotice.NOT_OFFERED
    if state.presets and not state.bots:
        return PracticeNotice.NO_BOTS
    if table is not None and not table.closed and table.view.phase is not Phase.MATCH_OVER:
        return PracticeNotice.WATCHING if table.seat is None else PracticeNotice.AT_A_TABLE
    return None


def _leaves_others(state: ClientState) -> bool:
    """Test whether other people at the table could still want a rematch with this player."""
    table = state.table
    if table is None or table.closed or table.seat is None:
        return False
    return bool(table.agreements.rematch_by and table.people - {table.seat})


def _at_own_server(state: ClientState, retry: Retry) -> Done:
    """Leave this server, where a match may wait, and start one for practice."""
    bye, retry = farewell(state), replace(retry, table=None)
    home = at_home(replace(state, retry=retry))
    bound = replace(home, retry=retry, browses_own=state.browses_own, bound_for="solo", solo=True)
    return Done(bound, bye, Practise(said_bye=bool(bye)))


def open_table(state: ClientState) -> Done:
    """Open the wanted table at a server for practice: of the position to retry, or else of a whole match."""
    if state.retry is not None:
        return sending(state, _wanted_table(state, state.retry))
    return lobby.create(replace(state, wish=replace(state.wish, bots=True, practice=True)))


def _wanted_table(state: ClientState, retry: Retry) -> CreateTable:
    """The practice table, with the rules of the match."""
    rules, offered = retry.match_replay.rules, presets(state)
    closest = base_of(retry.match_replay.preset, rules)
    base = closest if closest in offered else next(name for name in (*offered, closest) if name in PRESETS)
    return CreateTable(
        name=PracticeText.TABLE_NAME.within(state.ui.language),
        preset=base,
        options={name: value_of(rules, name) for name in differing(rules, PRESETS[base]) if name != TARGET},
        target=rules.match.target,
        seat=retry.seat,
        bots=lobby.bot(state),
        practice=True,
        position=position_of(retry.match_replay),
        id=RequestId.OPEN_PRACTICE,
    )


def arrived(state: ClientState) -> ClientState:
    """Show the practice table of the position in place of the replay."""
    if state.retry is None or state.table is None or not state.table.practice:
        return state
    ui = replace(state.ui, overlay=None, once="", card=None, premove=None)
    return replace(state, screen=Screen.PLAY, match_replay=None, notice=_whose_place(state.retry), ui=ui)


def _whose_place(retry: Retry) -> InPlaceOf | None:
    """The notice that the person plays from the seat of another player of the match."""
    match_replay = retry.match_replay
    player = match_replay.table.seats.get(retry.seat)
    return None if player is None or retry.seat is match_replay.own else InPlaceOf(name_of(player))


def refused(state: ClientState, error: Error) -> ClientState:
    """The state after a refusal, if it refuses the practice table or an undo."""
    if error.re is UNSET:
        return state
    if error.re == RequestId.OPEN_PRACTICE and state.table is None:
        return returned(state)
    if error.re == RequestId.UNDO and state.table is not None:
        return replace(state, table=replace(state.table, undoing=False))
    return state


def again(state: ClientState) -> Done:
    """Play the position once more, at another practice table."""
    back = leave_practice(state)
    if back.state.match_replay is None or back.effect is not None:
        return back
    once_more = begin(back.state)
    return replace(once_more, send=(*back.send, *once_more.send))


def undo(state: ClientState) -> Done:
    """Take the last own move back, and a card that was prepared."""
    table = state.table
    if table is None or not table.practice or table.seat is None or table.undoing:
        return Done(state)
    done = sending(state, Undo(table=table.table, id=RequestId.UNDO))
    if not done.send:
        return done
    ui = replace(state.ui, premove=None, card=None, silent=False)
    return replace(done, state=replace(done.state, table=replace(table, undoing=True), ui=ui))
