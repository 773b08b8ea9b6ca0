"""The screen of the statistics: the players of a server, sorted by a column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from coinche.client.model.state import ClientState, Link, MatchArchive
from coinche.client.model.statistics import SortBy
from coinche.client.texts.bots import LEVELS, kind
from coinche.client.texts.replay import Playback
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import statistics as statistics_update
from coinche.protocol.messages import Occupant, PlayerPair, PlayerStatistics
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .archive import told_in_list
from .banner import link_lost, turn_at_table
from .first_statistics import to_come, under_way_lines
from .notice import notice
from .text_lines import Line, Size, cells, clickable, cut, joined, padded, plain, shortened, split_words, text_of


def row_name(player: PlayerStatistics | PlayerPair, face: Face, *, short: bool = False) -> str:
    """The name of a player, or all bots of a level."""
    if player.occupant is not Occupant.BOT:
        return face.name(player.name)
    level = LEVELS.get(player.name)
    if short or level is None:
        return kind(player.name, face, short=short)
    return face.say(PlayerText.BOTS, level=face.say(level))


def share(part: int, whole: int, face: Face) -> str:
    """A percentage; a dash if `whole` is 0."""
    return face.say(Playback.PERCENT, share=round(100 * part / whole)) if whole else "-"


def _right(count: int, right: int, face: Face) -> str:
    return face.say(Playback.RIGHT_ONES, count=count, right=right) if count else "0"


def coinches(player: PlayerStatistics, face: Face) -> str:
    """The number of coinches, and of those that were right."""
    return _right(player.coinches, player.beaten, face)


def per_deal(player: PlayerStatistics) -> str:
    """Average points per deal of this player's team; a dash if there are no deals."""
    return str(round(player.points / player.deals)) if player.deals else "-"


