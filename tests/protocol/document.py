"""The generator for PROTOCOL.md and the pages behind it: the tables, examples and checks that follow from the code.

`make docs` writes them, and a test tells when they are out of date. The meaning of a field and the text around examples
are written by hand; the rules in an example are those of `ffb`, or of the preset that its fence names.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack

from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import to_map as rules_map
from coinche.protocol.codec import CLIENT_TYPES, SERVER_TYPES, decode_client, decode_server, rules_hash, to_map
from coinche.protocol.messages import Envelope, FromClient, FromServer
from tests.protocol import duties, musts, rule_tables
from tests.protocol.field_tables import part_of, with_tables

ROOT = Path(__file__).parents[2]
PROTOCOL = ROOT / "PROTOCOL.md"
BEHIND = ROOT / "docs" / "protocol"
MESSAGES = BEHIND / "messages.md"
CONFORMANCE = BEHIND / "conformance.md"
PAGES = (PROTOCOL, MESSAGES, *(path for path in sorted(BEHIND.glob("*.md")) if path not in (MESSAGES, CONFORMANCE)))
"""Every page on which the protocol is described; `CONFORMANCE` is made from them."""
BOTH_WAYS = CLIENT_TYPES.keys() & SERVER_TYPES.keys()

_TABLES = re.compile(r"(<!-- generated: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_EXAMPLE = re.compile(r"^```example(?P<preset>[ \w-]*)\n(?P<plain>.*?)\n```", re.MULTILINE | re.DOTALL)
_TRANSCRIPT = re.compile(r"^```transcript(?P<preset>[ \w-]*)\n(?P<lines>.*?)\n```", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^(?P<who>[CS]) (?P<plain>.*?)(?=\n[CS] |\Z)", re.MULTILINE | re.DOTALL)
_PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "options": rule_tables.options,
    "values": rule_tables.values,
    "musts": lambda: musts.table(PAGES, CONFORMANCE),
    "duties": duties.of_a_bot,
    "server_checks": duties.of_a_server,
}

Map = dict[str, Any]
Message = FromClient | FromServer | Envelope


def generated(path: Path) -> str:
    """The text of that page with its generated parts written anew."""
    page = path.read_text(encoding="utf-8")
    if path == MESSAGES:
        page = with_tables(page)
    page = _TABLES.sub(lambda found: "\n".join((found[1], *_PARTS[found["name"]](), "", found[3])), page)
    page = _EXAMPLE.sub(_example, page)
    return _TRANSCRIPT.sub(_transcript, page)


def read(plain: str) -> Map:
    """A map as the page has it, on as many lines as it takes."""
    message: Map = json.loads(" ".join(line.strip() for line in plain.splitlines()))
    return message


def examples(text: str) -> Iterator[Map]:
    """Every example in a text."""
    for found in _EXAMPLE.finditer(text):
        yield read(found["plain"])


def exchanges(text: str) -> Iterator[list[tuple[str, Map]]]:
    """Every exchange in a text: what client (C) and server (S) say to one another."""
    for block in _TRANSCRIPT.finditer(text):
        yield [(line["who"], read(line["plain"])) for line in _LINE.finditer(block["lines"])]


def shown() -> Iterator[tuple[bool, Map]]:
    """Every message that the pages show, and whether it is a client's. What goes both ways stands below its title."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        clients = part_of(page, "Messages of the client") if path == MESSAGES else ""
        for plain in examples(page.replace(clients, "") if clients else page):
            yield plain["type"] in CLIENT_TYPES.keys() - BOTH_WAYS, plain
        yield from ((True, plain) for plain in examples(clients))
        for exchange in exchanges(page):
            yield from ((who == "C", plain) for who, plain in exchange)


def _example(found: re.Match[str]) -> str:
    """The message with all its fields."""
    message = _with_rules(read(found["plain"]), found["preset"])
    if message["type"] not in BOTH_WAYS:
        message = _whole(message, _decoded(message, of_client=message["type"] in CLIENT_TYPES))
    return f"```example{found['preset']}\n{_wrapped(message)}\n```"


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
