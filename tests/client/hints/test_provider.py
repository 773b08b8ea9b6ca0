"""Tests of the provider's answers to questions: the process that computes them, and what happens when it fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO

import pytest
import trio
from msgspec.structs import replace

from coinche.bot.options import TOKEN_VARIABLE
from coinche.engine.cards import PACK, Card
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.hints.open_hands import open_values
from coinche.hints.provider import AnalysisProcess
from coinche.hints.worker import main
from coinche.protocol.codec import decode_client, encode
from coinche.protocol.frames import bodies
from coinche.protocol.messages import (
    DeclineQuestion,
    HintGiven,
    HintLanguage,
    HintWanted,
    RequestKind,
    ValuesGiven,
    ValuesWanted,
)

PATIENCE = 60.0
ANSWERS_ALL = """
import os, sys
from coinche.protocol.codec import decode_server, encode
from coinche.protocol.messages import HintGiven
read = sys.stdin.buffer.read
while header := read(4):
    asked = decode_server(read(int.from_bytes(header, "big")))
    text = os.environ.get("{variable}", "no token")
    sys.stdout.buffer.write(encode(HintGiven(question=asked.question, action="pass", text=text)))
    sys.stdout.buffer.flush()
"""


def program(text: str) -> Sequence[str]:
    return (sys.executable, "-P", "-c", text)


def playing() -> State:
    """A deal in which the first card is to be played."""
    state, _ = next_deal(new_match(FFB, Seat.SOUTH)[0], PACK)
    while not isinstance(state.phase, Playing):
        seat = to_act(state)
        assert seat is not None
        may = legal(state, seat)
        action = next(iter(may)) if may.bids and view(state, seat).contract is None else may.default
        state, _ = apply(state, seat, action)
    return state


STATE = playing()
HANDS = {seat: tuple(cards) for seat, cards in STATE.phase.hands.items()} if isinstance(STATE.phase, Playing) else {}
VALUES = ValuesWanted(question=3, rules=FFB, view=view(STATE, None), hands=HANDS)


def wanted() -> HintWanted:
    """A question about the first card."""
    seat = to_act(STATE)
    assert seat is not None
    may = legal(STATE, seat)
    return HintWanted(
        question=4,
        language=HintLanguage.FRENCH,
        rules=FFB,
        names={},
        seat=seat,
        kind=RequestKind.PLAY,
        legal=tuple(map(str, may.actions)),
        bids={},
        step=may.step,
        max=may.maximum,
        offers=dict(may.offers),
        declarations=may.declarations,
        default=str(may.default),
        view=view(STATE, seat),
        systems={},
    )


async def test_the_process_answers_both_kinds_of_questions() -> None:
    process = AnalysisProcess(patience=PATIENCE)
    values, hint = await process.answer(VALUES), await process.answer(wanted())
    await process.end()
    assert values == ValuesGiven(question=3, cards=open_values(VALUES.view, HANDS, FFB))
    assert isinstance(hint, HintGiven)
    assert hint.action in wanted().legal or hint.action.partition("+")[0] in wanted().legal
    assert hint.text.startswith("Conseil : ")


@pytest.mark.parametrize("command", [("/nonexistent/python",), program("raise SystemExit"), program("print('what')")])
async def test_a_process_that_fails_declines(command: Sequence[str]) -> None:
    process = AnalysisProcess(command, patience=PATIENCE)
    for question in (VALUES, wanted()):
        assert await process.answer(question) == DeclineQuestion(question=question.question)
    await process.end()


async def test_a_process_that_takes_too_long_declines_and_is_ended() -> None:
    process = AnalysisProcess(program("import sys; sys.stdin.read(); sys.stdin.read()"), patience=0.5)
    assert await process.answer(VALUES) == DeclineQuestion(question=3)
    assert process._process is None


async def test_after_a_process_has_been_killed_another_answers() -> None:
    process = AnalysisProcess(program(ANSWERS_ALL.format(variable="HOME_OF_NOBODY")), patience=PATIENCE)
    assert isinstance(await process.answer(VALUES), HintGiven)
    assert process._process is not None
    process._process.kill()
    await process._process.wait()
    assert await process.answer(VALUES) == DeclineQuestion(question=3)
    assert await process.answer(wanted()) == HintGiven(question=4, action="pass", text="no token")
    await process.end()


async def test_questions_that_come_together_are_answered_each() -> None:
    process, answers = AnalysisProcess(program(ANSWERS_ALL.format(variable="X")), patience=PATIENCE), []

    async def ask(number: int) -> None:
        answers.append((number, (await process.answer(replace(VALUES, question=number))).question))

    async with trio.open_nursery() as nursery:
        for number in range(5):
            nursery.start_soon(ask, number)
    await process.end()
    assert sorted(answers) == [(number, number) for number in range(5)]


async def test_the_process_does_not_inherit_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, "5e" * 32)
    process = AnalysisProcess(program(ANSWERS_ALL.format(variable=TOKEN_VARIABLE)), patience=PATIENCE)
    answer = await process.answer(VALUES)
    await process.end()
    assert isinstance(answer, HintGiven)
    assert answer.text == "no token"


def test_a_question_that_goes_wrong_is_declined_and_the_next_one_answered(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = replace(VALUES, question=1, hands={Seat.NORTH: (Card.S7,)})
    answers = BytesIO()
    main(BytesIO(encode(wrong) + encode(VALUES)), answers)
    first, second = (decode_client(body) for body in bodies(answers.getvalue()))
    assert first == DeclineQuestion(question=1)
    assert isinstance(second, ValuesGiven)
    assert "Traceback" in capsys.readouterr().err


def test_two_players_of_one_name_are_called_by_their_seats() -> None:
    from coinche.hints.worker import _told_apart

    assert _told_apart({Seat.NORTH: "Ana", Seat.EAST: "Bo", Seat.SOUTH: "Ana"}) == {Seat.EAST: "Bo"}
