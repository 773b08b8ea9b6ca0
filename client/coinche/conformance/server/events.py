"""Checks of a table's log: every event once, in order, the same for everybody but for what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .four_seats import SEATS, Table, bid_once
from .harness import ServerBench

CHECKS = Checks(Side.SERVER)
LIFE, EVENTS, HAND = "Life of a connection", "Events of a table", "hand_dealt"

_CARD = re.compile(r"(?:[789JQKA]|10)[SHDC]")
PACK = [rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]


async def _played(bench: ServerBench) -> Table:
    """A table at which a deal has been played."""
    table = await bench.four()
    await table.play(bid_once)
    await table.all_have("deal_scored")
    return table


def log(wire: Wire, table: str) -> list[Map]:
    """The events of the table that have come on a wire."""
    return [message for message in wire.seen if message.get("table") == table and "n" in message]


@CHECKS.check("events.dense", section=LIFE)
async def dense(bench: ServerBench) -> None:
    """`n` counts 1, 2, 3 … for everybody at the table, whenever he came, without gaps and in order."""
    table = await _played(bench)
    for seat in SEATS:
        numbers = [event["n"] for event in table.events(seat)]
        expect(numbers == list(range(1, len(numbers) + 1)), f"{seat} has seen the events {as_json(numbers)}")


@CHECKS.check("events.same", section=LIFE)
async def same(bench: ServerBench) -> None:
    """An event has the same number and the same fields for every viewer, but for the cards that are hidden."""
    table = await _played(bench)
    logs = [table.events(seat) for seat in SEATS]
    for versions in zip(*logs, strict=False):
        bare = [{key: value for key, value in event.items() if key != "cards"} for event in versions]
        expect(all(event == bare[0] for event in bare), f"four viewers have seen {as_json(versions)}")


@CHECKS.check("events.head", section=EVENTS)
async def head(bench: ServerBench) -> None:
    """Every event has `table`, `n` and `at`, milliseconds of the Unix clock that never go back."""
    table = await _played(bench)
    events = table.events("N")
    times = [event["at"] for event in events]
    expect(all(type(time) is int for time in times), "`at` is an integer")
    expect(times == sorted(times), "`at` goes back from one event to the next")
    expect(times[0] > 1_600_000_000_000, f"{times[0]} is no time in ms of the Unix clock")


@CHECKS.check("events.own_hand", section=HAND)
async def own_hand(bench: ServerBench) -> None:
    """Each seat is told its own eight cards, and null for the others'; the four hands are the pack."""
    table = await bench.four(options={"two_stage_deal": False})
    await table.request()
    hands: dict[str, list[str]] = {}
    for seat in SEATS:
        for event in table.events(seat):
            if event["type"] == "hand_dealt":
                hidden = event["seat"] != seat
                expect((event["cards"] is None) == hidden, f"{seat} is told of {event['seat']}'s hand: {event}")
                hands |= {} if hidden else {seat: event["cards"]}
    pack = sorted(card for hand in hands.values() for card in hand)
    expect(pack == sorted(PACK), f"four hands of eight are the pack, not {as_json(hands)}")


def cards_in(value: object) -> Iterator[str]:
    """Every card that stands anywhere in a message, rules apart."""
    match value:
        case str():
            if _CARD.fullmatch(value):
                yield value
            elif ":" in value:
                yield from _CARD.findall(value.partition(":")[2])
        case dict():
            yield from (card for key, inner in value.items() if key != "rules" for card in cards_in((key, inner)))
        case list() | tuple():
            yield from (card for inner in value for card in cards_in(inner))


@CHECKS.check("events.secrecy", section=HAND)
async def secrecy(bench: ServerBench) -> None:
    """No message to anybody names a card that he neither holds nor has seen played or shown."""
    table = await bench.four()
    watcher = await bench.client("watcher", role="spectator")
    await watcher.send(type="watch", table=table.id)
    await table.play(bid_once)
    await table.all_have("deal_scored")
    for name, wire in (*table.wires.items(), ("watcher", watcher)):
        _is_told_nothing(name, wire)


def _is_told_nothing(viewer: str, wire: Wire) -> None:
    known: set[str] = set()
    for message in wire.seen:
        if message["type"] == "deal_started":
            known = set()
        if message["type"] in ("card_played", "declarations_shown"):
            known |= set(cards_in(message))
        if message["type"] == "hand_dealt" and message["seat"] == viewer:
            known |= set(message["cards"])
        hidden = set(cards_in(message)) - known
        expect(not hidden, f"{viewer} is told of {as_json(sorted(hidden))} by {message['type']}")


