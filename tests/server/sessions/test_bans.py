"""Tests of bans: the people they cover, the moment of the check, and their storage."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from coinche.server.addresses import identity_of_key
from coinche.server.sessions.bans import BANS_FILE, AddressBan, Ban, Bans, BansFailed, NameBan
from coinche.server.sessions.name_register import Register
from coinche.server.time_and_entropy import Time
from tests.server.conftest import RunningServer, RunServer, Wire
from tests.server.connections.test_sign_in import Person, made, with_token

ANA = NameBan(name="Ana", key="ab" * 32, why="cheats", at=1)
OF_ANA = identity_of_key("ab" * 32)


class Calendar(Time):
    """The date, set by hand."""

    ms = 1_800_000_000_000

    def unix_ms(self) -> int:
        return self.ms


def at(network: str) -> AddressBan:
    return AddressBan(network=network, why="", at=2)


@pytest.mark.parametrize(
    ("ban", "address", "name", "key", "barred"),
    [
        (ANA, "192.0.2.1", "Ana", None, True),
        (ANA, "192.0.2.1", "ANA", None, True),
        (ANA, "192.0.2.1", "Zoé", "ab" * 32, True),
        (ANA, "192.0.2.1", "Zoé", "cd" * 32, False),
        (ANA, "192.0.2.1", "Zoé", None, False),
        (at("192.0.2.1/32"), "192.0.2.1", "Zoé", None, True),
        (at("192.0.2.1/32"), "::ffff:192.0.2.1", "Zoé", None, True),
        (at("192.0.2.1/32"), "192.0.2.2", "Zoé", None, False),
        (at("192.0.2.0/24"), "192.0.2.2", "Zoé", None, True),
        (at("2001:db8::/64"), "2001:db8::77", "Zoé", None, True),
        (at("2001:db8::/64"), "2001:db8:0:1::77", "Zoé", None, False),
        (at("192.0.2.0/24"), "nowhere", "None", None, False),
    ],
)
async def test_a_ban_means(ban: Ban, address: str, name: str, key: str | None, barred: bool) -> None:
    bans = Bans()
    await bans.add(ban)
    assert (bans.barring(address, name, key and identity_of_key(key)) is not None) is barred


async def test_bans_are_kept_until_they_are_lifted(tmp_path: Path) -> None:
    bans = Bans(tmp_path)
    await bans.add(ANA)
    await bans.add(at("192.0.2.0/24"))
    assert list(Bans(tmp_path)) == [ANA, at("192.0.2.0/24")]
    assert (tmp_path / BANS_FILE).stat().st_mode & 0o077 == 0
    assert await bans.lift("ana")
    assert await bans.lift("192.0.2.0/24")
    assert not await bans.lift("192.0.2.0/24")
    assert list(Bans(tmp_path)) == []


async def test_a_ban_ends_in_its_time_is_listed_no_longer_and_outlives_a_restart_until_then(tmp_path: Path) -> None:
    time = Calendar()
    await Bans(tmp_path, time).add(AddressBan(network="192.0.2.1/32", why="", at=0, until=time.unix_ms() + 1000))
    bans = Bans(tmp_path, time)
    assert bans.barring("192.0.2.1", "Zoé", None) is not None
    assert len(list(bans)) == 1
    time.ms += 1000
    assert bans.barring("192.0.2.1", "Zoé", None) is None
    assert list(bans) == []
    assert not await bans.lift("192.0.2.1")
    await bans.add(ANA)
    assert list(Bans(tmp_path, time)) == [ANA], "what has ended is gone from the file, too"


async def test_where_an_ended_ban_is_of_one_network_a_wider_one_holds(tmp_path: Path) -> None:
    time = Calendar()
    bans = Bans(time=time)
    await bans.add(AddressBan(network="192.0.2.0/24", why="wide", at=0))
    await bans.add(AddressBan(network="192.0.2.1/32", why="narrow", at=0, until=0))
    ban = bans.barring("192.0.2.1", "Zoé", None)
    assert ban is not None
    assert ban.why == "wide"


@pytest.mark.parametrize("restarted", [False, True])
async def test_where_an_ended_ban_is_of_one_key_another_of_that_key_holds(tmp_path: Path, restarted: bool) -> None:
    time = Calendar()
    bans = Bans(tmp_path, time)
    await bans.add(ANA)
    await bans.add(NameBan(name="Bob", key=ANA.key, why="", at=1, until=time.unix_ms() + 1000))
    time.ms += 1000
    assert (Bans(tmp_path, time) if restarted else bans).barring("192.0.2.1", "Carl", OF_ANA) == ANA


async def test_a_newer_ban_of_the_same_takes_the_place_of_the_older() -> None:
    bans = Bans()
    await bans.add(ANA)
    await bans.add(NameBan(name="ANA", key=None, why="", at=3))
    assert [ban.at for ban in bans] == [3]
    assert bans.barring("::1", "Zoé", OF_ANA) is None


@pytest.mark.parametrize("garbled", [b"[", b'[{"ban": "name"}]', b"\xff"])
def test_a_garbled_file_is_refused_and_not_touched(tmp_path: Path, garbled: bytes) -> None:
    (tmp_path / BANS_FILE).write_bytes(garbled)
    with pytest.raises(BansFailed, match="cannot be read"):
        Bans(tmp_path)
    assert (tmp_path / BANS_FILE).read_bytes() == garbled


async def test_what_cannot_be_kept_is_no_ban(tmp_path: Path) -> None:
    bans = Bans(tmp_path / "missing")
    (tmp_path / "missing").touch()  # a file where the directory would be made
    with pytest.raises(BansFailed, match="cannot write"):
        await bans.add(ANA)
    assert list(bans) == []


# --- when it is judged -------------------------------------------------------------------------------

HERE = at("127.0.0.1/32")
BARRED = {"by": "operator", "reason": ""}
Prove = Callable[[], Awaitable[None]]


async def waiting_with_a_key(running: RunningServer, wire: Wire, name: str) -> Prove:
    """Say hello with a key; the rest of the sign-in is returned."""
    person = Person()
    await wire.send(**person.hello(name))
    nonce = (await wire.until("welcome"))["nonce"]
    return lambda: wire.send(type="prove", proof=person.proof(nonce))


async def waiting_with_a_token(running: RunningServer, wire: Wire, name: str, **hello: Any) -> Prove:
    token = made(running.server.register, name, provider="role" in hello)
    await wire.send(type="hello", versions=[1, 1], name=name, auth="token", **hello)
    nonce = (await wire.until("welcome"))["nonce"]
    return lambda: wire.send(type="prove", proof=proof_of(token, nonce))


async def waiting_with_a_session(running: RunningServer, wire: Wire, name: str) -> Prove:
    ready = await (await running.connect()).sign_in(name)
    await wire.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
    nonce = (await wire.until("welcome"))["nonce"]
    return lambda: wire.send(type="prove", proof=proof_of(ready["secret"], nonce))


def proof_of(secret: str, nonce: str) -> str:
    key = hashlib.sha256(bytes.fromhex(secret)).digest()
    return hmac.new(key, bytes.fromhex(nonce) + b"0", "sha256").hexdigest()


@pytest.mark.parametrize("ban", [HERE, NameBan(name="Troll", key=None, why="", at=1)], ids=["address", "name"])
@pytest.mark.parametrize("waiting", [waiting_with_a_key, waiting_with_a_token, waiting_with_a_session])
async def test_a_ban_keeps_out_who_has_said_hello_before_it_and_proves_after_it(
    run_server: RunServer, waiting: Callable[[RunningServer, Wire, str], Awaitable[Prove]], ban: Ban
) -> None:
    async with run_server() as running:
        standby = await running.connect()
        prove = await waiting(running, standby, "Troll")
        await running.server.bans.add(ban)
        await prove()
        last = await standby.end()
        assert last is not None
        assert (last["code"], last["data"]) == ("AUTH_FAILED", BARRED)


async def test_a_banned_key_claims_no_name_with_a_proof_that_comes_after_the_ban(run_server: RunServer) -> None:
    async with run_server() as running:
        troll, standby = Person(), await running.connect()
        await standby.send(**troll.hello("Nobody yet"))
        nonce = (await standby.until("welcome"))["nonce"]
        await running.server.bans.add(NameBan(name="Troll", key=troll.key, why="", at=1))
        await standby.send(type="prove", proof=troll.proof(nonce))
        last = await standby.end()
        assert last is not None
        assert (last["code"], last["data"]) == ("AUTH_FAILED", BARRED)
        assert running.server.register.owner_of("Nobody yet") is None


@pytest.mark.parametrize("auth", ["guest", "resume", "ed25519"])
async def test_only_the_token_of_a_provider_exempts_from_a_ban_and_not_the_word(
    run_server: RunServer, auth: str
) -> None:
    async with run_server() as running:
        ready = await (await running.connect()).sign_in("Troll")
        more = {"resume": {"session": ready["session"]}, "ed25519": {**Person().hello("x")}}.get(auth, {})
        await running.server.bans.add(HERE)
        wire = await running.connect()
        await wire.send(**{**more, "type": "hello", "versions": [1, 1], "name": "x", "auth": auth, "role": "provider"})
        last = await wire.end()
        assert last is not None
        assert (last["code"], last["data"]) == ("AUTH_FAILED", BARRED)


async def test_a_token_that_lends_no_bots_does_not_let_a_banned_player_in_as_a_provider(run_server: RunServer) -> None:
    register = Register()
    token = made(register, "Troll")
    async with run_server(register=register) as running:
        await running.server.bans.add(HERE)
        answer = await with_token(await running.connect(), "Troll", token, role="provider")
        assert answer["code"] == "AUTH_FAILED"


async def test_a_provider_that_proves_its_token_comes_in_from_a_banned_address(run_server: RunServer) -> None:
    async with run_server() as running:
        wire = await running.connect()
        prove = await waiting_with_a_token(running, wire, "lender", role="provider", program=True)
        await running.server.bans.add(HERE)
        await prove()
        await wire.until("ready")
