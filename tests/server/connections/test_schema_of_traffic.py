"""Tests that the shipped schema describes all messages of a live server, refusals and events of all kinds included."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import trio

from coinche.protocol.codec import EVENT_TYPES
from tests.protocol.test_schema import CHECKER
from tests.server.tables import Map, seated, watching

SEEN = {"welcome", "ready", "lobby", "joined", "request", "ok", "error", "pong", "left", "bye"}
SEEN |= {
    "seat_changed",
    "host_changed",
    "match_started",
    "deal_started",
    "hand_dealt",
    "bid_made",
    "contract_settled",
    "card_played",
}
SEEN |= {"trick_won", "deal_scored", "match_ended", "table_closed", "matches", "record", "statistics"}
"""Messages that every such match contains."""


def kind_of(message: Map) -> str:
    return f"{'event' if message['type'] in EVENT_TYPES else 'server'}.{message['type']}"


def some_action(request: Map, chance: Random) -> str:
    """Anything legal: bids among it, words of belote and declarations with a card."""
    if request["bids"] and chance.random() < 0.5:
        denomination = chance.choice(list(request["bids"]))
        return f"{request['bids'][denomination]}{denomination}"
    action = chance.choice(request["legal"])
    said = [*request["offers"].get(action, ())[:1], *request["declarations"][:1]]
    return "+".join((action, *said))


async def play_somehow(wire: Any, chance: Random) -> None:
    """Answer every request with something legal, the first of them and others now and then with something else."""
    often = 1.0
    while (message := await wire.until("request", "left"))["type"] != "left":
        act = {"type": "act", "table": message["table"], "request": message["request"]}
        if chance.random() < often:
            await wire.send(**act, action=chance.choice(("990A", "hm", "surcoinche")), id=5)
        often = 0.02
        await wire.send(**act, action=some_action(message, chance), id=6)


@pytest.mark.parametrize(("preset", "strict"), [("ffb", False), ("pagat", True), ("contree", False)])
async def test_every_message_of_a_match_is_as_described(run_server: Any, preset: str, strict: bool) -> None:
    chance = Random(preset)
    async with run_server() as running:
        table, wires = await seated(running, people="", preset=preset, target=1000, strict=strict, hold=True)
        watcher = await watching(running, table)
        await wires["N"].send(type="chat", table=table, text="Bonne chance !", id=1)
        for refused in ({"type": "join", "table": table}, {"type": "watch", "table": "t9"}, {"type": "fly"}, {}):
            await watcher.send(**refused, id=2)
            await watcher.until("error", re=2)
        await watcher.send(type="ping", data="there?", id=3)
        await wires["N"].send(type="swap_seats", table=table, seats=["N", "W"])
        await wires["N"].send(type="clear_seat", table=table, seat="E")
        await wires["E"].until("left", reason="removed")
        await wires["E"].send(type="join", table=table)
        await wires["E"].until("joined", seat="E")
        await wires["N"].send(type="begin", table=table)
        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                for wire in wires.values():
                    nursery.start_soon(play_somehow, wire, chance)
        await watcher.until("left")
        for question in ({"type": "list_matches"}, {"type": "get_record", "match": 1}, {"type": "get_statistics"}):
            await watcher.send(**question, id=7)
        await watcher.until("statistics", re=7)
        await watcher.send(type="bye", id=4)
        await watcher.end()
        seen = [message for wire in (*wires.values(), watcher) for message in wire.seen]
    faults = {fault for message in seen for fault in CHECKER.faults(message, kind_of(message))}
    assert not faults
    assert {message["type"] for message in seen} >= SEEN | ({"struck"} if strict else {"chatted"})
