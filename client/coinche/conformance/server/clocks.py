"""Checks of the coinche out of turn, where one act waits for another, and of clocks: what a decision costs."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import Checks, Side, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, FourSeats, due, lowest_bid
from .harness import PEOPLE, ServerBench
from .resuming import back

CHECKS = Checks(Side.SERVER)
OUT_OF_TURN, CLOCKS, ERRORS = "Coinche out of turn", "Clocks and pauses", "Errors"
AT_ANY_TIME = {"coinche_when": "any_time", "surcoinche": 4}
NAMED = {"casual": (600_000, 0), "standard": (20_000, 120_000), "blitz": (2_000, 20_000), "bot": (200, 5_000)}
"""The clocks that have a name: free time and bank."""
THINKING_S = 0.4
CREDIT_MS = 50
"""The most that a player gets back for the way."""
SLACK_MS = 1_500
"""By how much the machine of the check may be late."""


# --- reactions ---------------------------------------------------------------------------------------


async def after_a_bid(bench: ServerBench, **fields: Any) -> tuple[FourSeats, Map, Map]:
    """A table where somebody has bid: the request of the next player, and the other opponent's, to react."""
    table, first = await bench.asked(options=AT_ANY_TIME, **fields)
    await table.accepted(first, lowest_bid(first))
    return table, *await _bid_and_react(table)


async def _bid_and_react(table: FourSeats) -> tuple[Map, Map]:
    """The next two requests, which have to be one to bid and one to react."""
    asked = {request["kind"]: request for request in (await table.request(), await table.request())}
    expect(set(asked) == {"bid", "react"}, f"one is asked to bid and one to react, not {as_json(set(asked))}")
    return asked["bid"], asked["react"]


@CHECKS.check("react.asked", OUT_OF_TURN)
async def asked(bench: ServerBench) -> None:
    """After a bid the other opponent is asked to react: `pass` or `coinche`, `pass` where his time is up."""
    _, turn, react = await after_a_bid(bench)
    expect({turn["seat"], react["seat"]} in ({"N", "S"}, {"E", "W"}), "both opponents of the bidder are asked")
    expect_fields(react, legal=["pass", "coinche"], default="pass", bids={})
    expect("coinche" in turn["legal"], f"who is on turn may coinche as well: {turn['legal']}")


@CHECKS.check("react.held", OUT_OF_TURN)
async def held(bench: ServerBench) -> None:
    """The next word waits until the reaction is in; to decline is answered by `ok` and told to nobody."""
    table, turn, react = await after_a_bid(bench)
    number, wire = await table.send_act(turn, "pass"), table.of(turn)
    await wire.say("ping", data="after the act")
    await wire.until("pong", data="after the act")
    expect(not table.has("passed"), "the next word was taken before the reaction was in")
    await table.accepted(react, "pass")
    expect((await wire.answer(number))["type"] == "ok", "the word that waited is accepted")
    following = await table.request("bid")
    passed = [event["seat"] for event in table.events(following["seat"], "passed")]
    expect_is(passed, [turn["seat"]], "the seats that have passed in their turn")


@CHECKS.check("react.coinche", OUT_OF_TURN)
async def coinche(bench: ServerBench) -> None:
    """A coinche out of turn goes before the other's word, which gets STALE_REQUEST; the bidders are asked then."""
    table, turn, react = await after_a_bid(bench)
    number = await table.send_act(turn, "pass")
    await table.accepted(react, "coinche")
    due("STALE_REQUEST", await table.of(turn).answer(number), "for the word that waited")
    following = {(await table.request())["seat"], (await table.request())["seat"]}
    expect(following.isdisjoint({turn["seat"], react["seat"]}), f"the bidding side is asked, not {as_json(following)}")
    expect_fields(table.event("coinched", turn["seat"]), seat=react["seat"])


