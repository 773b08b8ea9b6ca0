"""Checks: messages come as bytes, in pieces and in heaps, soon and late.

Knows where to cut. A piece is followed by the rest only when the bot has answered what came before it, so that it has
surely read the piece alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import trio

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.encodings import HEADER, LONGEST
from coinche.conformance.transcript import Map, as_json

from .harness import BotBench
from .request import Question
from .seat import Chair

CHECKS = Checks(Side.BOT)
SECTION = "The wire"
LF = 1
"""Bytes that end a line, and are no part of it."""
SHORT = 300
"""Characters of a text whose length takes two bytes to write, as that of any longer one here."""
BURST = 2_000
"""Events in one write."""
SILENCE = 1.0
"""Seconds in which nothing happens."""
_CUTS = 40


def cuts(length: int) -> Iterator[int]:
    """Places at which a message is cut: at each byte of its beginning, all along it, and before its last one."""
    yield from range(1, HEADER + 6)
    yield from range(HEADER + 6, length, max(1, length // _CUTS))
    yield LONGEST


async def told(chair: Chair) -> tuple[Question, bytes]:
    """The next request, and all that has to be sent with it, as bytes that are not sent yet."""
    question = chair.course.go_on()
    assert question is not None, "the match of a check is over before it is"
    messages = [*chair.unsent, *chair.course.told(), chair.message(question)]
    chair.unsent = []
    return question, b"".join(map(chair.wire.tongue.spoken, messages))


@CHECKS.check("bot.frames.torn", section=SECTION)
async def in_pieces(bench: BotBench) -> None:
    """A message may come in pieces, cut anywhere, its length too: a bot MUST read on until it is whole."""
    chair = await bench.seated()
    await chair.answered()
    places = cuts(400)
    question, data = await told(chair)
    for place in places:
        await chair.wire.raw(data)
        act = await chair.act(question)
        chair.settle(question, act)
        question, rest = await told(chair)
        data = await _beginning(chair, question, rest, place)
    await chair.wire.raw(data)
    await chair.act(question)


async def _beginning(chair: Chair, question: Question, data: bytes, place: int) -> bytes:
    """Send the beginning behind a request that is answered first; the rest."""
    again = chair.wire.tongue.spoken(chair.message(question))
    place = min(place, len(data) - 1)
    await chair.wire.raw(again + data[:place])
    await chair.act(question)
    return data[place:]


@CHECKS.check("bot.frames.bytes", section=SECTION)
async def byte_by_byte(bench: BotBench) -> None:
    """A bot MUST read a request that comes byte by byte."""
    chair = await bench.seated()
    for _ in range(3):
        question, data = await told(chair)
        await chair.wire.drip(data)
        chair.settle(question, await chair.act(question))


@CHECKS.check("bot.frames.together", section=SECTION)
async def together(bench: BotBench) -> None:
    """Many messages may come at once: a bot MUST take all of them, whatever else is in the same read."""
    chair = await bench.seated()
    for _ in range(6):
        question = chair.course.go_on()
        assert question is not None
        chair.unsent += [*chair.course.told(), chair.message(question)]
        chair.unsent += [{"type": "ping", "data": str(question.number)}, chair.message(question)]
        await chair.flush()
        await chair.act(question)
        act = await chair.act(question)
        expect(
            act.get("request") == question.number, f"asked twice in one write, it answers {as_json(act.get('request'))}"
        )
        chair.settle(question, act)


@CHECKS.check("bot.frames.burst", section=SECTION)
async def burst(bench: BotBench) -> None:
    """Thousands of events may come before a request, as for who joins late: a bot MUST read them all and answer."""
    chair = await bench.seated()
    await chair.answered()
    for number in range(BURST):
        chair.course.tell("chatted", seat="N", name="Grace", text=f"{number} moutons")
    await chair.answered()


@CHECKS.check("bot.frames.biggest", section="Limits in force")
async def biggest(bench: BotBench) -> None:
    """A bot MUST read a frame of 262,144 bytes, the most that a server sends."""
    wire = await bench.greeted()
    most = LONGEST + (LF if wire.speech.speaks_lines else HEADER)
    await bench.welcomed(wire, _filled(wire.tongue.spoken, script.lobby(script.table_info()), most))
    await bench.sit_down(wire, await bench.joins(wire)).answered()


def _filled(spoken: Callable[[Map], bytes], lobby: Map, most: int) -> Map:
    """The lobby with so many kinds of bots that it has as many bytes as it may have."""
    bots = [f"bot number {number:>6}" for number in range(12_000)]
    room = most - len(spoken({**lobby, "bots": [*bots, "x" * SHORT]}))
    return {**lobby, "bots": [*bots, "x" * (SHORT + room)]}


@CHECKS.check("bot.act.patient", section="Clocks and pauses")
async def silence(bench: BotBench) -> None:
    """Others may think for long: a bot MUST wait for its next request without giving up."""
    chair = await bench.seated()
    await chair.answered()
    await chair.flush()
    await trio.sleep(SILENCE)
    await chair.answered()
