"""Tests of fair deals at a real table: the requests for shares, their deadlines, and the messages to everybody."""

from __future__ import annotations

import hashlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.engine import fair
from coinche.engine.cards import PACK
from coinche.engine.dealing import dealt
from coinche.engine.fair import Shares, ShuffleContext
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.server import limits
from coinche.server.match.table_options import TableOptions
from tests.server.conftest import Map, OpenJournal, RunningServer, Wire
from tests.server.fixed_packs import Board, FixedBoards
from tests.server.tables import answer, pass_on, quiet

ORDER = "NWSE"


@pytest.fixture
async def running(run_server: Any) -> AsyncIterator[RunningServer]:
    async with run_server() as opened:
        yield opened
        assert not [line for line in opened.lines if "fault" in line]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHARES", 0.05)


async def four(running: RunningServer, fair_seats: str = "NESW", **create: Any) -> tuple[str, dict[str, Wire]]:
    """A table of programs, some of them with a part in fair deals."""
    wires = {seat: await running.connect(seat, want=["fair"] if seat in fair_seats else []) for seat in "NESW"}
    await wires["N"].send(type="create_table", name="fair", seat="N", **create)
    table = (await wires["N"].until("joined"))["table"]
    for seat in "ESW":
        await wires[seat].send(type="join", table=table, seat=seat)
        await wires[seat].until("joined")
    return table, wires


async def committed(wires: dict[str, Wire]) -> tuple[Map, str]:
    """The server's commitment, and the seat of the cutter."""
    told = await wires["N"].until("deal_committed")
    return told, ORDER[ORDER.index(told["dealer"]) - 1]


def share_of(wanted: Map) -> bytes:
    return hashlib.sha256(f"{wanted['seat']} {wanted['deal']}".encode()).digest()


async def give(wire: Wire, wanted: Map, share: bytes | None = None) -> None:
    """Answer what is wanted."""
    of_deal = {name: wanted[name] for name in ("table", "match", "deal")}
    share = share or share_of(wanted)
    if wanted["stage"] == "share":
        await wire.send(type="share", id=7, **of_deal, share=share.hex())
    else:
        pledge = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), share)
        await wire.send(type="pledge", id=7, **of_deal, pledge=pledge.hex())


def context(running: RunningServer, told: Map) -> ShuffleContext:
    return ShuffleContext(
        signer=running.server.record_key.signer,
        match=bytes.fromhex(told["id"]),
        deal=told["deal"],
        dealer=Seat(told["dealer"]),
        names={Seat(seat): name for seat, name in told["names"].items()},
        shares=Shares(told["shares"]),
    )


def events(wire: Wire, kind: str) -> list[Map]:
    return [message for message in wire.seen if message["type"] == kind and "n" in message]


def hands_of(running: RunningServer, told: Map, secret: bytes, shares: dict[Seat, bytes]) -> dict[str, set[str]]:
    """The hands of the pack that follows."""
    pack = fair.pack(secret, shares, context(running, told))
    (hands,) = dealt(pack, Seat(told["dealer"]), FFB.table)
    return {str(seat): {str(card) for card in cards} for seat, cards in hands.items()}


async def thrown_in(table: str, wires: dict[str, Wire]) -> None:
    """The deal passed out, to its end."""
    await pass_on(table, wires, 4)
    await wires["N"].until("deal_revealed")


async def test_the_hands_follow_from_the_secret_and_the_share_of_the_cutter(running: RunningServer) -> None:
    table, wires = await four(running)
    told, cutter = await committed(wires)
    wanted = await wires[cutter].until("share_wanted")
    await give(wires[cutter], wanted)
    hands = {seat: set((await wires[seat].until("hand_dealt", seat=seat))["cards"]) for seat in "NESW"}
    await thrown_in(table, wires)
    secret = bytes.fromhex(events(wires["N"], "deal_revealed")[0]["secret"])
    assert fair.commitment(secret, context(running, told)).hex() == told["commitment"] == wanted["commitment"]
    assert hands == hands_of(running, told, secret, {Seat(cutter): share_of(wanted)})


