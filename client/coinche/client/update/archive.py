"""The archive: intents for the matches that a server keeps, and the update by its answers. Pure.

Lists and records come in pages.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.effects import FetchRecord
from coinche.client.model.notices import News, NoReplay
from coinche.client.model.replay import ReplayState
from coinche.client.model.replay_moves import put_where
from coinche.client.model.state import ClientState, Fetch, Link, MatchArchive, Purpose, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.replay import Playback
from coinche.engine.record import RecordError
from coinche.protocol.messages import Error, GetRecord, GetStatistics, ListMatches, Matches, RecordPage

from .navigation import Done, Intent, go_home, sending
from .replay import is_record_of, is_that_of, of_record, shown

BROWSING = 2
"""The id of all archive requests; it marks their refusals."""
MOST_LINES = 100_000
"""Maximum length of a record; the longest match that the rules allow is shorter."""
MOST_SIGNS = 64 * 2**20
"""Maximum number of characters of a record."""


def open_matches(state: ClientState) -> Done:
    """Open the list of matches, the newest first."""
    archive = replace(state.archive, matches=(), more=False, row=0, fetch=None, listing=state.archive.offered)
    return asking(state, Screen.MATCHES, archive, ListMatches(id=BROWSING))


def asking(state: ClientState, screen: Screen, archive: MatchArchive, question: ListMatches | GetStatistics) -> Done:
    """Show a screen of the archive; a server without an archive is asked nothing."""
    there = replace(state, screen=screen, archive=archive, notice=None)
    if not archive.offered:
        return Done(there)
    done = sending(there, question)
    return done if done.send else Done(replace(state, notice=done.state.notice))


def close(state: ClientState) -> Done:
    """Return to the lobby or the table; from one's own matches, home."""
    if state.browses_own:
        return go_home(state)
    return Done(replace(state, screen=Screen.PLAY, archive=replace(state.archive, fetch=None), notice=None))


def move(by: int) -> Intent:
    """Move the cursor; on the last line, ask for older matches."""

    def intent(state: ClientState) -> Done:
        archive = state.archive
        count = len(archive.players or ()) if state.screen is Screen.STATISTICS else len(archive.matches)
        moved = replace(archive, row=max(0, min(archive.row + by, count - 1)))
        at_end = state.screen is Screen.MATCHES and moved.row == count - 1
        there = replace(state, archive=moved)
        return more(there) if at_end else Done(there)

    return intent


def more(state: ClientState) -> Done:
    """Ask for older matches, if there are any and the request is not already under way."""
    archive = state.archive
    if not archive.more or archive.listing:
        return Done(state)
    done = sending(state, ListMatches(before=archive.matches[-1].match, id=BROWSING))
    return replace(done, state=replace(done.state, archive=replace(archive, listing=bool(done.send))))


def at_row(row: int) -> Intent:
    """Choose a line by mouse."""
    return lambda state: choose(replace(state, archive=replace(state.archive, row=row)))


def choose(state: ClientState) -> Done:
    """Replay the match under the cursor, once its record has arrived."""
    archive = state.archive
    if archive.fetch is not None or not archive.matches:
        return Done(state)
    fetch = Fetch(match=archive.matches[archive.row])
    return Done(replace(state, archive=replace(archive, fetch=fetch), notice=None), effect=FetchRecord())


def seek(state: ClientState, purpose: Purpose, path: str = "") -> Done:
    """Fetch the record of the match being replayed from the server, for the given purpose."""
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    under_way = state.archive.fetch
    fetch = replace(under_way or Fetch(), purpose=purpose, path=path)
    sought = replace(state, archive=replace(state.archive, fetch=fetch), notice=None)
    return Done(sought, effect=None if under_way is not None else FetchRecord())


Wanted = tuple[int | None, int]


def wanted(state: ClientState) -> Wanted | None:
    """The number of the match being fetched and of the lines received; None if nothing is being fetched."""
    fetch = state.archive.fetch
    return None if fetch is None else (_number(fetch), len(fetch.lines))


def _number(fetch: Fetch) -> int | None:
    return None if fetch.match is None else fetch.match.match


def ask_on(state: ClientState) -> Done:
    """Ask for the next page of the record, or for the list that has its match."""
    fetch = state.archive.fetch
    if fetch is None:
        return Done(state)
    if fetch.match is None:
        done = sending(state, ListMatches(id=BROWSING))
    else:
        done = sending(state, GetRecord(match=fetch.match.match, after=len(fetch.lines), id=BROWSING))
    return done if done.send else replace(done, state=given_up(done.state))


