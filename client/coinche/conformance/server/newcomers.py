"""Checks of newcomers: a seat taken in mid-deal comes with the next deal, unless all people there agree."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .four_seats import Table
from .harness import ServerBench
from .outcome import refused

CHECKS = Checks(Side.SERVER)
NEWCOMERS = "Newcomers"


async def _left(bench: ServerBench, table: Table, seat: str = "E") -> Wire:
    """The seat's client leaves in mid-deal; a client that wants the seat."""
    request = await table.request()
    await table.wires[seat].send(type="leave", table=table.id)
    await table.wires[seat].until("left")
    await _heard(table, "seat_changed", seat=seat, occupant="bot")
    wire = await bench.client("new")
    await wire.send(type="join", table=table.id, seat=seat)
    if request["seat"] != seat:
        await table.accepted(request, str(request["default"]))
    return wire


async def _heard(table: Table, kind: str, **fields: str) -> None:
    """Wait until North has such an event; requests that came before it are not passed over."""

    def has_come() -> bool:
        told = (event for event in table.events("N") if event["type"] == kind)
        return any(all(event.get(name) == value for name, value in fields.items()) for event in told)

    await table.pulse.until(has_come, f"{kind} at N")


async def _still(wire: Wire) -> None:
    """Wait until everything has come that was sent before."""
    await wire.send(type="ping", data="still")
    await wire.until("pong", data="still")


def _shown(wire: Wire) -> list[Map]:
    """The hands that the client has been shown."""
    return [event for event in wire.seen if event["type"] == "hand_dealt" and event["cards"]]


async def _waits(wire: Wire, seat: str = "E") -> None:
    """The client has to be told that it gets the seat with the next deal, and no hand."""
    joined = await wire.until("joined")
    told = joined["seat"], joined.get("reserved")
    expect(
        told == (None, seat), f"the seat comes with the next deal: `seat` null, `reserved` {seat}, not {as_json(told)}"
    )
    await _still(wire)
    expect(not _shown(wire), f"a newcomer is shown no hand of the running deal: {as_json(_shown(wire))}")


@CHECKS.check("newcomers.next_deal", section=NEWCOMERS)
async def next_deal(bench: ServerBench) -> None:
    """Who joins in mid-deal is shown no hand before the next deal, then that of the new seat and no other."""
    table = await bench.four()
    wire = await _left(bench, table)
    await _waits(wire)
    await _heard(table, "seat_reserved", seat="E")
    table.wires["E"] = wire
    while (request := await table.request())["deal"] == 1:
        await table.accepted(request, str(request["default"]))
    await _still(wire)
    joined = next(message for message in reversed(wire.seen) if message["type"] == "joined")
    expect(joined["seat"] == "E", f"with the next deal the seat is the newcomer's, not {as_json(joined['seat'])}")
    dealt = [event for event in table.events("E") if event["type"] == "hand_dealt" and event["seat"] == "E"]
    expect(bool(dealt[-1]["cards"]), "the hand of the next deal is shown")
    expect(_shown(wire) == dealt[-1:], f"no hand is shown but that of the new deal: {as_json(_shown(wire))}")


async def _next_deal_without(bench: ServerBench, seat: str) -> Table:
    """A table of people in its second deal, which was dealt when a bot had that seat already."""
    table = await bench.four(hello={"program": False})
    request = await table.request()
    await table.wires[seat].send(type="leave", table=table.id)
    await table.wires[seat].until("left")
    del table.wires[seat]
    while request["deal"] == 1:
        if request["seat"] != seat:
            await table.accepted(request, str(request["default"]))
        await _read_recaps(table)
        request = await table.request()
    return table


async def _read_recaps(table: Table) -> None:
    """Go on from a recap, if there is one."""
    for wire in table.wires.values():
        await wire.send(type="go_on", table=table.id)


@CHECKS.check("newcomers.admitted", section=NEWCOMERS)
async def admitted(bench: ServerBench) -> None:
    """Once all who were dealt a hand have said `admit`, and no sooner, the newcomer has the seat and its hand."""
    table = await _next_deal_without(bench, "E")
    wire = await bench.client("new")
    await wire.send(type="join", table=table.id, seat="E")
    await _waits(wire)
    for seat in ("N", "S", "W"):
        expect(not _shown(wire), "one person who has not agreed is enough")
        await table.wires[seat].send(type="admit", table=table.id, seat="E", name=bench.named("new"), id=8)
        await table.wires[seat].until("ok", re=8)
        await wire.until("admit_agreed", seat=seat, newcomer="E")
        await _still(wire)
    joined = next(message for message in reversed(wire.seen) if message["type"] == "joined")
    expect(joined["seat"] == "E", "all who were dealt a hand have agreed: the seat comes at once")
    expect(len(_shown(wire)) > 0, "with its hand")


@CHECKS.check("newcomers.not_admitted", section=NEWCOMERS)
async def not_admitted(bench: ServerBench) -> None:
    """`admit` gets FORBIDDEN from programs and watchers, for another name, and where one who has left had a hand."""
    programs = await bench.four()
    wire = await _left(bench, programs)
    await _waits(wire)
    people = await bench.four(hello={"program": False})
    other = await _left(bench, people)
    await _waits(other)
    new = bench.named("new")
    asked = ((programs.wires["N"], programs, new), (wire, programs, new), (people.wires["N"], people, "nobody"))
    for asking, table, name in (*asked, (people.wires["N"], people, new)):
        await asking.send(type="admit", table=table.id, seat="E", name=name)
        await refused(asking, "FORBIDDEN")


@CHECKS.check("newcomers.strict", section=NEWCOMERS)
async def strict(bench: ServerBench) -> None:
    """At a strict table nobody new gets a seat before the match is over."""
    table = await bench.four(strict=True)
    wire = await _left(bench, table)
    error = await refused(wire, "FORBIDDEN")
    expect(error["data"].get("reason") == "strict", f"the reason is `strict`: {error['data']}")
