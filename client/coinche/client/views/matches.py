"""The matches that a server keeps: when, where, who against whom, the score, the rules."""

from __future__ import annotations

from datetime import datetime

from coinche.client import archiving
from coinche.client.archive import Archive
from coinche.client.face import Face
from coinche.client.language import Language
from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.playback_words import Playback
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo

from .lines import Line, Size, apart, clickable, cut, joined, plain, shortened, split_words, width
from .status import notice

_WHEN = {Language.FRENCH: "%d/%m/%y %H:%M", Language.ENGLISH: "%Y-%m-%d %H:%M"}
_SHORT_WHEN = {Language.FRENCH: "%d/%m %H:%M", Language.ENGLISH: "%m-%d %H:%M"}
_WIDE = 72
"""Cells from which year, table and rules have room."""


def matches(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen; the line under the cursor is always on it."""
    cols = size.cols
    title = plain(" " + face.say(Playback.MATCHES, server=face.name(state.server)), "class:title")
    head: tuple[Line, ...] = (shortened(title, cols, face.dots), plain(face.glyphs.rule * cols, "class:rule"))
    foot: tuple[Line, ...] = (*_said(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 1:
        head, foot = (), foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    archive = state.archive
    first = max(0, min(archive.row - room // 2, len(archive.matches) - room))
    shown = archive.matches[first : first + room]
    rows = tuple(
        clickable(match_row(info, archive, face, cols, chosen=first + i == archive.row), archiving.at_row(first + i))
        for i, info in enumerate(shown)
    )
    return tuple(cut(line, cols) for line in (*head, *rows, *((plain(""),) * (room - len(rows))), *foot))


def _said(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """What goes on, or why nothing is in the list."""
    archive = state.archive
    if state.notice is not None:
        text, style = notice(state.notice, face), "class:notice"
    elif archive.fetch is not None:
        text, style = face.say(Playback.FETCHING, lines=len(archive.fetch.lines)), "class:ask"
    elif not archive.offered:
        text, style = face.say(Playback.NO_ARCHIVE), "class:dim"
    elif archive.listing:
        text, style = face.say(Playback.LISTING), "class:dim"
    elif not archive.matches:
        text, style = face.say(Playback.NO_MATCHES), "class:dim"
    else:
        text, style = face.say(Playback.MORE) if archive.more else "", "class:dim"
    return tuple(joined(plain(" "), line) for line in split_words(text, cols - 1, style))


def when(info: MatchInfo, archive: Archive, face: Face, *, short: bool = False) -> str:
    """When it ended."""
    ended = datetime.fromtimestamp(info.at / 1000, archive.zone)
    return ended.strftime((_SHORT_WHEN if short else _WHEN)[face.language])


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
    table = plain(f"  {face.name(info.table)}" if roomy else "", style)
    score = joined(plain("  "), *_sides(info, face))
    left = joined(mark, time, table, score)
    rules = plain(f"{face.name(info.preset)}, {face.say(Phrase.AIM_TARGET, target=info.target)} ", "class:dim")
    if roomy and width(left) + 1 + width(rules) <= cols:
        return apart(left, rules, cols, face.dots)
    return shortened(left if roomy else joined(mark, time, score), cols, face.dots)


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
