"""The help page: where to look on a screen, what to do there, and its keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from coinche.client.keys import Key, grouped, helped
from coinche.client.model.bid_pad import letter
from coinche.client.model.state import ClientState
from coinche.client.texts.glossary import OF_THE_GAME
from coinche.client.texts.line_mode import HelpText, LineText
from coinche.client.texts.screens import Phrase
from coinche.client.update import navigation
from coinche.engine.cards import Denomination
from coinche.text.formatting import Face

from .overlays import key_name
from .text_lines import Line, Size, apart, cells, clickable, cut, joined, padded, plain, split_words, width

_COLUMNS = 60
"""Cells from which the groups of keys have their titles beside them."""
_ITEM_COLS = 19
"""The widest of the columns in which keys stand."""
_RULES = (HelpText.RULES_1, HelpText.RULES_2, HelpText.RULES_3, HelpText.RULES_4)


_Entries = Sequence[tuple[Line, ...]]
"""Sentences and rows of keys, each with the lines that it takes; an empty line stands between paragraphs."""
_GAP: tuple[Line, ...] = (plain(""),)


def help_page(state: ClientState, face: Face, size: Size, _: Line) -> tuple[Line, ...]:
    """The parts of this screen, the things that people do there, its keys, then the game in a few sentences."""
    cols = size.cols
    page, rows = helped(state)
    text = page.within(face.language).format(turn=face.glyphs.turn, held=face.glyphs.held)
    title, *told = (face.name(line) for line in text.split("\n"))
    things = told.index("")
    entries = [(plain(f" {title}", "class:title"),), _GAP]
    entries += [tuple(_entry(text, "", face, cols)) for text in told[:things]]
    entries += [_GAP, *(tuple(_entry(text, face.glyphs.dot, face, cols)) for text in told[things + 1 :])]
    entries += [_GAP, *_keys(rows, face, cols), _GAP, *_rules(face, cols)]
    close = plain(f" {face.say(Phrase.NAME_ESCAPE)} {face.say(Phrase.KEY_CLOSE)}", "class:key")
    terms = clickable(plain(f"   t {face.say(LineText.KEY_TERMS)}", "class:key"), navigation.terms)
    return _scrolled(entries, state.ui.scroll, joined(close, terms), face, size)


def terms_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The words of the game, each explained in a line."""
    terms = (tuple(_entry(face.say(term), face.glyphs.dot, face, size.cols)) for term in OF_THE_GAME)
    entries = [(plain(f" {face.say(LineText.TERMS)}", "class:title"),), _GAP, *terms]
    return _scrolled(entries, state.ui.scroll, hints, face, size)[: size.rows]


def _scrolled(entries: _Entries, scroll: int, foot: Line, face: Face, size: Size) -> tuple[Line, ...]:
    """The entries from line `scroll` on, above a foot that says if there are more.

    An entry whose last lines have no room is left for the next page, unless it is longer than a page.
    """
    lines = [line for entry in entries for line in entry]
    room = max(1, size.rows - 1)
    first = max(0, min(scroll, len(lines) - room))
    ends = [at for at in accumulate(map(len, entries)) if first + room // 2 < at <= first + room]
    last = ends[-1] if ends else min(first + room, len(lines))
    shown = lines[first:last]
    if len(lines) > room:
        words = HelpText.MORE if last < len(lines) else HelpText.END
        more = plain(face.say(words, last=last, lines=len(lines)), "class:ask" if last < len(lines) else "class:dim")
        foot = apart(foot, more, size.cols)
    return tuple(cut(line, size.cols) for line in (*shown, *_GAP * (room - len(shown)), foot))


def _rules(face: Face, cols: int) -> Iterator[tuple[Line, ...]]:
    """The game in a few sentences, and the letters and signs on the screen."""
    letters = ", ".join(f"{letter(d, face.language)} {face.spoken_suit(d)}" for d in Denomination)
    signs = face.say(HelpText.HELP_LETTERS, letters=letters), face.say(HelpText.HELP_SIGNS)
    for said in (*map(face.say, _RULES), *signs, face.say(HelpText.HELP_WRITING)):
        yield tuple(joined(plain("   "), line) for line in split_words(said, cols - 4))


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


def _keys(rows: tuple[Key, ...], face: Face, cols: int) -> Iterator[tuple[Line, ...]]:
    """The keys by what they are for, those of this screen first; in columns, to be read from left to right."""
    groups = {
        group: dict.fromkeys((key_name(key, face), face.say(key.label)) for key in keys)
        for group, keys in grouped(rows).items()
    }
    indent = max(cells(face.say(group)) for group in groups) + 4 if cols >= _COLUMNS else 3
    every = [cells(f"{name} {label}") for names in groups.values() for name, label in names]
    wide = max(min(max(every, default=0), _ITEM_COLS), 1) + 3
    for group, names in groups.items():
        title = plain(f" {face.say(group)}", "class:dim")
        first, *others = _grid(tuple(names), wide, cols - indent)
        beside = (joined(padded(title, indent), first),)
        yield beside if cols >= _COLUMNS else (title, joined(plain(" " * indent), first))
        yield from ((joined(plain(" " * indent), line),) for line in others)


def _grid(names: tuple[tuple[str, str], ...], wide: int, cols: int) -> tuple[Line, ...]:
    """Keys and labels in columns of that width; a longer one takes two."""
    lines: list[Line] = [()]
    for name, label in names:
        item = joined(plain(name, "class:key"), plain(f" {label}"))
        taken = wide * (2 if width(item) + 1 > wide else 1)
        if lines[-1] and width(lines[-1]) + min(taken, width(item)) > cols:
            lines.append(())
        lines[-1] = joined(lines[-1], padded(item, max(taken, width(item))))
    return tuple(lines)
