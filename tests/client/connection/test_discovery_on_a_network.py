"""Tests of discovery between two machines, as two network namespaces: a client on one finds a server on the other.

They need root, Linux and the command `ip`, and are skipped elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client import machines
from tests.client.machines import SERVERS, Network, may_make_machines

ASK_FROM_BOTH = """
import socket
from coinche.protocol import discovery as beacon

def asking(address):
    udp_socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp_socket.bind((address, 0))
    udp_socket.settimeout(30)
    return udp_socket

network, here = asking(NETWORK), asking("127.0.0.1")
network.sendto(beacon.probe("00000001"), (NETWORK, beacon.PORT))
here.sendto(beacon.probe("00000002"), ("127.0.0.1", beacon.PORT))
here.recv(4096)
network.setblocking(False)
try:
    print(network.recv(4096))
except BlockingIOError:
    print("silence")
"""
"""Both are heard in the order in which they are sent; once the second is answered, the first would be."""

pytestmark = pytest.mark.skipif(not may_make_machines(), reason="no network namespaces for these tests here")


@pytest.fixture
def network() -> Iterator[Network]:
    with machines.network() as joined:
        yield joined


@pytest.mark.parametrize("way", ["beacon", "mDNS", "both"])
def test_a_server_on_another_machine_is_found(network: Network, way: str) -> None:
    with network.server() as port:
        assert network.search(way) == f"coinche://{SERVERS}:{port} Chez Ana"


def test_a_server_that_listens_on_one_address_is_found_there(network: Network) -> None:
    with network.server("--host", SERVERS) as port:
        assert network.search("both") == f"coinche://{SERVERS}:{port} Chez Ana"


def test_a_server_on_loopback_keeps_silent_to_the_network(network: Network) -> None:
    with network.server("--host", "127.0.0.1"):
        assert network.told(network.servers, f"NETWORK = {SERVERS!r}\n{ASK_FROM_BOTH}") == "silence"
