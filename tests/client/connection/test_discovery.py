"""Tests of discovery: each server is found once, by whatever way, and other answers are ignored."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import trio

from coinche.client.runtime.private_server import command_of
from coinche.connection.address import Address, Found
from coinche.connection.discovery import (
    MOST,
    MOST_AT_ONE_ADDRESS,
    Heard,
    Way,
    broadcasts,
    browse,
    find_servers,
    nearest,
    probe,
)
from coinche.connection.errors import CannotConnect, ConnectFailure
from coinche.connection.known_servers import KnownServers
from coinche.connection.transport import dial
from coinche.protocol import discovery as beacon
from coinche.protocol.discovery import Announcement
from coinche.server.app import Server
from coinche.server.discovery import answer_probes

PATIENCE = 30.0
HERE = "127.0.0.1"
FINGERPRINT = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO"
OTHER = "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIQ"
ANA = Announcement(name="Chez Ana", port=4000, fingerprint=FINGERPRINT, tables=1, people=3)
ZOE = Announcement(name="Chez Zoé", port=4001, fingerprint=OTHER)


def telling(*heard: tuple[str, Announcement]) -> Way:
    """A way by which just that is heard."""

    async def tell(hear: Heard) -> None:
        for address, said in heard:
            hear(address, said)

    return tell


async def found(*ways: Way, enough: int, seconds: float = PATIENCE) -> list[Found]:
    """So many servers, as they are found."""
    servers: list[Found] = []
    with trio.fail_after(2 * PATIENCE), trio.CancelScope() as scope:

        def tell(server: Found) -> None:
            servers.append(server)
            if len(servers) == enough:
                scope.cancel()

        await find_servers(tell, ways=ways, seconds=seconds)
    return servers


async def test_all_servers_of_this_machine_are_found_by_the_beacon() -> None:
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(partial(answer_probes, HERE, lambda: ANA, 0))
        await nursery.start(partial(answer_probes, "0.0.0.0", lambda: ZOE, port))
        servers = await found(partial(probe, port=port, only_here=True), enough=2)
        nursery.cancel_scope.cancel()
    assert set(servers) == {
        Found(name="Chez Ana", address=Address(HERE, 4000), tables=1, people=3),
        Found(name="Chez Zoé", address=Address(HERE, 4001)),
    }


async def test_what_answers_otherwise_than_a_server_is_passed_over() -> None:
    async def joker(udp_socket: trio.socket.SocketType) -> None:
        while True:
            datagram, sender = await udp_socket.recvfrom(4096)
            nonce = beacon.read_probe(datagram)
            assert nonce is not None
            late, ours = beacon.answer("ffffffff", ANA), beacon.answer(nonce, ZOE)
            ansi = json.dumps({**json.loads(ours), "name": "\x1b[2J"}).encode()
            for answer in (b"", 4096 * b"{", late, ansi, ours):
                await udp_socket.sendto(answer, sender)

    async with trio.open_nursery() as nursery:
        with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp_socket:
            await udp_socket.bind((HERE, 0))
            nursery.start_soon(joker, udp_socket)
            servers = await found(partial(probe, port=udp_socket.getsockname()[1], only_here=True), enough=1)
            nursery.cancel_scope.cancel()
    assert [server.name for server in servers] == ["Chez Zoé"]


async def test_a_server_is_told_of_once_under_the_address_that_was_heard_first(autojump_clock: object) -> None:
    ways = telling(("192.168.1.20", ANA), (HERE, ANA)), telling(("10.0.0.7", ANA))
    servers = await found(*ways, enough=2, seconds=2.0)
    assert [(server.name, server.address.port) for server in servers] == [("Chez Ana", 4000)]


async def test_two_servers_of_one_key_are_two(autojump_clock: object) -> None:
    second = Announcement(name="Chez Ana", port=4001, fingerprint=FINGERPRINT)
    servers = await found(telling((HERE, ANA), (HERE, second)), enough=3, seconds=2.0)
    assert [server.address.port for server in servers] == [4000, 4001]


async def test_two_machines_of_one_name_are_both_listed_each_with_its_address(autojump_clock: object) -> None:
    other = Announcement(name="Chez Ana", port=4000, fingerprint=OTHER)
    servers = await found(telling(("192.168.1.2", ANA), ("192.168.1.3", other)), enough=2)
    assert {server.name for server in servers} == {"Chez Ana"}
    assert [str(server.address) for server in servers] == ["192.168.1.2:4000", "192.168.1.3:4000"]


async def test_the_address_says_nothing_of_the_fingerprint_for_anybody_could_have_sent_it(
    autojump_clock: object,
) -> None:
    (server,) = await found(telling((HERE, ANA)), enough=2, seconds=2.0)
    assert server.address.fingerprint is None
    assert server.address.tls


async def test_no_more_servers_are_told_of_than_anybody_can_read(autojump_clock: object) -> None:
    async def crowd(hear: Heard) -> None:
        for port in range(1, 2 * MOST):
            hear(f"192.168.1.{port}", Announcement(name="Chez Ana", port=port, fingerprint=FINGERPRINT))
            await trio.sleep(0.001)

    assert len(await found(crowd, enough=2 * MOST, seconds=2.0)) == MOST


async def test_who_makes_servers_up_leaves_room_for_those_that_there_are(autojump_clock: object) -> None:
    async def crowd(hear: Heard) -> None:
        for port in range(1, 10 * MOST):
            hear("192.168.1.66", Announcement(name="Chez Ana", port=port, fingerprint=OTHER))
            await trio.sleep(0.0001)
        hear("192.168.1.20", ANA)

    servers = await found(crowd, enough=2 * MOST, seconds=2.0)
    assert [server.address.host for server in servers].count("192.168.1.66") == MOST_AT_ONE_ADDRESS
    assert servers[-1].address.host == "192.168.1.20"


async def test_one_way_that_cannot_be_gone_leaves_the_other(autojump_clock: object) -> None:
    def failing(wrong: Exception) -> Callable[[Heard], Awaitable[None]]:
        async def fail(hear: Heard) -> None:
            raise wrong

        return fail

    ways = failing(OSError("no network")), failing(ImportError("no zeroconf")), telling((HERE, ANA))
    assert len(await found(*ways, enough=2, seconds=2.0)) == 1


async def test_the_search_ends_by_itself_where_nobody_is(autojump_clock: object) -> None:
    assert await found(enough=1, seconds=2.0) == []


async def test_a_server_that_was_known_there_is_held_to_its_fingerprint_whatever_the_beacon_says() -> None:
    known = KnownServers()
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(Server(provider=None, say=lambda line: None).run, HERE, 0)
        known.remember(Address(HERE, port), OTHER)
        lie = Announcement(name="Chez Ana", port=port, fingerprint=OTHER)
        (server,) = await found(telling((HERE, lie)), enough=1)
        with pytest.raises(CannotConnect) as refused:
            await dial(server.address, known)
        nursery.cancel_scope.cancel()
    assert refused.value.reason is ConnectFailure.CHANGED_CERTIFICATE


async def test_without_zeroconf_there_is_the_beacon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    async with trio.open_nursery() as nursery:
        port: int = await nursery.start(partial(answer_probes, HERE, lambda: ANA, 0))
        servers = await found(browse, partial(probe, port=port, only_here=True), enough=1)
        nursery.cancel_scope.cancel()
    assert len(servers) == 1


@pytest.mark.parametrize(
    ("addresses", "own", "expected"),
    [
        (["172.17.0.1", "192.168.1.20"], ["192.168.1.5", "127.0.0.1"], "192.168.1.20"),
        (["172.17.0.1", "192.168.1.20"], ["172.17.0.1", "192.168.1.5"], "192.168.1.20"),
        (["10.0.0.7", "192.168.1.20"], ["10.0.0.7", "192.168.1.20"], "10.0.0.7"),
        (["fe80::1", "8.8.8.8", "not an address"], ["192.168.1.5"], None),
        (["192.168.1.20"], [], "192.168.1.20"),
        ([], ["192.168.1.5"], None),
    ],
)
def test_of_several_addresses_the_one_on_our_network_is_taken(
    addresses: list[str], own: list[str], expected: str | None
) -> None:
    assert nearest(addresses, own) == expected


@pytest.mark.parametrize(
    ("own", "asked"),
    [
        ((), ()),
        (("127.0.0.1/8",), ()),
        (("192.168.1.20/24", "127.0.0.1/8"), ("192.168.1.255",)),
        (("10.0.0.7/30", "172.16.5.4/16"), ("10.0.0.7", "172.16.255.255")),
        (("10.8.0.2/32", "10.9.0.2/31"), ()),
    ],
)
def test_every_network_of_this_machine_is_asked_at_its_broadcast_address(
    own: tuple[str, ...], asked: tuple[str, ...]
) -> None:
    assert broadcasts(own) == {"255.255.255.255", *asked}


def test_a_server_for_one_person_alone_is_not_announced() -> None:
    assert "--no-announce" in command_of()
