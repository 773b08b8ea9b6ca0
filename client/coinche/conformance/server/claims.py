"""Checks of claims: accepted where they follow from what the claimer sees, and nowhere else."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.engine.claim import claim
from coinche.engine.seats import Seat
from coinche.engine.view import view

from .four_seats import Table, bid_once
from .harness import ServerBench
from .reference_match import Referee

CHECKS = Checks(Side.SERVER)
CLAIM = "claim"


async def _claim(table: Table, request: Map) -> Map:
    wire = table.wires[request["seat"]]
    await wire.send(type="claim", id=60, table=table.id, request=request["request"])
    return await wire.answer(60)


@CHECKS.check("claim.exact", section=CLAIM)
async def exact(bench: ServerBench) -> None:
    """A claim that follows from what the seat sees is accepted, and played out; any other is refused with FORBIDDEN."""
    table = await bench.four()
    referee = Referee(table)
    request, begun = await table.request(), False
    while True:
        if not begun:
            referee, begun = Referee(table), True
            await table.all_are_dealt()
            referee.begin()
        seat = request["seat"]
        if request["kind"] == "play" and not request["view"]["trick"]["cards"]:
            follows = claim(view(referee.state, Seat(seat))) is not None
            answer = await _claim(table, request)
            if follows:
                return await _played_out(table, seat, request, answer)
            expect(answer.get("code") == "FORBIDDEN", f"it does not follow: FORBIDDEN, not {answer}")
        action = bid_once(request)
        referee.take(seat, action)
        await table.accepted(request, action)
        if request["kind"] == "play" and len(request["view"]["tricks"]) == 7 and len(_trick(request)) == 3:
            table, begun = await bench.four(), False  # nothing could be claimed in that deal
        request = await table.request()


def _trick(request: Map) -> list[str]:
    cards: list[str] = request["view"]["trick"]["cards"]
    return cards


async def _played_out(table: Table, seat: str, request: Map, answer: Map) -> None:
    expect(answer["type"] == "ok", f"the claim follows from what {seat} sees, and got {answer}")
    await table.all_have("deal_scored")
    events = table.events("N")
    at = next((place for place, event in enumerate(events) if event["type"] == "claimed"), None)
    expect(at is not None, "nobody heard `claimed`")
    rest = events[at:]
    cards = [event for event in events if event["type"] == "card_played"]
    winners = {event["seat"] for event in rest if event["type"] == "trick_won"}
    expect(len(cards) == 32, f"all 32 cards are told, not {len(cards)}")
    expect(winners == {seat}, f"every trick that was left is {seat}'s, not {as_json(winners)}")
    scored = next(event["n"] for event in rest if event["type"] == "deal_scored")
    asked = [m for wire in table.wires.values() for m in wire.seen if m["type"] == "request"]
    late = [m for m in asked if rest[0]["n"] <= m["after"] < scored]
    expect(not late, f"nobody is asked for the cards of a claim: {late}")


@CHECKS.check("claim.not_to_lead", section=CLAIM)
async def not_to_lead(bench: ServerBench) -> None:
    """Only who is to lead a trick claims: in the auction it gets FORBIDDEN, and the request stays live."""
    table = await bench.four()
    request = await table.request()
    answer = await _claim(table, request)
    expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due, not {answer}")
    await table.accepted(request, "pass")
