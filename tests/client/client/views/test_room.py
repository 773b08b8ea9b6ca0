"""Tests of a table before its match: each fact stands there once, and an exchange of seats says how it goes on."""

from __future__ import annotations

import pytest

from coinche.client.model.state import ClientState
from coinche.client.views import Size
from coinche.engine.seats import Seat
from coinche.protocol.messages import Chatted, Occupant, SeatChanged
from tests.client.golden import text
from tests.client.scenes import scene, state_of

SIZES = (Size(80, 24), Size(120, 40), Size(40, 12))


@pytest.mark.parametrize("size", SIZES[:2])
def test_the_table_the_host_and_the_keys_are_named_once(size: Size) -> None:
    shown = text(state_of("room_of_people"), size)
    assert shown.count("Café") == 1
    assert shown.count("hôte") == 1
    assert shown.count("appeler") == shown.count("inviter") == 1


@pytest.mark.parametrize("size", SIZES)
def test_there_is_no_score_before_the_first_deal(size: Size) -> None:
    assert "NOUS" not in text(state_of("hosting"), size)


@pytest.mark.parametrize("size", SIZES)
def test_an_exchange_marks_the_seat_and_says_what_comes_next(size: Size) -> None:
    shown = text(state_of("exchanging"), size)
    words = " ".join(shown.replace("│", " ").split())
    assert "Échanger Ouest avec quelle place ? Puis Entrée. Un bot y change de prénom." in words
    marked = next(line for line in shown.splitlines() if "(à échanger)" in line)
    assert "Ouest" in marked
    assert "On attend" not in shown


def test_an_exchange_of_a_person_says_nothing_about_bots() -> None:
    hosting = scene("hosting")
    hosting.press("up", "x")
    assert "Échanger Nord avec quelle place ? Choisissez-la, puis Entrée." in text(hosting.state, Size(80, 24))


def seats_at(state: ClientState, size: Size) -> list[tuple[int, int]]:
    """The rows and columns at which the frames of the four seats begin."""
    rows = text(state, size).splitlines()
    return [
        (row, at) for row, line in enumerate(rows) for at in range(len(line)) if line[at : at + 3] in ("┌─ ", "┏━ ")
    ]


@pytest.mark.parametrize("size", SIZES[:2])
def test_the_seats_stay_in_place_as_players_sit_down_and_talk(size: Size) -> None:
    hosting = scene("hosting")
    hosting.press("left")
    before = seats_at(hosting.state, size)
    hosting.happen(SeatChanged(Seat.EAST, Occupant.PERSON, "Max", connected=True))
    assert seats_at(hosting.state, size) == before
    for _ in range(3):
        hosting.happen(Chatted(Seat.NORTH, "Zoé", "Salut !"))
    assert seats_at(hosting.state, size) == before
    hosting.press("up", "x")
    assert [row for row, _ in seats_at(hosting.state, size)] == [row for row, _ in before]


@pytest.mark.parametrize("size", SIZES[:2])
def test_the_free_seat_under_the_cursor_says_which_key_puts_a_bot_there(size: Size) -> None:
    shown = text(state_of("hosting"), size)
    assert shown.count("(libre)  b : bot ici") == 1


@pytest.mark.parametrize("size", SIZES[:2])
def test_rules_and_hints_stand_below_the_name_of_the_table(size: Size) -> None:
    line = text(state_of("hosting"), size).splitlines()[1]
    assert line.startswith(" Règles officielles, en 1000 points.")
    assert line.endswith("Conseils autorisés.")
