"""Checks of coming back: the proof, the events that were missed, the request that is still live."""

from __future__ import annotations

import hashlib
import hmac

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .events import log
from .four_seats import Table, bid_once
from .harness import ServerBench
from .outcome import sent_away

CHECKS = Checks(Side.SERVER)
BACK = "Coming back"


def proof_of(secret: str, nonce: str, n: int) -> str:
    """HMAC-SHA256 under SHA-256 of the secret, over the nonce and then `n` in decimal digits."""
    key = hashlib.sha256(bytes.fromhex(secret)).digest()
    return hmac.new(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hexdigest()


async def back(bench: ServerBench, ready: Map, n: int = 0, *, proved: int | None = None) -> Wire:
    """A new connection that has proved the session of that `ready`, or tried to."""
    wire = await bench.connect("back")
    welcome = await bench.greet(wire, auth="resume", session=ready["session"])
    proof = proof_of(ready["secret"], welcome["nonce"], n if proved is None else proved)
    await wire.send(type="prove", proof=proof, n=n)
    return wire


async def _offered(bench: ServerBench) -> Table:
    """A table in the middle of its first trick, where the server can be come back to."""
    await bench.capabilities("resume")
    table = await bench.four()
    while (request := await table.request())["kind"] != "play":
        await table.accepted(request, bid_once(request))
    await table.accepted(request, request["default"])
    return table


def _ready(wire: Wire) -> Map:
    return next(message for message in wire.seen if message["type"] == "ready")


@CHECKS.check("resume.request", section=BACK)
async def request_again(bench: ServerBench) -> None:
    """The live request comes again to the newer connection, with the same number and no more time than before."""
    table = await _offered(bench)
    request = await table.request()
    wire = table.wires[request["seat"]] = await back(bench, _ready(table.wires[request["seat"]]))
    again = await wire.until("request")
    expect(again["request"] == request["request"], f"request {request['request']} was live, {again['request']} came")
    for field in ("legal", "default", "kind"):
        expect(
            again[field] == request[field], f"`{field}` was {as_json(request[field])}, and is {as_json(again[field])}"
        )
    expect(again["clock"]["move_ms"] <= request["clock"]["move_ms"], "time does not come back")
    await table.accepted(again, again["default"])


@CHECKS.check("resume.events", section=BACK)
async def events_after(bench: ServerBench) -> None:
    """`ready`, `joined`, then the events after `n` and none before, as the seat would have seen them."""
    table = await _offered(bench)
    lost = table.wires["S"]
    known = log(lost, table.id)
    n = known[len(known) // 2]["n"]
    await lost.hang_up()
    wire = await back(bench, _ready(lost), n)
    await wire.until("ready")
    expect((await wire.until("joined"))["seat"] == "S", "the seat is the one that was left")
    await _has(bench, wire, table.id, len(known) - n)
    expect(log(wire, table.id)[: len(known) - n] == known[n:], f"the events after {n} were to come, as they were")


@CHECKS.check("resume.all_events", section=BACK)
async def all_events(bench: ServerBench) -> None:
    """With `n` 0, or with a number that the table has not reached, all events come again, from 1."""
    for n in (0, 100_000):
        table = await _offered(bench)
        lost = table.wires["E"]
        known = log(lost, table.id)
        await lost.hang_up()
        wire = await back(bench, _ready(lost), n)
        await _has(bench, wire, table.id, len(known))
        expect(log(wire, table.id)[: len(known)] == known, "all events were to come again as they were")


async def _has(bench: ServerBench, wire: Wire, table: str, many: int) -> None:
    await bench.pulse.until(lambda: len(log(wire, table)) >= many, f"{many} events")


@CHECKS.check("resume.away", section="Clocks and pauses")
async def away(bench: ServerBench) -> None:
    """Who loses the connection in mid-match keeps his seat; the others hear that he is away, and that he is back."""
    table = await _offered(bench)
    lost = table.wires["S"]
    await lost.hang_up()
    await table.wires["N"].until("seat_changed", seat="S", occupant="program", connected=False)
    await back(bench, _ready(lost))
    await table.wires["N"].until("seat_changed", seat="S", occupant="program", connected=True)


@CHECKS.check("resume.replaced", section=BACK)
async def replaced(bench: ServerBench) -> None:
    """A session that is still connected elsewhere is closed there with REPLACED; the newer connection plays on."""
    table = await _offered(bench)
    request = await table.request()
    old = table.wires[request["seat"]]
    wire = table.wires[request["seat"]] = await back(bench, _ready(old))
    await sent_away(old, "REPLACED")
    await table.accepted(await wire.until("request"), request["default"])


@CHECKS.check("resume.new_secret", section=BACK)
async def new_secret(bench: ServerBench) -> None:
    """Each `ready` brings a new secret; the old one is good until the new one has been used, and then no more."""
    table = await _offered(bench)
    first = _ready(table.wires["S"])
    await table.wires["S"].hang_up()
    second = await (await back(bench, first)).until("ready")
    expect(second["secret"] != first["secret"], "the same secret came again")
    expect(second["session"] == first["session"], "a session keeps its id")
    await (await back(bench, first)).until("ready")
    third_wire = await back(bench, await (await back(bench, first)).until("ready"))
    await third_wire.until("ready")
    await sent_away(await back(bench, first), "AUTH_FAILED")


@CHECKS.check("resume.wrong_proof", section=BACK)
async def wrong_proof(bench: ServerBench) -> None:
    """A proof for another `n` or with another secret gets AUTH_FAILED, and harms the session no further."""
    table = await _offered(bench)
    ready = _ready(table.wires["S"])
    await sent_away(await back(bench, ready, 3, proved=4), "AUTH_FAILED")
    await sent_away(await back(bench, {**ready, "secret": "0" * 64}), "AUTH_FAILED")
    request = await table.request()
    await table.accepted(request, request["default"])
    await (await back(bench, ready)).until("ready")


@CHECKS.check("resume.replayed_proof", section=BACK)
async def replayed_proof(bench: ServerBench) -> None:
    """A proof is good for its own nonce alone: heard and sent again on another connection it gets AUTH_FAILED."""
    table = await _offered(bench)
    ready = _ready(table.wires["S"])
    first, second = await bench.connect("first"), await bench.connect("second")
    welcome = await bench.greet(first, auth="resume", session=ready["session"])
    await bench.greet(second, auth="resume", session=ready["session"])
    await second.send(type="prove", proof=proof_of(ready["secret"], welcome["nonce"], 0))
    await sent_away(second, "AUTH_FAILED")


@CHECKS.check("resume.after_bye", section=BACK)
async def after_bye(bench: ServerBench) -> None:
    """Who said bye is forgotten: AUTH_FAILED; so is who lost the connection and sat at no running match."""
    table = await _offered(bench)
    gone = table.wires["S"]
    await gone.send(type="bye")
    await gone.end()
    await sent_away(await back(bench, _ready(gone)), "AUTH_FAILED")


@CHECKS.check("resume.at_no_match", section=BACK)
async def at_no_match(bench: ServerBench) -> None:
    """A session that sits at no running match is forgotten when its connection ends: AUTH_FAILED."""
    await bench.capabilities("resume")
    wire, looker = await bench.client(), await bench.client("looker")
    table = (await bench.opened(wire))["table"]
    await wire.hang_up()
    while any(shown["table"] == table for shown in (await looker.until("lobby"))["tables"]):
        pass
    await sent_away(await back(bench, _ready(wire)), "AUTH_FAILED")


@CHECKS.check("resume.watching", section=BACK)
async def watching(bench: ServerBench) -> None:
    """Who watches comes back in the same way, as long as the old connection is open."""
    table = await _offered(bench)
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    known = table.events("N")
    wire = await back(bench, _ready(watcher), 5)
    expect((await wire.until("joined"))["seat"] is None, "who watched has no seat")
    await _has(bench, wire, table.id, len(known) - 5)
    expect(log(wire, table.id)[0]["n"] == 6, f"event 6 comes after 5, not {log(wire, table.id)[0]}")


@CHECKS.check("resume.elsewhere", section=BACK)
async def elsewhere(bench: ServerBench) -> None:
    """A session that is at no table and still connected can be taken back, too; the lobby follows."""
    await bench.capabilities("resume")
    old = await bench.client()
    wire = await back(bench, _ready(old))
    await wire.until("ready")
    await wire.until("lobby")
    await sent_away(old, "REPLACED")
