"""Checks of what people agree on beside the game: talk, pauses, another match."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .four_seats import Table, bid_once
from .harness import ServerBench
from .outcome import answers, refused

CHECKS = Checks(Side.SERVER)
CHAT, PAUSE, REMATCH, CLOCKS = "chat", "pause", "rematch", "Clocks and pauses"
PEOPLE = {"program": False}
PAUSED_S = 1.5
PACE = 20.0
"""Seconds that a deal among people takes at most, every trick lying for a while."""


@CHECKS.check("chat.heard", section=CHAT)
async def heard(bench: ServerBench) -> None:
    """What is said at a table is answered by `ok`, and told to all who sit or watch there, with its speaker."""
    table = await bench.four()
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    for wire, seat in ((table.wires["E"], "E"), (watcher, None)):
        await wire.send(type="chat", id=4, table=table.id, text="Bien joué !")
        expect((await wire.answer(4))["type"] == "ok", "what was said is answered by ok")
        for listener in (*table.wires.values(), watcher):
            told = await listener.until("chatted", seat=seat)
            expect(told["text"] == "Bien joué !", f"the text is what was said, not {as_json(told['text'])}")
            expect(told["name"].startswith(wire.name), f"the name is the speaker's, not {as_json(told['name'])}")


@CHECKS.check("chat.refused", section=CHAT)
async def chat_refused(bench: ServerBench) -> None:
    """What is not 1 to 200 printable characters gets BAD_MESSAGE with the path `$.text`."""
    for text in ("", "x" * 201, "a\nb", "\u0007", "   "):
        wire = await bench.client()
        table = (await bench.opened(wire))["table"]
        await wire.send(type="chat", table=table, text=text)
        await refused(wire, "BAD_MESSAGE", path="$.text")
        await answers(wire)


@CHECKS.check("chat.rate", section=CHAT)
async def rate(bench: ServerBench) -> None:
    """Who talks too much gets RATE, and nothing of it is told; five at once are let pass."""
    wire = await bench.client()
    table = (await bench.opened(wire))["table"]
    await wire.send_together(*({"type": "chat", "id": n, "table": table, "text": str(n)} for n in range(12)))
    found = []
    for number in range(12):
        answer = await wire.answer(number)
        found.append(answer.get("code", "ok"))
    expect(found[:5] == ["ok"] * 5, f"five at once are let pass: {as_json(found)}")
    expect("RATE" in found, f"RATE was due for some of twelve: {as_json(found)}")
    expect(set(found) == {"ok", "RATE"}, f"ok and RATE are the answers: {as_json(found)}")


@CHECKS.check("chat.late", section=CHAT)
async def chat_late(bench: ServerBench) -> None:
    """What was said is an event like any other: who comes late hears it, too, with its number."""
    wire, late = await bench.client(), await bench.client("late")
    table = (await bench.opened(wire))["table"]
    await wire.send(type="chat", table=table, text="anybody?")
    said = await wire.until("chatted")
    await late.send(type="watch", table=table)
    heard = await late.until("chatted")
    expect(heard == said, f"it was {said}, and late it is {as_json(heard)}")


async def _paused(bench: ServerBench, **fields: Any) -> tuple[Table, Map]:
    """A table of four people who pause, and the request that is live."""
    table = await bench.four(hello=PEOPLE, **fields)
    request = await table.request()
    for seat, wire in table.wires.items():
        expect(table.first("N", "paused") is None, "a pause began before all had asked")
        await wire.send(type="pause", id=8, table=table.id)
        expect((await wire.answer(8))["type"] == "ok", f"{seat} may ask for a pause")
    paused = await table.wires["N"].until("paused")
    expect(paused["ms"] > 0, f"a pause has an end: {as_json(paused)}")
    return table, request


@CHECKS.check("pause.agreed", section=CLOCKS)
async def pause_agreed(bench: ServerBench) -> None:
    """When all people have asked, the clocks stand until one goes on; then the request comes again."""
    table, request = await _paused(bench)
    number = await table.send_act(request, "pass")
    await answers(table.wires["N"])
    expect(table.first("N", "passed") is None, "an act was taken while the clocks stood")
    await table.wires["N"].send(type="go_on", table=table.id)
    acting = table.wires[request["seat"]]
    expect((await acting.answer(number))["type"] == "ok", "the act is heard when the pause is over")
    await table.all_have("pause_ended")
    again = [m for m in acting.seen if m["type"] == "request" and m["request"] == request["request"]]
    expect(len(again) == 2, f"the live request comes again with its number; it came {len(again)} times")


@CHECKS.check("pause.costs_nothing", section=CLOCKS)
async def pause_costs_nothing(bench: ServerBench) -> None:
    """The time of a pause is nobody's: the request that comes again has what was left before it."""
    table, request = await _paused(bench, clock={"move_ms": 8000, "bank_ms": 0})
    acting = table.wires[request["seat"]]
    await trio.sleep(PAUSED_S)
    await table.wires["N"].send(type="go_on", table=table.id)
    again = await acting.until("request", request=request["request"])
    lost = request["clock"]["move_ms"] - again["clock"]["move_ms"]
    expect(0 <= lost < 1000 * PAUSED_S, f"the pause has cost {as_json(lost)} ms")


