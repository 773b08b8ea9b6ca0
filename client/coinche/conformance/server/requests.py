"""Checks of requests: when they come, and that everything needed to decide is in them."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .four_seats import bid_once
from .harness import ServerBench

CHECKS = Checks(Side.SERVER)
REQUEST, ACTIONS = "request", "Actions"

FIELDS = (
    *("request", "table", "seat", "after", "kind", "match", "deal", "rules", "legal", "bids", "step", "max"),
    *("offers", "declarations", "default", "clock", "view"),
)


@CHECKS.check("requests.fields", section=REQUEST)
async def fields(bench: ServerBench) -> None:
    """A request has all its fields, whatever its kind; those of the deal agree with the events."""
    table = await bench.four()
    numbers: list[int] = []

    def judged(request: Map) -> str:
        for field in FIELDS:
            expect(field in request, f"a request of kind {request['kind']} has no `{field}`")
        expect(set(request["clock"]) == {"move_ms", "bank_ms"}, f"a clock has two fields: {request['clock']}")
        expect((request["match"], request["deal"]) == (1, 1), f"this is the first deal: {request}")
        numbers.append(request["request"])
        return bid_once(request)

    await table.play(judged)
    expect(len(set(numbers)) == len(numbers), f"each request of a table has another number: {as_json(numbers)}")


@CHECKS.check("requests.default_in_legal", section=ACTIONS)
async def default_in_legal(bench: ServerBench) -> None:
    """`legal` is never empty, and has the `default`, or the card that goes with what the default says."""
    table = await bench.four()

    def judged(request: Map) -> str:
        expect(request["legal"], "nothing is legal")
        bare = request["default"].split("+")[0]
        expect(bare in request["legal"], f"{as_json(bare)} is the default, and not in {request['legal']}")
        return bid_once(request)

    await table.play(judged)


@CHECKS.check("requests.cut", section=ACTIONS)
async def cut(bench: ServerBench) -> None:
    """Where cards are not shuffled the seat before the dealer cuts, from cut:3 to cut:29; then the hands are dealt."""
    table = await bench.four(options={"shuffle": "never"})
    request = await table.request()
    expect(request["kind"] == "cut", f"a cut was due, not {as_json(request['kind'])}")
    expect(request["legal"] == [f"cut:{number}" for number in range(3, 30)], f"legal is {request['legal']}")
    expect(request["default"] == "cut:16", f"the default is a cut in the middle, not {as_json(request['default'])}")
    await table.accepted(request, "cut:7")
    after = await table.request("bid")
    said = next(event for event in table.events(after["seat"]) if event["type"] == "pack_cut")
    expect((said["seat"], said["top"]) == (request["seat"], 7), f"everybody hears of the cut: {said}")


@CHECKS.check("requests.one_live", section=REQUEST)
async def one_live(bench: ServerBench) -> None:
    """One seat is asked at a time where nobody speaks out of turn, and it is the one on turn."""
    table = await bench.four(options={"coinche_when": "in_turn"})
    await table.play(bid_once)
    asked = [message for wire in table.wires.values() for message in wire.seen if message["type"] == "request"]
    for message in asked:
        expect(message["seat"] == message["view"]["turn"], f"{message['seat']} is asked, and not on turn")
    expect(len({message["after"] for message in asked}) == len(asked), "two seats were asked after the same event")


@CHECKS.check("requests.without_view", section="hello")
async def without_view(bench: ServerBench) -> None:
    """Who wants the capability `events` is asked without `view`: he counts for himself."""
    await bench.capabilities("events")
    table = await bench.four(hello={"want": ["events"]})
    request = await table.request()
    expect("view" not in request, "a request has a view all the same")
    for wire in table.wires.values():
        ready = next(message for message in wire.seen if message["type"] == "ready")
        expect("events" in ready["capabilities"], f"`events` is granted in ready: {ready['capabilities']}")
