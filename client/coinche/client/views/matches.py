"""The matches that a server keeps: when, where, who against whom, the score, the rules."""

from __future__ import annotations

from datetime import datetime

from coinche.client.model.archive import Archive
from coinche.client.model.state import ClientState, Link
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update import archive as archive_update
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo
from coinche.text.catalog import Language
from coinche.text.formatting import Face

from .banner import link_lost
from .notice import notice, style_of
from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words

_WHEN = {Language.FRENCH: "%d/%m/%y %H:%M", Language.ENGLISH: "%Y-%m-%d %H:%M"}
_DAY = {Language.FRENCH: "%d/%m", Language.ENGLISH: "%m-%d"}
_WIDE = 72
"""Cells from which year, table and rules have room."""
_ROOMY = 100
"""Cells from which the target has room, too."""
_TABLE_COLS = 14


def matches(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    cols = size.cols
    title = plain(" " + face.say(Playback.MATCHES, server=face.name(state.server_name)), "class:title")
    head: tuple[Line, ...] = (shortened(title, cols, face.dots), plain(face.glyphs.rule * cols, "class:rule"))
    foot: tuple[Line, ...] = (*_said(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 1:
        head, foot = (), foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    archive = state.archive
    first = max(0, min(archive.row - room // 2, len(archive.matches) - room))
    shown = archive.matches[first : first + room]
    rows = _nothing(state, face, cols)[:room] or tuple(
        clickable(
            match_row(info, archive, face, cols, chosen=first + i == archive.row), archive_update.at_row(first + i)
        )
        for i, info in enumerate(shown)
    )
    return tuple(cut(line, cols) for line in (*head, *rows, *((plain(""),) * (room - len(rows))), *foot))


def _said(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """What goes on, or that there are more."""
    archive = state.archive
    if state.notice is not None:
        text, style = notice(state.notice, face), style_of(state.notice)
    elif state.link is Link.LOST:
        text, style = link_lost(state, face), "class:alarm"
    elif archive.fetch is not None:
        text, style = face.say(Playback.FETCHING, lines=len(archive.fetch.lines)), "class:ask"
    else:
        text, style = face.say(Playback.MORE) if archive.more else "", "class:dim"
    return tuple(joined(plain(" "), line) for line in split_words(text, cols - 1, style))


def _nothing(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Why nothing is in the list; empty where something is, or the connection is lost."""
    archive = state.archive
    if archive.matches or state.link is Link.LOST:
        return ()
    listing = Playback.LISTING if archive.listing else Playback.NO_MATCHES
    words = listing if archive.offered else Playback.NO_ARCHIVE
    return told_in_list(face.say(words), cols)


def told_in_list(text: str, cols: int) -> tuple[Line, ...]:
    """A sentence where the rows would be."""
    return (plain(""), *(joined(plain(" "), line) for line in split_words(text, cols - 1, "class:dim")))


def when(info: MatchInfo, archive: Archive, face: Face, *, short: bool = False) -> str:
    """When it ended."""
    ended = datetime.fromtimestamp(info.at / 1000, archive.zone)
    return ended.strftime((_DAY if short else _WHEN)[face.language])


def players(info: MatchInfo, team: Team, face: Face) -> str:
    """`Ana + Zoé`"""
    one, other = (info.seats.get(seat, "") for seat in Seat if seat.team is team)
    return face.say(Playback.PLAYERS, one=face.name(one), other=face.name(other))


def match_row(info: MatchInfo, archive: Archive, face: Face, cols: int, *, chosen: bool) -> Line:
    """`▶ 21/11/26 22:40  Café   Ana + Zoé 1020 - 480 Max + Léo   ffb, 1000`"""
    roomy = cols >= _WIDE
    mark = plain(f" {face.glyphs.turn} " if chosen else "   ", "class:turn")
    style = "class:chosen" if chosen else ""
    time = plain(when(info, archive, face, short=not roomy), style or "class:dim")
    widest = max(len(other.table) for other in archive.matches)
    table = padded(plain(f"  {face.name(info.table)}", style), 2 + min(widest, _TABLE_COLS), face.dots)
    score = joined(plain("  "), *_sides(info, face))
    if not roomy:
        return shortened(joined(mark, time, _short_score(info, face)), cols, face.dots)
    aim = f", {face.say(Phrase.AIM_TARGET, target=info.target)}" if cols >= _ROOMY else ""
    rules = plain(f"{face.name(info.preset)}{aim} ", "class:dim")
    return apart(joined(mark, time, table, score), rules, cols, face.dots)


def _short_score(info: MatchInfo, face: Face) -> Line:
    """`  1020-480  Ana, Zoé - Max, Léo`: where the end may be cut off, the score comes first."""
    ours, theirs = Team
    score = f"{info.score.get(ours, 0)}-{info.score.get(theirs, 0)}".center(9)
    return joined(
        plain(f" {score} ", "class:ours"), plain(f"{players(info, ours, face)} - {players(info, theirs, face)}")
    )


def _sides(info: MatchInfo, face: Face) -> tuple[Line, ...]:
    """Both teams with their scores, the winner's set off."""
    ours, theirs = Team
    our, their = info.score.get(ours, 0), info.score.get(theirs, 0)
    won, lost = "class:ours", "class:dim"
    return (
        plain(f"{players(info, ours, face)} {our}", won if our > their else lost),
        plain(" - ", "class:dim"),
        plain(f"{their} {players(info, theirs, face)}", won if their > our else lost),
    )
