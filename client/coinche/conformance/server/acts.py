"""Checks of acts: each that is right counts, and counts once."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json

from .harness import ServerBench
from .outcome import answers, refused

CHECKS = Checks(Side.SERVER)
ACT, OK = "act", "ok"


@CHECKS.check("acts.ok", section=OK)
async def ok(bench: ServerBench) -> None:
    """An act that is accepted gets `ok` with its request, what it took and what is left of the bank."""
    table = await bench.four()
    request = await table.request()
    answer = await table.accepted(request, "pass")
    expect(answer.get("request") == request["request"], f"ok carries the request: {answer}")
    for field in ("used_ms", "bank_ms"):
        expect(type(answer.get(field)) is int and answer[field] >= 0, f"ok has `{field}`: {answer}")
    expect(answer["bank_ms"] <= request["clock"]["bank_ms"], "a bank does not grow")


@CHECKS.check("acts.before_events", section=ACT)
async def before_events(bench: ServerBench) -> None:
    """The `ok` comes first, then the events of the action, to whoever acted."""
    table = await bench.four()
    request = await table.request()
    number = await table.send_act(request, "pass")
    wire = table.wires[request["seat"]]
    first = await wire.until("ok", "passed")
    expect(first.get("re") == number, f"ok was due first, not {as_json(first)}")
    await wire.until("passed", seat=request["seat"])


@CHECKS.check("acts.twice", section=ACT)
async def twice(bench: ServerBench) -> None:
    """The same act sent twice gets the same `ok` and counts once."""
    table = await bench.four()
    request = await table.request()
    first = await table.accepted(request, "pass")
    again = await table.act(request, "pass")
    same = {**first, "re": 0} == {**again, "re": 0}
    expect(same, f"the first got {as_json(first)}, the second {as_json(again)}")
    await table.request()
    passed = [event for event in table.events("N") if event["type"] == "passed"]
    expect(len(passed) == 1, f"it counted {len(passed)} times")


@CHECKS.check("acts.request_or_after", section=ACT)
async def request_or_after(bench: ServerBench) -> None:
    """An act has either `request` or `after`: with both, or with neither, it gets BAD_MESSAGE."""
    wire = await bench.client()
    table = (await bench.opened(wire))["table"]
    for numbers in ({}, {"request": 1, "after": 1}):
        await wire.send(type="act", table=table, action="coinche", **numbers)
        await refused(wire, "BAD_MESSAGE")
    await answers(wire)


@CHECKS.check("acts.flood", section="Limits in force")
async def flood(bench: ServerBench) -> None:
    """A hundred illegal acts are refused one by one, and the one that is legal is still taken."""
    table = await bench.four()
    request = await table.request()
    for _ in range(10):
        numbers = [await table.send_act(request, "surcoinche") for _ in range(10)]
        for number in numbers:
            answer = await table.wires[request["seat"]].answer(number)
            expect(answer.get("code") == "ILLEGAL_ACTION", f"ILLEGAL_ACTION was due, not {answer}")
    await table.accepted(request, "pass")


@CHECKS.check("acts.always_heard", section="Clocks and pauses")
async def always_heard(bench: ServerBench) -> None:
    """An act that answers a live request is not refused for what else came with it, however much that was."""
    table = await bench.four()
    request = await table.request()
    wire = table.wires[request["seat"]]
    rest = [{"type": "add_bot", "table": table.id, "bot": "levitating"}] * 200
    act = {"type": "act", "id": 500, "table": table.id, "request": request["request"], "action": "pass"}
    await wire.send_together(*rest, act)
    answer = await wire.answer(500)
    expect(answer["type"] == "ok", f"the act has to be taken, and got {answer}")
