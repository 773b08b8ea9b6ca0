"""Reading the rules of a table in words: opening them, scrolling, and what stands on each line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts import rules
from coinche.client.texts.rules import RuleLine
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form, shuffler
from coinche.text.catalog import Language

from .navigation import Done, Intent, showing
from .rules_form import Rulebook

PAGE = 10
"""Options that a page of keys goes by."""


def open_rules(state: ClientState) -> Done:
    """Show the rules of this table, or of the one under the cursor."""
    return showing(state, overlay=Overlay.RULES, scroll=0)


def scroll(by: int) -> Intent:
    """So many options on: one by one until the last stands at the top, by pages until the last page is full."""

    def intent(state: ClientState) -> Done:
        book, now = rules_form.shown(state), state.ui.scroll
        count = len(told(book, state.ui.language)) if book is not None else 0
        last = count if abs(by) == 1 else max(now, count - PAGE)
        return showing(state, scroll=min(max(now + by, 0), max(last, 0)))

    return intent


def told(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """The options that matter under these rules, and those that differ from the preset."""
    return tuple(line for line in every(book, language) if line.matters or line.differs)


def every(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """All options, and who shuffles; a target that nobody wishes for is the server's."""
    lines = rules.lines(book.rules, book.base, language)
    if book.of_server:
        target = Phrase.TARGET_SERVER.within(language)
        lines = tuple(replace(line, value=target) if line.option == rules_form.TARGET else line for line in lines)
    after = 1 + next(row for row, line in enumerate(lines) if line.option == "shuffle")
    return (*lines[:after], shuffler.line(book.shares, language), *lines[after:])


def groups(lines: tuple[RuleLine, ...]) -> Iterator[tuple[str, tuple[RuleLine, ...]]]:
    """The lines under the headings of their groups."""
    for group in dict.fromkeys(line.group for line in lines):
        yield group, tuple(line for line in lines if line.group == group)


def scroll_log(by: int) -> Intent:
    """So many lines up in what has happened."""

    def intent(state: ClientState) -> Done:
        most = LINES_AN_EVENT * len(state.table.log) if state.table is not None else 0
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), most))

    return intent


LINES_OF_HELP = 80
"""More than the help has on any screen."""


def scroll_help(by: int) -> Intent:
    """So many lines on in the help; the page itself knows where it ends."""
    return lambda state: showing(state, scroll=min(max(state.ui.scroll + by, 0), LINES_OF_HELP))


LINES_AN_EVENT = 2
"""Lines that an event may well take."""
