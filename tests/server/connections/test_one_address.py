"""Tests of a club behind one address: eighty people arrive at once, each with a key, and all get in."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.addresses import Plaintext, TrustedNetworks, network_of
from coinche.server.app import Exposure
from coinche.server.connections import admission
from coinche.server.rate_limit import Allowance
from coinche.server.transport import connection_limits
from coinche.server.transport.connection_limits import ConnectionLimits, SlotKind
from tests.server.conftest import PATIENCE, RunningServer, RunServer
from tests.server.connections.test_sign_in import Person, seen

CLUB = 80
PUBLIC = limits.CONNECTIONS_PER_ADDRESS_IN_PUBLIC


def trust(*networks: str) -> TrustedNetworks:
    return TrustedNetworks(tuple(network for text in networks if (network := network_of(text)) is not None))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat connections from this machine as from another, so that the limits of an address apply."""
    for module in (connection_limits, admission):
        monkeypatch.setattr(module, "is_here", lambda address: False)


async def come_in(running: RunningServer, number: int, answers: list[Any]) -> None:
    wire = await running.secure()
    answers.append(await Person().sign_in(wire, f"member {number}", seen(wire)))


@pytest.mark.parametrize(
    "exposure",
    [Exposure(), Exposure(per_address=PUBLIC, trust=trust("198.51.100.0/24", "127.0.0.0/8"))],
    ids=["by default", "in public from a trusted network"],
)
async def test_eighty_people_behind_one_address_get_in_at_once_and_each_has_a_name(
    run_server: RunServer, elsewhere: None, exposure: Exposure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", PATIENCE)  # one process does the work of eighty clients
    answers: list[Any] = []
    async with run_server(exposure=exposure, plaintext=Plaintext.NEVER) as running:
        async with trio.open_nursery() as nursery:
            for number in range(CLUB):
                nursery.start_soon(come_in, running, number, answers)
        assert [answer for answer in answers if answer["type"] != "ready"] == []
        assert {answer["name"] for answer in answers} == {f"member {number}" for number in range(CLUB)}
        assert running.server.connections.count == CLUB


def test_in_public_an_address_that_nobody_vouches_for_has_its_bound_all_the_same() -> None:
    limited = ConnectionLimits(2, trust("203.0.113.0/24"))

    def standings(address: str) -> list[SlotKind | None]:
        return [None if slot is None else slot.kind for slot in map(limited.open, [address] * 3)]

    assert standings("192.0.2.1") == [SlotKind.UNAUTHENTICATED] * 2 + [SlotKind.EXCESS]
    assert standings("203.0.113.9") == [SlotKind.UNAUTHENTICATED] * 3
    assert standings("::ffff:203.0.113.8") == [SlotKind.UNAUTHENTICATED] * 3


async def test_who_comes_from_a_trusted_network_claims_names_without_the_bound_of_an_address(
    run_server: RunServer, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", Allowance(burst=1, every=3600.0))
    for trusted, expected in ((trust("127.0.0.1"), "ready"), (TrustedNetworks(), "error")):
        async with run_server(exposure=Exposure(trust=trusted)) as running:
            await Person().sign_in(await running.connect(), "first")
            assert (await Person().sign_in(await running.connect(), "second"))["type"] == expected
