"""Tests of the server's bulletins: everybody reads them at the top of the screen, and in line mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.line.loop import news
from coinche.client.model.bulletins import SHOWN
from coinche.client.model.messages import LinkLost, Received, Tick
from coinche.client.model.notices import (
    News,
)
from coinche.client.model.state import ClientState
from coinche.client.update.update import reduce
from coinche.client.views import screen
from coinche.client.views.text_lines import Size, text_of
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error, Notice, Topic
from coinche.text.formatting import Face
from tests.client.client.line.test_asides import ENGLISH, FRENCH
from tests.client.scenes import scene

SIZES = [Size(80, 24), Size(120, 40), Size(40, 12)]


def hear(state: ClientState, topic: Topic, text: str = "") -> tuple[ClientState, Received]:
    """The state after a notice."""
    came = Received(Notice(topic=topic, text=text), state.now)
    return reduce(state, came), came


def shown(state: ClientState, size: Size = SIZES[0], face: Face = ENGLISH) -> str:
    """The screen, as one line."""
    return " ".join(" ".join(map(text_of, screen(state, face, size))).split())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["follow", "bidding", "lobby"])
def test_a_full_disk_is_told_until_the_game_goes_on(name: str, size: Size) -> None:
    state, _ = hear(scene(name).state, Topic.STORAGE, "No space left on device")
    state = reduce(replace(state, notice=None), Tick(state.now + 10 * SHOWN))
    assert "The server's disk is full or broken" in shown(state, size)
    state, _ = hear(state, Topic.GOING_ON)
    assert "The server's disk is full or broken" not in shown(state, size)
    assert "The server's disk works again" in shown(state, size)
    state = reduce(replace(state, notice=None), Tick(state.now + SHOWN))
    assert "disk" not in shown(state, size)


def test_the_words_of_an_operator_are_marked_and_harmless() -> None:
    before = scene("follow").state
    state, came = hear(before, Topic.OPERATOR, "\x1b[2J back in\n\n5 minutes\x07" + "!" * 500)
    told, *_ = news(before, state, came, FRENCH)
    assert told.startswith("Le responsable du serveur : [2J back in 5 minutes !!!")
    assert told.isprintable()
    assert len(told) < 400


def test_what_is_told_survives_the_next_question_and_no_key() -> None:
    played = scene("follow")
    played.state, _ = hear(played.state, Topic.DRAINING)
    assert played.table.request is not None
    played.hear(played.table.request)
    assert "no new tables" in shown(replace(played.state, bulletin=None))
    played.press("x")
    assert "no new tables" not in shown(replace(played.state, bulletin=None))


def test_a_server_that_is_gone_has_nothing_to_tell() -> None:
    state, _ = hear(scene("follow").state, Topic.STORAGE)
    lost = reduce(state, LinkLost(1, since=state.now))
    assert lost.bulletin is None


@pytest.mark.parametrize("face", [FRENCH, ENGLISH])
@pytest.mark.parametrize("name", ["follow", "bidding", "lobby"])
def test_the_words_of_an_operator_can_be_read_to_their_end(name: str, face: Face) -> None:
    words = "the club closes at midnight; whoever has not finished by then goes on tomorrow from where he is, at eight"
    state, _ = hear(scene(name).state, Topic.OPERATOR, words)
    assert words in shown(state, SIZES[0], face)
    later = reduce(replace(state, notice=None), Tick(state.now + SHOWN))
    assert words not in shown(later, SIZES[0], face)


def test_a_sentence_beside_what_is_needed_loses_no_sign_of_its_own() -> None:
    state = scene("follow").state
    for length in range(20, 60):
        told, _ = hear(state, Topic.OPERATOR, "x" * (length - 1) + "y")
        said = " ".join(map(text_of, screen(replace(told, bulletin=None), ENGLISH, SIZES[0])))
        assert "xy" in said or length > 50


def test_that_the_connection_is_back_is_not_said_once_it_is_lost_again() -> None:
    back = replace(scene("follow").state, notice=News.LINK_BACK)
    assert reduce(back, LinkLost(1, since=back.now)).notice is None


def test_why_no_table_can_be_opened_is_still_said_when_the_notice_is_long_gone() -> None:
    refused = Error(code=ErrorCode.FORBIDDEN, error_class=ErrorClass.REJECT, message="no", data={"reason": "draining"})
    state = scene("lobby").state
    assert "No new tables" in shown(reduce(state, Received(refused, state.now)))
