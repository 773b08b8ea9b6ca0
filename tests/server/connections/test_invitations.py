"""Tests of invitations: who redeems one owns its name, once, for good, and nobody else comes by the link."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coinche.server import limits
from coinche.server.addresses import identity_of_invited_token
from coinche.server.admin.orders import OrderRefused
from coinche.server.app import Exposure, ServerData
from coinche.server.connections.admission import AdmissionPolicy
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.database import DATA_FILE, DataFile
from coinche.server.storage.journal import Journal
from coinche.server.time_and_entropy import Entropy, Time
from tests.server.conftest import Map, RunningServer, resumed
from tests.server.connections.test_one_address import trust
from tests.server.connections.test_sign_in import CLIENT_NONCE, Person, made, seen, with_token

ONLY_INVITED = Exposure(admit=AdmissionPolicy.INVITED)


class LaterDays(Time):
    """A clock by which days pass when a test says so."""

    days = 0

    def unix_ms(self) -> int:
        return super().unix_ms() + self.days * 24 * 60 * 60 * 1000


def key_of(secret: str) -> bytes:
    return hashlib.sha256(bytes.fromhex(secret)).digest()


def token_of(secret: str, nonce: str) -> str:
    """The token as the document has it."""
    return hmac.new(key_of(secret), b"coinche-token-v1" + bytes.fromhex(nonce), "sha256").hexdigest()


async def invited(running: RunningServer, *words: str) -> str:
    """The secret of a new invitation."""
    secret: str = (await running.server.orders.obey(("invite", *words))).data["invitation"]
    return secret


async def greeted(wire: Any, secret: str, nonce: str, **more: Any) -> Map:
    """The answer to the hello that redeems the invitation."""
    number = hashlib.sha256(key_of(secret)).hexdigest()
    hello = {"type": "hello", "versions": [1, 1], "name": "x", "auth": "invitation", "invitation": number}
    await wire.send(**{**hello, "nonce": nonce, **more})
    answer: Map = await wire.until("welcome", "error")
    return answer


async def redeemed(wire: Any, secret: str, nonce: str | None = None, **more: Any) -> Map:
    """The last answer to a browser that redeems the invitation, for a token."""
    answer = await greeted(wire, secret, nonce or secrets.token_hex(32), **more)
    if answer["type"] == "welcome":
        proof = hmac.new(key_of(secret), bytes.fromhex(answer["nonce"]) + b"0", "sha256").hexdigest()
        await wire.send(type="prove", proof=proof)
        answer = await wire.until("ready", "error")
    return answer


async def redeemed_with_key(wire: Any, secret: str, person: Person, spki: bytes = b"", **more: Any) -> Map:
    """The last answer to a client with a key that redeems the invitation."""
    answer = await greeted(wire, secret, CLIENT_NONCE, key=person.key, **more)
    if answer["type"] == "welcome":
        parts = (spki, bytes.fromhex(answer["nonce"]), bytes.fromhex(CLIENT_NONCE), bytes.fromhex(person.key), b"1")
        words = b"".join(len(part).to_bytes(4, "big") + part for part in (*parts, key_of(secret)))
        await wire.send(type="prove", proof=person.private.sign(b"coinche-auth-v1" + words).hex())
        answer = await wire.until("ready", "error")
    return answer


async def test_a_guest_without_a_key_gets_the_name_and_a_token_that_never_crosses_the_wire(run_server: Any) -> None:
    async with run_server() as running:
        secret, nonce = await invited(running, "Zoé"), "cd" * 32
        wire = await running.connect()
        ready = await redeemed(wire, secret, nonce)
        assert (ready["type"], ready["name"], ready["owned"]) == ("ready", "Zoé", "Zoé")
        token = token_of(secret, nonce)
        assert not any(token in str(message) or secret in str(message) for message in wire.seen)
        await wire.stream.aclose()
        back = await with_token(await running.connect(), "Zoé", token)
        assert (back["name"], "owned" in back) == ("Zoé", False)
        guest = await running.connect()
        await guest.send(type="hello", versions=[1, 1], name="ZOÉ")
        assert (await guest.until("error"))["code"] == "NAME_TAKEN"


@pytest.mark.parametrize("encrypted", [False, True])
async def test_a_client_with_a_key_gets_the_name_for_its_key(run_server: Any, encrypted: bool) -> None:
    async with run_server() as running:
        connect = running.secure if encrypted else running.connect
        ana, wire = Person(), await connect()
        ready = await redeemed_with_key(wire, await invited(running, "Ana"), ana, seen(wire) if encrypted else b"")
        assert (ready["name"], ready["owned"]) == ("Ana", "Ana")
        await wire.stream.aclose()
        assert (await ana.sign_in(await running.connect(), "Ana"))["name"] == "Ana"
        assert (await Person().sign_in(await running.connect(), "ana"))["code"] == "NAME_TAKEN"


async def test_an_invitation_is_good_once_and_its_guest_may_ask_again(run_server: Any) -> None:
    """A client that has lost the answer redeems it again, with the nonce or the key that it had."""
    async with run_server() as running:
        for guest in (lambda wire, secret: redeemed(wire, secret, "cd" * 32), keyed(Person())):
            name = f"Guest {len(running.wires)}"
            secret = await invited(running, name)
            for _ in range(2):
                wire = await running.connect()
                assert (await guest(wire, secret))["owned"] == name
                await wire.stream.aclose()
            for other in (redeemed, keyed(Person())):
                refused = await other(await running.connect(), secret)
                assert (refused["code"], refused["data"]) == ("AUTH_FAILED", {"reason": "invitation_used"})


def keyed(person: Person) -> Any:
    """The way in which that person redeems an invitation."""
    return lambda wire, secret: redeemed_with_key(wire, secret, person)


async def test_a_used_invitation_brings_nothing_even_if_its_name_is_free_again(run_server: Any) -> None:
    async with run_server() as running:
        secret, nonce = await invited(running, "Ana"), "cd" * 32
        await redeemed(await running.connect(), secret, nonce)
        await running.server.orders.obey(("token", "remove", "Ana"))
        refused = await redeemed(await running.connect(), secret, nonce)
        assert refused["data"] == {"reason": "invitation_used"}
        assert running.server.register.owner_of("Ana") is None


async def test_an_invitation_that_is_wrong_late_or_revoked_is_refused_with_the_reason(run_server: Any) -> None:
    clock = LaterDays()
    async with run_server(time=clock) as running:
        late, revoked = await invited(running, "Ana", "--days=1"), await invited(running, "Bob")
        await running.server.orders.obey(("invite", "--revoke", "bob"))
        clock.days = 1
        cases = {late: "invitation_ended", revoked: "invitation_unknown", "00" * 16: "invitation_unknown"}
        for secret, reason in cases.items():
            refused = await redeemed(await running.connect(), secret)
            assert (refused["code"], refused["data"]) == ("AUTH_FAILED", {"reason": reason})
            assert refused["message"]


async def test_a_proof_of_something_else_is_refused_and_nothing_is_used(run_server: Any) -> None:
    async with run_server() as running:
        secret = await invited(running, "Ana")
        thief = await running.connect()
        await greeted(thief, secret, "cd" * 32)
        await thief.send(type="prove", proof="00" * 32)
        assert (await thief.end())["code"] == "AUTH_FAILED"
        ana, eve = Person(), Person()
        wire = await running.connect()
        welcome = await greeted(wire, secret, CLIENT_NONCE, key=ana.key)
        await wire.send(type="prove", proof=ana.proof(welcome["nonce"]))  # without the invitation
        assert (await wire.end())["code"] == "AUTH_FAILED"
        assert running.server.register.owner_of("Ana") is None
        assert (await redeemed_with_key(await running.connect(), secret, eve))["owned"] == "Ana"


async def test_of_two_who_redeem_one_at_the_same_time_the_first_to_prove_has_the_name(run_server: Any) -> None:
    async with run_server() as running:
        secret, wires = await invited(running, "Ana"), [await running.connect() for _ in range(2)]
        nonces = [(await greeted(wire, secret, f"{digit}" * 64))["nonce"] for digit, wire in enumerate(wires)]
        for wire, nonce in zip(wires, nonces, strict=True):
            proof = hmac.new(key_of(secret), bytes.fromhex(nonce) + b"0", "sha256").hexdigest()
            await wire.send(type="prove", proof=proof)
        assert (await wires[0].until("ready"))["owned"] == "Ana"
        assert (await wires[1].end())["data"] == {"reason": "invitation_used"}


async def test_the_name_is_reserved_while_the_invitation_is_open(run_server: Any) -> None:
    async with run_server() as running:
        secret = await invited(running, "Ana")
        wire = await running.connect()
        await wire.send(type="hello", versions=[1, 1], name="ana")
        assert (await wire.until("error"))["code"] == "NAME_TAKEN"
        assert (await Person().sign_in(wire, "Ana"))["code"] == "NAME_TAKEN"
        await running.server.orders.obey(("invite", "--revoke", "Ana"))
        assert (await wire.sign_in("Ana"))["name"] == "Ana"
        refused = await redeemed(await running.connect(), secret)
        assert refused["code"] == "AUTH_FAILED"


async def test_a_name_that_is_in_use_comes_with_a_number_and_is_owned_without(run_server: Any) -> None:
    async with run_server() as running:
        await running.connect("Ana")
        secret, nonce = await invited(running, "Ana"), "cd" * 32
        ready = await redeemed(await running.connect(), secret, nonce)
        assert (ready["name"], ready["owned"]) == ("Ana 2", "Ana")
        owner = running.server.register.owner_of("Ana")
        assert owner is not None
        assert owner.who == identity_of_invited_token(hashlib.sha256(bytes.fromhex(token_of(secret, nonce))).digest())
        assert [session.who for session in running.server.lobby.sessions.values()][1] == owner.who


async def test_a_ban_keeps_out_its_name_and_address_whatever_invites_them(run_server: Any) -> None:
    async with run_server() as running:
        secret = await invited(running, "Ana")
        await running.server.orders.obey(("ban", "Ana", "always"))
        assert (await redeemed(await running.connect(), secret))["data"]["by"] == "operator"
        banned = Person()
        await banned.sign_in(await running.connect(), "Eve")
        await running.server.orders.obey(("ban", "Eve", "always"))
        refused = await redeemed_with_key(await running.connect(), await invited(running, "Bob"), banned)
        assert refused["data"]["by"] == "operator"


async def test_no_provider_is_invited_and_no_key_gets_more_names_than_it_may(run_server: Any) -> None:
    async with run_server() as running:
        refused = await redeemed(await running.connect(), await invited(running, "Bot"), role="provider")
        assert refused["code"] == "AUTH_FAILED"
        ana = Person()
        for number in range(limits.NAMES_OF_A_KEY):
            running.server.register.claim(f"Ana {number}", ana.key)
        secret = await invited(running, "Ana")
        assert (await redeemed_with_key(await running.connect(), secret, ana))["code"] == "FORBIDDEN"
        assert (await redeemed(await running.connect(), secret))["owned"] == "Ana"


@pytest.mark.parametrize("missing", ["invitation", "nonce"])
async def test_a_hello_without_its_fields_is_no_hello(run_server: Any, missing: str) -> None:
    async with run_server() as running:
        wire = await running.connect()
        hello = {"auth": "invitation", "invitation": "00" * 32, "nonce": "00" * 32}
        del hello[missing]
        await wire.send(type="hello", versions=[1, 1], name="x", **hello)
        assert (await wire.until("error"))["code"] == "BAD_MESSAGE"
        await wire.sign_in("Ana")


async def test_invitations_outlive_the_server_as_hashes_and_so_does_their_use(run_server: Any, tmp_path: Path) -> None:
    async with running_on(tmp_path, run_server) as running:
        used, open_ = await invited(running, "Ana"), await invited(running, "Bob")
        await redeemed(await running.connect(), used, "cd" * 32)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{DATA_FILE}*"))
    for secret in (used, open_):
        assert bytes.fromhex(secret) not in kept
        assert secret.encode() not in kept
    async with running_on(tmp_path, run_server) as running:
        assert (await with_token(await running.connect(), "Ana", token_of(used, "cd" * 32)))["name"] == "Ana"
        assert (await redeemed(await running.connect(), used))["data"] == {"reason": "invitation_used"}
        assert (await redeemed(await running.connect(), open_))["owned"] == "Bob"


def running_on(directory: Path, run_server: Any, **options: Any) -> Any:
    """A server that keeps its data there."""

    @asynccontextmanager
    async def opened() -> Any:
        with ServerData(directory, lambda news: None) as data:
            kept = {"store": data.store, "register": data.register, "invitations": data.invitations}
            async with run_server(archive=data.archive, **kept, **options) as running:
                yield running
                assert isinstance(data.store, Journal)
                await data.store.settled()

    return opened()


# --- a server for invited players only --------------------------------------------------------------------


async def test_where_only_invited_players_come_in_guests_and_new_keys_are_told_what_they_miss(run_server: Any) -> None:
    async with run_server(exposure=ONLY_INVITED) as running:
        guest, new = await running.connect(), await running.connect()
        await guest.send(type="hello", versions=[1, 1], name="Eve")
        for refused in (await guest.end(), await Person().sign_in(new, "Eve")):
            assert (refused["code"], refused["data"]) == ("AUTH_FAILED", {"missing": ["invitation"]})
        assert running.server.register.owner_of("Eve") is None


async def test_where_only_invited_players_come_in_owners_of_names_do(run_server: Any) -> None:
    async with run_server(exposure=ONLY_INVITED) as running:
        token = made(running.server.register, "Deep Blue")
        assert (await with_token(await running.connect(), "Deep Blue", token))["name"] == "Deep Blue"
        ana, wire = Person(), await running.connect()
        ready = await redeemed_with_key(wire, await invited(running, "Ana"), ana)
        assert ready["owned"] == "Ana"
        assert (await ana.sign_in(await running.connect(), "Ana"))["name"] == "Ana 2"
        assert (await ana.sign_in(await running.connect(), "Another"))["data"] == {"missing": ["invitation"]}
        await wire.stream.aclose()
        await running.provider()


async def test_a_guest_from_before_is_not_taken_back_where_only_invited_players_come_in(
    run_server: Any, tmp_path: Path
) -> None:
    async with running_on(tmp_path, run_server) as running:
        guest = await running.connect()
        ready = await guest.sign_in("Eve")
        await guest.send(type="create_table", name="table", seat="N")
        await guest.until("joined")
    with ServerData(tmp_path, lambda news: None) as data:
        kept = {"store": data.store, "register": data.register, "invitations": data.invitations}
        async with run_server(archive=data.archive, exposure=ONLY_INVITED, **kept) as running:
            refused = await (await resumed(running, ready)).end()
            assert refused is not None
            assert (refused["code"], refused["data"]) == ("AUTH_FAILED", {"missing": ["invitation"]})


# --- invitations by players -----------------------------------------------------------------------------

THEY_INVITE = Exposure(members_invite=True)


async def asked(wire: Any, name: str) -> Map:
    """The answer to the player who invites somebody to that name."""
    await wire.send(type="invite_player", id=7, name=name)
    answer: Map = await wire.until("invitation", "error", re=7)
    return answer


async def brought(member: Any, name: str, running: RunningServer) -> Any:
    """A client without a key that has redeemed the member's invitation to that name."""
    wire = await running.connect()
    assert (await redeemed(wire, (await asked(member, name))["secret"]))["owned"] == name
    return wire


