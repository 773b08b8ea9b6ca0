"""What needs the whole record of the match that is looked at: to keep it, to weigh its cards; intents. Pure.

Of a match that has ended at one's own table the record is asked of the server first. Refuses to know how (`archiving`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.errands import KeepRecord, Weigh
from coinche.client.intents import Done, Intent
from coinche.client.model import ClientState
from coinche.client.notices import NoTape
from coinche.engine.view import Phase

from . import archiving
from .archive import Fetch, Purpose
from .playback_words import Playback
from .recordings import of_table
from .tape import Tape, put_where


def keep(state: ClientState) -> Done:
    """Keep the match in a file of one's own."""
    return keep_in("")(state)


def keep_in(path: str) -> Intent:
    """The same in that file, where a name is given."""

    def intent(state: ClientState) -> Done:
        tape = state.tape
        if tape is None or not tape.record:
            return _after_its_end(state, Purpose.KEEP, Playback.NO_RECORD_YET, path)
        return Done(state, errand=KeepRecord(tape.title, tape.record, path))

    return intent


def weigh(state: ClientState) -> Done:
    """Have the cards weighed from now on, or no longer."""
    tape = state.tape
    if tape is None or not tape.record:
        return _after_its_end(state, Purpose.WEIGH, Playback.NOT_WEIGHED_YET)
    turned = replace(tape, weighs=not tape.weighs, advice={})
    if tape.weighs:
        return Done(replace(state, tape=turned, notice=NoTape(Playback.NO_LONGER_WEIGHED)))
    told = None if turned.is_weighing else NoTape(Playback.WEIGHED_IN_PLAY)
    return Done(replace(state, tape=turned, notice=told), errand=Weigh())


def fetched(fetch: Fetch) -> Intent:
    """What that record was fetched for, if it has come."""

    def intent(state: ClientState) -> Done:
        if state.tape is None or not state.tape.record:
            return Done(state)
        match fetch.purpose:
            case Purpose.LOOK:
                return Done(state)
            case Purpose.KEEP:
                return keep_in(fetch.path)(state)
            case Purpose.WEIGH:
                return weigh(state)

    return intent


def _after_its_end(state: ClientState, purpose: Purpose, before: Playback, path: str = "") -> Done:
    """Ask for the record, if the match is over and the server keeps any; else say what is missing."""
    tape = _up_to_its_end(state)
    if tape is None:
        return Done(state)
    if not tape.is_over:
        return Done(replace(state, notice=NoTape(before)))
    if not state.archive.offered:
        return Done(replace(state, notice=NoTape(Playback.NO_ARCHIVE)))
    return archiving.seek(replace(state, tape=tape), purpose, path)


def _up_to_its_end(state: ClientState) -> Tape | None:
    """The tape; with all that has happened since at its table, where the match has ended behind it."""
    tape, table = state.tape, state.table
    if tape is None or tape.is_over or table is None or table.view.phase is not Phase.MATCH_OVER:
        return tape
    whole = of_table(table)
    return tape if whole is None else put_where(whole, tape)
