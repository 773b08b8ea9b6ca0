"""Winding a match back and on: what a person can want of a replay; intents, as `intents` has them. Pure."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from coinche.client.errands import OpenRecord
from coinche.client.fields import closed
from coinche.client.inputs import RecordRead, RecordUnread
from coinche.client.intents import Done, Intent
from coinche.client.model import ClientState, Screen
from coinche.client.notices import NoTape
from coinche.engine.record import RecordError

from . import tape as tapes
from .playback_words import Playback
from .recordings import of_record, of_table
from .tape import Move, Tape


def shown(state: ClientState, tape: Tape) -> ClientState:
    """The state with that tape on the screen, and what there was before behind it."""
    ui = replace(state.ui, overlay=None)
    return replace(state, screen=Screen.REPLAY, behind=state.screen, tape=tape, ui=ui, notice=None)


def open_running(state: ClientState) -> Done:
    """Look again at what happened at this table, while it goes on."""
    if state.table is None:
        return Done(state)
    tape = of_table(state.table)
    if tape is None:
        dealt = bool(state.table.view.deal)
        return Done(replace(state, notice=NoTape(Playback.ONLY_LAST_TRICK if dealt else Playback.NOTHING_DEALT)))
    return Done(shown(state, tape))


def open_written(state: ClientState) -> Done:
    """Look at the match in the file whose name was written."""
    path = state.ui.line.strip()
    return Done(closed(state), errand=OpenRecord(path)) if path else Done(closed(state))


def open_file(path: str) -> Intent:
    """Look at the match in that file."""
    return lambda state: Done(state, errand=OpenRecord(path))


def no_files(state: ClientState) -> Done:
    """The machine is somebody else's, and so are its files."""
    return Done(replace(state, notice=NoTape(Playback.NO_FILES)))


def file_came(state: ClientState, came: RecordRead | RecordUnread) -> ClientState:
    """The match of a file, or what is wrong with it."""
    if isinstance(came, RecordUnread):
        return replace(state, notice=NoTape(Playback.UNREADABLE, came.file, came.why))
    try:
        return shown(state, of_record(came.lines, PurePath(came.file).name, ""))
    except RecordError as wrong:
        said = Playback.NO_RECORD if wrong.malformed else Playback.DIFFERS
        return replace(state, notice=NoTape(said, came.file, str(wrong)))


def close(state: ClientState) -> Done:
    """Back to what there was before; nothing is fetched for it any longer."""
    archive = replace(state.archive, fetch=None)
    return Done(replace(state, screen=state.behind, tape=None, archive=archive, notice=None))


def wind(move: Move) -> Intent:
    """Move the tape; it stops if it was playing."""

    def intent(state: ClientState) -> Done:
        if state.tape is None:
            return Done(state)
        return Done(replace(state, tape=replace(move(state.tape), playing=False)))

    return intent


def seek(digit: str) -> Intent:
    """A digit of the number of a deal."""
    return wind(lambda tape: tapes.typing(tape, digit))


def play_or_stop(state: ClientState) -> Done:
    """Let it move by itself, or stop it; at the end it begins anew."""
    tape = state.tape
    if tape is None:
        return Done(state)
    begun = tapes.to_beginning(tape) if tape.is_at_end else tape
    return Done(replace(state, tape=replace(begun, playing=not tape.playing, typed="")))


def ticked(state: ClientState) -> ClientState:
    """A second later."""
    tape = state.tape
    if tape is None or not tape.playing:
        return state
    moved = tapes.by_card(1)(tape)
    return replace(state, tape=replace(moved, playing=not moved.is_at_end))
