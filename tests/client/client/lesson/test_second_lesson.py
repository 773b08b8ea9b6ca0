"""Tests of the second lesson: each page is said, each wrong answer explained, and every claim true by the engine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from coinche.bots.steady.bidding import natural_call
from coinche.client.lesson.script import LEARNER, RULES, ScriptedDeal
from coinche.client.lesson.second_lesson import BID, RAISE, SECOND_LESSON
from coinche.client.line.commands import obey
from coinche.client.model.effects import Learn
from coinche.client.model.messages import About, Lesson, LessonNumber, Saying
from coinche.client.model.state import ClientState, Screen
from coinche.client.runtime.lesson import move
from coinche.client.runtime.settings_file import keep_lessons, read_lessons
from coinche.client.texts.lesson import LessonPhrase, Teaching
from coinche.client.texts.second_lesson import SecondTeaching
from coinche.client.update import home
from coinche.client.update.home import Choice, NextLesson
from coinche.client.views import Size, screen, text_of
from coinche.client.views.banner import clock
from coinche.client.views.notice import lesson_lines, spoken
from coinche.engine.actions import Coinche, MakeBid, PlayCard, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.dealing import stacked
from coinche.engine.declarations import CARRE_POINTS, Declaration, DeclarationKind, held, merit, points_of
from coinche.engine.events import DealScored, TrickWon
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import PRESETS
from coinche.engine.rules import Belote, BeloteOnFailure, DeclarationsOnFailure, DeclarationTie
from coinche.engine.seats import Points, Seat
from coinche.engine.view import view
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.client.lesson.lessons import Learner, at_random, finish, key_of, lesson, obedient, right_answer, until
from tests.client.golden import check_golden
from tests.client.scenes import state_of
from tests.extent import WHOLE

T = SecondTeaching
RAISING, DECLARING, COINCHING = SECOND_LESSON.deals
TO_LEARN = (
    *(T.WELCOME, T.PARTNER_SAYS, T.COUNT, T.RAISE, T.RAISED, T.TAKE, T.BELOTE, T.REBELOTE),
    *(T.BELOTE_COUNTS, T.BELOTE_WHOSE, T.REST, T.CAPOT, T.SUM_CAPOT, T.CAPOT_BID),
    *(T.DECLARATIONS, T.SEQUENCES, T.CARRE, T.PRESETS, T.BONUS, T.RISK, T.DECLARE, T.HEARD, T.TIES, T.SHOWN),
    *(T.SUM_DECLARED, T.TOO_HIGH, T.ACES, T.COINCHE, T.DOUBLED, T.SURCOINCHE, T.FOUR_ACES, T.SUM_COINCHED),
    *(T.PAYS, T.END),
)
MISTAKES = frozenset(T) - frozenset(TO_LEARN)
"""The explanations of wrong answers."""


async def taken(language: Language) -> Learner:
    """A learner who has given every right answer."""
    learner = Learner(language)
    async with lesson(learner, LessonNumber.SECOND):
        await finish(learner, obedient)
    return learner


@pytest.mark.parametrize("language", Language)
async def test_the_right_answers_lead_through_every_page(language: Language) -> None:
    learner = await taken(language)
    assert tuple(dict.fromkeys(words for words in learner.told if isinstance(words, T))) == TO_LEARN
    assert learner.state.screen is Screen.HOME
    assert learner.keys <= 60


ANY_CARD = "any"
WRONG: Mapping[Words, tuple[tuple[tuple[str, ...], T], ...]] = {
    T.RAISE: (
        (("p",), T.RAISE_PASSED),
        (("9", "0", "c", "enter"), T.RAISE_LOW),
        (("1", "2", "0", "c", "enter"), T.RAISE_LOW),
        (("1", "4", "0", "c", "enter"), T.RAISE_HIGH),
        (("0", "c", "enter", "enter"), T.RAISE_HIGH),
        (("1", "3", "0", "t", "enter"), T.RAISE_SUIT),
    ),
    T.BELOTE: ((("AC",), T.BELOTE_OTHER), (("9H",), T.BELOTE_TRUMP), (("z", "KH"), T.BELOTE_SILENT)),
    T.REBELOTE: ((("9H",), T.REBELOTE_OTHER), (("z", "QH"), T.BELOTE_SILENT)),
    T.BONUS: (
        (("p",), T.BONUS_PASSED),
        (("1", "2", "0", "t", "enter"), T.BONUS_LOW),
        (("1", "5", "0", "t", "enter"), T.BONUS_HIGH),
        (("1", "3", "0", "k", "enter"), T.BONUS_SUIT),
    ),
    Teaching.DISCARD_AGAIN: ((("z", ANY_CARD), T.DECLARE_SILENT),),
    T.COINCHE: ((("p",), T.COINCHE_PASSED), (("1", "3", "0", "c", "enter"), T.COINCHE_BID)),
    Teaching.FOLLOW_AGAIN: ((("z", ANY_CARD), T.DECLARE_SILENT),),
}
"""For each question every wrong answer, and its explanation; cards stand for the keys below them."""


async def test_every_wrong_answer_is_explained_and_another_one_may_follow() -> None:
    learner, asked = Learner(), set[Words]()
    async with lesson(learner, LessonNumber.SECOND):
        while (going_on := learner.state.lesson) is not None:
            question = learner.says
            if going_on.waits or question is None or question in asked:
                await learner.next(*(("enter",) if going_on.waits else obedient(learner)))
                continue
            for keys, explained in WRONG.get(question, ()):
                await learner.next(*(pressed(learner, key) for key in keys))
                assert learner.says is explained
            asked.add(question)
            await learner.next(*right_answer(learner, question))
    assert asked >= set(WRONG)
    assert set(learner.told) >= MISTAKES


def pressed(learner: Learner, key: str) -> str:
    """The key; for a card the one below it."""
    table = learner.state.table
    assert table is not None
    assert table.asked is not None
    card = table.asked.legal[0] if key == ANY_CARD else key
    return key_of(learner, card) if card in set(PACK) else key


@pytest.mark.parametrize("seed", range(40 if WHOLE else 4))
async def test_whatever_cards_are_played_the_sums_and_results_are_as_told(seed: int) -> None:
    learner, numbers = Learner(), random.Random(seed)
    play = at_random(numbers)

    def choose(learner: Learner) -> tuple[str, ...]:
        table, says = learner.state.table, learner.says
        assert table is not None
        assert table.asked is not None
        exercise = "pass" in table.asked.legal or says in (T.BELOTE, T.REBELOTE, T.BELOTE_OTHER, T.BELOTE_TRUMP)
        return obedient(learner) if exercise else play(learner)

    async with lesson(learner, LessonNumber.SECOND):
        await finish(learner, choose)
    check_sums(learner)


def check_sums(learner: Learner) -> None:
    """The results at the ends of the deals, by what the pages tell of them."""
    capot, declared, coinched = (learner.states[words] for words in (T.SUM_CAPOT, T.SUM_DECLARED, T.SUM_COINCHED))
    told = numbers_of(capot)
    assert scored(capot).tricks == Points(8, 0)
    assert scored(capot).made
    assert told["cards"] + told["last"] + told["belote"] + told["bonus"] == told["sum"]
    assert told == numbers_of(capot) | {"cards": 152, "last": 100, "belote": 20, "bonus": 130, "score": 400}
    told = numbers_of(declared)
    assert scored(declared).made
    assert told["taken"] + told["declared"] + told["bonus"] == told["sum"]
    assert (told["declared"], told["bonus"]) == (70, 130)
    assert abs(told["score"] - told["sum"]) <= 5
    told = numbers_of(coinched)
    assert not scored(coinched).made
    assert told["flat"] + told["bonus"] + told["declared"] == told["single"] == 380
    assert told["score"] == 2 * told["single"]


def numbers_of(state: ClientState) -> dict[str, int]:
    """The numbers that a page names."""
    assert state.lesson is not None
    assert state.lesson.saying is not None
    return {name: about for name, about in state.lesson.saying.about.items() if isinstance(about, int)}


def scored(state: ClientState) -> DealScored:
    """The result of the deal."""
    assert state.table is not None
    assert state.table.view.score is not None
    return state.table.view.score


# --- the claims of the pages, by the engine --------------------------------------------------------------


def dealt(deal: ScriptedDeal, dealer: Seat, calls: str = "") -> State:
    """The deal as its own match, after these calls."""
    game, _ = new_match(RULES, dealer)
    game, _ = next_deal(game, stacked(deal.hands, dealer, RULES.table))
    for call in calls.split():
        game, _ = apply(game, to_act(game) or LEARNER, parse_action(call))
    return game


def played(game: State, deal: ScriptedDeal) -> DealScored:
    """The result if everybody plays as at the table of the lesson."""
    while (seat := to_act(game)) is not None:
        game, _ = apply(game, seat, move(game, seat, deal))
    result = view(game, LEARNER).score
    assert result is not None
    return result


BEFORE = (
    (RAISING, Seat.SOUTH, "pass 80H pass", MakeBid(RAISE)),
    (DECLARING, Seat.EAST, "pass pass", MakeBid(BID)),
    (COINCHING, Seat.NORTH, "120S", Coinche()),
)
"""Each deal with its dealer, the calls before the learner's, and the right call."""


