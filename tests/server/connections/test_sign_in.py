"""Tests of the proof of a name's ownership: keys, tokens, and attempts by a relay, a thief of proofs and a namesake."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import ssl
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.protocol.fingerprint import spki_hash
from coinche.server import limits
from coinche.server.connections import connections
from coinche.server.rate_limit import Allowance
from coinche.server.sessions.name_register import Register
from coinche.server.storage.database import DataFile
from coinche.server.transport.tls import Certificate, new_certificate

CLIENT_NONCE = "ab" * 32


class Person:
    """Somebody with a key, who knows the document only."""

    def __init__(self) -> None:
        self.private = Ed25519PrivateKey.generate()
        self.key = self.private.public_key().public_bytes_raw().hex()

    def hello(self, name: str, **more: Any) -> dict[str, Any]:
        hello = {"type": "hello", "versions": [1, 1], "name": name, "auth": "ed25519"}
        return {**hello, "key": self.key, "nonce": CLIENT_NONCE, **more}

    def proof(self, nonce: str, spki: bytes = b"") -> str:
        parts = (spki, bytes.fromhex(nonce), bytes.fromhex(CLIENT_NONCE), bytes.fromhex(self.key), b"1")
        return self.private.sign(b"coinche-auth-v1" + b"".join(len(p).to_bytes(4, "big") + p for p in parts)).hex()

    async def sign_in(self, wire: Any, name: str, spki: bytes = b"") -> Any:
        """The server's last answer."""
        await wire.send(**self.hello(name))
        answer = await wire.until("welcome", "error")
        if answer["type"] == "welcome":
            await wire.send(type="prove", proof=self.proof(answer["nonce"], spki))
            answer = await wire.until("ready", "error")
        return answer


def seen(wire: Any) -> bytes:
    """The hash of the certificate as the client has it."""
    der = wire.stream.getpeercert(binary_form=True)
    return spki_hash(der)


async def with_token(wire: Any, name: str, token: str, **more: Any) -> Any:
    await wire.send(type="hello", versions=[1, 1], name=name, auth="token", **more)
    answer = await wire.until("welcome", "error")
    if answer["type"] == "welcome":
        key = hashlib.sha256(bytes.fromhex(token)).digest()
        proof = hmac.new(key, bytes.fromhex(answer["nonce"]) + b"0", "sha256").hexdigest()
        await wire.send(type="prove", proof=proof)
        answer = await wire.until("ready", "error")
    return answer


def made(register: Register, name: str, *, provider: bool = False) -> str:
    token = secrets.token_hex(32)
    assert register.add_token(name, hashlib.sha256(bytes.fromhex(token)).digest(), provider=provider)
    return token


# --- keys ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encrypted", [False, True])
async def test_a_name_claimed_by_one_key_is_refused_to_another_who_may_take_another(
    run_server: Any, encrypted: bool
) -> None:
    async with run_server() as running:
        connect = running.secure if encrypted else running.connect
        ana, bob = Person(), Person()
        first, second = await connect(), await connect()
        spki = seen(first) if encrypted else b""
        assert (await ana.sign_in(first, "Ana", spki))["name"] == "Ana"
        refused = await bob.sign_in(second, "ana", spki)
        assert (refused["code"], refused["class"]) == ("NAME_TAKEN", "reject")
        assert (await bob.sign_in(second, "Bob", spki))["name"] == "Bob", "the same connection goes on"


async def test_the_owner_has_the_name_whenever_he_comes_and_numbered_where_he_is_already(run_server: Any) -> None:
    async with run_server() as running:
        ana = Person()
        for name in ("Ana", "Ana 2"):
            assert (await ana.sign_in(await running.connect(), "Ana"))["name"] == name


async def test_who_comes_back_to_a_seat_under_another_name_has_that_name_there(run_server: Any) -> None:
    async with run_server() as running:
        ana, first, other = Person(), await running.connect(), await running.connect("Bob")
        await ana.sign_in(first, "root")
        await first.send(type="create_table", name="ours", seat="N")
        table = (await first.until("joined"))["table"]
        await other.send(type="join", table=table, seat="E")
        await other.until("joined")
        await first.stream.aclose()
        assert (await ana.sign_in(again := await running.connect(), "Tom"))["name"] == "Tom"
        assert (await again.until("joined"))["seat"] == "N"
        names: list[str] = []
        while "Tom" not in names:
            changed = await other.until("seat_changed")
            names += [changed["name"]] if changed["seat"] == "N" else []