async def test_a_share_is_told_as_it_was_given(running: RunningServer) -> None:
    _, wires = await four(running)
    _, cutter = await committed(wires)
    wanted = await wires[cutter].until("share_wanted")
    await give(wires[cutter], wanted)
    given = await wires["N"].until("share_given")
    assert (given["seat"], given["share"], given["substitute"]) == (cutter, share_of(wanted).hex(), False)
    assert (await wires[cutter].until("ok"))["re"] == 7


async def test_nothing_is_dealt_before_the_share_is_there(running: RunningServer) -> None:
    _, wires = await four(running)
    _, cutter = await committed(wires)
    await wires[cutter].until("share_wanted")
    for seat in "NESW":
        assert not {message["type"] for message in await quiet(wires[seat])} & {"deal_started", "share_given"}


async def test_the_secret_is_kept_to_the_end_of_the_deal(running: RunningServer) -> None:
    table, wires = await four(running, "")
    await pass_on(table, wires, 3)
    assert not [message for message in await quiet(wires["N"]) if message["type"] == "deal_revealed"]
    assert not events(wires["N"], "deal_revealed")


async def test_who_has_no_part_in_it_gets_a_substitute_at_once(running: RunningServer) -> None:
    _, wires = await four(running, "")
    _told, cutter = await committed(wires)
    given = await wires["N"].until("share_given")
    started = await wires["N"].until("deal_started")
    assert (given["seat"], given["substitute"], started["n"]) == (cutter, True, given["n"] + 1)
    assert not [
        message for wire in wires.values() for message in await quiet(wire) if message["type"] == "share_wanted"
    ]


async def test_a_substitute_follows_from_the_secret(running: RunningServer) -> None:
    table, wires = await four(running, "")
    told, cutter = await committed(wires)
    given = await wires["N"].until("share_given")
    await thrown_in(table, wires)
    secret = bytes.fromhex(events(wires["N"], "deal_revealed")[0]["secret"])
    assert fair.substitute(secret, context(running, told), Seat(cutter)).hex() == given["share"]


async def test_who_is_silent_gets_a_substitute_when_the_time_is_up(running: RunningServer, impatient: None) -> None:
    _, wires = await four(running)
    _, cutter = await committed(wires)
    wanted = await wires[cutter].until("share_wanted")
    assert (await wires["N"].until("share_given"))["substitute"]
    await give(wires[cutter], wanted)
    late = await wires[cutter].until("error")
    assert (late["code"], late["re"]) == ("FORBIDDEN", 7)
    assert len(events(wires["N"], "share_given")) == 1


async def test_who_goes_away_is_not_waited_for(running: RunningServer) -> None:
    _, wires = await four(running)
    _, cutter = await committed(wires)
    await wires[cutter].until("share_wanted")
    await trio.aclose_forcefully(wires[cutter].stream)
    witness = wires[ORDER[ORDER.index(cutter) - 1]]
    assert (await witness.until("share_given"))["substitute"]


async def test_all_four_are_bound_before_any_share_is_wanted(running: RunningServer) -> None:
    table, wires = await four(running, shares="all")
    told, _ = await committed(wires)
    for number, seat in enumerate("NESW"):
        wanted = await wires[seat].until("share_wanted")
        assert wanted["stage"] == "pledge"
        assert not [m for wire in wires.values() for m in wire.seen if m.get("stage") == "share"], number
        await give(wires[seat], wanted)
    shares = {}
    for seat in "NESW":
        wanted = await wires[seat].until("share_wanted")
        assert wanted["stage"] == "share"
        shares[Seat(seat)] = share_of(wanted)
        await give(wires[seat], wanted)
    hand = set((await wires["S"].until("hand_dealt", seat="S"))["cards"])
    await thrown_in(table, wires)
    assert [event["seat"] for event in events(wires["N"], "share_pledged")] == list("NESW")
    secret = bytes.fromhex(events(wires["N"], "deal_revealed")[0]["secret"])
    assert hands_of(running, told, secret, shares)["S"] == hand