@CHECKS.check("react.after_declining", OUT_OF_TURN)
async def after_declining(bench: ServerBench) -> None:
    """Who has declined may still answer the same request with `coinche`, as long as the bid stands."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "pass")
    await table.request("bid")
    await table.accepted(react, "coinche")
    await table.all_have("coinched")


@CHECKS.check("react.not_for_another_bid", OUT_OF_TURN)
async def not_for_another_bid(bench: ServerBench) -> None:
    """With the next bid the request to react is over: a coinche that answers it then gets STALE_REQUEST."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, lowest_bid(turn))
    await table.request()
    due("STALE_REQUEST", await table.act(react, "coinche"), "for a bid that stands no longer")


@CHECKS.check("react.surcoinche", OUT_OF_TURN)
async def surcoinche(bench: ServerBench) -> None:
    """After a coinche the partner of who is on turn is asked to react with `surcoinche`, which goes first."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "coinche")
    turn, react = await _bid_and_react(table)
    expect_fields(react, legal=["pass", "surcoinche"])
    number = await table.send_act(turn, "pass")
    await table.accepted(react, "surcoinche")
    due("STALE_REQUEST", await table.of(turn).answer(number), "for the word that waited")
    expect_fields(await table.wires["N"].until("contract_settled"), multiplier=4)


@CHECKS.check("react.after_resume", OUT_OF_TURN)
async def after_resume(bench: ServerBench) -> None:
    """A request to react comes again, with its number, to who comes back."""
    await bench.capabilities("resume")
    table, _, react = await after_a_bid(bench)
    wire = await back(bench, table.of(react).first("ready"))
    expect_fields(await wire.until("request"), request=react["request"], kind="react")


@CHECKS.check("react.nine_times", ERRORS)
async def nine_times(bench: ServerBench) -> None:
    """The same act, sent again while it waits for somebody else's, gets RATE the ninth time; the others get ok."""
    table, turn, react = await after_a_bid(bench)
    numbers, wire = [await table.send_act(turn, "pass") for _ in range(9)], table.of(turn)
    due("RATE", await wire.answer(numbers[8]), "the ninth time")
    await table.accepted(react, "pass")
    for number in numbers[:8]:
        expect((await wire.answer(number))["type"] == "ok", "the eight before it are answered by ok")


@CHECKS.check("react.both", OUT_OF_TURN)
async def both(bench: ServerBench) -> None:
    """Of two coinches that of the seat that is first in N E S W is taken, whoever was quicker; the other is stale."""
    table, turn, react = await after_a_bid(bench)
    first, second = sorted((turn, react), key=lambda request: SEATS.index(request["seat"]))
    quicker = await table.send_act(second, "coinche")
    await table.of(second).answers()
    await table.accepted(first, "coinche")
    due("STALE_REQUEST", await table.of(second).answer(quicker), f"for the coinche of {second['seat']}")
    await table.all_have("coinched")
    expect_is([event["seat"] for event in table.events("N", "coinched")], [first["seat"]], "who has doubled")


@CHECKS.check("react.late", OUT_OF_TURN)
async def react_late(bench: ServerBench) -> None:
    """Who has let the time go by gets LATE for the bid that stands no longer; nobody waits for him beyond `move_ms`."""
    table, turn, react = await after_a_bid(bench, clock={"move_ms": 600, "bank_ms": 20_000})
    await table.accepted(turn, lowest_bid(turn))
    await table.request("bid")
    data = due("LATE", await table.act(react, "coinche"))
    expect_is(data.get("played"), "pass", "`played`, as that counts as a pass,")


# --- a coinche that nobody has asked for -------------------------------------------------------------


async def _unasked(table: FourSeats, seat: str, after: int, action: str = "coinche") -> Map:
    """The answer to an act without a request."""
    return await table.wires[seat].ask("act", table=table.id, after=after, action=action)


