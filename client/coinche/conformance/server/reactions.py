"""Checks of the coinche out of turn: who is asked, what waits for whom, and what counts for no bid but its own."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .four_seats import Table
from .harness import ServerBench
from .outcome import answers
from .resuming import back

CHECKS = Checks(Side.SERVER)
OUT_OF_TURN, ERRORS = "Coinche out of turn", "Errors"
AT_ANY_TIME = {"coinche_when": "any_time", "surcoinche": 4}


async def after_a_bid(bench: ServerBench, **fields: Any) -> tuple[Table, Map, Map]:
    """A table where somebody has bid: the request of the next player, and the other opponent's, to react."""
    table = await bench.four(options=AT_ANY_TIME, **fields)
    first = await table.request()
    denomination, lowest = next(iter(first["bids"].items()))
    await table.accepted(first, f"{lowest}{denomination}")
    asked = {request["kind"]: request for request in (await table.request(), await table.request())}
    expect(set(asked) == {"bid", "react"}, f"one is asked to bid and one to react, not {as_json(set(asked))}")
    return table, asked["bid"], asked["react"]


@CHECKS.check("react.asked", section=OUT_OF_TURN)
async def asked(bench: ServerBench) -> None:
    """After a bid the other opponent is asked to react: `pass` or `coinche`, `pass` where his time is up."""
    _, turn, react = await after_a_bid(bench)
    expect({turn["seat"], react["seat"]} in ({"N", "S"}, {"E", "W"}), "both opponents of the bidder are asked")
    expect(react["legal"] == ["pass", "coinche"], f"legal is pass and coinche, not {react['legal']}")
    expect((react["default"], react["bids"]) == ("pass", {}), f"the default is pass, no bids: {react}")
    expect("coinche" in turn["legal"], f"who is on turn may coinche as well: {turn['legal']}")


@CHECKS.check("react.held", section=OUT_OF_TURN)
async def held(bench: ServerBench) -> None:
    """The next word waits until the reaction is in; to decline is answered by `ok` and told to nobody."""
    table, turn, react = await after_a_bid(bench)
    number = await table.send_act(turn, "pass")
    wire = table.wires[turn["seat"]]
    await wire.send(type="ping", data="after the act")
    await wire.until("pong", data="after the act")
    expect(not table.has("passed"), "the next word was taken before the reaction was in")
    await table.accepted(react, "pass")
    expect((await wire.answer(number))["type"] == "ok", "the word that waited is accepted")
    following = await table.request("bid")
    passed = [event for event in table.events(following["seat"]) if event["type"] == "passed"]
    expect(
        [event["seat"] for event in passed] == [turn["seat"]], f"one has passed in his turn, and not {as_json(passed)}"
    )


@CHECKS.check("react.coinche", section=OUT_OF_TURN)
async def coinche(bench: ServerBench) -> None:
    """A coinche out of turn goes before the other's word, which gets STALE_REQUEST; the bidders are asked then."""
    table, turn, react = await after_a_bid(bench)
    number = await table.send_act(turn, "pass")
    await table.accepted(react, "coinche")
    refused = await table.wires[turn["seat"]].answer(number)
    expect(refused.get("code") == "STALE_REQUEST", f"the word that waited gets STALE_REQUEST, not {refused}")
    following = {(await table.request())["seat"], (await table.request())["seat"]}
    expect(following.isdisjoint({turn["seat"], react["seat"]}), f"the bidding side is asked, not {as_json(following)}")
    said = table.first(turn["seat"], "coinched")
    expect(said is not None and said["seat"] == react["seat"], f"everybody hears who has doubled: {as_json(said)}")


@CHECKS.check("react.after_declining", section=OUT_OF_TURN)
async def after_declining(bench: ServerBench) -> None:
    """Who has declined may still answer the same request with `coinche`, as long as the bid stands."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "pass")
    await table.request("bid")
    await table.accepted(react, "coinche")
    await table.all_have("coinched")


@CHECKS.check("react.not_for_another_bid", section=OUT_OF_TURN)
async def not_for_another_bid(bench: ServerBench) -> None:
    """With the next bid the request to react is over: a coinche that answers it then gets STALE_REQUEST."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    denomination, lowest = next(iter(turn["bids"].items()))
    await table.accepted(turn, f"{lowest}{denomination}")
    await table.request()
    answer = await table.act(react, "coinche")
    expect(answer.get("code") == "STALE_REQUEST", f"that bid stands no longer: STALE_REQUEST, not {answer}")


