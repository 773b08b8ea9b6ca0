"""The entry point of the views: choose the view for the state and the size, and lay out the table's screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from coinche.client.keys import mode_of, screen_mode
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay
from coinche.client.texts.tips import TipText
from coinche.client.update.chat import audible
from coinche.client.update.navigation import Done, showing
from coinche.client.update.people import CALL_KEY
from coinche.client.update.timing_and_premove import celebrating
from coinche.client.views import table_and_side_panel as table_view
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .archive import matches
from .asides import asides, stroke_lines
from .banner import banner, missing, told_whole
from .bidding import bidding, cutting
from .cards import BIG, LARGE, SMALL
from .celebration import celebration
from .hand import broken, hint_lines, holding
from .help import help_page, terms_page
from .home import home
from .invitation import invitation_page, invite_page, invited_page
from .lobby import lobby
from .notice import lesson_lines
from .overlays import hint_line, palette
from .past_deals import history
from .people import people_page
from .phone import phone_page
from .player import player_page
from .recap import recap
from .replay import replay
from .room import room
from .rules import conventions_page, conventions_turned, rules_page, turned
from .rules_form import form, option_turned_to
from .rules_questions import ASKING, asked_page
from .settings import settings_page
from .small_screen import is_small, small
from .statistics import statistics
from .status import held_for, status
from .table_and_side_panel import PANEL_WIDTH, WIDE, log_lines, side_panel
from .table_details import rules_line
from .text_lines import Line, Size, apart, cut, framed, joined, padded, plain, shortened, split_words, text_of, width

_LARGE, _TALL = Size(80, 40), 34
"""The size from which the hand has pips and figures, and rows from where on it has two indices."""
_WHILE_BIDDING = 17
"""Rows above the hand that an auction takes beside a hint."""
_ROOMY = 20
"""Rows above the hand from which one can be spared."""


Page = Callable[[ClientState, Face, Size, Line], tuple[Line, ...]]
"""A view that fills the whole screen, above the line of keys that it is given."""

_OVER: Mapping[Overlay, Page] = {
    Overlay.HELP: help_page,
    Overlay.TERMS: terms_page,
    Overlay.RULES: rules_page,
    Overlay.CONVENTIONS: conventions_page,
    Overlay.PEOPLE: people_page,
    Overlay.INVITATION: invitation_page,
    Overlay.INVITE: invite_page,
    Overlay.INVITED: invited_page,
    Overlay.PHONE: phone_page,
    Overlay.SETTINGS: settings_page,
    Overlay.PALETTE: palette,
    **dict.fromkeys(ASKING, asked_page),
}
"""Overlays that cover every screen, a table included."""

_SCREENS: Mapping[Screen, Page] = {
    Screen.HOME: home,
    Screen.REPLAY: replay,
    Screen.MATCHES: matches,
    Screen.STATISTICS: statistics,
    Screen.PLAYER: player_page,
}


def screen(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The whole screen, in lines that fit the terminal; a tip stands above the keys, where it leaves enough room.
    In an auction it takes the blank line below the hand, so that nothing moves when it goes; a recap with a tip keeps
    the lines of its score.
    """
    tip = tip_lines(state, face, size)
    less = Size(size.cols, size.rows - len(tip))
    if not tip or is_small(less) > is_small(size):
        return _screen(state, face, size)
    if _is_auction(state):
        lines = _screen(state, face, size, tip=tip)
        if is_small(size) or any(text_of(tip[0]) in text_of(line) for line in lines):
            return lines
    if _is_recap(state) and not is_small(size):
        return _screen(state, face, size, tip=tip)
    lines, keys = _screen(state, face, less, with_tip=size.rows), text_of(hint_line(state, face, size.cols))
    if len(lines) < less.rows or text_of(lines[-1]) != keys:
        return _screen(state, face, size)
    return (*lines[:-1], *tip, lines[-1])


def _is_auction(state: ClientState) -> bool:
    return _page(state) is None and state.table is not None and state.table.view.phase is Phase.BIDDING


def _is_recap(state: ClientState) -> bool:
    """True if the screen shows the score of a deal."""
    over = (Phase.DEAL_OVER, Phase.MATCH_OVER)
    return _page(state) is None and state.table is not None and state.table.view.phase in over