def given_up(state: ClientState) -> ClientState:
    """Stop waiting for the server's answers."""
    return replace(state, archive=replace(state.archive, fetch=None, listing=False))


def all_given_up(state: ClientState) -> ClientState:
    """Stop waiting for the server's answers, and give up a comparison with perfect play that is under way."""
    par = state.archive.par
    left = par if par is not None and par.is_over else None
    return given_up(replace(state, archive=replace(state.archive, par=left)))


def heard(state: ClientState, message: Matches | RecordPage) -> ClientState:
    """The state after an answer of the archive."""
    match message:
        case Matches():
            return _listed(state, message)
        case RecordPage():
            return _page(state, message)


def refused(state: ClientState, error: Error) -> ClientState:
    """The state after a refusal, if it refuses an archive request."""
    if error.re is UNSET or error.re != BROWSING:
        return state
    back = state.screen is Screen.PLAYER and state.archive.page is None
    return off_page(all_given_up(state)) if back else all_given_up(state)


def off_page(state: ClientState) -> ClientState:
    """The state without the page of a player: on the list from which it was opened, or in the lobby."""
    archive = replace(state.archive, page=None, par=None, from_people=False)
    screen = Screen.PLAY if archive.players is None or state.archive.from_people else Screen.STATISTICS
    overlay = Overlay.PEOPLE if state.archive.from_people else state.ui.overlay
    return replace(state, screen=screen, archive=archive, ui=replace(state.ui, overlay=overlay))


def _listed(state: ClientState, message: Matches) -> ClientState:
    """Add the matches, if the list was asked for."""
    archive = state.archive
    if archive.fetch is not None and archive.fetch.match is None:
        return _sought(state, archive.fetch, message)
    if not archive.listing:
        return state
    known = {info.match for info in archive.matches}
    new = tuple(info for info in message.matches if info.match not in known)
    return replace(state, archive=replace(archive, matches=(*archive.matches, *new), more=message.more, listing=False))


def _sought(state: ClientState, fetch: Fetch, message: Matches) -> ClientState:
    """Find the match being replayed in the list: the newest with the same table, deals and score."""
    match_replay = state.match_replay
    match = next(
        (info for info in message.matches if match_replay is not None and is_that_of(info, match_replay)), None
    )
    if match is None:
        return replace(given_up(state), notice=NoReplay(Playback.NOT_KEPT))
    return replace(state, archive=replace(state.archive, fetch=replace(fetch, match=match)))


def _page(state: ClientState, message: RecordPage) -> ClientState:
    """Add the lines to the record; the last page makes the replay."""
    fetch = state.archive.fetch
    if fetch is None or fetch.match is None:
        return state
    if message.match != fetch.match.match or message.after != len(fetch.lines):
        return state
    lines, size, more = with_page(fetch.lines, fetch.size, message)
    if more:
        return replace(state, archive=replace(state.archive, fetch=replace(fetch, lines=lines, size=size)))
    done = given_up(state)
    try:
        match_replay = of_record(lines, fetch.match.table, fetch.match.preset, state.name)
    except RecordError as wrong:
        said = Playback.NO_RECORD if wrong.malformed else Playback.DIFFERS
        return replace(done, notice=NoReplay(said, fetch.match.table, str(wrong)))
    return shown(done, match_replay) if fetch.purpose is Purpose.LOOK else _whole(done, match_replay)


def with_page(lines: tuple[str, ...], size: int, page: RecordPage) -> tuple[tuple[str, ...], int, bool]:
    """The lines of a record with those of its next page, their characters, and whether another page is wanted."""
    lines, size = (*lines, *page.lines), size + sum(map(len, page.lines))
    return lines, size, page.more and bool(page.lines) and len(lines) <= MOST_LINES and size <= MOST_SIGNS


def _whole(state: ClientState, record: ReplayState) -> ClientState:
    """Replace the replay by the record of the same match, at the same position and with the same viewer."""
    match_replay = state.match_replay
    if match_replay is None or not is_record_of(record, match_replay):
        return replace(state, notice=NoReplay(Playback.NOT_KEPT))
    return replace(state, match_replay=put_where(record, match_replay))