@CHECKS.check("react.surcoinche", section=OUT_OF_TURN)
async def surcoinche(bench: ServerBench) -> None:
    """After a coinche the partner of who is on turn is asked to react with `surcoinche`, which goes first."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "coinche")
    asked = {request["kind"]: request for request in (await table.request(), await table.request())}
    expect(set(asked) == {"bid", "react"}, f"one is asked to bid and one to react, not {as_json(set(asked))}")
    expect(asked["react"]["legal"] == ["pass", "surcoinche"], f"legal is {as_json(asked['react']['legal'])}")
    number = await table.send_act(asked["bid"], "pass")
    await table.accepted(asked["react"], "surcoinche")
    waited = await table.wires[asked["bid"]["seat"]].answer(number)
    expect(waited.get("code") == "STALE_REQUEST", f"the word that waited gets STALE_REQUEST, not {waited}")
    settled = await table.wires["N"].until("contract_settled")
    expect(settled["multiplier"] == 4, f"the contract counts four times, not {as_json(settled['multiplier'])}")


@CHECKS.check("react.after_resume", section=OUT_OF_TURN)
async def after_resume(bench: ServerBench) -> None:
    """A request to react comes again, with its number, to who comes back."""
    await bench.capabilities("resume")
    table, _, react = await after_a_bid(bench)
    ready = next(message for message in table.wires[react["seat"]].seen if message["type"] == "ready")
    wire = await back(bench, ready)
    again = await wire.until("request")
    expect((again["request"], again["kind"]) == (react["request"], "react"), f"{react['request']} was live: {again}")


@CHECKS.check("react.nine_times", section=ERRORS)
async def nine_times(bench: ServerBench) -> None:
    """The same act, sent again while it waits for somebody else's, gets RATE the ninth time; the others get ok."""
    table, turn, react = await after_a_bid(bench)
    numbers = [await table.send_act(turn, "pass") for _ in range(9)]
    wire = table.wires[turn["seat"]]
    ninth = await wire.answer(numbers[8])
    expect(ninth.get("code") == "RATE", f"the ninth gets RATE, not {ninth}")
    await table.accepted(react, "pass")
    for number in numbers[:8]:
        expect((await wire.answer(number))["type"] == "ok", "the eight before it are answered by ok")


@CHECKS.check("react.both", section=OUT_OF_TURN)
async def both(bench: ServerBench) -> None:
    """Of two coinches that of the seat that is first in N E S W is taken, whoever was quicker; the other is stale."""
    table, turn, react = await after_a_bid(bench)
    first, second = sorted((turn, react), key=lambda request: "NESW".index(request["seat"]))
    quicker = await table.send_act(second, "coinche")
    await answers(table.wires[second["seat"]])
    await table.accepted(first, "coinche")
    answer = await table.wires[second["seat"]].answer(quicker)
    expect(answer.get("code") == "STALE_REQUEST", f"the coinche of {second['seat']} is stale, not {answer}")
    await table.all_have("coinched")
    said = [event["seat"] for event in table.events("N") if event["type"] == "coinched"]
    expect(said == [first["seat"]], f"{first['seat']} has doubled, not {as_json(said)}")


@CHECKS.check("react.late", section=OUT_OF_TURN)
async def late(bench: ServerBench) -> None:
    """Who has let the time go by gets LATE for the bid that stands no longer; nobody waits for him beyond `move_ms`."""
    table, turn, react = await after_a_bid(bench, clock={"move_ms": 600, "bank_ms": 20_000})
    denomination, lowest = next(iter(turn["bids"].items()))
    await table.accepted(turn, f"{lowest}{denomination}")
    await table.request("bid")
    answer = await table.act(react, "coinche")
    expect(answer.get("code") == "LATE", f"LATE was due, not {answer}")
    expect(answer["data"].get("played") == "pass", f"that counts as a pass: {answer['data']}")
