"""Checks of matches that are over: listed as they were, recorded as they were played, private where their table was."""

from __future__ import annotations

import json

from coinche.conformance.checks import Checks, Failed, Side, expect, fail
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire
from coinche.engine.match import MatchOver
from coinche.engine.record import Record, RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.engine.replay import replay
from coinche.engine.seats import Seat
from coinche.protocol import record_signature

from .four_seats import SEATS, Table, bid_once
from .harness import ServerBench
from .spectators import KEY, proof_of

CHECKS = Checks(Side.SERVER)
ARCHIVE = "Matches that are over"
TARGET = 300
QUESTIONS = 40
"""So many may be asked at once."""
A_FEW = 5
"""What the sign-in has cost of what may be said."""
NEVER_GIVEN = 2**31 - 1
"""A match that no server has kept."""


async def _asked(wire: Wire, **question: object) -> Map:
    await wire.send(id=70, **question)
    return await wire.answer(70)


async def _over(bench: ServerBench) -> Table:
    """A table whose match has been played to its end."""
    await bench.capabilities("archive")
    table = await bench.four(target=TARGET)
    await table.play(bid_once, until="match_ended")
    await table.all_have("match_ended")
    return table


async def _listed(bench: ServerBench, wire: Wire) -> Map | None:
    """The match of this check, as the client is told of it."""
    answer = await _asked(wire, type="list_matches")
    expect(answer["type"] == "matches", f"`matches` was due, not {answer}")
    numbers = [match["match"] for match in answer["matches"]]
    expect(numbers == sorted(set(numbers), reverse=True), f"the newest come first: {numbers}")
    ours = (match for match in answer["matches"] if match["table"] == bench.named("table"))
    return next(ours, None)


async def _kept(bench: ServerBench, wire: Wire) -> Map:
    found = await _listed(bench, wire)
    return found if found is not None else fail("the match is over, and not in the list")


@CHECKS.check("archive.listed", section=ARCHIVE)
async def listed(bench: ServerBench) -> None:
    """A match that is over is listed, with who sat there and how it ended, to whoever asks, in the lobby or not."""
    table = await _over(bench)
    for wire in (table.wires["N"], await bench.client("other")):
        match = await _kept(bench, wire)
        ended = table.first("N", "match_ended")
        deals = sum(event["type"] == "deal_started" for event in table.events("N"))
        due = {
            "score": ended["totals"] if ended else None,
            "seats": {seat: bench.named(seat) for seat in SEATS},
            "target": TARGET,
            "deals": deals,
        }
        for field, value in due.items():
            expect(
                match[field] == value,
                f"`{field}` of the match was {as_json(value)}, and is listed as {as_json(match[field])}",
            )
        answer = await _asked(wire, type="list_matches", before=match["match"])
        later = [other["match"] for other in answer["matches"] if other["match"] >= match["match"]]
        expect(not later, f"only matches before {match['match']} were asked for, and {as_json(later)} came")


async def _record(wire: Wire, match: int) -> list[str]:
    """The whole record, page by page."""
    lines: list[str] = []
    while True:
        page = await _asked(wire, type="get_record", match=match, after=len(lines))
        expect(page["type"] == "record", f"`record` was due, not {page}")
        expect((page["match"], page["after"]) == (match, len(lines)), "`record` repeats what it was asked for")
        lines += page["lines"]
        if not page["more"]:
            return lines
        expect(bool(page["lines"]), "more lines are to follow, and there are none in this page")