async def test_a_share_that_does_not_fit_its_pledge_is_refused(running: RunningServer) -> None:
    _, wires = await four(running, "N", shares="all")
    await give(wires["N"], await wires["N"].until("share_wanted"))
    wanted = await wires["N"].until("share_wanted", stage="share")
    await give(wires["N"], wanted, os.urandom(32))
    refused = await wires["N"].until("error")
    assert (refused["code"], "pledged" in refused["message"]) == ("FORBIDDEN", True)
    await give(wires["N"], wanted)
    assert not (await wires["N"].until("share_given", seat="N"))["substitute"]


async def test_who_pledges_nothing_has_a_substitute_before_any_share_is_shown(
    running: RunningServer, impatient: None
) -> None:
    _, wires = await four(running, "NE", shares="all")
    await give(wires["N"], await wires["N"].until("share_wanted"))
    await give(wires["N"], await wires["N"].until("share_wanted", stage="share"))
    await wires["N"].until("deal_started")
    given = events(wires["N"], "share_given")
    assert [(event["seat"], event["substitute"]) for event in given] == [
        ("E", True),
        ("S", True),
        ("W", True),
        ("N", False),
    ]


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
async def test_what_nobody_has_asked_for_is_refused(running: RunningServer, seat: str) -> None:
    table, wires = await four(running)
    _told, cutter = await committed(wires)
    await wires[cutter].until("share_wanted")
    said: Map = {"table": table, "match": 1, "deal": 1, "type": "pledge", "pledge": "ab" * 32}
    if seat != cutter:
        said = {"table": table, "match": 1, "deal": 1, "type": "share", "share": "ab" * 32}
    assert (await answer(wires[seat], 9, **said))["code"] == "FORBIDDEN"


async def test_a_share_for_another_deal_is_refused(running: RunningServer) -> None:
    table, wires = await four(running)
    _, cutter = await committed(wires)
    await wires[cutter].until("share_wanted")
    for of_deal in ({"match": 1, "deal": 2}, {"match": 2, "deal": 1}):
        got = await answer(wires[cutter], 9, type="share", table=table, share="ab" * 32, **of_deal)
        assert got["code"] == "FORBIDDEN"


async def test_who_watches_has_no_share(running: RunningServer) -> None:
    table, wires = await four(running)
    await committed(wires)
    watcher = await running.connect("watcher", want=["fair"])
    await watcher.send(type="watch", table=table)
    await watcher.until("joined")
    got = await answer(watcher, 9, type="share", table=table, match=1, deal=1, share="ab" * 32)
    assert got["code"] == "FORBIDDEN"
    assert events(watcher, "deal_committed")


async def test_the_same_share_again_is_ok_and_no_other_event(running: RunningServer) -> None:
    _, wires = await four(running, "N", shares="all")
    wanted = await wires["N"].until("share_wanted")
    for _ in range(2):
        await give(wires["N"], wanted)
        assert (await wires["N"].until("ok", "error"))["type"] == "ok"
    assert len(events(wires["N"], "share_pledged")) == 1


async def test_who_comes_back_is_asked_again(running: RunningServer, come_back: Callable[..., Awaitable[Wire]]) -> None:
    _table, wires = await four(running, shares="all")
    await wires["S"].until("share_wanted")
    ready = next(message for message in wires["S"].seen if message["type"] == "ready")
    back = await come_back(running, ready, want=["fair"])
    wanted = await back.until("share_wanted")
    assert (wanted["stage"], wanted["seat"]) == ("pledge", "S")
    assert 0 < wanted["ms"] <= 1000 * limits.SHARES
    await give(back, wanted)
    assert (await wires["N"].until("share_pledged"))["seat"] == "S"


