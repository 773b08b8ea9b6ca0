"""Tests of a player whose connection is lost: the wait, the bot that plays in the player's place, and the return."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.line.loop import news
from coinche.client.model.messages import Received, Tick
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.engine.match import legal, to_act
from coinche.engine.seats import Seat
from coinche.protocol.messages import Envelope, Occupant, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene

SIZES = (Size(80, 24), Size(120, 40), Size(40, 12))


def shown(made: Scene, size: Size = SIZES[0]) -> str:
    """The screen as one line."""
    return " ".join(text(made.state, size).replace("│", " ").split())


def awaited() -> Scene:
    """East is on turn, and loses the connection."""
    made = scene("coinched")
    made.do("JH")
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=False))
    return made


def play_one(made: Scene) -> None:
    """The player on turn plays the default card."""
    seat = to_act(made.game)
    assert seat is not None
    made.do(str(legal(made.game, seat).default))


def test_the_table_waits_and_says_since_when() -> None:
    made = awaited()
    assert "On attend Max, une minute au plus…" in shown(made)
    made.state = reduce(made.state, Tick(made.now + 12))
    assert "une minute au plus… depuis 0:1" in shown(made)


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_seat_that_is_told_again_after_a_restart_of_the_server_is_not_said_to_be_taken(forgotten: bool) -> None:
    """The log may no longer have the event with which the player took it."""
    made = scene("coinched")
    made.state = reduce(made.state, Tick(made.now + 600))
    came = SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True)
    assert came in made.table.log
    if forgotten:
        made.state = replace(made.state, table=replace(made.table, log=made.table.log[-1:]))
    before = made.state
    made.happen(came)
    assert "s'installe" not in shown(made)
    again = Received(Envelope("t1", made.table.n, 0, came), before.now)
    assert list(news(before, reduce(before, again), again, Face(Language.FRENCH, UNICODE))) == []
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Zoé", connected=True))
    assert "Zoé s'installe en Est." in shown(made)


@pytest.mark.parametrize("size", SIZES[:2])
def test_a_bot_that_takes_over_is_told_in_place_of_the_wait(size: Size) -> None:
    made = awaited()
    play_one(made)
    assert "Max est absent : un bot joue à sa place." in shown(made, size)
    assert "une minute au plus" not in shown(made, size)


def test_a_bot_that_has_taken_over_is_not_waited_for() -> None:
    made = awaited()
    play_one(made)
    while made.table.view.turn is not Seat.EAST:
        play_one(made)
    assert "Un bot joue pour Max…" in shown(made)
    assert "une minute au plus" not in shown(made)


def test_the_log_tells_it_once_and_line_mode_too() -> None:
    made = awaited()
    before = made.state
    assert before.table is not None
    play_one(made)
    event = made.log[-1]
    came = Received(Envelope("t1", before.table.n + 1, 0, event), before.now)
    english = Face(Language.ENGLISH, UNICODE)
    (said,) = news(before, reduce(before, came), came, english)
    assert said.startswith("Max is away: a bot plays in their place. ")
    while made.table.view.turn is not Seat.EAST:
        play_one(made)
    play_one(made)
    made.press("j")
    assert shown(made, Size(120, 40)).count("un bot joue à sa place") <= 2, "once in the log, once beside the game"


def test_who_left_is_told_for_a_while_and_then_only_in_the_log() -> None:
    made = scene("follow")
    made.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    assert "Max quitte la table : Jeanne (bot) joue en Est." in shown(made)
    made.state = reduce(made.state, Tick(made.now + 40))
    assert "Max quitte la table" not in shown(made)


def test_the_table_of_a_player_who_is_away_does_not_close_with_the_last_one_there() -> None:
    made = scene("follow")
    made.happen(SeatChanged(Seat.NORTH, Occupant.BOT, "steady", connected=True))
    made.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=False))
    made.press("q")
    assert "Un bot jouera à votre place." in shown(made)
    made.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    assert "La table ferme" in shown(made)
