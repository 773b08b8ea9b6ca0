"""Checks: what a bot makes of an `error`. Knows the codes that an honest bot may get, and refuses to know why."""

from __future__ import annotations

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.transcript import Map, as_json

from .harness import BotBench
from .request import Question
from .seat import Chair

CHECKS = Checks(Side.BOT)
SECTION = "Errors"
MOST = 5
"""Acts with which a bot may answer one request, however often it is refused."""


async def asked(chair: Chair) -> tuple[Question, Map]:
    """One request and its act, not taken yet."""
    question = await chair.ask()
    assert question is not None
    return question, await chair.act(question)


async def lapses(bench: BotBench, code: str, **data: object) -> None:
    """The act comes to nothing and the default is taken; the bot has to answer what it is asked next."""
    chair = await bench.seated()
    await chair.answered()
    for _ in range(3):
        question, act = await asked(chair)
        chair.unsent.append(script.error(act, code, "too late", request=question.number, data=data))
        chair.course.take(question, question.default)
        again, act = await asked(chair)
        again.expect_answer(act)
        chair.settle(again, act)


@CHECKS.check("bot.error.stale", section=SECTION)
async def stale(bench: BotBench) -> None:
    """STALE_REQUEST is no end, somebody's coinche may have gone first: a bot MUST answer the next request."""
    await lapses(bench, "STALE_REQUEST", current=0)


@CHECKS.check("bot.error.late", section=SECTION)
async def late(bench: BotBench) -> None:
    """LATE is no end: what was played is in `played`, and a bot MUST answer the next request."""
    await lapses(bench, "LATE", played="pass")


@CHECKS.check("bot.error.other", section=SECTION, advice=True)
async def not_about_acts(bench: BotBench) -> None:
    """An error of class `reject` that names no request changes nothing, and a bot goes on."""
    chair = await bench.seated()
    await chair.answered()
    chair.unsent.append(script.error({}, "FORBIDDEN", "not now", data={"bots": ["steady"]}))
    await chair.answered()


@CHECKS.check("bot.error.loop", section=SECTION)
async def no_loop(bench: BotBench) -> None:
    """A bot that is told ILLEGAL_ACTION again and again for one request MUST NOT go on acting for ever."""
    chair = await bench.seated()
    question, act = await asked(chair)
    count = 1
    while count <= MOST:
        await chair.wire.send(**_illegal(question, act))
        again = [message for message in await chair.wire.said() if message["type"] == "act"]
        if not again:
            return
        count, act = count + len(again), again[-1]
    expect(count <= MOST, f"it acted {count} times for one request, each time in vain")


@CHECKS.check("bot.error.again", section=SECTION, advice=True)
async def acts_again(bench: BotBench) -> None:
    """After ILLEGAL_ACTION the same request is live: a bot answers it once more, with the same number, legally."""
    chair = await bench.seated()
    question, act = await asked(chair)
    await chair.wire.send(**_illegal(question, act))
    again = [message for message in await chair.wire.said() if message["type"] == "act"]
    expect(again, "it does not act again")
    expect(again[-1].get("request") == question.number, f"it answers request {as_json(again[-1].get('request'))}")
    expect(question.allows(again[-1].get("action")), f"it answers with {as_json(again[-1].get('action'))}")


@CHECKS.check("bot.error.goes_on", section=SECTION)
async def after_refusal(bench: BotBench) -> None:
    """A bot that has been told ILLEGAL_ACTION, and whose time then ran out, MUST answer later requests, or end."""
    chair = await bench.seated()
    question, act = await asked(chair)
    await chair.wire.send(**_illegal(question, act))
    await chair.wire.said()
    if chair.wire.ended:
        return
    chair.course.tell("timed_out", seat=str(chair.course.setting.seat))
    chair.course.take(question, question.default)
    again, act = await asked(chair)
    again.expect_answer(act)


@CHECKS.check("bot.error.fatal", section=SECTION)
async def fatal(bench: BotBench) -> None:
    """After a fatal error the connection ends: a bot MUST end, or come back a few times at most."""
    chair = await bench.seated()
    await chair.answered()
    chair.unsent.append(script.error({}, "SHUTDOWN", "the server is ending", fatal=True))
    await chair.flush()
    await bench.gives_up()


def _illegal(question: Question, act: Map) -> Map:
    data = {"reason": "bid_too_low", "legal": question.message["legal"]}
    return script.error(act, "ILLEGAL_ACTION", "that breaks a rule", request=question.number, data=data)
