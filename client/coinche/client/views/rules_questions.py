"""Six questions about a group's rules, one at a time, and the rules that follow from the answers.
The answer under the cursor has a mark and is always visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coinche.client.model.rules_questions import QUESTIONS, Question, RulesFound, RulesQuestionnaire, rules_found
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.preset_titles import headed, titled
from coinche.client.texts.rules import Difference
from coinche.client.texts.rules_questions import Example, QuestionText, about
from coinche.client.update import rules_questions
from coinche.client.update.navigation import Intent
from coinche.text.formatting import Face

from .text_lines import (
    Line,
    Size,
    apart,
    clickable,
    entry_line,
    framed,
    in_bars,
    joined,
    plain,
    shortened,
    split_words,
    width,
)

ASKING = frozenset({Overlay.QUESTIONS, Overlay.RULES_FOUND, Overlay.RULES_NAME})
"""The overlays that this module draws."""
Answering = Callable[[int], Intent]
"""The intent for a click on an answer."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """The parts that have room besides the question and its answers."""

    title: bool
    blanks: bool
    example: bool
    keys: bool


_LAYOUTS = (
    _Layout(title=True, blanks=True, example=True, keys=True),
    _Layout(title=True, blanks=False, example=True, keys=True),
    _Layout(title=False, blanks=False, example=True, keys=True),
    _Layout(title=False, blanks=False, example=False, keys=True),
    _Layout(title=False, blanks=False, example=False, keys=False),
)
"""Layouts in order of preference; the first that fits is used."""
_INDENT = 3


def questions(
    asking: RulesQuestionnaire, face: Face, size: Size, hints: Line = (), answering: Answering | None = None
) -> tuple[Line, ...]:
    """The current question, or the rules found once all are answered."""
    if asking.question is None:
        return _found(asking, face, size, hints)
    for layout in _LAYOUTS:
        head, body, foot = _asked(asking, asking.question, face, size.cols, layout, hints, answering)
        room = size.rows - len(head) - len(body) - len(foot)
        if room >= 0:
            return framed((*head, *body, *((plain(""),) * room), *foot), size)
    return _cramped(asking, asking.question, face, size, answering)


def asked_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """`questions` for a person, with the entry for the rules' name while the person writes it."""
    if state.ui.overlay is Overlay.RULES_NAME:
        line = entry_line(" " + face.say(QuestionText.WRITE_NAME), state.ui.entry, face, size.cols)
        above = questions(state.ui.asking, face, Size(size.cols, size.rows - 2))
        return framed((*above, line, hints), size)
    return questions(state.ui.asking, face, size, hints, rules_questions.answer)


# --- a question --------------------------------------------------------------------------------------


def _asked(
    asking: RulesQuestionnaire,
    question: Question,
    face: Face,
    cols: int,
    layout: _Layout,
    hints: Line,
    answering: Answering | None,
) -> tuple[list[Line], list[Line], list[Line]]:
    """The lines at the top, in the middle and at the bottom."""
    blank = [plain("")] if layout.blanks else []
    number = face.say(QuestionText.PLACE, number=len(asking.answers) + 1, count=len(QUESTIONS))
    head = _title(face.say(QuestionText.TITLE), number, face, cols) if layout.title else []
    answers = [line for block in _answers(asking, question, face, cols, answering) for line in block]
    body = [*blank, *_sentence(question, face, cols), *blank, *answers]
    example = face.say(question.answers[asking.row].example)
    if question.answers[asking.row].example is not Example.UNKNOWN:  # that one says whose rule it is
        example = face.say(QuestionText.EXAMPLE, example=example)
    if layout.example:
        body += [*blank, *(joined(plain(" "), line) for line in split_words(example, cols - 2, "class:dim"))]
    return head, body, [so_far(asking, face, cols), *([hints] if layout.keys else [])]


def _title(title: str, right: str, face: Face, cols: int) -> list[Line]:
    line = apart(plain(f" {title}", "class:title"), plain(right, "class:dim"), cols, face.dots)
    return [line, plain(face.glyphs.rule * cols, "class:rule")]


def _sentence(question: Question, face: Face, cols: int) -> list[Line]:
    said = split_words(face.say(question.asks), cols - 2, "class:ask")
    return [joined(plain(" "), line) for line in said]


