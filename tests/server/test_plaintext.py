"""Who may do without TLS."""

from __future__ import annotations

import pytest

from coinche.server.addresses import Plaintext, is_allowed

HERE = ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")
NEAR = ("192.168.1.20", "10.0.0.1", "172.16.0.1", "172.31.255.254", "169.254.3.4", "fe80::1%eth0", "fd00::1")
FAR = ("8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "100.64.0.1", "0.0.0.0", "nowhere", "")


@pytest.mark.parametrize(
    ("rule", "allowed"),
    [(Plaintext.LAN, {*HERE, *NEAR}), (Plaintext.LOOPBACK, {*HERE}), (Plaintext.NEVER, set[str]())],
)
def test_plain_tcp_is_taken_from_these_networks_alone(rule: Plaintext, allowed: set[str]) -> None:
    assert {address for address in (*HERE, *NEAR, *FAR) if is_allowed(rule, address)} == allowed
