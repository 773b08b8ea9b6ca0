"""Tests of secrecy: hidden cards change no byte of a viewer's view or of the events sent to it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.actions import parse_action
from coinche.engine.deal_phases import Bidding
from coinche.engine.events import Viewer, seen_by
from coinche.engine.match import legal, new_match, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import view
from tests.engine.script import hands
from tests.engine.variants import some_rules
from tests.engine.worlds import History, alternative, some_history
from tests.extent import examples

VIEWERS: tuple[Viewer, ...] = (*Seat, None)


def on_turn(history: History) -> Seat:
    seat = to_act(history.state)
    assert seat is not None
    return seat


def told(history: History, viewer: Viewer) -> list[object]:
    """All events sent to the viewer, with its views and requests on the way."""
    things: list[object] = []
    for state, events in history.steps():
        things += [seen_by(event, viewer) for event in events]
        things.append(view(state, viewer))
        if viewer is not None:
            things.append(legal(state, viewer))
    return things


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(VIEWERS))
def test_what_a_viewer_is_told_does_not_depend_on_what_he_cannot_see(seed: int, viewer: Viewer) -> None:
    """By any rules."""
    chance = random.Random(seed)
    truth = some_history(chance, some_rules(chance))
    other = alternative(truth, viewer, chance)
    if other is not None:
        assert other.hands != truth.hands
        assert repr(told(other, viewer)) == repr(told(truth, viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_there_are_other_worlds_to_compare_with(viewer: Viewer) -> None:
    """Or the test above would prove nothing: of states with cards to play most have one."""
    found: Counter[str] = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        truth = some_history(chance, some_rules(chance))
        phase = truth.state.phase
        if isinstance(phase, Bidding) or (isinstance(phase, Playing) and len(phase.tricks) < 6):
            found["other" if alternative(truth, viewer, chance) else "none"] += 1
    assert found["other"] > 3 * found["none"]


def test_a_leak_would_show() -> None:
    """The owner of a hand gets more than the others: the owner's own worlds and a neighbour's differ."""
    chance = random.Random(1)
    truth = some_history(chance)
    other = alternative(truth, Seat.NORTH, chance)
    assert other is not None
    assert any(repr(told(other, seat)) != repr(told(truth, seat)) for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST))


def test_the_losers_declarations_differ_in_some_world() -> None:
    """F 8.3: « pas mieux » tells that the cards are no better, and nothing else."""
    deal = hands(S="9S 10S JS 7C 8C AD KD AH", E="7D 8D 9D 9C 10C QH KH 7H", N="QS KS AS 8S 10D JC KC 10H")
    before, _ = new_match(FFB, Seat.WEST)
    history = History(before, deal)
    for notation in ["80H", "pass", "pass", "pass", "AH+tierce:9S10SJS", "7H+tierce:7D8D9D", "10H"]:
        history = history.after(on_turn(history), parse_action(notation))
    for _ in range(2):
        seat = on_turn(history)
        history = history.after(seat, legal(history.state, seat).actions[0])
    chance = random.Random(0)
    worlds = [other for _ in range(60) if (other := alternative(history, Seat.SOUTH, chance))]
    lost = {str(action) for world in worlds for seat, action in world.actions if seat is Seat.EAST}
    assert len(lost) > 1
    assert {repr(told(world, Seat.SOUTH)) for world in worlds} == {repr(told(history, Seat.SOUTH))}
