"""Looking through the matches that a server keeps: what a person can want of them, and what the server answers. Pure.

A list and a record come in pages. Refuses to know how matches are kept.

What needs the whole record of the match that is looked at: to keep it, to weigh its cards; intents. Pure.

Of a match that has ended at one's own table the record is asked of the server first. Refuses to know how (`archiving`).
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.effects import FetchRecord, KeepRecord, Weigh
from coinche.client.model.notices import News, NoTape
from coinche.client.model.replay import Tape, put_where
from coinche.client.model.state import Archive, ClientState, Fetch, Link, Purpose, Screen
from coinche.client.texts.replay import Playback
from coinche.engine.record import RecordError
from coinche.engine.view import Phase
from coinche.protocol.messages import Error, GetRecord, GetStatistics, ListMatches, Matches, RecordPage, Statistics

from .navigation import Done, Intent, sending
from .playback import is_record_of, is_that_of, of_record, of_table, shown

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
    fetch = Fetch(match=archive.matches[archive.row])
    return Done(replace(state, archive=replace(archive, fetch=fetch), notice=None), effect=FetchRecord())


def seek(state: ClientState, purpose: Purpose, path: str = "") -> Done:
    """Look for the record of the match that is looked at, which a table has told; what for is remembered."""
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    under_way = state.archive.fetch
    fetch = replace(under_way or Fetch(), purpose=purpose, path=path)
    sought = replace(state, archive=replace(state.archive, fetch=fetch), notice=None)
    return Done(sought, effect=None if under_way is not None else FetchRecord())


Wanted = tuple[int | None, int]


def wanted(state: ClientState) -> Wanted | None:
    """Which match is being fetched, and how many of its lines have come; None once it is whole, or given up."""
    fetch = state.archive.fetch
    return None if fetch is None else (_number(fetch), len(fetch.lines))


def _number(fetch: Fetch) -> int | None:
    return None if fetch.match is None else fetch.match.match


def ask_on(state: ClientState) -> Done:
    """Ask for the next page of it, or for the list on which it is to be found."""
    fetch = state.archive.fetch
    if fetch is None:
        return Done(state)
    if fetch.match is None:
        done = sending(state, ListMatches(id=BROWSING))
    else:
        done = sending(state, GetRecord(match=fetch.match.match, after=len(fetch.lines), id=BROWSING))
    return done if done.send else replace(done, state=given_up(done.state))


def given_up(state: ClientState) -> ClientState:
    """Nothing is waited for any longer."""
    return replace(state, archive=replace(state.archive, fetch=None, listing=False))


def heard(state: ClientState, message: Matches | RecordPage | Statistics) -> ClientState:
    """The state after an answer."""
    match message:
        case Matches():
            return _listed(state, message)
        case Statistics(players=players):
            return replace(state, archive=replace(state.archive, players=players))
        case RecordPage():
            return _page(state, message)


def refused(state: ClientState, error: Error) -> ClientState:
    """The state after a refusal, if it is of something asked of the archive."""
    return given_up(state) if error.re is not UNSET and error.re == BROWSING else state


def _listed(state: ClientState, message: Matches) -> ClientState:
    """With those, if anybody has asked."""
    archive = state.archive
    if archive.fetch is not None and archive.fetch.match is None:
        return _sought(state, archive.fetch, message)
    if not archive.listing:
        return state
    known = {info.match for info in archive.matches}
    new = tuple(info for info in message.matches if info.match not in known)
    return replace(state, archive=replace(archive, matches=(*archive.matches, *new), more=message.more, listing=False))


def _sought(state: ClientState, fetch: Fetch, message: Matches) -> ClientState:
    """Which of those is the match that is looked at, if one is: the newest that has its table, deals and score."""
    tape = state.tape
    match = next((info for info in message.matches if tape is not None and is_that_of(info, tape)), None)
    if match is None:
        return replace(given_up(state), notice=NoTape(Playback.NOT_KEPT))
    return replace(state, archive=replace(state.archive, fetch=replace(fetch, match=match)))


def _page(state: ClientState, message: RecordPage) -> ClientState:
    """With those lines; with a tape, where they were the last."""
    fetch = state.archive.fetch
    if fetch is None or fetch.match is None:
        return state
    if message.match != fetch.match.match or message.after != len(fetch.lines):
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
    return shown(done, tape) if fetch.purpose is Purpose.LOOK else _whole(done, tape)


def _whole(state: ClientState, record: Tape) -> ClientState:
    """With the record in place of what the table told of the same match, at the same place and with the same eyes."""
    tape = state.tape
    if tape is None or not is_record_of(record, tape):
        return replace(state, notice=NoTape(Playback.NOT_KEPT))
    return replace(state, tape=put_where(record, tape))


def keep(state: ClientState) -> Done:
    """Keep the match in a file of one's own."""
    return keep_in("")(state)


def keep_in(path: str) -> Intent:
    """The same in that file, where a name is given."""

    def intent(state: ClientState) -> Done:
        tape = state.tape
        if tape is None or not tape.record:
            return _after_its_end(state, Purpose.KEEP, Playback.NO_RECORD_YET, path)
        return Done(state, effect=KeepRecord(tape.title, tape.record, path))

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
    return Done(replace(state, tape=turned, notice=told), effect=Weigh())


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
    return seek(replace(state, tape=tape), purpose, path)


def _up_to_its_end(state: ClientState) -> Tape | None:
    """The tape; with all that has happened since at its table, where the match has ended behind it."""
    tape, table = state.tape, state.table
    if tape is None or tape.is_over or table is None or table.view.phase is not Phase.MATCH_OVER:
        return tape
    whole = of_table(table)
    return tape if whole is None else put_where(whole, tape)
