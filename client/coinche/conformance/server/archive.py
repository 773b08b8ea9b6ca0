"""Checks of matches that are over, listed and recorded as they were, and of providers, which lend bots to tables."""

from __future__ import annotations

import json

from coinche.conformance.checks import Checks, Failed, NotOffered, Side, expect, expect_fields, fail
from coinche.conformance.transcript import Map, as_json
from coinche.engine.match import MatchOver
from coinche.engine.record import Record, RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.engine.replay import replay
from coinche.engine.seats import Seat
from coinche.protocol import record_signature

from .clients import SEATS, CheckClient, FourSeats, bid_once
from .harness import ServerBench
from .resuming import KEY, passphrase_proof, session_proof
from .strict_tables import JACK

CHECKS = Checks(Side.SERVER)
ARCHIVE, LENDING = "Matches that are over", "Lending bots"
TARGET = 300
QUESTIONS = 40
"""So many may be asked at once."""
A_FEW = 5
"""What the sign-in has cost of what may be said."""
NEVER_GIVEN = 2**31 - 1
"""A match that no server has kept."""
HEARD = ("welcome", "ready", "invite", "dismiss", "request", "ok", "error", "pong", "bye", "ping")
"""All that a provider is ever sent."""


# --- matches that are over ---------------------------------------------------------------------------


async def _over(bench: ServerBench) -> FourSeats:
    """A table whose match has been played to its end."""
    await bench.capabilities("archive")
    table = await bench.four(target=TARGET)
    await table.play(bid_once, until="match_ended")
    await table.all_have("match_ended")
    return table


async def _listed(bench: ServerBench, wire: CheckClient) -> Map | None:
    """The match of this check, as the client is told of it."""
    answer = await wire.ask("list_matches")
    expect(answer["type"] == "matches", f"`matches` was due, not {answer}")
    numbers = [match["match"] for match in answer["matches"]]
    expect(numbers == sorted(set(numbers), reverse=True), f"the newest come first: {numbers}")
    ours = (match for match in answer["matches"] if match["table"] == bench.named("table"))
    return next(ours, None)


async def _kept(bench: ServerBench, wire: CheckClient) -> Map:
    found = await _listed(bench, wire)
    return found if found is not None else fail("the match is over, and not in the list")


@CHECKS.check("archive.listed", ARCHIVE)
async def listed(bench: ServerBench) -> None:
    """A match that is over is listed, with who sat there and how it ended, to whoever asks, in the lobby or not."""
    table = await _over(bench)
    for wire in (table.wires["N"], await bench.client("other")):
        match = await _kept(bench, wire)
        ended, deals = table.event("match_ended"), len(table.events("N", "deal_started"))
        seats = {seat: bench.named(seat) for seat in SEATS}
        expect_fields(match, score=ended["totals"], seats=seats, target=TARGET, deals=deals)
        answer = await wire.ask("list_matches", before=match["match"])
        later = [other["match"] for other in answer["matches"] if other["match"] >= match["match"]]
        expect(not later, f"only matches before {match['match']} were asked for, and {as_json(later)} came")


async def _record(wire: CheckClient, match: int) -> list[str]:
    """The whole record, page by page."""
    lines: list[str] = []
    while True:
        page = await wire.ask("get_record", match=match, after=len(lines))
        expect(page["type"] == "record", f"`record` was due, not {page}")
        expect((page["match"], page["after"]) == (match, len(lines)), "`record` repeats what it was asked for")
        lines += page["lines"]
        if not page["more"]:
            return lines
        expect(bool(page["lines"]), "more lines are to follow, and there are none in this page")


@CHECKS.check("archive.rate", ARCHIVE)
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
    expect((await other.ask("list_matches"))["type"] == "matches", "another client may ask all the same")


@CHECKS.check("archive.record", ARCHIVE)
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
    beyond = await wire.ask("get_record", match=(await _kept(bench, wire))["match"], after=len(lines))
    expect((beyond["lines"], beyond["more"]) == ([], False), f"nothing follows the last line, not {as_json(beyond)}")


def _proves_itself(kept: Record, lines: list[str], signer: str) -> None:
    """The shuffles follow from what is shown of them, and the server of the welcome has signed."""
    try:
        proven(kept)
    except RecordError as wrong:
        raise Failed(f"the record does not prove itself: {wrong}") from wrong
    flaw = record_signature.seal_flaw(lines, kept, bytes.fromhex(signer))
    expect(flaw is None, f"the record is not signed as it ought to be by {signer or 'nobody'}: {flaw}")


@CHECKS.check("archive.unknown", ARCHIVE)
async def unknown(bench: ServerBench) -> None:
    """Who asks for the record of a match that is not kept gets NO_SUCH_MATCH."""
    await bench.capabilities("archive")
    await (await bench.client()).denied("NO_SUCH_MATCH", "get_record", match=NEVER_GIVEN)


@CHECKS.check("archive.private", ARCHIVE)
async def private(bench: ServerBench) -> None:
    """Who sat at a private table is told of its match; anybody else is not, in no list, record or statistics."""
    await bench.capabilities("archive")
    table = await _private_table(bench)
    await table.play(bid_once, until="match_ended")
    await table.all_have("match_ended")
    match, stranger = await _kept(bench, table.wires["S"]), await bench.client("stranger")
    expect(await _listed(bench, stranger) is None, "a match of a private table is listed to somebody else")
    await stranger.denied("NO_SUCH_MATCH", "get_record", match=match["match"])
    players = (await stranger.ask("get_statistics"))["players"]
    told = [player for player in players if player["name"] in {bench.named(seat) for seat in SEATS}]
    expect(not told, f"a match of a private table is counted for somebody else: {as_json(told)}")