async def test_every_deal_has_another_secret_and_a_match_one_id(running: RunningServer) -> None:
    table, wires = await four(running, "")
    for deal in (1, 2):
        await wires["N"].until("deal_started", deal=deal)
        await thrown_in(table, wires)
    await wires["N"].until("deal_committed", deal=3)
    told = events(wires["N"], "deal_committed")
    assert [one["deal"] for one in told] == [1, 2, 3]
    assert len({one["commitment"] for one in told}) == 3
    assert len({one["id"] for one in told}) == 1


async def test_where_packs_are_gathered_the_secret_is_kept_to_the_end_of_the_match(running: RunningServer) -> None:
    """The next deals follow from the first: its secret would tell of all of them."""
    table, wires = await four(running, "", options={"shuffle": "never"}, target=1)

    async def play(wire: Wire) -> None:
        while (message := await wire.until("request", "left"))["type"] == "request":
            bids = message["kind"] == "bid" and message["deal"] == 3 and message["bids"].get("S") == 80
            action = "80S" if bids else message["default"]
            await wire.send(type="act", table=table, request=message["request"], action=action)

    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play, wire)
    told = [message["type"] for message in wires["N"].seen]
    assert told.count("thrown_in") == 2
    assert (told.count("deal_committed"), told.count("deal_revealed")) == (1, 1)
    assert told.index("deal_revealed") > told.index("match_ended")


async def test_given_boards_are_not_shuffled(run_server: Any) -> None:
    async with run_server() as running:
        options = TableOptions(name="board", board=True)
        table = running.server.lobby.tables.open(options, FixedBoards([Board(Seat.SOUTH, tuple(PACK))])).id
        wires = {seat: await running.connect(seat, want=["fair"]) for seat in "NESW"}
        for seat, wire in wires.items():
            await wire.send(type="join", table=table, seat=seat)
        await wires["N"].until("deal_started")
        assert not events(wires["N"], "deal_committed")


async def test_a_shuffle_that_was_begun_is_gone_on_with_when_the_server_is_started_again(
    run_server: Any, come_back: Callable[..., Awaitable[Wire]], tmp_path: Path, journal: OpenJournal
) -> None:
    """With the same secret, and with what was given already."""
    async with run_server(store=journal(tmp_path)) as running:
        table, wires = await four(running, "NS", shares="all")
        readies = {seat: next(m for m in wire.seen if m["type"] == "ready") for seat, wire in wires.items()}
        told, _ = await committed(wires)
        await give(wires["N"], await wires["N"].until("share_wanted"))
        await wires["N"].until("ok")
        signer = running.server.record_key
        running.stop()
        while await wires["S"].read() is not None:
            pass
    async with run_server(store=journal(tmp_path), record_key=signer) as running:
        back = {seat: await come_back(running, readies[seat], want=["fair"] * (seat in "NS")) for seat in "NESW"}
        assert (await back["N"].until("deal_committed"))["commitment"] == told["commitment"]
        assert (await back["N"].until("share_pledged"))["seat"] == "N"
        await give(back["S"], await back["S"].until("share_wanted"))
        shares = {}
        for seat in "NS":
            wanted = await back[seat].until("share_wanted", stage="share")
            shares[Seat(seat)] = share_of(wanted)
            await give(back[seat], wanted)
        hand = set((await back["S"].until("hand_dealt", seat="S"))["cards"])
        await thrown_in(table, back)
        secret = bytes.fromhex(events(back["N"], "deal_revealed")[0]["secret"])
        given = {Seat(event["seat"]): bytes.fromhex(event["share"]) for event in events(back["N"], "share_given")}
        assert {seat: given[seat] for seat in shares} == shares
        assert [event["seat"] for event in events(back["N"], "share_given") if event["substitute"]] == ["E", "W"]
        assert fair.commitment(secret, context(running, told)).hex() == told["commitment"]
        assert hands_of(running, told, secret, given)["S"] == hand
