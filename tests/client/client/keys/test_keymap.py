"""Tests of the keymap: one mode for each state, and a key is looked up in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import BOUND, KEYMAP, ROWS, Key, KeyMode, active, mode_of, press
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.update.text_entry import LONGEST
from coinche.client.views import Size
from tests.client.golden import text
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each

NO_ROWS_OF_THEIR_OWN = {Overlay.LAST_TRICK}
"""The keys of the table count below it."""


def test_every_mode_has_rows() -> None:
    assert set(ROWS) == {*KeyMode, *Overlay} - NO_ROWS_OF_THEIR_OWN
    assert all(KEYMAP.values())


@pytest.mark.parametrize(
    ("scene", "mode"),
    [
        ("home", KeyMode.HOME),
        ("lobby", KeyMode.LOBBY),
        ("gathering", KeyMode.ROOM),
        ("cutting", KeyMode.CUT),
        ("bidding", KeyMode.AUCTION),
        ("reacting", KeyMode.AUCTION_OF_OTHERS),
        ("follow", KeyMode.PLAY),
        ("choosing_ahead", KeyMode.PLAY_OF_OTHERS),
        ("recap", KeyMode.RECAP),
        ("replay_of_file", KeyMode.REPLAY),
        ("matches_listed", KeyMode.MATCHES),
        ("writing", Overlay.CHAT),
        ("settings", Overlay.SETTINGS),
    ],
)
def test_the_mode_follows_from_the_state(scene: str, mode: KeyMode | Overlay) -> None:
    assert mode_of(state_of(scene)) is mode


def test_the_last_trick_leaves_the_keys_of_the_table() -> None:
    state = state_of("follow")
    over = replace(state, ui=replace(state.ui, overlay=Overlay.LAST_TRICK))
    assert mode_of(over) is mode_of(state)


@pytest.mark.parametrize("mode", ROWS)
def test_no_row_is_hidden_for_good_by_those_before_it(mode: KeyMode | Overlay) -> None:
    taken: set[str] = set()
    for row in ROWS[mode]:
        assert not taken.issuperset(row.keys), row.label
        if row.when is None:
            taken |= set(row.keys)


@for_each("scene", SCENES)
def test_a_key_does_what_the_first_active_row_that_has_it_says(scene: str) -> None:
    state = replace(state_of(scene), notice=None)
    if state.table is not None and state.table.trick_shown:
        state = replace(state, table=replace(state.table, trick_shown=False))
    for name in BOUND:
        row = first(state, name)
        if row is not None and mode_of(state) not in LONGEST:
            asked, done = row.does(name)(state), press(state, name)
            assert (done.send, done.quit) == (asked.send, asked.quit)
            assert replace(done.state, ui=replace(done.state.ui, once="")) == replace(
                asked.state, ui=replace(asked.state.ui, once="")
            )


def first(state: ClientState, name: str) -> Key | None:
    return next((row for row in active(state) if name in row.keys), None)


def test_keys_are_told_as_they_are_now() -> None:
    """The digits of the cards that are left; and Enter, which takes up the proposed bid before it makes it."""
    assert "1-5 jouer" in text(state_of("follow"), Size(80, 24))
    bidding = state_of("bidding")
    assert "Entrée choisir" in text(bidding, Size(80, 24))
    assert "Entrée enchérir" in text(press(bidding, "enter").state, Size(80, 24))


def test_the_rules_of_a_table_lead_to_its_conventions_and_to_help() -> None:
    rules = press(state_of("bidding"), "r").state
    assert all(keys in text(rules, Size(80, 24)).splitlines()[-1] for keys in ("e enchères", "Échap fermer", "? aide"))
    assert press(rules, "e").state.ui.overlay is Overlay.CONVENTIONS
    assert press(rules, "?").state.ui.overlay is Overlay.HELP
    assert press(press(rules, "?").state, "escape").state.ui.overlay is Overlay.RULES