def _answers(
    asking: RulesQuestionnaire, question: Question, face: Face, cols: int, answering: Answering | None
) -> list[tuple[Line, ...]]:
    """A block of lines for each answer."""
    blocks = []
    for place, answer in enumerate(question.answers):
        here = place == asking.row
        text = face.say(QuestionText.ANSWER, number=place + 1, answer=face.say(answer.says))
        said = in_bars(split_words(text, cols - _INDENT - 1, "class:chosen" if here else ""))
        sign = f" {face.glyphs.turn} " if here else " " * _INDENT
        block = tuple(joined(plain(" " * _INDENT if i else sign, "class:turn"), line) for i, line in enumerate(said))
        blocks.append(tuple(clickable(line, answering(place)) for line in block) if answering else block)
    return blocks


def _cramped(
    asking: RulesQuestionnaire, question: Question, face: Face, size: Size, answering: Answering | None
) -> tuple[Line, ...]:
    """The smallest layout: the start of the question, the answers around the cursor, and the rules found so far."""
    blocks = _answers(asking, question, face, size.cols, answering)
    here = blocks[asking.row]
    asked = Size(size.cols - 1, max(1, size.rows - 1 - len(here)))
    sentence = _begun(_sentence(question, face, size.cols), asked, face)
    lines = [line for block in blocks for line in block]
    room = size.rows - 1 - len(sentence)
    at = sum(map(len, blocks[: asking.row]))
    first = max(0, min(at - max(0, room - len(here)) // 2, len(lines) - room))
    return framed((*sentence, *lines[first : first + room], so_far(asking, face, size.cols)), size)


def _begun(lines: Sequence[Line], size: Size, face: Face) -> list[Line]:
    """The first lines, one per row; dots if there are more."""
    kept = list(lines[: size.rows])
    if len(lines) > size.rows:
        kept[-1] = shortened(joined(kept[-1], lines[size.rows]), size.cols, face.dots)
    return kept


def so_far(asking: RulesQuestionnaire, face: Face, cols: int) -> Line:
    """The preset found so far, and the number of options in which the answers differ from it."""
    told = _named(rules_found(asking.answers), QuestionText.SO_FAR, face, cols - 1)
    return plain(" ") + shortened(plain(told, "class:dim"), cols - 1, face.dots)


def _named(found: RulesFound, words: QuestionText, face: Face, cols: int) -> str:
    """A sentence with the title of the preset and what differs from it, or as much of that as fits."""
    differs, title = rules_questions.changes_told(found, face), titled(found.base, face)
    said = (
        face.say(words, preset=title, differs=differs),
        face.say(QuestionText.BRIEFLY, preset=title, differs=differs),
    )
    return next((text for text in said if width(plain(text)) <= cols), title)


# --- what was found ----------------------------------------------------------------------------------


def _found(asking: RulesQuestionnaire, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    found = rules_found(asking.answers)
    title = _named(found, QuestionText.FOUND, face, size.cols - 1)
    tall = size.rows >= 8
    head = (
        _title(title, "", face, size.cols) if tall else [shortened(plain(title, "class:title"), size.cols, face.dots)]
    )
    foot = [hints] if tall else []
    body = [line for block in found_blocks(found, face, size.cols)[asking.row :] for line in block]
    room = size.rows - len(head) - len(foot)
    shown = body[:room]
    return framed((*head, *shown, *((plain(""),) * (room - len(shown))), *foot), size)


def found_blocks(found: RulesFound, face: Face, cols: int) -> tuple[tuple[Line, ...], ...]:
    """The preset's description, and the options changed in it."""
    language = face.language
    official = rules_questions.changed(found, language)
    about_base = face.say(QuestionText.ABOUT, preset=headed(found.base, face), about=about(found.base, language))
    told = face.say(QuestionText.NOT_OFFICIAL, count=len(official)) if official else face.say(QuestionText.OFFICIAL)
    return (_paragraph(about_base, face, cols), *_listed(told, official, face, cols))


def _paragraph(text: str, face: Face, cols: int, style: str = "") -> tuple[Line, ...]:
    return tuple(joined(plain(" "), line) for line in split_words(face.name(text), cols - 2, style))


def _listed(heading: str, differ: Sequence[Difference], face: Face, cols: int) -> list[tuple[Line, ...]]:
    """A heading, and below it the options one by one."""
    blocks: list[tuple[Line, ...]] = [(plain(""), *_paragraph(heading, face, cols, "class:title"))]
    for one in differ:
        said = split_words(face.say(QuestionText.RULE, name=one.name, value=one.value), cols - 5)
        theirs = split_words(face.say(QuestionText.INSTEAD_OF, value=one.instead_of), cols - 7, "class:dim")
        block = [joined(plain("   " if i else " - "), line) for i, line in enumerate(said)]
        blocks.append((*block, *(joined(plain("     "), line) for line in theirs)))
    return blocks
