"""Tests of votes after a restart: forgotten votes stay forgotten, and players without a chance to return are spared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, Role
from coinche.server.seating.seats import TableSeats
from coinche.server.sessions.session import Session
from tests.server.conftest import OpenJournal, Wire
from tests.server.lobby.test_table_recovery import said
from tests.server.tables import answer, quiet

Map = dict[str, Any]
ComeBack = Callable[..., Awaitable[Wire]]


async def of_people(running: Any) -> tuple[str, dict[str, Wire], dict[str, Map]]:
    """A table of four people who can come back."""
    wires, readies = {}, {}
    for seat in "NESW":
        wires[seat] = await running.connect()
        readies[seat] = await wires[seat].sign_in(f"at {seat}", program=False)
        if seat == "N":
            await wires[seat].send(type="create_table", name="people", seat="N")
        else:
            await wires[seat].send(type="join", table=table, seat=seat)  # noqa: F821
        table: str = (await wires[seat].until("joined"))["table"]
    return table, wires, readies


async def test_who_is_back_first_does_not_vote_the_others_out(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal
) -> None:
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        table, wires, readies = await of_people(running)
        await wires["N"].until("deal_started")
    async with run_server(store=journal(tmp_path), absence_ms=60_000) as running:
        first = await come_back(running, readies["N"], program=False)
        await first.until("joined")
        got = await answer(first, 7, type="vote_out", table=table, seat="E")
        assert (got["type"], got.get("code")) == ("error", "FORBIDDEN")


@pytest.mark.usefixtures("stalls_at_once")
async def test_votes_that_were_forgotten_are_not_remembered(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal
) -> None:
    slow = Clock(move_ms=0, bank_ms=60_000)
    async with run_server(store=journal(tmp_path), clock=slow) as running:
        table, wires, readies = await of_people(running)
        turn = "NWSE"["NWSE".index((await wires["N"].until("deal_started"))["dealer"]) - 3]
        request = await wires[turn].until("request")
        others = [seat for seat in "NESW" if seat != turn]
        assert (await answer(wires[others[0]], 7, type="vote_out", table=table, seat=turn))["type"] == "ok"
        await answer(wires[turn], 8, type="act", table=table, request=request["request"], action="pass")
        for seat in "NWSENWS"["NWSENWS".index(turn) + 1 :][:3]:
            await said(wires[seat], table, "pass")
        await wires["N"].until("recap_started")
        for wire in wires.values():
            await wire.send(type="go_on", table=table)
        await wires["N"].until("deal_started")
    async with run_server(store=journal(tmp_path), clock=slow) as running:
        back = {seat: await come_back(running, readies[seat], program=False) for seat in "NESW"}
        for wire in back.values():
            await wire.until("joined")
        while running.server.lobby.tables[table]._turns._decision.turn.seat.value != turn:
            now = running.server.lobby.tables[table]._turns._decision.turn.seat.value
            await said(back[now], table, "pass")
        await back[turn].until("request")
        assert (await answer(back[others[1]], 9, type="vote_out", table=table, seat=turn))["type"] == "ok"
        await quiet(back[turn])
        assert not [message for message in back[turn].seen if message["type"] == "left"]


@pytest.mark.usefixtures("stalls_at_once")
async def test_a_vote_still_counts_and_only_for_who_has_cast_it(
    run_server: Any, come_back: ComeBack, tmp_path: Path, journal: OpenJournal
) -> None:
    slow = Clock(move_ms=0, bank_ms=60_000)
    async with run_server(store=journal(tmp_path), clock=slow, absence_ms=60_000) as running:
        table, wires, readies = await of_people(running)
        turn = "NWSE"["NWSE".index((await wires["N"].until("deal_started"))["dealer"]) - 3]
        await wires[turn].until("request")
        first, second, _ = (seat for seat in "NESW" if seat != turn)
        await answer(wires[first], 7, type="vote_out", table=table, seat=turn)
    async with run_server(store=journal(tmp_path), clock=slow, absence_ms=60_000) as running:
        back = {seat: await come_back(running, readies[seat], program=False) for seat in "NESW"}
        for wire in back.values():
            await wire.until("joined")
        chairs = running.server.lobby.tables[table]._members.seats
        assert chairs[Seat(turn)].votes == {Seat(first): chairs[Seat(first)].owner.who}
        await back[turn].until("request")
        await answer(back[second], 9, type="vote_out", table=table, seat=turn)
        assert (await back[turn].until("left"))["reason"] == "voted_out"


def client(who: str) -> Session:
    return Session(id=who, who=who, name=who, role=Role.PLAYER, program=False, peer=None)


def test_votes_go_with_whom_they_are_against_and_stay_where_the_same_client_comes_back() -> None:
    chairs = TableSeats("t1")
    east = chairs[Seat.EAST]
    chairs.give(east, client("slow"))
    east.votes[Seat.NORTH] = "voter"
    chairs.give(east, client("slow"))
    assert east.votes == {Seat.NORTH: "voter"}
    chairs.vacate(east, playing=True)
    assert east.votes == {}
