"""PROTOCOL.md says what the code does: every message, field, error and value in it, every example decoded."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgpack
import msgspec
import pytest
import trio

from coinche.engine import rules
from coinche.engine.actions import Reason, parse_action
from coinche.engine.auction import Call
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import LineKind, ScoreLine
from coinche.engine.resolution import Announced, Height, Kinds
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Direction, Points, Seat, Team
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView
from coinche.protocol import auth
from coinche.protocol.codec import (
    CLIENT_TYPES,
    ENVELOPE_KEYS,
    EVENT_TYPES,
    MAX_DEPTH,
    SERVER_TYPES,
    decode_client,
    decode_server,
    encode,
    to_map,
)
from coinche.protocol.errors import FATAL, ErrorClass, ErrorCode
from coinche.protocol.frames import AFTER_SIGN_IN, BEFORE_SIGN_IN, FROM_SERVER, FrameReader
from coinche.protocol.messages import (
    Auth,
    Clock,
    Limits,
    Occupant,
    RequestKind,
    Role,
    SeatInfo,
    TableInfo,
)

DOCUMENT = Path(__file__).parents[2] / "PROTOCOL.md"
STRUCTURES: dict[str, type] = {
    "rules": RuleSet,
    "rules.table": rules.TableRules,
    "rules.auction": rules.AuctionRules,
    "rules.play": rules.PlayRules,
    "rules.declarations": rules.DeclarationRules,
    "rules.scoring": rules.ScoringRules,
    "rules.match": rules.MatchRules,
    "view": TableView,
    "call": Call,
    "contract": Contract,
    "trick": Trick,
    "points": Points,
    "said": Said,
    "kinds": Kinds,
    "height": Height,
    "announced": Announced,
    "score": EVENT_TYPES["deal_scored"],
    "line": ScoreLine,
    "clock": Clock,
    "limits": Limits,
    "seat_info": SeatInfo,
    "table_info": TableInfo,
}
VALUES: dict[str, type[Enum]] = {
    "seat": Seat,
    "team": Team,
    "suit": Suit,
    "denomination": Denomination,
    "rank": Rank,
    "role": Role,
    "auth": Auth,
    "occupant": Occupant,
    "request_kind": RequestKind,
    "phase": Phase,
    "belote_word": BeloteWord,
    "declaration_kind": DeclarationKind,
    "line_kind": LineKind,
    "error_class": ErrorClass,
    "error_code": ErrorCode,
    "direction": Direction,
} | {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): option
    for name, option in vars(rules).items()
    if isinstance(option, type) and issubclass(option, Enum) and option.__module__ == rules.__name__
}
NAMES: dict[Any, str] = (
    {str: "string", int: "int", bool: "bool", type(None): "null", Card: "card", Bid: "bid"}
    | {Declaration: "declaration"}
    | {cls: name for name, cls in STRUCTURES.items()}
    | {cls: name for name, cls in VALUES.items()}
)


def type_words(kind: Any) -> str:
    """The type of a field as the document writes it."""
    if kind in NAMES:
        return NAMES[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_words(args[0]) + bound_words(args[1])
    if origin in (Union, UnionType):
        return " or ".join(type_words(arg) for arg in args if arg is not msgspec.UnsetType)
    if origin is tuple and args[-1] is Ellipsis:
        return f"[{type_words(args[0])}]"
    if origin is tuple:
        return f"[{', '.join(map(type_words, args))}]"
    assert origin is dict, kind
    return f"{{{type_words(args[0])}: {type_words(args[1])}}}"


def bound_words(meta: msgspec.Meta) -> str:
    """The bounds of a field as the document writes them."""
    if meta.pattern:
        return ", 64 hexadecimal digits"
    if meta.max_length is not None:
        return f", {meta.min_length or 0} to {meta.max_length} long"
    return f", {meta.ge} to {meta.le}"


def default_words(field: Any, hint: Any) -> str:
    """What it means to leave the field out: nothing (–), or the default."""
    if msgspec.UnsetType in get_args(hint):
        return "optional"
    if not isinstance(field, msgspec.structs.FieldInfo) or field.default is msgspec.NODEFAULT:
        return "–"
    return json.dumps(field.default)


@dataclass(frozen=True)
class Row:
    """A field as its table in the document has it."""

    name: str
    type: str
    left_out: str


def rows_of(cls: Any, *, of_server: bool) -> list[Row]:
    """The fields of a message, event or structure, without those that all of them carry."""
    hints = get_type_hints(cls, include_extras=True)
    listed: list[Any] = list(fields(cls) if is_dataclass(cls) else msgspec.structs.fields(cls))
    rows = []
    for field in listed:
        if field.name not in ("id", "re"):
            left_out = default_words(field, hints[field.name])
            name = getattr(field, "encode_name", field.name)
            left_out = "–" if of_server and left_out != "optional" else left_out
            rows.append(Row(name, type_words(hints[field.name]), left_out))
    return rows


# --- reading the document ----------------------------------------------------------------------------

TEXT = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else ""


def part(title: str) -> str:
    """The text below a heading of the second level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"PROTOCOL.md has no part {title!r}"
    return found[1]


