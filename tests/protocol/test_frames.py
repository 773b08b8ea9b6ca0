"""Tests of frames: lengths, limits, bytes in any portions, and openings of other protocols."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.protocol.errors import BadFrame, ErrorCode, FrameTooBig
from coinche.protocol.frames import FrameReader, frame

BODIES = st.lists(st.binary(max_size=40), max_size=6)


def test_a_frame_is_a_length_and_a_body() -> None:
    assert frame(b"abc") == b"\0\0\0\3abc"


@given(BODIES, st.data())
def test_bytes_may_come_in_any_portions(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, bodies))
    reader = FrameReader(40)
    got: list[bytes] = []
    while stream:
        portion = data.draw(st.integers(1, len(stream)))
        got += reader.feed(stream[:portion])
        stream = stream[portion:]
    assert got == bodies
    assert not reader.in_frame


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_frame_split_at_every_byte_is_whole_again(cut: int) -> None:
    data = frame(b"first") + frame(b"2d")[:3]
    reader = FrameReader(5)
    bodies = reader.feed(data[:cut])
    assert bodies == ([b"first"] if cut >= 9 else [])
    assert bodies + reader.feed(data[cut:]) == [b"first"]
    assert reader.in_frame


def test_a_frame_of_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert FrameReader(5).feed(frame(b"12345")) == [b"12345"]
    with pytest.raises(FrameTooBig, match="6 bytes; the limit is 5") as caught:
        FrameReader(5).feed(frame(b"123456"))
    assert caught.value.code is ErrorCode.FRAME_TOO_BIG


def test_a_length_beyond_the_limit_is_refused_before_its_bytes_come() -> None:
    with pytest.raises(FrameTooBig):
        FrameReader(4096).feed(b"\x00\xff\xff\xff")


def test_the_limit_may_change_between_two_bodies() -> None:
    reader = FrameReader(2)
    reader.append(frame(b"ab") + frame(b"abcd"))
    assert reader.next_body() == b"ab"
    reader.limit = 4
    assert reader.next_body() == b"abcd"
    assert reader.next_body() is None


@pytest.mark.parametrize(
    ("opening", "sentence"),
    [
        (b"\x16\x03\x01", "TLS"),
        (b"\x16", "TLS"),
        (b"{", "no frame"),
        (b"\x81\xa4type", "no frame"),
        (b"\xff\xff\xff\xff", "no frame"),
    ],
)
def test_who_opens_without_a_frame_is_told_so(opening: bytes, sentence: str) -> None:
    with pytest.raises(BadFrame, match=sentence) as caught:
        FrameReader(4096).feed(opening)
    assert caught.value.code is ErrorCode.BAD_FRAME


def test_a_foreign_byte_after_a_frame_is_no_opening() -> None:
    reader = FrameReader(4096)
    with pytest.raises(BadFrame, match="no frame begins"):
        reader.feed(frame(b"") + b"{")


def test_nothing_before_a_bad_frame_is_lost() -> None:
    reader = FrameReader(4096)
    reader.append(frame(b"good") + b"\x16")
    assert reader.next_body() == b"good"
    with pytest.raises(BadFrame):
        reader.next_body()