@CHECKS.check("react.unasked", OUT_OF_TURN)
async def unasked(bench: ServerBench) -> None:
    """Who has passed in his turn may coinche unasked the bid that he has seen, and gets an `ok` without `request`."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, "pass")
    answer = await _unasked(table, turn["seat"], (await table.request("bid"))["after"])
    expect(answer["type"] == "ok", f"a coinche unasked was due, not {answer}")
    expect("request" not in answer, f"an ok without `request`, for there was none: {answer}")
    await table.all_have("coinched")


@CHECKS.check("react.unasked_stale", OUT_OF_TURN)
async def unasked_stale(bench: ServerBench) -> None:
    """Unasked is never taken for a bid that its sender has not heard: STALE_REQUEST where one has come since."""
    table, turn, react = await after_a_bid(bench)
    await table.accepted(react, "pass")
    await table.accepted(turn, lowest_bid(turn))
    following = await table.request("bid")
    expect(following["seat"] not in (turn["seat"], react["seat"]), "the bidder's side is on turn")
    partner = next(seat for seat in SEATS if seat not in (turn["seat"], react["seat"], following["seat"]))
    data = due("STALE_REQUEST", await _unasked(table, partner, turn["after"]), "as another bid stands now")
    expect("current" in data, f"STALE_REQUEST has `current`: {data}")
    due("BAD_MESSAGE", await _unasked(table, partner, 1_000_000), "for an `after` beyond the table's last event")
    expect(not table.has("coinched"), "nothing was doubled")


@CHECKS.check("react.unasked_in_turn", ERRORS)
async def unasked_in_turn(bench: ServerBench) -> None:
    """Where the rules have `coinche_when` `in_turn`, a coinche unasked gets NOT_YOUR_TURN."""
    table, request = await bench.asked(options={"coinche_when": "in_turn"})
    due("NOT_YOUR_TURN", await _unasked(table, request["seat"], request["after"]))


@CHECKS.check("react.unasked_nothing_else", OUT_OF_TURN)
async def unasked_nothing_else(bench: ServerBench) -> None:
    """Nothing but coinche and surcoinche comes unasked; what the rules forbid is ILLEGAL_ACTION unasked, too."""
    table, turn, react = await after_a_bid(bench)
    answer = await _unasked(table, react["seat"], react["after"], "pass")
    expect(answer.get("type") == "error", f"a pass cannot come unasked: {answer}")
    bidder = next(seat for seat in SEATS if seat not in (turn["seat"], react["seat"]))
    due("ILLEGAL_ACTION", await _unasked(table, bidder, react["after"]), "for the bid of one's own side")


# --- clocks ------------------------------------------------------------------------------------------


@CHECKS.check("clocks.named", CLOCKS)
async def named(bench: ServerBench) -> None:
    """The four clocks that have a name are those of the document; without one, programs have `standard`."""
    wire = await bench.client()
    for name, (move, bank) in (*NAMED.items(), (None, NAMED["standard"])):
        joined = await bench.opened(wire, **({} if name is None else {"clock": name}))
        expect_is(joined["clock"], {"move_ms": move, "bank_ms": bank}, f"the clock {name or 'of programs'}")
        await wire.leave(joined["table"])


@CHECKS.check("clocks.people", CLOCKS)
async def people(bench: ServerBench) -> None:
    """Where people sit the clock is `casual` if its maker says nothing."""
    _, table = await bench.opener(hello=PEOPLE)
    clock = (await (await bench.client("other")).join(table))["clock"]
    expect_is((clock["move_ms"], clock["bank_ms"]), NAMED["casual"], "the clock of people")


@CHECKS.check("clocks.own", "create_table")
async def own(bench: ServerBench) -> None:
    """A clock of one's own is taken as it is, and refused where it has less than 100 ms."""
    for wrong in ({"move_ms": 99, "bank_ms": 0}, {"move_ms": -1, "bank_ms": 5000}, {"move_ms": 1000}, "quick"):
        wire = await bench.client()
        await wire.refused("BAD_MESSAGE", "create_table", name="clock", clock=wrong)
        await wire.answers()
    clock = {"move_ms": 0, "bank_ms": 100}
    expect_fields(await bench.opened(await bench.client(), clock=clock), clock=clock)


