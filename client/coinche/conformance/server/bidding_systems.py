"""Checks of bidding systems: who hears of one, when it counts, and what is none."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .four_seats import SEATS, Table
from .harness import ServerBench
from .resuming import back

CHECKS = Checks(Side.SERVER)
SYSTEMS = "Bidding systems"
DECLARE = "declare_system"
JACK: Map = {
    "name": "jack",
    "conventions": [{"said": "80", "when": "opening", "shows": "le valet — the jack", "all": ["J"], "trumps": [3, 8]}],
}
ACE: Map = {"name": "ace", "conventions": [{"said": "90+", "when": "support", "shows": "an ace", "spare": [0, 20]}]}


async def _declare(wire: Wire, table: str, system: Map, number: int = 6, **fields: Any) -> Map:
    """What answers the declaration."""
    await wire.send(type=DECLARE, table=table, system=system, id=number, **fields)
    return await wire.answer(number)


async def _declared(wire: Wire, table: str, system: Map, number: int = 6) -> None:
    """Declare it; it has to be accepted."""
    answer = await _declare(wire, table, system, number)
    expect(answer["type"] == "ok", f"who sits there declares what his calls promise, and got {answer}")


async def _gathering(bench: ServerBench, **fields: Any) -> tuple[str, Wire, Wire]:
    """A table at which two sit and others are awaited."""
    await bench.capabilities("systems")
    north, east = await bench.client("N"), await bench.client("E")
    table = (await bench.opened(north, seat="N", **fields))["table"]
    await east.send(type="join", table=table, seat="E")
    await east.until("joined")
    return table, north, east


def _expect_told(event: Map, seat: str, system: Map) -> None:
    expect(event["seat"] == seat, f"it is the system of {seat}, not of {as_json(event['seat'])}")
    expect(event["system"] == system, f"{as_json(system)} was declared, and everybody is told {event['system']}")


@CHECKS.check("systems.told", section=SYSTEMS)
async def told(bench: ServerBench) -> None:
    """A system that is declared before the match is told to everybody as it was said, to who watches, too."""
    table, north, east = await _gathering(bench)
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table)
    await watcher.until("joined")
    await _declared(east, table, JACK)
    for wire in (north, east, watcher):
        _expect_told(await wire.until("system_declared"), "E", JACK)


@CHECKS.check("systems.late", section=SYSTEMS)
async def late(bench: ServerBench) -> None:
    """Who comes later hears of it out of the log."""
    table, north, _ = await _gathering(bench)
    await _declared(north, table, JACK)
    late_comer, watcher = await bench.client("S"), await bench.client("watcher")
    await late_comer.send(type="join", table=table, seat="S")
    await watcher.send(type="watch", table=table)
    for wire in (late_comer, watcher):
        _expect_told(await wire.until("system_declared"), "N", JACK)


@CHECKS.check("systems.strict", section=SYSTEMS)
async def strict(bench: ServerBench) -> None:
    """A strict table is silent, but what calls promise is told there, too."""
    table, north, east = await _gathering(bench, strict=True)
    await _declared(north, table, JACK)
    _expect_told(await east.until("system_declared"), "N", JACK)


@CHECKS.check("systems.between_deals", section=SYSTEMS)
async def between_deals(bench: ServerBench) -> None:
    """A system that is declared in an auction is told when the deal is over, and not before."""
    await bench.capabilities("systems")
    table = await bench.four()
    first = await table.request()
    await table.accepted(first, "pass")
    await _declared(table.wires[first["seat"]], table.id, ACE)
    await _passed(table, 3)
    await table.all_have("system_declared")
    for seat in SEATS:
        _expect_told(table.first(seat, "system_declared") or {}, first["seat"], ACE)
    await table.all_have("thrown_in")
    events = [event["type"] for event in table.events(first["seat"])]
    expect(
        events.index("thrown_in") < events.index("system_declared") < _second(events, "deal_started"),
        "a system that is declared in an auction is told between that deal and the next",
    )


@CHECKS.check("systems.back", section=SYSTEMS)
async def back_again(bench: ServerBench) -> None:
    """With a hand before him who comes back has what he had before, and nothing else before the deal is over."""
    await bench.capabilities("systems", "resume")
    table = await bench.four()
    first = await table.request()
    seat = first["seat"]
    await table.accepted(first, "pass")
    await _declared(table.wires[seat], table.id, ACE)
    await _passed(table, 3)
    await table.all_have("system_declared")
    await table.request()
    ready = next(message for message in table.wires[seat].seen if message["type"] == "ready")
    await table.wires[seat].hang_up()
    other = table.wires[next(name for name in SEATS if name != seat)]
    await other.until("seat_changed", seat=seat, connected=False)
    table.wires[seat] = await back(bench, ready)
    await other.until("seat_changed", seat=seat, connected=True)
    told = len([message for message in other.seen if message["type"] == "system_declared"])
    for number, system in enumerate((JACK, ACE), 6):
        await _declared(table.wires[seat], table.id, system, number)
    event = await other.until("system_declared")
    expect(
        event["system"] == ACE,
        f"{as_json(JACK)} is chosen with a hand before him, and everybody was told {event['system']}",
    )
    expect(told == 1, f"he had declared once before, and everybody was told {as_json(told)} times")


async def _passed(table: Table, times: int) -> None:
    for _ in range(times):
        await table.accepted(await table.request(), "pass")


def _second(events: list[str], kind: str) -> int:
    """Where the second of that kind stands, or would."""
    places = [place for place, event in enumerate(events) if event == kind]
    return places[1] if len(places) > 1 else len(events)


@CHECKS.check("systems.gone", section=SYSTEMS)
async def gone(bench: ServerBench) -> None:
    """The same system again is told once; after a change of the seat it is told anew."""
    table, north, east = await _gathering(bench)
    for number in (6, 7):
        await _declared(east, table, JACK, number)
    await east.send(type="leave", table=table)
    await east.until("left")
    await east.send(type="join", table=table, seat="E")
    await east.until("joined")
    await _declared(east, table, JACK, 8)
    await north.until("seat_changed", seat="E", occupant="free")
    _expect_told(await north.until("system_declared"), "E", JACK)
    told = [message for message in north.seen if message["type"] == "system_declared"]
    expect(len(told) == 2, f"it was declared, and declared anew by who came back: {len(told)} events")


@CHECKS.check("systems.refused", section=SYSTEMS)
async def no_system(bench: ServerBench) -> None:
    """BAD_MESSAGE, with the path, for what is too long or no call; FORBIDDEN for who watches and for another's seat."""
    table, north, east = await _gathering(bench)
    (one,) = JACK["conventions"]
    for number, (wire, system, path) in enumerate(
        (
            (north, JACK | {"name": "x" * 33}, "$.system.name"),
            (east, JACK | {"conventions": [one] * 25}, "$.system.conventions"),
            (north, JACK | {"conventions": [one | {"shows": "x" * 121}]}, "$.system.conventions[0].shows"),
            (east, JACK | {"conventions": [one | {"said": "80S"}]}, "$.system.conventions[0].said"),
        ),
        20,
    ):
        answer = await _declare(wire, table, system, number)
        expect(answer.get("code") == "BAD_MESSAGE", f"BAD_MESSAGE was due for {as_json(system)}, not {answer}")
        expect(answer["data"].get("path") == path, f"{path} is wrong, not {as_json(answer['data'].get('path'))}")
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table)
    await watcher.until("joined")
    cases: tuple[tuple[Wire, Map], ...] = ((watcher, {}), (north, {"seat": "E"}))
    for wire, fields in cases:
        answer = await _declare(wire, table, JACK, **fields)
        expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due, not {answer}")
