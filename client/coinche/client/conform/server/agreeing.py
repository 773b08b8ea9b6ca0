"""Checks of what people agree on beside the game: talk, pauses, another match; and claims."""

from __future__ import annotations

from typing import Any

import trio

from coinche.client.conform.checks import Checks, Side, expect
from coinche.client.conform.transcript import Map
from coinche.engine.claim import claim
from coinche.engine.seats import Seat
from coinche.engine.view import view

from .bench import ServerBench
from .outcome import answers, refused
from .referee import Referee
from .table import Table, bid_once

CHECKS = Checks(Side.SERVER)
CHAT, PAUSE, REMATCH, CLAIM, CLOCKS = "chat", "pause", "rematch", "claim", "Clocks and pauses"
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
            expect(told["text"] == "Bien joué !", f"the text is what was said, not {told['text']!r}")
            expect(told["name"].startswith(wire.name), f"the name is the speaker's, not {told['name']!r}")


@CHECKS.check("chat.refused", section=CHAT)
async def chat_refused(bench: ServerBench) -> None:
    """What is not 1 to 200 printable characters gets BAD_MESSAGE with the path `$.text`."""
    wire = await bench.client()
    table = (await bench.opened(wire))["table"]
    for text in ("", "x" * 201, "a\nb", "\u0007", "   "):
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
    expect(found[:5] == ["ok"] * 5, f"five at once are let pass: {found}")
    expect("RATE" in found, f"RATE was due for some of twelve: {found}")
    expect(set(found) == {"ok", "RATE"}, f"ok and RATE are the answers: {found}")


async def _paused(bench: ServerBench, **fields: Any) -> tuple[Table, Map]:
    """A table of four people who pause, and the request that is live."""
    table = await bench.four(hello=PEOPLE, **fields)
    request = await table.request()
    for seat, wire in table.wires.items():
        expect(table.first("N", "paused") is None, "a pause began before all had asked")
        await wire.send(type="pause", id=8, table=table.id)
        expect((await wire.answer(8))["type"] == "ok", f"{seat} may ask for a pause")
    paused = await table.wires["N"].until("paused")
    expect(paused["ms"] > 0, f"a pause has an end: {paused}")
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
    expect(0 <= lost < 1000 * PAUSED_S, f"the pause has cost {lost} ms")


@CHECKS.check("pause.refused", section=PAUSE)
async def pause_refused(bench: ServerBench) -> None:
    """Where only programs sit there is no pause: FORBIDDEN."""
    table = await bench.four()
    await table.wires["N"].send(type="pause", table=table.id)
    await refused(table.wires["N"], "FORBIDDEN")


async def _recap(bench: ServerBench) -> Table:
    """A table of four people whose match to 1 is over, its recap on the table."""
    table = await bench.four(hello=PEOPLE, target=1)
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
        expect(began.get("match") == 2, f"{seat} was to hear of match 2, not {began}")
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
    expect(winners == {seat}, f"every trick that was left is {seat}'s, not {winners}")


@CHECKS.check("claim.not_to_lead", section=CLAIM)
async def not_to_lead(bench: ServerBench) -> None:
    """Only who is to lead a trick claims: in the auction it gets FORBIDDEN, and the request stays live."""
    table = await bench.four()
    request = await table.request()
    answer = await _claim(table, request)
    expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due, not {answer}")
    await table.accepted(request, "pass")
