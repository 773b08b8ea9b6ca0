"""Tests of each limit of the decoder, with bytes that exceed it."""

from __future__ import annotations

import pytest

from coinche.protocol.codec import decode_client, decode_server
from coinche.protocol.errors import BadFrame, BadMessage
from coinche.protocol.limits import MAX_DEPTH
from tests.protocol.malformed import BODIES, nested


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_frame_holds_one_plain_map(body: bytes) -> None:
    for decode in (decode_client, decode_server):
        with pytest.raises(BadFrame) as caught:
            decode(body)
        assert len(caught.value.message) < 200


def test_the_deepest_map_that_passes_is_judged_as_a_message() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(nested(MAX_DEPTH))
    assert caught.value.path == "$.x"


def test_sixteen_kilobytes_of_empty_maps_are_refused_in_the_end() -> None:
    with pytest.raises(BadMessage):
        decode_client(b"\x82\xa4type\xa4ping\xa1x\xdc\x3f\xf0" + b"\x80" * 0x3FF0)
