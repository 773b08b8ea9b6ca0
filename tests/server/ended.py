"""Matches played to the end by four programs, and the server's messages about them afterwards."""

from __future__ import annotations

from random import Random
from typing import Any

import trio

from tests.server.tables import Map, seated


def boldly(request: Map, chance: Random) -> str:
    """A bid where one is possible, a coinche now and then, and any card."""
    if request["bids"] and request["view"]["contract"] is None:
        denomination, lowest = chance.choice(list(request["bids"].items()))
        return f"{lowest}{denomination}"
    if "coinche" in request["legal"] and chance.random() < 0.5:
        return "coinche"
    return str(chance.choice([action for action in request["legal"] if action != "surcoinche"]))


async def play_boldly(wire: Any, chance: Random, until: str = "left") -> None:
    """Answer every request until such a message comes, and read no recap."""
    while (message := await wire.until("request", "recap_started", until))["type"] != until:
        if message["type"] == "recap_started":
            await wire.send(type="go_on", table=message["table"])
        else:
            action = boldly(message, chance)
            await wire.send(type="act", table=message["table"], request=message["request"], action=action)


async def play_all(wires: dict[str, Any], chance: Random, until: str = "left") -> None:
    """The same for all four."""
    async with trio.open_nursery() as nursery:
        for wire in wires.values():
            nursery.start_soon(play_boldly, wire, chance, until)


async def ended(running: Any, seed: int = 1, **create: Any) -> tuple[str, dict[str, Any]]:
    """A table whose match is over, and the four who have played it and are in the lobby."""
    table, wires = await seated(running, people="", **create)
    await play_all(wires, Random(seed))
    return table, wires


async def asked(wire: Any, **question: Any) -> Map:
    """Send the question; return its answer."""
    await wire.send(id=77, **question)
    got: Map = await wire.until("matches", "record", "statistics", "player", "error", re=77)
    return got


async def matches(wire: Any, **question: Any) -> list[Map]:
    """The matches in one answer."""
    answer = await asked(wire, type="list_matches", **question)
    assert answer["type"] == "matches", answer
    found: list[Map] = answer["matches"]
    return found


async def record(wire: Any, match: int) -> list[str]:
    """The lines of a record, page by page."""
    lines: list[str] = []
    while True:
        page = await asked(wire, type="get_record", match=match, after=len(lines))
        assert (page["type"], page["match"], page["after"]) == ("record", match, len(lines)), page
        lines += page["lines"]
        if not page["more"]:
            return lines
        assert page["lines"]


async def statistics(wire: Any) -> dict[tuple[str, str], Map]:
    """The players by name and kind, without both."""
    rows = (await asked(wire, type="get_statistics"))["players"]
    return {(row.pop("name"), row.pop("occupant")): row for row in rows}
