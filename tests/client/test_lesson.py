"""The lesson: every thing that is to be learnt occurs in it, whatever the learner does, and nothing blocks or is lost."""

from __future__ import annotations

import random

import pytest

from coinche.client.language import Language
from coinche.client.lesson.texts import Teaching
from coinche.client.model import Screen
from tests.client.lessons import Learner, at_random, finish, lesson, obedient

TO_LEARN = (
    Teaching.GOAL,
    Teaching.PLAIN,
    Teaching.TRUMPS,
    Teaching.BIDS,
    Teaching.COINCHE,
    Teaching.BID,
    Teaching.PARTNER,
    Teaching.CONTRACT_OURS,
    Teaching.FOLLOW,
    Teaching.TRICK,
    Teaching.RUFF_HIGHER,
    Teaching.LEAD_TRUMP,
    Teaching.BELOTE_OF,
    Teaching.LEAD_LOW,
    Teaching.DISCARD,
    Teaching.TRUMP,
    Teaching.LEAD_AGAIN,
    Teaching.LAST,
    Teaching.MADE,
    Teaching.LINES_MADE,
    Teaching.TOTAL,
    Teaching.END,
)


@pytest.mark.parametrize("language", Language)
async def test_who_does_what_is_said_learns_everything_and_makes_the_contract(language: Language) -> None:
    learner = Learner(language)
    async with lesson(learner):
        await finish(learner, obedient)
    assert tuple(dict.fromkeys(learner.told)) == TO_LEARN
    assert learner.state.screen is Screen.HOME
    assert learner.keys <= 40


@pytest.mark.parametrize("seed", range(40))
async def test_whatever_the_learner_does_the_lesson_goes_on_to_its_end(seed: int) -> None:
    learner = Learner()
    async with lesson(learner):
        await finish(learner, at_random(random.Random(seed)))
    assert learner.told[-2:] == [Teaching.TOTAL, Teaching.END]
