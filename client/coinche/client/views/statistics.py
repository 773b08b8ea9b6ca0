"""What the kept matches come to, player by player; one's own line is set off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coinche.client.model.state import ClientState, Link
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.protocol.messages import Occupant, PlayerStatistics
from coinche.text.formatting import Face

from .banner import link_lost
from .matches import told_in_list
from .notice import notice
from .text_lines import Line, Size, cut, joined, padded, plain, shortened, split_words


def share(part: int, whole: int, face: Face) -> str:
    """So many per cent; a dash of nothing."""
    return face.say(Playback.PERCENT, share=round(100 * part / whole)) if whole else "-"


def coinches(player: PlayerStatistics, face: Face) -> str:
    """How many, and how many of them were right."""
    return face.say(Playback.RIGHT_ONES, count=player.coinches, right=player.beaten) if player.coinches else "0"


def per_deal(player: PlayerStatistics) -> str:
    """Points of a team with this player, a deal."""
    return str(round(player.points / player.deals)) if player.deals else "-"


@dataclass(frozen=True, slots=True)
class _Column:
    """A number of each player: its heads, long and short, and how it is told."""

    head: Playback
    short: Playback
    told: Callable[[PlayerStatistics, Face], str]


_COLUMNS = (
    _Column(Playback.PLAYED, Playback.PLAYED, lambda player, face: str(player.matches)),
    _Column(Playback.WON, Playback.WON, lambda player, face: share(player.won, player.matches, face)),
    _Column(Playback.MADE, Playback.MADE_SHORT, lambda player, face: share(player.made, player.taken, face)),
    _Column(Playback.COINCHES, Playback.COINCHES_SHORT, coinches),
    _Column(Playback.PER_DEAL, Playback.PER_DEAL_SHORT, lambda player, face: per_deal(player)),
)
_LONG = 100
"""Cells from which the long heads have room."""
_NAME_COLS: Mapping[bool, int] = {True: 22, False: 13}


def statistics(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The whole screen."""
    cols = size.cols
    title = plain(" " + face.say(Playback.STATISTICS, server=face.name(state.server_name)), "class:title")
    head: tuple[Line, ...] = (
        shortened(title, cols, face.dots),
        plain(face.glyphs.rule * cols, "class:rule"),
        _heads(face, cols),
    )
    foot: tuple[Line, ...] = (*_said(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 1:
        head, foot = (), foot[-max(0, size.rows - 1) :]
    room = size.rows - len(head) - len(foot)
    all_players = state.archive.players or ()
    first = max(0, min(state.archive.row, len(all_players) - room))
    shown = all_players[first : first + room]
    rows = _nothing(state, face, cols)[:room] or tuple(_row(player, state, face, cols) for player in shown)
    return tuple(cut(line, cols) for line in (*head, *rows, *((plain(""),) * (room - len(rows))), *foot))


def _said(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """What went wrong."""
    if state.notice is not None:
        return tuple(joined(plain(" "), line) for line in split_words(notice(state.notice, face), cols - 1))
    if state.link is Link.LOST:
        return (plain(" " + link_lost(state, face), "class:alarm"),)
    return ()


def _nothing(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Why there are none; empty where there are some, or the connection is lost."""
    archive = state.archive
    if archive.players or state.link is Link.LOST:
        return ()
    asked = Playback.LISTING if archive.players is None else Playback.NO_STATISTICS
    return told_in_list(face.say(asked if archive.offered else Playback.NO_ARCHIVE), cols)


def _fitting(cols: int, face: Face) -> tuple[tuple[_Column, int], ...]:
    """The columns that have room, and their widths."""
    left = cols - _NAME_COLS[cols >= 60]
    shown = []
    for column in _COLUMNS:
        wide = len(_head(column, face, cols)) + 2
        if wide > left:
            break
        left -= wide
        shown.append((column, wide))
    return tuple(shown)


def _head(column: _Column, face: Face, cols: int) -> str:
    return face.say(column.head if cols >= _LONG else column.short)


def _heads(face: Face, cols: int) -> Line:
    name = padded(plain(f" {face.say(Playback.PLAYER)}", "class:dim"), _NAME_COLS[cols >= 60], face.dots)
    heads = (plain(_head(column, face, cols).rjust(wide), "class:dim") for column, wide in _fitting(cols, face))
    return joined(name, *heads)


def _row(player: PlayerStatistics, state: ClientState, face: Face, cols: int) -> Line:
    own = player.name == state.name and player.occupant is not Occupant.BOT
    style = "class:own" if own else ""
    mark = plain(face.glyphs.turn if own else " ", "class:turn")
    bot = f" ({face.say(Phrase.BOT)})" if player.occupant is Occupant.BOT else ""
    name = padded(plain(face.name(player.name) + bot, style), _NAME_COLS[cols >= 60] - 1, face.dots)
    numbers = (plain(column.told(player, face).rjust(wide), style) for column, wide in _fitting(cols, face))
    return joined(mark, name, *numbers)
