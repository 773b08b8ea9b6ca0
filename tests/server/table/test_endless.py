"""Tests of endless matches, requests and waits: each ends, and with it only its table."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.server import limits

NEXT = {"S": "E", "E": "N", "N": "W", "W": "S"}
"""The first to speak, by the dealer."""


async def play_until_left(wire: Any) -> dict[str, Any]:
    """Bid where nobody has, and answer with the default until the table is over."""
    while (message := await wire.until("request", "left"))["type"] == "request":
        action = "80S" if message["bids"].get("S") == 80 else message["default"]
        await wire.send(type="act", table=message["table"], request=message["request"], action=action)
    left: dict[str, Any] = message
    return left


def longest_request(seats: dict[str, Any]) -> int:
    """Bytes of the longest that was sent to any of them, 0 without one."""
    bodies = [body for wire in seats.values() for body in wire.bodies]
    return max((len(body) for body in bodies if b"\xa7request" in body[:20]), default=0)


async def still_serves(running: Any) -> bool:
    wire = await running.connect("another")
    await wire.send(type="create_table", name="another")
    return bool((await wire.until("joined"))["table"])


async def test_too_many_events_end_a_match_in_mid_deal(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EVENTS", 7)
    async with run_server() as running:
        table, seats = await running.four()
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play_until_left, wire)
        assert {wire.seen[-1]["reason"] for wire in seats.values()} == {"endless"}
        assert not any(m["type"] == "deal_ended" for m in seats["N"].seen)
        assert f"{table}: closed (endless: the log has more than 7 events)" in running.lines
        assert await still_serves(running)


async def test_a_request_that_no_client_takes_ends_its_table_instead(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUEST", 620)  # takes the first, and not all that follow
    async with run_server() as running:
        table, seats = await running.four()
        async with trio.open_nursery() as nursery:
            for wire in seats.values():
                nursery.start_soon(play_until_left, wire)
        assert {wire.seen[-1]["reason"] for wire in seats.values()} == {"endless"}
        assert 0 < longest_request(seats) <= 620
        assert any(f"{table}: closed (endless: a request has" in line for line in running.lines)
        assert await still_serves(running)


async def test_a_provider_that_comes_and_goes_is_not_waited_for_anew_each_time(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STAND_IN", 0.8)
    monkeypatch.setattr(limits, "INVITE", 0.8)
    async with run_server() as running:
        running.server.lobby.server.bots = ("steady",)
        _, seats = await running.four()
        first = NEXT[(await seats["N"].until("deal_started"))["dealer"]]
        await seats[first].send(type="bye")
        witness = next(wire for seat, wire in seats.items() if seat != first)
        visits = 0
        with trio.fail_after(10):
            async with trio.open_nursery() as nursery:

                async def watch() -> None:
                    await witness.until("passed", seat=first)
                    nursery.cancel_scope.cancel()

                nursery.start_soon(watch)
                while True:
                    lent = await running.provider()
                    invite = await lent.until("invite")
                    await lent.send(type="accept", table=invite["table"], seat=invite["seat"])
                    await lent.until("request")
                    visits += 1
                    await lent.stream.aclose()
        assert visits > 1
