"""Whose a name is, and what is kept of it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from coinche.server import limits
from coinche.server.register import FILE, Register, RegisterFailed, Standing

ANA, BOB = "aa" * 32, "bb" * 32


@pytest.fixture
def register() -> Iterator[Register]:
    opened = Register()
    yield opened
    opened.close()


def test_a_name_is_its_first_claimers(register: Register) -> None:
    assert register.claim("Ana", ANA) is Standing.FREE
    assert register.claim("Ana", BOB) is Standing.TAKEN
    assert register.claim("Ana", ANA) is Standing.OWN
    owner = register.owner_of("Ana")
    assert owner is not None
    assert (owner.name, owner.key, owner.token) == ("Ana", ANA, None)


@pytest.mark.parametrize("other", ["ANA", "ana", "Ａｎａ"])
def test_names_that_people_would_take_for_one_another_have_one_owner(register: Register, other: str) -> None:
    register.claim("Ana", ANA)
    assert register.standing(other, BOB) is Standing.TAKEN


def test_a_key_owns_so_many_names_and_no_more(register: Register) -> None:
    for number in range(limits.NAMES_OF_A_KEY):
        assert register.claim(f"Ana {number}", ANA) is Standing.FREE
    assert register.claim("Ana the last", ANA) is Standing.TOO_MANY
    assert register.owner_of("Ana the last") is None
    assert register.claim("Ana the last", BOB) is Standing.FREE


def test_a_name_with_a_token_is_no_keys_until_the_token_is_removed(register: Register) -> None:
    assert register.add_token("Deep Blue", b"t" * 32, provider=True)
    assert not register.add_token("deep blue", b"u" * 32, provider=False)
    assert register.standing("Deep Blue", ANA) is Standing.TAKEN
    assert [(owner.name, owner.token, owner.provider) for owner in register.tokens()] == [
        ("Deep Blue", b"t" * 32, True)
    ]
    assert register.remove_token("DEEP BLUE")
    assert not register.remove_token("Deep Blue")
    assert register.claim("Deep Blue", ANA) is Standing.FREE
    assert not register.remove_token("Deep Blue"), "a key's name is no token"


def test_what_is_kept_is_there_the_next_time_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = Register(tmp_path / "new" / "place")
    first.claim("Ana", ANA)
    first.close()
    second = Register(tmp_path / "new" / "place")
    assert second.standing("Ana", ANA) is Standing.OWN
    second.close()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "new" / "place" / FILE).stat().st_mode) == 0o600


def test_what_one_process_changes_the_other_knows_at_once(tmp_path: Path) -> None:
    server, command = Register(tmp_path), Register(tmp_path)
    command.add_token("Deep Blue", b"t" * 32, provider=False)
    assert server.standing("Deep Blue", ANA) is Standing.TAKEN
    server.close()
    command.close()


def test_a_register_of_a_newer_server_is_not_touched(tmp_path: Path) -> None:
    Register(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("UPDATE schema SET version = 2")
    file.close()
    with pytest.raises(RegisterFailed, match="newer coinche-server"):
        Register(tmp_path)


def test_a_file_that_is_no_register_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database, and long enough to be read as one" * 20)
    with pytest.raises(RegisterFailed, match=r"cannot use .*names\.sqlite"):
        Register(tmp_path)


def test_a_register_that_another_keeps_locked_says_so_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REGISTER", 0.0)
    register = Register(tmp_path)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RegisterFailed, match="locked"):
        register.claim("Ana", ANA)
    with pytest.raises(RegisterFailed, match="locked"):
        register.owner_of("Ana")
    other.execute("ROLLBACK")
    other.close()
    assert register.claim("Ana", ANA) is Standing.FREE
    register.close()
