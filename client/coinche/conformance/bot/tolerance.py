"""Checks: a bot bears what newer servers say, and what is rare: unknown words, nothing, and much.

Knows what a client has to ignore. Refuses to know what it does with the rest.
"""

from __future__ import annotations

from typing import Any

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.transcript import Map, as_json

from .harness import BotBench
from .seat import Chair

CHECKS = Checks(Side.BOT)
SECTION = "The wire"
REQUEST = "request"
EVENTS = "Events of a table"
_DATA = ("bids", "offers", "capabilities", "options", "data", "points", "tricks_won", "totals")
"""Maps whose keys are values: no key of theirs is unknown."""
_NUMBER = 2**31


async def goes_on(chair: Chair, *messages: Map) -> None:
    """Those messages change nothing: the next requests are answered as before, one act for each."""
    await chair.answered()
    chair.unsent += messages
    for _ in range(3):
        question = await chair.ask()
        assert question is not None
        act = await chair.act(question)
        question.expect_answer(act)
        chair.settle(question, act)


@CHECKS.check("bot.unknown.types", section=SECTION)
async def unknown_types(bench: BotBench) -> None:
    """A bot MUST ignore messages whose type it does not know."""
    chair = await bench.seated()
    await chair.answered()
    chair.unsent += [
        {"type": "weather", "wind": 3},
        {"type": "", "request": 1, "table": script.TABLE},
        {"type": "requests", "legal": ["pass"], "request": 5, "table": script.TABLE, "default": "pass"},
    ]
    await chair.flush()
    said = [message["type"] for message in await chair.wire.said()]
    expect("act" not in said, "it acts on a message whose type it cannot know")
    await goes_on(chair)


@CHECKS.check("bot.unknown.events", section=EVENTS)
async def unknown_events(bench: BotBench) -> None:
    """A bot MUST ignore events that it does not know; they have their number in the log like all others."""
    chair = await bench.seated()
    await chair.answered()
    chair.course.tell("lamp_lit", seat="N")
    chair.course.tell("glass_emptied", seat=None, by={"seat": "W", "request": 3})
    await goes_on(chair)


@CHECKS.check("bot.unknown.keys", section=SECTION)
async def unknown_keys(bench: BotBench) -> None:
    """A bot MUST ignore keys that it does not know, in every message and in the maps inside."""
    wire = await bench.greeted()
    wire.dress = _with_more
    await bench.welcomed(wire, script.lobby(script.table_info()))
    await goes_on(bench.sit_down(wire, await bench.joins(wire)))


def _with_more(message: Map) -> Map:
    more: Map = {"colour": "blue", "zz": {"type": "bye", "x": [None, 1]}}
    return {**{name: _deeper(name, value) for name, value in message.items()}, **more}


def _deeper(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_deeper(name, inner) for inner in value]
    if isinstance(value, dict) and name not in _DATA:
        return {**{inner: _deeper(inner, kept) for inner, kept in value.items()}, "colour": "blue"}
    return value


@CHECKS.check("bot.unknown.values", section="Values", advice=True)
async def unknown_values(bench: BotBench) -> None:
    """A bot bears values of the rules that a newer server has added: `legal` says all that it needs to know of them."""
    wire = await bench.greeted()
    wire.dress = _with_newer_rules
    await bench.welcomed(wire, script.lobby(script.table_info()))
    await goes_on(bench.sit_down(wire, await bench.joins(wire)))


def _with_newer_rules(message: Map) -> Map:
    rules = message.get("rules")
    if not isinstance(rules, dict):
        return message
    newer = {**rules, "scoring": {**rules["scoring"], "rounding": "nearest_5"}}
    return {**message, "rules": {**newer, "table": {**rules["table"], "shuffle": "by_hand"}}}


@CHECKS.check("bot.unknown.order", section=SECTION)
async def other_order(bench: BotBench) -> None:
    """No order of keys is promised: a bot MUST read a map whose `type` comes last."""
    wire = await bench.greeted()
    wire.dress = lambda message: dict(sorted(message.items(), reverse=True))
    await bench.welcomed(wire, script.lobby(script.table_info()))
    await goes_on(bench.sit_down(wire, await bench.joins(wire)))


