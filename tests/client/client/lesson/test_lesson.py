"""Tests of the lesson: everything to be learnt occurs, whatever the learner does; nothing blocks, nothing is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.keys import press
from coinche.client.lesson.first_lesson import FIRST_LESSON
from coinche.client.lesson.script import RULES, Situation, next_page
from coinche.client.model.messages import About, Advised, Lesson, LessonNumber, LinkLost, LinkUp, Received, Saying, Tick
from coinche.client.model.notices import Notice, Refused
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.lesson import LessonPhrase, Nudge, Teaching
from coinche.client.texts.second_lesson import SecondTeaching
from coinche.client.update import navigation
from coinche.client.update.timing_and_premove import thinking
from coinche.client.update.update import reduce
from coinche.client.views import Line, Size, screen, text_of
from coinche.client.views.notice import lesson_lines, spoken
from coinche.client.views.status import status
from coinche.client.views.text_lines import width
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, PlayCard, Reason
from coinche.engine.bids import Bid
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.events import LineKind
from coinche.engine.seats import Points, Seat
from coinche.engine.view import Phase, TableView
from coinche.hints.render import Advice, because
from coinche.hints.texts import Why
from coinche.protocol.messages import Lobby, RequestKind
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.client.lesson.lessons import Learner, at_random, finish, key_of, lesson, obedient, until
from tests.client.golden import check_golden
from tests.client.scenes import state_of
from tests.extent import WHOLE, examples

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
    Teaching.LEAD_LAST_BUT_ONE,
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


@pytest.mark.parametrize("name", ["Emma", "nora", " Willy "])
async def test_no_bot_has_the_name_of_the_learner(name: str) -> None:
    learner = Learner(state=ClientState(screen=Screen.HOME, has_home=True, name=name))
    async with lesson(learner):
        table = learner.state.table
    assert table is not None
    names = [info.name.strip().casefold() for info in table.seats.values()]
    assert len(set(names)) == 4


@pytest.mark.parametrize("seed", range(40 if WHOLE else 6))
async def test_whatever_the_learner_does_the_lesson_goes_on_to_its_end(seed: int) -> None:
    learner = Learner()
    async with lesson(learner):
        await finish(learner, at_random(random.Random(seed)))
    assert learner.told[-2:] == [Teaching.TOTAL, Teaching.END]


WRONG: Mapping[Teaching, tuple[tuple[tuple[str, ...], Teaching], ...]] = {
    Teaching.BID: (
        (("p",), Teaching.BID_PASSED),
        (("1", "1", "0", "c", "enter"), Teaching.BID_HIGH),
        (("0", "c", "enter", "enter"), Teaching.BID_HIGH),
        (("9", "0", "k", "enter"), Teaching.BID_SUIT),
        (("c", "c"), Teaching.BID_COINCHED),
        (("8", "0", "c", "enter"), Teaching.BID_LOW),
    ),
    Teaching.PARTNER: (
        (("1", "1", "0", "c", "enter"), Teaching.PARTNER_RAISED),
        (("1", "2", "0", "t", "enter"), Teaching.PARTNER_RAISED),
    ),
    Teaching.LEAD_TRUMP: ((("7H",), Teaching.LEAD_TRUMP_WHY), (("QC",), Teaching.LEAD_TRUMP_WHY)),
    Teaching.LEAD_LOW: ((("AH",), Teaching.LEAD_LOW_TRUMP), (("10C",), Teaching.LEAD_LOW_TEN)),
    Teaching.DISCARD: ((("AH",), Teaching.DISCARD_RUFFED), (("7H",), Teaching.DISCARD_RUFFED)),
}
"""For each piece of advice: keys or cards against it, and the explanation that follows."""


@pytest.mark.parametrize("advice", WRONG)
async def test_what_goes_against_the_advice_is_explained_and_not_done(advice: Teaching) -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, advice)
        before = learner.state.table
        assert before is not None
        for wrong, why in WRONG[advice]:
            keys = (key_of(learner, wrong[0]),) if wrong[0][-1] in "HC" and wrong[0][:-1] else wrong
            await learner.next(*keys)
            assert learner.says is why
            now = learner.state.table
            assert now is not None
            assert (now.view, now.asked is not None) == (before.view, True)
        await finish(learner, obedient)
    assert learner.told[-3:] == [Teaching.LINES_MADE, Teaching.TOTAL, Teaching.END]


async def test_a_hint_proposes_no_card_that_the_lesson_turns_down() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.DISCARD)
        table = learner.state.table
        assert table is not None
        assert table.asked is not None
        why = because(Why.REST_OURS)
        for card, told in ((Card.H7, None), (Card.C10, why)):
            ruffs = Advice(request=table.asked.request, action=PlayCard(card), why=why)
            learner.store.take(Advised(ruffs))
            now = learner.state.table
            assert now is not None
            assert now.advice is not None
            assert isinstance(now.advice.action, PlayCard)
            assert now.advice.action.card.suit is Suit.CLUBS
            assert (learner.state.ui.card, now.advice.why) == (now.advice.action.card, told)


@pytest.mark.parametrize("language", Language)
def test_no_sentence_of_a_lesson_begins_with_a_small_letter(language: Language) -> None:
    """Cards and suits are told in small letters."""
    for words in (*Teaching, *SecondTeaching):
        assert not re.search(r"(^|[.!?] )\{(card|suit)\}", words.within(language)), words


@pytest.mark.parametrize("number", LessonNumber)
async def test_the_cursor_stands_on_a_card_that_the_lesson_accepts(number: LessonNumber) -> None:
    learner, turned_down = Learner(), {why for wrongs in WRONG.values() for _, why in wrongs}
    async with lesson(learner, number):
        while (going_on := learner.state.lesson) is not None:
            table = learner.state.table
            plays = table is not None and table.asked is not None and table.asked.kind is RequestKind.PLAY
            if plays and not going_on.waits:
                assert learner.state.ui.card is not None
                await learner.next("enter")
            else:
                await learner.next(*(("enter",) if going_on.waits else obedient(learner)))
    assert not turned_down & set(learner.told)
    assert learner.state.lessons == {number}


@pytest.mark.parametrize("language", Language)
async def test_what_was_asked_does_not_stay_while_the_others_play(language: Language) -> None:
    learner, face = Learner(language), Face(language, UNICODE)
    async with lesson(learner):
        for words, watch in (
            (Teaching.BID, LessonPhrase.WATCH_BIDDING),
            (Teaching.LEAD_TRUMP, LessonPhrase.WATCH),
        ):
            await until(learner, words)
            asked = learner.state
            assert asked.lesson is not None
            saying = asked.lesson.saying
            assert saying is not None
            learner.press(*obedient(learner))
            for size in (Size(80, 24), Size(120, 40), Size(40, 12)):
                first = " ".join(spoken(saying, face).split()[:4])
                assert first in shown(asked, size)
                assert first not in shown(learner.state, size)
                assert face.say(watch) in shown(learner.state, size)
            assert len(lesson_lines(learner.state, face, 80)) == len(lesson_lines(asked, face, 80))
            await learner.next()


@pytest.mark.parametrize("language", Language)
async def test_nobody_plays_once_the_deal_is_over(language: Language) -> None:
    learner, face = Learner(language), Face(language, UNICODE)
    async with lesson(learner):
        await until(learner, Teaching.LAST)
        learner.press(*obedient(learner))
        over = learner.state.table
        assert over is not None
        scored = replace(over, view=replace(over.view, phase=Phase.DEAL_OVER, turn=None))
        assert face.say(LessonPhrase.WATCH) not in shown(replace(learner.state, table=scored), Size(80, 24))


async def test_the_table_stays_in_place_whatever_the_length_of_a_sentence() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.LEAD_TRUMP)
        long, going_on = learner.state, learner.state.lesson
        assert going_on is not None
        brief = replace(long, lesson=replace(going_on, saying=Saying(words=LessonPhrase.GO_ON)))
        lines = [shown(state, Size(80, 24)).splitlines()[3:8] for state in (long, brief)]
        assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("number", "says", "answer"),
    [
        (LessonNumber.FIRST, Teaching.BID, MakeBid(Bid("90H"))),
        (LessonNumber.FIRST, Teaching.PARTNER, Pass()),
        (LessonNumber.SECOND, SecondTeaching.RAISE, MakeBid(Bid("130H"))),
        (LessonNumber.SECOND, SecondTeaching.COINCHE, Coinche()),
    ],
)
async def test_a_hint_for_a_call_is_the_advice_of_the_lesson(number: LessonNumber, says: Words, answer: Action) -> None:
    learner = Learner()
    async with lesson(learner, number):
        await until(learner, says)
        table = learner.state.table
        assert table is not None
        assert table.asked is not None
        learner.store.take(Advised(Advice(request=table.asked.request, action=MakeBid(Bid("120H")))))
        table = learner.state.table
        assert table is not None
        assert table.advice is not None
        assert table.advice.action == answer


QUOTED = {Language.FRENCH: r"« (.+?) »", Language.ENGLISH: r"“(.+?)”"}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("number", LessonNumber)
async def test_a_page_about_the_score_quotes_what_stands_on_the_screen(
    number: LessonNumber, language: Language
) -> None:
    learner, face = Learner(language), Face(language, UNICODE)
    async with lesson(learner, number):
        await finish(learner, obedient)
    for state in learner.states.values():
        assert state.table is not None
        assert state.lesson is not None
        if state.table.view.score is None or state.lesson.saying is None or state.lesson.is_done:
            continue
        for quoted in re.findall(QUOTED[language], spoken(state.lesson.saying, face)):
            for size in (Size(80, 24), Size(120, 40)):
                rows = [line for line in shown(state, size).splitlines() if not line.startswith(face.glyphs.bar)]
                assert any(quoted in row for row in rows), (quoted, size)


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
    assert {Language.FRENCH: "as aussi, si personne ne le coupe", Language.ENGLISH: "unless somebody trumps"}[
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
        assert learner.state.notice == Refused(Reason.MUST_FOLLOW_SUIT, led=Suit.DIAMONDS)
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
        assert noted(learner) is None, "it is the learner's turn again"
        await until(learner, Teaching.FOLLOW)
        learner.press("x")
        assert noted(learner) is Nudge.CARD


async def test_a_bid_that_is_too_low_is_not_made_and_another_may_follow() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.BID)
        await learner.next("8", "0", "c", "enter")
        assert learner.told[-1:] == [Teaching.BID_LOW]
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


@pytest.mark.parametrize("number", LessonNumber)
async def test_escape_asks_before_it_leaves_a_lesson_until_the_lesson_is_done(number: LessonNumber) -> None:
    learner = Learner()
    async with lesson(learner, number):
        while (going_on := learner.state.lesson) is not None:
            for key in ("escape", "q"):
                pressed = press(replace(learner.state, notice=None), key)
                asked = pressed.state.ui.overlay is Overlay.LEAVE
                assert not pressed.quit
                assert asked is not going_on.is_done, learner.says
                assert (pressed.state.lesson is None) is going_on.is_done
            await learner.next(*(("enter",) if going_on.waits else obedient(learner)))


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
                prompt = LessonPhrase.FINISH if state.lesson.is_done else LessonPhrase.GO_ON
                assert words.count(face.say(prompt)) == state.lesson.waits


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


@settings(deadline=None, max_examples=examples(60))
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
