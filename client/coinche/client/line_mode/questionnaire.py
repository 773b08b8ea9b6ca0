"""The six questions in the line mode: what is told, and what an answer that was typed comes to.

Pure. Refuses to know which words are typed for it (`commands`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coinche.client.intents import Done
from coinche.client.model import ClientState
from coinche.client.rules import finding
from coinche.client.rules.preset_words import about
from coinche.client.rules.question_words import Asking as Say
from coinche.client.rules.question_words import Spoken
from coinche.client.rules.questions import QUESTIONS, Asking, Question, RulesFound, rules_found
from coinche.client.ui import Overlay
from coinche.text.formatting import Face

from .obeyed import Obeyed


def is_asked(state: ClientState) -> bool:
    """Whether a number is an answer now."""
    return state.ui.overlay is Overlay.QUESTIONS and state.table is None


def begin(state: ClientState, face: Face) -> Obeyed:
    """Ask the first question; at a table none is asked."""
    if state.table is not None:
        return Obeyed(Done(state), (face.say(Spoken.NOT_HERE),))
    return _after(finding.open_questions(state), face)


def answer(state: ClientState, number: int, face: Face) -> Obeyed:
    """The answer of that number; what there is to answer where there is none of it."""
    return _after(finding.answer(number - 1)(state), face)


def back(state: ClientState, face: Face) -> Obeyed:
    """The question before."""
    if state.table is not None or not state.ui.asking.answers:
        return begin(state, face)
    return _after(finding.back(state), face)


def keep(state: ClientState, name: str, face: Face) -> Obeyed:
    """Keep the rules that were found under that name."""
    if state.ui.asking.question is not None:
        return Obeyed(Done(state), (face.say(Spoken.NOTHING_FOUND),))
    overlay = state.ui.overlay
    done = finding.keep_as(state, name or finding.proposed_name(state))
    return Obeyed(replace(done, state=replace(done.state, ui=replace(done.state.ui, overlay=overlay))), ())


def _after(done: Done, face: Face) -> Obeyed:
    """The question that comes now; after the last one the rules, which are wished for from then on."""
    asking = done.state.ui.asking
    if asking.question is not None:
        return Obeyed(done, tuple(_asked(asking, asking.question, face)))
    found = finding.with_found(done.state)
    return Obeyed(
        Done(replace(found, ui=replace(found.ui, overlay=None))), tuple(told(rules_found(asking.answers), face))
    )


def _asked(asking: Asking, question: Question, face: Face) -> Iterator[str]:
    number = len(asking.answers) + 1
    yield face.say(Spoken.QUESTION, number=number, count=len(QUESTIONS), question=face.say(question.asks))
    for place, given in enumerate(question.answers, start=1):
        yield face.say(Spoken.CHOICE, number=place, answer=face.say(given.says), example=face.say(given.example))
    yield face.say(Spoken.HOW, count=len(question.answers))


def told(found: RulesFound, face: Face) -> Iterator[str]:
    """The preset, and what was changed in it."""
    language = face.language
    yield face.say(Say.FOUND, preset=found.base, differs=how_many(found, face)) + "."
    yield face.say(Say.ABOUT, preset=found.base, about=face.name(about(found.base, language)))
    official = finding.changed(found, language)
    yield face.say(Say.NOT_OFFICIAL, count=len(official)) if official else face.say(Say.OFFICIAL)
    for one in official:
        rule = face.say(Say.RULE, name=face.name(one.name), value=face.name(one.value))
        yield f"- {rule} {face.say(Say.INSTEAD_OF, value=face.name(one.instead_of))}"
    yield face.say(Spoken.THEN)


def how_many(found: RulesFound, face: Face) -> str:
    """In how many options the rules differ from their preset: as many as are told once all is answered."""
    count = len(finding.changed(found, face.language))
    words = {0: Say.DIFFERS_IN_NOTHING, 1: Say.DIFFERS_IN_ONE}.get(count, Say.DIFFERS)
    return face.say(words, count=count)
