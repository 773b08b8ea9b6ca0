"""Tests that the shipped schema is that of the types and describes all messages sent."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Denomination
from coinche.engine.declarations import Declaration, held
from coinche.protocol.codec import EVENT_TYPES, to_map
from coinche.protocol.messages import Envelope, FromClient, FromServer
from coinche.protocol.schema import NOTATIONS
from tests.protocol.at_random import CLIENT_MESSAGES, ENVELOPES, SERVER_MESSAGES
from tests.protocol.document import shown
from tests.protocol.generated import FILES, SCHEMA
from tests.protocol.schema_check import Checker
from tests.protocol.schema_words import OPTION_VALUES, STRUCTURES, VALUES, is_structure

CHECKER = Checker(json.loads(SCHEMA.read_text(encoding="utf-8")))


def plain(message: FromClient | FromServer | Envelope) -> Any:
    return json.loads(json.dumps(to_map(message)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_follows_from_the_messages_is_as_they_are(path: Path) -> None:
    """`make docs` writes it anew."""
    assert path.read_text(encoding="utf-8") == FILES[path]()


@given(CLIENT_MESSAGES)
def test_the_schema_describes_what_a_client_says(message: FromClient) -> None:
    assert CHECKER.faults(plain(message), f"client.{plain(message)['type']}") == []


@given(SERVER_MESSAGES | ENVELOPES)
def test_the_schema_describes_what_a_server_says(message: FromServer | Envelope) -> None:
    kind = "event" if isinstance(message, Envelope) else "server"
    assert CHECKER.faults(plain(message), f"{kind}.{plain(message)['type']}") == []


def test_the_schema_describes_all_that_the_page_shows() -> None:
    for of_client, message in shown():
        kind = "client" if of_client else "event" if message["type"] in EVENT_TYPES else "server"
        assert CHECKER.faults(message, f"{kind}.{message['type']}") == []


def test_no_two_things_share_a_word() -> None:
    named = [*STRUCTURES.values(), *VALUES.values(), *OPTION_VALUES.values()]
    assert len(STRUCTURES | VALUES | OPTION_VALUES) == len(set(named))
    assert all(map(is_structure, STRUCTURES.values()))


def test_bids_and_declarations_have_the_notation_that_the_schema_says() -> None:
    for level, denomination in product([*range(1000), "capot", "generale", "x"], Denomination):
        assert (re.fullmatch(NOTATIONS[Bid], f"{level}{denomination}") is not None) == is_bid(f"{level}{denomination}")
    for declaration in held(frozenset(PACK)):
        assert re.fullmatch(NOTATIONS[Declaration], declaration)


def is_bid(text: str) -> bool:
    try:
        Bid(text)
    except ValueError:
        return False
    return True


# --- what it refuses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"type": "join", "table": "t1", "x": 1}, "$.x: unknown"),
        ({"type": "join", "table": 1}, "$.table: no string"),
        ({"type": "join", "table": ""}, "$.table: not minLength"),
        ({"type": "join", "table": "x" * 33}, "$.table: not maxLength"),
        ({"type": "join", "table": "t1", "seat": "Q"}, "$.seat: not enum"),
        ({"type": "join", "table": "t1", "id": -1}, "$.id: not minimum"),
        ({"type": "join", "table": "t1", "id": True}, "$.id: no integer"),
        ({"type": "join", "table": "t1", "id": 2**31 + 1}, "$.id: not maximum"),
        ({"type": "join"}, "$: not required"),
        ({"type": "prove", "proof": "0" * 64 + "\n"}, "$.proof: not pattern"),
        ({"type": "act", "table": "t1", "action": "pass"}, "$: fits 0 of the choices"),
        ({"type": "act", "table": "t1", "action": "pass", "after": 1, "request": 1}, "$: fits 2 of the choices"),
        ({"type": "hello", "versions": [1], "name": "A"}, "$.versions: not minItems"),
        ({"type": "hello", "versions": [1, 1, 1], "name": "A"}, "$.versions[2]: unknown"),
        ({"type": "hello", "versions": [1, "1"], "name": "A"}, "$.versions[1]: no integer"),
        ({"type": "hello", "versions": [1, 1], "name": "A", "need": ["x"] * 33}, "$.need: not maxItems"),
        ({"type": "create_table", "name": "A", "options": {"x": {}}}, "$.options.x: fits 0"),
        ({"type": "create_table", "name": "A", "options": {"x" * 33: 1}}, "$.options: key: not maxLength"),
        ({"type": "create_table", "name": "A", "options": {f"x{at}": 1 for at in range(65)}}, "$.options: not maxPr"),
    ],
)
def test_the_schema_refuses_what_the_server_would(message: dict[str, Any], fault: str) -> None:
    (found,) = CHECKER.faults(message, f"client.{message['type']}")
    assert found.startswith(fault)


def test_a_keyword_that_nobody_checks_is_an_error() -> None:
    with pytest.raises(KeyError, match="multipleOf"):
        Checker({"$defs": {"x": {"multipleOf": 2}}}).faults(3, "x")
