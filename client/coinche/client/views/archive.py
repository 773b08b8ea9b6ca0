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
from coinche.protocol.messages import MatchInfo
from coinche.text.formatting import Face
from coinche.text.language import Language

from .banner import link_lost, turn_at_table
from .notice import notice, style_of
from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words, width

_WHEN = {Language.FRENCH: "%d/%m/%y %H:%M", Language.ENGLISH: "%Y-%m-%d %H:%M"}
_DAY = {Language.FRENCH: "%d/%m", Language.ENGLISH: "%m-%d"}
_WIDE = 72
"""Cells from which the year, the table and the rules have room."""
_ROOMY = 100
"""Cells from which the target has room, too."""
_TABLE_COLS = 14
_GAP = "  "
"""Between the players of a match and its rules, which are whole or left out: the line above the keys names those of the
match under the cursor."""


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
            match_row(info, archive, face, cols, chosen=first + i == archive.row), archive_update.at_row(first + i)
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
    told = " " + face.say(Playback.PROGRESS, won=sum(share > 0.5 for share in shares), count=len(shares)) + " "
    levels = face.glyphs.levels
    curve = "".join(levels[min(int(share * len(levels)), len(levels) - 1)] for share in shares)
    return (joined(plain(told, "class:dim"), plain(curve[-max(0, cols - len(told) - 1) :], "class:ours")),)


def own_share(info: MatchInfo, name: str) -> float | None:
    """The share of the points that the side of the player with that name got; None without that player or points."""
    seat = next((seat for seat in Seat if info.seats.get(seat) == name), None)
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
        text, style = " ".join(filter(None, (_rules_here(archive, face), more))), "class:dim"
    return tuple(joined(plain(" "), line) for line in split_words(text, cols - 1, style))


def _rules_here(archive: MatchArchive, face: Face) -> str:
    """The rules of the match under the cursor, for which its row may have no room."""
    if not archive.matches:
        return ""
    return f"{headed(archive.matches[min(archive.row, len(archive.matches) - 1)].preset, face)}."


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


def when(info: MatchInfo, archive: MatchArchive, face: Face, *, short: bool = False) -> str:
    """The time at which the match ended."""
    ended = datetime.fromtimestamp(info.at / 1000, archive.zone)
    return ended.strftime((_DAY if short else _WHEN)[face.language])


def players(info: MatchInfo, team: Team, face: Face) -> str:
    """The two players of a team: `Ana + Zoé`."""
    one, other = (face.name(name_of(in_record(seat, info.seats.get(seat, "")))) for seat in Seat if seat.team is team)
    return face.say(Playback.PLAYERS, one=one, other=other)


def match_row(info: MatchInfo, archive: MatchArchive, face: Face, cols: int, *, chosen: bool) -> Line:
    """A match of the list: `▶ 21/11/26 22:40  Café   Ana + Zoé 1020 - 480 Max + Léo   ffb, 1000`."""
    roomy = cols >= _WIDE
    mark = plain(f" {face.glyphs.turn} " if chosen else "   ", "class:turn")
    style = "class:chosen" if chosen else ""
    time = plain(when(info, archive, face, short=not roomy), style or "class:dim")
    widest = max(len(other.table) for other in archive.matches)
    table = padded(plain(f"  {face.name(info.table)}", style), 2 + min(widest, _TABLE_COLS), face.dots)
    score = joined(plain("  "), *_sides(info, face))
    if not roomy:
        return shortened(joined(mark, time, _short_score(info, face)), cols, face.dots)
    told = joined(mark, time, table, score)
    aim = f", {face.say(Phrase.AIM_TARGET, target=info.target)}" if cols >= _ROOMY else ""
    room = cols - width(told) - len(_GAP) - 1
    wordy = (plain(f"{titled(info.preset, face)}{words}", "class:dim") for words in (aim, ""))
    shown = next((rules for rules in wordy if width(rules) <= room), plain(""))
    return joined(apart(told, shown, cols - 1, face.dots), plain(" "))


def _short_score(info: MatchInfo, face: Face) -> Line:
    """`  1020-480  Ana, Zoé - Max, Léo`: the score comes first, since the end may be cut off."""
    ours, theirs = Team
    score = f"{info.score.get(ours, 0)}-{info.score.get(theirs, 0)}".center(9)
    return joined(
        plain(f" {score} ", "class:ours"), plain(f"{players(info, ours, face)} - {players(info, theirs, face)}")
    )


def _sides(info: MatchInfo, face: Face) -> tuple[Line, ...]:
    """Both teams with their scores, the winner highlighted."""
    ours, theirs = Team
    our, their = info.score.get(ours, 0), info.score.get(theirs, 0)
    won, lost = "class:ours", "class:dim"
    return (
        plain(f"{players(info, ours, face)} {our}", won if our > their else lost),
        plain(" - ", "class:dim"),
        plain(f"{their} {players(info, theirs, face)}", won if their > our else lost),
    )
