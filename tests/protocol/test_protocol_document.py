"""Tests that PROTOCOL.md and the pages behind it match the code: every message, field, error, value and example.

The programs on the page are run.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.engine import fair
from coinche.engine.actions import Reason, parse_action
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Denomination, Suit
from coinche.engine.deal_phases import Bidding
from coinche.engine.events import seen_by
from coinche.engine.match import MatchOver, new_match
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.seats import Direction, Seat
from coinche.engine.view import view
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
from coinche.protocol.frames import FrameReader
from coinche.protocol.limits import AFTER_SIGN_IN, BEFORE_SIGN_IN, FROM_SERVER, MAX_DEPTH
from coinche.protocol.messages import Envelope, Limits
from tests.engine.script import at_random
from tests.protocol.document import CONFORMANCE, MESSAGES, PAGES, PROTOCOL, examples, exchanges, generated
from tests.protocol.field_tables import PARTS, meanings_in, sections_of
from tests.protocol.schema_words import OPTION_VALUES, STRUCTURES, VALUES

TEXTS = {path: path.read_text(encoding="utf-8") for path in (*PAGES, CONFORMANCE)}
MESSAGES_TEXT = TEXTS[MESSAGES]
MOST_LINES, MOST_BYTES = 560, 36 * 1024
"""Of PROTOCOL.md: it is read through."""


def part(title: str) -> str:
    """The text below a heading of the first or second level, on whichever page it stands."""
    heading = re.compile(rf"^##? {re.escape(title)}\n(.*?)(?=^##? |\Z)", re.MULTILINE | re.DOTALL)
    (found,) = filter(None, map(heading.search, TEXTS.values()))
    return found[1]


def sections(title: str) -> dict[str, str]:
    """The sections of a part by their name."""
    return sections_of(part(title))


def cells(text: str) -> Iterator[list[str]]:
    """The rows of a table, without its head."""
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


KINDS: dict[str, dict[str, Any]] = {
    "Messages of the client": CLIENT_TYPES,
    "Messages of the server": SERVER_TYPES,
    "Events of a table": EVENT_TYPES,
}
EVERY_SECTION = [(title, name) for title, types in KINDS.items() for name in types]


@pytest.mark.parametrize("title", KINDS)
def test_every_message_has_its_section_and_no_other_has_one(title: str) -> None:
    assert list(sections(title)) == list(KINDS[title])


@pytest.mark.parametrize("title", PARTS)
def test_every_field_has_a_meaning(title: str) -> None:
    """The tables are made by `make docs`; what a field means is written by hand."""
    silent = {
        (name, field) for name, text in sections(title).items() for field, said in meanings_in(text).items() if not said
    }
    assert not silent


@pytest.mark.parametrize(("title", "name"), EVERY_SECTION)
def test_every_message_has_an_example_and_it_is_one(title: str, name: str) -> None:
    found = list(examples(sections(title)[name]))
    assert found
    decode = decode_client if title == "Messages of the client" else decode_server
    for plain in found:
        message = decode(msgpack.packb(plain))
        assert message is not None
        assert plain["type"] == name
        assert json.loads(json.dumps(to_map(message))) == plain


def test_the_frame_on_the_page_is_its_bytes() -> None:
    (found,) = re.findall(r"^```frame\n([0-9a-f ]+)\n(.*?)\n```", TEXTS[PROTOCOL], re.MULTILINE | re.DOTALL)
    (body,) = FrameReader(FROM_SERVER).feed(bytes.fromhex(found[0]))
    message = decode_client(body)
    assert to_map(message) == json.loads(found[1])
    assert encode(message) == bytes.fromhex(found[0])


def test_protocol_md_is_short_enough_to_be_read_through() -> None:
    assert TEXTS[PROTOCOL].count("\n") <= MOST_LINES
    assert len(TEXTS[PROTOCOL].encode()) <= MOST_BYTES


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


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_what_follows_from_the_code_is_what_would_be_generated(path: Path) -> None:
    """`make docs` writes it anew."""
    assert generated(path) == TEXTS[path]


def example(title: str, name: str) -> dict[str, Any]:
    """The first example of a message."""
    return next(examples(sections(title)[name]))


def test_the_proof_in_the_example_is_made_of_the_examples() -> None:
    prove = example("Messages of the client", "prove")
    welcome, ready = (example("Messages of the server", name) for name in ("welcome", "ready"))
    assert prove["proof"] == auth.proof(auth.key(ready["secret"]), welcome["nonce"], prove["n"])


def vector(title: str) -> dict[str, str]:
    """The lines `name  value` of the part that are there to check one's own with; a value may go on in the next."""
    found = re.search(r"Test values.*?\n\n((?: {4}.*\n)+)", part(title))
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


def test_what_redeems_an_invitation_is_made_of_what_stands_above_it() -> None:
    values, signing = vector("Invitations"), vector("Signing in")
    key = auth.key(values["secret"])
    assert (values["key"], values["id"]) == (key.hex(), auth.invitation_id(key))
    assert values["HMAC"] == auth.proof(key, signing["nonce of welcome"], 0)
    assert values["token"] == auth.invited_token(key, signing["nonce of your own"])
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(signing["private key"]))
    nonces = signing["nonce of welcome"], signing["nonce of your own"]
    assert values["signature"] == auth.sign(private, auth.signed_bytes(b"", *nonces, signing["public key"], 1, key))


