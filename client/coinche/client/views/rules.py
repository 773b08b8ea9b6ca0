"""The pages of a table's rules and of the players' bidding conventions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.conventions import ConventionText, ToldCall, meaning, told_conventions
from coinche.client.texts.preset_titles import headed, titled
from coinche.client.texts.rules import RuleLine, lines
from coinche.client.texts.rules_in_brief import Section
from coinche.client.texts.rules_questions import QuestionText, about
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form
from coinche.client.update.navigation import Intent
from coinche.client.update.rules_form import TARGET, Rulebook
from coinche.client.update.rules_page import groups, open_section, page_lines, section_of
from coinche.text.formatting import Face
from coinche.text.language import Language

from .text_lines import Line, Size, apart, clickable, cut, joined, padded, plain, shortened, split_words, text_of, width

_NAME_COLS = 30
_TALL = 8
"""Rows from which there are a title and a line of keys."""
_HIGH = 16
"""Rows from which a rule stands below the title."""
_ROOMY = 64
"""Cells from which name and value stand side by side."""


def rules_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page of a table's rules."""
    book = rules_form.shown(state)
    head = _head(state, book, face, size) if size.rows >= _TALL else ()
    blocks = rule_blocks(book, face, size.cols) if book is not None else (_unknown(face, size.cols),)
    room = _room(head, size)
    page = _below(blocks[state.ui.scroll :])[:room]
    filler = (plain(""),) * (room - len(page))
    lines = (*head, *page, *filler, hints) if size.rows >= _TALL else page
    return tuple(cut(line, size.cols) for line in lines[: size.rows])


def _room(head: tuple[Line, ...], size: Size) -> int:
    """The lines between title and keys."""
    return size.rows - len(head) - 1 if size.rows >= _TALL else size.rows


def _below(blocks: tuple[tuple[Line, ...], ...]) -> tuple[Line, ...]:
    """The lines of the blocks; an empty line does not begin a page."""
    lines = tuple(line for block in blocks for line in block)
    return lines[0 if text_of(lines[0]).strip() else 1 :] if lines else ()


def turned(state: ClientState, face: Face, size: Size, by: int) -> int:
    """The rule at the top after so many pages: none is skipped, and the last page is full."""
    book = rules_form.shown(state)
    if book is None:
        return 0
    blocks = rule_blocks(book, face, size.cols)
    room = max(1, _room(_head(state, book, face, size) if size.rows >= _TALL else (), size))
    here, last = state.ui.scroll, _first(blocks, room)
    for _ in range(min(abs(by), len(blocks))):
        if by < 0:
            here = min(_first(blocks[:here], room), max(0, here - 1))
        elif here < last:
            fits = (n for n in range(len(blocks), here, -1) if len(_below(blocks[here:n])) <= room)
            here = min(next(fits, here + 1), last)
    return here


def _first(blocks: tuple[tuple[Line, ...], ...], room: int) -> int:
    """The first block of the page that ends with the last one."""
    return next((n for n in range(len(blocks)) if len(_below(blocks[n:])) <= room), max(0, len(blocks) - 1))


def _head(state: ClientState, book: Rulebook | None, face: Face, size: Size) -> tuple[Line, ...]:
    """The title in as many lines as it takes, sections, and a rule, which a low screen leaves out."""
    cols = size.cols
    name = headed(book.name, face) if book is not None else face.say(Phrase.PRESET)
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    first, *more = (joined(plain(" "), line) for line in split_words(name, cols - width(turn) - 2, "class:title"))
    title = (apart(first, turn, cols), *more)
    tabs = _sections(book, state.ui.scroll, face, cols) if book is not None else ()
    return *title, *tabs, *((plain(face.glyphs.rule * cols, "class:rule"),) if size.rows >= _HIGH else ())


def _sections(book: Rulebook, scroll: int, face: Face, cols: int) -> tuple[Line, ...]:
    """The sections with their digits, the one at the top of the page marked; a click opens one."""
    lines = page_lines(book, face.language)
    here = section_of(lines[min(scroll, len(lines) - 1)], face.language)
    return tabs(((face.say(section), section is here, open_section(section)) for section in Section), cols)


