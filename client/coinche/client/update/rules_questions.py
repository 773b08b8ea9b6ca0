"""Finding a group's rules by six questions, and saving them: intents. Pure.

The next table is opened with the rules found.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import WriteRules
from coinche.client.model.notices import News
from coinche.client.model.rules_questions import RulesFound, RulesQuestionnaire, rules_found
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay, Wish
from coinche.client.texts.rules import Difference, differences
from coinche.client.texts.rules_questions import QuestionText
from coinche.engine.rules import value_of
from coinche.text.formatting import Face
from coinche.text.language import Language

from .navigation import Done, Intent, showing
from .rules_form import TARGET


def open_questions(state: ClientState) -> Done:
    """Ask the first question."""
    return showing(state, overlay=Overlay.QUESTIONS, asking=RulesQuestionnaire())


def move(by: int) -> Intent:
    """Move the cursor to another answer, or scroll the result."""

    def intent(state: ClientState) -> Done:
        asking = state.ui.asking.moved(by)
        if asking.question is None:
            last = lines_found(rules_found(asking.answers), state.ui.language) - 1
            asking = replace(asking, row=min(asking.row, last))
        return showing(state, asking=asking)

    return intent


def lines_found(found: RulesFound, language: Language) -> int:
    """The length of the result: its name, a heading, and a line for each option."""
    return 2 + len(changed(found, language))


def changed(found: RulesFound, language: Language) -> tuple[Difference, ...]:
    """The differences between the rules found and the official ones."""
    return differences(found.rules, found.base, language)


def answer(place: int | None = None) -> Intent:
    """Give this answer, or the one under the cursor."""
    return lambda state: _asking(state, state.ui.asking.answered(place))


def back(state: ClientState) -> Done:
    """Return to the previous question."""
    return _asking(state, state.ui.asking.back())


def _asking(state: ClientState, asking: RulesQuestionnaire) -> Done:
    """Show the next question, or the result after the last one."""
    overlay = Overlay.RULES_FOUND if asking.question is None else Overlay.QUESTIONS
    return showing(state, overlay=overlay, asking=asking)


def close(state: ClientState) -> Done:
    """Close the questions, and return to the form if the client is in the lobby."""
    in_lobby = state.screen is Screen.PLAY and state.table is None
    return showing(state, overlay=Overlay.FORM if in_lobby else None, option=0, entry=TextEntry())


def take(state: ClientState) -> Done:
    """Wish for the rules found."""
    return close(replace(with_found(state), notice=News.RULES_TAKEN))


def with_found(state: ClientState) -> ClientState:
    """The state with a wish for the rules found."""
    return replace(state, wish=wish_for(state.wish, rules_found(state.ui.asking.answers)))


def wish_for(wish: Wish, found: RulesFound) -> Wish:
    """The wish with the rules found; a target that was chosen stays, since no question is about it."""
    options = {name: value_of(found.rules, name) for name in found.changes if name != TARGET}
    return replace(wish, preset=found.base, options=options, target=wish.target or found.rules.match.target)


def open_name(state: ClientState) -> Done:
    """Ask for a name for the rules, and propose one."""
    return showing(state, overlay=Overlay.RULES_NAME, entry=TextEntry(proposed_name(state), proposed=True))


def proposed_name(state: ClientState) -> str:
    """A name for the rules, from the player's name if there is one."""
    words = QuestionText.OWN_NAME if state.name else QuestionText.OUR_NAME
    return words.within(state.ui.language).format(name=state.name)


def rename(state: ClientState) -> Done:
    """Return from the name to the result."""
    return showing(state, overlay=Overlay.RULES_FOUND, entry=TextEntry())


def keep(state: ClientState) -> Done:
    """Save the rules under the name entered, and wish for them."""
    return keep_as(state, state.ui.entry.text.strip())


def keep_as(state: ClientState, name: str) -> Done:
    """Save the rules under this name, and wish for them."""
    found = rules_found(state.ui.asking.answers)
    rules = found.rules.changed(**{TARGET: state.wish.target or found.rules.match.target})
    return replace(close(with_found(state)), effect=WriteRules(name=name, base=found.base, rules=rules))


def changes_told(found: RulesFound, face: Face) -> str:
    """The number of options that differ from the preset, in a sentence."""
    count = len(changed(found, face.language))
    words = {0: QuestionText.DIFFERS_IN_NOTHING, 1: QuestionText.DIFFERS_IN_ONE}.get(count, QuestionText.DIFFERS)
    return face.say(words, count=count)
