"""Tests of the limits as PROTOCOL.md states them, in figures: a test that used their names would accept any value."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgpack
import msgspec
import pytest

from coinche.engine.seats import Seat
from coinche.protocol import frames, limits
from coinche.protocol.codec import decode_client, decode_server, to_map
from coinche.protocol.encodings import FRAMES, HTTP, LINES, TEXT, Encoding, encoding_of
from coinche.protocol.errors import BadFrame, BadMessage, ErrorClass, ErrorCode
from coinche.protocol.json_lines import read_line
from coinche.protocol.limits import (
    MAX_CHAT,
    MAX_CONVENTIONS,
    MAX_DEPTH,
    MAX_EXPECTED,
    MAX_MALFORMED,
    MAX_NAME,
    MAX_SHOWS,
    MAX_SYSTEM,
    SHORTEST_CLOCK,
)
from coinche.protocol.messages import VERSION, Clock, Request, RequestKind
from coinche.protocol.messages.bidding_systems import OwnSystem
from tests.protocol.malformed import CREATE, HELLO

KEY = {"key": "0" * 64}
NONCE = {"nonce": "0" * 64}
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
MANY_FACTS = {"all": RANKS, "any": RANKS, "trumps": [0, 8], "points": [100, 500], "spare": [-500, -500]}


def test_the_limits_in_figures() -> None:
    assert (limits.BEFORE_SIGN_IN, limits.AFTER_SIGN_IN, limits.FROM_SERVER) == (4096, 16_384, 262_144)
    assert (frames.HEADER, MAX_DEPTH, MAX_MALFORMED) == (4, 8, 3)
    assert (MAX_NAME, MAX_CHAT, SHORTEST_CLOCK, VERSION) == (24, 200, 100, 1)
    assert (MAX_CONVENTIONS, MAX_SHOWS, MAX_SYSTEM, MAX_EXPECTED) == (24, 120, 4096, 500)


def test_the_errors_that_end_a_connection() -> None:
    fatal = "BAD_FRAME FRAME_TOO_BIG UNSUPPORTED AUTH_FAILED AUTH_TIMEOUT SLOW_CONSUMER FLOOD STALE REPLACED SHUTDOWN"
    assert [code for code in ErrorCode if code.error_class is ErrorClass.FATAL] == fatal.split()


@pytest.mark.parametrize(("number", "answered"), [(0, 0), (1, 1), (2**31, 2**31), (-1, None), (2**31 + 1, None)])
def test_a_refusal_carries_the_id_that_a_message_may_have(number: int, answered: int | None) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb({"type": "fly", "id": number}))
    assert caught.value.frame_id == answered


@pytest.mark.parametrize("number", [True, None, "1", [1]])
def test_what_is_no_number_is_no_id(number: object) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb({"type": "fly", "id": number}))
    assert caught.value.frame_id is None


def test_a_bid_is_a_string() -> None:
    event = {"type": "bid_made", "table": "t1", "n": 1, "at": 1, "seat": "N", "bid": 90}
    with pytest.raises(BadMessage, match="Expected `str`, got `int`") as caught:
        decode_server(msgpack.packb(event))
    assert caught.value.path == "$.bid"


@pytest.mark.parametrize("given", [{}, KEY, NONCE])
def test_to_sign_in_with_a_key_takes_the_key_and_a_nonce(given: dict[str, str]) -> None:
    with pytest.raises(BadMessage, match="`key` and `nonce`"):
        decode_client(msgpack.packb(HELLO | {"auth": "ed25519"} | given))
    decode_client(msgpack.packb(HELLO | {"auth": "ed25519"} | KEY | NONCE))
    decode_client(msgpack.packb(HELLO | given))


@pytest.mark.parametrize(
    ("plain", "path"),
    [
        (CREATE | {"name": "..."}, "$.name"),
        (HELLO | {"name": "..."}, "$.name"),
        ({"type": "chat", "table": "t1", "text": "a\nb"}, "$.text"),
        ({"type": "chat", "table": "t1", "text": " "}, "$.text"),
    ],
)
def test_what_others_would_see_has_to_be_printable(plain: dict[str, Any], path: str) -> None:
    with pytest.raises(BadMessage, match="printable characters") as caught:
        decode_client(msgpack.packb(plain))
    assert caught.value.path == path


@pytest.mark.parametrize(("move_ms", "bank_ms"), [(0, 0), (99, 0), (0, 99), (50, 49)])
def test_a_clock_has_a_tenth_of_a_second_at_least(move_ms: int, bank_ms: int) -> None:
    with pytest.raises(BadMessage, match="100 ms"):
        decode_client(msgpack.packb(CREATE | {"clock": {"move_ms": move_ms, "bank_ms": bank_ms}}))
    decode_client(
        msgpack.packb(CREATE | {"clock": {"move_ms": move_ms + 100 - (move_ms + bank_ms), "bank_ms": bank_ms}})
    )


@pytest.mark.parametrize(
    ("opening", "tongue"),
    [
        (b"\x00", FRAMES),
        (b"\x16", FRAMES),
        (b"\x1f", FRAMES),
        (b"\x7f", FRAMES),
        (b"\xff", FRAMES),
        (b" ", TEXT),
        (b"~", TEXT),
        (b"\r", TEXT),
        (b"\n", TEXT),
        (b"\t", TEXT),
        (b"GET / HTTP/1.1", HTTP),
        (b"{", LINES),
    ],
)
def test_the_first_byte_says_what_is_spoken(opening: bytes, tongue: Encoding) -> None:
    assert encoding_of(opening) is tongue


@pytest.mark.parametrize("line", [b"1.5", b"[1e3]", b"NaN", b"-Infinity", b"1" * 21, b"1" * 5000])
def test_a_line_holds_no_number_that_is_no_integer_of_64_bits(line: bytes) -> None:
    with pytest.raises(BadFrame):
        read_line(line)


def test_a_request_without_its_view_says_so() -> None:
    request = Request(
        request=1,
        table="t1",
        seat=Seat.NORTH,
        after=1,
        kind=RequestKind.BID,
        match=1,
        deal=1,
        rules="",
        legal=("pass",),
        default="pass",
        clock=Clock(move_ms=1, bank_ms=1),
    )
    assert "view" not in to_map(request)
    with pytest.raises(LookupError, match="without a view"):
        assert request.known is not None


@pytest.mark.parametrize("letter", ["a", "é", "\u20ac", "\U0001f600"], ids=ascii)
@pytest.mark.parametrize("facts", [{}, MANY_FACTS], ids=["words", "facts"])
def test_the_longest_system_fits_into_a_line_with_all_but_ascii_escaped(letter: str, facts: dict[str, Any]) -> None:
    def system(conventions: int, length: int) -> OwnSystem:
        shown = {"said": "surcoinche" if not facts else "990+", "when": "opening", "shows": letter * length} | facts
        return msgspec.convert({"name": letter * 32, "conventions": [shown] * conventions}, OwnSystem)

    def longest(conventions: int) -> str:
        for length in range(MAX_SHOWS, 0, -1):
            with suppress(msgspec.ValidationError):
                message = {"type": "declare_system", "id": 2**31, "table": "t" * 32, "seat": "N"}
                declared = msgspec.to_builtins(system(conventions, length))
                return json.dumps(message | {"system": declared})
        return ""

    assert 0 < max(len(longest(number)) for number in range(1, MAX_CONVENTIONS + 1)) < limits.AFTER_SIGN_IN
