"""Checks of coming back to a session, and of watching: what was missed comes, what is hidden or not due does not."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import trio

from coinche.conformance.checks import Checks, Side, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import CheckClient, FourSeats, bid_once
from .events import without_cards
from .harness import ServerBench

BACK_CHECKS, WATCHING_CHECKS = Checks(Side.SERVER), Checks(Side.SERVER)
BACK, WATCHING, PRIVATE = "Coming back", "Watching", "Private tables"
KEY = hashlib.sha256("sésame".encode()).hexdigest()
"""Of the passphrase `sésame`."""
TRIES = 8
"""How often one tries to come in that is told to wait."""
DEAL = ("hand_dealt", "passed", "bid_made", "card_played")


# --- coming back -------------------------------------------------------------------------------------


def session_proof(secret: str, nonce: str, n: int) -> str:
    """HMAC-SHA256 under SHA-256 of the secret, over the nonce and then `n` in decimal digits."""
    key = hashlib.sha256(bytes.fromhex(secret)).digest()
    return hmac.new(key, bytes.fromhex(nonce) + str(n).encode(), "sha256").hexdigest()


async def back(bench: ServerBench, ready: Map, n: int = 0, *, proved: int | None = None) -> CheckClient:
    """A new connection that has proved the session of that `ready`, or tried to."""
    wire = await bench.connect("back")
    welcome = await bench.greet(wire, auth="resume", session=ready["session"])
    proof = session_proof(ready["secret"], welcome["nonce"], n if proved is None else proved)
    await wire.say("prove", proof=proof, n=n)
    return wire


async def _not_back(bench: ServerBench, ready: Map, n: int = 0, *, proved: int | None = None) -> None:
    """Coming back so has to get AUTH_FAILED."""
    await (await back(bench, ready, n, proved=proved)).sent_away("AUTH_FAILED")


async def _in_a_trick(bench: ServerBench) -> FourSeats:
    """A table in the middle of its first trick, of a server to which one can come back."""
    await bench.capabilities("resume")
    table = await bench.four()
    request = await table.until_play()
    await table.accepted(request, request["default"])
    return table


@BACK_CHECKS.check("resume.request", BACK)
async def request_again(bench: ServerBench) -> None:
    """The live request comes again to the newer connection, with the same number and no more time than before."""
    table = await _in_a_trick(bench)
    request = await table.request()
    wire = table.wires[request["seat"]] = await back(bench, table.of(request).first("ready"))
    again = await wire.until("request")
    expect_fields(again, **{field: request[field] for field in ("request", "legal", "default", "kind")})
    expect(again["clock"]["move_ms"] <= request["clock"]["move_ms"], "time does not come back")
    await table.accepted(again, again["default"])


@BACK_CHECKS.check("resume.events", BACK)
async def events_after(bench: ServerBench) -> None:
    """`ready`, `joined`, then the events after `n` and none before, as the seat would have seen them."""
    table = await _in_a_trick(bench)
    lost, known = table.wires["S"], table.events("S")
    n = known[len(known) // 2]["n"]
    await lost.hang_up()
    wire = await back(bench, lost.first("ready"), n)
    await wire.until("ready")
    expect_fields(await wire.until("joined"), seat="S")
    found = await _events(bench, wire, table.id, len(known) - n)
    expect(found == known[n:], f"the events after {n} were to come, as they were")


async def _events(bench: ServerBench, wire: CheckClient, table: str, many: int) -> list[Map]:
    """The first events that come on the wire, so many of them."""
    await bench.pulse.until(lambda: len(wire.events(table)) >= many, f"{many} events")
    return wire.events(table)[:many]


@BACK_CHECKS.check("resume.all_events", BACK)
async def all_events(bench: ServerBench) -> None:
    """With `n` 0, or with a number that the table has not reached, all events come again, from 1."""
    for n in (0, 100_000):
        table = await _in_a_trick(bench)
        lost, known = table.wires["E"], table.events("E")
        await lost.hang_up()
        found = await _events(bench, await back(bench, lost.first("ready"), n), table.id, len(known))
        expect(found == known, "all events were to come again as they were")


@BACK_CHECKS.check("resume.away", "Clocks and pauses")
async def away(bench: ServerBench) -> None:
    """Who loses the connection in mid-match keeps his seat; the others hear that he is away, and that he is back."""
    table = await _in_a_trick(bench)
    lost, north = table.wires["S"], table.wires["N"]
    await lost.hang_up()
    await north.until("seat_changed", seat="S", occupant="program", connected=False)
    await back(bench, lost.first("ready"))
    await north.until("seat_changed", seat="S", occupant="program", connected=True)


@BACK_CHECKS.check("resume.replaced", BACK)
async def replaced(bench: ServerBench) -> None:
    """A session that is still connected elsewhere is closed there with REPLACED; the newer connection plays on."""
    table = await _in_a_trick(bench)
    request = await table.request()
    old = table.of(request)
    wire = table.wires[request["seat"]] = await back(bench, old.first("ready"))
    await old.sent_away("REPLACED")
    await table.accepted(await wire.until("request"), request["default"])


@BACK_CHECKS.check("resume.new_secret", BACK)
async def new_secret(bench: ServerBench) -> None:
    """Each `ready` brings a new secret; the old one is good until the new one has been used, and then no more."""
    table = await _in_a_trick(bench)
    first = table.wires["S"].first("ready")
    await table.wires["S"].hang_up()
    second = await (await back(bench, first)).until("ready")
    expect(second["secret"] != first["secret"], "the same secret came again")
    expect_fields(second, session=first["session"])
    await (await back(bench, first)).until("ready")
    third = await (await back(bench, first)).until("ready")
    await (await back(bench, third)).until("ready")
    await _not_back(bench, first)


@BACK_CHECKS.check("resume.wrong_proof", BACK)
async def wrong_proof(bench: ServerBench) -> None:
    """A proof for another `n` or with another secret gets AUTH_FAILED, and harms the session no further."""
    table = await _in_a_trick(bench)
    ready = table.wires["S"].first("ready")
    await _not_back(bench, ready, 3, proved=4)
    await _not_back(bench, {**ready, "secret": "0" * 64})
    request = await table.request()
    await table.accepted(request, request["default"])
    await (await back(bench, ready)).until("ready")


@BACK_CHECKS.check("resume.replayed_proof", BACK)
async def replayed_proof(bench: ServerBench) -> None:
    """A proof is good for its own nonce alone: heard and sent again on another connection it gets AUTH_FAILED."""
    table = await _in_a_trick(bench)
    ready = table.wires["S"].first("ready")
    first, second = await bench.connect("first"), await bench.connect("second")
    welcome = await bench.greet(first, auth="resume", session=ready["session"])
    await bench.greet(second, auth="resume", session=ready["session"])
    await second.say("prove", proof=session_proof(ready["secret"], welcome["nonce"], 0))
    await second.sent_away("AUTH_FAILED")


@BACK_CHECKS.check("resume.after_bye", BACK)
async def after_bye(bench: ServerBench) -> None:
    """Who said bye is forgotten: AUTH_FAILED; so is who lost the connection and sat at no running match."""
    gone = (await _in_a_trick(bench)).wires["S"]
    await gone.say("bye")
    await gone.end()
    await _not_back(bench, gone.first("ready"))


@BACK_CHECKS.check("resume.at_no_match", BACK)
async def at_no_match(bench: ServerBench) -> None:
    """A session that sits at no running match is forgotten when its connection ends: AUTH_FAILED."""
    await bench.capabilities("resume")
    looker, (wire, table) = await bench.client("looker"), await bench.opener()
    await wire.hang_up()
    await looker.shown_no_more(table)
    await _not_back(bench, wire.first("ready"))


@BACK_CHECKS.check("resume.watching", BACK)
async def watching(bench: ServerBench) -> None:
    """Who watches comes back in the same way, as long as the old connection is open."""
    table = await _in_a_trick(bench)
    watcher, known = await bench.watcher(table.id), table.events("N")
    wire = await back(bench, watcher.first("ready"), 5)
    expect_fields(await wire.until("joined"), seat=None)
    expect_is((await _events(bench, wire, table.id, len(known) - 5))[0]["n"], 6, "the number of the event after 5")


@BACK_CHECKS.check("resume.elsewhere", BACK)
async def elsewhere(bench: ServerBench) -> None:
    """A session that is at no table and still connected can be taken back, too; the lobby follows."""
    await bench.capabilities("resume")
    old = await bench.client()
    wire = await back(bench, old.first("ready"))
    await wire.until("ready")
    await wire.until("lobby")
    await old.sent_away("REPLACED")


# --- watching, later than it happens -----------------------------------------------------------------


def _early(*wires: CheckClient) -> set[str]:
    """The types of those events of a deal that have come."""
    return {message["type"] for wire in wires for message in wire.seen if message["type"] in DEAL}


async def _seen_while_played(table: FourSeats, *watchers: CheckClient) -> None:
    """Play a deal, of which the watchers may see nothing before it is over."""
    seen_early: set[str] = set()

    def chosen(request: Map) -> str:
        seen_early.update(_early(*watchers))
        return bid_once(request)

    await table.play(chosen)
    expect(not seen_early, f"eyes have seen {as_json(sorted(seen_early))} of a deal that was not over")


@WATCHING_CHECKS.check("watching.deals_behind", WATCHING)
async def deals_behind(bench: ServerBench) -> None:
    """With `delay_deals` 1 who watches sees nothing of a deal until it is over, and then all of it."""
    table = await bench.four(delay_deals=1)
    watcher = await bench.watcher(table.id)
    await _seen_while_played(table, watcher)
    await table.play(bid_once)
    await watcher.until("deal_scored")
    numbers = [event["n"] for event in watcher.events(table.id)]
    expect(numbers == list(range(1, len(numbers) + 1)), f"the numbers are dense, late as well: {as_json(numbers)}")


@WATCHING_CHECKS.check("watching.rest_at_the_end", WATCHING)
async def rest_at_the_end(bench: ServerBench) -> None:
    """With `delay_s` who watches is behind; when the table closes, all the rest comes at once, as it was."""
    table = await bench.four(delay_s=3600, target=1)
    watcher = await bench.watcher(table.id)
    await table.play(bid_once, until="match_ended")
    early = watcher.has_seen("card_played")
    expect(watcher.has_seen("left") or not early, "who watches an hour later has seen a card at once")
    await watcher.until("left", reason="match_over")
    await table.all_have("table_closed")
    same = without_cards(watcher.events(table.id)) == without_cards(table.events("N"))
    expect(same, "who watches has not the log that N has")


def passphrase_proof(wire: CheckClient, table: str, key: str = KEY) -> str:
    """HMAC-SHA256 under the key, over the nonce of this connection and the table's id."""
    nonce = bytes.fromhex(wire.first("welcome")["nonce"])
    return hmac.new(bytes.fromhex(key), nonce + table.encode(), "sha256").hexdigest()


