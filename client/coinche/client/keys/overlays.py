"""Keys of what lies over the screen."""

from __future__ import annotations

from coinche.client import asides, conventions, fields, intents, moments, tables
from coinche.client.phrases import Phrase
from coinche.client.rules import finding, reading, wishing
from coinche.client.rules.question_words import KeyOfQuestions, Spoken

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
    one("enter", intents.leave, Phrase.KEY_LEAVE, moments.leaving, shown=ENTER),
    one("escape", intents.dismiss, Phrase.KEY_STAY, moments.leaving, shown=ESCAPE),
    one("escape", intents.dismiss, Phrase.KEY_CLOSE, moments.overlaid, shown=ESCAPE),
)

RULES = (
    several(UP_DOWN_KEYS, (reading.scroll(-1), reading.scroll(1)), UP_DOWN, Phrase.KEY_SCROLL, moments.reading_rules),
    several(
        (*PAGE_KEYS, " "),
        (*(reading.scroll(by) for by in (-reading.PAGE, reading.PAGE, -TO_THE_END, TO_THE_END, reading.PAGE)),),
        PAGES,
        Phrase.KEY_PAGE,
        moments.reading_rules,
    ),
    one("r", intents.dismiss, Phrase.KEY_CLOSE, moments.reading_rules, hint=False),
)

FORM = (
    several(UP_DOWN_KEYS, (wishing.move(-1), wishing.move(1)), UP_DOWN, Phrase.KEY_OPTION, moments.filling_form),
    several(
        LEFT_RIGHT_KEYS, (wishing.change(-1), wishing.change(1)), SIDEWAYS, Phrase.KEY_CHANGE, moments.filling_form
    ),
    one("enter", tables.create, Phrase.KEY_OPEN, moments.filling_form, shown=ENTER),
    one("escape", wishing.cancel, Phrase.KEY_CANCEL, moments.filling_form, shown=ESCAPE),
    one("f", finding.open_questions, KeyOfQuestions.FIND, moments.filling_form, word=Spoken.QUESTIONS),
    several(
        PAGE_KEYS,
        tuple(wishing.move(by) for by in (-reading.PAGE, reading.PAGE, -TO_THE_END, TO_THE_END)),
        PAGES,
        Phrase.KEY_PAGE,
        moments.filling_form,
        hint=False,
    ),
)

CHAT = (
    one("enter", asides.send, Phrase.KEY_SEND, moments.writing, shown=ENTER),
    several(UP_DOWN_KEYS, (asides.ready(-1), asides.ready(1)), UP_DOWN, Phrase.KEY_READY, moments.writing),
    one("backspace", fields.erase, Phrase.KEY_ERASE, moments.writing, shown=ERASE, hint=False),
    one("escape", intents.dismiss, Phrase.KEY_CANCEL, moments.writing, shown=ESCAPE),
)

HELP = (
    several(
        UP_DOWN_KEYS,
        (reading.scroll_help(-1), reading.scroll_help(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        moments.reading_help,
        hint=False,
    ),
    several(
        (*PAGE_KEYS, " "),
        (*(reading.scroll_help(by) for by in (-reading.PAGE, reading.PAGE, -TO_THE_END, TO_THE_END, reading.PAGE)),),
        PAGES,
        Phrase.KEY_PAGE,
        moments.reading_help,
        hint=False,
    ),
)

CONVENTIONS = (
    several(
        UP_DOWN_KEYS,
        (conventions.scroll(-1), conventions.scroll(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
        moments.reading_conventions,
    ),
    several(
        (*PAGE_KEYS, " "),
        (*(conventions.scroll(by) for by in (-reading.PAGE, reading.PAGE, -TO_THE_END, TO_THE_END, reading.PAGE)),),
        PAGES,
        Phrase.KEY_PAGE,
        moments.reading_conventions,
    ),
    one(conventions.KEY, intents.dismiss, Phrase.KEY_CLOSE, moments.reading_conventions, hint=False),
)

LOG = (
    several(
        UP_DOWN_KEYS, (reading.scroll_log(1), reading.scroll_log(-1)), UP_DOWN, Phrase.KEY_SCROLL, moments.reading_log
    ),
    several(
        (*PAGE_KEYS, " "),
        (*(reading.scroll_log(by) for by in (reading.PAGE, -reading.PAGE, TO_THE_END, -TO_THE_END, -reading.PAGE)),),
        PAGES,
        Phrase.KEY_PAGE,
        moments.reading_log,
    ),
)
