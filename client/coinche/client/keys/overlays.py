"""Rows of the overlays: rules, help, log, chat, questions."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.texts.conventions import ConventionText
from coinche.client.texts.line_mode import LineText, Typed
from coinche.client.texts.rules import FormGroup
from coinche.client.texts.rules_in_brief import Section
from coinche.client.texts.rules_questions import KeyOfQuestions, Spoken
from coinche.client.texts.screens import Phrase
from coinche.client.update import chat, lobby, navigation, rules_form, rules_page, rules_questions, solo

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
    either,
    one,
    scrolling,
    several,
)

LEAVE = (
    one("enter", navigation.leave, Phrase.KEY_LEAVE, shown=ENTER),
    one("escape", navigation.dismiss, Phrase.KEY_STAY, shown=ESCAPE),
)

RESUME = (
    one("enter", navigation.dismiss, Phrase.KEY_RESUME, shown=ENTER, word=Typed.RESUME),
    one(solo.START_ANEW_KEY, solo.start_anew, Phrase.KEY_START_ANEW, word=Typed.NEW),
    one(solo.GIVE_UP_KEY, solo.give_up, Phrase.KEY_GIVE_UP, conditions.waits_at_home, word=Typed.GIVE_UP),
)

CLOSE_OVERLAY = one("escape", navigation.dismiss, Phrase.KEY_CLOSE, conditions.overlaid, shown=ESCAPE)
QUIT_HELP = one("q", navigation.dismiss, Phrase.KEY_CLOSE, conditions.off_the_table, hint=False)
"""Over a list or a replay, `q` closes the help, and what is below stays where it is."""

_PAGE = several(
    (*PAGE_KEYS, " "),
    tuple(map(rules_page.turn_page, (-1, 1, -TO_THE_END, TO_THE_END, 1))),
    PAGES,
    Phrase.KEY_PAGE,
)
"""Turns pages that are as long as the screen."""

RULES = (
    several(UP_DOWN_KEYS, (rules_page.scroll_rules(-1), rules_page.scroll_rules(1)), UP_DOWN, Phrase.KEY_SCROLL),
    replace(_PAGE, spare=True),
    several(
        tuple(str(number) for number, _ in enumerate(Section, start=1)),
        tuple(map(rules_page.open_section, Section)),
        f"1-{len(Section)}",
        Phrase.KEY_SECTION,
    ),
    one(
        rules_page.CONVENTIONS_KEY,
        rules_page.open_conventions,
        ConventionText.KEY,
        conditions.at_table,
        word=ConventionText.TYPED,
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
        tuple(map(rules_page.turn_page, (-1, 1, -TO_THE_END, TO_THE_END))),
        PAGES,
        Phrase.KEY_PAGE,
        hint=False,
    ),
    several(
        tuple(str(number) for number, _ in enumerate(FormGroup, start=1)),
        tuple(map(rules_form.open_group, FormGroup)),
        f"1-{len(FormGroup)}",
        Phrase.KEY_SECTION,
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
    *scrolling(rules_page.scroll_help, hint=False, hint_pages=False),
    one("t", navigation.terms, LineText.KEY_TERMS, word=Typed.TERMS),
)
TERMS = (
    *scrolling(rules_page.scroll_help),
    either(("t", "escape"), navigation.terms, ESCAPE, Phrase.KEY_CLOSE),
)

CONVENTIONS = (
    several(
        UP_DOWN_KEYS,
        (rules_page.scroll_conventions(-1), rules_page.scroll_conventions(1)),
        UP_DOWN,
        Phrase.KEY_SCROLL,
    ),
    _PAGE,
    one(rules_page.CONVENTIONS_KEY, navigation.dismiss, Phrase.KEY_CLOSE, hint=False),
)

LOG = scrolling(lambda by: rules_page.scroll_log(-by))
"""The log scrolls up from its end."""
