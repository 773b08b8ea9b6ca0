"""The encoding of a bot: its first byte chooses it, and values that may not travel are kept for one check."""

from __future__ import annotations

import msgpack
import pytest

from coinche.conformance.checks import Failed
from coinche.conformance.encodings import framed, packed
from coinche.conformance.wire import LONGEST, BotTongue

PING = {"type": "ping", "data": "é"}


def test_frames_are_heard_in_pieces() -> None:
    tongue, data = BotTongue(), framed(packed(PING))
    heard = [message for at in range(len(data)) for message in tongue.heard(data[at : at + 1])]
    assert heard == [PING]
    assert tongue.torn == len(data) - 1
    assert tongue.spoken(PING) == data


def test_lines_are_heard_with_a_cr_and_between_empty_ones() -> None:
    tongue = BotTongue()
    assert tongue.heard(b'{"type": "ping"}\r\n\n{"type": "bye"}\n{"ty') == [{"type": "ping"}, {"type": "bye"}]
    assert tongue.heard(b'pe": "pong"}\n') == [{"type": "pong"}]
    assert tongue.spoken({"type": "bye"}) == b'{"type": "bye"}\n'


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b'{"type": "act", "sure": 0.5}\n', "a float may not travel: 0.5"),
        (b'{"type": "act", "id": 18446744073709551616}\n', "an integer of more than 64 bits may not travel"),
        (b'{"type": "act", "type": "act"}\n', 'a map has a key twice: ["type", "type"]'),
        (framed(packed({"type": "act", "x": b"\x00"})), "a binary value may not travel: 00"),
        (framed(packed({"type": "act", "x": {1: 2}})), 'a key is no string: {"1": 2}'),
        (framed(packed({"type": "act", "x": [[[[[[[[1]]]]]]]]})), "a message nests more than 8 deep"),
        (framed(packed({"type": "act", "x": msgpack.ExtType(5, b"")})), "a ExtType may not travel"),
    ],
)
def test_what_may_not_travel_is_a_fault_and_no_end(data: bytes, fault: str) -> None:
    tongue = BotTongue()
    assert [message["type"] for message in tongue.heard(data)] == ["act"]
    assert tongue.faults[0].sentence.startswith(fault)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GET / HTTP/1.1\r\n", 'opens with the byte "G"'),
        (b"{no json}\n", "not JSON"),
        (framed(b"\xc1"), "not msgpack"),
        (framed(packed([1])), "not a map"),
        (framed(packed({"data": "1"})), "no `type`"),
        ((LONGEST + 1).to_bytes(4, "big"), "the limit"),
        (b"{" + b" " * LONGEST, "a line has 16385 bytes or more"),
    ],
)
def test_what_is_no_message_fails(data: bytes, why: str) -> None:
    with pytest.raises(Failed, match=why):
        BotTongue().heard(data)