async def test_owners_of_names_invite_others_where_the_operator_lets_them(run_server: Any) -> None:
    async with run_server(exposure=THEY_INVITE) as running:
        owner, guest = await running.connect(), await running.connect("Eve")
        await Person().sign_in(owner, "Ana")
        assert all(wire.seen[0]["members_invite"] for wire in (owner, guest))
        answer = await asked(owner, "Bob")
        assert (answer["type"], answer["name"]) == ("invitation", "Bob")
        listed = (await running.server.orders.obey(("invite", "--list"))).data["invitations"]
        assert [(row["name"], row["by"], row["until"]) for row in listed] == [("Bob", "Ana", answer["until"])]
        assert any("Ana invites Bob" in line for line in running.lines)
        assert not any(answer["secret"] in line for line in running.lines)
        bob = await running.connect()
        assert (await redeemed(bob, answer["secret"]))["owned"] == "Bob"
        await invited(running, "Carl")
        assert (await asked(owner, "\x07"))["code"] == "BAD_MESSAGE"
        refused = {name: await asked(owner, name) for name in ("Ana", "Bob", "Carl", "192.0.2.7")}
        refused["Dora"] = await asked(guest, "Dora")
        assert {answer["code"] for answer in refused.values()} == {"FORBIDDEN"}
        assert {name: answer["data"]["reason"] for name, answer in refused.items()} == {
            "Ana": "taken",
            "Bob": "taken",
            "Carl": "reserved",
            "192.0.2.7": "address",
            "Dora": "no_name",
        }


