"""Checks: a bot's part in fair deals. Knows shares and pledges. Refuses to know what cards they come to."""

from __future__ import annotations

from typing import Any

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.transcript import Map, as_json
from coinche.engine import fair
from coinche.engine.seats import Seat

from .acting import answer_some
from .harness import BotBench
from .seat import Chair

CHECKS = Checks(Side.BOT)
SECTION = "Fair deals"
DEALS = (1, 2, 3)


async def sharing(bench: BotBench) -> Chair:
    """A bot that wants to give shares, at its table."""
    chair = await bench.seated()
    await chair.flush()
    if "fair" not in bench.ready()["capabilities"]:
        raise NotOffered("it does not want `fair`")
    return chair


async def given(chair: Chair, wanted: Map) -> Map:
    """What it answers, in time."""
    await chair.wire.send(**wanted)
    kind: str = wanted["stage"]
    answer = await chair.wire.until(kind, patience=wanted["ms"] / 1000)
    for name in ("table", "match", "deal"):
        expect(
            answer[name] == wanted[name],
            f"its {kind} has the {name} {as_json(answer[name])}, not {as_json(wanted[name])}",
        )
    await chair.wire.send(**script.ok(answer))
    return answer


def _wanted(chair: Chair, **fields: Any) -> Map:
    return script.share_wanted(chair.course.setting.seat, **fields)


@CHECKS.check("bot.fair.events", section=SECTION)
async def bears_fair_deals(bench: BotBench) -> None:
    """A bot MUST play on where deals are fair, with a part in them or without: what is told of them are events."""
    chair = await bench.seated()
    for name, fields in script.fair_deal(chair.course.setting.seat):
        chair.course.tell(name, **fields)
    await answer_some(chair)


@CHECKS.check("bot.fair.share", section=SECTION)
async def gives_a_share(bench: BotBench) -> None:
    """A bot that wants `fair` MUST answer `share_wanted` by itself and in time, and play on."""
    chair = await sharing(bench)
    await given(chair, _wanted(chair))
    await answer_some(chair)


@CHECKS.check("bot.fair.anew", section=SECTION)
async def draws_anew(bench: BotBench) -> None:
    """A bot MUST draw a share of its own for every deal, and another where the server is bound to something else."""
    chair = await sharing(bench)
    wanted = [_wanted(chair, deal=deal) for deal in DEALS]
    wanted.append(wanted[-1] | {"commitment": script.digits("another commitment")})
    shares = [(await given(chair, one))["share"] for one in wanted]
    expect(len(set(shares)) == len(shares), "it gives a share that it has given before")


@CHECKS.check("bot.fair.alike", section=SECTION)
async def gives_it_again(bench: BotBench) -> None:
    """A bot whose share is wanted again for the same commitment, as after coming back, MUST give the same."""
    chair = await sharing(bench)
    first, again = [(await given(chair, _wanted(chair)))["share"] for _ in range(2)]
    expect(first == again, f"its share was {first}, and then {again}")


@CHECKS.check("bot.fair.pledge", section=SECTION)
async def keeps_its_pledge(bench: BotBench) -> None:
    """A bot that is asked for a pledge first MUST give the share that fits it."""
    chair = await sharing(bench)
    wanted = _wanted(chair, stage="pledge")
    pledge = (await given(chair, wanted))["pledge"]
    share = (await given(chair, wanted | {"stage": "share"}))["share"]
    fits = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), bytes.fromhex(share)).hex()
    expect(fits == pledge, f"the pledge of that share is {fits}")
