"""The settings page: a line for each setting, the values of the one under the cursor, and a sample of the theme."""

from __future__ import annotations

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.screens import Phrase
from coinche.client.update import settings
from coinche.client.update.navigation import setting
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.text.formatting import Face, Noun

from .cards import SMALL, box, card_cols, inline, row_of
from .notice import notice
from .text_lines import (
    Line,
    Size,
    apart,
    clickable,
    cut,
    entry_line,
    joined,
    padded,
    plain,
    split_words,
    whole_or_marked,
    width,
)

_LABEL = 40
_WIDE = Size(116, 30)
"""The smallest size for the setting under the cursor beside the others."""
_ROOMY = Size(60, 22)
"""The smallest size for a sample with pictures of cards."""


def settings_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The settings screen; the line under the cursor is always visible."""
    if size.cols >= _WIDE.cols and size.rows >= _WIDE.rows:
        return _wide(state, face, size, hints)
    cols = size.cols
    title = plain(f" {face.say(Phrase.SETTINGS)} ", "class:title")
    place = plain(f"{state.ui.option + 1}/{len(settings.ROWS)} ", "class:dim")
    head: tuple[Line, ...] = (apart(title, place, cols), plain(face.glyphs.rule * cols, "class:rule"))
    foot: tuple[Line, ...] = (*_sample(state, face, size), *_about(state, face, cols), hints)
    if size.rows < len(head) + len(foot) + 3:
        head, foot = (), foot[-1:]
    room = max(1, size.rows - len(head) - len(foot))
    rows, at = _rows(state, face, cols, headed=size.rows >= _ROOMY.rows)
    if len(rows) + len(settings.HEADINGS) - 1 <= room:
        rows, at = _rows(state, face, cols, headed=True, apart_by=1)
    first = max(0, min(at - room // 2, len(rows) - room))
    shown = whole_or_marked(rows[first:], Size(cols, room), face)
    return tuple(cut(line, cols) for line in (*head, *shown, *((plain(""),) * (room - len(shown))), *foot))[: size.rows]


_LIST = 60
"""Cells of the settings on a wide screen, which has the one under the cursor beside them."""


def _wide(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The settings, and beside them the meaning and the values of the one under the cursor, with the sample."""
    cols, room = size.cols, size.rows - 3
    title = plain(f" {face.say(Phrase.SETTINGS)} ", "class:title")
    place = plain(f"{state.ui.option + 1}/{len(settings.ROWS)} ", "class:dim")
    rows, _ = _rows(state, face, _LIST, headed=True, apart_by=1)
    right = _beside(state, face, Size(cols - _LIST - 2, room))
    bar = plain(f"{face.glyphs.bar} ", "class:rule")
    blank = plain("")
    pairs = ((rows[at] if at < len(rows) else blank, right[at] if at < len(right) else blank) for at in range(room))
    body = (joined(padded(cut(row, _LIST), _LIST), bar, beside) for row, beside in pairs)
    lines = (apart(title, place, cols), plain(face.glyphs.rule * cols, "class:rule"), *body, hints)
    return tuple(cut(line, cols) for line in lines)


