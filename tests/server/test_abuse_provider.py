"""What guests can do to the program that lends bots, on which everybody else's bots depend."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.server import limits
from tests.server.seating import answer

KINDS = ("steady", "greedy")


async def test_however_many_seats_are_offered_at_once_the_provider_stays(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as house:
        house.server.lobby.server.bots = KINDS
        provider = await house.provider()
        wire = await house.connect("Ana")
        monkeypatch.setattr(limits, "OUTBOX", 2048)  # less than the rules in three invites
        await wire.send(type="create_table", name="table", seat="S", hold=True)
        table = (await wire.until("joined"))["table"]
        assert (await answer(wire, 5, type="add_bot", table=table, bot="steady"))["type"] == "ok"
        assert {(await provider.until("invite"))["seat"] for _ in range(3)} == set("NEW")


async def test_a_table_that_closes_before_its_bots_have_come_leaves_none_behind(open_house: Any) -> None:
    async with open_house() as house:
        house.server.lobby.server.bots = KINDS
        provider = await house.provider()
        wire = await house.connect("Ana")
        await wire.send(type="create_table", name="table", seat="S", hold=True, bots="steady")
        table = (await wire.until("joined"))["table"]
        for _ in range(3):
            await provider.until("invite")
        await wire.send(type="leave", table=table)
        assert {(await provider.until("dismiss", table=table))["seat"] for _ in range(3)} == set("NEW")
