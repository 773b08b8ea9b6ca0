"""Tests of a table before its match: each fact stands there once, and an exchange of seats says how it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.model.state import ClientState
from coinche.client.views import Size
from coinche.engine.seats import Seat
from coinche.protocol.messages import Chatted, Occupant, SeatChanged, SwapSeats
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


def test_the_status_says_what_can_be_done_at_the_chosen_seat() -> None:
    hosting, said = scene("hosting"), {}
    for side in ("right", "left", "up", "down"):
        hosting.press(side)
        said[side] = text(hosting.state, Size(80, 24)).splitlines()[22].removeprefix(" On attend un joueur. ")
    assert said == {
        "right": "Place Est libre : b y met un bot, x vous y assoit.",
        "left": "Henri : b change son niveau, x l'échange, d l'enlève.",
        "up": "Zoé : x échange sa place, d la libère.",
        "down": "Votre place : x l'échange avec une autre.",
    }


def test_a_host_takes_a_free_seat_with_one_key() -> None:
    hosting = scene("hosting")
    (sent,) = hosting.press("right", "x")
    assert sent == SwapSeats(table="t1", seats=(Seat.SOUTH, Seat.EAST))
    assert hosting.state.ui.moving is None


def test_seats_are_only_swapped_while_they_are_being_exchanged() -> None:
    shown = text(state_of("exchanging"), Size(80, 24))
    assert " b bot" not in shown
    assert "b : bot ici" not in shown


WEB = "http://192.168.1.20:24567/"


@pytest.mark.parametrize("size", SIZES[:2])
def test_a_host_whose_friends_have_not_come_reads_their_link(size: Size) -> None:
    state = replace(state_of("hosting"), web_link=WEB)
    assert f"Vos amis ouvrent {WEB}" in text(state, size)
    assert seats_at(state, size) == seats_at(state_of("hosting"), size)
    assert WEB not in text(replace(state_of("room_of_people"), web_link=WEB, solo=True), size)


@pytest.mark.parametrize("size", SIZES[:2])
def test_no_hole_stands_between_the_sentences_and_the_seats(size: Size) -> None:
    lines = [line.partition("│")[0].strip() for line in text(state_of("hosting"), size).splitlines()]
    seat = next(at for at, line in enumerate(lines) if line.startswith("┌─ Nord"))
    assert lines[seat - 1] == ""
    assert lines[seat - 2] != ""


@pytest.mark.parametrize("size", SIZES[:2])
def test_rules_and_hints_stand_below_the_name_of_the_table(size: Size) -> None:
    line = text(state_of("hosting"), size).splitlines()[1]
    assert line.startswith(" Règles officielles, en 1000 points.")
    assert line.endswith("Conseils autorisés.")
