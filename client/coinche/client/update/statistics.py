"""The statistics of players: their order, one player's page, and one's own matches against perfect play. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import structs

from coinche.client.model.effects import ReviewPar
from coinche.client.model.messages import ParFound
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.statistics import ParReview, SortBy
from coinche.protocol.messages import (
    GetPlayer,
    GetRecord,
    GetStatistics,
    Occupant,
    PlayerPage,
    PlayerPair,
    PlayerStatistics,
    RecordPage,
)
from coinche.protocol.names import same_name

from .archive import BROWSING, asking, off_page, with_page
from .navigation import Done, Intent, go_home, sending

MATCHES_COMPARED = 5
"""The most matches that are compared with perfect play."""
FEWEST_MATCHES = 2
"""Matches from which there is a curve."""
LINES_OF_PAGE = 40
"""About as many lines as a player's page has on a narrow screen."""
MATCHES_KEPT, PAIRS_KEPT = 100, 50
"""The most matches, partners and opponents of a page that are kept: more than a server sends, and few to draw."""


def ratio(part: int, whole: int) -> float:
    """The share, for sorting: players of whom there is nothing to tell come last."""
    return part / whole if whole else -1.0


Order = Callable[[PlayerStatistics], tuple[float, float]]

ORDERS: Mapping[SortBy, Order] = {
    SortBy.MATCHES: lambda player: (player.matches, player.deals),
    SortBy.WON: lambda player: (ratio(player.won, player.matches), player.matches),
    SortBy.MADE: lambda player: (ratio(player.made, player.taken), player.taken),
    SortBy.PER_DEAL: lambda player: (ratio(player.points, player.deals), player.deals),
    SortBy.COINCHES: lambda player: (player.coinches, player.beaten),
    SortBy.COINCHED: lambda player: (player.coinched, player.coinched_failed),
    SortBy.CAPOTS: lambda player: (player.capots, player.deals),
    SortBy.BELOTES: lambda player: (player.belotes, player.deals),
}


def ordered(state: ClientState) -> tuple[PlayerStatistics, ...]:
    """The players, the person at this client first, then those with most of the chosen column."""
    players = sorted(state.archive.players or (), key=ORDERS[state.archive.sort_by], reverse=True)
    return tuple(sorted(players, key=lambda player: not is_own(player, state)))


def is_own(player: PlayerStatistics | PlayerPair, state: ClientState) -> bool:
    """Return whether this is the person at this client."""
    return player.occupant is Occupant.PERSON and same_name(player.name) == same_name(state.name)


def open_statistics(state: ClientState) -> Done:
    """Open the statistics of the players."""
    archive = replace(state.archive, players=None, row=0, page=None)
    return asking(state, Screen.STATISTICS, archive, GetStatistics(id=BROWSING))


def listed(state: ClientState, players: tuple[PlayerStatistics, ...]) -> ClientState:
    """The state once the players have come: the cursor is on one's own line."""
    return _at_player(replace(state, archive=replace(state.archive, players=players)), None)


def _at_player(state: ClientState, player: PlayerStatistics | None) -> ClientState:
    """The cursor on that player, or on one's own line."""
    rows = ordered(state)
    found = (row for row, each in enumerate(rows) if each == player or (player is None and is_own(each, state)))
    return replace(state, archive=replace(state.archive, row=next(found, 0)))


def sort(by: int) -> Intent:
    """Sort by the next column or the one before; the cursor stays on its player."""

    def intent(state: ClientState) -> Done:
        columns = tuple(SortBy)
        column = columns[(columns.index(state.archive.sort_by) + by) % len(columns)]
        players = ordered(state)
        under = players[state.archive.row] if state.archive.row < len(players) else None
        return Done(_at_player(replace(state, archive=replace(state.archive, sort_by=column)), under))

    return intent


def choose(state: ClientState) -> Done:
    """Open the page of the player under the cursor."""
    players = ordered(state)
    if state.archive.row >= len(players):
        return Done(state)
    player = players[state.archive.row]
    return open_player(player.name, player.occupant)(state)


def at_row(row: int) -> Intent:
    """Choose a line by mouse."""
    return lambda state: choose(replace(state, archive=replace(state.archive, row=row)))


