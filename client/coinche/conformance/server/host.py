"""Checks of hosts: who is one, and what he may have done to the seats before the first deal."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .events import log
from .four_seats import SEATS, Table
from .harness import ServerBench
from .outcome import answers

CHECKS = Checks(Side.SERVER)
HOSTS, SWAP, CLEAR, BEGIN = "Hosts", "swap_seats", "clear_seat", "begin"
DOINGS: tuple[Map, ...] = (
    {"type": "swap_seats", "seats": ["N", "E"]},
    {"type": "clear_seat", "seat": "S"},
    {"type": "begin"},
)
"""What the host may, before the first deal."""


async def _sat_down(bench: ServerBench, table: str, seat: str) -> Wire:
    wire = await bench.client(seat)
    await wire.send(type="join", table=table, seat=seat)
    await wire.until("joined")
    return wire


async def _asked(wire: Wire, number: int, **message: object) -> Map:
    """What answers it."""
    await wire.send(id=number, **message)
    return await wire.answer(number)


async def _granted(wire: Wire, number: int, **message: object) -> None:
    answer = await _asked(wire, number, **message)
    expect(answer["type"] == "ok", f"the host asked for {message}, and got {answer}")


async def _held(bench: ServerBench) -> Table:
    """Four players at a table that waits for its host, who sits N; each has been told of all of them."""
    table = await bench.four(hold=True)
    for wire in table.wires.values():
        await answers(wire)
    return table


def _sitting(wire: Wire, table: str) -> dict[str, str]:
    """Who sits where, as the events have it that came since the client was told last that it is there."""
    last = max(at for at, message in enumerate(wire.seen) if message["type"] == "joined")
    events = [message for message in wire.seen[last:] if message.get("table") == table and "n" in message]
    numbers = [event["n"] for event in events]
    expect(numbers == list(range(1, len(numbers) + 1)), f"behind `joined` the events come from 1: {as_json(numbers)}")
    return {event["seat"]: event["name"] for event in events if event["type"] == "seat_changed"}


@CHECKS.check("hosting.host", section=HOSTS)
async def host(bench: ServerBench) -> None:
    """Who opens a table is its host, and after him who has sat there longest: that is told behind `seat_changed`."""
    north = await bench.client("N")
    table = (await bench.opened(north, seat="N"))["table"]
    await north.until("host_changed", seat="N", n=2)
    west, east = [await _sat_down(bench, table, seat) for seat in "WE"]
    await north.send(type="leave", table=table)
    left = await east.until("seat_changed", seat="N", occupant="free")
    await east.until("host_changed", seat="W", n=left["n"] + 1)
    await west.send(type="bye")
    await east.until("host_changed", seat="E")
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table)
    await watcher.until("joined")
    await east.send(type="leave", table=table)
    await _sat_down(bench, table, "S")
    await watcher.until("host_changed", seat="S")
    told = [event["seat"] for event in log(watcher, table) if event["type"] == "host_changed"]
    expect(told[-2:] == [None, "S"], f"while nobody sits there nobody is the host: {as_json(told)}")


@CHECKS.check("hosting.alone", section=HOSTS)
async def alone(bench: ServerBench) -> None:
    """What the host may is FORBIDDEN to everybody else at the table, and changes nothing."""
    table = await _held(bench)
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    before = _sitting(table.wires["W"], table.id)
    for wire in (table.wires["E"], watcher):
        for number, asked in enumerate(DOINGS):
            answer = await _asked(wire, number, table=table.id, **asked)
            expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for {as_json(asked)}, not {answer}")
    await _granted(table.wires["N"], 3, type="begin", table=table.id)
    await table.wires["W"].until("match_started")
    expect(_sitting(table.wires["W"], table.id) == before, "what was FORBIDDEN has changed who sits where")


@CHECKS.check("hosting.over", section=HOSTS)
async def over(bench: ServerBench) -> None:
    """Once the match has begun nobody's seat is changed: the host, too, gets FORBIDDEN."""
    table = await bench.four()
    await table.all_have("hand_dealt")
    for number, asked in enumerate(DOINGS):
        answer = await _asked(table.wires["N"], number, table=table.id, **asked)
        expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for {as_json(asked)}, not {answer}")


