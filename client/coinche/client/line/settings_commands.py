"""Settings and the six questions about rules in line mode. Pure.

`settings` lists the settings, `settings 4 mono` changes one. `commands` has the words for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coinche.client.line.command_result import Obeyed
from coinche.client.model.rules_questions import QUESTIONS, Question, RulesFound, RulesQuestionnaire, rules_found
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.preset_titles import headed, titled
from coinche.client.texts.rules_questions import QuestionText, Spoken, about
from coinche.client.update import rules_questions, settings
from coinche.client.update.navigation import Done, renaming, setting
from coinche.client.update.settings import ROWS
from coinche.connection.error_texts import Trouble
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.settings import face_of


class OfSettings(Words):
    """Sentences about the settings."""

    ROW = ("{number}. {name} : {value}", "{number}. {name}: {value}")
    CHOICE = ("{number}. {name} : {value} (au choix : {others})", "{number}. {name}: {value} (choose from: {others})")
    HOW = ("Pour changer un réglage : réglages 1 anglais", "To change a setting: settings 1 French")
    NO_VALUE = ("« {value} » n'est pas une valeur possible.", "“{value}” is not a possible value.")


def obey(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """List all settings or one of them, or change one."""
    row = _row(words[0]) if words else None
    if row is None:
        return Obeyed(Done(state), (*(_told(state, row, face) for row in range(len(ROWS))), face.say(OfSettings.HOW)))
    if len(words) == 1:
        return Obeyed(Done(state), (_told(state, row, face),))
    return _changed(state, row, " ".join(words[1:]), face)


def _row(word: str) -> int | None:
    """The row of a setting, by its number or its name in the file; None if there is none."""
    if word.isdecimal():
        return int(word) - 1 if len(word) <= 2 and 1 <= int(word) <= len(ROWS) else None
    name = word.lower().replace("-", "_")
    return ROWS.index(name) if name in ROWS else None


def _changed(state: ClientState, row: int, text: str, face: Face) -> Obeyed:
    name = ROWS[row]
    if settings.values(name):
        value = next((value for typed, value in settings.TYPED[name].items() if typed.lower() == text.lower()), None)
        if value is None:
            no_value = face.say(OfSettings.NO_VALUE, value=face.name(text)[:40])
            return Obeyed(Done(state), (no_value, _told(state, row, face)))
        return _set(state, row, value)
    if not is_name(text):
        return Obeyed(Done(state), (face.say(Trouble.BAD_NAME, name=face.name(text), longest=MAX_NAME),))
    done = renaming(state, text)
    return Obeyed(done, (_told(done.state, row, face),))


def _set(state: ClientState, row: int, value: object) -> Obeyed:
    """Change a setting and tell it in the language and the signs that now apply."""
    done = setting(state, **{ROWS[row]: value})
    return Obeyed(done, (_told(done.state, row, face_of(done.state.ui.settings)),))


def _told(state: ClientState, row: int, face: Face) -> str:
    name, value = face.say(settings.named(row)), _said(getattr(state.ui.settings, ROWS[row]), face)
    others = ", ".join(_others(row, face))
    words = OfSettings.CHOICE if others else OfSettings.ROW
    return face.say(words, number=row + 1, name=name, value=value, **({"others": others} if others else {}))


def _others(row: int, face: Face) -> Iterator[str]:
    return (_said(value, face) for value in settings.values(ROWS[row]))


def _said(value: object, face: Face) -> str:
    told = settings.told(value)
    return face.name(told) if isinstance(told, str) else face.say(told)


def is_asked(state: ClientState) -> bool:
    """Return whether a typed number answers a question now."""
    return state.ui.overlay is Overlay.QUESTIONS and state.table is None


def begin(state: ClientState, face: Face) -> Obeyed:
    """Ask the first question; not available at a table."""
    if state.table is not None:
        return Obeyed(Done(state), (face.say(Spoken.NOT_HERE),))
    return _after(rules_questions.open_questions(state), face)


def answer(state: ClientState, number: int, face: Face) -> Obeyed:
    """Give the answer of that number; repeat the question if there is none."""
    return _after(rules_questions.answer(number - 1)(state), face)


def back(state: ClientState, face: Face) -> Obeyed:
    """Return to the previous question."""
    if state.table is not None or not state.ui.asking.answers:
        return begin(state, face)
    return _after(rules_questions.back(state), face)


def keep(state: ClientState, name: str, face: Face) -> Obeyed:
    """Save the rules found under that name."""
    if state.ui.asking.question is not None:
        return Obeyed(Done(state), (face.say(Spoken.NOTHING_FOUND),))
    overlay = state.ui.overlay
    done = rules_questions.keep_as(state, name or rules_questions.proposed_name(state))
    return Obeyed(replace(done, state=replace(done.state, ui=replace(done.state.ui, overlay=overlay))), ())


def _after(done: Done, face: Face) -> Obeyed:
    """The next question; after the last one the rules found, which apply to new tables from then on."""
    asking = done.state.ui.asking
    if asking.question is not None:
        return Obeyed(done, tuple(_asked(asking, asking.question, face)))
    found = rules_questions.with_found(done.state)
    return Obeyed(
        Done(replace(found, ui=replace(found.ui, overlay=None))), tuple(told(rules_found(asking.answers), face))
    )


def _asked(asking: RulesQuestionnaire, question: Question, face: Face) -> Iterator[str]:
    number = len(asking.answers) + 1
    yield face.say(Spoken.QUESTION, number=number, count=len(QUESTIONS), question=face.say(question.asks))
    for place, given in enumerate(question.answers, start=1):
        yield face.say(Spoken.CHOICE, number=place, answer=face.say(given.says), example=face.say(given.example))
    yield face.say(Spoken.HOW, count=len(question.answers))


def told(found: RulesFound, face: Face) -> Iterator[str]:
    """The preset, and the options changed in it."""
    language = face.language
    yield (
        face.say(QuestionText.FOUND, preset=titled(found.base, face), differs=rules_questions.changes_told(found, face))
        + "."
    )
    yield face.say(QuestionText.ABOUT, preset=headed(found.base, face), about=face.name(about(found.base, language)))
    official = rules_questions.changed(found, language)
    yield face.say(QuestionText.NOT_OFFICIAL, count=len(official)) if official else face.say(QuestionText.OFFICIAL)
    for one in official:
        rule = face.say(QuestionText.RULE, name=face.name(one.name), value=face.name(one.value))
        yield f"- {rule} {face.say(QuestionText.INSTEAD_OF, value=face.name(one.instead_of))}"
    yield face.say(Spoken.THEN)
