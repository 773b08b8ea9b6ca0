"""What clients can make the journal keep is bounded by how much they do."""

from __future__ import annotations

from typing import Any

import pytest

from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.match.entries import Seating, Sitting
from coinche.server.rate_limit import Allowance
from coinche.server.storage.serialization import encode_entry


async def test_who_has_come_and_gone_before_a_match_is_not_kept_with_every_seating(
    open_house: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMINGS", Allowance(burst=10**6, every=1e-6))
    async with open_house() as house:
        maker = await house.connect("maker")
        await maker.send(type="create_table", name="open", seat="N")
        table = (await maker.until("joined"))["table"]
        sizes = []
        for number in range(40):
            guest = await house.connect(f"guest {number}")
            await guest.send(type="join", table=table)
            await guest.until("joined")
            await guest.send(type="leave", table=table)
            await guest.until("left")
            sizes.append(len(encode_entry(house.server.store.entries(table)[-1])))
            await guest.stream.aclose()
        assert max(sizes) < 2 * sizes[0], "each entry would be longer than the one before"


def test_a_seating_is_short_however_many_have_sat_there() -> None:
    held = {f"key {number:064x}": (Seat.NORTH,) for number in range(limits.NEWCOMERS + len(Seat))}
    chairs = tuple(Sitting(seat, "ab" * 16, None) for seat in Seat)
    longest_first = ("ab" * 16,) * len(Seat)
    seating = Seating(
        chairs=chairs,
        host="ab" * 16,
        longest_first=longest_first,
        held=held,
        newcomers=limits.NEWCOMERS,
        rearranged=limits.REARRANGED,
    )
    assert len(encode_entry(seating)) < 3000, "some ten thousands of them go at once when their table is closed"
