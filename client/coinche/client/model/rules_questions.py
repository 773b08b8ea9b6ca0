"""Six questions about a group's habits, their answers, and the rules that follow from the answers.

This is data only; `texts.rules_questions` has the wording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from coinche.client.texts.rules_questions import Asked, Example, Reply
from coinche.engine.cards import Denomination
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import CoincheWhen, ContractMet, Draw, Rounding, RuleSet, Scored, Undertrump, value_of

OFFICIAL = PRESETS[DEFAULT_PRESET]
"""The rules assumed by the answer "I don't know"."""

_SUITS = (Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to a question, and the values of options that it implies."""

    says: Reply
    example: Example
    holds: Mapping[str, object]

    def is_true_of(self, rules: RuleSet) -> bool:
        """Test whether the rules have the values that the answer implies."""
        return all(value_of(rules, option) == value for option, value in self.holds.items())


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answers; the last one is "I don't know" and keeps the official rules."""

    asks: Asked
    answers: tuple[Answer, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The rule options that the question covers."""
        return tuple(dict.fromkeys(option for answer in self.answers for option in answer.holds))

    @property
    def unknown(self) -> int:
        """The index of the answer "I don't know"."""
        return len(self.answers) - 1

    @property
    def official(self) -> int:
        """The index of the first answer that the official rules give: a person who only confirms keeps these."""
        return next(place for place, answer in enumerate(self.answers) if answer.is_true_of(OFFICIAL))


def _question(asks: Asked, *answers: Answer) -> Question:
    options = dict.fromkeys(option for answer in answers for option in answer.holds)
    official = {option: value_of(OFFICIAL, option) for option in options}
    return Question(asks, (*answers, Answer(says=Reply.UNKNOWN, example=Example.UNKNOWN, holds=official)))


def _answer(says: Reply, example: Example | None = None, **holds: object) -> Answer:
    return Answer(says=says, example=example or Example[says.name], holds=holds)


QUESTIONS: tuple[Question, ...] = (
    _question(
        Asked.DECLARATIONS,
        _answer(Reply.DECLARED, declarations=True),
        _answer(Reply.UNDECLARED, declarations=False),
    ),
    _question(
        Asked.DENOMINATIONS,
        _answer(Reply.SUITS, denominations=_SUITS),
        _answer(Reply.SUITS_AND_NO_TRUMP, denominations=(*_SUITS, Denomination.NO_TRUMP)),
        _answer(Reply.ALL, denominations=(*_SUITS, Denomination.NO_TRUMP, Denomination.ALL_TRUMP)),
    ),
    _question(
        Asked.COINCHE,
        _answer(Reply.IN_TURN_ENDS, Example.WAITS, coinche_when=CoincheWhen.IN_TURN, coinche_ends_auction=True),
        _answer(Reply.ANY_TIME_ENDS, Example.AT_ONCE, coinche_when=CoincheWhen.ANY_TIME, coinche_ends_auction=True),
        _answer(
            Reply.IN_TURN_GOES_ON,
            Example.WAITS_AND_GOES_ON,
            coinche_when=CoincheWhen.IN_TURN,
            coinche_ends_auction=False,
        ),
        _answer(
            Reply.ANY_TIME_GOES_ON,
            Example.WAITS_AND_GOES_ON,
            coinche_when=CoincheWhen.ANY_TIME,
            coinche_ends_auction=False,
        ),
    ),
    _question(
        Asked.SCORED,
        _answer(Reply.ROUNDED, scored=Scored.POINTS_AND_BID, rounding=Rounding.NEAREST_10),
        _answer(Reply.EXACT, scored=Scored.POINTS_AND_BID, rounding=Rounding.NONE),
        _answer(Reply.BID_ALONE, scored=Scored.BID),
        _answer(Reply.POINTS_ALONE, scored=Scored.POINTS, rounding=Rounding.NONE),
    ),
    _question(
        Asked.UNDERTRUMP,
        _answer(Reply.OBLIGED, undertrump=Undertrump.OBLIGED),
        _answer(Reply.FREE, undertrump=Undertrump.FREE),
    ),
    _question(
        Asked.CONTRACT,
        _answer(Reply.BID_OR_82, contract_met=ContractMet.AT_LEAST_82, draw=Draw.DECIDED),
        _answer(Reply.BID, contract_met=ContractMet.AT_LEAST, draw=Draw.DECIDED),
        _answer(
            Reply.MORE_THAN_DEFENCE,
            contract_met=ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE,
            draw=Draw.DECIDED,
        ),
        _answer(
            Reply.HELD_OVER,
            contract_met=ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE,
            draw=Draw.HELD_OVER,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class RulesQuestionnaire:
    """The progress through the questions: indices of the answers given, and of the answer under the cursor.

    After the last question, `row` is the scroll position of the result.
    """

    answers: tuple[int, ...] = ()
    row: int = 0

    @property
    def question(self) -> Question | None:
        """The current question; None after the last."""
        return QUESTIONS[len(self.answers)] if len(self.answers) < len(QUESTIONS) else None

    def moved(self, by: int) -> RulesQuestionnaire:
        """Move the cursor, within the answers, or scroll the result."""
        question = self.question
        row = max(self.row + by, 0)
        return replace(self, row=row if question is None else min(row, question.unknown))

    def answered(self, place: int | None = None) -> RulesQuestionnaire:
        """Give the answer under the cursor, or the one at `place`; unchanged if there is no such answer."""
        question = self.question
        given = self.row if place is None else place
        if question is None or not 0 <= given <= question.unknown:
            return self
        answered = RulesQuestionnaire((*self.answers, given))
        following = answered.question
        return replace(answered, row=0 if following is None else following.official)

    def back(self) -> RulesQuestionnaire:
        """Return to the previous question, with the cursor on its answer."""
        return RulesQuestionnaire(self.answers[:-1], self.answers[-1]) if self.answers else self


@dataclass(frozen=True, slots=True)
class RulesFound:
    """The official rules with some options changed; options without a question keep their official values."""

    changes: Mapping[str, object]
    base: ClassVar[str] = DEFAULT_PRESET

    @property
    def rules(self) -> RuleSet:
        return OFFICIAL.changed(**self.changes)


def rules_found(answers: Sequence[int]) -> RulesFound:
    """The rules that follow from the answers; a missing answer changes nothing.

    The preset closest to the answers is no alternative: it would change options about which nobody was asked.
    """
    pairs = zip(QUESTIONS, answers, strict=False)
    held = {option: value for question, place in pairs for option, value in question.answers[place].holds.items()}
    return RulesFound({option: value for option, value in held.items() if value_of(OFFICIAL, option) != value})
