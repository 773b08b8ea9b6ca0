"""Checks of votes: who may have a bot play in the place of whom, and what becomes of who is voted out."""

from __future__ import annotations

import trio

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .four_seats import SEATS, Table
from .harness import ServerBench
from .outcome import refused

CHECKS = Checks(Side.SERVER)
VOTE = "vote_out"
PEOPLE = {"program": False}
AWAY_S = 10.2
"""After so long somebody who is away can be voted out."""
FREE_TIME_S = 0.2
"""What a decision has of it by the clock `bot`."""


async def _vote(table: Table, wire: Wire, against: str, number: int = 6) -> Map:
    """What answers a vote."""
    await wire.send(type="vote_out", table=table.id, seat=against, id=number)
    return await wire.answer(number)


async def _slow(bench: ServerBench) -> tuple[Table, str, tuple[str, ...]]:
    """A table of people, who of them has used his free time, and the others."""
    table = await bench.four(hello=PEOPLE, clock="bot")
    slow = (await table.request())["seat"]
    await trio.sleep(2 * FREE_TIME_S)
    return table, slow, tuple(seat for seat in SEATS if seat != slow)


@CHECKS.check("votes.out", section=VOTE)
async def out(bench: ServerBench) -> None:
    """Two of three other people are enough: a bot has the seat, `left` says `voted_out`, and there is no way back."""
    table, slow, others = await _slow(bench)
    for seat in others[:2]:
        answer = await _vote(table, table.wires[seat], slow)
        expect(answer["type"] == "ok", f"{seat} may vote against who has used his free time, and got {answer}")
        cast = await table.wires[slow].until("vote_cast")
        expect((cast["seat"], cast["against"]) == (seat, slow), f"it was {seat} against {slow}, and is told as {cast}")
    await table.wires[slow].until("left", reason="voted_out")
    await table.wires[others[2]].until("seat_changed", seat=slow, occupant="bot")
    await table.wires[slow].send(type="join", table=table.id)
    await refused(table.wires[slow], "FORBIDDEN")


@CHECKS.check("votes.closed", section=VOTE)
async def closed(bench: ServerBench) -> None:
    """A seat that was voted out stays with its bot: nobody gets it, and its player may watch."""
    table, slow, others = await _slow(bench)
    for seat in others[:2]:
        await _vote(table, table.wires[seat], slow)
    await table.wires[slow].until("left", reason="voted_out")
    changed = await table.wires[others[2]].until("seat_changed", seat=slow, occupant="bot")
    expect(changed.get("closed") is True, f"the seat is closed, and is told as {changed}")
    friend = await bench.client("friend", program=False)
    await friend.send(type="join", table=table.id, seat=slow)
    error = await refused(friend, "FORBIDDEN")
    expect(error["data"].get("reason") == "closed", f"the reason is `closed`: {error['data']}")
    await table.wires[slow].send(type="watch", table=table.id)
    await table.wires[slow].until("joined", seat=None)


@CHECKS.check("votes.alone", section=VOTE)
async def alone(bench: ServerBench) -> None:
    """One vote of three changes nothing, however often it is said; it is told once."""
    table, slow, others = await _slow(bench)
    for number in (6, 7):
        expect((await _vote(table, table.wires[others[0]], slow, number))["type"] == "ok", "a vote may be said again")
    await table.wires[slow].send(type="ping", data="still")
    await table.wires[slow].until("pong")
    told = [event for event in table.events(slow) if event["type"] == "vote_cast"]
    expect(len(told) == 1, f"one vote is one event: {as_json(told)}")
    expect(not any(m["type"] == "left" for m in table.wires[slow].seen), "one vote of three is not enough")


@CHECKS.check("votes.away", section=VOTE)
async def away(bench: ServerBench) -> None:
    """Who is away can be voted out after ten seconds, and not before, whoever's turn it is."""
    table = await bench.four(hello=PEOPLE)
    await table.request()
    await table.wires["S"].hang_up()
    for seat in ("N", "E"):
        await table.wires[seat].until("seat_changed", seat="S", connected=False)
    answer = await _vote(table, table.wires["N"], "S")
    expect(
        answer.get("code") == "FORBIDDEN", f"who has just lost the connection may come back, and the vote got {answer}"
    )
    await trio.sleep(AWAY_S)
    for seat in ("N", "E"):
        expect((await _vote(table, table.wires[seat], "S"))["type"] == "ok", "who is away can be voted out")
    await table.wires["W"].until("seat_changed", seat="S", occupant="bot")


@CHECKS.check("votes.refused", section=VOTE)
async def not_now(bench: ServerBench) -> None:
    """FORBIDDEN: against who is in his free time, against oneself, by a program or who watches, at a strict table."""
    table = await bench.four(hello=PEOPLE)
    seat = (await table.request())["seat"]
    other = next(one for one in SEATS if one != seat)
    for voter, against in ((other, seat), (seat, seat)):
        answer = await _vote(table, table.wires[voter], against)
        expect(answer.get("code") == "FORBIDDEN", f"{voter} may not vote against {against} now, and got {answer}")
    for program, strict in ((True, False), (False, True)):
        table = await bench.four(hello={"program": program}, strict=strict)
        await table.request()
        await table.wires["S"].hang_up()
        await table.wires["N"].until("seat_changed", seat="S", connected=False)
        answer = await _vote(table, table.wires["N"], "S")
        expect(answer.get("code") == "FORBIDDEN", f"no program votes, and nobody at a strict table: {answer}")