@WATCHING_CHECKS.check("private.proof", PRIVATE)
async def proof(bench: ServerBench) -> None:
    """To join or watch a private table takes a proof of its passphrase; without it, or with a wrong one, FORBIDDEN."""
    (_, table), wire, other = await bench.opener("maker", key=KEY), await bench.client(), await bench.client("other")
    proofs = ("0" * 64, passphrase_proof(other, table), passphrase_proof(wire, table, "0" * 64))
    for kind in ("join", "watch"):
        for wrong in ({}, *({"proof": proof} for proof in proofs)):
            answer = await _tried(wire, kind, table=table, **wrong)
            expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for {as_json(wrong)}, not {answer}")
    for client, kind in ((wire, "join"), (other, "watch")):
        answer = await _tried(client, kind, table=table, proof=passphrase_proof(client, table))
        expect(answer["type"] == "joined", f"the proof is right, and got {answer}")


async def _tried(wire: CheckClient, kind: str, **fields: Any) -> Map:
    """The answer to an attempt to come in; one that comes too soon after others is made again."""
    for _ in range(TRIES):
        await wire.say(kind, **fields)
        answer = await wire.until("error", "joined")
        if answer.get("code") != "RATE":
            break
        await trio.sleep(1.0)
    return answer


@WATCHING_CHECKS.check("private.shown", PRIVATE)
async def shown(bench: ServerBench) -> None:
    """The lobby says that a table is private; nothing that is sent has its key."""
    looker, (_, table) = await bench.client("looker"), await bench.opener("maker", key=KEY)
    info = await looker.shown(table)
    expect_is(info["private"], True, "`private` of the table in the lobby")
    expect(KEY not in str(looker.seen), "the lobby has the key of a table")


