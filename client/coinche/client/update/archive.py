"""The archive: intents for the matches that a server keeps, and the update by its answers. Pure.

Lists and records come in pages. To save a match or to compute the value of its cards needs the whole record; for a
match that has just ended at the player's table, the client first fetches it from the server.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.client.model.effects import Consult, FetchRecord, KeepRecord, ReviewMatch, Weigh
from coinche.client.model.messages import Reviewed
from coinche.client.model.notices import News, NoReplay
from coinche.client.model.replay import ReplayState, put_where, to_decision
from coinche.client.model.state import ClientState, Fetch, Link, MatchArchive, Purpose, Screen
from coinche.client.texts.replay import Playback
from coinche.engine.record import RecordError
from coinche.engine.view import Phase
from coinche.protocol.messages import Error, GetRecord, GetStatistics, ListMatches, Matches, RecordPage

from . import practice
from .navigation import Done, Intent, go_home, sending
from .replay import is_record_of, is_that_of, of_record, of_table, open_running, shown

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
    """The same, for a comparison with perfect play that is under way, too."""
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
    screen = Screen.PLAY if state.archive.players is None else Screen.STATISTICS
    return replace(all_given_up(state), screen=screen if back else state.screen)


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
    lines = (*fetch.lines, *message.lines)
    size = fetch.size + sum(map(len, message.lines))
    if message.more and message.lines and len(lines) <= MOST_LINES and size <= MOST_SIGNS:
        return replace(state, archive=replace(state.archive, fetch=replace(fetch, lines=lines, size=size)))
    done = given_up(state)
    try:
        match_replay = of_record(lines, fetch.match.table, fetch.match.preset, state.name)
    except RecordError as wrong:
        said = Playback.NO_RECORD if wrong.malformed else Playback.DIFFERS
        return replace(done, notice=NoReplay(said, fetch.match.table, str(wrong)))
    return shown(done, match_replay) if fetch.purpose is Purpose.LOOK else _whole(done, match_replay)


def _whole(state: ClientState, record: ReplayState) -> ClientState:
    """Replace the replay by the record of the same match, at the same position and with the same viewer."""
    match_replay = state.match_replay
    if match_replay is None or not is_record_of(record, match_replay):
        return replace(state, notice=NoReplay(Playback.NOT_KEPT))
    return replace(state, match_replay=put_where(record, match_replay))


def keep(state: ClientState) -> Done:
    """Save the match in a file named after it."""
    return keep_in("")(state)


def keep_in(path: str) -> Intent:
    """Save the match in that file; "" names it after the match."""

    def intent(state: ClientState) -> Done:
        match_replay = state.match_replay
        if match_replay is None or not match_replay.record:
            return _after_its_end(state, Purpose.KEEP, Playback.NO_RECORD_YET, path)
        return Done(state, effect=KeepRecord(match_replay.title, match_replay.record, path))

    return intent


def weigh(state: ClientState) -> Done:
    """Turn the display of card values on or off."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.WEIGH, Playback.NOT_WEIGHED_YET)
    turned = replace(match_replay, weighs=not match_replay.weighs, advice={})
    if match_replay.weighs:
        return Done(replace(state, match_replay=turned, notice=NoReplay(Playback.NO_LONGER_WEIGHED)))
    told = None if turned.is_weighing else NoReplay(Playback.WEIGHED_IN_PLAY)
    return Done(replace(state, match_replay=turned, notice=told), effect=Weigh())


def consult(state: ClientState) -> Done:
    """Turn the choices of `expert` on or off. In a running match they would be advice to a player."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.CONSULT, Playback.NOT_CONSULTED_YET)
    turned = replace(match_replay, consults=not match_replay.consults, choice=None)
    if match_replay.consults:
        return Done(replace(state, match_replay=turned, notice=NoReplay(Playback.NO_LONGER_CONSULTED)))
    return Done(replace(state, match_replay=turned, notice=None), effect=Consult())


def open_costly(state: ClientState) -> Done:
    """Replay the match at this table, at the most costly decision of the person."""
    opened = open_running(state)
    return next_costly(opened.state) if opened.state.match_replay is not None else opened


def next_costly(state: ClientState) -> Done:
    """Go to the next of the most costly decisions; find them first."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.REVIEW, Playback.NOT_REVIEWED_YET)
    if match_replay.reviewed_deals is None:
        return Done(replace(state, match_replay=replace(match_replay, reviewed_deals=0)), effect=ReviewMatch())
    if match_replay.costly is None:
        return Done(state)
    if not match_replay.costly:
        return Done(replace(state, notice=NoReplay(Playback.NOTHING_COSTLY)))
    number = 0 if match_replay.decision is None else (match_replay.decision + 1) % len(match_replay.costly)
    return Done(replace(state, match_replay=to_decision(match_replay, number), notice=None))


def reviewed(state: ClientState, came: Reviewed) -> ClientState:
    """Note how far the search is; show the most costly decision once it has been found."""
    match_replay = state.match_replay
    if match_replay is None or match_replay.reviewed_deals is None:
        return state
    found = replace(match_replay, reviewed_deals=came.deals, costly=came.costly)
    known = replace(state, match_replay=found)
    return known if came.costly is None else next_costly(known).state


def retry(state: ClientState) -> Done:
    """Play on from the position of the replay at a practice table."""
    match_replay = state.match_replay
    if match_replay is None or not match_replay.record:
        return _after_its_end(state, Purpose.RETRY, Playback.NOT_RETRIED_YET)
    return practice.begin(state)


def fetched(fetch: Fetch) -> Intent:
    """Do what the record was fetched for, if it has arrived."""

    def intent(state: ClientState) -> Done:
        if state.match_replay is None or not state.match_replay.record:
            return Done(state)
        match fetch.purpose:
            case Purpose.LOOK:
                return Done(state)
            case Purpose.KEEP:
                return keep_in(fetch.path)(state)
            case Purpose.WEIGH:
                return weigh(state)
            case Purpose.CONSULT:
                return consult(state)
            case Purpose.REVIEW:
                return next_costly(state)
            case Purpose.RETRY:
                return retry(state)

    return intent


def _after_its_end(state: ClientState, purpose: Purpose, before: Playback, path: str = "") -> Done:
    """Fetch the record if the match is over and the server keeps records; else say what is missing."""
    match_replay = _up_to_its_end(state)
    if match_replay is None:
        return Done(state)
    if not match_replay.is_over:
        return Done(replace(state, notice=NoReplay(before)))
    if not state.archive.offered:
        return Done(replace(state, notice=NoReplay(Playback.NO_ARCHIVE)))
    return seek(replace(state, match_replay=match_replay), purpose, path)


def _up_to_its_end(state: ClientState) -> ReplayState | None:
    """The replay, extended to the end of the match if that has ended at the table meanwhile."""
    match_replay, table = state.match_replay, state.table
    if match_replay is None or match_replay.is_over or table is None or table.view.phase is not Phase.MATCH_OVER:
        return match_replay
    whole = of_table(table)
    return match_replay if whole is None else put_where(whole, match_replay)
