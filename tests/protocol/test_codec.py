"""Tests of encoding and decoding: every message there is, and arbitrary bytes."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import fields
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coinche.engine.events import Event, MatchStarted
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.protocol.codec import (
    CLIENT_TYPES,
    EVENT_TYPES,
    SERVER_TYPES,
    Head,
    decode_client,
    decode_client_line,
    decode_request,
    decode_server,
    encode,
    rules_hash,
    to_map,
    type_of,
)
from coinche.protocol.encodings import LINES
from coinche.protocol.errors import BadFrame, BadMessage, ProtocolError, UnknownType
from coinche.protocol.messages import Act, Envelope, Error, FromClient, FromServer, Hello, TableEvent
from tests.for_each import for_each
from tests.protocol.at_random import CLIENT_MESSAGES, ENVELOPES, INTS, REQUESTS, RULES, SERVER_MESSAGES
from tests.protocol.malformed import MESSAGES

# --- there and back ----------------------------------------------------------------------------------


@given(CLIENT_MESSAGES)
def test_what_a_client_says_arrives_as_it_was(message: FromClient) -> None:
    assert decode_client(encode(message)[4:]) == message


@given(CLIENT_MESSAGES)
def test_what_a_client_says_on_a_line_arrives_as_it_was(message: FromClient) -> None:
    assert decode_client_line(json.dumps(to_map(message)).encode()) == message
    assert decode_client_line(json.dumps(to_map(message), ensure_ascii=False).encode()) == message


@given(SERVER_MESSAGES | ENVELOPES)
def test_a_line_is_the_map_of_the_frame(message: FromServer | Envelope) -> None:
    line = LINES.translated(encode(message))
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert list(json.loads(line).items()) == list(msgpack.unpackb(encode(message)[4:]).items())


@given(SERVER_MESSAGES | ENVELOPES)
def test_what_a_server_says_arrives_as_it_was(message: FromServer | Envelope) -> None:
    assert decode_server(encode(message)[4:]) == message


@given(REQUESTS)
def test_a_request_that_is_trusted_arrives_as_it_was(message: FromServer) -> None:
    assert decode_request(encode(message)[4:]) == message


@given(CLIENT_MESSAGES | SERVER_MESSAGES | ENVELOPES)
def test_the_type_of_a_message_stands_first(message: Any) -> None:
    assert type_of(encode(message)[4:]) == to_map(message)["type"]


@pytest.mark.parametrize("body", [b"", b"\x80", b"\xa4type", b"\x81\xa4type", b"\x82\xa2id\x01\xa4type\xa3act"])
def test_what_has_no_type_in_front_has_none_that_is_seen_there(body: bytes) -> None:
    assert type_of(body) == ""


@given(CLIENT_MESSAGES | SERVER_MESSAGES | ENVELOPES)
def test_the_map_of_a_message_is_what_any_msgpack_reader_sees(message: Any) -> None:
    seen = msgpack.unpackb(encode(message)[4:])
    assert json.loads(json.dumps(to_map(message))) == seen
    assert list(to_map(message)) == list(seen)


@for_each("name", [*CLIENT_TYPES, *SERVER_TYPES, *EVENT_TYPES])
def test_types_are_words_in_snake_case(name: str) -> None:
    assert name == name.lower() == name.strip("_")


def test_no_two_messages_share_a_type() -> None:
    assert len(CLIENT_TYPES) == len(get_args(FromClient))
    assert len(SERVER_TYPES) == len(get_args(FromServer))
    assert len(EVENT_TYPES) == len(get_args(Event)) + len(get_args(TableEvent))
    assert not set(SERVER_TYPES) & set(EVENT_TYPES)


@pytest.mark.parametrize("event", EVENT_TYPES.values())
def test_no_event_has_a_field_of_its_envelope(event: Any) -> None:
    assert not {field.name for field in fields(event)} & {"type", *Head.__struct_fields__}


def test_the_envelope_is_one_flat_map() -> None:
    envelope = Envelope("t1", 1, 99, MatchStarted(FFB, 1, False))
    assert list(to_map(envelope)) == ["type", "table", "n", "at", "rules", "match", "board"]


def test_an_errors_class_is_called_class() -> None:
    (one,) = {f.encode_name for f in msgspec.structs.fields(Error)} - set(Error.__struct_fields__)
    assert one == "class"


# --- what is wrong, and where ------------------------------------------------------------------------

BID = {"type": "bid_made", "table": "t1", "n": 1, "at": 1, "seat": "N", "bid": "90S"}


@pytest.mark.parametrize(
    ("changed", "path"),
    MESSAGES,
)
def test_a_bad_field_is_named_by_its_path(changed: dict[str, Any], path: str) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb(changed))
    assert caught.value.path == path
    assert not isinstance(caught.value, UnknownType)
    assert caught.value.frame_id == (5 if changed.get("id") == 5 else None)


@pytest.mark.parametrize("name", ["", "ACT", "ok", "card_played", "x" * 5000])
def test_a_type_that_no_client_may_send_is_unknown(name: str) -> None:
    with pytest.raises(UnknownType) as caught:
        decode_client(msgpack.packb({"type": name, "id": 9}))
    assert caught.value.frame_id == 9
    assert len(caught.value.message) < 100


CONVENTION = {"said": "80", "when": "opening", "shows": "a suit"}


@pytest.mark.parametrize(
    ("message", "path", "form"),
    [
        (
            {
                "type": "declare_system",
                "table": "t1",
                "system": {"name": "n", "conventions": [CONVENTION | {"said": said}]},
            },
            "$.system.conventions[0].said",
            "Expected a number such as `80`, one such as `80+`, `capot`, `generale`, `pass`",
        )
        for said in ("capot+", "080", "80S")
    ]
    + [
        (
            {"type": "pledge", "id": 7, "table": "t1", "match": 1, "deal": 1, "pledge": "x"},
            "$.pledge",
            "Expected 64 hexadecimal digits",
        )
    ],
)
def test_what_a_string_has_to_look_like_is_said_in_words(message: dict[str, Any], path: str, form: str) -> None:
    """And not as an expression that programs match it with."""
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb({"id": 7} | message))
    assert caught.value.path == path
    assert str(caught.value).startswith(form)
    assert "regex" not in str(caught.value)


def declaring(**changed: Any) -> bytes:
    """A system of one convention, as a client declares it."""
    system = {"name": "n", "conventions": [CONVENTION | changed]}
    body: bytes = msgpack.packb({"type": "declare_system", "id": 7, "table": "t1", "system": system})
    return body


@pytest.mark.parametrize(
    "changed",
    [
        {"said": "85"},
        {"said": "coinche"},
        {"said": "coinche", "points": [0, 80]},
        {"said": "pass", "when": "support"},
        {"all": ["J", "J"]},
        {"all": ["J", "9", "A"], "trumps": [0, 2]},
    ],
)
def test_only_the_form_of_a_system_is_checked(changed: dict[str, Any]) -> None:
    """The possible bids differ from table to table."""
    assert decode_client(declaring(**changed))


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"said": "pass", "all": ["J"]}, "$.system.conventions[0]"),
        ({"said": "capot", "spare": [0, 10]}, "$.system.conventions[0]"),
        ({"trumps": [4, 3]}, "$.system.conventions[0]"),
        ({"shows": " "}, "$.system.conventions[0]"),
        ({"shows": ""}, "$.system.conventions[0].shows"),
        ({"trumps": [3, 9]}, "$.system.conventions[0].trumps[1]"),
    ],
)
def test_where_two_fields_do_not_go_together_the_convention_is_named(changed: dict[str, Any], path: str) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_client(declaring(**changed))
    assert caught.value.path == path


def test_the_server_may_say_new_things() -> None:
    assert decode_server(msgpack.packb({"type": "future", "x": [1]})) is None
    assert decode_server(msgpack.packb(BID | {"future": 1})) == decode_server(msgpack.packb(BID))


@pytest.mark.parametrize("changed", [BID | {"bid": "9S"}, BID | {"bid": 9}, BID | {"seat": "Q"}, BID | {"n": "1"}])
def test_an_event_that_cannot_be_is_no_message(changed: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        decode_server(msgpack.packb(changed))


def test_rules_that_no_table_can_play_are_no_message() -> None:
    plain = to_map(Envelope("t1", 1, 1, MatchStarted(FFB, 1, False)))
    plain["rules"]["match"]["target"] = 0
    with pytest.raises(BadMessage, match="target"):
        decode_server(msgpack.packb(plain))


# --- bytes that nobody meant -------------------------------------------------------------------------


def survives(body: bytes) -> None:
    """Every decoder gives a message or a ProtocolError, nothing else."""
    for decode in (decode_client, decode_client_line, decode_server):
        with suppress(ProtocolError):
            decode(body)


ACT = {"type": "act", "table": "t1", "request": 7, "action": "pass"}


@pytest.mark.parametrize("again", ["type", "table", "request", "action"])
def test_no_key_of_an_act_comes_twice(again: str) -> None:
    twice = msgpack.packb(again) + msgpack.packb(ACT[again])
    with pytest.raises(BadFrame, match="twice"):
        decode_client(b"\x85" + msgpack.packb(ACT)[1:] + twice)


@pytest.mark.parametrize("number", [7.0, b"7", True, None, msgpack.ExtType(7, b"7")])
def test_the_number_of_an_act_is_an_integer(number: object) -> None:
    with pytest.raises(BadFrame if isinstance(number, float | bytes | msgpack.ExtType) else BadMessage):
        decode_client(msgpack.packb(ACT | {"request": number}))


@given(st.binary(max_size=200))
@example(b"\x81" * 4000)
@example(b"\xdf\xff\xff\xff\xff")
@example(b"\x81\xa4type\xd9\xff")
def test_any_bytes_are_a_message_or_a_protocol_error(body: bytes) -> None:
    survives(body)


@settings(max_examples=300)
@given(CLIENT_MESSAGES | SERVER_MESSAGES | ENVELOPES, st.data())
def test_a_message_with_a_byte_changed_is_a_message_or_a_protocol_error(message: Any, data: st.DataObject) -> None:
    body = bytearray(encode(message)[4:])
    body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    survives(bytes(body))


SCALARS = st.none() | st.booleans() | INTS | st.floats() | st.text(max_size=9) | st.binary(max_size=9)
PLAIN = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


@given(CLIENT_MESSAGES | SERVER_MESSAGES | ENVELOPES, st.data())
def test_a_message_with_a_field_changed_is_a_message_or_a_protocol_error(message: Any, data: st.DataObject) -> None:
    plain = to_map(message)
    plain[data.draw(st.sampled_from(list(plain)))] = data.draw(PLAIN)
    survives(msgpack.packb(plain))


# --- the rules' hash ---------------------------------------------------------------------------------


def test_the_rules_hash_is_that_of_their_json_with_sorted_keys() -> None:
    plain = to_map(Envelope("t1", 1, 1, MatchStarted(FFB, 1, False)))["rules"]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    assert rules_hash(FFB) == hashlib.sha256(text.encode()).hexdigest()[:16]


@given(RULES)
def test_other_rules_have_another_hash(rules: RuleSet) -> None:
    assert (rules_hash(rules) == rules_hash(FFB)) == (rules == FFB)


def test_a_typical_act_is_small() -> None:
    assert len(encode(Act(table="t1", request=97, action="9H"))) < 64
    assert len(encode(Hello(versions=(1, 1), name="Ada"))) < 64
