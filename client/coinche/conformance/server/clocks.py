"""Checks of clocks: what one has, what a decision costs, and what happens when the time is up."""

from __future__ import annotations

import trio

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json

from .harness import ServerBench
from .outcome import answers, refused
from .reactions import after_a_bid

CHECKS = Checks(Side.SERVER)
CLOCKS, ERRORS = "Clocks and pauses", "Errors"

NAMED = {"casual": (600_000, 0), "standard": (20_000, 120_000), "blitz": (2_000, 20_000), "bot": (200, 5_000)}
THINKING_S = 0.4
CREDIT_MS = 50
"""What a player gets back for the way at most."""
SLACK_MS = 1_500
"""What the machine of the check may be late by."""


@CHECKS.check("clocks.named", section=CLOCKS)
async def named(bench: ServerBench) -> None:
    """The four clocks that have a name are those of the document; without one, programs have `standard`."""
    wire = await bench.client()
    for name, times in (*NAMED.items(), (None, NAMED["standard"])):
        joined = await bench.opened(wire, **({} if name is None else {"clock": name}))
        clock = (joined["clock"]["move_ms"], joined["clock"]["bank_ms"])
        expect(clock == times, f"the clock {name or 'of programs'} is {as_json(times)}, not {as_json(clock)}")
        await wire.send(type="leave", table=joined["table"])
        await wire.until("left")


@CHECKS.check("clocks.people", section=CLOCKS)
async def people(bench: ServerBench) -> None:
    """Where people sit the clock is `casual` if its maker says nothing."""
    wire = await bench.client(program=False)
    await bench.opened(wire)
    other = await bench.client("other")
    await other.send(type="join", table=(wire.seen[-1]["table"]))
    clock = (await other.until("joined"))["clock"]
    expect(
        (clock["move_ms"], clock["bank_ms"]) == NAMED["casual"], f"people have {NAMED['casual']}, not {as_json(clock)}"
    )


@CHECKS.check("clocks.own", section="create_table")
async def own(bench: ServerBench) -> None:
    """A clock of one's own is taken as it is, and refused where it has less than 100 ms."""
    for clock in ({"move_ms": 99, "bank_ms": 0}, {"move_ms": -1, "bank_ms": 5000}, {"move_ms": 1000}, "quick"):
        wire = await bench.client()
        await wire.send(type="create_table", name="clock", clock=clock)
        await refused(wire, "BAD_MESSAGE")
        await answers(wire)
    clock = {"move_ms": 0, "bank_ms": 100}
    joined = await bench.opened(await bench.client(), clock=clock)
    expect(joined["clock"] == clock, f"the clock is {as_json(clock)}, not {as_json(joined['clock'])}")


@CHECKS.check("clocks.charged", section=CLOCKS)
async def charged(bench: ServerBench) -> None:
    """`used_ms` is the time from request to act, less 50 ms at most; the bank loses what goes beyond the free time."""
    table = await bench.four(clock={"move_ms": 100, "bank_ms": 20_000})
    request = await table.request()
    clock = request["clock"]
    expect(
        clock["move_ms"] <= 100 and clock["bank_ms"] == 20_000,
        f"the clock is what is left of the table's: {as_json(clock)}",
    )
    await trio.sleep(THINKING_S)
    ok = await table.accepted(request, "pass")
    used, least = ok["used_ms"], 1000 * THINKING_S - CREDIT_MS - 1
    expect(least <= used <= least + SLACK_MS, f"{THINKING_S} s were thought, and {as_json(used)} ms are charged")
    left = 20_000 - max(0, used - 100)
    expect(abs(ok["bank_ms"] - left) <= 1, f"of the bank {left} ms are left, not {as_json(ok['bank_ms'])}")


@CHECKS.check("clocks.bank_lasts", section=CLOCKS)
async def bank_lasts(bench: ServerBench) -> None:
    """The bank is one supply for the match: the next request to the same seat has what is left of it."""
    table = await bench.four(clock={"move_ms": 0, "bank_ms": 20_000})
    request = await table.request()
    await trio.sleep(THINKING_S / 2)
    left = (await table.accepted(request, "pass"))["bank_ms"]
    while (again := await table.request())["seat"] != request["seat"]:
        await table.accepted(again, "pass")
    found = again["clock"]["bank_ms"]
    expect(left - SLACK_MS <= found <= left, f"{left} ms were left of the bank, and the clock says {as_json(found)}")


@CHECKS.check("clocks.time_out", section=CLOCKS)
async def time_out(bench: ServerBench) -> None:
    """When free time and bank are over, `timed_out` is told and the default is taken."""
    table = await bench.four(clock={"move_ms": 150, "bank_ms": 100})
    request = await table.request()
    wire = table.wires[request["seat"]]
    out = await wire.until("timed_out")
    expect(out["seat"] == request["seat"], f"the time of {request['seat']} was up, not of {as_json(out['seat'])}")
    said = await wire.until("passed")
    expect((said["n"], said["seat"]) == (out["n"] + 1, out["seat"]), f"the default follows at once: {said}")


@CHECKS.check("clocks.late", section=ERRORS)
async def late(bench: ServerBench) -> None:
    """An act that comes after its time gets LATE with what was `played`, and changes nothing."""
    table = await bench.four(clock={"move_ms": 400, "bank_ms": 0})
    request = await table.request()
    await table.wires[request["seat"]].until("timed_out")
    answer = await table.act(request, "80S")
    expect(answer.get("code") == "LATE", f"LATE was due, not {answer}")
    expect(
        answer["data"].get("played") == request["default"],
        f"{request['default']} was played: {answer['data']}",
    )
    expect(answer.get("request") == request["request"], f"LATE carries the request: {answer}")


@CHECKS.check("clocks.illegal_runs_on", section="Actions")
async def illegal_runs_on(bench: ServerBench) -> None:
    """After a refusal the clock runs on: the time of the request counts from its beginning."""
    table = await bench.four(clock={"move_ms": 0, "bank_ms": 20_000})
    request = await table.request()
    await trio.sleep(THINKING_S / 2)
    await table.act(request, "surcoinche")
    await trio.sleep(THINKING_S / 2)
    used = (await table.accepted(request, "pass"))["used_ms"]
    expect(
        used >= 1000 * THINKING_S - CREDIT_MS - 2, f"{THINKING_S} s were thought, and {as_json(used)} ms are charged"
    )


@CHECKS.check("clocks.late_no_more", section=ERRORS)
async def late_no_more(bench: ServerBench) -> None:
    """LATE is said until one's next request is answered; after that the old one gets STALE_REQUEST."""
    table = await bench.four(clock={"move_ms": 1000, "bank_ms": 0})
    late = await table.request()
    await table.wires[late["seat"]].until("timed_out")
    while (request := await table.request())["seat"] != late["seat"]:
        await table.accepted(request, "pass")
    await table.accepted(request, "pass")
    answer = await table.act(late, "80S")
    expect(answer.get("code") == "STALE_REQUEST", f"STALE_REQUEST was due, not {answer}")


@CHECKS.check("clocks.waiting_is_free", section=CLOCKS)
async def waiting_is_free(bench: ServerBench) -> None:
    """A player on turn does not pay for the time in which his answer waits for somebody else's."""
    table, turn, react = await after_a_bid(bench)
    number = await table.send_act(turn, "pass")
    await trio.sleep(2 * THINKING_S)
    await table.accepted(react, "pass")
    used = (await table.wires[turn["seat"]].answer(number))["used_ms"]
    expect(used < 2000 * THINKING_S, f"{as_json(used)} ms are charged to who answered at once")
