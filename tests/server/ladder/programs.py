"""Programs on the ladder: each signs in with the key of its owner, and plays by what each request offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio

from tests.server.conftest import Map, RunningServer, Wire
from tests.server.connections.test_sign_in import Person

Choose = Callable[[Map], str | None]


def default(request: Map) -> str:
    """The action that the server would take."""
    action: str = request["default"]
    return action


def bold(request: Map) -> str:
    """A bid of 80 where nobody has bid, so that contracts come about."""
    if request["kind"] == "bid" and 80 in request["bids"].values():
        return f"80{next(iter(request['bids']))}"
    return default(request)


def silent(_request: Map) -> None:
    """No action at all."""


async def program(running: RunningServer, owner: Person, name: str, **more: Any) -> Wire:
    """A program that has signed in with its owner's key."""
    wire = await running.connect()
    await wire.send(**owner.hello(name, program=True, **more))
    await wire.send(type="prove", proof=owner.proof((await wire.until("welcome"))["nonce"]))
    await wire.until("ready")
    return wire


async def entered(running: RunningServer, owner: Person, name: str, programs: int = 2) -> list[Wire]:
    """So many programs of one owner that have entered the ladder."""
    wires = [await program(running, owner, name) for _ in range(programs)]
    for wire in wires:
        await wire.send(type="enter_ladder", id=1)
        assert (await wire.until("ok", "error", re=1))["type"] == "ok", wire.seen[-1]
    return wires


async def play_on(wire: Wire, choose: Choose = default) -> None:
    """Answer every request until the connection ends."""
    while (message := await wire.read()) is not None:
        if message["type"] == "request" and (action := choose(message)) is not None:
            await wire.send(type="act", table=message["table"], request=message["request"], action=action)
        if message["type"] == "ping":
            await wire.send(type="pong", data=message["data"])


async def ladder(wire: Wire) -> Map:
    """How the ladder stands."""
    await wire.send(type="get_ladder", id=77)
    return await wire.until("ladder", re=77)


async def ladder_when(wire: Wire, found: Callable[[Map], bool]) -> Map:
    """How the ladder stands once that is so."""
    while not found(told := await ladder(wire)):
        await trio.sleep(0.01)
    return told


def entry(told: Map, name: str) -> Map:
    """The entrant of that name."""
    found: Map = next(one for one in told["entries"] if one["name"] == name)
    return found
