"""Checks: how a bot answers requests and pings, whatever the answer is.

Knows numbers, fields and order. Refuses to know which actions are legal (`legality`).
"""

from __future__ import annotations

from dataclasses import replace

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, Side, expect, fail
from coinche.conformance.transcript import as_json
from coinche.engine.presets import FFB

from .client_messages import complaints
from .harness import BotBench
from .match_course import Course
from .seat import Chair

CHECKS = Checks(Side.BOT)
ACT = "act"
PING = "ping"
REQUEST = "request"
SOME = 12
"""Requests that are enough to see a habit: an auction and a deal."""
_JUMPS = (3, 1, 250, 70_000, 2**31 - 100_000)
_DATA = ("42", "", 'é ♥ {"type":"bye"}', "x" * 64)


async def answer_some(chair: Chair, count: int = SOME) -> None:
    """Play on until so many requests have been answered."""
    await chair.play(lambda: len(chair.acts) < count)


@CHECKS.check("bot.frames.plain", section="The wire")
async def plain_frames(bench: BotBench) -> None:
    """What a bot sends MUST hold strings, integers, booleans, nil, arrays and maps alone, no key twice."""
    chair = await bench.seated()
    await answer_some(chair)
    for fault in chair.wire.speech.faults:
        fail(fault.sentence, fault.message)


@CHECKS.check("bot.frames.one_write", section="The wire", advice=True)
async def one_write(bench: BotBench) -> None:
    """A bot writes each message whole, in one write: its length and its map apart cost a round trip with Nagle on."""
    chair = await bench.seated()
    await answer_some(chair)
    expect(not chair.wire.speech.torn, f"{chair.wire.speech.torn} messages came in pieces")


@CHECKS.check("bot.act.fields", section=ACT)
async def act_fields(bench: BotBench) -> None:
    """`act` MUST have its fields and no others, each of its type: an action is text, never an index."""
    chair = await bench.seated()
    await answer_some(chair)
    for _, act in chair.acts:
        wrong = complaints(act)
        expect(not wrong, "; ".join(wrong[:3]), act)


@CHECKS.check("bot.act.table", section=ACT)
async def act_table(bench: BotBench) -> None:
    """`act` MUST name the table of its request."""
    chair = await bench.seated()
    await answer_some(chair)
    for question, act in chair.acts:
        expect(
            act.get("table") == script.TABLE,
            f"request {question.number} is answered for table {as_json(act.get('table'))}",
            act,
        )


@CHECKS.check("bot.act.number", section=ACT)
async def act_number(bench: BotBench) -> None:
    """`act` MUST carry the number of its own request, however far the numbers of requests are apart."""
    chair = await bench.seated()
    for jump in (*_JUMPS, *range(2, SOME)):
        chair.course.request += jump
        question = await chair.ask()
        assert question is not None
        act = await chair.act(question)
        found = act.get("request")
        expect(found == question.number, f"request {question.number} is answered with the number {as_json(found)}", act)
        chair.settle(question, act)


@CHECKS.check("bot.act.once", section=REQUEST)
async def acts_once(bench: BotBench) -> None:
    """A bot MUST send one act for a request, and no more once that is accepted."""
    chair = await bench.seated()
    for _ in range(SOME):
        question, act = await chair.answered()
        await chair.flush()
        more = [message for message in await chair.wire.said() if message["type"] == "act"]
        once = not more or not question.allows(act.get("action"))
        expect(once, f"it acts {1 + len(more)} times for one request", more[-1] if more else None)


@CHECKS.check("bot.act.unasked", section=REQUEST)
async def never_unasked(bench: BotBench) -> None:
    """A bot MUST NOT act before it is asked: an event that makes it its turn is no request."""
    chair = await bench.seated()
    for _ in range(SOME):
        await chair.wire.said()
        question = chair.course.go_on()
        assert question is not None
        chair.unsent += chair.course.told()
        await chair.flush()
        acts = [message for message in await chair.wire.said() if message["type"] == "act"]
        expect(not any("request" in act for act in acts), "it acts before it is asked", acts[-1] if acts else None)
        chair.unsent.append(chair.message(question))
        await chair.flush()
        chair.settle(question, await chair.act(question))
        await chair.flush()


