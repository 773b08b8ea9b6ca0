"""What strangers and neighbours can do to a table and to those who sit there, and what it may not cost them."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.protocol import auth
from coinche.server import connections, limits
from coinche.server.bucket import Allowance
from tests.server.seating import Map

PASSPHRASE_KEY = auth.table_key("belote et rebelote")


async def come(wire: Any, table: str, how: str = "join", **fields: Any) -> Map:
    """What the attempt to come to a table gets."""
    await wire.send(type=how, table=table, id=5, **fields)
    got: Map = await wire.until("joined", "error", re=5)
    return got


# --- private tables and names ------------------------------------------------------------------------


async def test_who_guesses_a_passphrase_locks_out_nobody_else_of_his_address(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KNOCKS", Allowance(burst=2, every=600.0))
    async with open_house() as house:
        maker, evil, friend = [await house.connect(name) for name in ("maker", "evil", "friend")]
        await maker.send(type="create_table", name="ours", key=PASSPHRASE_KEY)
        table = (await maker.until("joined"))["table"]
        answers = [await come(evil, table, proof="00" * 32) for _ in range(3)]
        assert [answer["code"] for answer in answers] == ["FORBIDDEN", "FORBIDDEN", "RATE"]
        nonce = next(m["nonce"] for m in friend.seen if m["type"] == "welcome")
        proof = auth.table_proof(PASSPHRASE_KEY, nonce, table)
        for _ in range(3):
            assert (await come(friend, table, proof=proof))["type"] == "joined", "what is right is no guess"
            await friend.send(type="leave", table=table)
            await friend.until("left")


async def test_who_asks_for_names_and_proves_nothing_claims_none(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CLAIMS", Allowance(burst=1, every=3600.0))
    monkeypatch.setattr(connections, "_address", lambda stream: "192.168.1.20")
    async with open_house() as house:
        for number in range(3):
            wire = await house.connect()
            hello = {"type": "hello", "versions": [1, 1], "name": f"name {number}", "auth": "ed25519"}
            await wire.send(**hello, key="ab" * 32, nonce="cd" * 32)
            assert (await wire.until("welcome", "error"))["type"] == "welcome"