@CHECKS.check("hosting.begin", section=BEGIN)
async def begin(bench: ServerBench) -> None:
    """A table opened with `hold` does not begin with its fourth player, but once its host says so."""
    table = await _held(bench)
    answer = await _asked(table.wires["W"], 2, type="begin", table=table.id)
    expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for who is not the host, not {answer}")
    expect(not table.has("match_started"), "the match of a held table has begun, and its host has not said so")
    joined = next(message for message in table.wires["W"].seen if message["type"] == "joined")
    expect(joined["hold"] is True, f"`joined` says that the table is held, not {as_json(joined['hold'])}")
    await _granted(table.wires["N"], 3, type="begin", table=table.id)
    await table.all_have("match_started")


@CHECKS.check("hosting.begin_free", section=BEGIN)
async def begin_free(bench: ServerBench) -> None:
    """While seats are free, `begin` without `bots` is FORBIDDEN and names them; where nothing is held, too."""
    north, other = await bench.client("N"), await bench.client("other")
    table = (await bench.opened(north, seat="N", hold=True))["table"]
    answer = await _asked(north, 2, type="begin", table=table)
    expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due with three free seats, not {answer}")
    expect(sorted(answer["data"].get("free", ())) == ["E", "S", "W"], f"`free` names the seats: {answer['data']}")
    table = (await bench.opened(other))["table"]
    answer = await _asked(other, 2, type="begin", table=table)
    expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due where nothing is held, not {answer}")


@CHECKS.check("hosting.swap", section=SWAP)
async def swap(bench: ServerBench) -> None:
    """Who is moved gets `joined` with his new seat and the events from 1, and then the cards of that seat alone."""
    table = await _held(bench)
    before = _sitting(table.wires["W"], table.id)
    await _granted(table.wires["N"], 2, type="swap_seats", table=table.id, seats=["E", "S"])
    moved = {"E": table.wires["S"], "S": table.wires["E"]}
    for seat, wire in moved.items():
        await wire.send(type="ping", data="moved")  # the swap was granted: whatever it brings comes before the pong
        joined = await wire.until("joined", "pong")
        expect(joined.get("seat") == seat, f"who is moved is told that he has joined at {seat}, and got {joined}")
    await _granted(table.wires["N"], 3, type="begin", table=table.id)
    after = {**before, "E": before["S"], "S": before["E"]}
    for seat, wire in {**table.wires, **moved}.items():
        dealt = [await wire.until("hand_dealt") for _ in SEATS]
        own = [event["seat"] for event in dealt if event["cards"] is not None]
        expect(own == [seat], f"who sits {seat} is dealt the hand of {seat}, not of {as_json(own)}")
        expect(
            _sitting(wire, table.id) == after,
            f"{as_json(after)} sit there, and {seat} is told {as_json(_sitting(wire, table.id))}",
        )


@CHECKS.check("hosting.swap_with_free", section=SWAP)
async def swap_with_free(bench: ServerBench) -> None:
    """The host moves himself to a free seat, and stays the host: `host_changed` behind both `seat_changed`."""
    north = await bench.client("N")
    table = (await bench.opened(north, seat="N"))["table"]
    await north.until("host_changed")
    await _granted(north, 2, type="swap_seats", table=table, seats=["N", "W"])
    expect((await north.until("joined"))["seat"] == "W", "the host is told that he sits W")
    changed = await north.until("host_changed", n=5)
    expect(changed["seat"] == "W", f"the host sits W, not {as_json(changed['seat'])}")
    await _granted(north, 3, type="swap_seats", table=table, seats=["S", "W"])
    await north.until("joined", seat="S")


@CHECKS.check("hosting.clear", section=CLEAR)
async def clear(bench: ServerBench) -> None:
    """Whoever the host removes gets `left` with `removed`, and his seat is free; he may come again."""
    north = await bench.client("N")
    table = (await bench.opened(north, seat="N"))["table"]
    east = await _sat_down(bench, table, "E")
    await _granted(north, 2, type="clear_seat", table=table, seat="E")
    left = await east.until("left")
    expect((left["table"], left["reason"]) == (table, "removed"), f"`removed` is why he has left, not {left}")
    await north.until("seat_changed", seat="E", occupant="free")
    await east.send(type="join", table=table)
    expect((await east.until("joined"))["seat"] == "E", "the seat is free for whoever comes")