async def _private_table(bench: ServerBench) -> FourSeats:
    wires = {seat: await bench.client(seat) for seat in SEATS}
    joined = await bench.opened(wires["N"], seat="N", key=KEY, target=TARGET)
    for seat in SEATS[1:]:
        wire = wires[seat]
        await wire.join(joined["table"], seat=seat, proof=passphrase_proof(wire, joined["table"]))
    return FourSeats(joined["table"], wires, joined["rules"], bench.pulse)


@CHECKS.check("archive.statistics", ARCHIVE)
async def statistics(bench: ServerBench) -> None:
    """Statistics are what the deals of the kept matches came to, for each player; whoever asks is among them."""
    table = await _over(bench)
    for seat, wire in table.wires.items():
        players = (await wire.ask("get_statistics"))["players"]
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


# --- providers ---------------------------------------------------------------------------------------


async def _provider(bench: ServerBench) -> CheckClient:
    """Whoever may lend bots, signed in."""
    lender = bench.target.lender
    if lender is None:
        raise NotOffered("no token of a provider was given (--provider)")
    wire = await bench.connect("P")
    welcome = await bench.greet(wire, name=lender.name, role="provider", auth="token")
    await wire.say("prove", proof=session_proof(lender.token, welcome["nonce"], 0))
    await wire.until("ready")
    return wire


async def _lent(bench: ServerBench, *seats: str) -> tuple[FourSeats, CheckClient]:
    """A table where a provider has accepted the seats that were left."""
    provider, table = await _provider(bench), await bench.four()
    for seat in seats:
        left = table.wires.pop(seat)
        await left.say("leave", table=table.id)
        await left.until("left")
        invite = await provider.until("invite", table=table.id, seat=seat)
        expect(invite["rules"] == table.rules, "an invite has the rules of the table, whole")
        expect(isinstance(invite["bot"], str), f"an invite says which kind of bot is wanted: {as_json(invite['bot'])}")
    for seat in seats:  # all at once, lest a seat be asked before the last invite has come
        await provider.say("accept", table=table.id, seat=seat)
    return table, provider


async def _played(table: FourSeats, provider: CheckClient, seats: tuple[str, ...]) -> None:
    """Play a deal, the provider answering for its seats."""
    everybody = {**table.wires, **dict.fromkeys(seats, provider)}
    playing = FourSeats(table.id, everybody, table.rules, table.pulse)
    await playing.play(bid_once)


@CHECKS.check("lending.plays", LENDING, alone=True)
async def plays(bench: ServerBench) -> None:
    """Who accepts an invite gets the requests of that seat, and nothing else of the table: no events, no lobby."""
    table, provider = await _lent(bench, "E")
    await _played(table, provider, ("E",))
    asked = [message for message in provider.seen if message["type"] == "request"]
    expect(asked and all(message["seat"] == "E" for message in asked), f"it is asked for E alone: {as_json(asked)}")
    expect(all(message["view"]["viewer"] == "E" for message in asked), "its view is that of the seat")
    heard = {message["type"] for message in provider.seen}
    expect(heard <= set(HEARD), f"a provider is told {as_json(sorted(heard - set(HEARD)))}")


@CHECKS.check("lending.many_seats", LENDING, alone=True)
async def many_seats(bench: ServerBench) -> None:
    """A provider plays any number of seats on one connection; each request says for which."""
    table, provider = await _lent(bench, "E", "W", "S")
    await _played(table, provider, ("E", "W", "S"))
    seats = {message["seat"] for message in provider.seen if message["type"] == "request"}
    expect(seats == {"E", "W", "S"}, f"it is asked for three seats, not for {as_json(seats)}")


@CHECKS.check("lending.dismissed", LENDING, alone=True)
async def dismissed(bench: ServerBench) -> None:
    """When its player takes the seat back, the provider is dismissed; a request that is open keeps its number."""
    provider, table = await _provider(bench), await bench.four()
    new = table.wires.pop("E")
    await new.say("leave", table=table.id)
    await provider.until("invite", table=table.id, seat="E")
    await provider.say("accept", table=table.id, seat="E")
    request = await _open_request(table, provider)
    await new.say("join", table=table.id, seat="E")
    await new.until("joined", seat="E")
    await provider.until("dismiss", table=table.id, seat="E")
    again = await new.until("request", request=request["request"])
    expect(
        again["seat"] == "E" and again["request"] == request["request"],
        f"request {request['request']} was open: {as_json(again['request'])}",
    )
    await provider.say("act", id=3, table=table.id, request=request["request"], action=request["default"])
    answer = await provider.answer(3)
    expect(answer["type"] == "error", f"the seat is no longer the provider's, and it got {answer}")


@CHECKS.check("lending.systems", LENDING, alone=True)
async def systems(bench: ServerBench) -> None:
    """A provider hears no events: what the others' calls promise is in its requests."""
    await bench.capabilities("systems")
    table, provider = await _lent(bench, "E")
    await table.wires["N"].say("declare_system", id=6, table=table.id, system=JACK)
    await _played(table, provider, ("E",))
    request = await _open_request(table, provider)
    told = request.get("systems")
    expect(told == {"N": JACK}, f"N has declared {as_json(JACK)}, and the request has {as_json(told)}")


async def _open_request(table: FourSeats, provider: CheckClient) -> Map:
    """The first request that comes to the provider."""
    everybody = {**table.wires, "E": provider}
    playing = FourSeats(table.id, everybody, table.rules, table.pulse)
    while (request := await playing.request())["seat"] != "E":
        await playing.accepted(request, bid_once(request))  # lest all pass, and the deal be over
    return request
