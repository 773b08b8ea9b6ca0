"""Checks of tables that not everybody sees at once, or at all: spectators who are behind, passphrases."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import trio

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .events import log
from .four_seats import Table, bid_once
from .harness import ServerBench
from .outcome import answers, refused
from .resuming import back

CHECKS = Checks(Side.SERVER)
WATCHING, PRIVATE = "Watching", "Private tables"
KEY = hashlib.sha256("sésame".encode()).hexdigest()
"""Of the passphrase `sésame`."""
KNOCKS = 8
"""How often one tries to come in that is told to wait."""
DEAL = ("hand_dealt", "passed", "bid_made", "card_played")


async def _watched(bench: ServerBench, **fields: Any) -> tuple[Table, Wire]:
    table = await bench.four(**fields)
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    return table, watcher


def _bare(events: list[Map]) -> list[Map]:
    return [{key: value for key, value in event.items() if key != "cards"} for event in events]


@CHECKS.check("watching.deals_behind", section=WATCHING)
async def deals_behind(bench: ServerBench) -> None:
    """With `delay_deals` 1 who watches sees nothing of a deal until it is over, and then all of it."""
    table, watcher = await _watched(bench, delay_deals=1)
    seen_early: set[str] = set()

    def chosen(request: Map) -> str:
        seen_early.update(event["type"] for event in log(watcher, table.id))
        return bid_once(request)

    await table.play(chosen)
    early = seen_early.intersection(DEAL)
    expect(not early, f"who watches has seen {as_json(sorted(early))} of a deal that was not over")
    await table.play(bid_once)
    await watcher.until("deal_scored")
    numbers = [event["n"] for event in log(watcher, table.id)]
    expect(numbers == list(range(1, len(numbers) + 1)), f"the numbers are dense, late as well: {as_json(numbers)}")


@CHECKS.check("watching.rest_at_the_end", section=WATCHING)
async def rest_at_the_end(bench: ServerBench) -> None:
    """With `delay_s` who watches is behind; when the table closes, all the rest comes at once, as it was."""
    table, watcher = await _watched(bench, delay_s=3600, target=1)
    await table.play(bid_once, until="match_ended")
    early = {event["type"] for event in log(watcher, table.id)} & {"card_played"}
    closed = watcher.seen and any(message["type"] == "left" for message in watcher.seen)
    expect(closed or not early, "who watches an hour later has seen a card at once")
    await watcher.until("left", reason="match_over")
    await table.all_have("table_closed")
    expect(_bare(log(watcher, table.id)) == _bare(table.events("N")), "who watches has not the log that N has")


def proof_of(wire: Wire, table: str, key: str = KEY) -> str:
    """HMAC-SHA256 under the key, over the nonce of this connection and the table's id."""
    nonce = next(message["nonce"] for message in wire.seen if message["type"] == "welcome")
    return hmac.new(bytes.fromhex(key), bytes.fromhex(nonce) + table.encode(), "sha256").hexdigest()


@CHECKS.check("private.proof", section=PRIVATE)
async def proof(bench: ServerBench) -> None:
    """To join or watch a private table takes a proof of its passphrase; without it, or with a wrong one, FORBIDDEN."""
    maker, wire, other = await bench.client("maker"), await bench.client(), await bench.client("other")
    table = (await bench.opened(maker, key=KEY))["table"]
    wrong: tuple[dict[str, str], ...]
    wrong = ({}, {"proof": "0" * 64}, {"proof": proof_of(other, table)}, {"proof": proof_of(wire, table, "0" * 64)})
    for kind in ("join", "watch"):
        for proof in wrong:
            answer = await _knocked(wire, type=kind, table=table, **proof)
            expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for {as_json(proof)}, not {answer}")
    for client, kind in ((wire, "join"), (other, "watch")):
        answer = await _knocked(client, type=kind, table=table, proof=proof_of(client, table))
        expect(answer["type"] == "joined", f"the proof is right, and got {answer}")


async def _knocked(wire: Wire, **message: str) -> Map:
    """What answers an attempt to come in; one that comes too soon after others is made again."""
    for _ in range(KNOCKS):
        await wire.send(**message)
        answer = await wire.until("error", "joined")
        if answer.get("code") != "RATE":
            break
        await trio.sleep(1.0)
    return answer


