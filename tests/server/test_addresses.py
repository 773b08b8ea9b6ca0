"""Tests of a server's own addresses, and of the client addresses that may connect without TLS."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from coinche.server.addresses import LOOPBACK, Plaintext, is_allowed, reachable_addresses


@pytest.mark.skipif(shutil.which("ip") is None, reason="no ip command to ask the system with")
def test_every_interface_that_has_an_address_is_named() -> None:
    told = subprocess.run(["ip", "-4", "-o", "addr"], capture_output=True, encoding="utf-8", check=True).stdout
    first: dict[str, str] = dict(reversed(re.findall(r"^\d+: (\S+) +inet ([\d.]+)", told, re.MULTILINE)))
    there = {address for address in first.values() if not address.startswith("127.")}
    assert there <= set(reachable_addresses("0.0.0.0"))


def test_loopback_comes_first_and_nothing_comes_twice() -> None:
    found = reachable_addresses("0.0.0.0")
    assert found[0] == LOOPBACK
    assert len(found) == len(set(found))


def test_a_server_bound_to_one_address_is_reached_there_alone() -> None:
    assert reachable_addresses("192.168.7.7") == ["192.168.7.7"]


HERE = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")
NEAR = ("192.168.1.20", "10.0.0.1", "172.16.0.1", "172.31.255.254", "169.254.3.4", "fe80::1%eth0", "fd00::1")
FAR = ("8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "100.64.0.1", "0.0.0.0", "nowhere", "")


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [(Plaintext.LAN, {*HERE, *NEAR}), (Plaintext.LOOPBACK, {*HERE}), (Plaintext.NEVER, set[str]())],
)
def test_plain_tcp_is_taken_from_these_networks_alone(rule: Plaintext, allowed: set[str]) -> None:
    assert {address for address in (*HERE, *NEAR, *FAR) if is_allowed(rule, address)} == allowed
