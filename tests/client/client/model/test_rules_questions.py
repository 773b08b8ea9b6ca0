"""Tests of the six questions: all answers lead to playable rules that match the answers."""

from __future__ import annotations

import string
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.model.rules_questions import OFFICIAL, QUESTIONS, RulesFound, RulesQuestionnaire, rules_found
from coinche.client.texts.rules_questions import Asked, Example, KeyOfQuestions, Reply, Spoken
from coinche.client.texts.rules_questions import QuestionText as Said
from coinche.client.update.rules_questions import changed
from coinche.client.views import text_of
from coinche.client.views.rules_questions import so_far
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.legal_cards import playable
from coinche.engine.presets import PRESETS
from coinche.engine.rules import DESCRIBED, RuleSet, differing
from coinche.engine.scoring import DealScore, score
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.tally import Tally
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.answers import answers_of
from tests.extent import examples

EVERY_WAY = tuple(product(*(range(len(question.answers)) for question in QUESTIONS)))
WAYS = st.sampled_from(EVERY_WAY)
NOBODY_KNOWS = tuple(question.unknown for question in QUESTIONS)


@pytest.fixture(scope="module")
def every_rules() -> dict[tuple[int, ...], RuleSet]:
    """All that can be answered, and what comes of it."""
    return {way: rules_found(way).rules for way in EVERY_WAY}  # InvalidRules where options contradicted each other


def found(*replies: Reply) -> RuleSet:
    """The rules of a group that answers so, and knows nothing else."""
    return rules_found(answers(*replies)).rules


def answers(*replies: Reply) -> tuple[int, ...]:
    return tuple(
        next((place for place, answer in enumerate(question.answers) if answer.says in replies), question.unknown)
        for question in QUESTIONS
    )


def test_there_are_six_questions_of_two_to_four_answers_and_not_knowing() -> None:
    assert [question.asks for question in QUESTIONS] == list(Asked)
    assert len(QUESTIONS) == 6
    for question in QUESTIONS:
        assert 2 <= question.unknown <= 4
        assert question.answers[-1].says is Reply.UNKNOWN


def test_every_sentence_belongs_to_an_answer() -> None:
    given = [answer for question in QUESTIONS for answer in question.answers]
    assert {answer.says for answer in given} == set(Reply)
    assert {answer.example for answer in given} == set(Example)