async def test_players_whom_others_invited_invite_nobody_for_a_month_after_its_end(run_server: Any) -> None:
    clock = LaterDays()
    async with run_server(exposure=THEY_INVITE, time=clock) as running:
        ana, bob, of_operator = Person(), Person(), await running.connect()
        await redeemed(of_operator, await invited(running, "Zoé"))
        assert (await asked(of_operator, "Someone"))["type"] == "invitation", (
            "an owner of a token whom the operator knows"
        )
        root, wire = await running.connect(), await running.connect()
        await ana.sign_in(root, "Ana")
        await redeemed_with_key(wire, (await asked(root, "Bob"))["secret"], bob)
        refused = await asked(wire, "Carl")
        assert (refused["code"], refused["data"]) == ("FORBIDDEN", {"reason": "brought_in"})
        await bob.sign_in(other := await running.connect(), "A name of his own")
        assert (await asked(other, "Carl"))["code"] == "FORBIDDEN", "another name of that key makes no difference"
        await running.server.orders.obey(("forget", "Ana"))
        assert (await asked(wire, "Carl"))["code"] == "FORBIDDEN", "nor that the other player is forgotten"
        clock.days = 7 + 30 - 1
        assert (await asked(wire, "Carl"))["data"] == {"reason": "brought_in"}
        clock.days = 7 + 30
        assert (await asked(wire, "Carl"))["type"] == "invitation"


