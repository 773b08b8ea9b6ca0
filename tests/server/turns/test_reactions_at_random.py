"""Tests of auctions in which everybody calls out of turn: each coinche counts for the bid that it was meant for.

Four clients over real sockets bid, coinche asked and unasked, change their minds, repeat themselves and come too late.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
import trio

from coinche.engine.actions import parse_action
from coinche.engine.events import BidMade, Coinched, Event, Surcoinched
from coinche.engine.match import State, apply, gathered, new_match, next_deal
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.protocol.messages import TableEvent
from coinche.server import limits
from coinche.server.match.entries import ActionTaken, MatchBegun, PackLaid
from coinche.server.match.table_options import Pace, TableOptions
from coinche.server.rate_limit import Allowance
from tests.extent import WHOLE
from tests.server.observed import ObservedStore

RULES = {
    "pagat": PRESETS["pagat"],
    "ibelote": PRESETS["ibelote"],
    "overcalled": PRESETS["stayandplay-both"].changed(coinche_ends_auction=False, surcoinche=3),
}
MATCHES = 25 if WHOLE else 6


class Kept(ObservedStore):
    """Forgets nothing at the end."""

    def remove(self, table: str) -> None:
        pass


class Shouter:
    """A client without manners. `meant` is the bid that it meant with each coinche, by the id of the message."""

    def __init__(self, wire: Any, table: str, rng: random.Random) -> None:
        self.wire = wire
        self.table = table
        self.rng = rng
        self.bid: str | None = None
        self.n = 0
        self.meant: dict[int, str | None] = {}
        self.accepted: list[str | None] = []
        self.sent: list[dict[str, Any]] = []

    async def play(self) -> None:
        while True:
            message = await self.wire.read()
            assert message is not None, "the server hung up"
            self.note(message)
            if message["type"] == "left":
                return
            if message["type"] == "request":
                await self.answer(message)
            elif message["type"] == "recap_started":
                await self.wire.send(type="go_on", table=self.table)
            elif message["type"] in ("bid_made", "passed", "coinched") and self.rng.random() < 0.1:
                await self.act(self.rng.choice(["coinche", "surcoinche"]), after=self.n)

    def note(self, message: dict[str, Any]) -> None:
        self.n = message.get("n", self.n)
        if message["type"] == "bid_made":
            self.bid = message["bid"]
        elif message["type"] == "ok" and message.get("re") in self.meant:
            self.accepted.append(self.meant[message["re"]])
        elif message["type"] == "error":
            assert message["code"] in (
                "STALE_REQUEST",
                "ILLEGAL_ACTION",
                "LATE",
                "NOT_YOUR_TURN",
                "NO_SUCH_TABLE",
                "FORBIDDEN",
            )

    async def answer(self, request: dict[str, Any]) -> None:
        number, chance = request["request"], self.rng.random()
        if request["kind"] == "react":
            await self.act(request["legal"][chance > 0.8], request=number)
            if chance < 0.2:
                await self.act(self.rng.choice(["coinche", "surcoinche"]), request=number)
            return
        named = [action for action in request["legal"] if not action.startswith(("capot", "generale"))]
        choices = named + [f"{lowest}{suit}" for suit, lowest in request["bids"].items() if lowest < 140]
        await self.act(self.rng.choice(choices), request=number)
        if chance < 0.1:
            await self.wire.send(**self.rng.choice(self.sent))
        if chance > 0.9:
            await trio.sleep(0.001)

    async def act(self, action: str, **fields: int) -> None:
        act = dict(type="act", table=self.table, action=action, id=len(self.sent), **fields)
        if action in ("coinche", "surcoinche"):
            self.meant[len(self.sent)] = self.bid
        self.sent.append(act)
        await self.wire.send(**act)


def replayed(entries: Iterable[Any], rules: RuleSet) -> list[Event]:
    """The events that follow from what the store kept."""
    state: State | None = None
    happened: list[Event] = []
    for entry in entries:
        match entry:
            case MatchBegun():
                assert entry.rules == rules
                state, events = new_match(rules, entry.first_dealer, match=entry.match, board=entry.board)
            case PackLaid():
                assert state is not None
                assert gathered(state) in (None, entry.pack)
                state, events = next_deal(state, entry.pack)
            case ActionTaken():
                assert state is not None
                state, events = apply(state, entry.seat, parse_action(entry.action))
            case _:
                events = ()
        happened += events
    return happened


@pytest.mark.parametrize("people", [False, True], ids=["programs", "people"])
@pytest.mark.parametrize("rules", RULES)
async def test_every_coinche_counts_for_the_bid_that_it_was_meant_for(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, rules: str, people: bool
) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=1_000_000, every=1.0))  # who shouts is told to wait
    rng = random.Random(2026)
    log: list[Event] = []

    def hear(event: Event | TableEvent) -> None:
        if not isinstance(event, TableEvent):
            log.append(event)

    store = Kept(hear)

    async with run_server(store=store) as running:
        pace = Pace(bot=0.001, trick=0.0, recap=0.01, final=0.01, reaction=0.005)
        options = TableOptions(name="loud", rules=RULES[rules], board=True, matches=MATCHES, pace=pace)
        table = running.server.lobby.tables.open(options)
        shouters = {}
        for seat in "NESW":
            wire = await running.connect(f"at {seat}", program=not people)
            await wire.send(type="join", table=table.id, seat=seat)
            await wire.until("joined")
            shouters[seat] = Shouter(wire, table.id, random.Random(rng.random()))
        async with trio.open_nursery() as nursery:
            for shouter in shouters.values():
                nursery.start_soon(shouter.play)
        assert not [line for line in running.lines if "fault" in line]
    assert replayed(store.entries(table.id), RULES[rules]) == log
    counted: dict[str, list[str | None]] = {seat: [] for seat in shouters}
    bid: str | None = None
    for event in log:
        if isinstance(event, BidMade):
            bid = event.bid
        elif isinstance(event, Coinched | Surcoinched):
            counted[event.seat].append(bid)
    assert any(counted.values()), "how many are in time is a matter of the machine"
    for seat, shouter in shouters.items():
        assert _once(shouter.accepted, counted[seat]), (seat, shouter.accepted, counted[seat])


def _once(accepted: list[str | None], counted: list[str | None]) -> bool:
    """Return whether the accepted acts are those that counted, in order; a repeated act is accepted twice."""
    rest = iter(accepted)
    return all(any(bid == meant for meant in rest) for bid in counted) and set(accepted) == set(counted)
