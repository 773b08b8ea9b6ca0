"""Checks of a bot's reading: unknown keys and events, rare values, long texts, split and merged messages, waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import trio

from coinche.conformance.bot import messages
from coinche.conformance.checks import Check, check, expect
from coinche.conformance.encodings import HEADER, LONGEST
from coinche.conformance.transcript import Map, as_json

from .harness import BotBench
from .match_course import BotRequest
from .seat import Chair

WIRE, EVENTS, LOBBY = "The wire", "Events of a table", "lobby"


# --- unknown and rare values -------------------------------------------------------------------------


async def _goes_on(chair: Chair, *messages: Map) -> None:
    """Fail the check unless the bot answers the next requests as before, with one act for each."""
    await chair.answered()
    chair.unsent += messages
    for _ in range(3):
        question, act = await chair.asked()
        question.expect_answer(act)
        chair.settle(question, act)


def bears_events(id: str, section: str, says: str, *events: tuple[str, Map], then: tuple[Map, ...] = ()) -> Check:  # noqa: A002
    """Return a check that a bot goes on after these events, and messages behind its next act."""

    async def run(bench: BotBench) -> None:
        chair = await bench.seated()
        await chair.answered()
        for name, fields in events:
            chair.course.tell(name, **fields)
        await _goes_on(chair, *then)

    return check(id, section, says)(run)


def bears_dress(id: str, section: str, says: str, dress: Callable[[Map], Map], *, advice: bool = False) -> Check:  # noqa: A002
    """Return a check that a bot plays on when every message after its `hello` is changed in that way."""

    async def run(bench: BotBench) -> None:
        wire = await bench.greeted()
        wire.dress = dress
        await bench.welcomed(wire)
        await _goes_on(await bench.sits_down(wire))

    return check(id, section, says, advice=advice)(run)


_VALUES_FOR_KEYS = ("bids", "offers", "capabilities", "options", "data", "points", "tricks_won", "totals")
"""Maps whose keys are values: none of their keys is unknown."""


def _with_more_keys(message: Map) -> Map:
    more: Map = {"colour": "blue", "zz": {"type": "bye", "x": [None, 1]}}
    return {**{name: _deeper(name, value) for name, value in message.items()}, **more}


def _deeper(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_deeper(name, inner) for inner in value]
    if isinstance(value, dict) and name not in _VALUES_FOR_KEYS:
        return {**{inner: _deeper(inner, kept) for inner, kept in value.items()}, "colour": "blue"}
    return value


def _with_newer_rules(message: Map) -> Map:
    rules = message.get("rules")
    if not isinstance(rules, dict):
        return message
    newer = {**rules, "scoring": {**rules["scoring"], "rounding": "nearest_5"}}
    return {**message, "rules": {**newer, "table": {**rules["table"], "shuffle": "by_hand"}}}


def _with_large_values(message: Map) -> Map:
    if message["type"] != "request":
        return {**message, "at": 2**53 - 1} if "at" in message else message
    view = {**message.get("view", {}), "totals": {"NS": -70_000, "EW": 2**40}, "held": 2**33}
    clock = {"move_ms": 3_600_000, "bank_ms": 3_600_000}
    return {**message, "clock": clock, **({"view": view} if "view" in message else {})}


_LARGE = 2**31
_UNKNOWN_TYPES: tuple[Map, ...] = (
    {"type": "weather", "wind": 3},
    {"type": "", "request": 1, "table": messages.TABLE},
    {"type": "requests", "legal": ["pass"], "request": 5, "table": messages.TABLE, "default": "pass"},
)
_TEXTS = ("Zoë 🂡♠", "\u05d0\u05d1", '}{"[\\', "é" * 200)


class ToleranceChecks(BotBench):
    """Checks that a bot accepts the additions of newer servers, and rare values."""

    @check("bot.unknown.types", WIRE)
    async def unknown_types(self) -> None:
        """A bot MUST ignore messages of unknown types."""
        chair = await self.seated()
        await chair.answered()
        await chair.flush(*_UNKNOWN_TYPES)
        expect(not await chair.wire.said("act"), "it acts on a message of an unknown type")
        await _goes_on(chair)

    unknown = (
        bears_events(
            "bot.unknown.events",
            EVENTS,
            "A bot MUST ignore unknown events; they have a number in the log like all others.",
            ("lamp_lit", {"seat": "N"}),
            ("glass_emptied", {"seat": None, "by": {"seat": "W", "request": 3}}),
        ),
        bears_dress(
            "bot.unknown.keys",
            WIRE,
            "A bot MUST ignore unknown keys, in every message and in the maps inside it.",
            _with_more_keys,
        ),
        bears_dress(
            "bot.unknown.values",
            "Values",
            """A bot accepts values of the rules that a newer server has added: `legal` says all that the bot needs to
            know.""",
            _with_newer_rules,
            advice=True,
        ),
        bears_dress(
            "bot.unknown.order",
            WIRE,
            "Keys may come in any order: a bot MUST read a map whose `type` comes last.",
            lambda message: dict(sorted(message.items(), reverse=True)),
        ),
    )
    nulls = bears_events(
        "bot.values.null",
        WIRE,
        "A bot MUST accept null wherever a table of PROTOCOL.md has it, and empty lists, maps and strings.",
        ("height_said", {"seat": "N", "kind": "tierce", "height": None}),
        ("declarations_resolved", {"team": None, "points": 0}),
        ("chatted", {"seat": None, "name": "", "text": "…"}),
        ("seat_changed", {"seat": "N", "occupant": "free", "name": "", "connected": True}),
        ("seat_changed", {"seat": "N", "occupant": "bot", "name": "steady", "connected": False}),
        then=({"type": "ok"},),
    )

    @check("bot.values.large", "request")
    async def large_values(self) -> None:
        """A bot MUST accept large numbers: 2147483648 for counts, Unix times in ms, totals below zero."""
        chair = await self.seated()
        chair.course.n, chair.course.request = _LARGE - 200, _LARGE - 20
        chair.wire.dress = _with_large_values
        await _goes_on(chair)

    texts = bears_events(
        "bot.values.text",
        WIRE,
        "A bot MUST accept any text in UTF-8: people choose the names and write the chat.",
        *(
            event
            for text in _TEXTS
            for event in (
                ("chatted", {"seat": "N", "name": text[:24], "text": text}),
                ("seat_changed", {"seat": "N", "occupant": "person", "name": text[:24], "connected": True}),
            )
        ),
    )
    table_events = bears_events(
        "bot.events.table",
        EVENTS,
        """A bot MUST accept all that can happen at a table besides the game: pauses, claims, strikes, time-outs,
        recaps.""",
        ("host_changed", {"seat": "E"}),
        ("recap_started", {"ms": 10_000}),
        ("went_on", {"seat": "N"}),
        ("rematch_asked", {"seat": "N"}),
        ("pause_asked", {"seat": "E"}),
        ("paused", {"ms": 600_000}),
        ("pause_ended", {}),
        ("claimed", {"seat": "W"}),
        ("struck", {"seat": "W", "strikes": 2}),
        ("forfeited", {"seat": "W"}),
        ("timed_out", {"seat": "E"}),
        ("chatted", {"seat": "E", "name": "Hedy", "text": "pass"}),
    )

    @check("bot.lobby.late", LOBBY)
    async def late_lobby(self) -> None:
        """A bot MUST NOT leave its seat because of a lobby that was sent before it sat down."""
        chair = await self.seated()
        chair.unsent.insert(0, messages.lobby(messages.table_info("t9", "Ailleurs"), messages.table_info()))
        await _goes_on(chair)

    @check("bot.lobby.chosen", LOBBY)
    async def lobby_of_many(self) -> None:
        """A bot MUST find its table when 256 tables are open."""
        wire = await self.greeted()
        tables = [messages.table_info(f"t{number}", f"Table {number}") for number in range(100, 355)]
        await self.welcomed(wire, messages.lobby(*tables, messages.table_info()))
        join = await wire.until("join")
        table = join.get("table")
        expect(table == messages.TABLE, f"it joins {as_json(table)}; it was told {messages.TABLE}")
        await _goes_on(self.sit_down(wire, join))


# --- pieces and heaps --------------------------------------------------------------------------------

LF = 1
"""Bytes that end a line, and are no part of it."""
SHORT = 300
"""Characters of a text whose length takes two bytes to write, like that of any longer one here."""
BURST = 2_000
"""Events in one write."""
SILENCE = 1.0
"""Seconds without any message."""
_CUTS = 40


class ByteStreamChecks(BotBench):
    """Checks that a bot reads messages whose bytes come in pieces, or many at once."""

    @check("bot.frames.torn", WIRE)
    async def in_pieces(self) -> None:
        """A message may arrive in pieces, cut anywhere, even in its length: a bot MUST read on until it is complete."""
        chair = await self.seated()
        await chair.answered()
        question, data = _unsent_bytes(chair)
        for place in _cuts(400):
            await chair.wire.raw(data)
            chair.settle(question, await chair.act(question))
            question, rest = _unsent_bytes(chair)
            data = await _beginning(chair, question, rest, place)
        await chair.wire.raw(data)
        await chair.act(question)

    @check("bot.frames.bytes", WIRE)
    async def byte_by_byte(self) -> None:
        """A bot MUST read a request that arrives byte by byte."""
        chair = await self.seated()
        for _ in range(3):
            question, data = _unsent_bytes(chair)
            await chair.wire.drip(data)
            chair.settle(question, await chair.act(question))

    @check("bot.frames.together", WIRE)
    async def together(self) -> None:
        """Many messages may arrive at once: a bot MUST process all of them, whatever else is in the same read."""
        chair = await self.seated()
        for _ in range(6):
            question = chair.course.asks()
            request, ping = chair.message(question), {"type": "ping", "data": str(question.number)}
            await chair.flush(*chair.course.told(), request, ping, request)
            await chair.act(question)
            act = await chair.act(question)
            found = act.get("request")
            expect(found == question.number, f"asked twice in one write, it answers {as_json(found)}")
            chair.settle(question, act)

    @check("bot.frames.burst", WIRE)
    async def burst(self) -> None:
        """Thousands of events may come before a request, as they do for a latecomer: a bot MUST read them all and
        answer."""
        chair = await self.seated()
        await chair.answered()
        for number in range(BURST):
            chair.course.tell("chatted", seat="N", name="Grace", text=f"{number} moutons")
        await chair.answered()

    @check("bot.frames.biggest", "Limits in force")
    async def biggest(self) -> None:
        """A bot MUST read a frame of 262,144 bytes, the largest that a server sends."""
        wire = await self.greeted()
        most = LONGEST + (LF if wire.speech.speaks_lines else HEADER)
        await self.welcomed(wire, _filled(wire.tongue.spoken, messages.lobby(messages.table_info()), most))
        await (await self.sits_down(wire)).answered()

    @check("bot.act.patient", "Clocks and pauses")
    async def silence(self) -> None:
        """Other players may think for a long time: a bot MUST wait for its next request without giving up."""
        chair = await self.seated()
        await chair.answered()
        await chair.flush()
        await trio.sleep(SILENCE)
        await chair.answered()


def _cuts(length: int) -> Iterator[int]:
    """Yield the positions of the cuts: at each byte of the beginning, along the message, and before its last byte."""
    yield from range(1, HEADER + 6)
    yield from range(HEADER + 6, length, max(1, length // _CUTS))
    yield LONGEST


def _unsent_bytes(chair: Chair) -> tuple[BotRequest, bytes]:
    """Return the next request, and the bytes of all messages that go with it."""
    question = chair.course.asks()
    messages = [*chair.unsent, *chair.course.told(), chair.message(question)]
    chair.unsent = []
    return question, b"".join(map(chair.wire.tongue.spoken, messages))


async def _beginning(chair: Chair, question: BotRequest, data: bytes, place: int) -> bytes:
    """Send the beginning behind a request, and wait for its act, so that the bot has read it alone; return the rest."""
    again = chair.wire.tongue.spoken(chair.message(question))
    place = min(place, len(data) - 1)
    await chair.wire.raw(again + data[:place])
    await chair.act(question)
    return data[place:]


def _filled(spoken: Callable[[Map], bytes], lobby: Map, most: int) -> Map:
    """Fill the lobby with kinds of bots until it has as many bytes as it may have."""
    bots = [f"bot number {number:>6}" for number in range(12_000)]
    room = most - len(spoken({**lobby, "bots": [*bots, "x" * SHORT]}))
    return {**lobby, "bots": [*bots, "x" * (SHORT + room)]}
