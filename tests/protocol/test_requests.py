"""Tests of the request as it is sent to a seat."""

from __future__ import annotations

import pytest

from coinche.engine.cards import PACK
from coinche.engine.match import legal, new_match, next_deal
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, RequestKind
from coinche.protocol.requests import request_of

CLOCK = Clock(move_ms=30_000, bank_ms=0)


@pytest.mark.parametrize(
    ("seat", "given", "kind"),
    [
        (Seat.EAST, None, RequestKind.BID),
        (Seat.NORTH, None, RequestKind.REACT),
        (Seat.EAST, RequestKind.REACT, RequestKind.REACT),
    ],
)
def test_its_kind_is_the_one_given_or_follows_from_turn_and_phase(
    seat: Seat, given: RequestKind | None, kind: RequestKind
) -> None:
    state, _ = next_deal(new_match(FFB, Seat.SOUTH)[0], PACK)
    may = legal(state, Seat.EAST)
    asked = request_of(state, seat, may, number=1, table="t", after=3, clock=CLOCK, rules="0", kind=given)
    assert asked.kind is kind
