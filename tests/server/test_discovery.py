"""Tests of a server's beacon: its answers, their recipients and their rate."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio

from coinche.protocol.discovery import GROUP, Announcement, answer, probe, read_answer
from coinche.server import limits
from coinche.server.app import Server
from coinche.server.discovery import NAMELESS, announce_mdns, announce_server, answer_probes, supervised, usual_name
from coinche.server.log import LogEntry
from coinche.server.rate_limit import Allowance

from .conftest import PATIENCE

SAID = Announcement(name="Chez Ana", port=4000, fingerprint="AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO", tables=1, people=3)
NONCE = "0123abcd"
HERE = "127.0.0.1"


@asynccontextmanager
async def asking(beacons: int = 1, here: str = HERE) -> AsyncIterator[tuple[trio.socket.SocketType, int]]:
    """A socket to ask with, and the port where that many servers answer."""
    port = 0
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for _ in range(beacons):
                port = await nursery.start(partial(answer_probes, here, lambda: SAID, port))
            with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp_socket:
                await udp_socket.bind((HERE, 0))
                yield udp_socket, port
            nursery.cancel_scope.cancel()


async def test_who_asks_is_told_what_the_server_is_and_how_busy() -> None:
    async with asking() as (udp_socket, port):
        await udp_socket.sendto(probe(NONCE), (HERE, port))
        datagram, sender = await udp_socket.recvfrom(4096)
    assert json.loads(datagram) == {
        "coinche": 1,
        "id": NONCE,
        "name": "Chez Ana",
        "port": 4000,
        "fingerprint": SAID.fingerprint,
        "tables": 1,
        "people": 3,
    }
    assert sender[0] == HERE


async def test_a_server_that_listens_everywhere_answers_here_too() -> None:
    async with asking(here="0.0.0.0") as (udp_socket, port):
        await udp_socket.sendto(probe(NONCE), (HERE, port))
        assert (await udp_socket.recvfrom(4096))[1] == (HERE, port)


async def test_all_servers_of_a_machine_answer_the_group() -> None:
    async with asking(beacons=3) as (udp_socket, port):
        udp_socket.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_IF, bytes([127, 0, 0, 1]))
        await udp_socket.sendto(probe(NONCE), (GROUP, port))
        for _ in range(3):
            assert read_answer((await udp_socket.recvfrom(4096))[0], NONCE) == SAID


async def test_one_server_of_a_machine_answers_what_is_sent_to_127_0_0_1() -> None:
    async with asking(beacons=3) as (udp_socket, port):
        await udp_socket.sendto(probe(NONCE), (HERE, port))
        await udp_socket.recvfrom(4096)
        udp_socket.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_IF, bytes([127, 0, 0, 1]))
        await udp_socket.sendto(probe("fedcba98"), (GROUP, port))
        later = [(await udp_socket.recvfrom(4096))[0] for _ in range(3)]
        assert all(read_answer(told, "fedcba98") for told in later)


async def test_what_is_no_probe_is_not_answered() -> None:
    async with asking() as (udp_socket, port):
        for datagram in (b"", b"coinche?1", 600 * b"x", answer(NONCE, SAID), probe("ffffffff")):
            await udp_socket.sendto(datagram, (HERE, port))
        assert read_answer((await udp_socket.recvfrom(4096))[0], "ffffffff") == SAID


@pytest.mark.parametrize("bound", ["PROBES", "PROBES_PER_ADDRESS"])
async def test_no_more_is_answered_than_the_bound_allows(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, bound, Allowance(burst=2, every=3600.0))
    async with asking() as (udp_socket, port), asking() as (other, other_port):
        for nonce in ("00000001", "00000002", "00000003"):
            await udp_socket.sendto(probe(nonce), (HERE, port))
        for nonce in ("00000001", "00000002"):
            assert read_answer((await udp_socket.recvfrom(4096))[0], nonce) == SAID
        await other.sendto(probe(NONCE), (HERE, other_port))
        await other.recvfrom(4096)  # a round trip later
        with trio.move_on_after(0):
            assert await udp_socket.recvfrom(4096) is None


async def test_a_port_that_cannot_be_had_is_one_line_and_no_end() -> None:
    news: list[LogEntry] = []
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as taken, trio.fail_after(PATIENCE):
        await taken.bind(("", 0))
        port = taken.getsockname()[1]
        await supervised("the beacon", partial(answer_probes, HERE, lambda: SAID, port), news.append)
    assert len(news) == 1
    assert str(news[0]).startswith("not announced by the beacon: ")


async def test_without_zeroconf_mdns_is_done_without_and_that_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    news: list[LogEntry] = []
    await supervised("mDNS", lambda: announce_mdns(HERE, lambda: SAID), news.append)
    assert len(news) == 1
    assert str(news[0]).startswith("not announced by mDNS: ")


async def test_a_server_by_ipv6_alone_says_that_it_is_not_announced() -> None:
    news: list[LogEntry] = []
    try:
        listeners = await trio.open_tcp_listeners(0, host="::1")
    except OSError:
        pytest.skip("no IPv6 on this machine")
    async with listeners[0]:
        await announce_server(listeners, lambda: SAID, news.append)
    (line,) = map(str, news)
    assert line == "not announced on the network: that is done by IPv4, and the server listens by IPv6 alone"


def test_servers_of_tests_and_contests_are_not_announced() -> None:
    server = Server()
    with server.archive:
        assert server.announce is None


def test_a_machine_s_own_name_serves_where_it_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, name in (("zoe-pc.lan", "zoe-pc"), ("x" * 40, NAMELESS), ("", NAMELESS)):
        monkeypatch.setattr("socket.gethostname", lambda machine=machine: machine)
        assert usual_name() == name


async def test_a_server_says_how_busy_it_is() -> None:
    server = Server(provider=None, say=lambda line: None, announce="Chez Ana")
    with server.archive:
        said = server._announcement("Chez Ana", 4000)
        assert (said.name, said.port, said.tables, said.people) == ("Chez Ana", 4000, 0, 0)
        assert said.fingerprint == server.certificate.fingerprint
