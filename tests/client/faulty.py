"""The client with one faulty part, for tests of the terminal's state: `-m tests.client.faulty PART …`."""

from __future__ import annotations

import sys
from itertools import count

import trio

from coinche.client import cli
from coinche.client.model.effects import Effect
from coinche.client.model.messages import Received
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.runtime import connections
from coinche.client.runtime.effects import EffectRunner, search
from coinche.client.runtime.store import ClientStore
from coinche.client.screen import app
from coinche.client.views import screen
from coinche.client.views.text_lines import Line, Size
from coinche.protocol.messages import Envelope, FromServer, Joined
from coinche.text.formatting import Face


def view() -> None:
    """The screen, which fails once the help is opened."""

    def wrong(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
        if state.ui.overlay is Overlay.HELP:
            raise LookupError("a view is wrong")
        return screen(state, face, size)

    vars(app)["screen"] = wrong


def network() -> None:
    """The network task, which fails once there is a table."""

    def wrong(message: FromServer | Envelope, at: float) -> Received:
        if isinstance(message, Joined | Envelope):
            raise LookupError("a network task is wrong")
        return Received(message, at)

    vars(connections)["Received"] = wrong


def table() -> None:
    """The runner of effects, which fails at every effect."""

    async def wrong(self: EffectRunner, effect: Effect, nursery: trio.Nursery) -> None:
        raise LookupError(f"{effect} goes wrong")

    EffectRunner._carry_out = wrong  # type: ignore[method-assign]


def effect() -> None:
    """The search for servers, which fails on request."""
    asked = count()

    async def wrong(store: ClientStore) -> None:
        if next(asked):
            raise LookupError("an effect is wrong")
        await search(store)

    vars(cli)["search"] = wrong


if __name__ == "__main__":
    part = sys.argv.pop(1)
    {"view": view, "network": network, "table": table, "effect": effect}[part]()
    cli.main()
