"""Secrecy, on the bytes at the sockets of a real table.

Two servers are given deals that differ only in cards that a viewer cannot know. Everything sent to that viewer, from
sign-in to the last event, must be the same to the byte: requests, events, refusals. COINCHE_SECRECY sets the number
of positions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
import trio

from coinche.engine.cards import PACK
from coinche.engine.events import Viewer
from coinche.engine.folding import fold
from coinche.engine.pack import stacked
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.codec import decode_server
from coinche.protocol.messages import Envelope, Request, TableEvent
from coinche.server.options import TableOptions
from coinche.server.packs import Board, Boards
from tests.engine.worlds import History, alternative, some_history

POSITIONS = int(os.environ.get("COINCHE_SECRECY", "1000"))


class StoppedClock:
    """Time that does not pass, so that two runs have the same stamps."""

    def now_ms(self) -> int:
        return 0

    def unix_ms(self) -> int:
        return 0


VIEWERS: tuple[Viewer, ...] = (*Seat, None)


async def sit_down(house: Any) -> dict[Viewer, Any]:
    wires: dict[Viewer, Any] = {}
    for viewer in VIEWERS:
        wires[viewer] = await house.connect(f"at {viewer}")
    return wires


async def run(house: Any, wires: dict[Viewer, Any], history: History) -> dict[Viewer, list[bytes]]:
    """Play the deal so far at a new table; what was sent to each viewer, the lobby apart."""
    board = Board(history.dealer, stacked(history.hands, history.dealer, FFB.table))
    table = house.server.lobby.open_table(TableOptions(name="board", board=True), Boards([board]))
    start: dict[Viewer, int] = {}
    for viewer, wire in wires.items():  # the last table's goodbyes have come before the pong
        await wire.send(type="ping")
        await wire.until("pong")
        start[viewer] = len(wire.bodies)
    for viewer, wire in wires.items():
        if viewer is None:
            await wire.send(type="watch", table=table.id)
        else:
            await wire.send(type="join", table=table.id, seat=viewer)
        await wire.until("joined")
    for seat, action in history.actions:
        request = await wires[seat].until("request")
        elsewhere = next(card for card in PACK if card not in request["view"]["hand"])
        for wrong in ("70S", elsewhere, f"{elsewhere}+belote+carre:ASAHADAC", "nonsense"):
            await wires[seat].send(type="act", table=table.id, request=request["request"], action=wrong)
            await wires[seat].until("error")
        for other in (w for s, w in wires.items() if s is not seat):
            await other.send(type="act", table=table.id, request=request["request"], action="pass")
            await other.until("error")
        await wires[seat].send(type="act", table=table.id, request=request["request"], action=str(action))
        await wires[seat].until("ok")
    sent: dict[Viewer, list[bytes]] = {}
    for viewer, wire in wires.items():  # whatever was sent has come before the pong
        await wire.send(type="ping")
        await wire.until("pong")
        sent[viewer] = list(without_lobby(wire.bodies[start[viewer] :]))
    for wire in wires.values():
        await wire.send(type="leave", table=table.id)
        await wire.until("left", "error")
    return sent


def without_lobby(bodies: list[bytes]) -> Iterator[bytes]:
    """The lobby is sent when it changes, at its own pace; it is looked at by itself."""
    for body in bodies:
        message = msgpack.unpackb(body)
        if message["type"] != "lobby":
            yield body
        else:
            for table in message["tables"]:
                assert table.keys() == {"table", "name", "preset", "target", "phase", "seats", "spectators"}


def check_folding(viewer: Viewer, bodies: list[bytes]) -> int:
    """Each request's view is what folding the events before it gives. How many there were."""
    seen, requests = TableView(viewer=viewer), 0
    for body in bodies:
        message = decode_server(body)
        if isinstance(message, Envelope) and not isinstance(message.event, TableEvent):
            seen = fold(seen, message.event, FFB)
        elif isinstance(message, Request):
            assert message.view == seen
            requests += 1
    return requests


@pytest.mark.parametrize("seed", [2026])
async def test_hidden_cards_change_no_byte_that_a_viewer_is_sent(open_house: Any, seed: int) -> None:
    rng = random.Random(seed)
    positions = folded = 0
    async with open_house(time=StoppedClock()) as real, open_house(time=StoppedClock()) as other:
        at_real, at_other = await sit_down(real), await sit_down(other)
        while positions < POSITIONS:
            history, viewer = some_history(rng), rng.choice(VIEWERS)
            elsewhere = alternative(history, viewer, rng)
            if elsewhere is None:
                continue
            sent: dict[str, dict[Viewer, list[bytes]]] = {}

            async def play(name: str, house: Any, wires: dict[Viewer, Any], history: History) -> None:
                sent[name] = await run(house, wires, history)  # noqa: B023

            with trio.fail_after(120):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play, "real", real, at_real, history)
                    nursery.start_soon(play, "other", other, at_other, elsewhere)
            assert sent["real"][viewer] == sent["other"][viewer], (viewer, history, elsewhere)
            assert any(sent["real"][v] != sent["other"][v] for v in Seat), "the worlds do not differ"
            positions += len(history.actions) + 1
            folded += sum(check_folding(v, bodies) for v, bodies in sent["real"].items())
    assert folded > positions // 2
    print(f"{positions} positions, {folded} requests folded, no difference")