def sections(title: str) -> dict[str, str]:
    """The sections of a part by their name: headings of the third level in code type."""
    found = re.finditer(r"^### `([^`]+)`\n(.*?)(?=^### |\Z)", part(title), re.MULTILINE | re.DOTALL)
    return {match[1]: match[2] for match in found}


def cells(text: str) -> Iterator[list[str]]:
    """The rows of a table, without its head."""
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


def documented(text: str) -> list[Row]:
    return [Row(row[0].strip("`"), row[1], row[2]) for row in cells(text)]


def examples(text: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Pairs of a frame's bytes and its map."""
    for block in re.findall(r"^```example\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        digits, brace, plain = block.partition("{")
        yield bytes.fromhex(digits), json.loads(" ".join((brace + plain).splitlines()))


MESSAGES: dict[str, dict[str, Any]] = {
    "Messages of the client": CLIENT_TYPES,
    "Messages of the server": SERVER_TYPES,
    "Events of a table": EVENT_TYPES,
}
EVERY_SECTION = [(title, name) for title, types in MESSAGES.items() for name in types]


@pytest.mark.parametrize("title", MESSAGES)
def test_every_message_has_its_section_and_no_other_has_one(title: str) -> None:
    assert list(sections(title)) == list(MESSAGES[title])


@pytest.mark.parametrize(("title", "name"), EVERY_SECTION)
def test_the_table_of_a_message_names_its_fields(title: str, name: str) -> None:
    of_server = title != "Messages of the client"
    assert documented(sections(title)[name]) == rows_of(MESSAGES[title][name], of_server=of_server)


@pytest.mark.parametrize(("title", "name"), EVERY_SECTION)
def test_the_example_of_a_message_is_its_bytes(title: str, name: str) -> None:
    found = list(examples(sections(title)[name]))
    assert found
    decode = decode_client if title == "Messages of the client" else decode_server
    for data, plain in found:
        (body,) = FrameReader(FROM_SERVER).feed(data)
        message = decode(body)
        assert message is not None
        assert plain["type"] == name
        assert json.loads(json.dumps(to_map(message))) == plain == msgpack.unpackb(body)
        assert encode(message) == data


def test_the_table_of_all_messages_is_complete() -> None:
    listed = [(row[0].strip("`"), row[1]) for row in cells(part("All messages"))]
    assert listed == [(name, "C → S") for name in CLIENT_TYPES] + [(name, "S → C") for name in SERVER_TYPES] + [
        (name, "event") for name in EVENT_TYPES
    ]


def test_every_structure_has_its_section() -> None:
    assert list(sections("Structures")) == list(STRUCTURES)


@pytest.mark.parametrize("name", STRUCTURES)
def test_the_table_of_a_structure_names_its_fields(name: str) -> None:
    assert documented(sections("Structures")[name]) == rows_of(STRUCTURES[name], of_server=True)


def test_every_closed_set_lists_its_values() -> None:
    listed = {row[0].strip("`"): re.findall(r"`([^`]*)`", row[1]) for row in cells(part("Values"))}
    values = {name: [str(member.value) for member in enum] for name, enum in VALUES.items()}
    assert listed.pop("error_code") == []
    values.pop("error_code")
    assert listed == values


def test_the_proof_in_the_example_is_made_of_the_examples() -> None:
    (_, prove), (_, welcome), (_, ready) = (
        next(examples(sections(title)[name]))
        for title, name in (
            ("Messages of the client", "prove"),
            ("Messages of the server", "welcome"),
            ("Messages of the server", "ready"),
        )
    )
    assert prove["proof"] == auth.proof(auth.key(ready["secret"]), welcome["nonce"], prove["n"])


def errors_listed(heading: str) -> list[str]:
    found = re.search(rf"^### {heading}\n(.*?)(?=^### |\Z)", part("Errors"), re.MULTILINE | re.DOTALL)
    assert found
    return [row[0].strip("`") for row in cells(found[1])]


def test_the_errors_are_listed_by_what_they_do() -> None:
    assert errors_listed("These close the connection") == [c for c in ErrorCode if c in FATAL]
    assert errors_listed("These keep it open") == [c for c in ErrorCode if c not in FATAL]


def test_every_reason_for_an_illegal_action_is_listed() -> None:
    assert errors_listed("Reasons of `ILLEGAL_ACTION`") == list(Reason)


def test_the_limits_are_those_in_force() -> None:
    listed = {row[0].strip("`"): row[1] for row in cells(part("Limits in force"))}
    assert listed["frame_before_sign_in"] == f"{BEFORE_SIGN_IN} bytes"
    assert listed["frame"] == f"{AFTER_SIGN_IN} bytes"
    assert listed["server_frame"] == f"{FROM_SERVER} bytes"
    assert listed["depth"] == str(MAX_DEPTH)
    defaults = Limits()
    assert (defaults.frame_before_sign_in, defaults.frame) == (BEFORE_SIGN_IN, AFTER_SIGN_IN)
    assert (defaults.server_frame, defaults.depth) == (FROM_SERVER, MAX_DEPTH)


def transcript() -> list[tuple[str, dict[str, Any]]]:
    (block,) = re.findall(r"^```transcript\n(.*?)^```", part("A transcript"), re.MULTILINE | re.DOTALL)
    said = re.findall(r"^([CS]) (.*?)(?=^[CS] |\Z)", block, re.MULTILINE | re.DOTALL)
    return [(who, json.loads(" ".join(line.strip() for line in text.splitlines()))) for who, text in said]


def test_the_transcript_is_made_of_messages() -> None:
    lines = transcript()
    assert (lines[0][0], lines[0][1]["type"]) == ("C", "hello")
    assert any(plain["type"] == "card_played" for who, plain in lines if who == "S")
    for who, plain in lines:
        message = (decode_client if who == "C" else decode_server)(msgpack.packb(plain))
        assert message is not None
        assert json.loads(json.dumps(to_map(message))) == plain


def test_the_events_of_the_transcript_are_numbered_without_a_gap() -> None:
    numbers = [plain["n"] for _, plain in transcript() if set(ENVELOPE_KEYS) <= set(plain)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_actions_in_the_text_are_actions() -> None:
    found = re.findall(r"^\| `([^`]+)` \|", part("Actions"), re.MULTILINE)
    assert len(found) > 5
    for action in found:
        assert str(parse_action(action)) == action


def minimal_bot() -> str:
    (code,) = re.findall(r"^```python\n(.*?)^```", part("A bot in twenty lines"), re.MULTILINE | re.DOTALL)
    return textwrap.dedent(str(code))


def test_the_minimal_bot_has_twenty_lines_and_needs_msgpack_and_sockets_only() -> None:
    lines = [line for line in minimal_bot().splitlines() if line.strip()]
    assert len(lines) <= 20
    assert re.findall(r"^import (.*)$", minimal_bot(), re.MULTILINE) == ["msgpack", "socket", "sys"]


def said_before(title: str, name: str) -> bytes:
    """The example of a message, as a server's bytes."""
    return next(examples(sections(title)[name]))[0]


async def test_the_minimal_bot_plays(tmp_path: Path) -> None:
    server = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = server[0].socket.getsockname()[1]
    acts: list[dict[str, Any]] = []

    async def serve(stream: trio.SocketStream) -> None:
        reader, heard = FrameReader(AFTER_SIGN_IN), list[dict[str, Any]]()

        async def hear(kind: str) -> dict[str, Any]:
            while not heard:
                heard.extend(map(msgpack.unpackb, reader.feed(await stream.receive_some())))
            assert heard[0]["type"] == kind
            decode_client(msgpack.packb(heard[0]))
            return heard.pop(0)

        await hear("hello")
        for name in ("welcome", "ready"):
            await stream.send_all(said_before("Messages of the server", name))
        await hear("join")
        await stream.send_all(said_before("Events of a table", "card_played"))
        await stream.send_all(said_before("Messages of the server", "ping"))
        await hear("pong")
        for _, plain in examples(sections("Messages of the server")["request"]):
            await stream.send_all(encode(decoded(plain)))
            acts.append(await hear("act"))
        await stream.send_all(said_before("Messages of the server", "left"))

    def decoded(plain: dict[str, Any]) -> Any:
        return decode_server(msgpack.packb(plain))

    program = tmp_path / "bot.py"
    program.write_text(minimal_bot())
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, serve, server)
            await trio.run_process([sys.executable, str(program), "127.0.0.1", str(port), "t1"])
            nursery.cancel_scope.cancel()
    wanted = [plain for _, plain in examples(sections("Messages of the server")["request"])]
    assert [act["request"] for act in acts] == [request["request"] for request in wanted]
    assert [act["action"] for act in acts] == ["80H", wanted[1]["legal"][0]]


def anchors() -> set[str]:
    """What a link inside the document may point at: headings as GitHub names them."""
    seen: dict[str, int] = {}
    for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
    return {slug if not again else f"{slug}-{again}" for slug, count in seen.items() for again in range(count + 1)}


def test_every_link_inside_the_document_leads_somewhere() -> None:
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors()
