"""Rows of the overlays (help, settings, chat, questions) and of the palette, which finds any command by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from coinche.client.keys import conditions
from coinche.client.model.notices import PressKeys
from coinche.client.model.state import ClientState
from coinche.client.texts.rules_questions import KeyOfQuestions, Spoken
from coinche.client.texts.screens import Phrase
from coinche.client.update import chat, home, lobby, navigation, rules_form, rules_page, rules_questions
from coinche.client.update.navigation import Done, Intent, showing
from coinche.client.update.text_entry import closed
from coinche.text.catalog import Words
from coinche.text.language import Language

from .key import (
    EDITING,
    ENTER,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    PAGE_KEYS,
    PAGES,
    SIDEWAYS,
    TO_THE_END,
    UP_DOWN,
    UP_DOWN_KEYS,
    Key,
    line,
    one,
    several,
)

LEAVE = (
    one("enter", navigation.leave, Phrase.KEY_LEAVE, shown=ENTER),
    one("escape", navigation.dismiss, Phrase.KEY_STAY, shown=ESCAPE),
)

CLOSE_OVERLAY = one("escape", navigation.dismiss, Phrase.KEY_CLOSE, conditions.overlaid, shown=ESCAPE)

RULES = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_rules(-1), rules_page.scroll_rules(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(
        (*PAGE_KEYS, " "),
        (
            *(
                rules_page.scroll_rules(by)
                for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END, rules_page.PAGE)
            ),
        ),
        PAGES,
        Phrase.KEY_PAGE,
    ),
    one("r", navigation.dismiss, Phrase.KEY_CLOSE, hint=False),
)

FORM = (
    several(UP_DOWN_KEYS, (rules_form.move(-1), rules_form.move(1)), UP_DOWN, Phrase.KEY_OPTION),
    several(
        LEFT_RIGHT_KEYS,
        (rules_form.change(-1), rules_form.change(1)),
        SIDEWAYS,
        Phrase.KEY_CHANGE,
    ),
    one("enter", lobby.create, Phrase.KEY_OPEN, shown=ENTER),
    one("escape", rules_form.cancel, Phrase.KEY_CANCEL, shown=ESCAPE),
    one("f", rules_questions.open_questions, KeyOfQuestions.FIND, word=Spoken.QUESTIONS),
    several(
        PAGE_KEYS,
        tuple(rules_form.move(by) for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        hint=False,
    ),
)

CHAT = (
    one("enter", chat.send, Phrase.KEY_SEND, shown=ENTER),
    several(UP_DOWN_KEYS, (chat.ready(-1), chat.ready(1)), UP_DOWN, Phrase.KEY_READY),
    *EDITING,
    one("escape", navigation.dismiss, Phrase.KEY_CANCEL, shown=ESCAPE),
)

HELP = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_help(-1), rules_page.scroll_help(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        hint=False,
    ),
    several(
        (*PAGE_KEYS, " "),
        (
            *(
                rules_page.scroll_help(by)
                for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END, rules_page.PAGE)
            ),
        ),
        PAGES,
        Phrase.KEY_PAGE,
        hint=False,
    ),
)

CONVENTIONS = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_conventions(-1), rules_page.scroll_conventions(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(
        (*PAGE_KEYS, " "),
        (
            *(
                rules_page.scroll_conventions(by)
                for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END, rules_page.PAGE)
            ),
        ),
        PAGES,
        Phrase.KEY_PAGE,
    ),
    one(rules_page.CONVENTIONS_KEY, navigation.dismiss, Phrase.KEY_CLOSE, hint=False),
)

LOG = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_log(1), rules_page.scroll_log(-1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    several(
        (*PAGE_KEYS, " "),
        (
            *(
                rules_page.scroll_log(by)
                for by in (rules_page.PAGE, -rules_page.PAGE, TO_THE_END, -TO_THE_END, -rules_page.PAGE)
            ),
        ),
        PAGES,
        Phrase.KEY_PAGE,
    ),
)


Active = Callable[[ClientState], tuple[Key, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the palette: its label, the keys for the same command, and its intent."""

    label: str
    shown: str | Words
    does: Intent


def entries(state: ClientState, active: Active) -> tuple[Entry, ...]:
    """The entries that match the text: lines of home, then keys in the keymap's order, then tables of the lobby."""
    typed, here = _plain(state.ui.entry.text.strip()), closed(state)
    keys = (_of_key(key, state.ui.language) for key in active(here) if key.label not in _POINTLESS)
    return tuple(entry for entry in (*_of_home(here), *keys, *_of_lobby(here)) if typed in _plain(entry.label))


_POINTLESS = (Phrase.KEY_PALETTE, Phrase.KEY_CLOSE)
"""Commands that only concern the palette or an overlay."""


def _of_home(state: ClientState) -> Iterator[Entry]:
    """The servers found, and the choices that need none."""
    for number, row in enumerate(home.rows(state) if conditions.at_home(state) else ()):
        label = row.within(state.ui.language) if isinstance(row, home.Choice) else f"{row.name} ({row.address})"
        yield Entry(label, "", home.at_row(number))


def _of_lobby(state: ClientState) -> Iterator[Entry]:
    """Two entries for each table: join and watch."""
    does = ((Phrase.PALETTE_SIT, lobby.enter), (Phrase.PALETTE_WATCH, lobby.watch))
    for number, info in enumerate(state.tables if conditions.in_lobby(state) else (), start=1):
        for words, intent in does:
            yield Entry(words.within(state.ui.language).format(table=info.name), "", _at_row(number, intent))


def _at_row(number: int, intent: Intent) -> Intent:
    """Run the intent with the cursor on this table."""
    return lambda state: intent(showing(state, row=number, place=None).state)


def _of_key(key: Key, language: Language) -> Entry:
    """The command of the row, if all its keys do the same; else a notice that names the keys."""
    does = key.intents[0] if len(set(key.intents)) == 1 else _telling(key)
    return Entry(name(key, language), key.shown, does)


def _telling(key: Key) -> Intent:
    return lambda state: Done(replace(state, notice=PressKeys(key.shown, key.label)))


def name(key: Key, language: Language) -> str:
    """The label of the row, with its command in line mode."""
    label, word = key.label.within(language), key.word.within(language) if key.word else ""
    return label if word in ("", label) else f"{label} ({word})"


def _plain(text: str) -> str:
    return text.casefold()


def _choose(active: Active) -> Intent:
    def choose(state: ClientState) -> Done:
        found = entries(state, active)
        if not found:
            return Done(state)
        return found[min(state.ui.option, len(found) - 1)].does(closed(state))

    return choose


def _move(by: int, active: Active) -> Intent:
    def move(state: ClientState) -> Done:
        count = max(1, len(entries(state, active)))
        return showing(state, option=(min(state.ui.option, count - 1) + by) % count)

    return move


def palette_keys(active: Active) -> tuple[Key, ...]:
    """The keys of the palette, for the rows that `active` returns."""
    return (
        several(UP_DOWN_KEYS, (_move(-1, active), _move(1, active)), UP_DOWN, Phrase.KEY_ROW),
        *line(_choose(active), Phrase.KEY_DO),
    )
