"""Tests of the file of known servers: remembered, forgotten and refused ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coinche.connection.address import Address
from coinche.connection.error_texts import unkept
from coinche.connection.known_servers import GarbledLine, KnownServers
from coinche.connection.storage import CannotKeep
from coinche.text.language import Language

HERE = Address("127.0.0.1", 24567)
THERE = Address("Table.local", 4000)
ONE = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"
OTHER = "2345-6723-4567-2345-6723-4567"


def test_nobody_has_been_anywhere_at_first(home: Path) -> None:
    assert KnownServers().fingerprint(HERE) is None
    assert not home.exists()


def test_a_server_is_held_to_what_it_had(home: Path) -> None:
    known = KnownServers()
    known.remember(HERE, ONE)
    known.remember(THERE, OTHER)
    assert (known.fingerprint(HERE), known.fingerprint(THERE)) == (ONE, OTHER)
    assert KnownServers().fingerprint(Address("table.LOCAL", 4000)) == OTHER
    text = (home / "coinche" / "known_servers").read_text(encoding="utf-8")
    assert text == f"127.0.0.1:24567 {ONE}\ntable.local:4000 {OTHER}\n"


def test_another_port_is_another_server() -> None:
    KnownServers().remember(HERE, ONE)
    assert KnownServers().fingerprint(Address(HERE.host, HERE.port + 1)) is None


def test_a_forgotten_server_is_met_anew() -> None:
    known = KnownServers()
    known.remember(HERE, ONE)
    assert known.forget(HERE)
    assert known.fingerprint(HERE) is None
    assert not known.forget(HERE)


def test_nothing_is_left_beside_the_file(home: Path) -> None:
    KnownServers().remember(HERE, ONE)
    assert [path.name for path in (home / "coinche").iterdir()] == ["known_servers"]


@pytest.mark.parametrize("line", [b"nonsense", b"127.0.0.1:24567", b"127.0.0.1:24567 ABCD", b"a b c", b"\xff\xfe"])
def test_a_garbled_line_is_named_and_nothing_is_taken_as_a_first_visit(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "known_servers"
    path.write_bytes(f"127.0.0.1:24567 {ONE}\n".encode() + line + b"\n")
    for use in (KnownServers(path).fingerprint, KnownServers(path).forget):
        with pytest.raises(GarbledLine) as garbled:
            use(HERE)
    for language in Language:
        said = unkept(garbled.value, language)
        assert str(path) in said
        assert "\n" not in said


@pytest.mark.skipif(os.name != "posix", reason="a directory in the way is another error elsewhere")
def test_a_file_that_cannot_be_read_or_written_is_an_expected_failure(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep):
        KnownServers(tmp_path).fingerprint(HERE)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CannotKeep) as failure:
        KnownServers(tmp_path / "file" / "known_servers").remember(HERE, ONE)
    assert "known_servers" in unkept(failure.value, Language.ENGLISH)


def test_a_server_is_known_at_as_many_addresses_as_it_was_met_at() -> None:
    known = KnownServers()
    known.remember(HERE, ONE)
    assert (known.addresses(ONE), known.addresses(OTHER)) == (1, 0)
    known.remember(THERE, ONE)
    assert known.addresses(ONE) == 2
