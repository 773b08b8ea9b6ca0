"""Tests of newcomers who wait to be let in: what they hear meanwhile, who lets them in, and the bounds."""

from __future__ import annotations

import dataclasses
import ipaddress
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.addresses import TrustedNetworks
from coinche.server.admin.orders import OrderRefused
from coinche.server.app import Exposure
from coinche.server.connections import approval, heartbeat
from coinche.server.connections.admission import AdmissionPolicy
from tests.server.conftest import Map, RunningServer, resumed, until
from tests.server.connections.test_invitations import LaterDays, invited, redeemed, redeemed_with_key, running_on
from tests.server.connections.test_sign_in import Person, made, with_token
from tests.server.tables import answer, quiet

APPROVED = Exposure(admit=AdmissionPolicy.APPROVE)


async def knocks(running: RunningServer, name: str, **hello: Any) -> Any:
    """A guest of that name, who waits."""
    wire = await running.connect()
    await wire.send(type="hello", versions=[1, 1], name=name, **hello)
    assert (await wire.until("waiting", "ready", "error"))["type"] == "waiting"
    return wire


async def key_knocks(running: RunningServer, person: Person, name: str) -> Any:
    """A client with a key that owns nothing, which waits."""
    wire = await running.connect()
    await wire.send(**person.hello(name))
    await wire.send(type="prove", proof=person.proof((await wire.until("welcome"))["nonce"]))
    assert (await wire.until("waiting", "ready", "error"))["type"] == "waiting"
    return wire


async def ordered(running: RunningServer, *words: str) -> Any:
    return await running.server.orders.obey(words)


async def host(running: RunningServer, name: str = "Host", **hello: Any) -> Any:
    """A player with a token, who has opened a table."""
    wire = await running.connect()
    await with_token(wire, name, made(running.server.register, name), **hello)
    await wire.send(type="create_table", name="table", seat="N")
    await wire.until("joined")
    return wire