@CHECKS.check("bot.values.null", section=SECTION)
async def nulls(bench: BotBench) -> None:
    """A bot MUST bear null wherever a table of PROTOCOL.md has it, and empty lists, maps and strings."""
    chair = await bench.seated()
    await chair.answered()
    chair.course.tell("height_said", seat="N", kind="tierce", height=None)
    chair.course.tell("declarations_resolved", team=None, points=0)
    chair.course.tell("chatted", seat=None, name="", text="…")
    chair.course.tell("seat_changed", seat="N", occupant="free", name="", connected=True)
    chair.course.tell("seat_changed", seat="N", occupant="bot", name="steady", connected=False)
    await goes_on(chair, {"type": "ok"})


@CHECKS.check("bot.values.large", section=REQUEST)
async def large_values(bench: BotBench) -> None:
    """A bot MUST bear large numbers: 2147483648 for counts, times in ms of the Unix clock, totals below zero."""
    chair = await bench.seated()
    chair.course.n, chair.course.request = _NUMBER - 200, _NUMBER - 20
    chair.wire.dress = _far_away
    await goes_on(chair)


def _far_away(message: Map) -> Map:
    if message["type"] != "request":
        return {**message, "at": 2**53 - 1} if "at" in message else message
    view = {**message.get("view", {}), "totals": {"NS": -70_000, "EW": 2**40}, "held": 2**33}
    clock = {"move_ms": 3_600_000, "bank_ms": 3_600_000}
    return {**message, "clock": clock, **({"view": view} if "view" in message else {})}


@CHECKS.check("bot.values.text", section=SECTION)
async def texts(bench: BotBench) -> None:
    """A bot MUST bear any text in UTF-8: names and chat are people's."""
    chair = await bench.seated()
    await chair.answered()
    for text in ("Zoë 🂡♠", "\u05d0\u05d1", '}{"[\\', "é" * 200):
        chair.course.tell("chatted", seat="N", name=text[:24], text=text)
        chair.course.tell("seat_changed", seat="N", occupant="person", name=text[:24], connected=True)
    await goes_on(chair)


@CHECKS.check("bot.events.table", section=EVENTS)
async def table_events(bench: BotBench) -> None:
    """A bot MUST bear all that can happen at a table beside the game: pauses, claims, strikes, time-outs, recaps."""
    chair = await bench.seated()
    await chair.answered()
    for name, fields in _BESIDE.items():
        chair.course.tell(name, **fields)
    await goes_on(chair)


_BESIDE: dict[str, Map] = {
    "host_changed": {"seat": "E"},
    "recap_started": {"ms": 10_000},
    "went_on": {"seat": "N"},
    "rematch_asked": {"seat": "N"},
    "pause_asked": {"seat": "E"},
    "paused": {"ms": 600_000},
    "pause_ended": {},
    "claimed": {"seat": "W"},
    "struck": {"seat": "W", "strikes": 2},
    "forfeited": {"seat": "W"},
    "timed_out": {"seat": "E"},
    "chatted": {"seat": "E", "name": "Hedy", "text": "pass"},
}


@CHECKS.check("bot.lobby.late", section="lobby")
async def late_lobby(bench: BotBench) -> None:
    """A lobby that was on its way while the bot sat down MUST NOT take it from its seat."""
    chair = await bench.seated()
    chair.unsent.insert(0, script.lobby(script.table_info("t9", "Ailleurs"), script.table_info()))
    await goes_on(chair)


@CHECKS.check("bot.lobby.chosen", section="lobby")
async def lobby_of_many(bench: BotBench) -> None:
    """A bot MUST find its way to its table when 256 tables are open."""
    wire = await bench.greeted()
    tables = [script.table_info(f"t{number}", f"Table {number}") for number in range(100, 355)]
    await bench.welcomed(wire, script.lobby(*tables, script.table_info()))
    join = await bench.joins(wire)
    expect(join.get("table") == script.TABLE, f"it joins {as_json(join.get('table'))}; it was told {script.TABLE}")
    await goes_on(bench.sit_down(wire, join))
