"""What the service manager is told, over a real socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from coinche.server.service import ServiceManager


@pytest.fixture
def told(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def manager(listening: socket.socket, **more: str) -> ServiceManager:
    return ServiceManager.taken_from({"NOTIFY_SOCKET": listening.getsockname(), **more}, 7)


def test_facts_come_in_one_datagram(told: socket.socket) -> None:
    manager(told).tell("READY=1", "STATUS=3 tables")
    assert told.recv(4096) == b"READY=1\nSTATUS=3 tables"


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="abstract addresses are Linux's")
def test_an_abstract_address_will_do() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the system chooses one
        name = listening.getsockname().decode()
        listening.settimeout(5)
        ServiceManager(f"@{name[1:]}").tell("STOPPING=1")
        assert listening.recv(4096) == b"STOPPING=1"


@pytest.mark.parametrize("address", [None, "", "/nowhere/at/all", "@nobody"])
def test_where_nobody_listens_nothing_happens(address: str | None) -> None:
    ServiceManager(address).tell("READY=1")


@pytest.mark.parametrize(
    ("more", "watchdog"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_a_watchdog_counts_where_it_is_meant_for_us(more: dict[str, str], watchdog: float | None) -> None:
    assert ServiceManager.taken_from({"NOTIFY_SOCKET": "/x", **more}, 7).watchdog == watchdog


def test_children_inherit_nothing_of_it() -> None:
    environment = {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "7", "PATH": "/bin"}
    ServiceManager.taken_from(environment, 7)
    assert environment == {"PATH": "/bin"}


async def test_it_hears_that_the_server_is_ready_and_then_that_it_lives(
    told: socket.socket, autojump_clock: trio.testing.MockClock
) -> None:
    tables = iter(range(10))
    with trio.move_on_after(35):
        await manager(told, WATCHDOG_USEC="30000000").keep_told(lambda: f"{next(tables)}\ntables")
    assert told.recv(4096).decode().split("\n")[::2] == ["READY=1", "STATUS=0 tables"]
    assert [told.recv(4096) for _ in range(3)] == [f"WATCHDOG=1\nSTATUS={n} tables".encode() for n in (1, 2, 3)]