async def test_a_guest_cannot_have_a_name_that_somebody_owns(run_server: Any) -> None:
    async with run_server() as running:
        owner = await running.connect()
        await Person().sign_in(owner, "Ana")
        await owner.stream.aclose()
        guest = await running.connect()
        await guest.send(type="hello", versions=[1, 1], name="ANA")
        assert (await guest.until("error"))["code"] == "NAME_TAKEN"
        assert (await guest.sign_in("Eve"))["name"] == "Eve"


async def test_a_guest_is_not_numbered_into_somebody_elses_name(run_server: Any) -> None:
    async with run_server() as running:
        await Person().sign_in(await running.connect(), "Bob 2")
        names = [(await (await running.connect()).sign_in("Bob"))["name"] for _ in range(2)]
        assert names == ["Bob", "Bob 3"]


async def test_of_two_who_claim_a_name_at_the_same_time_the_first_to_prove_has_it(run_server: Any) -> None:
    async with run_server() as running:
        ana, eve = Person(), Person()
        first, second = await running.connect(), await running.connect()
        await first.send(**ana.hello("Ana"))
        await second.send(**eve.hello("Ana"))
        nonces = [(await wire.until("welcome"))["nonce"] for wire in (first, second)]
        await first.send(type="prove", proof=ana.proof(nonces[0]))
        await first.until("ready")
        await second.send(type="prove", proof=eve.proof(nonces[1]))
        assert (await second.end())["code"] == "AUTH_FAILED"


async def test_a_key_is_not_enough_without_its_signature(run_server: Any) -> None:
    async with run_server() as running:
        ana, eve = Person(), Person()
        wire = await running.connect()
        await wire.send(**ana.hello("Ana"))
        await wire.send(type="prove", proof=eve.proof((await wire.until("welcome"))["nonce"]))
        assert (await wire.end())["code"] == "AUTH_FAILED"
        assert running.server.register.owner_of("Ana") is None, "nothing was claimed"


@pytest.mark.parametrize("proof", ["00" * 32, "00" * 64])
async def test_a_proof_of_another_kind_is_none(run_server: Any, proof: str) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.send(**Person().hello("Ana"))
        await wire.until("welcome")
        await wire.send(type="prove", proof=proof)
        assert (await wire.end())["code"] == "AUTH_FAILED"


async def test_a_replayed_proof_is_worth_nothing(run_server: Any) -> None:
    async with run_server() as running:
        ana = Person()
        first, thief = await running.connect(), await running.connect()
        await first.send(**ana.hello("Ana"))
        overheard = ana.proof((await first.until("welcome"))["nonce"])
        await first.send(type="prove", proof=overheard)
        await first.until("ready")
        await thief.send(**ana.hello("Ana"))
        await thief.until("welcome")
        await thief.send(type="prove", proof=overheard)
        assert (await thief.end())["code"] == "AUTH_FAILED"


async def test_a_signature_for_plain_tcp_is_none_over_tls(run_server: Any) -> None:
    async with run_server() as running:
        answer = await Person().sign_in(await running.secure(), "Ana", spki=b"")
        assert answer["code"] == "AUTH_FAILED"


