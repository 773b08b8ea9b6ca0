"""Pages with the rules of a table and its players' bidding conventions: their lines, opening and scrolling. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coinche.client.model.effects import TurnPage
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts import rules
from coinche.client.texts.rules import RuleLine
from coinche.client.texts.rules_in_brief import Section
from coinche.client.update import rules_form, table_choices
from coinche.engine.seats import Seat
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

from .navigation import Done, Intent, showing
from .rules_form import Rulebook
from .rules_in_brief import in_brief

PAGE = 10
"""Lines that Page Up and Page Down scroll by."""


def open_rules(state: ClientState) -> Done:
    """Show the rules of this table, or of the one under the cursor."""
    return showing(state, overlay=Overlay.RULES, scroll=0)


def scroll_rules(by: int) -> Intent:
    """Scroll by rules, until the last one is at the top."""

    def intent(state: ClientState) -> Done:
        book = rules_form.shown(state)
        count = len(page_lines(book, state.ui.language)) if book is not None else 0
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), max(count - 1, 0)))

    return intent


def turn_page(by: int) -> Intent:
    """Turn pages of the rules, conventions or form; the screen does it, since it knows how much it shows."""
    return lambda state: Done(state, effect=TurnPage(by))


def open_section(section: Section) -> Intent:
    """Scroll to the start of a section."""

    def intent(state: ClientState) -> Done:
        book = rules_form.shown(state)
        lines = page_lines(book, state.ui.language) if book is not None else ()
        here = (number for number, line in enumerate(lines) if section_of(line, state.ui.language) is section)
        return showing(state, scroll=next(here, 0))

    return intent


def section_of(line: RuleLine, language: Language) -> Section:
    """The section in which a line stands."""
    if line.option:
        return Section.OPTIONS
    return next(section for section in Section if section.within(language) == line.group)


def page_lines(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """All lines of the page: what one looks up during play, then the options."""
    brief = in_brief(book.rules, every_rule(book, language), Face(language, UNICODE))
    return (*brief, *told_rules(book, language))


def told_rules(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """The options that have an effect under these rules, or that differ from the preset."""
    return tuple(line for line in every_rule(book, language) if line.matters or line.differs)


def every_rule(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """All options, who shuffles, and hints; the target of a new table counts as no change of its preset."""
    lines = rules.lines(book.rules, book.base, language)
    lines = tuple(replace(line, differs=False) if line.option == rules_form.TARGET else line for line in lines)
    after = 1 + next(row for row, line in enumerate(lines) if line.option == "shuffle")
    others = table_choices.lines(book.shares, book.hints, book.practice, language, decided=book.hints_decided)
    return (*lines[:after], *others, *lines[after:])


def groups(lines: tuple[RuleLine, ...]) -> Iterator[tuple[str, tuple[RuleLine, ...]]]:
    """The lines by group, with the heading of each."""
    for group in dict.fromkeys(line.group for line in lines):
        yield group, tuple(line for line in lines if line.group == group)


def scroll_log(by: int) -> Intent:
    """Scroll the log up."""

    def intent(state: ClientState) -> Done:
        most = LINES_AN_EVENT * len(state.table.log) if state.table is not None else 0
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), most))

    return intent


LINES_OF_HELP = 80
"""An upper bound for the length of the help on any screen."""


def scroll_help(by: int) -> Intent:
    """Scroll the help; the view limits the position to the page's end."""
    return lambda state: showing(state, scroll=min(max(state.ui.scroll + by, 0), LINES_OF_HELP))


LINES_AN_EVENT = 2
"""Upper bound for the lines of an event in the log."""


CONVENTIONS_KEY = "e"
_LINES = 8
"""Upper bound for the lines of a convention on a narrow screen, with a heading."""


def open_conventions(state: ClientState) -> Done:
    """Show the bidding conventions of this table."""
    return showing(state, overlay=Overlay.CONVENTIONS, scroll=0)


def scroll_conventions(by: int) -> Intent:
    """Scroll the conventions; the view limits the position to the page's end."""

    def intent(state: ClientState) -> Done:
        systems = state.table.systems.values() if state.table is not None else ()
        most = _LINES * (len(Seat) + sum(len(system.conventions) for system in set(systems)))
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), most))

    return intent