def open_player(name: str, occupant: Occupant) -> Intent:
    """Open the page of a player."""

    def intent(state: ClientState) -> Done:
        archive = replace(state.archive, page=None, scroll=0, from_people=False)
        there = replace(state, screen=Screen.PLAYER, archive=archive, notice=None)
        done = sending(there, GetPlayer(name=name, occupant=occupant, id=BROWSING))
        return done if done.send else Done(replace(state, notice=done.state.notice))

    return intent


def open_own(state: ClientState) -> Done:
    """Open the person's own page."""
    return open_player(state.name, Occupant.PERSON)(state)


def scroll(by: int) -> Intent:
    """Scroll the page of a player."""
    return lambda state: Done(
        replace(state, archive=replace(state.archive, scroll=min(max(state.archive.scroll + by, 0), LINES_OF_PAGE)))
    )


def close_player(state: ClientState) -> Done:
    """Return to the list from which the page was opened, or to the lobby where none was open."""
    left = replace(off_page(state), notice=None)
    return go_home(left) if left.browses_own and left.screen is Screen.PLAY else Done(left)


def page_came(state: ClientState, page: PlayerPage) -> ClientState:
    """The state once a player's page has come."""
    if state.screen is not Screen.PLAYER:
        return state
    archive = replace(state.archive, page=_cut(page))
    if archive.par is not None and archive.par.matches is None:
        archive = replace(archive, par=_comparison(page))
    return replace(state, archive=archive)


def _cut(page: PlayerPage) -> PlayerPage:
    """The page without rows that no honest server sends: a long one would take a second for each drawing."""
    return structs.replace(
        page,
        matches=page.matches[:MATCHES_KEPT],
        partners=page.partners[:PAIRS_KEPT],
        opponents=page.opponents[:PAIRS_KEPT],
    )


def _comparison(page: PlayerPage) -> ParReview:
    return ParReview(matches=tuple(match.match for match in page.matches[:MATCHES_COMPARED]))


def has_own_page(state: ClientState) -> bool:
    """Return whether the person's own page is shown, with matches to compare."""
    page = state.archive.page
    return state.screen is Screen.PLAYER and page is not None and is_own(page.player, state) and bool(page.matches)


def compare(state: ClientState) -> Done:
    """Compare the person's last matches with perfect play; stop if that is under way."""
    par = state.archive.par
    if par is not None and not par.is_over:
        return Done(replace(state, archive=replace(state.archive, par=None)))
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    page = state.archive.page
    if has_own_page(state) and page is not None:
        return Done(replace(state, archive=replace(state.archive, par=_comparison(page))), effect=ReviewPar())
    opened = open_own(state)
    waiting = replace(opened.state, archive=replace(opened.state.archive, par=ParReview()))
    return replace(opened, state=waiting, effect=ReviewPar())


def ask_on(state: ClientState) -> Done:
    """Ask for the next lines of the record of the match that is compared."""
    par = state.archive.par
    if par is None or par.match is None:
        return Done(state)
    done = sending(state, GetRecord(match=par.match, after=len(par.lines), id=BROWSING))
    return done if done.send else replace(done, state=replace(state, archive=replace(state.archive, par=None)))


def lines_came(state: ClientState, page: RecordPage) -> ClientState:
    """Add the lines to the record of the match that is compared."""
    par = state.archive.par
    if par is None or page.match != par.match or page.after != len(par.lines) or par.is_read:
        return state
    lines, size, more = with_page(par.lines, par.size, page)
    return replace(state, archive=replace(state.archive, par=replace(par, lines=lines, size=size, is_read=not more)))


def compared(state: ClientState, came: ParFound) -> ClientState:
    """Note how far the comparison is; after the last deal of a match comes the next match, if it is fast enough."""
    par = state.archive.par
    if par is None or par.match != came.match:
        return state
    if len(came.gaps) < came.deals:
        par = replace(par, deal=len(came.gaps), deals=came.deals, is_slow=came.is_slow)
    else:
        found = (*par.found, came.gaps)
        par = ParReview(matches=(par.matches or ())[: len(found) if came.is_slow else None], found=found)
    return replace(state, archive=replace(state.archive, par=par))
