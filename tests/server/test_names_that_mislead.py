"""Nobody is called what an operator would take for an address: to ban him would keep out everybody who is there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.test_identity import Person


@pytest.mark.parametrize("name", ["0.0.0.0/0", "192.168.1.20", "fe80::1", "１０.０.０.０/８"])
async def test_no_name_looks_like_an_address(open_house: Any, name: str) -> None:
    async with open_house() as house:
        wire = await house.connect()
        await wire.send(type="hello", versions=[1, 1], name=name)
        assert (await wire.until("ready", "error")).get("code") == "NAME_TAKEN"
        assert (await Person().sign_in(await house.connect(), name))["code"] == "NAME_TAKEN"
        assert (await wire.sign_in("10.0.0.1 or so"))["name"] == "10.0.0.1 or so"
