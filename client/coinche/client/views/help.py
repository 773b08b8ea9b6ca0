"""The help page."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import KEYS, active
from coinche.client.model.bid_pad import letter
from coinche.client.model.state import ClientState
from coinche.client.texts.line_mode import HelpText
from coinche.client.texts.screens import Phrase
from coinche.engine.cards import Denomination
from coinche.text.formatting import Face

from .overlays import key_name
from .text_lines import Line, Size, cut, joined, padded, plain, split_words, width

_RULES = (HelpText.RULES_1, HelpText.RULES_2, HelpText.RULES_3, HelpText.RULES_4)


def _rules(face: Face, cols: int) -> list[Line]:
    """The game in a few sentences, and the letters and signs on the screen."""
    letters = ", ".join(f"{letter(d, face.language)} {face.spoken_suit(d)}" for d in Denomination)
    signs = face.say(HelpText.HELP_LETTERS, letters=letters), face.say(HelpText.HELP_SIGNS)
    told = (*map(face.say, _RULES), *signs, face.say(HelpText.HELP_WRITING))
    wrapped = (split_words(said, cols - 2) for said in told)
    return [joined(plain("  "), line) for lines in wrapped for line in lines]


def help_page(state: ClientState, face: Face, size: Size, _: Line) -> tuple[Line, ...]:
    """The keys of this screen, then the game in a few sentences."""
    here = active(replace(state, ui=replace(state.ui, overlay=None)))
    rows = [key for key in here if key.shown != "?"] or list(KEYS)
    left = max(width(plain(key_name(key, face))) for key in rows) + 3
    names = dict.fromkeys((key_name(key, face), face.say(key.label)) for key in rows)
    lines: list[Line] = [plain(" " + face.say(Phrase.HELP), "class:title"), plain("")]
    half = (len(names) + 1) // 2
    cells = [joined(padded(plain(f"  {name}", "class:key"), left + 1), plain(label)) for name, label in names]
    if size.cols >= 60:
        column = size.cols // 2
        lines += [joined(padded(a, column), b) for a, b in zip(cells[:half], [*cells[half:], ()], strict=False)]
    else:
        lines += cells
    lines += [plain(""), *_rules(face, size.cols), plain("")]
    close = plain(f" {face.say(Phrase.NAME_ESCAPE)} {face.say(Phrase.KEY_CLOSE)}", "class:key")
    room = max(1, size.rows - 1)
    first = min(state.ui.scroll, max(0, len(lines) - room))
    if len(lines) > room:
        more = plain(f"   {face.say(Phrase.NAME_UP_DOWN)} {face.say(Phrase.KEY_SCROLL)}", "class:dim")
        close = joined(close, more)
    return tuple(cut(line, size.cols) for line in (*lines[first : first + room], close))
