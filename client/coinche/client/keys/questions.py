"""Keys of the six questions about a group's rules, and of what they lead to."""

from __future__ import annotations

from coinche.client import moments
from coinche.client.phrases import Phrase
from coinche.client.rules import finding, reading
from coinche.client.rules.question_words import KeyOfQuestions, Spoken

from .key import ENTER, ERASE, ESCAPE, PAGE_KEYS, PAGES, TO_THE_END, UP_DOWN, UP_DOWN_KEYS, line, one, several

_PLACES = tuple(range(5))
"""Where an answer can stand."""

_SCROLL = tuple(finding.move(by) for by in (-reading.PAGE, reading.PAGE, -TO_THE_END, TO_THE_END))

QUESTIONS = (
    several(UP_DOWN_KEYS, (finding.move(-1), finding.move(1)), UP_DOWN, Phrase.KEY_CHOOSE, moments.asking_rules),
    one("enter", finding.answer(), KeyOfQuestions.ANSWER, moments.asking_rules, shown=ENTER),
    several(
        tuple(str(place + 1) for place in _PLACES),
        tuple(finding.answer(place) for place in _PLACES),
        "1-5",
        KeyOfQuestions.ANSWER,
        moments.asking_rules,
        hint=False,
    ),
    one("backspace", finding.back, KeyOfQuestions.BACK, moments.asking_rules, shown=ERASE, word=Spoken.BACK),
    one("escape", finding.close, Phrase.KEY_CLOSE, moments.asking_rules, shown=ESCAPE),
)

RULES_FOUND = (
    one("enter", finding.take, KeyOfQuestions.TAKE, moments.rules_found, shown=ENTER),
    one("s", finding.open_name, KeyOfQuestions.SAVE, moments.rules_found, word=Spoken.KEEP),
    several(UP_DOWN_KEYS, (finding.move(-1), finding.move(1)), UP_DOWN, Phrase.KEY_SCROLL, moments.rules_found),
    several(PAGE_KEYS, _SCROLL, PAGES, Phrase.KEY_PAGE, moments.rules_found, hint=False),
    one("backspace", finding.back, KeyOfQuestions.BACK, moments.rules_found, shown=ERASE, word=Spoken.BACK),
    one("escape", finding.close, Phrase.KEY_CLOSE, moments.rules_found, shown=ESCAPE),
)

RULES_NAME = line(finding.keep, Phrase.KEY_KEEP, moments.naming_rules, cancel=finding.rename)
