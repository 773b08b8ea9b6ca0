"""Looking through the matches that a server keeps: what a person can want of them, and what the server answers. Pure.

A list and a record come in pages. Refuses to know how matches are kept.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.errands import FetchRecord
from coinche.client.intents import Done, Intent, sending
from coinche.client.model import ClientState, Screen
from coinche.client.notices import NoTape
from coinche.engine.record import RecordError
from coinche.protocol.messages import Error, GetRecord, GetStatistics, ListMatches, Matches, Record, Statistics

from .archive import Archive, Fetch
from .playback_words import Playback
from .recordings import of_record
from .winding import shown

BROWSING = 2
"""The id of what is asked of the archive, by which a refusal is known."""
MOST_LINES = 100_000
"""Of a record; the longest match that rules allow has fewer."""


def open_matches(state: ClientState) -> Done:
    """The list of matches, the newest first."""
    archive = replace(state.archive, matches=(), more=False, row=0, fetch=None, listing=state.archive.offered)
    return _opened(state, Screen.MATCHES, archive, ListMatches(id=BROWSING))


def open_statistics(state: ClientState) -> Done:
    """What the players have played."""
    return _opened(state, Screen.STATISTICS, replace(state.archive, players=None, row=0), GetStatistics(id=BROWSING))


def _opened(state: ClientState, screen: Screen, archive: Archive, question: ListMatches | GetStatistics) -> Done:
    """Show it; nothing is asked of a server that keeps nothing."""
    there = replace(state, screen=screen, archive=archive, notice=None)
    if not archive.offered:
        return Done(there)
    done = sending(there, question)
    return done if done.send else Done(replace(state, notice=done.state.notice))


def close(state: ClientState) -> Done:
    """Back to the tables."""
    return Done(replace(state, screen=Screen.PLAY, archive=replace(state.archive, fetch=None), notice=None))


def move(by: int) -> Intent:
    """Another line; before the last one more are asked for, if there are any."""

    def intent(state: ClientState) -> Done:
        archive = state.archive
        count = len(archive.players or ()) if state.screen is Screen.STATISTICS else len(archive.matches)
        moved = replace(archive, row=max(0, min(archive.row + by, count - 1)))
        at_end = state.screen is Screen.MATCHES and moved.row == count - 1
        there = replace(state, archive=moved)
        return more(there) if at_end else Done(there)

    return intent


def more(state: ClientState) -> Done:
    """Older matches, if there are any and they are not on their way."""
    archive = state.archive
    if not archive.more or archive.listing:
        return Done(state)
    done = sending(state, ListMatches(before=archive.matches[-1].match, id=BROWSING))
    return replace(done, state=replace(done.state, archive=replace(archive, listing=bool(done.send))))


def at_row(row: int) -> Intent:
    """That line, and what it does."""
    return lambda state: choose(replace(state, archive=replace(state.archive, row=row)))


def choose(state: ClientState) -> Done:
    """Replay the match under the cursor, once its record has come."""
    archive = state.archive
    if archive.fetch is not None or not archive.matches:
        return Done(state)
    fetch = Fetch(archive.matches[archive.row])
    return Done(replace(state, archive=replace(archive, fetch=fetch), notice=None), errand=FetchRecord())


def wanted(state: ClientState) -> tuple[int, int] | None:
    """Which match is being fetched, and how many of its lines have come; None once it is whole, or given up."""
    fetch = state.archive.fetch
    return None if fetch is None else (fetch.match.match, len(fetch.lines))


def ask_on(state: ClientState) -> Done:
    """Ask for the next page of it."""
    fetch = state.archive.fetch
    if fetch is None:
        return Done(state)
    done = sending(state, GetRecord(match=fetch.match.match, after=len(fetch.lines), id=BROWSING))
    return done if done.send else replace(done, state=given_up(done.state))


def given_up(state: ClientState) -> ClientState:
    """Nothing is waited for any longer."""
    return replace(state, archive=replace(state.archive, fetch=None, listing=False))


def heard(state: ClientState, message: Matches | Record | Statistics) -> ClientState:
    """The state after an answer."""
    match message:
        case Matches():
            return _listed(state, message)
        case Statistics(players=players):
            return replace(state, archive=replace(state.archive, players=players))
        case Record():
            return _page(state, message)


def refused(state: ClientState, error: Error) -> ClientState:
    """The state after a refusal, if it is of something asked of the archive."""
    return given_up(state) if error.re is not UNSET and error.re == BROWSING else state


def _listed(state: ClientState, message: Matches) -> ClientState:
    """With those, if anybody has asked."""
    archive = state.archive
    if not archive.listing:
        return state
    known = {info.match for info in archive.matches}
    new = tuple(info for info in message.matches if info.match not in known)
    return replace(state, archive=replace(archive, matches=(*archive.matches, *new), more=message.more, listing=False))


def _page(state: ClientState, message: Record) -> ClientState:
    """With those lines; with a tape, where they were the last."""
    fetch = state.archive.fetch
    if fetch is None or message.match != fetch.match.match or message.after != len(fetch.lines):
        return state
    lines = (*fetch.lines, *message.lines)
    if message.more and message.lines and len(lines) <= MOST_LINES:
        return replace(state, archive=replace(state.archive, fetch=replace(fetch, lines=lines)))
    done = given_up(state)
    try:
        tape = of_record(lines, fetch.match.table, fetch.match.preset, state.name)
    except RecordError as wrong:
        said = Playback.NO_RECORD if wrong.malformed else Playback.DIFFERS
        return replace(done, notice=NoTape(said, fetch.match.table, str(wrong)))
    return shown(done, tape)
