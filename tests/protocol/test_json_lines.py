"""Tests of JSON lines: the same maps and the same bounds as in frames."""

from __future__ import annotations

import json
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.protocol.codec import decode_client, decode_client_line
from coinche.protocol.errors import BadFrame, BadMessage, FrameTooBig, UnknownType
from coinche.protocol.json_lines import LineReader, any_json, read_line
from coinche.protocol.messages import Act, FromClient, Hello

LINES = st.lists(st.binary(min_size=1, max_size=30).filter(lambda line: not {10, 13} & set(line)), max_size=6)


def lines_in(reader: LineReader) -> list[bytes]:
    return list(iter(reader.next_body, None))


@given(LINES, st.data())
def test_bytes_may_come_in_any_portions(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    reader = LineReader(30)
    got: list[bytes] = []
    while stream:
        portion = data.draw(st.integers(1, len(stream)))
        reader.append(stream[:portion])
        got += lines_in(reader)
        stream = stream[portion:]
    assert got == lines
    assert not reader.in_frame


def test_a_line_may_end_as_a_telnet_ends_it_and_empty_ones_are_passed_over() -> None:
    reader = LineReader(30)
    reader.append(b"\r\n\n{}\r\n\n[]")
    assert lines_in(reader) == [b"{}"]
    assert reader.in_frame


def test_a_line_of_the_limit_passes_and_one_byte_more_does_not() -> None:
    reader = LineReader(5)
    reader.append(b"12345\n123456\n")
    assert reader.next_body() == b"12345"
    with pytest.raises(FrameTooBig, match="the limit is 5"):
        reader.next_body()


def test_a_line_without_an_end_is_refused_once_it_is_beyond_the_limit() -> None:
    reader = LineReader(5)
    reader.append(b"12345")
    assert reader.next_body() is None
    reader.append(b"6")
    with pytest.raises(FrameTooBig):
        reader.next_body()


def test_the_limit_may_change_between_two_lines() -> None:
    reader = LineReader(2)
    reader.append(b"ab\nabcd\n")
    assert reader.next_body() == b"ab"
    reader.limit = 4
    assert reader.next_body() == b"abcd"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"type": "ping"', "not one JSON map"),
        (b"hello", "not one JSON map"),
        (b'{"type": "ping"} {}', "not one JSON map"),
        (b"[1, 2]", "holds one map"),
        (b'"ping"', "holds one map"),
        (b'{"type": "ping", "type": "pong"}', "twice"),
        (b'{"type": "ping", "data": {"a": 1, "a": 2}}', "twice"),
        (b'{"type": "ping", "id": 1.5}', "floats"),
        (b'{"type": "ping", "id": 1e3}', "floats"),
        (b'{"type": "ping", "id": NaN}', "floats"),
        (b'{"type": "ping", "id": -Infinity}', "floats"),
        (b'{"type": "ping", "id": 18446744073709551616}', "64 bits"),
        (b'{"type": "ping", "id": -9223372036854775809}', "64 bits"),
        (b'{"type": "ping", "id": ' + b"9" * 4000 + b"}", "64 bits"),
        (b'{"type": "ping", "data": "\xff"}', "UTF-8"),
        (b'{"type": "ping", "data": "\\ud800"}', "UTF-8"),
        (b'{"type": "ping", "\\udfff": 1}', "UTF-8"),
        (b'{"type": "ping", "data": ' + b"[" * 9 + b"]" * 9 + b"}", "deep"),
        (b"[" * 16_000, "deep"),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_what_no_frame_could_hold_no_line_may_say(line: bytes, complaint: str) -> None:
    with pytest.raises(BadFrame, match=complaint):
        decode_client_line(line)


def test_integers_of_64_bits_are_read() -> None:
    assert read_line(b"[18446744073709551615, -9223372036854775808]") == [2**64 - 1, -(2**63)]


def test_a_line_says_what_a_frame_says() -> None:
    message = {"type": "hello", "versions": [1, 1], "name": "Zoé", "program": True, "id": 7}
    framed = decode_client(msgpack.packb(message))
    assert isinstance(framed, Hello)
    for ascii_only in (True, False):
        assert decode_client_line(json.dumps(message, ensure_ascii=ascii_only).encode()) == framed
    assert decode_client_line(b'{"type":"act","table":"t1","request":3,"action":"80H"}') == Act(
        table="t1", request=3, action="80H"
    )


def test_an_invalid_message_keeps_its_id_and_names_the_field() -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client_line(b'{"type": "act", "id": 9, "table": 7, "request": 1, "action": "pass"}')
    assert (caught.value.frame_id, caught.value.path) == (9, "$.table")
    with pytest.raises(UnknownType):
        decode_client_line(b'{"type": "fly"}')


@given(st.binary(max_size=80))
def test_any_bytes_are_a_message_or_a_reason(line: bytes) -> None:
    with suppress(BadFrame, BadMessage):
        assert isinstance(decode_client_line(line), FromClient)


@pytest.mark.parametrize("line", [b"[" * 100_000, "[" * 100_000, b"{", b"\xff"])
def test_any_other_line_of_json_is_read_or_refused_with_a_reason(line: str | bytes) -> None:
    assert any_json(b'[1, {"a": null}]') == [1, {"a": None}]
    with pytest.raises(ValueError, match=r".+"):
        any_json(line)
