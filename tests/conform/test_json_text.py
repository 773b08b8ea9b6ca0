"""Values in sentences and transcripts are JSON, never what Python makes of them."""

from __future__ import annotations

import msgpack
import pytest

from coinche.conformance.transcript import as_json, received
from coinche.engine.seats import Seat


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        ("l'atout", '"l\'atout"'),
        (Seat.NORTH, '"N"'),
        (("N", None), '["N", null]'),
        ({"b", "a"}, '["a", "b"]'),
        ({"type": "act", 1: [False]}, '{"type": "act", "1": [false]}'),
        (b"GET /\r\n", '"GET /\\r\\n"'),
        (b"\x00\xff", "00 ff"),
        ([b"\x00\xff"], '["00 ff"]'),
        ({b"\x00": 1}, '{"00": 1}'),
        (msgpack.ExtType(5, b""), '[5, ""]'),
        (object(), '"object"'),
    ],
)
def test_a_value_is_shown_as_json(value: object, text: str) -> None:
    assert as_json(value) == text


def test_what_came_over_the_wire_is_json_in_any_sentence() -> None:
    message = received({"type": "error", "data": {"tables": ["t1"], "more": None}})
    assert f"{message}" == '{"type": "error", "data": {"tables": ["t1"], "more": null}}'
    assert f"{message['data']}, {message['data']['tables']!r}, {[message['data']]}" == (
        '{"tables": ["t1"], "more": null}, ["t1"], [{"tables": ["t1"], "more": null}]'
    )
    assert message == {"type": "error", "data": {"tables": ["t1"], "more": None}}


def test_what_is_long_is_cut() -> None:
    assert as_json("x" * 9, 5) == '"xxxx…'