@CHECKS.check("private.shown", section=PRIVATE)
async def shown(bench: ServerBench) -> None:
    """The lobby says that a table is private; nothing that is sent has its key."""
    maker, looker = await bench.client("maker"), await bench.client("looker")
    table = (await bench.opened(maker, key=KEY))["table"]
    while True:
        lobby = await looker.until("lobby")
        expect(KEY not in str(lobby), "the lobby has the key of a table")
        for info in lobby["tables"]:
            if info["table"] == table:
                expect(info["private"] is True, f"the table is private, and the lobby has {as_json(info['private'])}")
                return


@CHECKS.check("watching.late_and_behind", section=WATCHING)
async def late_and_behind(bench: ServerBench) -> None:
    """Who comes to watch in mid-match, or comes back to it, is behind like everybody who watches."""
    table = await bench.four(delay_s=3600)
    while (request := await table.request())["kind"] != "play":
        await table.accepted(request, bid_once(request))
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    ready = next(message for message in watcher.seen if message["type"] == "ready")
    again = await back(bench, ready)
    await again.until("joined")
    for wire in (watcher, again):
        await answers(again)
        early = {event["type"] for event in log(wire, table.id)}.intersection(DEAL)
        expect(not early, f"who watches an hour later has seen {as_json(sorted(early))} at once")


@CHECKS.check("watching.eyes", section=WATCHING)
async def eyes(bench: ServerBench) -> None:
    """With `eyes` who watches sees what that seat has seen, the same events to the last value, once a deal is over."""
    table = await bench.four(delay_deals=1)
    watchers = {seat: await _looking(bench, table, seat) for seat in ("W", "N")}
    seen_early: set[str] = set()

    def chosen(request: Map) -> str:
        for watcher in watchers.values():
            seen_early.update(event["type"] for event in log(watcher, table.id))
        return bid_once(request)

    await table.play(chosen)
    early = seen_early.intersection(DEAL)
    expect(not early, f"eyes have seen {as_json(sorted(early))} of a deal that was not over")
    await table.all_have("deal_scored")
    for seat, watcher in watchers.items():
        await watcher.until("deal_scored")
        shown = log(watcher, table.id)
        expect(shown == table.events(seat)[: len(shown)], f"the eyes of {seat} have not seen what {seat} has")


@CHECKS.check("watching.other_eyes", section=WATCHING)
async def other_eyes(bench: ServerBench) -> None:
    """Who watches may say so again for other eyes: `joined`, and the events from 1 as that seat saw them."""
    table = await bench.four(delay_deals=1)
    watcher = await _looking(bench, table, "E")
    await table.play(bid_once)
    await watcher.until("deal_scored")
    for seat in ("S", None):
        behind = len(watcher.seen)
        await watcher.send(type="watch", table=table.id, **({"eyes": seat} if seat else {}))
        joined = await watcher.until("joined")
        expect(joined["eyes"] == seat, f"the eyes of {seat} were asked for, not of {as_json(joined['eyes'])}")
        await watcher.until("deal_scored")
        events = [message for message in watcher.seen[behind:] if "n" in message]
        numbers = [event["n"] for event in events]
        expect(
            numbers == list(range(1, len(numbers) + 1)), f"behind `joined` the events come from 1: {as_json(numbers)}"
        )
        hands = [event["seat"] for event in events if event["type"] == "hand_dealt" and event["cards"] is not None]
        expect(set(hands) == ({seat} if seat else set()), f"the eyes of {seat} are shown the hands of {as_json(hands)}")


@CHECKS.check("watching.no_eyes", section=WATCHING)
async def no_eyes(bench: ServerBench) -> None:
    """Where a deal is shown before it is over, or the cards are never shuffled, `eyes` are FORBIDDEN."""
    watcher = await bench.client("watcher")
    for fields in ({}, {"delay_s": 3600}, {"delay_deals": 5, "options": {"shuffle": "never"}}):
        table = (await bench.opened(await bench.client("maker"), **fields))["table"]
        await watcher.send(type="watch", table=table, eyes="N")
        await refused(watcher, "FORBIDDEN")


async def _looking(bench: ServerBench, table: Table, seat: str) -> Wire:
    """Who watches through the eyes of that seat."""
    watcher = await bench.client(f"eyes of {seat}")
    await watcher.send(type="watch", table=table.id, eyes=seat)
    joined = await watcher.until("joined")
    expect(
        (joined["seat"], joined["eyes"]) == (None, seat),
        f"the eyes of {seat} were asked for: {as_json(joined['eyes'])}",
    )
    return watcher
