"""The answers to the six questions of a group that plays by given rules."""

from __future__ import annotations

from coinche.client.model.rules_questions import QUESTIONS
from coinche.engine.rules import RuleSet


def answers_of(rules: RuleSet) -> tuple[int, ...]:
    """The answers of a group that plays by these rules, question by question."""
    return tuple(
        next(
            place
            for place, answer in enumerate(question.answers)
            if answer.is_true_of(rules) or place == question.unknown
        )
        for question in QUESTIONS
    )