def tabs(names: Iterable[tuple[str, bool, Intent]], cols: int) -> tuple[Line, ...]:
    """The parts of a page with their digits; each with True if it is marked, and what a click does.

    They stand further apart if one line has room for that.
    """
    named = tuple(names)
    rows: list[Line] = [plain("")]
    gap = " " * (sum(width(plain(f"  1 {name}")) for name, *_ in named) <= cols)
    for number, (name, marked, intent) in enumerate(named, start=1):
        key = plain(f"{gap if number > 1 else ''} {number} ", "class:key")
        tab = joined(key, plain(name, "class:chosen" if marked else "class:dim"))
        if width(rows[-1]) + width(tab) > cols and width(rows[-1]):
            rows.append(plain(""))
        rows[-1] = joined(rows[-1], clickable(tab, intent))
    return tuple(rows)


def _unknown(face: Face, cols: int) -> tuple[Line, ...]:
    return split_words(face.say(Phrase.RULES_UNKNOWN), cols)


def rule_blocks(book: Rulebook, face: Face, cols: int) -> tuple[tuple[Line, ...], ...]:
    """The lines one by one, the first of a group below its heading; the preset's description begins the options."""
    blocks: list[tuple[Line, ...]] = []
    described = False
    for group, options in groups(page_lines(book, face.language)):
        heading: tuple[Line, ...] = (*((plain(""),) if blocks else ()), plain(" " + face.name(group), "class:title"))
        if options[0].option and not described:
            described, heading = True, (plain(""), *summary(book, face, cols), *heading)
        for before, option in zip((None, *options), options, strict=False):
            if before is not None and option.name and not before.name:  # sentences, then a list
                heading = (plain(""),)
            blocks.append((*heading, *_option(option, face, cols)))
            heading = ()
    return tuple(blocks)


def summary(book: Rulebook, face: Face, cols: int) -> tuple[Line, ...]:
    """The preset's description, and the number of options that differ from it."""
    return tuple(
        joined(plain(" "), line)
        for said in (about(book.base, face.language), how_many_differ(book, face))
        if said
        for line in split_words(face.name(said), cols - 1, "class:dim")
    )


def about_wished(state: ClientState, face: Face) -> str:
    """Return the description of a new table's preset, or the options in which the person's own rules differ from it.

    Empty if this client does not know the preset.
    """
    book, preset = rules_form.wished(state), rules_form.preset_of(state)
    if book is None or rules_form.house_of(state) is None:
        return about(preset, face.language)
    own = (line for line in lines(book.rules, book.base, face.language) if line.differs and line.option != TARGET)
    names = ", ".join(line.name for line in own if line.matters)
    words = QuestionText.OF_HOUSE if names else QuestionText.OF_HOUSE_UNCHANGED
    return face.say(words, base=titled(preset, face), names=face.name(names))


def how_many_differ(book: Rulebook, face: Face) -> str:
    """The number of options with a star, as a sentence; empty if there is none."""
    count = len(book.changed)
    return face.say(Phrase.RULES_DIFFER if count > 1 else Phrase.RULE_DIFFERS, count=count) if count else ""


def _option(option: RuleLine, face: Face, cols: int) -> list[Line]:
    star = "*" if option.differs else " "
    style = "class:bid" if option.differs else ""
    name, value = face.name(option.name), face.name(option.value)
    if not name:
        return [joined(plain("   " if cols >= _ROOMY else "  "), line) for line in split_words(value, cols - 4, style)]
    if cols < _ROOMY:
        within = value[:1].lower() + value[1:] if face.language is Language.FRENCH else value
        said = split_words(face.say(Phrase.RULE, name=name, value=within), cols - 2, style)
        return [joined(plain("  " if i else f" {star}"), line) for i, line in enumerate(said)]
    label = padded(plain(name, "class:dim"), _NAME_COLS)
    if width(plain(name)) > _NAME_COLS - 1:
        first = joined(plain(f" {star} "), plain(name, "class:dim"))
        rest = split_words(value, cols - _NAME_COLS - 4, style)
        return [first, *(joined(plain(" " * (_NAME_COLS + 3)), line) for line in rest)]
    lines = split_words(value, cols - _NAME_COLS - 4, style)
    indent = plain(" " * (_NAME_COLS + 3))
    return [
        joined(plain(f" {star} "), label, lines[0]),
        *(joined(indent, line) for line in lines[1:]),
    ]


