"""What a server keeps of a match proves itself, to whoever asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.engine.fair import Shares
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.engine.seats import Seat
from coinche.records.verify import verdict
from coinche.server.app import ServerData
from coinche.text.catalog import Language
from tests.server.conftest import OpenHouse
from tests.server.ended import ended, matches, record


@pytest.mark.parametrize("shares", Shares)
@pytest.mark.parametrize("preset", ["ffb", "contree"])
async def test_a_record_is_signed_by_the_key_of_the_welcome(open_house: OpenHouse, shares: Shares, preset: str) -> None:
    async with open_house() as house:
        _, wires = await ended(house, preset=preset, target=200, shares=shares)
        (welcome,) = (message for message in wires["N"].seen if message["type"] == "welcome")
        (kept,) = await matches(wires["N"])
        lines = await record(wires["N"], kept["match"])
    signer = bytes.fromhex(welcome["signer"])
    assert verdict(lines, "match", signer, Language.ENGLISH).holds
    shown = proven(read_record(lines))
    assert set(shown.fair) == {shares}
    given = len(Seat) if shares is Shares.ALL else 1
    assert len(shown.substitutes) == given * shown.fair[shares], "these clients know nothing of shares"


def test_the_key_is_the_same_after_a_restart(tmp_path: Path) -> None:
    signers = []
    for _ in range(2):
        with ServerData(tmp_path, print) as kept:
            assert kept.record_key is not None
            signers.append(kept.record_key.signer)
    assert signers[0] == signers[1]
