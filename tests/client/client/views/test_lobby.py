"""Tests of the lobby on small screens: the seats of a table stand apart and are all in sight."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from coinche.client.model.state import ClientState
from coinche.client.views import Size
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant
from coinche.text.language import Language
from tests.client.golden import USUAL, text
from tests.client.scenes import state_of

NAMES = dict(zip(Seat, ("Alexandre", "Marguerite", "Bartholomé", "Jean-Christophe"), strict=True))


def lobby_of_long_names() -> ClientState:
    """Tables at which everybody has a long name."""
    state = state_of("lobby_people", Language.ENGLISH)
    tables = tuple(
        replace(info, seats=tuple(replace(s, name=NAMES[s.seat], occupant=Occupant.PERSON) for s in info.seats))
        for info in state.tables
    )
    return replace(state, tables=tables)


@pytest.mark.parametrize("cols", [40, 44, 45, 60, 80])
@pytest.mark.parametrize("place", [None, *Seat])
def test_the_names_at_a_table_stand_apart_and_none_is_missing(cols: int, place: Seat | None) -> None:
    state = lobby_of_long_names()
    shown = text(replace(state, ui=replace(state.ui, place=place)), Size(cols, 12))
    lines = shown.splitlines()
    line = next(below for above, below in pairwise(lines) if "Chez Zoé" in above)
    cells = [cell.strip("[]") for cell in line.replace("[", " [").split()]
    assert [cell for cell in cells if len(cell) == 1] == [seat.value for seat in Seat]
    assert all(any(cell.startswith(name[:3]) for cell in cells) for name in NAMES.values())
    assert (line.count("["), line.count("]")) == ((0, 0) if place is None else (1, 1))


def meant(state: ClientState, size: Size = USUAL) -> str:
    """The line above the keys."""
    return text(state, size).splitlines()[-2].strip()


def test_the_line_above_the_keys_says_what_can_be_done_with_every_line() -> None:
    state = state_of("lobby_people")
    bots, people = (
        replace(state.tables[2], seats=tuple(replace(seat, occupant=kind, name="steady") for seat in info.seats))
        for kind, info in ((Occupant.BOT, state.tables[2]), (Occupant.PERSON, state.tables[0]))
    )
    state = replace(state, tables=(*state.tables, bots, people, replace(people, phase=Phase.PLAYING)))
    said = [meant(replace(state, ui=replace(state.ui, row=row, place=None))) for row in range(7)]
    assert said == [
        "↓ : Chez Zoé attend un joueur. Entrée ouvre cette table, n change ses règles.",
        "Chez Zoé : on attend un joueur. Entrée : s'asseoir",
        "Entrée pour remplacer un bot à la prochaine donne ; d'ici là, vous regardez.",
        "Entrée pour vous asseoir en Ouest.",
        "Entrée pour remplacer un bot.",
        "Table complète. w : regarder la partie.",
        "Table complète. w : regarder la partie.",
    ]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["lobby_alone", "lobby_people", "lobby_called", "lobby"])
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 12)])
def test_no_line_of_the_lobby_leaves_its_sentence_empty(name: str, language: Language, size: Size) -> None:
    state = state_of(name, language)
    for row in range(len(state.tables) + 1):
        assert meant(replace(state, ui=replace(state.ui, row=row, place=None)), size), row


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["lobby_people", "lobby_alone"])
def test_the_title_is_never_cut_within_a_word_of_ours(name: str, language: Language) -> None:
    state = state_of(name, language)
    for cols in range(24, 121):
        title = text(state, Size(cols, 12)).splitlines()[0]
        told = title.split("Hello")[0].split("Bonjour")[0].split("·")[-1].strip()
        assert told.endswith(("people", "personnes", "here", "ici", "Chez Ana", "…")), (cols, title)


def test_a_sign_says_that_steps_and_tables_go_on_below() -> None:
    for name in ("lobby_alone", "lobby_people", "home_waiting"):
        lines = text(state_of(name), Size(40, 12)).splitlines()
        assert [line for line in lines if line.endswith(" ↓")], name
        assert "↓\n" not in text(state_of(name), Size(120, 40))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("private", [False, True])
def test_the_row_of_a_new_table_is_whole_on_a_small_screen(private: bool, language: Language) -> None:
    state = state_of("lobby_alone", language)
    state = replace(state, wish=replace(state.wish, private=private))
    row = text(state, Size(40, 12)).splitlines()[2]
    assert "2000 points" in row
    assert "…" not in row


def test_a_rule_on_a_small_screen_goes_on_in_small_letters_after_its_colon() -> None:
    shown = text(state_of("rules_opened"), Size(40, 12))
    assert "faits : les preneurs" in shown
