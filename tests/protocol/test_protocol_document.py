"""PROTOCOL.md says what the code does: every message, field, error and value in it, every example decoded."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.engine import fair
from coinche.engine.actions import Reason, parse_action
from coinche.engine.seats import Direction, Seat
from coinche.protocol import auth
from coinche.protocol.codec import (
    CLIENT_TYPES,
    EVENT_TYPES,
    SERVER_TYPES,
    Head,
    decode_client,
    decode_server,
    encode,
    to_map,
)
from coinche.protocol.errors import FATAL, ErrorCode
from coinche.protocol.frames import AFTER_SIGN_IN, BEFORE_SIGN_IN, FROM_SERVER, FrameReader
from coinche.protocol.messages import MAX_DEPTH, Limits
from tests.protocol.document import DOCUMENT, examples, exchanges, generated
from tests.protocol.field_tables import PARTS, meanings_in, part_of, sections_of
from tests.protocol.schema_words import OPTION_VALUES, STRUCTURES, VALUES

TEXT = DOCUMENT.read_text(encoding="utf-8")


def part(title: str) -> str:
    """The text below a heading of the second level."""
    return part_of(TEXT, title)


def sections(title: str) -> dict[str, str]:
    """The sections of a part by their name."""
    return sections_of(part(title))


def cells(text: str) -> Iterator[list[str]]:
    """The rows of a table, without its head."""
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


MESSAGES: dict[str, dict[str, Any]] = {
    "Messages of the client": CLIENT_TYPES,
    "Messages of the server": SERVER_TYPES,
    "Events of a table": EVENT_TYPES,
}
EVERY_SECTION = [(title, name) for title, types in MESSAGES.items() for name in types]


@pytest.mark.parametrize("title", MESSAGES)
def test_every_message_has_its_section_and_no_other_has_one(title: str) -> None:
    assert list(sections(title)) == list(MESSAGES[title])


@pytest.mark.parametrize("title", PARTS)
def test_every_field_has_a_meaning(title: str) -> None:
    """The tables are made by `make docs`; what a field means is written by hand."""
    silent = {
        (name, field) for name, text in sections(title).items() for field, said in meanings_in(text).items() if not said
    }
    assert not silent


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


def test_every_message_is_told_in_a_few_words() -> None:
    assert not [row for row in cells(part("All messages")) if len(row) < 3]


def test_every_structure_has_its_section() -> None:
    assert set(sections("Structures")) == set(STRUCTURES)


def test_every_closed_set_lists_its_values() -> None:
    listed = {row[0].strip("`"): re.findall(r"`([^`]*)`", row[1]) for row in cells(part("Values"))}
    values = {name: [str(member.value) for member in enum] for name, enum in (VALUES | OPTION_VALUES).items()}
    assert listed.pop("error_code") == []
    values.pop("error_code")
    assert listed == values


def test_what_follows_from_the_code_is_what_would_be_generated() -> None:
    """`make docs` writes them anew."""
    assert generated(TEXT) == TEXT


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


def vector(title: str) -> dict[str, str]:
    """The lines `name  value` of the part that are there to check one's own with; a value may go on in the next."""
    found = re.search(r"To check your own with.*?\n\n((?: {4}.*\n)+)", part(title))
    assert found
    values: dict[str, str] = {}
    name = ""
    for line in found[1].splitlines():
        named = re.fullmatch(r" {4}(\S.*?) +([0-9a-f]{64}|\S+|belote et rebelote)", line)
        name = named[1] if named else name
        values[name] = values.get(name, "") + (named[2] if named else line.strip())
    return values


def test_the_signatures_are_made_of_what_stands_above_them() -> None:
    values = vector("Signing in")
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(values["private key"]))
    public = values["public key"]
    assert private.public_key().public_bytes_raw().hex() == public
    for spki, signature in (
        (bytes.fromhex(values["SHA-256 of SPKI"]), values["signature through TLS"]),
        (b"", values["signature on plain TCP"]),
    ):
        signed = auth.signed_bytes(spki, values["nonce of welcome"], values["nonce of your own"], public, 1)
        assert signature == auth.sign(private, signed)
        assert auth.is_signed(public, signed, signature)


