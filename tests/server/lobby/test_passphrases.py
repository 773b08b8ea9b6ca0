"""Tests of private tables: newcomers must prove the passphrase; the host and returning players need not."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from coinche.server import limits
from coinche.server.rate_limit import Allowance
from tests.server.tables import Map

KEY = hashlib.sha256(b"belote et rebelote").digest()


def proof(wire: Any, table: str, key: bytes = KEY) -> str:
    """The proof of the passphrase."""
    nonce = next(m["nonce"] for m in reversed(wire.seen) if m["type"] == "welcome")
    return hmac.new(key, bytes.fromhex(nonce) + table.encode(), "sha256").hexdigest()


async def private_table(running: Any, **create: Any) -> tuple[str, Any]:
    """A private table, and its maker, who sits there."""
    maker = await running.connect("maker")
    await maker.send(type="create_table", name="ours", seat="N", key=KEY.hex(), **create)
    return (await maker.until("joined"))["table"], maker


async def come(wire: Any, table: str, how: str = "join", **fields: Any) -> Map:
    """The answer to a `join`."""
    await wire.send(type=how, table=table, id=5, **fields)
    got: Map = await wire.until("joined", "error", re=5)
    return got


@pytest.mark.parametrize("how", ["join", "watch"])
async def test_who_knows_the_passphrase_comes_in(run_server: Any, how: str) -> None:
    async with run_server() as running:
        table, _ = await private_table(running)
        guest = await running.connect("guest")
        assert (await come(guest, table, how, proof=proof(guest, table)))["type"] == "joined"


@pytest.mark.parametrize("how", ["join", "watch"])
async def test_who_does_not_prove_it_stays_outside(run_server: Any, how: str) -> None:
    async with run_server() as running:
        table, maker = await private_table(running)
        guest = await running.connect("guest")
        wrong = hashlib.sha256(b"belote").digest()
        for attempt in (
            {},
            {"proof": proof(guest, table, wrong)},
            {"proof": proof(guest, "t9")},
            {"proof": proof(maker, table)},  # for another connection
        ):
            refusal = await come(guest, table, how, **attempt)
            assert (refusal["code"], refusal["class"]) == ("FORBIDDEN", "reject")
        await guest.send(type="create_table", name="mine")
        assert (await guest.until("joined"))["table"] != table


async def test_the_lobby_says_which_tables_are_private_and_not_with_which_key(run_server: Any) -> None:
    async with run_server() as running:
        await private_table(running)
        guest = await running.connect()
        await guest.sign_in("guest")
        shown = (await guest.until("lobby"))["tables"][0]
        assert shown["private"] is True
        assert "key" not in shown


async def test_who_takes_his_seat_back_proves_only_who_he_is(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, _ = await private_table(running)
        guest = await running.connect("guest")
        await come(guest, table, "watch", proof=proof(guest, table))
        back = await come_back(running, next(m for m in guest.seen if m["type"] == "ready"))
        assert (await back.until("joined"))["table"] == table


async def test_a_passphrase_cannot_be_guessed_fast(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOCKS_PER_ADDRESS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        table, _ = await private_table(running)
        codes = []
        for number in range(3):
            guest = await running.connect(f"guest {number}")
            codes.append((await come(guest, table, proof="00" * 32))["code"])
        assert codes == ["FORBIDDEN", "FORBIDDEN", "RATE"]


async def test_a_proof_at_a_table_for_all_is_no_matter(run_server: Any) -> None:
    async with run_server() as running:
        maker, guest = await running.connect("maker"), await running.connect("guest")
        await maker.send(type="create_table", name="all")
        table = (await maker.until("joined"))["table"]
        assert (await come(guest, table, proof="00" * 32))["type"] == "joined"
