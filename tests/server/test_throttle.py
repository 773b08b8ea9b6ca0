"""How many come and go at once."""

from __future__ import annotations

from itertools import pairwise

import pytest
import trio

from coinche.server import limits
from coinche.server.transport.sockets import Throttle


async def test_of_many_only_so_many_pass_before_the_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AT_A_TIME", 3)
    throttle, passed, seen = Throttle(), 0, [0]

    async def passes() -> None:
        nonlocal passed
        await throttle.wait()
        passed += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(throttle.run)
        for _ in range(30):
            nursery.start_soon(passes)
        while passed < 30:
            await trio.lowlevel.checkpoint()
            seen.append(passed)
        nursery.cancel_scope.cancel()
    assert max(after - before for before, after in pairwise(seen)) <= 2 * 3
