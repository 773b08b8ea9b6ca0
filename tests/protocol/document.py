"""PROTOCOL.md, and the parts of it that follow from the code: tables, bytes of examples, rules in them.

`make docs` writes them anew; a test says when that is due. What a field means is written by hand, and what an example
shows, as a map; the rules in it are those of `ffb`, or of the preset that its fence names.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack

from coinche.engine.options import to_map as rules_map
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import RuleSet
from coinche.protocol.codec import CLIENT_TYPES, SERVER_TYPES, decode_client, decode_server, encode, rules_hash, to_map
from coinche.protocol.messages import Envelope, FromClient, FromServer
from tests.protocol import duties, rule_tables
from tests.protocol.field_tables import part_of, sections_of, with_tables

DOCUMENT = Path(__file__).parents[2] / "PROTOCOL.md"
BOTH_WAYS = CLIENT_TYPES.keys() & SERVER_TYPES.keys()

_TABLES = re.compile(r"(<!-- generated: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_EXAMPLE = re.compile(r"^```example(?P<preset>[ \w-]*)\n[^{]*(?P<plain>.*?)\n```", re.MULTILINE | re.DOTALL)
_TRANSCRIPT = re.compile(r"^```transcript(?P<preset>[ \w-]*)\n(?P<lines>.*?)\n```", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^(?P<who>[CS]) (?P<plain>.*?)(?=\n[CS] |\Z)", re.MULTILINE | re.DOTALL)
_PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "options": rule_tables.options,
    "values": rule_tables.values,
    "duties": duties.of_a_bot,
}

Map = dict[str, Any]
Message = FromClient | FromServer | Envelope


def generated(page: str) -> str:
    """The page with its generated parts written anew."""
    page = with_tables(page)
    page = _TABLES.sub(lambda found: "\n".join((found[1], *_PARTS[found["name"]](), "", found[3])), page)
    page = _EXAMPLE.sub(_example, page)
    return _TRANSCRIPT.sub(_transcript, page)


def read(plain: str) -> Map:
    """A map as the page has it, on as many lines as it takes."""
    message: Map = json.loads(" ".join(line.strip() for line in plain.splitlines()))
    return message


def examples(text: str) -> Iterator[tuple[bytes, Map]]:
    """Every example in a text: the bytes of its frame, and its map."""
    for block in re.findall(r"^```example[ \w-]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        digits, brace, plain = block.partition("{")
        yield bytes.fromhex(digits), read(brace + plain)


def exchanges(text: str) -> Iterator[list[tuple[str, Map]]]:
    """Every exchange in a text: what client (C) and server (S) say to one another."""
    for block in _TRANSCRIPT.finditer(text):
        yield [(line["who"], read(line["plain"])) for line in _LINE.finditer(block["lines"])]


def shown(page: str) -> Iterator[tuple[bool, Map]]:
    """Every message that the page shows, and whether it is a client's."""
    for title in ("Messages of the client", "Messages of the server", "Events of a table"):
        for section in sections_of(part_of(page, title)).values():
            yield from ((title == "Messages of the client", plain) for _, plain in examples(section))
    for exchange in exchanges(page):
        yield from ((who == "C", plain) for who, plain in exchange)


def _example(found: re.Match[str]) -> str:
    """The bytes of the message, and its map."""
    message = _with_rules(read(found["plain"]), found["preset"])
    data = _frame(message)
    if message["type"] not in BOTH_WAYS:
        decoded = _decoded(message, of_client=message["type"] in CLIENT_TYPES)
        data, message = encode(decoded), _whole(message, decoded)
    digits = data[4:].hex()
    lines = [f"{data[:4].hex()} {digits[:80]}", *(digits[at : at + 80] for at in range(80, len(digits), 80))]
    return "\n".join((f"```example{found['preset']}", *lines, _wrapped(message), "```"))


def _frame(message: Map) -> bytes:
    """The map as a frame, as it stands."""
    body = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + bytes(body)


def _decoded(message: Map, *, of_client: bool) -> Message:
    decoded = (decode_client if of_client else decode_server)(msgpack.packb(message))
    assert decoded is not None
    return decoded


def _whole(message: Map, decoded: Message) -> Map:
    """The map with every field of the message, in maps within it too: those that it lacks as they are by default."""
    whole: Map = _filled(message, json.loads(json.dumps(to_map(decoded))))
    return whole


def _filled(given: Any, whole: Any) -> Any:
    if isinstance(given, list) and isinstance(whole, list):
        return [_filled(one, other) for one, other in zip(given, whole, strict=True)]
    if not isinstance(given, dict) or not isinstance(whole, dict):
        return given
    return {name: _filled(given.get(name, value), value) for name, value in whole.items()}


def _transcript(found: re.Match[str]) -> str:
    said = ((line["who"], _with_rules(read(line["plain"]), found["preset"])) for line in _LINE.finditer(found["lines"]))
    whole = ((who, _whole(message, _decoded(message, of_client=who == "C"))) for who, message in said)
    lines = (_wrapped(message, f"{who} ", "  ") for who, message in whole)
    return "\n".join((f"```transcript{found['preset']}", *lines, "```"))


def _with_rules(message: Map, preset: str) -> Map:
    rules: RuleSet = PRESETS[preset.strip() or DEFAULT_PRESET]
    if message["type"] == "request":
        return message | {"rules": rules_hash(rules)}
    return message | {"rules": json.loads(json.dumps(rules_map(rules)))} if "rules" in message else message


def _wrapped(message: Map, first: str = "", later: str = "") -> str:
    text = first + json.dumps(message, ensure_ascii=False)
    return textwrap.fill(text, 110, subsequent_indent=later, break_long_words=False, break_on_hyphens=False)