def _beside(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The setting under the cursor: its name, its meaning or what is wrong, its values a line each, and the sample."""
    name = _under_cursor(state)
    title = plain(face.say(settings.named(settings.ROWS.index(name))), "class:title")
    if state.ui.overlay is Overlay.NAME:
        return (title, plain(""), *_about(state, face, size.cols))
    wrong = state.notice is not None
    said = notice(state.notice, face) if state.notice is not None else face.say(settings.SettingMeaning[name.upper()])
    lines = split_words(said, size.cols - 1, "class:notice" if wrong else "class:dim")
    now, values = getattr(state.ui.settings, name), settings.values(name)
    listed = tuple(_value(name, value, face, chosen=value == now) for value in values)
    return (title, plain(""), *lines, plain(""), *listed, *_sample(state, face, _WIDE))


def _rows(state: ClientState, face: Face, cols: int, *, headed: bool, apart_by: int = 0) -> tuple[list[Line], int]:
    """The settings below their headings, with blank lines between the groups, and the number of the line under the
    cursor."""
    lines: list[Line] = []
    at = 0
    for row, name in enumerate(settings.ROWS):
        if headed and name in settings.HEADINGS:
            lines += [plain("")] * (apart_by if lines else 0)
            lines.append(plain(f" {face.say(settings.HEADINGS[name])}", "class:title"))
        at = len(lines) if row == state.ui.option else at
        lines.append(_row(state, row, face, cols))
    return lines, at


def _row(state: ClientState, row: int, face: Face, cols: int) -> Line:
    here = row == state.ui.option
    said = _said(getattr(state.ui.settings, settings.ROWS[row]), face)
    label = _LABEL if cols >= _LIST else min(_LABEL, max(10, cols - 22))
    mark = plain(f" {face.glyphs.turn if here else ' '} ", "class:turn")
    name = padded(plain(face.say(settings.named(row))), label - 1, face.dots)
    shown = plain(f"[{said}]" if here else f" {said} ", "class:chosen" if here else "")
    return clickable(joined(mark, name, plain(" "), shown), settings.at_row(row))


def _said(value: object, face: Face) -> str:
    told = settings.told(value)
    return face.name(told) if isinstance(told, str) else face.say(told)


def _under_cursor(state: ClientState) -> str:
    """The name of the setting under the cursor."""
    return settings.ROWS[min(state.ui.option, len(settings.ROWS) - 1)]


def _about(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """Two lines: the name being written, an error, or the values and the meaning of the setting under the cursor."""
    if state.ui.overlay is Overlay.NAME:
        return entry_line(" " + face.say(Phrase.WRITE_NAME), state.ui.entry, face, cols), plain("")
    name, wrong = _under_cursor(state), state.notice is not None
    said = notice(state.notice, face) if state.notice is not None else face.say(settings.SettingMeaning[name.upper()])
    lines = split_words(said, cols - 1, "class:notice" if wrong else "class:dim")[:2]
    if len(lines) == 1 and len(settings.values(name)) > 2:
        return joined(plain(" "), *lines), _values(state, name, face, cols)
    return tuple(joined(plain(" "), line) for line in (*lines, *((plain(""),) * (2 - len(lines)))))


def _values(state: ClientState, name: str, face: Face, cols: int) -> Line:
    """The values of a setting on one line: around the chosen one as many as fit."""
    now, values = getattr(state.ui.settings, name), settings.values(name)
    words = [_value(name, value, face, chosen=value == now) for value in values]
    first, last = values.index(now), values.index(now) + 1
    room = cols if width(joined(*words)) <= cols else cols - 2 * width(plain(face.dots))
    for before, after in ((0, 1), (1, 0)) * len(words):
        wider = (first - before, last + after)
        if wider[0] >= 0 and wider[1] <= len(words) and width(joined(*words[slice(*wider)])) <= room:
            first, last = wider
    left, right = (face.dots if cut_off else "" for cut_off in (first > 0, last < len(words)))
    return joined(plain(left, "class:dim"), *words[first:last], plain(right, "class:dim"))


def _value(name: str, value: object, face: Face, *, chosen: bool) -> Line:
    said = _said(value, face)
    word = plain(f"[{said}]", "class:chosen") if chosen else plain(f" {said} ", "class:dim")
    return clickable(word, lambda state: setting(state, **{name: value}))


_CARDS = (
    (Card("AS"), "card-yes", " ", "1"),
    (Card("KH"), "card-on", " ", ">2<"),
    (Card("10D"), "card-no", " ", "-"),
    (Card("8C"), "card-yes", " ", "4"),
    (Card("QH"), "winning", "*", ""),
)
"""Cards of the sample, each with its style, its mark and its label."""


def _sample(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """Cards that may be played, one that is chosen, one that may not, one that wins, and the scores, in the theme."""
    if _under_cursor(state) not in ("theme", "signs") or state.ui.overlay is Overlay.NAME:
        return ()
    if size.cols < _ROOMY.cols or size.rows < _ROOMY.rows:
        cards = (joined(inline(card, face), plain(f"{mark.strip()} ")) for card, _, mark, _ in _CARDS)
        return (joined(plain(" "), *cards, plain("  "), _scores(face)),)
    boxes = [(*box(card, face, SMALL, f"class:{style}", mark), _label(label)) for card, style, mark, label in _CARDS]
    told = (_scores(face), _contract(face), plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)}", "class:turn"))
    rows = zip(row_of(boxes), (*told, plain("")), strict=True)
    return (plain(""), *(joined(plain("   "), cards, plain("   "), said) for cards, said in rows))


def _label(label: str) -> Line:
    style = "class:dim" if label == "-" else "class:key-on" if label.startswith(">") else "class:key"
    return plain(label.center(card_cols(SMALL)), style)


def _scores(face: Face) -> Line:
    us, them = (face.say(noun).upper() for noun in (Noun.US, Noun.THEM))
    bar = plain(f" {face.glyphs.bar} ", "class:dim")
    return joined(plain(f"{us} 620", "class:ours"), bar, plain(f"{them} 480", "class:theirs"))


def _contract(face: Face) -> Line:
    bid, coinched = Bid("110H"), face.say(Phrase.COINCHED)
    return joined(plain(f" {face.bid(bid)} ", "class:contract"), plain(f" {coinched} ", "class:coinche"))
