"""Tests of the limits on connections, and of the connections that give up their slots."""

from __future__ import annotations

import pytest

from coinche.server import limits
from coinche.server.addresses import origin
from coinche.server.transport.connection_limits import ConnectionLimits, Slot, SlotKind


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 9)
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 6)
    monkeypatch.setattr(limits, "STRANGERS_PER_ADDRESS", 3)
    monkeypatch.setattr(limits, "TURNED_AWAY", 2)


def entered(limited: ConnectionLimits, address: str, times: int) -> list[Slot | None]:
    return [limited.open(address) for _ in range(times)]


def standings(slots: list[Slot | None]) -> list[SlotKind | None]:
    return [None if slot is None else slot.kind for slot in slots]


def test_strangers_of_one_address_are_few_and_two_more_are_told_so() -> None:
    slots = entered(ConnectionLimits(), "192.0.2.1", 7)
    assert standings(slots) == [SlotKind.UNAUTHENTICATED] * 3 + [SlotKind.EXCESS] * 2 + [None] * 2


def test_who_is_one_too_many_takes_nobodys_place() -> None:
    limited = ConnectionLimits()
    entered(limited, "127.0.0.1", 1000)
    assert standings(entered(limited, "192.0.2.1", 3)) == [SlotKind.UNAUTHENTICATED] * 3


def test_who_signs_in_makes_room_for_strangers_up_to_the_bound_of_an_address() -> None:
    limited = ConnectionLimits()
    for _ in range(6):
        slot = limited.open("192.0.2.1")
        assert slot is not None
        limited.sign_in(slot)
        assert slot.kind is SlotKind.SIGNED_IN
    assert standings(entered(limited, "192.0.2.1", 1)) == [SlotKind.EXCESS]


def test_strangers_on_this_machine_are_bounded_as_all_its_connections_are() -> None:
    assert standings(entered(ConnectionLimits(), "127.0.0.1", 7)) == [SlotKind.UNAUTHENTICATED] * 6 + [SlotKind.EXCESS]


def test_all_together_are_bounded() -> None:
    limited = ConnectionLimits()
    slots = [limited.open(f"192.0.2.{number}") for number in range(10)]
    assert standings(slots) == [SlotKind.UNAUTHENTICATED] * 9 + [SlotKind.EXCESS]


def test_a_place_that_is_left_is_free_and_the_address_forgotten() -> None:
    limited = ConnectionLimits()
    for number in range(100):
        slot = limited.open(f"192.0.2.{number}")
        assert slot is not None
        assert slot.kind is SlotKind.UNAUTHENTICATED
        if number % 2:
            limited.sign_in(slot)
        limited.close(slot)
    assert not limited._from, "nobody is there"


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:1"),
        ("2001:db8:0:1::", "2001:db8:0:1:8000::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_of_one_network_of_ipv6_are_one(address: str, other: str) -> None:
    assert origin(address) == origin(other)


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("192.0.2.1", "192.0.2.2"),
        ("2001:db8:0:1::1", "2001:db8:0:2::1"),
        ("nowhere", "192.0.2.1"),
        ("::1", "127.0.0.1"),
    ],
)
def test_other_addresses_are_others(address: str, other: str) -> None:
    assert origin(address) != origin(other)


def test_a_network_cannot_take_more_than_an_address() -> None:
    limited = ConnectionLimits()
    slots = [limited.open(f"2001:db8::{number}") for number in range(1, 5)]
    assert standings(slots) == [SlotKind.UNAUTHENTICATED] * 3 + [SlotKind.EXCESS]
