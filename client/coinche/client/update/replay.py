"""Replays: how they are made and moved through, and the list of finished deals. Pure.

A replay is made of a match's record, or of the events at the table so far, as far as the rules let a player look back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePath

from coinche.client.model import replay_moves
from coinche.client.model.effects import OpenRecord
from coinche.client.model.match_story import PastDeal, without_running_deal
from coinche.client.model.messages import RecordRead, RecordUnread
from coinche.client.model.notices import NoReplay
from coinche.client.model.replay import ReplayState, recorded
from coinche.client.model.replay_deals import ReplayDeal
from coinche.client.model.replay_moves import Move, by_deal, to_beginning, to_end
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import AtTable, PastOccupant
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import in_record
from coinche.client.texts.replay import Playback
from coinche.engine.events import CardPlayed
from coinche.engine.record import BadRecord, DealLine, Record, RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.rules import TrickHistory
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import MatchInfo

from .home import browse_own
from .navigation import Done, Intent, go_home, showing
from .text_entry import closed


def of_record(lines: Iterable[str], title: str, preset: str, name: str = "") -> ReplayState:
    """The replay of a record, at its beginning; `name` is the person, who sees it from their own seat if they played.

    RecordError if the lines are no record, contradict the rules, or have no deal.
    """
    from coinche.engine.replay import replay  # with the whole engine, of which nothing else here makes use

    told = tuple(lines)
    record = read_record(told)
    header = record.header
    _, events = replay(record)
    names = tuple(_names_by_deal(record))
    seats = {seat: in_record(seat, names[-1][1].get(seat, "")) for seat in Seat}
    own = next((seat for _, there in names for seat in Seat if name and there.get(seat) == name), None)
    match_replay = recorded(events, title=title, preset=preset, rules=header.rules, seats=seats, own=own)
    if match_replay is None:
        raise BadRecord(1, "nothing was dealt")
    return replace(match_replay, record=told, person=name, past_occupants=tuple(_left(names)))


def _names_by_deal(record: Record) -> Iterator[tuple[int, Mapping[Seat, str]]]:
    """The names at the seats at the beginning, then those that the evidence for the shuffle of each deal has."""
    yield 0, record.header.seats
    for entry in record.entries:
        if isinstance(entry, DealLine) and entry.fairness is not None:
            yield entry.deal, entry.fairness.names


def _left(names: Iterable[tuple[int, Mapping[Seat, str]]]) -> Iterator[PastOccupant]:
    """The players who had left their seats by the beginning of a deal. A record does not tell when in a deal."""
    for (_, before), (deal, now) in pairwise(names):
        for seat in Seat:
            if before.get(seat) != now.get(seat):
                yield PastOccupant((deal, 0), in_record(seat, before.get(seat, "")))


def of_table(table: AtTable) -> ReplayState | None:
    """The replay of the match at a table so far; None while there is nothing to show.

    It opens at the beginning of a match that is over, and of the deal on a deal's recap. During a deal it opens at the
    present, since a player looks back at what has just happened.
    """
    if table.rules is None:
        return None
    hides = table.rules.match.trick_history is TrickHistory.LAST
    match_replay = recorded(
        without_running_deal(table.story) if hides else table.story,
        title=table.name,
        preset=table.preset,
        rules=table.rules,
        seats=table.seats,
        own=table.seat,
        eyes=table.seat or table.eyes,
    )
    if match_replay is None:
        return None
    info = table.seats.get(table.seat) if table.seat is not None else None
    match_replay = replace(
        match_replay,
        systems=table.systems,
        past_occupants=table.past_occupants,
        person=info.name if info is not None else "",
    )
    match table.view.phase:
        case Phase.MATCH_OVER:
            return to_beginning(match_replay)
        case Phase.DEAL_OVER:
            return by_deal(-1)(to_end(match_replay))
        case _:
            return to_end(match_replay)


def is_that_of(info: MatchInfo, match_replay: ReplayState) -> bool:
    """Test whether an archived match can be that of a replay whose events came from a table to the end."""
    last = to_end(match_replay)
    if (match_replay.title, last.replay_deal.deal) != (info.table, info.deals):
        return False
    return all(info.score.get(team) == last.view.totals[team] for team in Team)


def is_record_of(record: ReplayState, match_replay: ReplayState) -> bool:
    """Test whether the record has the same cards in all deals of the replay."""
    played = {replay_deal.deal: _cards(replay_deal) for replay_deal in record.replay_deals}
    return all(played.get(replay_deal.deal) == _cards(replay_deal) for replay_deal in match_replay.replay_deals)


def _cards(replay_deal: ReplayDeal) -> tuple[CardPlayed, ...]:
    return tuple(event for event in replay_deal.events if isinstance(event, CardPlayed))


def shown(state: ClientState, match_replay: ReplayState) -> ClientState:
    """The state with the replay on the screen, and the present screen behind it."""
    ui = replace(state.ui, overlay=None)
    opened = replace(match_replay, is_fresh=True)
    return replace(state, screen=Screen.REPLAY, behind=state.screen, match_replay=opened, ui=ui, notice=None)


def open_running(state: ClientState) -> Done:
    """Replay the match at this table while it goes on."""
    if state.table is None:
        return Done(state)
    match_replay = of_table(state.table)
    if match_replay is None:
        dealt = bool(state.table.view.deal)
        return Done(replace(state, notice=NoReplay(Playback.ONLY_LAST_TRICK if dealt else Playback.NOTHING_DEALT)))
    return Done(shown(state, match_replay))


def open_written(state: ClientState) -> Done:
    """Replay the match of the file whose name was entered."""
    path = state.ui.entry.text.strip()
    return Done(closed(state), effect=OpenRecord(path)) if path else Done(closed(state))


def open_file(path: str) -> Intent:
    """Replay the match of this file."""
    return lambda state: Done(state, effect=OpenRecord(path))


def no_files(state: ClientState) -> Done:
    """Refuse to open files: this machine does not belong to the player."""
    return Done(replace(state, notice=NoReplay(Playback.NO_FILES)))


def file_came(state: ClientState, came: RecordRead | RecordUnread) -> ClientState:
    """Replay the match of a file, or tell the error."""
    if isinstance(came, RecordUnread):
        return replace(state, notice=NoReplay(Playback.UNREADABLE, came.file, came.why))
    try:
        return shown(state, of_record(came.lines, PurePath(came.file).name, ""))
    except RecordError as wrong:
        said = Playback.NO_RECORD if wrong.malformed else Playback.DIFFERS
        return replace(state, notice=NoReplay(said, came.file, str(wrong)))


def close(state: ClientState) -> Done:
    """Leave the replay; a fetch of its record ends, and so does a server that was started to practise at."""
    archive = replace(state.archive, fetch=None)
    retry = state.retry if state.table is not None and state.table.practice else None
    closed = replace(state, screen=state.behind, match_replay=None, retry=retry, archive=archive, notice=None)
    if state.behind is not Screen.HOME or (state.link is Link.CONNECTING and not state.bound_for):
        return Done(closed)
    home_again = go_home(closed)
    return replace(browse_own(home_again.state), send=home_again.send) if state.browses_own else home_again


def wind(move: Move) -> Intent:
    """An intent that moves the replay and stops its playback."""

    def intent(state: ClientState) -> Done:
        if state.match_replay is None:
            return Done(state)
        return Done(replace(state, match_replay=replace(move(state.match_replay), playing=False)))

    return intent


def seek(digit: str) -> Intent:
    """Type a digit of a deal's number."""
    return wind(lambda match_replay: replay_moves.typing(match_replay, digit))


