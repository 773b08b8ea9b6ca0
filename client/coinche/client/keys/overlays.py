"""Keys of what lies over the screen."""

from __future__ import annotations

from coinche.client.keys import conditions
from coinche.client.texts.rules_questions import KeyOfQuestions, Spoken
from coinche.client.texts.screens import Phrase
from coinche.client.update import (
    navigation,
    rules_form,
    rules_page,
    rules_questions,
    table_requests,
    tables,
    text_entry,
)

from .key import (
    ENTER,
    ERASE,
    ESCAPE,
    LEFT_RIGHT_KEYS,
    PAGE_KEYS,
    PAGES,
    SIDEWAYS,
    TO_THE_END,
    UP_DOWN,
    UP_DOWN_KEYS,
    one,
    several,
)

OVER_EVERYTHING = (
    one("enter", navigation.leave, Phrase.KEY_LEAVE, conditions.leaving, shown=ENTER),
    one("escape", navigation.dismiss, Phrase.KEY_STAY, conditions.leaving, shown=ESCAPE),
    one("escape", navigation.dismiss, Phrase.KEY_CLOSE, conditions.overlaid, shown=ESCAPE),
)

RULES = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_rules(-1), rules_page.scroll_rules(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        conditions.reading_rules,
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
        conditions.reading_rules,
    ),
    one("r", navigation.dismiss, Phrase.KEY_CLOSE, conditions.reading_rules, hint=False),
)

FORM = (
    several(
        UP_DOWN_KEYS, (rules_form.move(-1), rules_form.move(1)), UP_DOWN, Phrase.KEY_OPTION, conditions.filling_form
    ),
    several(
        LEFT_RIGHT_KEYS,
        (rules_form.change(-1), rules_form.change(1)),
        SIDEWAYS,
        Phrase.KEY_CHANGE,
        conditions.filling_form,
    ),
    one("enter", tables.create, Phrase.KEY_OPEN, conditions.filling_form, shown=ENTER),
    one("escape", rules_form.cancel, Phrase.KEY_CANCEL, conditions.filling_form, shown=ESCAPE),
    one("f", rules_questions.open_questions, KeyOfQuestions.FIND, conditions.filling_form, word=Spoken.QUESTIONS),
    several(
        PAGE_KEYS,
        tuple(rules_form.move(by) for by in (-rules_page.PAGE, rules_page.PAGE, -TO_THE_END, TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        conditions.filling_form,
        hint=False,
    ),
)

CHAT = (
    one("enter", table_requests.send, Phrase.KEY_SEND, conditions.writing, shown=ENTER),
    several(
        UP_DOWN_KEYS, (table_requests.ready(-1), table_requests.ready(1)), UP_DOWN, Phrase.KEY_READY, conditions.writing
    ),
    one("backspace", text_entry.erase, Phrase.KEY_ERASE, conditions.writing, shown=ERASE, hint=False),
    one("escape", navigation.dismiss, Phrase.KEY_CANCEL, conditions.writing, shown=ESCAPE),
)

HELP = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_help(-1), rules_page.scroll_help(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        conditions.reading_help,
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
        conditions.reading_help,
        hint=False,
    ),
)

CONVENTIONS = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_conventions(-1), rules_page.scroll_conventions(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        conditions.reading_conventions,
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
        conditions.reading_conventions,
    ),
    one(rules_page.CONVENTIONS_KEY, navigation.dismiss, Phrase.KEY_CLOSE, conditions.reading_conventions, hint=False),
)

LOG = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_log(1), rules_page.scroll_log(-1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        conditions.reading_log,
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
        conditions.reading_log,
    ),
)
