"""Tests of positions for practice: taken from a record, in notation, and played up to again."""

from __future__ import annotations

import random

import pytest

from coinche.engine.actions import Cut, Pass
from coinche.engine.cards import PACK
from coinche.engine.match import to_act
from coinche.engine.practice import DealPosition, ImpossiblePosition, parsed_position, position_at, reached
from coinche.engine.presets import FFB
from coinche.engine.record import ActionLine, DealLine
from coinche.engine.replay import replayed
from coinche.engine.rules import Shuffle
from coinche.engine.seats import Seat
from coinche.engine.view import view
from tests.engine.recording import recorded

NOTHING = DealPosition(dealer=Seat.EAST, pack=PACK)


@pytest.mark.parametrize("shuffle", Shuffle)
def test_every_hand_of_a_recorded_match_is_reached_again(shuffle: Shuffle) -> None:
    rules = FFB.changed(shuffle=shuffle)
    record = recorded(rules, random.Random(4), deals=4)
    stops = taken = 0
    for step in replayed(record):
        if isinstance(step.entry, DealLine):
            taken = 0
        elif isinstance(step.entry, ActionLine):
            taken += not isinstance(step.entry.action, Cut)
        seat, before_a_cut = to_act(step.state), isinstance(step.entry, DealLine) and shuffle is Shuffle.NEVER
        if seat is None or before_a_cut:
            continue
        position = position_at(record, step.state.deal, taken)
        assert not any(isinstance(action, Cut) for _, action in position.actions)
        again, there = view(reached(position, rules), seat), view(step.state, seat)
        assert (again.hand, again.auction, again.trick, again.tricks) == (
            there.hand,
            there.auction,
            there.trick,
            there.tricks,
        )
        stops += isinstance(step.entry, ActionLine)
    assert stops > 50


def test_in_a_deal_that_is_not_recorded_there_is_no_position() -> None:
    record = recorded(FFB, random.Random(1), deals=1)
    with pytest.raises(ValueError, match="the record has no deal 2"):
        position_at(record, 2, 0)


def test_a_position_is_read_in_notation() -> None:
    position = parsed_position(Seat.EAST, [str(card) for card in PACK], [(Seat.NORTH, "pass")])
    assert position == DealPosition(dealer=Seat.EAST, pack=PACK, actions=((Seat.NORTH, Pass()),))


@pytest.mark.parametrize(
    ("pack", "actions", "at", "reason"),
    [
        (["1S"], [], None, ""),
        ([str(card) for card in PACK[1:]], [], None, ""),
        ([str(card) for card in PACK], [(Seat.NORTH, "sixty")], 0, "no_action"),
        ([str(card) for card in PACK], [(Seat.NORTH, "pass"), (Seat.NORTH, "pass")], 1, "not_your_turn"),
        ([str(card) for card in PACK], [(seat, "pass") for seat in (*"NWSE",)], 3, "deal_over"),
    ],
)
def test_what_cannot_be_reached_is_told_with_the_action_to_blame(
    pack: list[str], actions: list[tuple[Seat, str]], at: int | None, reason: str
) -> None:
    with pytest.raises(ImpossiblePosition) as wrong:
        reached(parsed_position(Seat.EAST, pack, [(Seat(seat), action) for seat, action in actions]), FFB)
    assert (wrong.value.at, wrong.value.reason) == (at, reason)
