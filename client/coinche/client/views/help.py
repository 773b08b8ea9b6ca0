"""The help page: where to look on a screen, what to do there, and its keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from coinche.client.keys import GENERAL, Key, helped
from coinche.client.model.bid_pad import letter
from coinche.client.model.state import ClientState
from coinche.client.texts.glossary import OF_THE_GAME
from coinche.client.texts.line_mode import HelpText, LineText
from coinche.client.texts.screens import Phrase
from coinche.client.update import navigation
from coinche.engine.cards import Denomination
from coinche.text.formatting import Face

from .overlays import key_name
from .text_lines import Line, Size, cells, clickable, cut, joined, padded, plain, split_words, wrapped

_TWO_COLUMNS = 60
"""Columns from which the keys stand in two columns."""
_RULES = (HelpText.RULES_1, HelpText.RULES_2, HelpText.RULES_3, HelpText.RULES_4)


def _rules(face: Face, cols: int) -> list[Line]:
    """The game in a few sentences, and the letters and signs on the screen."""
    letters = ", ".join(f"{letter(d, face.language)} {face.spoken_suit(d)}" for d in Denomination)
    signs = face.say(HelpText.HELP_LETTERS, letters=letters), face.say(HelpText.HELP_SIGNS)
    told = (*map(face.say, _RULES), *signs, face.say(HelpText.HELP_WRITING))
    wrapped = (split_words(said, cols - 4) for said in told)
    return [joined(plain("   "), line) for lines in wrapped for line in lines]


def help_page(state: ClientState, face: Face, size: Size, _: Line) -> tuple[Line, ...]:
    """Where to look on this screen, what people do there, its keys, then the game in a few sentences."""
    cols = size.cols
    page, rows = helped(state)
    text = page.within(face.language).format(turn=face.glyphs.turn, held=face.glyphs.held)
    title, *told = (face.name(line) for line in text.split("\n"))
    things = told.index("")
    lines = [plain(f" {title}", "class:title"), plain("")]
    lines += [line for text in told[:things] for line in _entry(text, "", face, cols)]
    lines += [plain(""), *(line for text in told[things + 1 :] for line in _entry(text, face.glyphs.dot, face, cols))]
    lines += [plain(""), *_keys(rows, face, cols), plain(""), *_rules(face, cols), plain("")]
    close = plain(f" {face.say(Phrase.NAME_ESCAPE)} {face.say(Phrase.KEY_CLOSE)}", "class:key")
    close = joined(close, clickable(plain(f"   t {face.say(LineText.KEY_TERMS)}", "class:key"), navigation.terms))
    room = max(1, size.rows - 1)
    first = min(state.ui.scroll, max(0, len(lines) - room))
    if len(lines) > room:
        more = plain(f"   {face.say(Phrase.NAME_UP_DOWN)} {face.say(Phrase.KEY_SCROLL)}", "class:dim")
        close = joined(close, more)
    return tuple(cut(line, cols) for line in (*lines[first : first + room], close))


def terms_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The words of the game, each explained in a line."""
    lines = [plain(f" {face.say(LineText.TERMS)}", "class:title"), plain("")]
    lines += [line for term in OF_THE_GAME for line in _entry(face.say(term), face.glyphs.dot, face, size.cols)]
    room = max(1, size.rows - 1)
    first = min(state.ui.scroll, max(0, len(lines) - room))
    page = lines[first : first + room]
    return tuple(cut(line, size.cols) for line in (*page, *((plain(""),) * (room - len(page))), hints))[: size.rows]


def _entry(text: str, sign: str, face: Face, cols: int) -> Iterator[Line]:
    """A sentence with its beginning up to the colon in bold; further lines are indented."""
    begun = False
    for number, line in enumerate(split_words(text, cols - 4)):
        words = []
        for fragment in line:
            words.append(fragment if begun else fragment._replace(style="class:bid"))
            begun = begun or fragment.text.endswith(":")
        mark = f" {sign or ' '} " if number == 0 else "   "
        yield joined(plain(mark, "class:key"), tuple(words))


def _keys(rows: tuple[Key, ...], face: Face, cols: int) -> Iterator[Line]:
    """The keys of the screen in two columns if they fit, and those of all screens in running text."""
    told = [key for key in rows if "?" not in key.keys]
    names = dict.fromkeys((key_name(key, face), face.say(key.label)) for key in told if key not in GENERAL)
    left = max((cells(name) for name, _ in names), default=0) + 3
    lines = [joined(padded(plain(f"   {name}", "class:key"), left + 2), plain(label)) for name, label in names]
    half = (len(lines) + 1) // 2
    if cols >= _TWO_COLUMNS:
        pairs = zip_longest(lines[:half], lines[half:], fillvalue=())
        lines = [joined(padded(first, cols // 2), second) for first, second in pairs]
    yield from lines
    shared = dict.fromkeys((key_name(key, face), face.say(key.label)) for key in told if key in GENERAL)
    words = (joined(plain(f" {name}", "class:key"), plain(f" {label} ")) for name, label in shared)
    yield from (joined(plain("  "), line) for line in wrapped(words, cols - 2))