@CHECKS.check("pause.refused", section=PAUSE)
async def pause_refused(bench: ServerBench) -> None:
    """Where only programs sit there is no pause: FORBIDDEN."""
    table = await bench.four()
    await table.wires["N"].send(type="pause", table=table.id)
    await refused(table.wires["N"], "FORBIDDEN")


async def _recap(bench: ServerBench, target: int = 1) -> Table:
    """A table of four people after its first deal, the recap on the table; a match to 1 is over then."""
    table = await bench.four(hello=PEOPLE, target=target)
    await table.play(bid_once, until="recap_started", patience=PACE)
    return table


@CHECKS.check("rematch.agreed", section=REMATCH)
async def rematch_agreed(bench: ServerBench) -> None:
    """While the last recap lies people may ask for another match; when all have, it begins, everybody in his seat."""
    table = await _recap(bench)
    for seat, wire in table.wires.items():
        expect(not _second_match(table), "a match began before all had asked for it")
        await wire.send(type="rematch", id=9, table=table.id)
        expect((await wire.answer(9))["type"] == "ok", f"{seat} may ask for another match")
    for seat, wire in table.wires.items():
        began = await wire.until("match_started", "left")
        expect(began.get("match") == 2, f"{seat} was to hear of match 2, not {as_json(began)}")
    expect((await table.request())["match"] == 2, "the next request is of match 2")


def _second_match(table: Table) -> bool:
    return any(event["type"] == "match_started" and event["match"] == 2 for event in table.events("N"))


@CHECKS.check("rematch.not_wanted", section="go_on")
async def rematch_not_wanted(bench: ServerBench) -> None:
    """After the last deal `go_on` means that no other match is wanted: when all have said it the table closes."""
    table = await _recap(bench)
    for wire in table.wires.values():
        await wire.send(type="go_on", id=9, table=table.id)
    for seat, wire in table.wires.items():
        await wire.until("left", reason="match_over")
        expect(table.first(seat, "went_on") is not None, "everybody hears who has gone on")


@CHECKS.check("rematch.refused", section=REMATCH)
async def rematch_refused(bench: ServerBench) -> None:
    """Where no recap of a last deal lies, `rematch` gets FORBIDDEN."""
    table = await bench.four(hello=PEOPLE)
    await table.request()
    await table.wires["N"].send(type="rematch", table=table.id)
    await refused(table.wires["N"], "FORBIDDEN")


@CHECKS.check("rematch.offer", section=CLOCKS)
async def rematch_offer(bench: ServerBench) -> None:
    """`recap_started` says for how long `rematch` is heard: 0 in the midst of a match, where it gets FORBIDDEN."""
    for target, offered in ((5000, False), (1, True)):
        table = await _recap(bench, target)
        await table.all_have("recap_started")
        told = table.first("N", "recap_started")
        expect(told is not None and (told["rematch_ms"] > 0) is offered, f"in a match to {target} came {as_json(told)}")
        await table.wires["N"].send(type="rematch", id=9, table=table.id)
        answer = await table.wires["N"].answer(9)
        code = answer.get("code", "ok")
        expect(code == ("ok" if offered else "FORBIDDEN"), f"`rematch` in a match to {target} gets {code}")