@pytest.mark.parametrize(("deal", "dealer", "calls", "right"), BEFORE)
def test_the_right_call_is_the_one_that_our_bots_would_make(
    deal: ScriptedDeal, dealer: Seat, calls: str, right: MakeBid | Coinche
) -> None:
    game = dealt(deal, dealer, calls)
    assert natural_call(view(game, LEARNER), legal(game, LEARNER), RULES) == right


def test_the_count_of_the_raise_is_right() -> None:
    hand, trumps = RAISING.hands[LEARNER], Suit.HEARTS
    aces = [card for card in hand if card.rank is Rank.ACE and card.suit is not trumps]
    tops = [card for card in hand if card.suit is trumps and card.rank in (Rank.JACK, Rank.NINE)]
    assert {Card("KH"), Card("QH")} <= set(hand)
    assert (len(aces), len(tops)) == (2, 1)
    assert 80 + 10 * len(aces) + 10 * len(tops) + 20 == RAISE.value
    assert Card("JH") in RAISING.hands[Seat.NORTH]


def test_a_club_of_the_learner_takes_the_first_trick_and_trumps_are_left_to_draw() -> None:
    for card in (card for card in RAISING.hands[LEARNER] if card.suit is Suit.CLUBS):
        game = dealt(RAISING, Seat.SOUTH, "pass 80H pass 130H pass pass pass")
        while to_act(game) is not LEARNER:
            seat = to_act(game) or LEARNER
            game, _ = apply(game, seat, move(game, seat, RAISING))
        game, events = apply(game, LEARNER, PlayCard(card))
        assert [event.seat for event in events if isinstance(event, TrickWon)] == [LEARNER]
    others = [card for seat in (Seat.EAST, Seat.WEST) for card in RAISING.hands[seat]]
    assert any(card.suit is Suit.HEARTS for card in others)