@CHECKS.check("clocks.charged", CLOCKS)
async def charged(bench: ServerBench) -> None:
    """`used_ms` is the time from request to act, less 50 ms at most; the bank loses what goes beyond the free time."""
    table, request = await bench.asked(clock={"move_ms": 100, "bank_ms": 20_000})
    clock = request["clock"]
    whole = clock["move_ms"] <= 100 and clock["bank_ms"] == 20_000
    expect(whole, f"the clock is what is left of the table's: {as_json(clock)}")
    await trio.sleep(THINKING_S)
    ok = await table.accepted(request, "pass")
    used, least = ok["used_ms"], 1000 * THINKING_S - CREDIT_MS - 1
    expect(least <= used <= least + SLACK_MS, f"{THINKING_S} s were thought, and {as_json(used)} ms are charged")
    left = 20_000 - max(0, used - 100)
    expect(abs(ok["bank_ms"] - left) <= 1, f"of the bank {left} ms are left, not {as_json(ok['bank_ms'])}")


@CHECKS.check("clocks.bank_lasts", CLOCKS)
async def bank_lasts(bench: ServerBench) -> None:
    """The bank is one supply for the match: the next request to the same seat has what is left of it."""
    table, request = await bench.asked(clock={"move_ms": 0, "bank_ms": 20_000})
    await trio.sleep(THINKING_S / 2)
    left = (await table.accepted(request, "pass"))["bank_ms"]
    found = (await _next_of(table, request))["clock"]["bank_ms"]
    expect(left - SLACK_MS <= found <= left, f"{left} ms were left of the bank, and the clock says {as_json(found)}")


async def _next_of(table: FourSeats, request: Map) -> Map:
    """The next request to the same seat; the others pass."""
    while (again := await table.request())["seat"] != request["seat"]:
        await table.accepted(again, "pass")
    return again


@CHECKS.check("clocks.time_out", CLOCKS)
async def time_out(bench: ServerBench) -> None:
    """When free time and bank are over, `timed_out` is told and the default is taken."""
    table, request = await bench.asked(clock={"move_ms": 150, "bank_ms": 100})
    out = await table.of(request).until("timed_out")
    expect_fields(out, seat=request["seat"])
    expect_fields(await table.of(request).until("passed"), n=out["n"] + 1, seat=out["seat"])


@CHECKS.check("clocks.late", ERRORS)
async def late(bench: ServerBench) -> None:
    """An act that comes after its time gets LATE with what was `played`, and changes nothing."""
    table, request = await bench.asked(clock={"move_ms": 400, "bank_ms": 0})
    await table.of(request).until("timed_out")
    answer = await table.act(request, "80S")
    expect_is(due("LATE", answer).get("played"), request["default"], "`played`")
    expect_is(answer.get("request"), request["request"], "the request that LATE carries")


@CHECKS.check("clocks.illegal_runs_on", "Actions")
async def illegal_runs_on(bench: ServerBench) -> None:
    """After a refusal the clock runs on: the time of the request counts from its beginning."""
    table, request = await bench.asked(clock={"move_ms": 0, "bank_ms": 20_000})
    await trio.sleep(THINKING_S / 2)
    await table.act(request, "surcoinche")
    await trio.sleep(THINKING_S / 2)
    used, least = (await table.accepted(request, "pass"))["used_ms"], 1000 * THINKING_S - CREDIT_MS - 2
    expect(used >= least, f"{THINKING_S} s were thought, and {as_json(used)} ms are charged")


@CHECKS.check("clocks.late_no_more", ERRORS)
async def late_no_more(bench: ServerBench) -> None:
    """LATE is said until one's next request is answered; after that the old one gets STALE_REQUEST."""
    table, late = await bench.asked(clock={"move_ms": 1000, "bank_ms": 0})
    await table.of(late).until("timed_out")
    await table.accepted(await _next_of(table, late), "pass")
    due("STALE_REQUEST", await table.act(late, "80S"))


@CHECKS.check("clocks.waiting_is_free", CLOCKS)
async def waiting_is_free(bench: ServerBench) -> None:
    """A player on turn does not pay for the time in which his answer waits for somebody else's."""
    table, turn, react = await after_a_bid(bench)
    number = await table.send_act(turn, "pass")
    await trio.sleep(2 * THINKING_S)
    await table.accepted(react, "pass")
    used = (await table.of(turn).answer(number))["used_ms"]
    expect(used < 2000 * THINKING_S, f"{as_json(used)} ms are charged to who answered at once")