_LESSON_ROWS = 3
"""Rows that are kept for what the teacher says."""
_FOR_TIPS = 10
"""Rows from which there is room for a tip."""


def tip_lines(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The tip of the state, on two lines at most."""
    if (
        state.tips is None
        or state.tips.shown is None
        or size.rows < _FOR_TIPS
        or mode_of(state) is not screen_mode(state)
    ):
        return ()
    tip = face.say(state.tips.shown, call=CALL_KEY)
    lines = split_words(face.say(TipText.TIP, tip=tip), size.cols - 1, "class:tip")
    return tuple(joined(plain(" "), line) for line in lines[:2])


def _screen(
    state: ClientState, face: Face, size: Size, with_tip: int = 0, tip: tuple[Line, ...] = ()
) -> tuple[Line, ...]:
    """The screen without its tip, or with one that has room below the hand or the recap.
    Cards are as large as on `with_tip` rows, so that a tip above the keys does not change them.
    """
    hints = hint_line(state, face, size.cols)
    page = _page(state)
    if page is not None:
        return framed(page(state, face, size, hints), size)
    assert state.table is not None, "what is no page is a table"
    table = audible(state, state.table)
    if (seconds := celebrating(state)) is not None and table.celebration is not None:
        return celebration(table, table.celebration, seconds, face, size)
    if not is_small(size):
        return framed(_full(state, table, face, size, hints, tip, tall=with_tip or size.rows), size)
    match state.ui.overlay:
        case Overlay.HISTORY:
            return framed(_above(_history(state, table, face, Size(size.cols, size.rows - 1)), size, hints), size)
        case Overlay.LOG:
            log = log_lines(table, face, Size(size.cols, size.rows - 1), state.ui.scroll)
            return framed(_above(log, size, hints), size)
        case _:
            return framed(small(state, table, face, size), size)


def page_turned(state: ClientState, face: Face, size: Size, by: int) -> Done:
    """Turn pages that are as long as the screen; a tip makes them shorter."""
    size = Size(size.cols, size.rows - len(tip_lines(state, face, size)))
    match state.ui.overlay:
        case Overlay.FORM:
            return showing(state, option=option_turned_to(state, face, size, by))
        case Overlay.CONVENTIONS:
            return showing(state, scroll=conventions_turned(state, face, size, by))
        case _:
            return showing(state, scroll=turned(state, face, size, by))


def _page(state: ClientState) -> Page | None:
    """The page to show; None if the screen shows a table."""
    overlay = state.ui.overlay
    if overlay is not None and overlay in _OVER:
        return _OVER[overlay]
    if overlay is Overlay.NAME and (state.ui.behind is Overlay.SETTINGS or state.screen is not Screen.HOME):
        return settings_page
    if state.screen in _SCREENS:
        return _SCREENS[state.screen]
    if state.table is None:
        return form if overlay is Overlay.FORM else lobby
    return None


def _above(lines: tuple[Line, ...], size: Size, hints: Line) -> tuple[Line, ...]:
    """The lines on a screen of their own, above the line of keys."""
    return (*lines, *((plain(""),) * (size.rows - 1 - len(lines))), hints)


def _history(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    return history(table, table.history, state.ui.scroll, face, size)


def _full(
    state: ClientState, table: AtTable, face: Face, size: Size, hints: Line, tip: tuple[Line, ...], *, tall: int
) -> tuple[Line, ...]:
    """Banner, body, last trick, status, hand and keys; with the side panel if it has room."""
    panel_cols = PANEL_WIDTH if size.cols >= WIDE else 0
    cols = size.cols - panel_cols
    card = BIG if tall >= _TALL else SMALL
    card = LARGE if cols >= _LARGE.cols and tall >= _LARGE.rows else card
    rule = plain(face.glyphs.rule * cols, "class:rule")
    dealt = table.view.phase in (Phase.BIDDING, Phase.PLAYING)
    held = table if held_for(table) is None else replace(table, request=None)
    hand = holding(held, state.ui, face, cols, card) if dealt and (table.seat or table.eyes) else ()
    if hand and len(tip) == 1 and width(tip[0]) <= cols and not text_of(hand[-1]).strip():
        hand = (*hand[:-1], tip[0])
    above, said = _told(state, table, face, Size(cols, size.rows - len(hand)))
    bottom = (*(shortened(line, cols, face.dots) for line in (*above, rule, *said)), *hand)
    space = size.rows - 4 - len(bottom)
    if dealt or not _leaves_room(tip, state, table, face, Size(cols, space)):
        tip = ()
    space -= len(tip)
    middle = _body(state, table, face, Size(cols, space), logged=bool(panel_cols))
    inner = (*middle, *((plain(""),) * (space - len(middle))), *bottom)
    if panel_cols:
        side = side_panel(table, face, Size(panel_cols, len(inner)))
        inner = tuple(joined(padded(left, cols), right) for left, right in zip(inner, side, strict=True))
    full_rule = plain(face.glyphs.rule * size.cols, "class:rule")
    first, second = banner(state, table, face, size.cols)
    second = rules_line(state, table, face, size.cols) if table.gathering else second
    head = (first, second, full_rule)
    whole = told_whole(state, table, face, size.cols)
    return (*whole, *head[len(whole) :], *(cut(line, size.cols) for line in (*inner, *tip)), hints)


def _leaves_room(tip: tuple[Line, ...], state: ClientState, table: AtTable, face: Face, size: Size) -> bool:
    """True if a recap of that size loses nothing but blank lines to a tip."""
    less = Size(size.cols, size.rows - len(tip))
    with_tip, whole = (
        [text_of(line).strip() for line in recap(state, table, face, room) if text_of(line).strip()]
        for room in (less, size)
    )
    return with_tip == whole


def _told(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines above the status, and the status itself.
    Above stand the last trick and the line beside the game, which replaces the trick where rows are few.
    A long status replaces the trick, too.
    """
    shown, over = table_view.on_the_table(table, state.ui)
    is_shown = over and table.view.phase is Phase.PLAYING and shown is table.view.tricks[-1]
    trick = plain("") if is_shown else table_view.last_trick(table, face, size.cols)
    lesson = lesson_lines(state, face, size.cols, at_least=_LESSON_ROWS)
    tight = size.rows < _ROOMY
    beside = () if table.gathering else asides(table, face, state.now, size.cols, apart=not tight)
    spare = size.rows - _WHILE_BIDDING - len(beside)
    hint = hint_lines(table, face, Size(size.cols, 2 if spare > 0 else 1))
    *begun, said = broken(status(state, table, face, size.cols, hints=not hint), table, face, size.cols)
    last = hint or (() if begun or table.gathering else (trick,))
    tight = tight and not hint
    above = last if not beside or (tight and begun) else beside if tight else (*beside, *last)
    above = (*lesson, *hint) if lesson else above
    if state.ui.overlay is Overlay.CHAT:
        strokes = stroke_lines(state.ui, face, size.cols)
        above = (*beside[-1:], *strokes) if strokes else above
    for briefly in (False, True):
        need = plain(f" {missing(table, face, briefly=briefly)} ", "class:dim")
        if width(said) + width(need) < size.cols:
            return above, (*begun, apart(said, need, size.cols))
    return above, (*begun, said)


def _body(state: ClientState, table: AtTable, face: Face, size: Size, *, logged: bool) -> tuple[Line, ...]:
    if state.ui.overlay is Overlay.LOG:
        lines = log_lines(table, face, Size(size.cols - 1, size.rows), state.ui.scroll)
        return tuple(joined(plain(" "), line) for line in lines)
    if state.ui.overlay is Overlay.HISTORY:
        return _history(state, table, face, size)
    if table.gathering:
        return room(state, table, face, size, logged=logged)
    match table.view.phase:
        case Phase.CUTTING:
            return cutting(table, state.ui, face, size)
        case Phase.BIDDING:
            return bidding(table, state.ui, face, size)
        case Phase.DEAL_OVER | Phase.MATCH_OVER:
            return recap(state, table, face, size)
        case _:
            return table_view.trick_area(table, state.ui, face, size)