async def relay(stream: trio.SocketStream, *, mine: Certificate, port: int, encrypted: bool) -> None:
    """A man in the middle: TLS with its own certificate to the client, and the client's bytes on to the server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    client: Any = trio.SSLStream(stream, mine.context, server_side=True, https_compatible=True)
    server: Any = await trio.open_tcp_stream("127.0.0.1", port)
    if encrypted:
        server = trio.SSLStream(server, context, https_compatible=True)

    async def pass_on(one: Any, other: Any) -> None:
        async for data in one:
            await other.send_all(data)
        await other.aclose()

    try:
        async with client, server, trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, client, server)
            nursery.start_soon(pass_on, server, client)
    except* (trio.BrokenResourceError, trio.ClosedResourceError):
        pass


@pytest.mark.parametrize("encrypted", [True, False], ids=["and on over TLS", "and on over plain TCP"])
async def test_a_relay_with_a_certificate_of_its_own_cannot_sign_anybody_in(run_server: Any, encrypted: bool) -> None:
    async with run_server() as running, trio.open_nursery() as nursery:
        mine, ana, direct = new_certificate(), Person(), running.port

        async def in_the_middle(stream: trio.SocketStream) -> None:
            await relay(stream, mine=mine, port=direct, encrypted=encrypted)

        listener = (await nursery.start(trio.serve_tcp, in_the_middle, 0))[0]
        running.port = listener.socket.getsockname()[1]
        caught = await running.secure()
        running.port = direct
        assert seen(caught) == mine.spki
        assert (await ana.sign_in(caught, "Ana", seen(caught)))["code"] == "AUTH_FAILED"
        wire = await running.secure()
        assert (await ana.sign_in(wire, "Ana", seen(wire)))["name"] == "Ana", "directly, the same is right"
        nursery.cancel_scope.cancel()


async def test_a_key_owns_so_many_names_and_hears_so(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NAMES_OF_A_KEY", 1)
    async with run_server() as running:
        ana, wire = Person(), await running.connect()
        await ana.sign_in(await running.connect(), "Ana")
        refused = await ana.sign_in(wire, "Ana the other")
        assert (refused["code"], refused["class"]) == ("FORBIDDEN", "reject")
        assert (await ana.sign_in(wire, "Ana"))["type"] == "ready"


async def test_names_are_not_claimed_without_end_from_one_address(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", Allowance(burst=2, every=3600.0))
    monkeypatch.setattr(connections, "_address", lambda stream: "192.168.1.20")
    async with run_server() as running:
        people = [Person() for _ in range(3)]
        answers = [await p.sign_in(await running.connect(), f"P{n}") for n, p in enumerate(people)]
        assert [answer.get("code") for answer in answers] == [None, None, "RATE"]
        assert (await people[0].sign_in(await running.connect(), "P0"))["type"] == "ready", "what is owned is no claim"
        await running.connect("a guest claims nothing")


async def test_on_this_machine_names_are_claimed_as_fast_as_wanted(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", Allowance(burst=1, every=3600.0))
    async with run_server() as running:
        for name in ("Ana", "Bob", "Cid"):
            assert (await Person().sign_in(await running.connect(), name))["type"] == "ready"


async def test_names_are_kept_from_one_server_to_the_next(run_server: Any, tmp_path: Path) -> None:
    ana = Person()
    with closing(DataFile(tmp_path)) as file:
        async with run_server(register=Register(file)) as running:
            await ana.sign_in(await running.connect(), "Ana")
    with closing(DataFile(tmp_path)) as file:
        async with run_server(register=Register(file)) as running:
            wire = await running.connect()
            assert (await Person().sign_in(wire, "Ana"))["code"] == "NAME_TAKEN"
            assert (await ana.sign_in(wire, "Ana"))["type"] == "ready"


# --- tokens ----------------------------------------------------------------------------------------------


async def test_a_token_is_good_for_its_name_and_no_other(run_server: Any) -> None:
    register = Register()
    async with run_server(register=register) as running:
        token, other = made(register, "Deep Blue"), made(register, "Cepheus")
        assert (await with_token(await running.connect(), "Deep Blue", token))["name"] == "Deep Blue"
        assert (await with_token(await running.secure(), "Deep Blue", token))["name"] == "Deep Blue 2"
        for name, wrong in (("Deep Blue", other), ("Cepheus", token), ("nobody's", token), ("Cepheus", "00" * 32)):
            assert (await with_token(await running.connect(), name, wrong))["code"] == "AUTH_FAILED"


async def test_a_token_that_was_removed_is_good_for_nothing_at_once(run_server: Any) -> None:
    register = Register()
    async with run_server(register=register) as running:
        token = made(register, "Deep Blue")
        register.remove_token("Deep Blue")
        assert (await with_token(await running.connect(), "Deep Blue", token))["code"] == "AUTH_FAILED"
        await running.connect("Deep Blue")


async def test_neither_a_guest_nor_a_key_has_a_tokens_name(run_server: Any) -> None:
    register = Register()
    async with run_server(register=register) as running:
        made(register, "Deep Blue")
        wire = await running.connect()
        await wire.send(type="hello", versions=[1, 1], name="Deep Blue")
        assert (await wire.until("error"))["code"] == "NAME_TAKEN"
        assert (await Person().sign_in(wire, "deep blue"))["code"] == "NAME_TAKEN"


async def test_bots_are_lent_by_who_has_a_token_for_that(run_server: Any) -> None:
    register = Register()
    async with run_server(register=register) as running:
        tokens = {lends: made(register, f"bots {lends}", provider=lends) for lends in (True, False)}
        for lends, answer in ((True, "ready"), (False, "error")):
            said = await with_token(await running.connect(), f"bots {lends}", tokens[lends], role="provider")
            assert said["type"] == answer
        assert (await with_token(await running.connect(), "bots True", tokens[True]))["type"] == "ready"


@pytest.mark.parametrize("hello", [{}, Person().hello("bots")])
async def test_bots_are_lent_by_nobody_else(run_server: Any, hello: dict[str, Any]) -> None:
    async with run_server() as running:
        wire = await running.connect()
        await wire.send(**{"type": "hello", "versions": [1, 1], "name": "bots", **hello, "role": "provider"})
        assert (await wire.end())["code"] == "AUTH_FAILED"
