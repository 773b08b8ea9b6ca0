"""The server says where it can be reached: at every address of its machine, route or none."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from coinche.server.addresses import LOOPBACK, reachable_addresses


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