def test_a_capot_that_fails_gives_the_opponents_410() -> None:
    result = played(dealt(RAISING, Seat.SOUTH, "pass pass capotS pass pass pass"), RAISING)
    assert not result.made
    assert result.scores == Points(410, 0)


def test_what_is_said_of_the_rules_is_so() -> None:
    ffb, pagat, announced = (PRESETS[name].declarations for name in ("ffb", "pagat", "pagat-annonces"))
    assert RULES is PRESETS["ffb"]
    assert (ffb.belote, ffb.belote_on_failure) == (Belote.ANY_TEAM, BeloteOnFailure.KEPT)
    assert pagat.belote is Belote.BIDDING_TEAM
    assert [rules.declarations for rules in (ffb, announced, pagat)] == [True, True, False]
    assert ffb.declarations_on_failure is DeclarationsOnFailure.TO_DEFENCE
    assert (ffb.declaration_tie, announced.declaration_tie) == (DeclarationTie.ANNUL, DeclarationTie.FIRST_ANNOUNCED)
    assert RULES.auction.surcoinche == 4
    assert RULES.auction.coinche_ends_auction


def test_what_is_said_of_declarations_is_so() -> None:
    clubs = Denomination.CLUBS
    (own,) = (one for one in held(frozenset(DECLARING.hands[LEARNER])) if one.kind is DeclarationKind.CINQUANTE)
    tierce, cent = Declaration("tierce:QHKHAH"), Declaration("cent:7S8S9S10SJS")
    assert merit(own, clubs) > merit(tierce, clubs)
    assert [points_of(one, clubs) for one in (tierce, own, cent)] == [20, 50, 100]
    assert merit(Declaration("carre:QSQHQDQC"), clubs) > merit(cent, clubs)
    ranks = {Rank.JACK: 200, Rank.NINE: 150, Rank.ACE: 100, Rank.TEN: 100, Rank.KING: 100, Rank.QUEEN: 100}
    assert CARRE_POINTS[clubs] == ranks
    assert merit(Declaration("tierce:7C8C9C"), clubs) > merit(Declaration("tierce:7S8S9S"), clubs)
    assert merit(Declaration("tierce:7H8H9H"), clubs) == merit(Declaration("tierce:7S8S9S"), clubs)


