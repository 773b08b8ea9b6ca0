"""Winding a match back and on: what a person can want of a replay; intents, as `intents` has them. Pure.

Where tapes come from: the record of a match, or what happened so far at a table.

Knows what a person may look at again. Refuses to know files and the network.

What each card would bring where a tape stands, all cards open: for which tape that is wanted, and what came. Pure.

Refuses to know who wants it (`keeping`) and who finds it out (`solving`).

The deals of a match so far, laid over the table: opening the list and moving through it; intents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from coinche.client.model import replay as tapes
from coinche.client.model.effects import OpenRecord
from coinche.client.model.messages import RecordRead, RecordUnread, Weighed
from coinche.client.model.notices import NoTape
from coinche.client.model.replay import Move, Reel, Tape, recorded, to_end
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.table import AtTable, PastDeal, without_running_deal
from coinche.client.model.ui import Overlay
from coinche.client.texts.replay import Playback
from coinche.engine.events import CardPlayed
from coinche.engine.record import BadRecord, RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.rules import TrickHistory
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, Occupant, SeatInfo

from .navigation import Done, Intent, showing
from .text_entry import closed


def of_record(lines: Iterable[str], title: str, preset: str, name: str = "") -> Tape:
    """The match of a record, from its beginning; `name` is who looks at it, and sees it from where he sat.

    RecordError where it is none, or not true; a record without a deal is none.
    """
    from coinche.engine.replay import replay  # with the whole engine, of which nothing else here makes use

    told = tuple(lines)
    record = read_record(told)
    header = record.header
    _, events = replay(record)
    seats = {
        seat: SeatInfo(seat=seat, occupant=Occupant.PERSON, name=header.seats.get(seat, ""), connected=True)
        for seat in Seat
    }
    own = next((seat for seat in Seat if name and header.seats.get(seat) == name), None)
    tape = recorded(events, title=title, preset=preset, rules=header.rules, seats=seats, own=own)
    if tape is None:
        raise BadRecord(1, "nothing was dealt")
    return replace(tape, record=told)


def of_table(table: AtTable) -> Tape | None:
    """The match at a table so far, where it stands now; None while there is nothing to be looked at again."""
    if table.rules is None:
        return None
    hides = table.rules.match.trick_history is TrickHistory.LAST
    tape = recorded(
        without_running_deal(table.story) if hides else table.story,
        title=table.name,
        preset=table.preset,
        rules=table.rules,
        seats=table.seats,
        own=table.seat,
        eyes=table.seat or table.eyes,
    )
    return tape if tape is None else to_end(tape)


def is_that_of(info: MatchInfo, tape: Tape) -> bool:
    """Whether a match that a server has kept can be the one of that tape, which a table has told to its end."""
    last = to_end(tape)
    if (tape.title, last.reel.deal) != (info.table, info.deals):
        return False
    return all(info.score.get(team) == last.view.totals[team] for team in Team)


def is_record_of(record: Tape, tape: Tape) -> bool:
    """Whether the same cards were played in all deals that the tape has."""
    played = {reel.deal: _cards(reel) for reel in record.reels}
    return all(played.get(reel.deal) == _cards(reel) for reel in tape.reels)


def _cards(reel: Reel) -> tuple[CardPlayed, ...]:
    return tuple(event for event in reel.events if isinstance(event, CardPlayed))


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
    path = state.ui.entry.text.strip()
    return Done(closed(state), effect=OpenRecord(path)) if path else Done(closed(state))


def open_file(path: str) -> Intent:
    """Look at the match in that file."""
    return lambda state: Done(state, effect=OpenRecord(path))


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


def weighed(state: ClientState, came: Weighed) -> ClientState:
    """With what the cards bring, if it is still asked there."""
    if state.tape is None or place(state) != (came.at, came.stop):
        return state
    return replace(state, tape=replace(state.tape, advice=came.cards))


def wanted(state: ClientState) -> Tape | None:
    """The tape whose cards are to be weighed."""
    return state.tape if state.tape is not None and state.tape.weighs else None


def place(state: ClientState) -> tuple[int, int] | None:
    """Where it stands."""
    tape = wanted(state)
    return None if tape is None else (tape.at, tape.stop)


def history_of(state: ClientState) -> tuple[PastDeal, ...]:
    """Those of the match on the screen."""
    if state.screen is Screen.REPLAY and state.tape is not None:
        return state.tape.deals
    return state.table.history if state.table is not None else ()


def open_history(state: ClientState) -> Done:
    """Show them, the last ones at the bottom, or in a replay the deal where it stands; or put them away."""
    if state.ui.overlay is Overlay.HISTORY:
        return showing(state, overlay=None)
    return showing(state, overlay=Overlay.HISTORY, scroll=_after_the_deal_shown(state))


def _after_the_deal_shown(state: ClientState) -> int:
    """How many of the deals listed come after that of a replay."""
    tape = state.tape if state.screen is Screen.REPLAY else None
    return 0 if tape is None else sum(past.deal > tape.reel.deal for past in tape.deals)


def scroll(by: int) -> Intent:
    """So many lines up, towards the first deal."""
    return lambda state: showing(state, scroll=min(max(0, state.ui.scroll + by), max(0, len(history_of(state)) - 1)))
