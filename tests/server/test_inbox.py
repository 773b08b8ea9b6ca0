"""What waits for a table: an answer that is asked for has room however much else is waiting, and is found in time."""

from __future__ import annotations

import math
from typing import Any

import msgpack
import trio

from coinche.protocol.messages import Act, Leave, Role
from coinche.server import limits
from coinche.server.clock import SystemClock
from coinche.server.sessions.sessions import Session
from coinche.server.turns.inbox import Inbox
from tests.server.seating import seated


def framed(**message: Any) -> bytes:
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


def session() -> Session:
    return Session(id="s", who="s", name="Ana", role=Role.PLAYER, program=True, peer=None, table="t1")


def inbox(live: int) -> Inbox:
    """The inbox of a table at which that request is live."""
    return Inbox("t1", SystemClock(), lambda session, act: act.request == live)


async def test_an_act_that_answers_a_live_request_counts_behind_forty_other_messages(open_house: Any) -> None:
    async with open_house() as house:
        table, seats = await seated(house, people="")
        dealer = (await seats["N"].until("deal_started"))["dealer"]
        wire = seats[{"S": "E", "E": "N", "N": "W", "W": "S"}[dealer]]
        number = (await wire.until("request"))["request"]
        others = [framed(type="act", table=table, request=99, action="pass", id=n) for n in range(40)]
        right = framed(type="act", table=table, request=number, action="pass", id=77)
        await wire.stream.send_all(b"".join((*others, right)))
        assert (await wire.until("ok", "error", re=77))["type"] == "ok"
        rate = [m for m in wire.seen if m["type"] == "error" and m["code"] == "RATE"]
        assert rate
        assert all(m["request"] == 99 for m in rate)


async def test_the_messages_of_one_client_that_may_wait_are_bounded() -> None:
    table, ana = inbox(live=1), session()
    left = [table.post(ana, Leave(table="t1")) for _ in range(limits.PENDING + 3)]
    assert left == [True] * limits.PENDING + [False] * 3
    assert table.post(ana, Act(table="t1", request=1, action="pass"))
    assert not table.post(ana, Act(table="t1", request=2, action="pass"))


async def test_so_are_its_answers() -> None:
    table, ana = inbox(live=1), session()
    left = [table.post(ana, Act(table="t1", request=1, action="pass")) for _ in range(limits.PENDING + 3)]
    assert left == [True] * limits.PENDING + [False] * 3
    assert table.post(ana, Leave(table="t1"))


async def test_what_has_been_looked_at_makes_room() -> None:
    table, ana = inbox(live=1), session()
    for _ in range(limits.PENDING):
        table.post(ana, Leave(table="t1"))
        table.post(ana, Act(table="t1", request=1, action="pass"))
    for _ in range(2):
        await table.next(math.inf)
    assert table.post(ana, Leave(table="t1"))
    assert table.post(ana, Act(table="t1", request=1, action="pass"))


async def test_what_lies_there_is_found_after_the_deadline() -> None:
    table, ana = inbox(live=1), session()
    table.post(ana, Leave(table="t1"))
    letter = await table.next(trio.current_time() - 1)
    assert letter is not None
    assert letter.session is ana
    assert await table.next(trio.current_time() - 1) is None