@CHECKS.check("archive.rate", section=ARCHIVE)
async def rate(bench: ServerBench) -> None:
    """A client may ask forty questions at once, and gets RATE for more; others may ask meanwhile."""
    await bench.capabilities("archive")
    wire, other = await bench.client(), await bench.client("other")
    await wire.send_together(*({"type": "list_matches", "id": number} for number in range(2 * QUESTIONS)))
    codes: dict[int, str] = {}
    while len(codes) < 2 * QUESTIONS:
        answer = await wire.until("matches", "error")
        codes[answer["re"]] = answer.get("code", "matches")
    early = [codes[number] for number in range(QUESTIONS - A_FEW)]
    expect(set(early) == {"matches"}, f"{QUESTIONS} questions may be asked at once, and got {as_json(early)}")
    late = [codes[number] for number in range(QUESTIONS - A_FEW, 2 * QUESTIONS)]
    expect(late.count("RATE") >= QUESTIONS // 2, f"RATE was due for what is more than {QUESTIONS} at once, not {late}")
    expect((await _asked(other, type="list_matches"))["type"] == "matches", "another client may ask all the same")


@CHECKS.check("archive.record", section=ARCHIVE)
async def record(bench: ServerBench) -> None:
    """The record of a match holds no events; played again it comes to the same score. A signed one proves itself."""
    table = await _over(bench)
    wire = table.wires["E"]
    lines = await _record(wire, (await _kept(bench, wire))["match"])
    try:
        events = [line for line in lines if "event" in json.loads(line)]
        kept = read_record(lines)
        state, _ = replay(kept)
    except (ValueError, RecordError) as wrong:
        raise Failed(f"the record cannot be played again: {wrong}") from wrong
    expect(not events, f"the record holds events: {as_json(events[:1])}")
    ended = table.first("E", "match_ended")
    totals = {"NS": state.standing.totals.NS, "EW": state.standing.totals.EW}
    expect(isinstance(state.phase, MatchOver), "the record ends before the match")
    expect(
        ended is not None and totals == ended["totals"], f"the record comes to {as_json(totals)}, the match to {ended}"
    )
    names = {Seat(seat): bench.named(seat) for seat in SEATS}
    expect(
        dict(kept.header.seats) == names, f"the record has to name those who sat there: {as_json(kept.header.seats)}"
    )
    if kept.header.provenance is not None:
        _proves_itself(kept, lines, (await bench.welcome()).get("signer", ""))
    beyond = await _asked(wire, type="get_record", match=(await _kept(bench, wire))["match"], after=len(lines))
    expect((beyond["lines"], beyond["more"]) == ([], False), f"nothing follows the last line, not {as_json(beyond)}")


def _proves_itself(kept: Record, lines: list[str], signer: str) -> None:
    """The shuffles follow from what is shown of them, and the server of the welcome has signed."""
    try:
        proven(kept)
    except RecordError as wrong:
        raise Failed(f"the record does not prove itself: {wrong}") from wrong
    flaw = record_signature.seal_flaw(lines, kept, bytes.fromhex(signer))
    expect(flaw is None, f"the record is not signed as it ought to be by {signer or 'nobody'}: {flaw}")


@CHECKS.check("archive.unknown", section=ARCHIVE)
async def unknown(bench: ServerBench) -> None:
    """Who asks for the record of a match that is not kept gets NO_SUCH_MATCH."""
    await bench.capabilities("archive")
    answer = await _asked(await bench.client(), type="get_record", match=NEVER_GIVEN)
    expect(answer.get("code") == "NO_SUCH_MATCH", f"NO_SUCH_MATCH was due, not {answer}")


@CHECKS.check("archive.private", section=ARCHIVE)
async def private(bench: ServerBench) -> None:
    """Who sat at a private table is told of its match; anybody else is not, in no list, record or statistics."""
    await bench.capabilities("archive")
    table = await _private_table(bench)
    await table.play(bid_once, until="match_ended")
    await table.all_have("match_ended")
    match, stranger = await _kept(bench, table.wires["S"]), await bench.client("stranger")
    expect(await _listed(bench, stranger) is None, "a match of a private table is listed to somebody else")
    answer = await _asked(stranger, type="get_record", match=match["match"])
    expect(answer.get("code") == "NO_SUCH_MATCH", f"NO_SUCH_MATCH was due, not {answer}")
    players = (await _asked(stranger, type="get_statistics"))["players"]
    told = [player for player in players if player["name"] in {bench.named(seat) for seat in SEATS}]
    expect(not told, f"a match of a private table is counted for somebody else: {as_json(told)}")


async def _private_table(bench: ServerBench) -> Table:
    wires = {seat: await bench.client(seat) for seat in SEATS}
    joined = await bench.opened(wires["N"], seat="N", key=KEY, target=TARGET)
    for seat in SEATS[1:]:
        wire = wires[seat]
        await wire.send(type="join", table=joined["table"], seat=seat, proof=proof_of(wire, joined["table"]))
        await wire.until("joined")
    return Table(joined["table"], wires, joined["rules"], bench.pulse)


@CHECKS.check("archive.statistics", section=ARCHIVE)
async def statistics(bench: ServerBench) -> None:
    """Statistics are what the deals of the kept matches came to, for each player; whoever asks is among them."""
    table = await _over(bench)
    for seat, wire in table.wires.items():
        players = (await _asked(wire, type="get_statistics"))["players"]
        own = next((player for player in players if player["name"] == bench.named(seat)), None)
        due = _statistics(table.events(seat), seat)
        if own is None:
            fail(f"{bench.named(seat)} has played, and is not in his own statistics")
        for field, value in due.items():
            expect(
                own[field] == value,
                f"`{field}` of {seat} is {as_json(own[field])}, and the events come to {as_json(value)}",
            )


def _statistics(events: list[Map], seat: str) -> Map:
    """What one match comes to for a seat of it, as its events have it."""
    ours, theirs = ("NS", "EW") if seat in "NS" else ("EW", "NS")
    scored = [event for event in events if event["type"] == "deal_scored"]
    settled = [event for event in events if event["type"] == "contract_settled"]
    taken = [deal for contract, deal in zip(settled, scored, strict=True) if contract["bidder"] == seat]
    return {
        "matches": 1,
        "won": sum(event["type"] == "match_ended" and event["winner"] == ours for event in events),
        "deals": len(scored),
        "taken": len(taken),
        "made": sum(deal["made"] for deal in taken),
        "points": sum(deal["scores"][ours] for deal in scored),
        "against": sum(deal["scores"][theirs] for deal in scored),
    }