async def test_a_player_with_many_names_invites_no_more_than_others(run_server: Any) -> None:
    async with run_server(exposure=THEY_INVITE) as running:
        ana, wire = Person(), await running.connect()
        await ana.sign_in(wire, "Zoé")
        for number in range(limits.INVITATIONS_OF_MEMBER):
            assert (await asked(wire, f"Guest {number}"))["type"] == "invitation"
        await ana.sign_in(other := await running.connect(), "Ana")
        assert (await asked(other, "One more"))["data"] == {"reason": "too_many"}


async def test_to_revoke_a_player_revokes_what_is_open_of_it_and_lists_whom_it_brought(run_server: Any) -> None:
    clock = LaterDays()
    async with run_server(exposure=THEY_INVITE, time=clock) as running:
        ana, bob = await running.connect(), await running.connect()
        await Person().sign_in(ana, "Ana")
        brought, open_ = (await asked(ana, "Bob"))["secret"], (await asked(ana, "Open"))["secret"]
        await redeemed(bob, brought)
        clock.days = 100
        await asked(bob, "Carl")
        for name in ("Dora", "Eve"):
            wire = await running.connect()
            await redeemed_with_key(wire, (await asked(bob, name))["secret"], Person())
        said = await running.server.orders.obey(("invite", "--revoke", "ana"))
        assert said.data == {"revoked": ["Carl"], "brought": ["Bob", "Dora", "Eve"]}
        assert "the invitation to 'Carl' is worthless now" in said.lines
        assert any("Bob (by Ana), Dora (by Bob), Eve (by Bob)" in line for line in said.lines)
        assert list(running.server.invitations) == []
        assert (await redeemed(await running.connect(), open_))["code"] == "AUTH_FAILED"
        again = await running.server.orders.obey(("invite", "--revoke", "Bob"))
        assert again.data == {"revoked": [], "brought": ["Dora", "Eve"]}


