"""Six questions that lead from a group's habits to its rules: which answers there are, and what each says of options.

Pure data, and the rules that answers lead to. Refuses to know how a question is worded (`question_words`) and
where it stands on a screen.
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
"""What whoever does not know plays."""

_SUITS = (Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What can be said to a question, and the values that options have then."""

    says: Reply
    example: Example
    holds: Mapping[str, object]

    def is_true_of(self, rules: RuleSet) -> bool:
        """Whether these rules are as the answer says."""
        return all(value_of(rules, option) == value for option, value in self.holds.items())


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence and its answers; the last one is that nobody knows, and keeps what the official rules say."""

    asks: Asked
    answers: tuple[Answer, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """What it is about."""
        return tuple(dict.fromkeys(option for answer in self.answers for option in answer.holds))

    @property
    def unknown(self) -> int:
        """The place of the answer of whoever does not know."""
        return len(self.answers) - 1


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
class Asking:
    """How far the asking has come: the places of the answers given, and the answer under the cursor.

    Once all are given, `row` is how many lines of the result are above the screen.
    """

    answers: tuple[int, ...] = ()
    row: int = 0

    @property
    def question(self) -> Question | None:
        """The one that is to be answered; None once all are."""
        return QUESTIONS[len(self.answers)] if len(self.answers) < len(QUESTIONS) else None

    def moved(self, by: int) -> Asking:
        """Another answer under the cursor, as far as there are any; or so many lines of the result on."""
        question = self.question
        row = max(self.row + by, 0)
        return replace(self, row=row if question is None else min(row, question.unknown))

    def answered(self, place: int | None = None) -> Asking:
        """With the answer under the cursor, or another one, given; the same where there is no such answer."""
        question = self.question
        given = self.row if place is None else place
        if question is None or not 0 <= given <= question.unknown:
            return self
        return Asking((*self.answers, given))

    def back(self) -> Asking:
        """At the question before, its answer under the cursor."""
        return Asking(self.answers[:-1], self.answers[-1]) if self.answers else self


@dataclass(frozen=True, slots=True)
class RulesFound:
    """The official rules with these options changed. What was not asked is as the official rules have it."""

    changes: Mapping[str, object]
    base: ClassVar[str] = DEFAULT_PRESET

    @property
    def rules(self) -> RuleSet:
        """All options."""
        return OFFICIAL.changed(**self.changes)


def rules_found(answers: Sequence[int]) -> RulesFound:
    """The rules that the answers lead to; a question without an answer changes nothing.

    The preset that fits the answers best is not taken instead: its other options would come with it unasked.
    """
    pairs = zip(QUESTIONS, answers, strict=False)
    held = {option: value for question, place in pairs for option, value in question.answers[place].holds.items()}
    return RulesFound({option: value for option, value in held.items() if value_of(OFFICIAL, option) != value})