def play_or_stop(state: ClientState) -> Done:
    """Start or stop the playback; at the end it starts from the beginning."""
    match_replay = state.match_replay
    if match_replay is None:
        return Done(state)
    begun = replay_moves.to_beginning(match_replay) if match_replay.is_at_end else match_replay
    return Done(replace(state, match_replay=replace(begun, playing=not match_replay.playing, typed="")))


def ticked(state: ClientState) -> ClientState:
    """Advance the playback by one step, a second after the last; it waits while something covers the replay."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.playing or state.ui.overlay is not None:
        return state
    moved = replay_moves.by_card(1)(match_replay)
    return replace(state, match_replay=replace(moved, playing=not moved.is_at_end))


def history_of(state: ClientState) -> tuple[PastDeal, ...]:
    """The deals to list: those of the replay or the table on the screen."""
    if state.screen is Screen.REPLAY and state.match_replay is not None:
        return state.match_replay.deals
    return state.table.history if state.table is not None else ()


def open_history(state: ClientState) -> Done:
    """Open the list of deals at its end, or in a replay at the current deal; close it if it is open."""
    if state.ui.overlay is Overlay.HISTORY:
        return showing(state, overlay=None)
    return showing(state, overlay=Overlay.HISTORY, scroll=_after_the_deal_shown(state))


def _after_the_deal_shown(state: ClientState) -> int:
    """The number of listed deals after the current deal of the replay."""
    match_replay = state.match_replay if state.screen is Screen.REPLAY else None
    return 0 if match_replay is None else sum(past.deal > match_replay.replay_deal.deal for past in match_replay.deals)


def scroll(by: int) -> Intent:
    """Scroll up by some lines, towards the first deal."""
    return lambda state: showing(state, scroll=min(max(0, state.ui.scroll + by), max(0, len(history_of(state)) - 1)))
