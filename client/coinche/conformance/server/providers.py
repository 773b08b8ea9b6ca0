"""Checks of providers: what a program that lends bots is asked, and what it is not told."""

from __future__ import annotations

from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .bidding_systems import JACK
from .four_seats import Table, bid_once
from .harness import ServerBench
from .resuming import proof_of

CHECKS = Checks(Side.SERVER)
LENDING = "Lending bots"
HEARD = ("welcome", "ready", "invite", "dismiss", "request", "ok", "error", "pong", "bye", "ping")
"""All that a provider is ever sent."""


async def _provider(bench: ServerBench) -> Wire:
    """Whoever may lend bots, signed in."""
    lender = bench.target.lender
    if lender is None:
        raise NotOffered("no token of a provider was given (--provider)")
    wire = await bench.connect("P")
    welcome = await bench.greet(wire, name=lender.name, role="provider", auth="token")
    await wire.send(type="prove", proof=proof_of(lender.token, welcome["nonce"], 0))
    await wire.until("ready")
    return wire


async def _lent(bench: ServerBench, *seats: str) -> tuple[Table, Wire]:
    """A table where a provider has accepted the seats that were left."""
    provider, table = await _provider(bench), await bench.four()
    for seat in seats:
        left = table.wires.pop(seat)
        await left.send(type="leave", table=table.id)
        await left.until("left")
        invite = await provider.until("invite", table=table.id, seat=seat)
        expect(invite["rules"] == table.rules, "an invite has the rules of the table, whole")
        expect(isinstance(invite["bot"], str), f"an invite says which kind of bot is wanted: {as_json(invite['bot'])}")
    for seat in seats:  # all at once, lest a seat be asked before the last invite has come
        await provider.send(type="accept", table=table.id, seat=seat)
    return table, provider


async def _played(table: Table, provider: Wire, seats: tuple[str, ...]) -> None:
    """Play a deal, the provider answering for its seats."""
    everybody = {**table.wires, **dict.fromkeys(seats, provider)}
    playing = Table(table.id, everybody, table.rules, table.pulse)
    await playing.play(bid_once)


@CHECKS.check("lending.plays", section=LENDING, alone=True)
async def plays(bench: ServerBench) -> None:
    """Who accepts an invite gets the requests of that seat, and nothing else of the table: no events, no lobby."""
    table, provider = await _lent(bench, "E")
    await _played(table, provider, ("E",))
    asked = [message for message in provider.seen if message["type"] == "request"]
    expect(asked and all(message["seat"] == "E" for message in asked), f"it is asked for E alone: {as_json(asked)}")
    expect(all(message["view"]["viewer"] == "E" for message in asked), "its view is that of the seat")
    heard = {message["type"] for message in provider.seen}
    expect(heard <= set(HEARD), f"a provider is told {as_json(sorted(heard - set(HEARD)))}")


@CHECKS.check("lending.many_seats", section=LENDING, alone=True)
async def many_seats(bench: ServerBench) -> None:
    """A provider plays any number of seats on one connection; each request says for which."""
    table, provider = await _lent(bench, "E", "W", "S")
    await _played(table, provider, ("E", "W", "S"))
    seats = {message["seat"] for message in provider.seen if message["type"] == "request"}
    expect(seats == {"E", "W", "S"}, f"it is asked for three seats, not for {as_json(seats)}")


@CHECKS.check("lending.dismissed", section=LENDING, alone=True)
async def dismissed(bench: ServerBench) -> None:
    """When its player takes the seat back, the provider is dismissed; a request that is open keeps its number."""
    provider, table = await _provider(bench), await bench.four()
    new = table.wires.pop("E")
    await new.send(type="leave", table=table.id)
    await provider.until("invite", table=table.id, seat="E")
    await provider.send(type="accept", table=table.id, seat="E")
    request = await _open_request(table, provider)
    await new.send(type="join", table=table.id, seat="E")
    await new.until("joined", seat="E")
    await provider.until("dismiss", table=table.id, seat="E")
    again = await new.until("request", request=request["request"])
    expect(
        again["seat"] == "E" and again["request"] == request["request"],
        f"request {request['request']} was open: {as_json(again['request'])}",
    )
    await provider.send(type="act", id=3, table=table.id, request=request["request"], action=request["default"])
    answer = await provider.answer(3)
    expect(answer["type"] == "error", f"the seat is no longer the provider's, and it got {answer}")


@CHECKS.check("lending.systems", section=LENDING, alone=True)
async def systems(bench: ServerBench) -> None:
    """A provider hears no events: what the others' calls promise is in its requests."""
    await bench.capabilities("systems")
    table, provider = await _lent(bench, "E")
    await table.wires["N"].send(type="declare_system", id=6, table=table.id, system=JACK)
    await _played(table, provider, ("E",))
    request = await _open_request(table, provider)
    told = request.get("systems")
    expect(told == {"N": JACK}, f"N has declared {as_json(JACK)}, and the request has {as_json(told)}")


async def _open_request(table: Table, provider: Wire) -> Map:
    """The first request that comes to the provider."""
    everybody = {**table.wires, "E": provider}
    playing = Table(table.id, everybody, table.rules, table.pulse)
    while (request := await playing.request())["seat"] != "E":
        await playing.accepted(request, bid_once(request))  # lest all pass, and the deal be over
    return request
