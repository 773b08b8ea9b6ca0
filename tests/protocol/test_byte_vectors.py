"""Tests that the published byte vectors mean the same to our codec and to an independent msgpack library."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest

from coinche.protocol.codec import (
    CLIENT_TYPES,
    EVENT_TYPES,
    SERVER_TYPES,
    decode_client,
    decode_client_line,
    decode_server,
    encode,
    to_map,
)
from coinche.protocol.errors import ErrorCode
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import FROM_SERVER
from tests.for_each import for_each
from tests.protocol.byte_vectors import FILES, VECTORS
from tests.protocol.schema_check import Checker
from tests.protocol.test_schema import CHECKER

Vector = dict[str, Any]


def vectors(name: str) -> list[Vector]:
    found: list[Vector] = json.loads((VECTORS / name).read_text(encoding="utf-8"))["vectors"]
    return found


def whole(vector: Vector) -> Vector:
    """A vector whose bytes are written out."""
    if "hex" in vector:
        return vector
    data = bytes.fromhex(vector["starts"] + vector["repeated"] * vector["times"] + vector["ends"])
    message = msgpack.unpackb(data[4:])
    assert message[vector["field"]] in (vector["item"] * vector["times"], [vector["item"]] * vector["times"])
    return {"name": vector["name"], "hex": data.hex(), "message": message}


WRITTEN = [
    (whole(vector), file == "client.json")
    for file in ("client.json", "server.json", "events.json", "borders.json", "long.json")
    for vector in vectors(file)
]


def body_of(vector: Vector) -> bytes:
    (body,) = FrameReader(FROM_SERVER).feed(bytes.fromhex(vector["hex"]))
    return body


def test_there_is_no_other_file() -> None:
    assert {path.name for path in VECTORS.iterdir()} == {*FILES}


@for_each(("vector", "of_client"), WRITTEN)
def test_the_bytes_are_the_message(vector: Vector, of_client: bool) -> None:
    body, plain = body_of(vector), vector["message"]
    message = (decode_client if of_client or plain["type"] == "hello" else decode_server)(body)
    assert message is not None
    assert msgpack.unpackb(body) == plain == json.loads(json.dumps(to_map(message)))
    assert encode(message).hex() == vector["hex"]


def test_every_message_and_event_is_there() -> None:
    for file, types in (("client.json", CLIENT_TYPES), ("server.json", SERVER_TYPES), ("events.json", EVENT_TYPES)):
        assert {vector["message"]["type"] for vector in vectors(file)} == set(types)


def test_every_field_is_there_with_a_value_and_optional_ones_without() -> None:
    for vector in vectors("client.json"):
        properties = set(schema_of(vector)["properties"])
        if vector["name"].endswith("all fields") and "oneOf" not in schema_of(vector):
            assert set(vector["message"]) >= properties - set(defaults_of(vector))
        elif "no optional" in vector["name"] and "oneOf" not in schema_of(vector):
            assert set(vector["message"]) <= {*schema_of(vector)["required"], *defaults_of(vector)}


def schema_of(vector: Vector) -> dict[str, Any]:
    assert isinstance(CHECKER, Checker)
    found: dict[str, Any] = CHECKER.definitions[f"client.{vector['message']['type']}"]
    return found


def defaults_of(vector: Vector) -> list[str]:
    return [name for name, inner in schema_of(vector)["properties"].items() if "default" in inner]


@for_each("vector", vectors("client.json"))
def test_a_line_says_the_same(vector: Vector) -> None:
    assert decode_client_line(json.dumps(vector["message"]).encode()) == decode_client(body_of(vector))


@pytest.mark.parametrize("vector", vectors("other_forms.json"), ids=lambda vector: vector["name"])
def test_no_shortest_form_is_asked_for(vector: Vector) -> None:
    assert msgpack.unpackb(body_of(vector)) == vector["message"]
    assert to_map(decode_client(body_of(vector))) == vector["message"]


FIRST_OF_THEIR_FORM = "d920 da0100 db00010000 dc0010 dd00010000 de0010 cc80 cd0100 ce00010000 cf0000000100000000"
FIRST_BELOW_ZERO = "ff d0df d1ff7f d2ffff7fff"


@pytest.mark.parametrize("form", f"{FIRST_OF_THEIR_FORM} {FIRST_BELOW_ZERO}".split())
def test_each_form_is_written_at_its_border(form: str) -> None:
    every = (vector for file in ("borders.json", "long.json") for vector in vectors(file))
    assert any(form in (vector.get("hex") or vector["starts"]) for vector in every)


def test_what_is_refused_has_a_code_of_the_closed_list() -> None:
    codes = {vector["code"] for file in ("malformed.json", "malformed_lines.json") for vector in vectors(file)}
    assert codes == {ErrorCode.BAD_FRAME, ErrorCode.FRAME_TOO_BIG, ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_TYPE}
