"""A test that what a browser is sent has no card that its player may not know."""

from __future__ import annotations

import json
import re
from typing import Any

import trio

from tests.server.browser import Browser
from tests.server.conftest import PATIENCE

CARD = re.compile(r"(?<![0-9])(?:10|[789JQKA])[SHDC]")
POSITIONS = 1000
FIELDS = ("cards", "card", "legal", "offers", "declarations", "default", "view", "hand")
"""Fields of messages in which there may be cards; a bid, such as `110S`, is none."""


def cards_in(message: dict[str, Any]) -> set[str]:
    """The cards that a message names."""
    return set(CARD.findall(json.dumps({name: message[name] for name in FIELDS if name in message})))


async def test_a_browser_is_told_no_card_before_it_may_know_it(run_server: Any) -> None:
    async with run_server(target=20_000) as running:
        page = await Browser.connect(running)
        await page.send(type="hello", versions=[1, 1], name="Ana", program=True)
        await page.send(type="create_table", name="table", target=20_000, seat="N")
        table = (await page.until("joined"))["table"]
        async with trio.open_nursery() as nursery:
            for seat in "ESW":
                nursery.start_soon(_plays, running, table, seat)
            await _watches(page)
            nursery.cancel_scope.cancel()


async def _plays(running: Any, table: str, seat: str) -> None:
    wire = await running.connect(seat)
    await wire.send(type="join", table=table, seat=seat)
    while True:
        request = await wire.until("request")
        await wire.send(type="act", table=table, request=request["request"], action=_choose(request))


def _choose(request: dict[str, Any]) -> str:
    """A bid at once, so that every deal is played; else the default."""
    bids = request["bids"]
    return f"80{next(iter(bids))}" if 80 in bids.values() else str(request["default"])


async def _watches(page: Browser) -> None:
    """Play at the page, and check every message against the cards that were known before it."""
    known: set[str] = set()
    checked = 0
    with trio.fail_after(PATIENCE):
        while checked < POSITIONS:
            message = await page.read()
            match message:
                case {"type": "deal_started"}:
                    known = set()
                case {"type": "hand_dealt", "seat": "N", "cards": cards}:
                    known |= set(cards)
                case {"type": "card_played", "card": card}:
                    known.add(card)
                case {"type": "declarations_shown"}:
                    known |= cards_in(message)
                case {"type": "request", "request": number, "table": table}:
                    await page.send(type="act", table=table, request=number, action=_choose(message))
            if cards := cards_in(message):
                assert cards <= known, message
                checked += 1