async def test_kinds_are_said_in_the_first_trick_and_cards_shown_in_the_second() -> None:
    learner = await taken(Language.FRENCH)
    heard, shown = (learner.states[words].table for words in (T.HEARD, T.SHOWN))
    assert heard is not None
    assert shown is not None
    tierce, cinquante = DeclarationKind.TIERCE, DeclarationKind.CINQUANTE
    assert {one.seat: one.kinds for one in heard.view.announced} == {
        Seat.NORTH: (tierce,),
        Seat.SOUTH: (cinquante,),
        Seat.EAST: (tierce,),
    }
    assert heard.view.shown == ()
    assert {one.seat for one in shown.view.shown} == {Seat.NORTH, Seat.SOUTH}
    assert shown.view.declaration_points == 70


async def test_the_belote_is_said_with_both_cards_and_counts_20() -> None:
    learner = await taken(Language.FRENCH)
    table = learner.states[T.BELOTE_COUNTS].table
    assert table is not None
    assert [(said.seat, said.word) for said in table.view.belotes] == [
        (LEARNER, BeloteWord.BELOTE),
        (LEARNER, BeloteWord.REBELOTE),
    ]


def test_a_coinche_doubles_more_than_the_points_of_a_contract_that_is_made() -> None:
    plain = played(dealt(DECLARING, Seat.EAST, "pass pass 130C pass pass pass"), DECLARING)
    coinched = played(dealt(DECLARING, Seat.EAST, "pass pass 130C coinche pass pass"), DECLARING)
    assert plain.made
    assert coinched.made
    assert 2 * (160 + BID.value) <= coinched.scores.NS
    assert coinched.scores.NS > 2 * plain.scores.NS


def test_west_bids_too_high() -> None:
    hands = COINCHING.hands
    others = {seat: frozenset(hands[seat]) for seat in (Seat.EAST, Seat.WEST)}
    assert not any(held(hand) for hand in others.values())
    assert not any({Card("KS"), Card("QS")} <= hand for hand in others.values())
    assert {card for card in PACK if card.rank is Rank.ACE} <= set(hands[LEARNER])
    assert sum(card.suit is Suit.SPADES for card in hands[LEARNER]) == 3
    assert {Card("9S"), Card("10S")} <= set(hands[LEARNER])
    uncoinched = played(dealt(COINCHING, Seat.NORTH, "120S pass pass pass"), COINCHING)
    assert not uncoinched.made
    assert uncoinched.scores.NS == 160 + 120 + 100


# --- on the screen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
async def test_every_page_stands_whole_on_small_terminals_and_shows_no_clock(language: Language) -> None:
    learner = await taken(language)
    for ascii_only in (False, True):
        face = Face(language, ASCII if ascii_only else UNICODE)
        for state in learner.states.values():
            assert state.lesson is not None
            assert state.lesson.saying is not None
            assert state.table is not None
            assert not clock(state, state.table)
            for size in (Size(80, 24), Size(120, 40), Size(40, 12)):
                seen = "".join(text_of(line).rstrip() + "\n" for line in screen(state, face, size))
                words = " ".join(seen.replace(face.glyphs.bar, " ").split())
                assert size.cols > 80 or " ".join(spoken(state.lesson.saying, face).split()) in words
                prompt = LessonPhrase.FINISH if state.lesson.is_done else LessonPhrase.GO_ON
                assert words.count(face.say(prompt)) == state.lesson.waits