async def test_a_guest_waits_until_the_operator_lets_it_in(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        wire = await knocks(running, "Eve")
        assert wire.seen[-1]["ms"] == int(limits.APPROVAL * 1000)
        assert [row["name"] for row in (await ordered(running, "waiting")).data["waiting"]] == ["Eve"]
        assert any("Eve waits to be let in" in line for line in running.lines)
        await wire.send(type="create_table", name="too soon", id=1)
        assert (await wire.until("error", re=1))["code"] == "BAD_MESSAGE"
        await wire.send(type="ping", data="still")
        await wire.until("pong", data="still")
        await ordered(running, "approve", "eve")
        ready = await wire.until("ready")
        assert ready["name"] == "Eve"
        assert (await ordered(running, "waiting")).lines == ("nobody waits",)
        await wire.send(type="create_table", name="now", seat="N")
        await wire.until("joined")
        await wire.stream.aclose()
        await knocks(running, "Eve 3")


async def test_a_key_waits_once_and_owns_its_name_then(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        ana = Person()
        wire = await key_knocks(running, ana, "Ana")
        assert running.server.register.owner_of("Ana") is None
        await ordered(running, "approve", "Ana")
        await wire.until("ready")
        assert (await ana.sign_in(await running.connect(), "Ana"))["name"] == "Ana 2"
        assert (await ana.sign_in(await running.connect(), "Another"))["name"] == "Another", "the key is known"


async def test_owners_of_names_and_invited_clients_do_not_wait(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        token = made(running.server.register, "Deep Blue")
        assert (await with_token(await running.connect(), "Deep Blue", token))["type"] == "ready"
        assert (await redeemed(await running.connect(), await invited(running, "Zoé")))["type"] == "ready"
        secret = await invited(running, "Ana")
        assert (await redeemed_with_key(await running.connect(), secret, Person()))["type"] == "ready"
        await running.provider()


async def test_who_is_refused_is_told_by_whom_and_why_and_may_come_again(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        wire = await knocks(running, "Eve of Ely")
        await ordered(running, "refuse", "Eve", "of", "Ely", "ask", "me", "first")
        refused = await wire.end()
        assert (refused["code"], refused["data"]) == ("AUTH_FAILED", {"by": "operator", "reason": "ask me first"})
        with pytest.raises(OrderRefused):
            await ordered(running, "approve", "Eve of Ely")
        await knocks(running, "Eve of Ely")


@pytest.mark.parametrize("words", [("approve", "Nobody"), ("refuse", "Nobody"), ("approve", "Eve", "too")])
async def test_only_somebody_who_waits_can_be_let_in_or_refused(run_server: Any, words: tuple[str, ...]) -> None:
    async with run_server(exposure=APPROVED) as running:
        await knocks(running, "Eve")
        with pytest.raises(OrderRefused, match="those who do: Eve"):
            await ordered(running, *words)


async def test_a_host_who_owns_a_name_is_told_and_lets_in(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        first = await host(running, want=["invitations"])
        eve, bob = await knocks(running, "Eve"), await knocks(running, "Bob")
        await first.until("newcomers", names=["Eve", "Bob"])
        late = await host(running, "Later host", want=["invitations"])
        await late.until("newcomers", names=["Eve", "Bob"])
        assert (await answer(first, 1, type="approve", name="EVE"))["type"] == "ok"
        assert (await eve.until("ready"))["name"] == "Eve"
        assert any("Host lets in Eve" in line for line in running.lines)
        await first.until("newcomers", names=["Bob"])
        await bob.stream.aclose()
        await first.until("newcomers", names=[])
        assert (await answer(first, 2, type="approve", name="Bob"))["code"] == "FORBIDDEN", "nobody waits"


@pytest.mark.parametrize("held", [True, False])
async def test_no_other_newcomer_gets_the_name_that_a_host_was_shown(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    if not held:
        monkeypatch.setattr(limits, "APPROVAL_NAME_HELD", 0.0)
    async with run_server(exposure=APPROVED) as running:
        first = await host(running, want=["invitations"])
        zoe = await knocks(running, "Zoe")
        await first.until("newcomers", names=["Zoe"])
        await zoe.stream.aclose()
        while (await ordered(running, "waiting")).data["waiting"]:
            await trio.lowlevel.checkpoint()
        other = await knocks(running, "ZOE")
        answered = await answer(first, 1, type="approve", name="Zoe")
        assert answered["type"] == ("error" if held else "ok")
        if held:
            await first.until("newcomers", names=["ZOE 2"])
            assert (await answer(first, 2, type="approve", name="Zoe 2"))["type"] == "ok"
        assert (await other.until("ready"))["name"] == "ZOE"


async def test_a_host_who_comes_back_at_once_is_told_again_who_waits(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        first = await host(running, want=["invitations"])
        await knocks(running, "Eve")
        await first.until("newcomers", names=["Eve"])
        ready = next(message for message in first.seen if message["type"] == "ready")
        back = await resumed(running, ready, want=["invitations"])
        await back.until("newcomers", names=["Eve"])


async def test_nobody_else_is_told_or_lets_in(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        plain, guest = await host(running), await knocks(running, "Guest", want=["invitations"])
        await ordered(running, "approve", "Guest")
        await guest.until("ready")
        await guest.send(type="create_table", name="its own", seat="N")
        await guest.until("joined")
        member = await running.connect()
        await with_token(member, "Member", made(running.server.register, "Member"), want=["invitations"])
        told = await host(running, "Told", want=["invitations"])
        await knocks(running, "Eve")
        await told.until("newcomers", names=["Eve"])
        for wire in (guest, member):
            assert (await answer(wire, 1, type="approve", name="Eve"))["code"] == "FORBIDDEN"
        for wire in (plain, guest, member):
            assert not any(message["type"] == "newcomers" for message in [*wire.seen, *await quiet(wire)])
        assert (await answer(plain, 2, type="approve", name="Eve"))["type"] == "ok", "a host who was not told may, too"


async def test_who_was_let_in_by_a_host_lets_nobody_in_for_a_month(run_server: Any) -> None:
    clock = LaterDays()
    async with run_server(exposure=APPROVED, time=clock) as running:
        first = await host(running)
        eve = await key_knocks(running, Person(), "Eve")
        assert (await answer(first, 1, type="approve", name="Eve"))["type"] == "ok"
        await eve.until("ready")
        await eve.send(type="create_table", name="hers", seat="N")
        await eve.until("joined")
        bob = await key_knocks(running, Person(), "Bob")
        assert (await answer(eve, 1, type="approve", name="Bob"))["code"] == "FORBIDDEN"
        await ordered(running, "approve", "Bob")
        await bob.until("ready")
        await bob.send(type="create_table", name="his", seat="N")
        await bob.until("joined")
        await knocks(running, "Carl")
        assert (await answer(bob, 1, type="approve", name="Carl"))["type"] == "ok", "the operator has let Bob in"
        said = await ordered(running, "invite", "--revoke", "Host")
        assert said.data == {"revoked": [], "brought": ["Eve"]}
        clock.days = 30
        await knocks(running, "Dora")
        assert (await answer(eve, 2, type="approve", name="Dora"))["type"] == "ok"


async def test_nobody_lets_others_in_from_a_practice_table(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        wire = await running.connect()
        await with_token(wire, "Ana", made(running.server.register, "Ana"))
        await wire.send(type="create_table", name="alone", practice=True)
        await wire.until("joined")
        await knocks(running, "Eve")
        assert (await answer(wire, 1, type="approve", name="Eve"))["code"] == "FORBIDDEN"


async def test_a_host_is_told_when_the_newcomer_cannot_come_in_any_more(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        first, eve = await host(running), await knocks(running, "Eve")
        running.server.register.claim("Eve", "aa" * 32)
        refused = await answer(first, 1, type="approve", name="Eve")
        assert (refused["code"], "cannot come in any more" in refused["message"]) == ("FORBIDDEN", True)
        assert (await eve.end())["code"] == "AUTH_FAILED"
        assert not any("lets in" in line for line in running.lines)


async def test_a_ban_is_heeded_while_somebody_waits(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        wire = await knocks(running, "Eve")
        await ordered(running, "ban", "Eve", "always")
        with pytest.raises(OrderRefused, match="cannot come in any more"):
            await ordered(running, "approve", "Eve")
        assert (await wire.end())["data"]["by"] == "operator"


async def test_a_name_that_somebody_comes_to_own_meanwhile_is_not_given_twice(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        guest, ana = await knocks(running, "Eve"), await key_knocks(running, Person(), "Ana")
        for name in ("Eve", "Ana"):
            running.server.register.claim(name, "aa" * 32)
            with pytest.raises(OrderRefused, match="cannot come in any more"):
                await ordered(running, "approve", name)
        for wire in (guest, ana):
            assert (await wire.end())["code"] == "AUTH_FAILED"


async def test_two_of_one_name_wait_under_different_ones_and_either_is_let_in(run_server: Any) -> None:
    async with run_server(exposure=APPROVED) as running:
        first, second, third = [await knocks(running, name) for name in ("Eve", "EVE", "Eve 2")]
        waiting = (await ordered(running, "waiting")).data["waiting"]
        assert [row["name"] for row in waiting] == ["Eve", "EVE 2", "Eve 2 2"]
        await ordered(running, "approve", "EVE 2")
        assert (await second.until("ready"))["name"] == "EVE"
        await ordered(running, "approve", "Eve")
        assert (await first.until("ready"))["name"] == "Eve 2"
        await ordered(running, "approve", "Eve 2 2")
        assert (await third.until("ready"))["name"] == "Eve 2 2"


TRUSTED = dataclasses.replace(APPROVED, trust=TrustedNetworks((ipaddress.ip_network("127.0.0.0/8"),)))


@pytest.mark.parametrize(
    ("bound", "here", "exposure"),
    [
        ("APPROVALS", True, APPROVED),
        ("APPROVALS_PER_ADDRESS", False, APPROVED),
        ("APPROVALS_PER_SHARED_ADDRESS", True, APPROVED),
        ("APPROVALS_PER_SHARED_ADDRESS", False, TRUSTED),
    ],
)
async def test_no_more_wait_than_may_in_all_from_one_address_and_from_this_machine(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, bound: str, here: bool, exposure: Exposure
) -> None:
    monkeypatch.setattr(limits, bound, 2)
    monkeypatch.setattr(approval, "is_here", lambda address: here)
    async with run_server(exposure=exposure) as running:
        await knocks(running, "Eve")
        other = await knocks(running, "Bob")
        third = await running.connect()
        await third.send(type="hello", versions=[1, 1], name="Carl")
        assert (await third.end())["code"] == "FLOOD"
        await other.stream.aclose()
        await until(lambda: running.server.connections.newcomers.named("Bob") is None)
        await knocks(running, "Carl")


async def test_the_time_to_sign_in_does_not_run_but_one_of_its_own_does(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server(exposure=APPROVED) as running:
        wire = await knocks(running, "Eve")
        (client,) = (newcomer.client for newcomer in running.server.connections.newcomers)
        client.opened -= limits.SIGN_IN + 1
        heartbeat._check(client, trio.current_time())
        assert not client.peer.closing
        client.opened -= limits.PING_AFTER
        heartbeat._check(client, trio.current_time())
        await wire.until("ping")
        client.waits_since -= limits.APPROVAL + 1
        heartbeat._check(client, trio.current_time())
        assert (await wire.end())["code"] == "AUTH_TIMEOUT"
        with pytest.raises(OrderRefused):
            await ordered(running, "approve", "Eve")


async def test_a_guest_comes_back_to_its_session_without_waiting_even_after_a_restart(
    run_server: Any, tmp_path: Path
) -> None:
    async with running_on(tmp_path, run_server, exposure=APPROVED) as running:
        wire = await knocks(running, "Eve")
        await ordered(running, "approve", "Eve")
        ready: Map = await wire.until("ready")
        await wire.send(type="create_table", name="table", seat="N")
        await wire.until("joined")
    async with running_on(tmp_path, run_server, exposure=APPROVED) as running:
        assert (await (await resumed(running, ready)).until("ready", "error"))["name"] == "Eve"
