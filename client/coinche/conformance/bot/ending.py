"""Checks: the end of a match, of a connection, of a bot. Knows what comes last. Refuses to know who has won."""

from __future__ import annotations

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, Side, expect

from .acting import answer_some
from .harness import BotBench
from .seat import Chair

CHECKS = Checks(Side.BOT)
LIFE = "Life of a connection"
LOUD = 16_384
"""Bytes that are too many to print for one deal."""
SOON = 3.0
"""Seconds in which a bot may be expected to end by itself."""


async def played_out(bench: BotBench) -> Chair:
    """A whole match, its end told, the table closed."""
    chair = await bench.seated(script.SHORT)
    await chair.play(lambda: True)
    await chair.wire.said()
    chair.course.tell("table_closed", reason="match_over", forfeits=[])
    chair.unsent += [*chair.course.told(), script.left("match_over"), script.lobby()]
    await chair.flush()
    return chair


@CHECKS.check("bot.end.silent", section=LIFE)
async def nothing_after_the_end(bench: BotBench) -> None:
    """After `left` a bot MUST NOT act any more; it may say `bye`, or look for another table."""
    chair = await played_out(bench)
    said = [message["type"] for message in await chair.wire.said()]
    expect("act" not in said, "it acts at a table that is closed")


@CHECKS.check("bot.end.left", section=LIFE, advice=True)
async def ends_after_left(bench: BotBench) -> None:
    """A bot whose table is closed ends by itself, with or without `bye`, unless it looks for another table."""
    chair = await played_out(bench)
    for message in await chair.wire.said():
        if message["type"] in ("join", "create_table", "watch"):
            return
        if message["type"] == "bye":
            await chair.wire.send(**{"type": "bye", **script.answering(message)})
            await chair.wire.hang_up()
    await bench.ended(SOON)


@CHECKS.check("bot.end.closed", section=LIFE)
async def ends_when_closed(bench: BotBench) -> None:
    """A bot whose match is over MUST end when the connection does, within a few seconds."""
    chair = await played_out(bench)
    await chair.wire.said()
    await chair.wire.hang_up()
    await bench.ended()


@CHECKS.check("bot.end.status", section=LIFE)
async def exit_status(bench: BotBench) -> None:
    """A bot whose match went well MUST end with exit status 0."""
    chair = await played_out(bench)
    await chair.wire.said()
    await chair.wire.hang_up()
    status = await bench.ended()
    expect(status == 0, f"its match went well, and its exit status is {status}")


@CHECKS.check("bot.end.bye", section="bye")
async def ends_after_bye(bench: BotBench) -> None:
    """When the server says `bye` and closes the connection, a bot MUST end; it may try a few times to come back."""
    chair = await played_out(bench)
    await chair.wire.send(type="bye")
    await bench.gives_up()


@CHECKS.check("bot.end.mid_match", section="Coming back")
async def lost_in_mid_match(bench: BotBench) -> None:
    """A bot whose connection is lost in mid-match MUST end, or come back; it MUST NOT try again in a busy loop."""
    chair = await bench.seated()
    await answer_some(chair)
    await bench.gives_up()


@CHECKS.check("bot.end.half_frame", section="Coming back")
async def lost_in_mid_frame(bench: BotBench) -> None:
    """A bot whose connection is lost in the middle of a message MUST end, or come back, and not in a busy loop."""
    chair = await bench.seated()
    await chair.answered()
    question = chair.course.go_on()
    assert question is not None
    data = chair.wire.tongue.spoken(chair.message(question))
    await chair.wire.raw(data[: len(data) // 2])
    await bench.gives_up()


@CHECKS.check("bot.end.before_seat", section=LIFE)
async def lost_before_the_seat(bench: BotBench) -> None:
    """A bot whose connection is lost before it has a seat MUST end, or try again, and not in a busy loop."""
    wire = await bench.signed_in()
    await bench.joins(wire)
    await bench.gives_up()


@CHECKS.check("bot.end.quiet", section=LIFE, advice=True)
async def prints_little(bench: BotBench) -> None:
    """A bot prints no more than a person wants to read: a full pipe, that nobody reads, would hold it up."""
    await played_out(bench)
    assert bench.child is not None
    found = bench.child.size()
    expect(found < LOUD, f"a match of one deal made it print {found} bytes")