@pytest.mark.parametrize("key", [True, False])
async def test_a_name_that_is_freed_leaves_whom_it_brought_to_the_player_before_and_its_next_owner_is_not_new(
    run_server: Any, key: bool
) -> None:
    clock = LaterDays()
    async with run_server(exposure=THEY_INVITE, time=clock) as running:
        ana, bob, carl = [await running.connect() for _ in range(3)]
        await Person().sign_in(ana, "Ana")
        secret = (await asked(ana, "Bob"))["secret"]
        await (redeemed_with_key(bob, secret, Person()) if key else redeemed(bob, secret))
        clock.days = 37
        await redeemed(carl, (await asked(bob, "Carl"))["secret"])
        await (await brought(ana, "Dora", running)).stream.aclose()
        for name, order in (("Bob", ("free",) if key else ("token", "remove")), ("Dora", ("token", "remove"))):
            await running.server.orders.obey((*order, name))
            token = made(running.server.register, name)
            owner = await running.connect()
            await with_token(owner, name, token)
            assert (await asked(owner, f"By {name}"))["type"] == "invitation", "the operator has made the token"
        said = await running.server.orders.obey(("invite", "--revoke", "Ana"))
        assert said.data == {"revoked": [], "brought": ["Carl"]}
        assert any("Carl (by Ana)" in line for line in said.lines)


async def test_nobody_but_the_operator_invites_otherwise(run_server: Any) -> None:
    async with run_server() as running:
        owner = await running.connect()
        await Person().sign_in(owner, "Ana")
        assert "members_invite" not in owner.seen[0]
        assert (await asked(owner, "Bob"))["data"] == {"reason": "not_members"}


