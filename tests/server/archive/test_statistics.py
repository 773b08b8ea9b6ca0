"""Tests of the players' statistics from the archive, against a count of the events sent."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import fields
from random import Random
from typing import Any

import trio

from coinche.protocol.messages import PlayerStatistics
from tests.server.ended import boldly, ended, matches, play_all, statistics
from tests.server.lobby.test_passphrases import come, private_table, proof
from tests.server.tables import Map, seated

TEAMS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
HAPPENED = ("coinches", "beaten", "made", "won", "failed", "coinched", "coinched_failed", "belotes")
OTHERS = {"NS": "EW", "EW": "NS"}


def counted(events: list[Map]) -> dict[tuple[str, str], Map]:
    """The same sums, out of a table's events."""
    sums: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    belotes: list[str] = []
    sits: dict[str, tuple[str, str]] = {}
    said: list[str] = []
    coinched, settled = "", {}
    for event in events:
        kind = event["type"]
        if kind == "seat_changed":
            sits[event["seat"]] = (event["name"], event["occupant"])
        elif kind == "deal_started":
            said, belotes, coinched = [], [], ""
        elif kind == "bid_made":
            coinched = ""  # an earlier coinche was of another bid
        elif kind == "coinched":
            coinched = event["seat"]
            said.append(coinched)
        elif kind == "belote_said" and event["word"] == "belote":
            belotes.append(event["seat"])
        elif kind == "contract_settled":
            settled = event
        elif kind == "deal_scored":
            for seat, who in sits.items():
                team = TEAMS[seat]
                made = seat == settled["bidder"] and event["made"] and not event["held"]
                failed = not event["made"] and not event["held"]
                taken = seat == settled["bidder"]
                against_a_coinche = taken and settled["multiplier"] > 1
                sums[who] += Counter(
                    deals=1,
                    taken=taken,
                    made=made,
                    failed=taken and failed,
                    coinched=against_a_coinche,
                    coinched_failed=against_a_coinche and failed,
                    capots=event["tricks"][team] == 8,
                    belotes=belotes.count(seat),
                    generales=made and settled["bid"].startswith("generale"),
                    coinches=said.count(seat),
                    beaten=seat == coinched and failed,
                    points=event["scores"][team],
                    against=event["scores"][OTHERS[team]],
                )
        elif kind == "match_ended":
            for seat, who in sits.items():
                sums[who] += Counter(matches=1, won=TEAMS[seat] == event["winner"])
    names = [field.name for field in fields(PlayerStatistics) if field.name not in ("name", "occupant")]
    return {who: {name: count[name] for name in names} for who, count in sums.items()}


def events(wire: Any) -> list[Map]:
    return [message for message in wire.seen if "n" in message]


async def test_they_are_what_the_events_come_to(run_server: Any) -> None:
    async with run_server() as running:
        wires: dict[str, Any] = {}
        for seed, preset in enumerate(("ffb", "pagat", "contree", "colver")):
            for wire in wires.values():
                await wire.send(type="bye")
                await wire.end()
            _, now = await ended(running, seed=seed, preset=preset, target=1500, name=f"table {seed}")
            for seat, wire in now.items():
                wire.seen[:0] = events(wires[seat]) if wires else []
            wires = now
        told = await statistics(wires["N"])
        assert told == counted(events(wires["N"]))
        assert all(any(row[name] for row in told.values()) for name in HAPPENED)
        assert all(row["matches"] == 4 for row in told.values())


async def test_whoever_holds_the_seat_when_a_deal_is_scored_has_played_it(run_server: Any, brisk: Any) -> None:
    """A person leaves after a deal: what follows, and the match, is the bot's."""
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, people="N", target=2000)
        chance = Random(4)

        async def play(wire: Any, until: str) -> None:
            while (message := await wire.until("request", until))["type"] == "request":
                action = boldly(message, chance)
                await wire.send(type="act", table=table, request=message["request"], action=action)

        async with trio.open_nursery() as nursery:
            for seat in "ESW":
                nursery.start_soon(play, wires[seat], "match_ended")
            await play(wires["N"], "recap_started")
            await wires["N"].send(type="leave", table=table)
            await wires["N"].until("left")
        told = await statistics(wires["N"])
        assert told == counted(events(wires["E"]))
        ana, bot = told["at N", "person"], told["steady", "bot"]
        assert (ana["deals"], ana["matches"]) == (1, 0)
        assert bot["deals"] == told["at E", "program"]["deals"] - 1
        assert bot["matches"] == 1


async def test_what_was_played_at_a_private_table_counts_for_those_alone_who_sat_there(run_server: Any) -> None:
    async with run_server() as running:
        table, maker = await private_table(running, target=1)
        wires = {"N": maker}
        for seat in "ESW":
            wires[seat] = await running.connect(f"Guest {seat}", program=True)
            await come(wires[seat], table, seat=seat, proof=proof(wires[seat], table))
        await play_all(wires, Random(2))
        assert await statistics(await running.connect("stranger")) == {}
        assert await statistics(wires["W"]) == counted(events(wires["N"]))
        assert len(await matches(wires["W"])) == 1