def test_the_proof_of_a_private_table_is_made_of_what_stands_above_it() -> None:
    values = vector("Private tables")
    assert values["key"] == auth.table_key(values["passphrase"])
    assert values["proof"] == auth.table_proof(values["key"], values["nonce of welcome"], values["id of the table"])


def test_the_values_of_a_fair_deal_follow_from_the_examples() -> None:
    values = vector("Fair deals")
    committed, given, revealed, pledged = (
        example("Events of a table", name)
        for name in ("deal_committed", "share_given", "deal_revealed", "share_pledged")
    )
    context = fair.ShuffleContext(
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
    found = re.findall(
        r"^\| `([^`]+)` \|", TEXTS[PROTOCOL].partition("### Actions\n")[2].partition("\nIn a request")[0], re.MULTILINE
    )
    assert len(found) > 5
    for action in found:
        assert str(parse_action(action)) == action


@pytest.mark.parametrize(
    ("row", "denomination", "suit"),
    [
        ("trumps", Denomination.SPADES, Suit.SPADES),
        ("a plain suit", Denomination.SPADES, Suit.HEARTS),
        ("any suit at no trump (`N`)", Denomination.NO_TRUMP, Suit.HEARTS),
        ("any suit at all trump (`A`)", Denomination.ALL_TRUMP, Suit.HEARTS),
    ],
)
def test_the_cards_are_ordered_and_worth_what_the_page_says(row: str, denomination: Denomination, suit: Suit) -> None:
    (cells_of_row,) = re.findall(rf"^\| {re.escape(row)} \| (.*) \|$", part("Cards and words"), re.MULTILINE)
    listed = [(rank, int(worth)) for rank, worth in (each.split() for each in cells_of_row.split(", "))]
    points = points_of(denomination, FFB.scoring)
    cards = sorted((card for card in PACK if card.suit is suit), key=STRENGTH[denomination].__getitem__, reverse=True)
    assert listed == [(card.rank.value, points[card]) for card in cards]


def programs() -> list[str]:
    """The programs on the page, in their order."""
    return re.findall(r"^```python\n(.*?)^```", TEXTS[PROTOCOL], re.MULTILINE | re.DOTALL)


def test_the_first_bot_is_short_and_needs_the_standard_library_only() -> None:
    bot = programs()[0]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 32
    assert re.findall(r"^import (.*)$", bot, re.MULTILINE) == ["json", "socket", "sys"]


@pytest.mark.parametrize("preset", ["ffb", "pagat", "contree", "ffb-sa-ta"])
def test_the_fold_on_the_page_keeps_what_the_view_says(preset: str) -> None:
    names: dict[str, Any] = {}
    exec(programs()[1], names)
    chance = random.Random(preset)
    state, events = new_match(PRESETS[preset], Seat.NORTH)
    seen: dict[str, Any] = {}
    compared = 0
    for _ in range(150):
        for n, event in enumerate(events, 1):
            names["fold"](seen, to_map(Envelope("t1", n, 0, seen_by(event, Seat.EAST))))
        if isinstance(state.phase, Bidding | Playing):
            now = json.loads(json.dumps(msgspec.to_builtins(view(state, Seat.EAST), enc_hook=str)))
            assert sorted(seen["hand"]) == sorted(now["hand"])
            assert seen["auction"] == now["auction"]
            assert [card for _, card in seen["trick"]] == (now["trick"] or {"cards": []})["cards"]
            assert seen["points"] == now["points"]
            assert [winner for winner, _ in seen["tricks"]] == [trick["winner"] for trick in now["tricks"]]
            assert seen["totals"] == now["totals"]
            compared += 1
        if isinstance(state.phase, MatchOver):
            break
        state, events = at_random(state, chance)
    assert compared > 30


def anchors(text: str) -> set[str]:
    """The targets for links to a page: its headings as GitHub names them."""
    seen: dict[str, int] = {}
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
    return {slug if not again else f"{slug}-{again}" for slug, count in seen.items() for again in range(count + 1)}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", TEXTS[path]):
        file, _, anchor = target.partition("#")
        to = path if not file else (path.parent / file).resolve()
        assert to.exists(), target
        assert not anchor or anchor in anchors(to.read_text(encoding="utf-8")), target


def test_every_page_is_linked_from_the_first() -> None:
    linked = set(re.findall(r"\]\((docs/protocol/[a-z-]+\.md)", TEXTS[PROTOCOL]))
    assert linked == {f"docs/protocol/{path.name}" for path in TEXTS if path != PROTOCOL}


def test_no_heading_of_a_section_stands_on_two_pages() -> None:
    headings = [heading for text in TEXTS.values() for heading in re.findall(r"^##? (.*)$", text, re.MULTILINE)]
    assert len(headings) == len(set(headings))
