"""Tests of every bound in the shipped schema: a message at the bound passes, one beyond it is refused with its path.

The schema is read from the shipped file, so that a bound missing in the code is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest

from coinche.protocol.codec import decode_client
from coinche.protocol.errors import BadMessage, UnknownType
from tests.protocol.byte_vectors import VECTORS
from tests.protocol.generated import SCHEMA
from tests.protocol.schema_check import Checker

WRITTEN = json.loads(SCHEMA.read_text(encoding="utf-8"))
DEFINED: dict[str, Any] = WRITTEN["$defs"]
CHECKER = Checker(WRITTEN)
WHOLE: dict[str, dict[str, Any]] = {
    vector["message"]["type"]: vector["message"]
    for vector in json.loads((VECTORS / "client.json").read_text(encoding="utf-8"))["vectors"]
    if vector["name"].endswith("all fields")
}
"""A message of each type with all its fields."""
CLOCK = {"move_ms": 20_000, "bank_ms": 120_000}
FACTS = {"all": ["J"], "any": ["9"], "trumps": [3, 8], "points": [80, 120], "spare": [-10, 20]}
CONVENTION = {"said": "80+", "when": "opening", "shows": "a suit", **FACTS}
ACTION = {"seat": "N", "action": "pass"}
STRUCTURES: tuple[dict[str, Any], ...] = (
    *(CLOCK, CONVENTION, {"name": "natural", "conventions": [CONVENTION]}),
    *(ACTION, {"dealer": "W", "pack": ["AS"], "actions": [ACTION]}),
)
"""One of each that a client may send, with all its fields."""
CALLS = (("80", True), ("990+", True), ("capot", True), ("pass", False), ("8", False), ("80S", False), ("080", False))
"""Calls that are valid with all those facts, and calls that are not."""
OTHERS: dict[str, Any] = {"string": 1, "integer": "1", "boolean": 1, "array": "x", "object": []}
"""A value of another kind."""

Case = tuple[Any, bool]


def cases(node: dict[str, Any]) -> Iterator[Case]:
    """Values at the bounds of a field, and beyond them: whether each fits."""
    if "$ref" in node:
        yield from cases(DEFINED[node["$ref"].removeprefix("#/$defs/")])
    elif "anyOf" in node:
        for value in (value for one in node["anyOf"] for value, _ in cases(one)):
            yield value, not CHECKER.faults_of(value, node)
    elif node.get("type") in BY_KIND:
        yield from BY_KIND[node["type"]](node)
        yield OTHERS[node["type"]], False
    elif node.get("type") == "null":
        yield None, True


def strings(node: dict[str, Any]) -> Iterator[Case]:
    if "enum" in node:
        yield from ((value, True) for value in node["enum"])
        yield from ((value, False) for value in ("?", "", node["enum"][0].swapcase()))
    elif "capot" in node.get("pattern", ""):
        yield from CALLS
    elif "pattern" in node:
        longest = 128 if "{64})?" in node["pattern"] else 64
        yield from (("a" * longest, True), ("0" * 64, True))
        yield from ((value, False) for value in ("A" * 64, "a" * 63, "g" * 64, "a" * (longest + 1), "0" * 64 + "\n"))
    else:
        yield "x" * max(1, node.get("minLength", 0)), True
        if "maxLength" in node:
            yield from (("x" * node["maxLength"], True), ("x" * (node["maxLength"] + 1), False))
        if "minLength" in node:
            yield "x" * (node["minLength"] - 1), False


def integers(node: dict[str, Any]) -> Iterator[Case]:
    yield from ((value, False) for value in (True, None))
    if "minimum" in node:
        yield from ((node["minimum"], True), (node["minimum"] - 1, False))
    if "maximum" in node:
        yield from ((node["maximum"], True), (node["maximum"] + 1, False))


def booleans(node: dict[str, Any]) -> Iterator[Case]:
    yield from ((True, True), (False, True), (None, False))


def arrays(node: dict[str, Any]) -> Iterator[Case]:
    if "prefixItems" in node:
        firsts = [[value for value, fits in cases(item) if fits] or [1] for item in node["prefixItems"]]
        good = [values[place % len(values)] for place, values in enumerate(firsts)]  # two seats are different ones
        yield from ((good, True), (good[:-1], False), ([*good, good[0]], False), ([None] * len(good), False))
        return
    good = next(value for value, fits in cases(node["items"]) if fits)
    bad = next(value for value, fits in cases(node["items"]) if not fits)
    yield from (([], True), ([good] * node["maxItems"], True), ([good] * (node["maxItems"] + 1), False), ([bad], False))


def objects(node: dict[str, Any]) -> Iterator[Case]:
    if "properties" in node:
        whole = next(one for one in STRUCTURES if one.keys() == node["properties"].keys())
        yield from ((whole | {name: value}, fits) for name in whole for value, fits in cases(node["properties"][name]))
        yield from (({key: whole[key] for key in whole if key != name}, False) for name in node["required"])
        yield whole | {"other": 1}, False
        return
    values, most = node["additionalProperties"], node["maxProperties"]
    if "$ref" in node["propertyNames"]:
        keys = DEFINED[node["propertyNames"]["$ref"].removeprefix("#/$defs/")]["enum"]
        yield from (({keys[0]: value}, fits) for value, fits in cases(values))
        yield from ((dict.fromkeys(keys[: most + more], 1), not more) for more in (0, 1))
        yield {"?": 1}, False
        return
    yield from (({"x": value}, fits) for value, fits in cases(values))
    longest = node["propertyNames"]["maxLength"]
    yield from (({f"x{number}": 1 for number in range(most + more)}, not more) for more in (0, 1))
    yield from (({"x" * (longest + more): 1}, not more) for more in (0, 1))


BY_KIND = {"string": strings, "integer": integers, "boolean": booleans, "array": arrays, "object": objects}


def message_with(name: str, field: str) -> dict[str, Any]:
    """A message of the type that may have the field: without the other, where it has one of two."""
    either = [one["required"][0] for one in DEFINED[f"client.{name}"].get("oneOf", ())]
    plain = {key: value for key, value in WHOLE[name].items() if key not in either}
    if either and field not in either:
        plain[either[0]] = 1
    return plain | ({"clock": CLOCK} if name == "create_table" else {})


FIELDS = [(name, field) for name in WHOLE for field in DEFINED[f"client.{name}"]["properties"] if field != "type"]


def refused(plain: dict[str, Any], why: str | None = None) -> str:
    """The path that is blamed."""
    with pytest.raises(BadMessage, match=why) as caught:
        decode_client(msgpack.packb(plain))
    assert not isinstance(caught.value, UnknownType)
    return caught.value.path


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_is_bounded_as_the_schema_says(name: str, field: str) -> None:
    plain = message_with(name, field)
    node = DEFINED[f"client.{name}"]["properties"][field]
    for value, fits in cases(node):
        if fits:
            decode_client(msgpack.packb(plain | {field: value}))
        else:
            why = "length" if isinstance(value, str) and {"minLength", "maxLength"} & set(node) else None
            assert refused(plain | {field: value}, why).startswith(f"$.{field}"), value


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_required_may_not_be_missing_and_nothing_else_may_come(name: str) -> None:
    required = set(DEFINED[f"client.{name}"]["required"]) - {"type"}
    plain = message_with(name, "")
    for field in required:
        assert refused({key: value for key, value in plain.items() if key != field}) == f"$.{field}"
    decode_client(msgpack.packb({key: value for key, value in plain.items() if key in {"type", "request", *required}}))
    assert refused(plain | {"another": 1}) == "$.another"


def test_where_one_of_two_is_wanted_neither_and_both_are_refused() -> None:
    act = {"type": "act", "table": "t1", "action": "coinche"}
    assert refused(act) == refused(act | {"request": 1, "after": 1}) == "$"


def test_a_clock_of_ones_own_has_no_fields_but_its_two() -> None:
    clock = {"move_ms": 1000, "bank_ms": 0}
    message = {"type": "create_table", "name": "table", "clock": clock}
    assert decode_client(msgpack.packb(message))
    with pytest.raises(BadMessage) as refused:
        decode_client(msgpack.packb({**message, "clock": {**clock, "increment_ms": 2}}))
    assert refused.value.path == "$.clock.increment_ms"


def test_two_different_seats_are_swapped() -> None:
    plain = message_with("swap_seats", "seats")
    decode_client(msgpack.packb(plain | {"seats": ["N", "E"]}))
    assert refused(plain | {"seats": ["N", "N"]}, "two different seats") == "$"
