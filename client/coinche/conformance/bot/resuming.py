"""Checks: a bot whose connection is lost comes back to its session. Knows proofs. Asks nobody to come back at all."""

from __future__ import annotations

import hashlib
import hmac

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.transcript import Map, as_json
from coinche.conformance.wire import PATIENCE

from .harness import BotBench
from .request import Question
from .seat import Chair
from .wire import BotWire

CHECKS = Checks(Side.BOT)
SECTION = "Coming back"
NONCE = script.digits("another nonce")
BEFORE = 3
"""Requests that are answered before the connection is lost."""


async def lost(bench: BotBench) -> tuple[Chair, Question, BotWire]:
    """A match in which the connection is lost while a request is live, and the bot's next connection."""
    chair = await bench.seated()
    for _ in range(BEFORE):
        await chair.answered()
    question = await chair.ask()
    assert question is not None
    await chair.wire.hang_up()
    await bench.pulse.until(lambda: len(bench.wires) > 1 or bench.status is not None, "the bot to end or to come back")
    if len(bench.wires) < 2:
        raise NotOffered("it ends where its connection is lost")
    wire = await bench.hears_hello(bench.wires[1])
    if bench.hello.get("auth") != "resume":
        raise NotOffered("it does not take its session back")
    return chair, question, wire


async def proven(bench: BotBench, chair: Chair, wire: BotWire) -> int:
    """Its proof, which has to be right; the number of the last event that it has."""
    expect(
        bench.hello.get("session") == bench.session, f"it asks for the session {as_json(bench.hello.get('session'))}"
    )
    await wire.send(**script.welcome(bench.hello, NONCE))
    prove = await wire.until("prove")
    n = prove.get("n", 0)
    expect(
        type(n) is int and 0 <= n <= chair.course.n,
        f"it has event {as_json(n)}; the last it was sent is {chair.course.n}",
    )
    key = hashlib.sha256(bytes.fromhex(bench.secret)).digest()
    proof = hmac.new(key, bytes.fromhex(NONCE) + str(n).encode(), hashlib.sha256).hexdigest()
    expect(prove.get("proof") == proof, f"for n {n} the proof is {proof}")
    return int(n)


@CHECKS.check("bot.back.proof", section=SECTION)
async def proof(bench: BotBench) -> None:
    """A bot that takes its session back MUST prove it as PROTOCOL.md says, with an `n` that it has reached."""
    chair, _, wire = await lost(bench)
    await proven(bench, chair, wire)


@CHECKS.check("bot.back.request", section=SECTION)
async def live_request(bench: BotBench) -> None:
    """A bot that is back MUST answer its live request, which comes again with the same number, and those after it."""
    chair, question, wire = await lost(bench)
    n = await proven(bench, chair, wire)
    back = script.joined({}, chair.course.setting.seat, chair.course.setting.rules)
    missed = [event for event in chair.course.log if event["n"] > n]
    chair.wire = wire
    chair.unsent = [bench.ready(), back, *missed, chair.message(question)]
    await chair.flush()
    act = await chair.act(question)
    question.expect_answer(act)
    chair.settle(question, act)
    for _ in range(BEFORE):
        question, act = await chair.answered()
        question.expect_answer(act)


@CHECKS.check("bot.back.once", section=SECTION)
async def joins_no_more(bench: BotBench) -> None:
    """A bot that is back at its table MUST NOT ask for a seat again: `joined` comes by itself."""
    chair, question, wire = await lost(bench)
    await proven(bench, chair, wire)
    back = script.joined({}, chair.course.setting.seat, chair.course.setting.rules)
    await wire.send_together(bench.ready(), back, chair.message(question))
    said: list[Map] = [*await wire.said(), *wire.seen]
    expect(not any(message["type"] == "join" for message in said), "it joins, though it is at its table")


@CHECKS.check("bot.back.refused", section=SECTION)
async def refused(bench: BotBench) -> None:
    """A bot that is told AUTH_FAILED, because its match is over, MUST end, or try a few times at most."""
    _, _, wire = await lost(bench)
    await wire.send(**script.welcome(bench.hello, NONCE))
    prove = await wire.until("prove", patience=PATIENCE)
    await wire.send(**script.error(prove, "AUTH_FAILED", "nobody keeps that session any more", fatal=True))
    await bench.gives_up()
