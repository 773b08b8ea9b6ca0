"""The screen of the archive: the list of matches that a server keeps."""

from __future__ import annotations

from datetime import datetime

from coinche.client.model.state import ClientState, Link, MatchArchive
from coinche.client.texts.bots import in_record, name_of
from coinche.client.texts.preset_titles import headed, titled
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update import archive as archive_update
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, PlayerMatch
from coinche.text.formatting import Face

from .banner import link_lost, turn_at_table
from .notice import notice, style_of
from .text_lines import Line, Size, cells, clickable, cut, joined, padded, plain, shortened, split_words, width

_WIDE = 72
"""Cells from which both sides, the time and the table have room."""
_DAY_COLS = 8
"""Cells of a day without its time, with the space before it."""


def matches(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the match list; the line under the cursor is always visible."""
    cols = size.cols
    words = Playback.OWN_MATCHES if state.solo else Playback.MATCHES
    title = plain(" " + face.say(words, server=face.name(state.server_name)), "class:title")
    head: tuple[Line, ...] = (
        shortened(title, cols, face.dots),
        *progress(state, face, cols),
        plain(face.glyphs.rule * cols, "class:rule"),
    )
    foot: tuple[Line, ...] = (*_said(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 1:
        head, foot = (), foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    archive = state.archive
    first = max(0, min(archive.row - room // 2, len(archive.matches) - room))
    shown = archive.matches[first : first + room]
    rows = _nothing(state, face, cols)[:room] or tuple(
        clickable(
            match_row(info, archive, state.name, face, cols, chosen=first + i == archive.row),
            archive_update.at_row(first + i),
        )
        for i, info in enumerate(shown)
    )
    return tuple(cut(line, cols) for line in (*head, *rows, *((plain(""),) * (room - len(rows))), *foot))


LEAST_MATCHES = 3
"""Number of matches from which there is a curve."""


def progress(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The person's own matches in the list, the newest on the right: how many were won, and a curve of their share of
    the points; none if there are few."""
    shares = [own for info in reversed(state.archive.matches) if (own := own_share(info, state.name)) is not None]
    if len(shares) < LEAST_MATCHES:
        return ()
    numbers = {"won": sum(share > 0.5 for share in shares), "count": len(shares)}
    levels = face.glyphs.levels
    curve = "".join(levels[min(int(share * len(levels)), len(levels) - 1)] for share in shares)
    told = (f" {face.say(words, **numbers)} " for words in (Playback.PROGRESS, Playback.PROGRESS_BRIEFLY))
    head = next((words for words in told if cells(words) + min(len(curve), _LEAST_CURVE) < cols), "")
    return (joined(plain(head, "class:dim"), plain(curve[-max(0, cols - cells(head) - 1) :], "class:ours")),)


_LEAST_CURVE = 8
"""The latest matches for which the words before the curve make room."""


def own_share(info: MatchInfo, name: str) -> float | None:
    """The share of the points that the side of the player with that name got; None without that player or points."""
    seat = _seat_of(info, name)
    points = sum(info.score.values())
    return None if seat is None or not points else info.score.get(seat.team, 0) / points


def _said(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The line above the hints: a notice, the lost connection, the turn at the table, the progress of a download, or
    "there are more"."""
    archive = state.archive
    if state.notice is not None:
        text, style = notice(state.notice, face), style_of(state.notice)
    elif state.link is Link.LOST:
        text, style = link_lost(state, face), "class:alarm"
    elif asked := turn_at_table(state, face):
        return (joined(plain(" "), asked),)
    elif archive.fetch is not None:
        text, style = face.say(Playback.FETCHING, lines=len(archive.fetch.lines)), "class:ask"
    else:
        more = face.say(Playback.MORE) if archive.more else ""
        text, style = " ".join(filter(None, (_rules_here(archive, face, cols), more))), "class:dim"
    return tuple(joined(plain(" "), line) for line in split_words(text, cols - 1, style))


def _rules_here(archive: MatchArchive, face: Face, cols: int) -> str:
    """The table, time, rules and target of the match under the cursor; the target only where there is room."""
    if not archive.matches:
        return ""
    info = archive.matches[min(archive.row, len(archive.matches) - 1)]
    time = when(info, archive, face, whole=True)
    rules = titled(info.preset, face)
    aimed = f"{rules}, {face.say(Phrase.AIM_TARGET, target=info.target)}"
    told = (
        face.say(Playback.MATCH_HERE, table=face.name(info.table), when=time, rules=words) for words in (aimed, rules)
    )
    least = face.say(Playback.RULES_HERE, rules=headed(info.preset, face))
    return next((words for words in told if cells(words) < cols - 1), least)


def _nothing(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The reason for an empty list; nothing if the list has rows or the connection is lost."""
    archive = state.archive
    if archive.matches or state.link is Link.LOST:
        return ()
    none = Playback.OTHER_WINDOW if state.beside else Playback.NO_MATCHES
    listing = Playback.LISTING if archive.listing else none
    words = listing if archive.offered else Playback.NO_ARCHIVE
    return told_in_list(face.say(words), cols)


def told_in_list(text: str, cols: int) -> tuple[Line, ...]:
    """A sentence in place of the rows."""
    return (plain(""), *(joined(plain(" "), line) for line in split_words(text, cols - 1, "class:dim")))


def when(info: MatchInfo, archive: MatchArchive, face: Face, *, whole: bool = False) -> str:
    """The time at which the match ended: `28 Nov 22:40`; the year where it is not that of the newest, or `whole`."""
    ended, newest = (datetime.fromtimestamp(one.at / 1000, archive.zone) for one in (info, archive.matches[0]))
    is_old = whole or ended.year != newest.year
    words = Playback.WHEN_OF_YEAR if is_old else Playback.WHEN
    return face.say(words, day=day(info, archive, face), year=ended.year, time=f"{ended:%H:%M}")


def day(info: MatchInfo | PlayerMatch, archive: MatchArchive, face: Face) -> str:
    """The day on which the match ended: `28 Nov`."""
    ended = datetime.fromtimestamp(info.at / 1000, archive.zone)
    words = Playback.FIRST_DAY if ended.day == 1 else Playback.DAY
    return face.say(words, day=ended.day, month=face.say(Playback.MONTHS).split()[ended.month - 1])


def players(info: MatchInfo, team: Team, face: Face) -> str:
    """The two players of a team: `Ana + Zoé`."""
    one, other = (_player(info, seat, face) for seat in Seat if seat.team is team)
    return face.say(Playback.PLAYERS, one=one, other=other)


def _player(info: MatchInfo, seat: Seat, face: Face) -> str:
    return face.name(name_of(in_record(seat, info.seats.get(seat, ""))))


def _seat_of(info: MatchInfo, name: str) -> Seat | None:
    """The seat of the person with that name, if they played."""
    return next((seat for seat in Seat if info.seats.get(seat) == name), None)


def match_row(info: MatchInfo, archive: MatchArchive, name: str, face: Face, cols: int, *, chosen: bool) -> Line:
    """A match of the list, for the person with that name the result first:
    `▶ won  1020-480  with Zoé, against Max and Léo   28 Nov 22:40  Café`."""
    own = _seat_of(info, name)
    ours = Team.NORTH_SOUTH if own is None else own.team
    score, others = info.score.get(ours, 0), info.score.get(ours.other, 0)
    result, style = "", ""
    if own is not None:
        words = Playback.ROW_WON if score > others else Playback.ROW_LOST if score < others else Playback.ROW_LEVEL
        result, style = face.say(words), "class:ours" if score > others else "class:dim"
    style = "class:chosen" if chosen else style
    roomy = cols >= _WIDE
    time = when(info, archive, face) if roomy else day(info, archive, face)
    time_cols = max(cells(when(one, archive, face)) for one in archive.matches) + 2 if roomy else _DAY_COLS
    table_cols = _table_cols(archive, face, cols)
    mark = plain(f" {face.glyphs.turn} " if chosen else "   ", "class:turn")
    numbers = plain(f"{result:<{_result_cols(archive, name, face)}}{score:>4}-{others:<5} ", style)
    room = cols - width(mark) - width(numbers) - time_cols - table_cols - 1
    return joined(
        mark,
        numbers,
        padded(
            plain(_with_whom(info, own, face, briefly=not roomy), "class:chosen" if chosen else ""), room, face.dots
        ),
        plain(f"{time:>{time_cols}}", "class:dim"),
        padded(plain(f"  {face.name(info.table)}", "class:dim"), table_cols, face.dots) if table_cols else plain(""),
    )


def _result_cols(archive: MatchArchive, name: str, face: Face) -> int:
    """The cells of the results; none where the person has played no match of the list."""
    if not any(_seat_of(info, name) for info in archive.matches):
        return 0
    return max(cells(face.say(words)) for words in (Playback.ROW_WON, Playback.ROW_LOST, Playback.ROW_LEVEL)) + 1


_TABLE_COLS = 14
_ROOMY = 100
"""Cells from which the names of the tables have room."""


def _table_cols(archive: MatchArchive, face: Face, cols: int) -> int:
    """The cells of the names of the tables, two spaces before them among these."""
    if cols < _ROOMY:
        return 0
    return 2 + min(_TABLE_COLS, max(cells(face.name(info.table)) for info in archive.matches))


def _with_whom(info: MatchInfo, own: Seat | None, face: Face, *, briefly: bool) -> str:
    """The partner and the opponents of a person; both teams where they did not play."""
    if own is None:
        ours, theirs = (players(info, team, face) for team in Team)
        return face.say(Playback.TEAMS, ours=ours, theirs=theirs)
    partner = _player(info, own.partner, face)
    if briefly:
        return face.say(Playback.WITH, partner=partner)
    one, other = (_player(info, seat, face) for seat in Seat if seat.team is own.team.other)
    return face.say(Playback.WITH_AGAINST, partner=partner, one=one, other=other)
