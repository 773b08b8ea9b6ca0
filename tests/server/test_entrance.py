"""How many connections are let in, and whose places they take."""

from __future__ import annotations

import pytest

from coinche.server import limits
from coinche.server.addresses import origin
from coinche.server.transport.connection_limits import Entrance, Place, Standing


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 9)
    monkeypatch.setattr(limits, "CONNECTIONS_PER_ADDRESS", 6)
    monkeypatch.setattr(limits, "STRANGERS_PER_ADDRESS", 3)
    monkeypatch.setattr(limits, "TURNED_AWAY", 2)


def entered(entrance: Entrance, address: str, times: int) -> list[Place | None]:
    return [entrance.enter(address) for _ in range(times)]


def standings(places: list[Place | None]) -> list[Standing | None]:
    return [None if place is None else place.standing for place in places]


def test_strangers_of_one_address_are_few_and_two_more_are_told_so() -> None:
    places = entered(Entrance(), "192.0.2.1", 7)
    assert standings(places) == [Standing.STRANGER] * 3 + [Standing.ONE_TOO_MANY] * 2 + [None] * 2


def test_who_is_one_too_many_takes_nobodys_place() -> None:
    entrance = Entrance()
    entered(entrance, "127.0.0.1", 1000)
    assert standings(entered(entrance, "192.0.2.1", 3)) == [Standing.STRANGER] * 3


def test_who_signs_in_makes_room_for_strangers_up_to_the_bound_of_an_address() -> None:
    entrance = Entrance()
    for _ in range(6):
        place = entrance.enter("192.0.2.1")
        assert place is not None
        entrance.sign_in(place)
        assert place.standing is Standing.SIGNED_IN
    assert standings(entered(entrance, "192.0.2.1", 1)) == [Standing.ONE_TOO_MANY]


def test_strangers_on_this_machine_are_bounded_as_all_its_connections_are() -> None:
    assert standings(entered(Entrance(), "127.0.0.1", 7)) == [Standing.STRANGER] * 6 + [Standing.ONE_TOO_MANY]


def test_all_together_are_bounded() -> None:
    entrance = Entrance()
    places = [entrance.enter(f"192.0.2.{number}") for number in range(10)]
    assert standings(places) == [Standing.STRANGER] * 9 + [Standing.ONE_TOO_MANY]


def test_a_place_that_is_left_is_free_and_the_address_forgotten() -> None:
    entrance = Entrance()
    for number in range(100):
        place = entrance.enter(f"192.0.2.{number}")
        assert place is not None
        assert place.standing is Standing.STRANGER
        if number % 2:
            entrance.sign_in(place)
        entrance.leave(place)
    assert not entrance._from, "nobody is there"


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
    entrance = Entrance()
    places = [entrance.enter(f"2001:db8::{number}") for number in range(1, 5)]
    assert standings(places) == [Standing.STRANGER] * 3 + [Standing.ONE_TOO_MANY]
