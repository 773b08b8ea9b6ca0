"""Tests of the four players round the table: their boxes, their names, and what they have said."""

from __future__ import annotations

import re
from itertools import product

import pytest

from coinche.client.views import Line, Size, text_of
from coinche.client.views.bidding import auction
from coinche.client.views.table_and_side_panel import trick_area
from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import scene, state_of

FRENCH = Face(Language.FRENCH, UNICODE)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [Size(80, 24), Size(62, 24), Size(120, 40)], ids=str)
def test_what_a_player_declares_is_never_cut(size: Size, language: Language) -> None:
    state = state_of("declaring", language)
    assert state.table is not None
    felt = [text_of(line) for line in trick_area(state.table, state.ui, Face(language, UNICODE), size)]
    assert not any("…" in line for line in felt)
    assert sum(line.count("cinquante") for line in felt) == 3


BOTS = {Seat.EAST: "strong", Seat.NORTH: "expert", Seat.WEST: "steady"}
WITH_PAD = 4
"""Rows that an auction takes below the table."""


def labels(felt: tuple[Line, ...]) -> set[str]:
    return set(re.findall(r"(?:Denise|Georges|Henri)( \([^)]*\))?", "\n".join(map(text_of, felt))))


@pytest.mark.parametrize("language", Language)
def test_bots_are_named_in_the_play_as_in_the_auction(language: Language) -> None:
    face, states = Face(language, UNICODE), []
    for name in ("bidding", "frozen", "follow"):
        shown = scene(name, language)
        for seat, kind in BOTS.items():
            shown.happen(SeatChanged(seat, Occupant.BOT, kind, connected=True))
        states.append((shown.table, shown.state.ui))
    for rows, cols in product((12, 15, 18, 24, 30), range(60, 124, 2)):
        played = [trick_area(table, ui, face, Size(cols, rows)) for table, ui in states[-1:]]
        called = [auction(table, face, Size(cols, rows - WITH_PAD)) for table, _ in states[:-1]]
        named = {("bot" in text, len(text) > len(" (bot)")) for felt in (*played, *called) for text in labels(felt)}
        assert len(named) == 1, (rows, cols)


def test_the_boxes_of_an_auction_keep_their_width() -> None:
    widths = set()
    for name in ("bidding", "two_rounds", "frozen", "coarse", "tripled", "every_denomination", "reacting"):
        felt = auction(scene(name).table, FRENCH, Size(80, 10))
        widths |= {len(box) for line in map(text_of, felt) for box in re.findall("[┌┏][─━]+[┐┓]", line)}
    assert len(widths) == 1