_TALL_PAGE = 8
"""Rows from which there are a title and a line of keys."""
_ROOMY_PAGE = Size(80, 24)
"""The size from which the legend comes first; on smaller screens it comes last."""


def conventions_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page of bidding conventions; it scrolls no further than to its last line."""
    head, lines, room = _conventions(state, face, size)
    first = min(state.ui.scroll, max(0, len(lines) - room))
    page = lines[first : first + room]
    foot = (*((plain(""),) * (room - len(page))), hints) if size.rows >= _TALL_PAGE else ()
    return tuple(cut(line, size.cols) for line in (*head, *page, *foot))


def conventions_turned(state: ClientState, face: Face, size: Size, by: int) -> int:
    """The line at the top after so many pages."""
    _, lines, room = _conventions(state, face, size)
    last = max(0, len(lines) - room)
    return min(max(min(state.ui.scroll, last) + by * max(1, room - 1), 0), last)


def _conventions(state: ClientState, face: Face, size: Size) -> tuple[tuple[Line, ...], tuple[Line, ...], int]:
    """The lines of the title, those below it, and the number of these that fit."""
    tall = size.rows >= _TALL_PAGE
    head = _conventions_head(state, face, size.cols) if tall else ()
    lines = tuple(_convention_lines(state.table, face, size)) if state.table is not None else ()
    return head, lines, size.rows - len(head) - 1 if tall else size.rows


def _conventions_head(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    asked = state.table is not None and state.table.asked is not None
    turn = plain(f"{face.glyphs.turn} {face.say(Phrase.YOUR_TURN)} " if asked else "", "class:turn")
    title = apart(plain(f" {face.say(ConventionText.TITLE)}", "class:title"), turn, cols)
    return title, plain(face.glyphs.rule * cols, "class:rule")


def _convention_lines(table: AtTable, face: Face, size: Size) -> Iterator[Line]:
    means = tuple(
        joined(plain(" "), line) for line in split_words(meaning(table.systems, face), size.cols - 1, "class:dim")
    )
    roomy = size.cols >= _ROOMY_PAGE.cols and size.rows >= _ROOMY_PAGE.rows
    yield from means if roomy else ()
    yield from _systems(table, face, size.cols)
    yield from () if roomy else means


def _systems(table: AtTable, face: Face, cols: int) -> Iterator[Line]:
    told = told_conventions(table.systems, table.seats, face, table.rules)
    calls = [one.call for some in told for occasion in some.occasions for one in occasion.calls]
    label = max((width(plain(call)) for call in calls), default=0) + 2
    for number, some in enumerate(told):
        if number:
            yield plain("")
        for line in split_words(some.title, cols - 1, "class:title"):
            yield shortened(joined(plain(" "), line), cols, face.dots)
        for occasion in some.occasions:
            yield from (joined(plain("  "), line) for line in split_words(occasion.heading, cols - 2, "class:dim"))
            for one in occasion.calls:
                yield from _call(one, label, face, cols)
        if some.remark:
            yield from (joined(plain("  "), line) for line in split_words(some.remark, cols - 3))


def _call(one: ToldCall, label: int, face: Face, cols: int) -> Iterator[Line]:
    """A call and its meaning: in two columns, or on a narrow screen as one sentence."""
    if cols < _ROOMY:
        said = split_words(face.say(ConventionText.LINE, call=one.call, shows=one.shows), cols - 6)
        yield from (joined(plain("     " if number else "   "), line) for number, line in enumerate(said))
        return
    for number, line in enumerate(split_words(one.shows, cols - label - 4)):
        call = plain("" if number else one.call, "class:bid")
        yield joined(plain("   "), padded(call, label), line)
