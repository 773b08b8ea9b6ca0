"""Tests of the beacon: its questions and answers, and invalid ones."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.protocol.discovery import (
    MOST,
    SIZE,
    Announcement,
    answer,
    is_near,
    probe,
    properties,
    read_answer,
    read_probe,
    read_properties,
)
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name

FINGERPRINT = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO"
ASKER = "0123abcd"
SAID = Announcement(name="Chez Ana", port=24567, fingerprint=FINGERPRINT, tables=2, people=5)
FIELDS = {"coinche": 1, "id": ASKER, "name": "Chez Ana", "port": 24567, "fingerprint": FINGERPRINT}

announcements = st.builds(
    Announcement,
    name=st.text(min_size=1, max_size=MAX_NAME).filter(is_name),
    port=st.integers(1, 65535),
    fingerprint=st.just(FINGERPRINT),
    tables=st.integers(0, MOST),
    people=st.integers(0, MOST),
)
nonces = st.text("0123456789abcdef", min_size=8, max_size=8)


def written(**other: object) -> bytes:
    return json.dumps({**FIELDS, **other}).encode()


def test_a_probe_is_512_bytes_and_says_who_asks() -> None:
    assert probe(ASKER) == b"coinche?10123abcd" + 495 * b" "


@given(nonces)
def test_who_asks_is_read_from_the_probe(nonce: str) -> None:
    assert read_probe(probe(nonce)) == nonce


def test_what_pads_a_probe_says_nothing() -> None:
    assert read_probe(b"coinche?1" + b"0123abcd" + 495 * b"\0") == ASKER


@pytest.mark.parametrize(
    "datagram",
    [
        b"",
        probe(ASKER)[:-1],
        probe(ASKER) + b" ",
        probe("0123ABCD"),
        probe("0123abc"),
        b"coinche?2" + probe(ASKER)[9:],
    ],
)
def test_another_datagram_is_no_probe(datagram: bytes) -> None:
    assert read_probe(datagram) is None


@given(nonces, announcements)
def test_an_answer_says_what_the_server_says_and_is_no_longer_than_the_probe(nonce: str, said: Announcement) -> None:
    datagram = answer(nonce, said)
    assert len(datagram) <= len(probe(nonce))
    assert read_answer(datagram, nonce) == said


@given(announcements)
def test_mdns_says_the_same(said: Announcement) -> None:
    facts: dict[bytes, bytes | None] = {key.encode(): v.encode() for key, v in properties(said).items()}
    assert read_properties(facts, said.port) == said


def test_an_answer_is_one_json_object() -> None:
    assert json.loads(answer(ASKER, SAID)) == {**FIELDS, "tables": 2, "people": 5}


def test_what_a_newer_server_adds_is_passed_over() -> None:
    assert read_answer(written(tables=2, people=5, mood="good"), ASKER) == SAID


@pytest.mark.parametrize(
    "datagram",
    [
        written(id="ffffffff"),
        written(coinche=2),
        written(name=""),
        written(name="Ana\u001b[31m"),
        written(name="a" * (MAX_NAME + 1)),
        written(port=0),
        written(port=65536),
        written(port="24567"),
        written(port=True),
        written(fingerprint="AAAQ"),
        written(fingerprint=FINGERPRINT.lower()),
        written(tables=-1),
        written(people=65536),
        written(mood="x" * SIZE),
        b"[" * SIZE,
        json.dumps({key: value for key, value in FIELDS.items() if key != "coinche"}).encode(),
        b"not json",
    ],
)
def test_what_is_out_of_bounds_is_no_answer(datagram: bytes) -> None:
    assert read_answer(datagram, ASKER) is None


@given(st.binary(max_size=2 * SIZE))
def test_any_bytes_are_none(datagram: bytes) -> None:
    assert read_probe(datagram) is None
    assert read_answer(datagram, ASKER) is None


@given(st.dictionaries(st.binary(max_size=20), st.none() | st.binary(max_size=200)), st.none() | st.integers())
def test_any_facts_of_mdns_are_none(facts: dict[bytes, bytes | None], port: int | None) -> None:
    assert read_properties(facts, port) is None
    assert read_properties({**facts, b"coinche": b"1"}, port) is None


@pytest.mark.parametrize("facts", [{b"coinche": b"1"}, {b"coinche": b"\xff"}, {b"name": b"Ana", b"tables": b"x"}])
def test_mdns_facts_that_are_not_ours_are_none(facts: dict[bytes, bytes | None]) -> None:
    assert read_properties(facts, 24567) is None


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        ("192.168.1.20", True),
        ("169.254.7.7", True),
        ("172.32.0.1", False),
        ("8.8.8.8", False),
        ("192.0.2.1", False),
        ("239.255.245.67", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("ana.local", False),
    ],
)
def test_only_addresses_of_private_networks_are_near(address: str, near: bool) -> None:
    assert is_near(address) is near


def test_an_answer_as_long_as_a_probe_is_read_and_one_byte_more_is_not() -> None:
    longest = written(mood="")[:-1] + b" " * (512 - len(written(mood=""))) + b"}"
    assert len(longest) == 512
    assert read_answer(longest, ASKER) is not None
    assert read_answer(longest[:-1] + b" }", ASKER) is None


@pytest.mark.parametrize("count", ["tables", "people"])
def test_what_is_counted_is_counted_up_to_65535(count: str) -> None:
    assert read_answer(written(**{count: 65535}), ASKER) is not None
    assert read_answer(written(**{count: 65536}), ASKER) is None