def test_the_proof_of_a_private_table_is_made_of_what_stands_above_it() -> None:
    values = vector("Private tables")
    assert values["key"] == auth.table_key(values["passphrase"])
    assert values["proof"] == auth.table_proof(values["key"], values["nonce of welcome"], values["id of the table"])


def test_the_values_of_a_fair_deal_follow_from_the_examples() -> None:
    values = vector("Fair deals")
    committed, given, revealed, pledged = (
        next(examples(sections("Events of a table")[name]))[1]
        for name in ("deal_committed", "share_given", "deal_revealed", "share_pledged")
    )
    context = fair.Context(
        signer=bytes.fromhex(values["signer"]),
        match=bytes.fromhex(committed["id"]),
        deal=committed["deal"],
        dealer=Seat(committed["dealer"]),
        names={Seat(seat): name for seat, name in committed["names"].items()},
        shares=fair.Shares(committed["shares"]),
    )
    secret, seat, share = bytes.fromhex(revealed["secret"]), Seat(given["seat"]), bytes.fromhex(given["share"])
    bond = fair.commitment(secret, context)
    assert bond.hex() == committed["commitment"]
    assert fair.asked(context.shares, context.dealer, Direction.ANTICLOCKWISE) == (seat,)
    assert fair.pledge(bond, seat, share).hex() == values["pledge"] == pledged["pledge"]
    assert fair.substitute(secret, context, seat).hex() == values["substitute"]
    assert fair.key(secret, {seat: share}, context).hex() == values["key"]
    pack = fair.pack(secret, {seat: share}, context)
    assert (pack[0], pack[-1]) == (values["top card"], values["bottom card"])


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
    (lines,) = exchanges(part("A transcript"))
    return lines


def test_the_transcript_plays_a_card() -> None:
    lines = transcript()
    assert (lines[0][0], lines[0][1]["type"]) == ("C", "hello")
    assert any(plain["type"] == "card_played" for who, plain in lines if who == "S")


@pytest.mark.parametrize("title", ["Coinche out of turn", "A transcript"])
def test_the_exchanges_are_made_of_messages(title: str) -> None:
    said = [line for lines in exchanges(part(title)) for line in lines]
    assert said
    for who, plain in said:
        message = (decode_client if who == "C" else decode_server)(msgpack.packb(plain))
        assert message is not None
        assert json.loads(json.dumps(to_map(message))) == plain


def test_the_events_of_the_transcript_are_numbered_without_a_gap() -> None:
    numbers = [plain["n"] for _, plain in transcript() if set(Head.__struct_fields__) <= set(plain)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_actions_in_the_text_are_actions() -> None:
    found = re.findall(r"^\| `([^`]+)` \|", part("Actions"), re.MULTILINE)
    assert len(found) > 5
    for action in found:
        assert str(parse_action(action)) == action


def minimal_bot() -> str:
    (code,) = re.findall(r"^```python\n(.*?)^```", part("A whole bot"), re.MULTILINE | re.DOTALL)
    return textwrap.dedent(str(code))


def test_the_smallest_bot_has_some_twenty_lines_and_needs_msgpack_and_sockets_only() -> None:
    lines = [line for line in minimal_bot().splitlines() if line.strip()]
    assert len(lines) <= 24
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
    assert [act["action"] for act in acts] == ["80H", *(request["legal"][0] for request in wanted[1:])]


def anchors() -> set[str]:
    """What a link inside the document may point at: headings as GitHub names them."""
    seen: dict[str, int] = {}
    for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
    return {slug if not again else f"{slug}-{again}" for slug, count in seen.items() for again in range(count + 1)}


def test_every_link_inside_the_document_leads_somewhere() -> None:
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors()