async def test_players_invite_so_many_at_most_each_and_all_together(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS_OF_MEMBERS", limits.INVITATIONS_OF_MEMBER + 1)
    monkeypatch.setattr(limits, "INVITATIONS", limits.INVITATIONS_OF_MEMBER + 2)
    clock = LaterDays()
    async with run_server(exposure=THEY_INVITE, time=clock) as running:
        ana, bob = await running.connect(), await running.connect()
        await Person().sign_in(ana, "Ana")
        await Person().sign_in(bob, "Bob")
        secrets_ = [(await asked(ana, f"Guest {number}"))["secret"] for number in range(limits.INVITATIONS_OF_MEMBER)]
        await redeemed(await running.connect(), secrets_[0])
        assert (await asked(ana, "One more"))["data"] == {"reason": "too_many"}, "a used one counts until it ends"
        assert (await asked(bob, "One more"))["type"] == "invitation"
        assert (await asked(bob, "Two more"))["data"] == {"reason": "too_many"}, "all of them together"
        await invited(running, "Of the operator")
        with pytest.raises(OrderRefused):
            await invited(running, "Beyond all")
        clock.days = 7
        assert (await asked(ana, "Later"))["type"] == "invitation"


@pytest.mark.parametrize("trusts", [False, True])
async def test_one_address_leaves_invitations_to_the_players_of_others(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, trusts: bool
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS_FROM_ADDRESS", 2)
    clock, network = LaterDays(), trust("127.0.0.0/8" if trusts else "192.0.2.0/24")
    async with run_server(exposure=replace(THEY_INVITE, trust=network), time=clock) as running:
        wires = {name: await running.connect() for name in ("Ana", "Bob", "Carl")}
        for name, wire in wires.items():
            await Person().sign_in(wire, name)
        told = [(await asked(wire, f"Guest of {name}"))["type"] for name, wire in wires.items()]
        assert told == ["invitation", "invitation", "invitation" if trusts else "error"]
        clock.days = 7
        assert (await asked(wires["Carl"], "Later"))["type"] == "invitation"


async def test_what_ended_long_ago_is_removed(run_server: Any, tmp_path: Path) -> None:
    clock = LaterDays()
    with closing(DataFile(tmp_path)) as file:
        register = Register(file)
        invitations = Invitations(register, file, time=clock)
        invitations.make("Ana", Entropy(), 1)
        clock.days = 31
        invitations.make("Bob", Entropy(), 1)
        assert file.rows("SELECT name FROM invitations") == [("Bob",)]


# --- the order --------------------------------------------------------------------------------------------


async def test_the_order_prints_the_links_and_the_end_and_the_log_no_secret(run_server: Any) -> None:
    async with run_server() as running:
        said = await running.server.orders.obey(("invite", "Ana", "--days=3", "--address=coinche.example:2000"))
        secret, fingerprint = said.data["invitation"], running.server.certificate.fingerprint
        browser, client, _ = said.lines
        assert browser == f"in a browser: http://coinche.example:2000/#t1.{secret}"
        assert client.endswith(f"coinche://coinche.example:2000#{fingerprint}.t1.{secret}")
        assert len(bytes.fromhex(secret)) == 16
        assert not any(secret in line for line in running.lines)
        listed = await running.server.orders.obey(("invite", "--list"))
        assert [row["name"] for row in listed.data["invitations"]] == ["Ana"]
        assert "the operator" in listed.lines[1]
        own = await running.server.orders.obey(("invite", "Bob"))
        assert f":{running.port}/#t1." in own.lines[0]


@pytest.mark.parametrize(
    "words",
    [
        *(("Ana", f"--days={days}") for days in ("0", "366", "x", "-1", "9" * 5000)),
        *(("Ana", f"--address={where}") for where in ("", "a b", "a:0", "a:99999", "http://a")),
        ("Owner",),
        ("--revoke", "Nobody"),
        ("--revoke", "Owner"),
        ("--revoke",),
        ("\x07",),
    ],
)
async def test_what_cannot_be_done_is_refused(run_server: Any, words: tuple[str, ...]) -> None:
    async with run_server() as running:
        running.server.register.claim("Owner", "aa" * 32)
        with pytest.raises(OrderRefused):
            await running.server.orders.obey(("invite", *words))
        assert list(running.server.invitations) == []


async def test_a_new_invitation_to_a_name_takes_the_place_of_the_old_one(run_server: Any) -> None:
    async with run_server() as running:
        old, new = await invited(running, "Ana"), await invited(running, "ANA")
        assert (await redeemed(await running.connect(), old))["data"] == {"reason": "invitation_unknown"}
        assert (await redeemed(await running.connect(), new))["owned"] == "ANA"