@pytest.mark.parametrize("words", [*Said, *KeyOfQuestions, *Spoken])
def test_both_languages_speak_of_the_same_things(words: Words) -> None:
    said = [
        {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (words.french, words.english)
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize("words", [*Asked, *Reply, *Example])
def test_every_sentence_can_be_shown_anywhere(words: Asked | Reply | Example) -> None:
    for sentence in (words.french, words.english):
        assert sentence.endswith(("?", "."))
        assert "{" not in sentence
        assert "?" not in ASCII.plain(sentence.rstrip("?"))


def test_every_combination_of_answers_leads_to_rules_that_are_as_they_say(
    every_rules: dict[tuple[int, ...], RuleSet],
) -> None:
    for way, rules in every_rules.items():
        for question, place in zip(QUESTIONS, way, strict=True):
            assert question.answers[place].is_true_of(rules)


@given(WAYS, st.integers(0, 6))
def test_what_was_not_asked_stays_as_in_the_preset_that_one_starts_from(way: tuple[int, ...], many: int) -> None:
    found = rules_found(way[:many])
    asked = {option for question in QUESTIONS[:many] for option in question.options}
    assert set(differing(found.rules, PRESETS[found.base])) <= asked
    assert set(found.changes) == set(differing(found.rules, PRESETS[found.base]))
    assert found.base == "ffb"


@settings(max_examples=examples(50), deadline=None)
@given(WAYS, st.integers(0, 6), st.sampled_from(Language))
def test_as_many_differences_are_counted_at_each_step_as_the_result_has(
    way: tuple[int, ...], many: int, language: Language
) -> None:
    found, face = rules_found(way[:many]), Face(language, UNICODE)
    count = len(differing(found.rules, PRESETS["ffb"]))
    words = {0: Said.DIFFERS_IN_NOTHING, 1: Said.DIFFERS_IN_ONE}.get(count, Said.DIFFERS)
    assert len(changed(found, language)) == count
    assert text_of(so_far(RulesQuestionnaire(way[:many]), face, 200)).endswith(face.say(words, count=count))


@pytest.mark.parametrize("name", PRESETS)
def test_the_answers_of_a_preset_lead_to_rules_of_which_they_are_true(name: str) -> None:
    given = answers_of(PRESETS[name])
    assert answers_of(rules_found(given).rules) == given


@given(WAYS)
def test_whoever_answers_as_his_rules_are_finds_them_again(way: tuple[int, ...]) -> None:
    rules = rules_found(way).rules
    assert rules_found(answers_of(rules)).rules == rules


def test_who_knows_nothing_plays_by_the_official_rules() -> None:
    assert rules_found(NOBODY_KNOWS) == RulesFound({})
    assert rules_found(NOBODY_KNOWS).rules == OFFICIAL


@given(WAYS, st.integers(0, 5))
def test_what_was_not_asked_yet_is_not_known(way: tuple[int, ...], many: int) -> None:
    assert rules_found(way[:many]) == rules_found((*way[:many], *NOBODY_KNOWS[many:]))


def test_not_knowing_keeps_what_the_official_rules_say() -> None:
    for question in QUESTIONS:
        assert question.answers[question.unknown].is_true_of(OFFICIAL)
        assert set(question.answers[question.unknown].holds) == set(question.options) <= set(DESCRIBED)


# --- the examples, by the engine ---------------------------------------------------------------------


def scored(rules: RuleSet, bid: str, cards: int, belote: Points = ZERO) -> DealScore:
    """North and South bid it and have so many points with the last trick, of 162."""
    tally = Tally(
        contract=Contract(bid=Bid(bid), bidder=Seat.NORTH, multiplier=1),
        cards=Points(cards - 10, 162 - cards),
        tricks=Points(5, 3),
        last_trick=Team.NORTH_SOUTH,
        belote=belote,
        declarations=ZERO,
        alone=False,
    )
    return score(tally, rules)


@pytest.mark.parametrize(
    ("reply", "ours", "theirs"),
    [
        (Reply.ROUNDED, 190, 60),
        (Reply.EXACT, 194, 58),
        (Reply.BID_ALONE, 90, 0),
        (Reply.POINTS_ALONE, 104, 58),
    ],
)
def test_ninety_made_with_104_scores_what_was_answered(
    reply: Reply, ours: int, theirs: int, every_rules: dict[tuple[int, ...], RuleSet]
) -> None:
    place = answers(reply)[3]
    for way, rules in every_rules.items():
        if way[3] == place:
            assert scored(rules, "90S", 104).scores == Points(ours, theirs)


@pytest.mark.parametrize(
    ("reply", "bid", "cards", "belote", "made"),
    [
        (Reply.BID_OR_82, "80S", 81, ZERO, False),
        (Reply.BID_OR_82, "80S", 82, ZERO, True),
        (Reply.BID_OR_82, "90S", 90, ZERO, True),
        (Reply.BID, "80S", 80, ZERO, True),
        (Reply.BID, "80S", 79, ZERO, False),
        (Reply.MORE_THAN_DEFENCE, "80S", 81, ZERO, False),
        (Reply.MORE_THAN_DEFENCE, "80S", 90, Points(EW=20), False),
        (Reply.MORE_THAN_DEFENCE, "80S", 90, ZERO, True),
        (Reply.HELD_OVER, "80S", 90, Points(EW=20), False),
        (Reply.HELD_OVER, "80S", 82, ZERO, True),
    ],
)
def test_a_contract_of_eighty_is_made_as_was_answered(
    reply: Reply, bid: str, cards: int, belote: Points, made: bool
) -> None:
    assert scored(found(reply), bid, cards, belote).made is made


def test_81_all_is_held_over_only_by_whom_it_was_asked_for() -> None:
    assert scored(found(Reply.HELD_OVER), "80S", 81).held > 0
    for reply in (Reply.BID_OR_82, Reply.BID, Reply.MORE_THAN_DEFENCE):
        assert scored(found(reply), "80S", 81).held == 0


@pytest.mark.parametrize(("reply", "free"), [(Reply.OBLIGED, {"10H"}), (Reply.FREE, {"10H", "AD"})])
def test_under_an_opponents_trump_one_plays_as_was_answered(reply: Reply, free: set[str]) -> None:
    hand, trick = (Card("10H"), Card("AD")), (Card("10C"), Card("9H"))
    may = playable(hand, trick, Denomination.HEARTS, found(reply).play)
    assert set(may) == {Card(card) for card in free}


# --- the asking --------------------------------------------------------------------------------------


def test_answers_are_given_one_after_the_other() -> None:
    asking = RulesQuestionnaire()
    for question in QUESTIONS:
        assert asking.question is question
        asking = asking.answered(1)
    assert asking == RulesQuestionnaire((1,) * 6)
    assert asking.question is None


def test_the_cursor_stays_among_the_answers() -> None:
    assert RulesQuestionnaire().moved(-1).row == 0
    assert RulesQuestionnaire().moved(9).row == QUESTIONS[0].unknown


def test_back_is_the_question_before_with_its_answer() -> None:
    assert RulesQuestionnaire((0, 2), 1).back() == RulesQuestionnaire((0,), 2)
    assert RulesQuestionnaire().back() == RulesQuestionnaire()
    assert RulesQuestionnaire((0,) * 6, 3).back() == RulesQuestionnaire((0,) * 5)


@pytest.mark.parametrize("place", [-1, 3, 99])
def test_an_answer_that_there_is_not_is_none(place: int) -> None:
    assert RulesQuestionnaire().answered(place) == RulesQuestionnaire()


def test_a_person_who_only_confirms_plays_by_the_official_rules() -> None:
    asking = RulesQuestionnaire()
    for _ in QUESTIONS:
        asking = asking.answered()
    assert rules_found(asking.answers).rules == PRESETS["ffb"]