@WATCHING_CHECKS.check("watching.late_and_behind", WATCHING)
async def late_and_behind(bench: ServerBench) -> None:
    """Who comes to watch in mid-match, or comes back to it, is behind like everybody who watches."""
    table = await bench.four(delay_s=3600)
    await table.until_play()
    watcher = await bench.watcher(table.id)
    again = await back(bench, watcher.first("ready"))
    await again.until("joined")
    for wire in (watcher, again):
        await again.answers()
        early = _early(wire)
        expect(not early, f"who watches an hour later has seen {as_json(sorted(early))} at once")


@WATCHING_CHECKS.check("watching.eyes", WATCHING)
async def eyes(bench: ServerBench) -> None:
    """With `eyes` who watches sees what that seat has seen, the same events to the last value, once a deal is over."""
    table = await bench.four(delay_deals=1)
    watchers = {seat: await _looking(bench, table, seat) for seat in ("W", "N")}
    await _seen_while_played(table, *watchers.values())
    await table.all_have("deal_scored")
    for seat, watcher in watchers.items():
        await watcher.until("deal_scored")
        found = watcher.events(table.id)
        expect(found == table.events(seat)[: len(found)], f"the eyes of {seat} have not seen what {seat} has")


@WATCHING_CHECKS.check("watching.other_eyes", WATCHING)
async def other_eyes(bench: ServerBench) -> None:
    """Who watches may say so again for other eyes: `joined`, and the events from 1 as that seat saw them."""
    table = await bench.four(delay_deals=1)
    watcher = await _looking(bench, table, "E")
    await table.play(bid_once)
    await watcher.until("deal_scored")
    for seat in ("S", None):
        behind = len(watcher.seen)
        expect_fields(await watcher.watch(table.id, **({"eyes": seat} if seat else {})), eyes=seat)
        await watcher.until("deal_scored")
        events = [message for message in watcher.seen[behind:] if "n" in message]
        numbers = [event["n"] for event in events]
        expect_is(numbers, list(range(1, len(numbers) + 1)), "the events behind `joined`")
        hands = [event["seat"] for event in events if event["type"] == "hand_dealt" and event["cards"] is not None]
        expect(set(hands) == ({seat} if seat else set()), f"the eyes of {seat} are shown the hands of {as_json(hands)}")


@WATCHING_CHECKS.check("watching.no_eyes", WATCHING)
async def no_eyes(bench: ServerBench) -> None:
    """Where a deal is shown before it is over, or the cards are never shuffled, `eyes` are FORBIDDEN."""
    watcher = await bench.client("watcher")
    unfit: tuple[Map, ...] = ({}, {"delay_s": 3600}, {"delay_deals": 5, "options": {"shuffle": "never"}})
    for fields in unfit:
        _, table = await bench.opener("maker", **fields)
        await watcher.refused("FORBIDDEN", "watch", table=table, eyes="N")


async def _looking(bench: ServerBench, table: FourSeats, seat: str) -> CheckClient:
    """A client that watches through the eyes of that seat."""
    watcher = await bench.client(f"eyes of {seat}")
    expect_fields(await watcher.watch(table.id, eyes=seat), seat=None, eyes=seat)
    return watcher