def made(player: PlayerStatistics, face: Face, cols: int) -> str:
    """The contracts made: the share, and the numbers where there is room."""
    told = share(player.made, player.taken, face)
    return f"{player.made}/{player.taken}  {told.rjust(5)}" if cols >= _NUMBERS and player.taken else told


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the statistics: its long head, its short head, what it counts, the text for a player on a screen so
    wide, and the number that is 0 while there is nothing to tell.
    """

    head: Words
    short: Words
    counts: Words
    told: Callable[[PlayerStatistics, Face, int], str]
    number: Callable[[PlayerStatistics], int]


COLUMNS: Mapping[SortBy, _Column] = {
    SortBy.MATCHES: _Column(
        Playback.PLAYED,
        Playback.PLAYED,
        PlayerText.MATCHES_COUNT,
        lambda player, face, cols: str(player.matches),
        lambda player: player.matches,
    ),
    SortBy.WON: _Column(
        Playback.WON,
        Playback.WON,
        PlayerText.WON_COUNTS,
        lambda player, face, cols: share(player.won, player.matches, face),
        lambda player: player.matches,
    ),
    SortBy.MADE: _Column(
        Playback.MADE,
        Playback.MADE_SHORT,
        PlayerText.MADE_COUNTS,
        made,
        lambda player: player.taken,
    ),
    SortBy.PER_DEAL: _Column(
        Playback.PER_DEAL,
        Playback.PER_DEAL_SHORT,
        PlayerText.PER_DEAL_COUNTS,
        lambda player, face, cols: per_deal(player),
        lambda player: player.deals,
    ),
    SortBy.COINCHES: _Column(
        Playback.COINCHES,
        Playback.COINCHES_SHORT,
        PlayerText.COINCHES_COUNT,
        lambda player, face, cols: coinches(player, face),
        lambda player: player.coinches,
    ),
    SortBy.COINCHED: _Column(
        PlayerText.COINCHED,
        PlayerText.COINCHED_SHORT,
        PlayerText.COINCHED_COUNTS,
        lambda player, face, cols: _right(player.coinched, player.coinched_failed, face),
        lambda player: player.coinched,
    ),
    SortBy.CAPOTS: _Column(
        PlayerText.CAPOTS,
        PlayerText.CAPOTS,
        PlayerText.CAPOTS_COUNT,
        lambda player, face, cols: str(player.capots),
        lambda player: player.capots,
    ),
    SortBy.BELOTES: _Column(
        PlayerText.BELOTES,
        PlayerText.BELOTES,
        PlayerText.BELOTES_COUNT,
        lambda player, face, cols: str(player.belotes),
        lambda player: player.belotes,
    ),
}
_LONG = 150
"""Cells from which the long heads have room."""
_NUMBERS, _MADE_COLS = 100, 15
"""Cells from which the contracts are told in numbers, too, and the cells that these take."""
_NAME_COLS: Mapping[bool, int] = {True: 24, False: 15}


_Fitting = tuple[tuple[SortBy, int], ...]
"""Columns that have room, and their widths."""


def statistics(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the statistics."""
    cols = size.cols
    words = Playback.OWN_STATISTICS if state.solo else Playback.STATISTICS
    title = plain(" " + face.say(words, server=face.name(state.server_name)), "class:title")
    columns = _fitting(state.archive.sort_by, _columns_told(state.archive), cols, face)
    nothing = _nothing(state, face, size)
    head: tuple[Line, ...] = (
        shortened(title, cols, face.dots),
        plain(face.glyphs.rule * cols, "class:rule"),
        *(() if nothing else (_heads(state.archive.sort_by, columns, face, cols),)),
    )
    foot: tuple[Line, ...] = (*above_hints(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 1:
        head, foot = (), foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    players = statistics_update.ordered(state)
    first = max(0, min(state.archive.row - room // 2, len(players) - room))
    lines = (
        clickable(
            _row(player, state, columns, face, cols, chosen=row == state.archive.row), statistics_update.at_row(row)
        )
        for row, player in enumerate(players[first : first + room], first)
    )
    rows = nothing[:room] or tuple(lines)
    below = _legend(state.archive.sort_by, columns, face, Size(cols, room - len(rows))) if players else ()
    more = _of_oneself(state, face, cols) if players else ()
    below = (*below, *more) if len(rows) + len(below) + len(more) <= room else below
    filler = (plain(""),) * (room - len(rows) - len(below))
    return tuple(cut(line, cols) for line in (*head, *rows, *below, *filler, *foot))


def _of_oneself(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The match under way, and what the person's own page tells, if the list has their line."""
    now = under_way_lines(state, face, cols)
    if not any(statistics_update.is_own(player, state) for player in state.archive.players or ()):
        return now
    told = split_words(face.say(PlayerText.OWN_PAGE), cols - 3, "class:dim")
    return (*now, plain(""), *(joined(plain("  "), line) for line in told))


def _legend(sort_by: SortBy, columns: _Fitting, face: Face, size: Size) -> tuple[Line, ...]:
    """The meaning of the columns, a line each below an empty one; without room only of the one that sorts, or none."""
    told = {column: (_head(column, face, size.cols), face.say(COLUMNS[column].counts)) for column, _ in columns}
    indent = max(cells(head) for head, _ in told.values()) + 4
    for some in (tuple(told), (sort_by,)):
        lines = [line for column in some for line in _explained(*told[column], indent, column is sort_by, size.cols)]
        if len(lines) < size.rows:
            return (plain(""), *lines)
    return ()


def _explained(head: str, counts: str, indent: int, sorts: bool, cols: int) -> Iterator[Line]:
    """The head of a column and what it counts; further lines are indented."""
    for number, line in enumerate(split_words(counts, max(1, cols - indent - 1), "class:dim")):
        name = plain(f"  {head}" if number == 0 else "", "class:own" if sorts else "class:dim")
        yield joined(padded(name, indent), line)


def above_hints(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The line above the hints: a notice, the lost connection, or the turn at the table."""
    if state.notice is not None:
        return tuple(joined(plain(" "), line) for line in split_words(notice(state.notice, face), cols - 1))
    if state.link is Link.LOST:
        return (plain(" " + link_lost(state, face), "class:alarm"),)
    asked = turn_at_table(state, face)
    return (joined(plain(" "), asked),) if asked else ()


_AROUND = 4
"""Rows above and below the reason for empty statistics."""


def _nothing(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The reason for empty statistics, the match under way, and where rows are enough what is to come; nothing if there
    are some or the connection is lost."""
    archive, cols = state.archive, size.cols
    if archive.players or state.link is Link.LOST:
        return ()
    none = Playback.OTHER_WINDOW if state.beside else Playback.NO_STATISTICS
    asked = Playback.LISTING if archive.players is None else none
    told = told_in_list(face.say(asked if archive.offered else Playback.NO_ARCHIVE), cols)
    if archive.players is None or not archive.offered or state.beside:
        return told
    now = under_way_lines(state, face, cols)
    whole = (*told, *now, plain(""), *to_come(0, face, cols))
    return whole if len(whole) <= size.rows - _AROUND else (*told, *now)


def _columns_told(archive: MatchArchive) -> tuple[SortBy, ...]:
    """The columns in which some player has a number, and the one that sorts."""
    players = archive.players or ()
    return tuple(
        column
        for column in SortBy
        if column is archive.sort_by or any(COLUMNS[column].number(player) for player in players)
    )


def _fitting(sort_by: SortBy, wanted: tuple[SortBy, ...], cols: int, face: Face) -> _Fitting:
    """The wanted columns that have room, and their widths; the one that sorts is always among them."""
    wide = {column: len(_head(column, face, cols)) + 3 for column in SortBy}
    if cols >= _NUMBERS:
        wide[SortBy.MADE] = max(wide[SortBy.MADE], _MADE_COLS)
    left = cols - _NAME_COLS[cols >= 60] - wide[sort_by]
    shown = {sort_by}
    for column in wanted:
        if column not in shown:
            left -= wide[column]
            if left < 0:
                break
            shown.add(column)
    return tuple((column, wide[column]) for column in SortBy if column in shown)


def _head(column: SortBy, face: Face, cols: int) -> str:
    return face.say(COLUMNS[column].head if cols >= _LONG else COLUMNS[column].short)


def _heads(sort_by: SortBy, columns: _Fitting, face: Face, cols: int) -> Line:
    name = padded(plain(f"  {face.say(Playback.PLAYER)}", "class:dim"), _NAME_COLS[cols >= 60], face.dots)
    heads = (_sorted_head(column, wide, column is sort_by, face, cols) for column, wide in columns)
    return joined(name, *heads)


def _sorted_head(column: SortBy, wide: int, sorts: bool, face: Face, cols: int) -> Line:
    """The head of a column; an arrow marks the one that sorts."""
    head = _head(column, face, cols)
    told = face.say(PlayerText.SORTED, head=head) if sorts else head
    return plain(told.rjust(wide), "class:own" if sorts else "class:dim")


def _row(
    player: PlayerStatistics, state: ClientState, columns: _Fitting, face: Face, cols: int, *, chosen: bool
) -> Line:
    own = statistics_update.is_own(player, state)
    style = "class:chosen" if chosen else "class:own" if own else ""
    room = _NAME_COLS[cols >= 60] - 2
    name = _own_name(player, face, room) if own else padded(_name(player, face, cols), room, face.dots)
    mark = plain(f"{face.glyphs.turn} " if chosen else "  ", "class:turn")
    numbers = "".join(COLUMNS[column].told(player, face, cols).rjust(wide) for column, wide in columns)
    return joined(mark, plain(text_of(name) + numbers, style))


def _name(player: PlayerStatistics, face: Face, cols: int) -> Line:
    return plain(row_name(player, face, short=cols < 60))


def _own_name(player: PlayerStatistics, face: Face, room: int) -> Line:
    """One's own name, marked as such, which is cut where it has no room."""
    taken = len(face.say(PlayerText.YOU, name=""))
    name = shortened(plain(face.name(player.name)), room - taken, face.dots)
    return padded(plain(face.say(PlayerText.YOU, name=text_of(name))), room)
