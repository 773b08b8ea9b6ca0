"""Checks of a coinche that nobody has asked for: it counts for the bid that its sender has seen, or for none."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.transcript import Map

from .four_seats import Table
from .harness import ServerBench
from .reactions import after_a_bid

CHECKS = Checks(Side.SERVER)
OUT_OF_TURN, ERRORS = "Coinche out of turn", "Errors"


async def _unasked(table: Table, seat: str, after: int, action: str = "coinche") -> Map:
    """What an act without a request gets."""
    wire = table.wires[seat]
    await wire.send(type="act", id=77, table=table.id, after=after, action=action)
    return await wire.answer(77)


@CHECKS.check("react.unasked", section=OUT_OF_TURN)
async def unasked(bench: ServerBench) -> None:
    """Who has passed in his turn may coinche unasked the bid that he has seen, and gets an `ok` without `request`."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "pass")
    following = await table.request("bid")
    answer = await _unasked(table, turn["seat"], following["after"])
    expect(answer["type"] == "ok", f"a coinche unasked was due, not {answer}")
    expect("request" not in answer, f"an ok without `request`, for there was none: {answer}")
    await table.all_have("coinched")


@CHECKS.check("react.unasked_stale", section=OUT_OF_TURN)
async def unasked_stale(bench: ServerBench) -> None:
    """Unasked is never taken for a bid that its sender has not heard: STALE_REQUEST where one has come since."""
    table, turn, react = await after_a_bid(bench)
    after = turn["after"]
    await table.accepted(react, "pass")
    denomination, lowest = next(iter(turn["bids"].items()))
    await table.accepted(turn, f"{lowest}{denomination}")
    following = await table.request("bid")
    expect(following["seat"] not in (turn["seat"], react["seat"]), "the bidder's side is on turn")
    partner = next(seat for seat in "NESW" if seat not in (turn["seat"], react["seat"], following["seat"]))
    answer = await _unasked(table, partner, after)
    expect(answer.get("code") == "STALE_REQUEST", f"another bid stands now: STALE_REQUEST, not {answer}")
    expect("current" in answer["data"], f"STALE_REQUEST has `current`: {answer['data']}")
    answer = await _unasked(table, partner, 1_000_000)
    expect(answer.get("code") == "BAD_MESSAGE", f"`after` is beyond the table's last: BAD_MESSAGE, not {answer}")
    expect(not table.has("coinched"), "nothing was doubled")


@CHECKS.check("react.unasked_in_turn", section=ERRORS)
async def unasked_in_turn(bench: ServerBench) -> None:
    """Where the rules have `coinche_when` `in_turn`, a coinche unasked gets NOT_YOUR_TURN."""
    table = await bench.four(options={"coinche_when": "in_turn"})
    request = await table.request()
    answer = await _unasked(table, request["seat"], request["after"])
    expect(answer.get("code") == "NOT_YOUR_TURN", f"NOT_YOUR_TURN was due, not {answer}")


@CHECKS.check("react.unasked_nothing_else", section=OUT_OF_TURN)
async def unasked_nothing_else(bench: ServerBench) -> None:
    """Nothing but coinche and surcoinche comes unasked; what the rules forbid is ILLEGAL_ACTION unasked, too."""
    table, turn, react = await after_a_bid(bench)
    answer = await _unasked(table, react["seat"], react["after"], "pass")
    expect(answer.get("type") == "error", f"a pass cannot come unasked: {answer}")
    bidder = next(
        seat for seat in "NESW" if {seat, turn["seat"]} not in ({"N", "S"}, {"E", "W"}) and seat != turn["seat"]
    )
    answer = await _unasked(table, bidder, react["after"])
    expect(answer.get("code") == "ILLEGAL_ACTION", f"one's own side's bid is not doubled: ILLEGAL_ACTION, not {answer}")
