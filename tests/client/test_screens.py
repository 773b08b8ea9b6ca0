"""Every screen at every size: it fits, and hand, turn and contract are on it. Some are kept whole, as text."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.face import Face
from coinche.client.glyphs import ASCII, UNICODE
from coinche.client.hand import laid_out
from coinche.client.keys import press
from coinche.client.language import Language
from coinche.client.model import ClientState, Link, Overlay, Rejected
from coinche.client.reducing import LinkLost, reduce
from coinche.client.views import Line, Size, screen, text_of
from coinche.client.views.lines import width
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from tests.client.scenes import NAMES, SCENES, scene, state_of, table_of

GOLDEN = Path(__file__).parent.parent / "golden"
SIZES = st.builds(Size, st.integers(20, 200), st.integers(4, 60))
LANGUAGES = st.sampled_from(Language)
IN_PLAY = (
    "bidding",
    "coinched",
    "follow",
    "belote",
    "every_denomination",
    "typing_generale",
    "ranked",
    "coarse",
    "cancelled",
    "soloist",
    "six_cards",
    "clockwise",
    "tripled",
    "reacting",
    "sure",
    "looking_back",
)
"""Scenes with a hand, a turn and a contract."""


def drawn(state: ClientState, size: Size, *, ascii_only: bool = False) -> tuple[Line, ...]:
    return screen(state, Face(state.ui.language, ASCII if ascii_only else UNICODE), size)


def text(state: ClientState, size: Size, *, ascii_only: bool = False) -> str:
    return "".join(text_of(line).rstrip() + "\n" for line in drawn(state, size, ascii_only=ascii_only))


@settings(deadline=None)
@given(
    st.sampled_from(tuple(SCENES)), SIZES, LANGUAGES, st.booleans(), st.sampled_from([None, *Overlay]), st.booleans()
)
def test_every_screen_fits_every_terminal(
    name: str, size: Size, language: Language, ascii_only: bool, overlay: Overlay | None, lost: bool
) -> None:
    state = state_of(name, language)
    state = replace(state, ui=replace(state.ui, overlay=overlay))
    if lost:
        state = reduce(state, LinkLost(3))
    lines = drawn(state, size, ascii_only=ascii_only)
    assert 1 <= len(lines) <= size.rows
    assert all(width(line) <= size.cols for line in lines)
    assert any(text_of(line).strip() for line in lines)
    if ascii_only:
        assert all(text_of(line).isascii() for line in lines)


@settings(deadline=None)
@given(st.sampled_from(IN_PLAY), SIZES, LANGUAGES, st.booleans())
def test_hand_turn_and_contract_never_leave_the_screen(
    name: str, size: Size, language: Language, ascii_only: bool
) -> None:
    state = state_of(name, language)
    face = Face(language, ASCII if ascii_only else UNICODE)
    shown = text(state, size, ascii_only=ascii_only)
    table = table_of(name, language)
    assert table.view.contract is not None
    for card in laid_out(table, state.ui):
        assert face.card(card) in shown
    turn = table.view.turn
    assert turn is not None
    assert (face.glyphs.turn if table.asked is not None else face.name(NAMES[turn])) in shown
    assert face.bid(table.view.contract.bid) in shown


@settings(deadline=None)
@given(st.text(min_size=1, max_size=24), SIZES)
def test_a_name_of_any_signs_breaks_no_screen(name: str, size: Size) -> None:
    table = table_of("follow")
    seats = {seat: replace(info, name=name + seat.value) for seat, info in table.seats.items()}
    state = replace(state_of("follow"), table=replace(table, seats=seats))
    for ascii_only in (False, True):
        lines = drawn(state, size, ascii_only=ascii_only)
        assert all(width(line) <= size.cols for line in lines)
        assert all(text_of(line).isprintable() for line in lines)


@pytest.mark.parametrize("name", tuple(SCENES))
@pytest.mark.parametrize(("size", "kind"), [((80, 24), ""), ((120, 40), ""), ((80, 24), "-ascii"), ((40, 12), "")])
@pytest.mark.parametrize("language", Language)
def test_golden_screens(name: str, size: tuple[int, int], kind: str, language: Language) -> None:
    state = state_of(name, language)
    shown = text(state, Size(*size), ascii_only=kind == "-ascii")
    path = GOLDEN / f"{name}-{size[0]}x{size[1]}{kind}-{language}.txt"
    if os.environ.get("COINCHE_GOLDEN") == "write":
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), f"{path.name} differs; COINCHE_GOLDEN=write keeps the new one"


def test_digits_stand_under_legal_cards_and_dashes_under_the_others() -> None:
    played = scene("follow")
    state, table = played.state, played.table
    labels = text(state, Size(80, 24)).splitlines()[22].split()
    assert table.asked is not None
    legal = [card in table.asked.legal for card in laid_out(table, state.ui)]
    assert labels == ["-", "-", "-", ">4<", "5"]
    assert legal == [label != "-" for label in labels]


def test_the_lost_connection_is_told_at_the_top() -> None:
    state = reduce(scene("follow").state, LinkLost(2))
    assert state.link is Link.LOST
    assert "Connexion perdue" in text(state, Size(80, 24)).splitlines()[0]


def test_a_refusal_is_told_beside_the_turn() -> None:
    state = replace(scene("follow").state, notice=Rejected(ErrorCode.RATE))
    assert "▶ Doucement : trop de demandes." in text(state, Size(80, 24))


def test_bots_and_absent_players_are_marked() -> None:
    played = scene("follow")
    seats = {**played.table.seats, Seat.EAST: replace(played.table.seats[Seat.EAST], connected=False)}
    shown = text(replace(played.state, table=replace(played.table, seats=seats)), Size(80, 24))
    assert "Léo (bot)" in shown
    assert "Max (absent)" in shown


def test_the_sides_are_named_for_the_viewer() -> None:
    assert "NOUS" in text(scene("follow").state, Size(80, 24))
    assert "NORD-SUD" in text(scene("follow", seat=None).state, Size(80, 24))


def test_the_viewer_sits_at_the_bottom_and_the_next_player_on_the_right() -> None:
    lines = text(scene("follow", seat=Seat.EAST).state, Size(80, 24)).splitlines()
    assert "Ouest" in lines[4]
    assert "Nord" in next(line for line in lines[5:] if "Sud" in line).split("Sud")[1]


def test_help_is_on_every_screen() -> None:
    for name in SCENES.keys() - {"leaving", "helped", "rules_read", "form"}:
        state = scene(name).state
        assert "? aide" in text(state, Size(80, 24))
        assert "Aide" in text(press(state, "?").state, Size(80, 24))


def test_switching_language_changes_words_and_rank_letters() -> None:
    state = press(scene("follow").state, "f2").state
    assert state.ui.language is Language.ENGLISH
    shown = text(state, Size(80, 24))
    assert "K♦" in shown
    assert "R♦" not in shown