@pytest.mark.parametrize("language", Language)
def test_no_text_takes_more_than_three_lines_of_eighty_signs(language: Language) -> None:
    face = Face(language, UNICODE)
    longest: dict[str, About] = {"bid": Bid("120D"), "who": Seat.WEST}
    numbers = ("cards", "last", "taken", "belote", "declared", "flat", "bonus", "single", "sum", "score")
    for words in SecondTeaching:
        saying = Saying(words=words, about={**longest, **dict.fromkeys(numbers, 160)})
        state = replace(state_of("follow", language), lesson=Lesson(behind=state_of("lobby"), saying=saying))
        assert len(lesson_lines(state, face, 80)) <= 3, words
        assert len(lesson_lines(state, face, 40)) <= 7, words


KEPT = (T.RAISE, T.CAPOT_BID, T.SHOWN, T.COINCHE, T.SUM_COINCHED)


async def test_golden_second_lesson() -> None:
    states: dict[Language, Mapping[Words, ClientState]] = {}
    for language in Language:
        states[language] = (await taken(language)).states
    for words in KEPT:
        check_golden(f"lesson-2-{words.name.lower()}", {language: states[language][words] for language in Language})


# --- from one lesson to the next -----------------------------------------------------------------------


async def test_the_second_lesson_is_one_key_from_the_end_of_the_first() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.END)
        await learner.next(LessonNumber.SECOND)
    assert learner.state.lesson is None
    assert learner.state.lessons == {LessonNumber.FIRST}
    assert learner.store.effects.receive_nowait() == Learn(LessonNumber.SECOND)


@pytest.mark.parametrize("line", ["2", "apprendre", "apprendre 2"])
async def test_the_second_lesson_follows_a_line_at_the_end_of_the_first(line: str) -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.END)
        done = obey(learner.state, line, Face(Language.FRENCH, UNICODE)).done
    assert done.effect == Learn(LessonNumber.SECOND)
    assert done.state.lesson is None
    assert done.state.lessons == {LessonNumber.FIRST}


@pytest.mark.parametrize(
    ("line", "effect"),
    [("apprendre", Learn(LessonNumber.SECOND)), ("apprendre 1", Learn(LessonNumber.FIRST)), ("apprendre 3", None)],
)
def test_at_home_a_line_takes_the_next_lesson_or_the_one_it_names(line: str, effect: Learn | None) -> None:
    state = replace(state_of("home"), lessons=frozenset({LessonNumber.FIRST}))
    assert obey(state, line, Face(Language.FRENCH, UNICODE)).done.effect == effect


async def test_in_the_middle_of_a_lesson_no_other_begins() -> None:
    learner = Learner()
    async with lesson(learner):
        await until(learner, Teaching.BID)
        assert obey(learner.state, "apprendre 2", Face(Language.FRENCH, UNICODE)).done.effect is None


async def test_home_proposes_the_lesson_that_comes_next() -> None:
    state = state_of("home")
    assert home.learn(state).effect == Learn(LessonNumber.FIRST)
    assert home.title(Choice.LEARN, state) is Choice.LEARN
    state = replace(state, lessons=frozenset({LessonNumber.FIRST}))
    assert home.learn(state).effect == Learn(LessonNumber.SECOND)
    assert home.title(Choice.LEARN, state) is NextLesson.SECOND
    state = replace(state, lessons=frozenset(LessonNumber))
    assert home.learn(state).effect == Learn(LessonNumber.FIRST)
    assert home.title(Choice.LEARN, state) is NextLesson.AGAIN


async def test_a_lesson_that_was_stopped_is_not_done() -> None:
    learner = Learner()
    async with lesson(learner, LessonNumber.SECOND):
        await until(learner, T.RAISE)
        await learner.next("escape", "enter")
    assert learner.state.lessons == frozenset()


def test_lessons_taken_are_kept_beside_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "lessons.txt"
    assert read_lessons(path) == frozenset()
    keep_lessons(frozenset({LessonNumber.FIRST}), path)
    keep_lessons(frozenset({LessonNumber.SECOND}), path)
    assert read_lessons(path) == frozenset(LessonNumber)
    path.write_bytes(b"\xff nonsense")
    assert read_lessons(path) == frozenset()