@CHECKS.check("bot.act.alike", section=REQUEST)
async def repeated(bench: BotBench) -> None:
    """A request that comes again with the same number, as after coming back, MUST be answered again."""
    chair = await bench.seated()
    for _ in range(4):
        question = await chair.ask()
        assert question is not None
        await chair.act(question)
        await chair.wire.send(**chair.message(question))
        act = await chair.act(question)
        expect(act.get("request") == question.number, f"it answers request {as_json(act.get('request'))}", act)
        chair.settle(question, act)


@CHECKS.check("bot.act.second_deal", section=REQUEST)
async def second_deal(bench: BotBench) -> None:
    """A bot MUST go on with the next deal, thrown-in deals included."""
    chair = await bench.seated(seed=bench.effort.seed)
    await chair.play(lambda: chair.course.state.deal < 3)
    expect(chair.course.state.deal >= 3, "the match ended before the third deal")


@CHECKS.check("bot.act.whole_match", section=REQUEST)
async def whole_match(bench: BotBench) -> None:
    """A bot MUST play a match to its end, be it won or lost."""
    chair = await bench.seated(FFB.changed(target=1000))
    await chair.play(lambda: True)
    await chair.flush()
    expect(chair.course.over, "the match did not end")


@CHECKS.check("bot.act.second_match", section=REQUEST)
async def second_match(bench: BotBench) -> None:
    """A bot MUST play a second match at the same table: deals count from 1 anew, events and requests go on."""
    chair = await bench.seated(FFB.changed(length=1))
    await chair.play(lambda: True)
    before = chair.course
    setting = replace(before.setting, match=2, names={}, seed=before.setting.seed + 1)
    chair.course = Course(setting, n=before.n, request=before.request)
    chair.unsent += before.told()
    await answer_some(chair, len(chair.acts) + SOME)


@CHECKS.check("bot.ping.waiting", section=PING)
async def ping_waiting(bench: BotBench) -> None:
    """A bot that waits for its match MUST answer each `ping` with a `pong` of the same `data`."""
    wire = await bench.signed_in()
    chair = bench.sit_down(wire, await bench.joins(wire))
    await chair.flush()
    for data in _DATA:
        await chair.wire.send(type="ping", data=data)
        pong = await chair.wire.until("pong")
        expect(
            pong.get("data", "") == data,
            f"the answer to the ping {as_json(data)} has {as_json(pong.get('data'))}",
            pong,
        )


@CHECKS.check("bot.ping.in_match", section=PING)
async def ping_in_match(bench: BotBench) -> None:
    """A bot MUST answer a `ping` in mid-match too, between two requests and right behind one."""
    chair = await bench.seated()
    for _ in range(SOME):
        question = await chair.ask()
        assert question is not None
        await chair.wire.send(type="ping", data=str(question.number))
        act = await chair.act(question)
        chair.settle(question, act)
        await chair.flush()
        pongs = [message.get("data") for message in chair.wire.seen if message["type"] == "pong"]
        if str(question.number) not in pongs:  # it may come before the act
            await chair.wire.until("pong", data=str(question.number))


@CHECKS.check("bot.ping.fields", section=PING)
async def pong_fields(bench: BotBench) -> None:
    """`pong` MUST have `data` and nothing else that PROTOCOL.md does not know, and answer a `ping` once."""
    chair = await bench.seated()
    await chair.answered()
    await chair.flush()
    await chair.wire.said()
    await chair.answered()
    pongs = [message for message in chair.wire.seen if message["type"] == "pong"]
    for pong in pongs:
        wrong = complaints(pong)
        expect(not wrong, "; ".join(wrong), pong)
    expect(len(pongs) <= 1, f"it answers one ping {len(pongs)} times")
