"""Tests of the lesson: everything to be learnt occurs, whatever the learner does; nothing blocks, nothing is lost."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.lesson.first_lesson import FIRST_LESSON
from coinche.client.lesson.script import RULES, Situation, next_page
from coinche.client.model.messages import About, Lesson, LinkLost, LinkUp, Received, Saying, Tick
from coinche.client.model.notices import Notice, Refused
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.lesson import LessonPhrase, Nudge, Teaching
from coinche.client.update import navigation
from coinche.client.update.timing_and_premove import thinking
from coinche.client.update.update import reduce
from coinche.client.views import Line, Size, screen, text_of
from coinche.client.views.notice import lesson_lines, spoken
from coinche.client.views.status import status
from coinche.client.views.text_lines import width
from coinche.engine.actions import Legal, PlayCard, Reason
from coinche.engine.bids import Bid
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.events import LineKind
from coinche.engine.seats import Points, Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.messages import Lobby
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.client.lesson.lessons import Learner, at_random, finish, lesson, obedient, until
from tests.client.golden import check_golden
from tests.client.scenes import state_of
from tests.extent import WHOLE

TO_LEARN = (
    Teaching.GOAL,
    Teaching.PLAIN,
    Teaching.TRUMPS,
    Teaching.BIDS,
    Teaching.COINCHE,
    Teaching.BID_WHY,
    Teaching.BID,
    Teaching.PARTNER,
    Teaching.CONTRACT_OURS,
    Teaching.TRICKS,
    Teaching.DECLARE,
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


@pytest.mark.parametrize("seed", range(40 if WHOLE else 12))
async def test_whatever_the_learner_does_the_lesson_goes_on_to_its_end(seed: int) -> None:
    learner = Learner()
    async with lesson(learner):
        await finish(learner, at_random(random.Random(seed)))
    assert learner.told[-2:] == [Teaching.TOTAL, Teaching.END]


CAPOT = ("0", "c", "enter", "enter")
CHOICES: Mapping[str, tuple[tuple[str, ...], tuple[Teaching, ...], tuple[Teaching, ...]]] = {
    "pass": (("p",), (Teaching.PARTNER_BIDS, Teaching.CONTRACT_OURS), (Teaching.PARTNER,)),
    "same suit": (("8", "0", "c", "escape", "9", "0", "c", "enter"), (Teaching.PARTNER,), (Teaching.PARTNER_BIDS,)),
    "too high to be raised": (
        ("1", "3", "0", "c", "enter", "enter"),
        (Teaching.CONTRACT_OURS,),
        (Teaching.PARTNER, Teaching.PARTNER_BIDS),
    ),
    "another suit": (
        ("9", "0", "k", "enter"),
        (Teaching.FAILED, Teaching.LINES_FAILED),
        (Teaching.PARTNER, Teaching.PARTNER_BIDS, Teaching.LEAD_TRUMP),
    ),
    "coinche": (
        ("c", "c"),
        (Teaching.CONTRACT_THEIRS, Teaching.DOUBLED, Teaching.THEY_MADE, Teaching.LINES_MADE_DOUBLED),
        (Teaching.LINES_MADE, Teaching.PARTNER),
    ),
    "capot": (
        CAPOT,
        (Teaching.CONTRACT_CAPOT, Teaching.FAILED_CAPOT),
        (Teaching.CONTRACT_OURS, Teaching.FAILED, Teaching.PARTNER),
    ),
}
"""For each first call of the learner: the explanations that follow, and those that would be wrong."""


@pytest.mark.parametrize("choice", CHOICES)
async def test_what_is_explained_is_true_of_what_was_bid(choice: str) -> None:
    keys, said, unsaid = CHOICES[choice]
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.BID)
        await learner.next(*keys)
        await finish(learner, obedient)
    assert set(said) <= set(learner.told)
    assert not set(unsaid) & set(learner.told)


async def test_the_learner_declares_a_tierce_and_it_is_scored() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.DECLARE)
        assert "tierce" in shown(learner.state, Size(80, 24))
        await until(learner, Teaching.LINES_MADE)
        table = learner.state.table
        assert table is not None
        score = table.view.score
        assert score is not None
        assert [line.points for line in score.lines if line.kind is LineKind.DECLARATIONS] == [20]


def test_the_reason_for_the_bid_is_so() -> None:
    strength, points = STRENGTH[Denomination.HEARTS], points_of(Denomination.HEARTS, RULES.scoring)
    highest = sorted((card for card in PACK if card.suit is Suit.HEARTS), key=lambda card: -strength[card])[:3]
    assert highest == [Card("JH"), Card("9H"), Card("AH")]
    assert set(highest) <= set(FIRST_LESSON.deals[0].hands[Seat.SOUTH])
    assert sum(points[card] for card in highest) == 45


@pytest.mark.parametrize("language", Language)
def test_an_ace_is_not_called_a_sure_trick(language: Language) -> None:
    told = Teaching.LEAD_AGAIN.within(language)
    assert {Language.FRENCH: "as aussi, si personne ne le coupe", Language.ENGLISH: "unless somebody ruffs"}[
        language
    ] in told


@pytest.mark.parametrize("tricks", [Points(7, 0), Points(0, 7)])
def test_the_last_of_all_tricks_is_said_to_be_worth_a_hundred(tricks: Points) -> None:
    last = PlayCard(Card("JC"))
    view = TableView(viewer=Seat.SOUTH, phase=Phase.PLAYING, hand=(last.card,), tricks_won=tricks)
    page = next_page(
        FIRST_LESSON.deals[0].pages, Situation(view=view, legal=Legal(actions=(last,), default=last)), frozenset()
    )
    assert page is not None
    assert page.words is Teaching.LAST_OF_ALL


async def test_what_the_rules_forbid_is_refused_and_explained() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.FOLLOW)
        await learner.next("1")
        assert learner.told[-1:] == [Teaching.FOLLOW_WHY]
        assert learner.state.notice == Refused(Reason.MUST_FOLLOW_SUIT)
        await learner.next(*obedient(learner))
        await until(learner, Teaching.RUFF_HIGHER)
        await learner.next("5")
        assert learner.told[-1:] == [Teaching.TRUMP_WHY]
        await learner.next("4")
        assert learner.told[-1:] == [Teaching.OVERTRUMP_WHY]
        await finish(learner, obedient)
    assert learner.told[-1:] == [Teaching.END]


async def test_a_key_that_means_nothing_is_answered_with_a_hint() -> None:
    learner = Learner()
    async with lesson(learner):
        await learner.next("x")
        assert noted(learner) is Nudge.READ
        await learner.next("1")
        assert noted(learner) is Nudge.READ
        await until(learner, Teaching.BID)
        learner.press("x")
        assert noted(learner) is Nudge.BID
        learner.press("p")
        learner.press("x")
        assert noted(learner) is Nudge.WAIT
        await learner.next()
        await until(learner, Teaching.FOLLOW)
        learner.press("x")
        assert noted(learner) is Nudge.CARD


async def test_a_bid_that_is_too_low_is_not_made_and_another_may_follow() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.BID)
        await learner.next("8", "0", "c", "enter")
        assert learner.told[-1:] == [Teaching.BID_LOW]
        await learner.next("p")
        await finish(learner, obedient)
    assert learner.told[-1:] == [Teaching.END]


@pytest.mark.parametrize("steps", [0, 3, 6, 9, 12, 20])
async def test_escape_asks_and_leaves_and_home_is_as_it_was(steps: int) -> None:
    learner = Learner()
    before = learner.state
    async with lesson(learner):
        for _ in range(steps):
            assert learner.state.lesson is not None
            await learner.next(*(("enter",) if learner.state.lesson.waits else obedient(learner)))
        learner.press("escape")
        assert learner.state.ui.overlay is Overlay.LEAVE
        await learner.next("escape")
        assert learner.state.lesson is not None
        learner.press("q")
        assert learner.state.ui.overlay is Overlay.LEAVE
        await learner.next("enter")
    assert learner.state == before


async def test_ctrl_c_asks_once_and_then_ends_the_program() -> None:
    learner = Learner()
    async with lesson(learner):
        learner.press("c-c")
        assert not learner.store.over.is_set()
        learner.press("c-c")
        assert learner.store.over.is_set()


async def test_a_lesson_begun_in_the_lobby_keeps_the_lobby_and_sends_it_nothing() -> None:
    lobby = reduce(state_of("lobby"), LinkUp("Ana", resumed=False))
    learner = Learner(state=lobby)
    async with lesson(learner):
        learner.store.take(Received(Lobby(tables=()), now=11.0))
        learner.store.take(LinkLost(1))
        await until(learner, Teaching.FOLLOW)
        assert learner.store.outbox.statistics().current_buffer_used == 0
        await learner.next("q", "enter")
    assert learner.state.screen is Screen.PLAY
    assert learner.state.table is None
    assert learner.state.tables == ()
    assert learner.state.link is Link.LOST


async def test_the_language_changes_in_the_middle_and_stays_changed() -> None:
    learner = Learner()
    async with lesson(learner):
        learner.store.do(lambda state: navigation.setting(state, language=Language.ENGLISH))
        assert "You play with Nora" in shown(learner.state, Size(80, 24))
        await learner.next("q", "enter")
    assert learner.state.ui.language is Language.ENGLISH


@pytest.mark.parametrize("language", Language)
async def test_every_text_stands_whole_on_small_terminals(language: Language) -> None:
    learner = Learner(language)
    async with lesson(learner):
        await finish(learner, obedient)
    for ascii_only in (False, True):
        face = Face(language, ASCII if ascii_only else UNICODE)
        for state in learner.states.values():
            assert state.lesson is not None
            assert state.lesson.saying is not None
            for size in (Size(80, 24), Size(60, 22), Size(100, 40), Size(40, 12)):
                seen = shown(state, size, ascii_only=ascii_only)
                words = " ".join(seen.replace(face.glyphs.bar, " ").split())
                assert " ".join(spoken(state.lesson.saying, face).split()) in words
                assert words.count(face.say(LessonPhrase.GO_ON)) == state.lesson.waits


@pytest.mark.parametrize("language", Language)
def test_no_text_takes_more_than_three_lines_of_eighty_signs_whatever_it_names(language: Language) -> None:
    face = Face(language, UNICODE)
    longest: dict[str, About] = {
        "bid": Bid("capotH"),
        "who": Seat.WEST,
        "suit": Denomination.DIAMONDS,
        "card": Card("JD"),
    }
    numbers: dict[str, About] = {"points": 252, "target": 2000}
    for words in Teaching:
        saying = Saying(words=words, about={**longest, **numbers})
        state = replace(state_of("follow", language), lesson=Lesson(behind=state_of("lobby"), saying=saying))
        assert len(lesson_lines(state, face, 80)) <= 3, words
        assert len(lesson_lines(state, face, 40)) <= 7, words


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(Teaching), st.builds(Size, st.integers(20, 200), st.integers(4, 60)), st.booleans())
def test_a_lesson_fits_every_terminal(words: Teaching, size: Size, ascii_only: bool) -> None:
    about: dict[str, About] = {"bid": Bid("90H"), "who": Seat.WEST, "suit": Denomination.CLUBS, "card": Card("JH")}
    about |= {"points": 1, "target": 1}
    saying = Saying(words=words, about=about, waits=True)
    for scene in ("bidding", "follow", "recap"):
        state = replace(state_of(scene), lesson=Lesson(behind=state_of("lobby"), saying=saying))
        lines = screen(state, Face(Language.FRENCH, ASCII if ascii_only else UNICODE), size)
        assert 1 <= len(lines) <= size.rows
        assert all(width(line) <= size.cols for line in lines)


KEPT = (
    Teaching.GOAL,
    Teaching.BID,
    Teaching.FOLLOW,
    Teaching.RUFF_HIGHER,
    Teaching.DISCARD,
    Teaching.LINES_MADE,
    Teaching.BID_WHY,
    Teaching.END,
)


async def test_time_spent_reading_is_not_told_as_time_that_others_take() -> None:
    learner = Learner()
    async with lesson(learner):
        assert learner.state.table is not None
        assert learner.state.table.view.turn is Seat.WEST
        learner.store.take(Tick(learner.state.now + 600))
        assert learner.state.lesson is not None
        told = text_of(status_of(replace(learner.state, lesson=learner.state.lesson.read())))
        assert told == " Willy réfléchit…"
        assert thinking(learner.state, learner.state.table) == 0


async def test_golden_lessons() -> None:
    states: dict[Language, Mapping[Words, ClientState]] = {}
    for language in Language:
        learner = Learner(language)
        async with lesson(learner):
            await finish(learner, obedient)
        states[language] = learner.states
    for words in KEPT:
        check_golden(f"lesson-{words.name.lower()}", {language: states[language][words] for language in Language})


def shown(state: ClientState, size: Size, *, ascii_only: bool = False) -> str:
    lines = screen(state, Face(state.ui.language, ASCII if ascii_only else UNICODE), size)
    return "".join(text_of(line).rstrip() + "\n" for line in lines)


def status_of(state: ClientState) -> Line:
    assert state.table is not None
    return status(state, state.table, Face(state.ui.language, UNICODE), 80)


def noted(learner: Learner) -> Notice | None:
    return learner.state.notice
