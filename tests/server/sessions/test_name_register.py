"""Tests of the register of names: ownership, stored data, and names that nobody may have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.addresses import identity_of_old_token, identity_of_token
from coinche.server.sessions.name_register import NameStatus, Register
from coinche.server.storage.database import ImmediateWriter, Job
from tests.server.conftest import OpenFile, OpenJournal
from tests.server.connections.test_sign_in import Person
from tests.server.kept_data import restored

ANA, BOB = "aa" * 32, "bb" * 32


@pytest.fixture
def register() -> Register:
    return Register()


class TwiceWriter(ImmediateWriter):
    """A writer that does each job twice, as one does whose disk failed after it had taken the first."""

    def write(self, job: Job) -> None:
        super().write(job)
        super().write(job)


def test_a_token_of_an_earlier_version_is_who_it_was_until_it_is_removed(open_file: OpenFile, tmp_path: Path) -> None:
    restored(tmp_path, 5)
    file = open_file(tmp_path)
    owner = Register(file).owner_of("Deep Blue")
    assert owner is not None
    assert owner.who == identity_of_old_token("Deep Blue")
    register = Register(file)
    register.remove_token("Deep Blue")
    register.add_token("Deep Blue", b"u" * 32, provider=False)
    for read in (register, Register(file)):
        owner = read.owner_of("Deep Blue")
        assert owner is not None
        assert owner.who == identity_of_token(b"u" * 32)


def test_a_name_is_its_first_claimers(register: Register) -> None:
    assert register.claim("Ana", ANA) is NameStatus.FREE
    assert register.claim("Ana", BOB) is NameStatus.TAKEN
    assert register.claim("Ana", ANA) is NameStatus.OWN
    owner = register.owner_of("Ana")
    assert owner is not None
    assert (owner.name, owner.key, owner.token) == ("Ana", ANA, None)


@pytest.mark.parametrize("other", ["ANA", "ana", "Ａｎａ"])
def test_names_that_people_would_take_for_one_another_have_one_owner(register: Register, other: str) -> None:
    register.claim("Ana", ANA)
    assert register.standing(other, BOB) is NameStatus.TAKEN


def test_a_key_owns_so_many_names_and_no_more(register: Register) -> None:
    for number in range(limits.NAMES_OF_A_KEY):
        assert register.claim(f"Ana {number}", ANA) is NameStatus.FREE
    assert register.claim("Ana the last", ANA) is NameStatus.TOO_MANY
    assert register.owner_of("Ana the last") is None
    assert register.claim("Ana the last", BOB) is NameStatus.FREE
    register.free("ana 0")
    assert register.claim("Ana the next", ANA) is NameStatus.FREE


def test_a_name_with_a_token_is_no_keys_until_the_token_is_removed(register: Register) -> None:
    assert register.add_token("Deep Blue", b"t" * 32, provider=True)
    assert not register.add_token("deep blue", b"u" * 32, provider=False)
    assert register.standing("Deep Blue", ANA) is NameStatus.TAKEN
    assert [(owner.name, owner.token, owner.provider) for owner in register.tokens()] == [
        ("Deep Blue", b"t" * 32, True)
    ]
    assert register.remove_token("DEEP BLUE")
    assert not register.remove_token("Deep Blue")
    assert register.claim("Deep Blue", ANA) is NameStatus.FREE
    assert not register.remove_token("Deep Blue"), "a key's name is no token"


def test_a_name_that_is_freed_is_whoever_claims_it_next(register: Register) -> None:
    register.claim("Ana", ANA)
    freed = register.free("ANA")
    assert freed is not None
    assert freed.key == ANA
    assert register.free("Ana") is None
    assert register.claim("Ana", BOB) is NameStatus.FREE


def test_what_is_kept_is_there_the_next_time(tmp_path: Path, open_file: OpenFile) -> None:
    file = open_file(tmp_path)
    first = Register(file)
    first.claim("Ana", ANA)
    first.claim("Bob", BOB)
    first.add_token("Deep Blue", b"t" * 32, provider=True)
    first.free("Bob")
    second = Register(open_file(tmp_path))
    assert second.standing("Ana", ANA) is NameStatus.OWN
    assert second.owner_of("Bob") is None
    assert [owner.token for owner in second.tokens()] == [b"t" * 32]


async def test_no_claim_waits_for_a_disk_and_all_of_them_come_to_it_in_order(
    open_file: OpenFile, journal: OpenJournal, tmp_path: Path
) -> None:
    writer, file = journal(tmp_path), open_file(tmp_path)
    register = Register(file, writer)
    assert register.claim("Ana", ANA) is NameStatus.FREE
    register.free("Ana")
    assert register.claim("Ana", BOB) is NameStatus.FREE
    assert file.rows("SELECT * FROM owners") == []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        await writer.settled()
        nursery.cancel_scope.cancel()
    assert Register(file).standing("Ana", BOB) is NameStatus.OWN


def test_what_has_to_be_written_twice_comes_to_the_same(open_file: OpenFile) -> None:
    file = open_file()
    Register(file, TwiceWriter(file)).claim("Ana", ANA)
    assert file.rows("SELECT name FROM owners") == [("Ana",)]


@pytest.mark.parametrize("name", ["0.0.0.0/0", "192.168.1.20", "fe80::1", "１０.０.０.０/８"])
async def test_no_name_looks_like_an_address(run_server: Any, name: str) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.send(type="hello", versions=[1, 1], name=name)
        assert (await wire.until("ready", "error")).get("code") == "NAME_TAKEN"
        assert (await Person().sign_in(await running.connect(), name))["code"] == "NAME_TAKEN"
        assert (await wire.sign_in("10.0.0.1 or so"))["name"] == "10.0.0.1 or so"