@CHECKS.check("events.spectator", section=HAND)
async def spectator(bench: ServerBench) -> None:
    """A spectator sees no hand and is asked nothing."""
    table = await bench.four()
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await table.play(bid_once)
    await watcher.until("deal_scored")
    dealt = [message for message in watcher.seen if message["type"] == "hand_dealt"]
    expect(len(dealt) >= 4, f"four hands are dealt, and {len(dealt)} were told")
    expect(all(message["cards"] is None for message in dealt), "a spectator was told a hand")
    expect(all(message["type"] != "request" for message in watcher.seen), "a spectator was asked")


@CHECKS.check("events.late_watcher", section=LIFE)
async def late_watcher(bench: ServerBench) -> None:
    """Who comes late gets the log from 1, with the numbers and fields that it had for those who were there."""
    table = await _played(bench)
    known = table.events("N")
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    last = known[-1]["n"]
    await bench.pulse.until(lambda: len(log(watcher, table.id)) >= last, f"{last} events")
    for theirs, ours in zip(known, log(watcher, table.id), strict=False):
        expect(
            {**theirs, "cards": 0} == {**ours, "cards": 0}, f"it was {as_json(theirs)}, and late it is {as_json(ours)}"
        )


@CHECKS.check("requests.after", section="request")
async def request_follows(bench: ServerBench) -> None:
    """A request comes after the last event that it takes into account, and its `after` is that event's number."""
    table = await _played(bench)
    for seat, wire in table.wires.items():
        last = 0
        for message in wire.seen:
            last = message.get("n", last)
            if message["type"] == "request":
                expect(message["after"] == last, f"{seat} is asked after {message['after']}, and has seen {last}")


@CHECKS.check("events.end", section="match_ended")
async def end(bench: ServerBench) -> None:
    """A match to 1 ends: match_ended with who won, table_closed and `left` with match_over, then the lobby."""
    table = await bench.four(target=1)
    await table.play(bid_once, until="match_ended")
    for seat, wire in table.wires.items():
        await wire.until("left", table=table.id, reason="match_over")
        await wire.until("lobby")
        kinds = [event["type"] for event in table.events(seat)]
        expect(kinds[-1] == "table_closed", f"table_closed is the last event, not {as_json(kinds[-1])}")
    ended = table.first("N", "match_ended")
    assert ended is not None
    expect(ended["winner"] in ("NS", "EW"), f"somebody has won: {ended}")
    best = max(ended["totals"], key=ended["totals"].get)
    expect(ended["totals"][best] >= 1, f"the target was 1: {ended}")


@CHECKS.check("events.two_stages", section=HAND)
async def two_stages(bench: ServerBench) -> None:
    """With `two_stage_deal` each is told six cards before the auction and two more once the contract is settled."""
    table = await bench.four(options={"two_stage_deal": True})
    await table.play(bid_once)
    for seat in SEATS:
        told = [event for event in table.events(seat) if event["type"] in ("hand_dealt", "contract_settled")][:9]
        mine = [len(event["cards"]) for event in told if event.get("seat") == seat]
        expect(mine == [6, 2], f"{seat} is told six cards and two, not {as_json(mine)}")
        kinds = [event["type"] for event in told]
        due = [*["hand_dealt"] * 4, "contract_settled", *["hand_dealt"] * 4]
        expect(kinds == due, f"four hands come before the contract and four after it, not {as_json(kinds)}")


@CHECKS.check("events.thrown_in", section="thrown_in")
async def thrown_in(bench: ServerBench) -> None:
    """Four passes and no bid: thrown_in, nobody scores, and the next seat in the direction of play deals anew."""
    table = await bench.four()
    await table.play(lambda request: "pass", until="thrown_in")
    await table.request()
    first, second = [event for event in table.events("N") if event["type"] == "deal_started"][:2]
    way = SEATS if table.rules["table"]["direction"] == "clockwise" else SEATS[::-1]
    due = way[(way.index(first["dealer"]) + 1) % 4]
    expect((second["deal"], second["dealer"]) == (2, due), f"deal 2 is dealt by {as_json(due)}: {second}")


@CHECKS.check("events.recap", section="recap_started")
async def recap(bench: ServerBench) -> None:
    """Where people sit a recap lies after a deal until all have gone on; each is heard, and the next deal begins."""
    table = await bench.four(hello={"program": False})
    await table.play(bid_once, until="recap_started", patience=20.0)
    for seat, wire in table.wires.items():
        await wire.send(type="go_on", id=70, table=table.id)
        expect((await wire.answer(70))["type"] == "ok", f"{seat} may go on")
    await table.wires["N"].until("deal_started", deal=2)
    gone = [event["seat"] for event in table.events("N") if event["type"] == "went_on"]
    expect(sorted(gone) == ["E", "N", "S", "W"], f"everybody is heard to go on once, not {as_json(gone)}")
