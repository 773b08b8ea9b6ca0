"""Tests of what a person has to see without looking for it: marks, whole bars, and notes that nobody is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import press
from coinche.client.model.state import ClientState, Tips
from coinche.client.texts.tips import Tip
from coinche.client.update import lobby, solo
from coinche.client.views import screen
from coinche.client.views.asides import asides
from coinche.client.views.table_and_side_panel import log_lines
from coinche.client.views.text_lines import Line, Size, text_of
from coinche.engine.events import CardPlayed
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Chatted, Occupant, SeatChanged, Whereabouts
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of

USUAL = Size(80, 24)


def lines(state: ClientState, size: Size = USUAL) -> tuple[Line, ...]:
    return screen(state, Face(state.ui.language, UNICODE), size)


def text(state: ClientState, size: Size = USUAL) -> str:
    return "\n".join(text_of(line) for line in lines(state, size))


def test_the_chosen_answer_is_one_bar() -> None:
    chosen = [part for line in lines(state_of("asked_rules")) for part in line if part.style == "class:chosen"]
    assert len(chosen) == 1
    assert " " in chosen[0].text


def test_on_arrival_the_seat_that_enter_takes_is_marked() -> None:
    state = state_of("lobby_people", Language.ENGLISH)
    assert state.ui.place is None
    assert "[E free]" in text(state)


def test_a_call_leaves_a_blank_line_above_the_tables() -> None:
    shown = text(state_of("lobby_called", Language.ENGLISH)).splitlines()
    at = next(number for number, line in enumerate(shown) if "looking for a" in line)
    assert not shown[at + 1].strip()


@pytest.mark.parametrize(("place", "told"), [(Whereabouts.LOBBY, False), (Whereabouts.PLAYING, True)])
def test_a_message_that_nobody_reads_says_so(place: Whereabouts, told: bool) -> None:
    state = state_of("lobby_people", Language.ENGLISH)
    others = tuple(replace(one, place=place) for one in state.presence.people if one.name != state.name)
    there = replace(state, presence=replace(state.presence, people=others, more=0))
    assert ("Nobody else is in the lobby" in text(press(there, "t").state)) is told


def test_settings_on_a_large_screen_have_the_values_beside_them() -> None:
    shown = text(state_of("settings", Language.ENGLISH), Size(120, 40))
    assert "high contrast" in shown
    assert all("│" in line for line in shown.splitlines()[2:-1])


def test_settings_that_do_not_fit_have_a_mark() -> None:
    shown = text(state_of("settings", Language.ENGLISH), Size(80, 22)).splitlines()
    assert any(line.rstrip().endswith("↓") for line in shown)


@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.DEAL_OVER, Phase.MATCH_OVER])
def test_a_solo_match_has_arrived_where_nothing_is_asked(phase: Phase) -> None:
    state = state_of("recap")
    assert state.table is not None
    assert solo.has_arrived(replace(state, table=replace(state.table, view=replace(state.table.view, phase=phase))))


def test_the_newest_note_stands_below_the_older_one() -> None:
    made = scene("follow")
    made.happen(Chatted(Seat.EAST, "Max", "Bonsoir."))
    made.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True))
    assert ["Bonsoir" in line for line in beside(made)] == [True, False]
    made.happen(Chatted(Seat.NORTH, "Zoé", "Dommage."))
    assert ["Dommage" in line for line in beside(made)] == [False, True]


def beside(made: Scene) -> list[str]:
    """The lines beside the game."""
    face = Face(Language.FRENCH, UNICODE)
    return [text_of(line) for line in asides(made.table, face, made.state.now, 80, apart=True)]


def test_the_log_has_no_tricks_without_cards() -> None:
    state, face = state_of("follow"), Face(Language.FRENCH, UNICODE)
    assert state.table is not None
    table = replace(state.table, log=tuple(one for one in state.table.log if not isinstance(one, CardPlayed)))
    for shown, count in ((state.table, len(table.view.tricks)), (table, 0)):
        told = " ".join(text_of(line) for line in log_lines(shown, face, Size(60, 60)))
        assert told.count(" le pli") == count


def test_a_score_with_a_tip_keeps_its_bars() -> None:
    state = state_of("recap")
    told = replace(state, tips=Tips(shown=Tip.RECAP))
    for rows in range(22, 32):
        shown, plain = (text(one, Size(80, rows)).splitlines() for one in (told, state))
        assert [line for line in shown if "▮" in line or "···" in line] == [
            line for line in plain if "▮" in line or "···" in line
        ]


def test_the_first_arrow_leaves_the_free_seat_that_is_marked_already() -> None:
    state = state_of("lobby")
    seats = tuple(replace(seat, occupant=Occupant.FREE, name="") for seat in state.tables[1].seats)
    tables = (state.tables[0], replace(state.tables[1], seats=seats))
    state = replace(state, tables=tables, ui=replace(state.ui, row=2, place=None))
    assert lobby.seat_of_enter(state, tables[1]) is Seat.NORTH
    assert lobby.move_place(1)(state).state.ui.place is Seat.EAST
    assert lobby.move_place(-1)(state).state.ui.place is Seat.WEST
