"""Tests of bots with the rules of a newer server: an unknown value becomes the usual one, with one warning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from coinche.bot.lenient_decoder import LenientDecoder
from coinche.engine.presets import FFB, preset
from coinche.engine.seats import Seat
from coinche.protocol.codec import to_map
from coinche.protocol.errors import BadMessage
from coinche.protocol.messages import Clock, Joined

JOINED = Joined(
    table="t1", name="Café", seat=Seat.EAST, preset="pagat", rules=preset("pagat"), clock=Clock(move_ms=0, bank_ms=0)
)
Told = list[tuple[str, object, object]]


def read(change: Callable[[Any], None], times: int = 1) -> tuple[object, Told]:
    """The decoded message, and the warnings."""
    plain = to_map(JOINED)
    change(plain["rules"])
    told: Told = []
    decoder = LenientDecoder(lambda *words: told.append(words))
    messages = [decoder(msgpack.packb(plain)) for _ in range(times)]
    return messages[-1], told


def test_what_is_known_stays_as_it_is() -> None:
    assert read(lambda rules: None) == (JOINED, [])


def test_every_unknown_value_becomes_the_usual_and_is_told_once() -> None:
    def change(rules: Any) -> None:
        rules["table"]["direction"] = "sideways"
        rules["auction"]["denominations"] = ["S", "X"]

    message, told = read(change, times=2)
    assert isinstance(message, Joined)
    assert message.rules.table.direction is FFB.table.direction
    assert message.rules.auction.denominations == FFB.auction.denominations
    assert message.rules.scoring == JOINED.rules.scoring
    assert sorted((option, value) for option, value, _ in told) == [
        ("denominations", ["S", "X"]),
        ("direction", "sideways"),
    ]


@pytest.mark.parametrize("section", ["table", "auction"])
def test_rules_without_a_whole_part_are_no_rules(section: str) -> None:
    with pytest.raises(BadMessage):
        read(lambda rules: rules.pop(section))
    with pytest.raises(BadMessage):
        read(lambda rules: rules.update({section: 7}))
