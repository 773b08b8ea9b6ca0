"""Checks of tables: who may open one, sit down, watch, and ask for bots."""

from __future__ import annotations

from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.json_text import as_json

from .four_seats import SEATS
from .harness import ServerBench
from .lobby import shown
from .outcome import answers, refused

CHECKS = Checks(Side.SERVER)
CREATE, JOIN, WATCH, ADD_BOT = "create_table", "join", "watch", "add_bot"


@CHECKS.check("tables.create", section=CREATE)
async def create(bench: ServerBench) -> None:
    """Who opens a table sits down at it, on the seat named, else on the first; the answer is `joined` alone."""
    for asked, seat in (({"seat": "W"}, "W"), ({}, "N")):
        wire = await bench.client()
        joined = await bench.opened(wire, id=1, **asked)
        expect(joined["seat"] == seat, f"seat {seat} was due, not {as_json(joined['seat'])}")
        changed = await wire.until("seat_changed")
        expect((changed["n"], changed["seat"]) == (1, seat), f"event 1 says who sat down, not {changed}")


@CHECKS.check("tables.create_and_watch", section=CREATE)
async def create_and_watch(bench: ServerBench) -> None:
    """With `watch` the table is opened without sitting down; one may join it later, from elsewhere."""
    wire = await bench.client()
    joined = await bench.opened(wire, watch=True)
    expect(joined["seat"] is None, f"who watches has no seat, not {as_json(joined['seat'])}")
    other = await bench.client("other")
    await other.send(type="join", table=joined["table"])
    expect((await other.until("joined"))["seat"] == "N", "without a seat named, the first that is free")


@CHECKS.check("tables.name", section=CREATE)
async def name(bench: ServerBench) -> None:
    """A table is named as players are: what is no name gets BAD_MESSAGE with the path `$.name`."""
    for wrong in ("", "x" * 25, " here", "..."):
        wire = await bench.client()
        await wire.send(type="create_table", name=wrong)
        await refused(wire, "BAD_MESSAGE", path="$.name")
        await answers(wire)


@CHECKS.check("tables.one_at_a_time", section=CREATE)
async def one_at_a_time(bench: ServerBench) -> None:
    """Who is at a table has to leave it before he opens, joins or watches another: FORBIDDEN."""
    wire, other = await bench.client(), await bench.client("other")
    there = (await bench.opened(other))["table"]
    here = (await bench.opened(wire))["table"]
    for message in (
        {"type": "create_table", "name": "another"},
        {"type": "join", "table": there},
        {"type": "watch", "table": there},
    ):
        await wire.send(**message)
        await refused(wire, "FORBIDDEN")
    await wire.send(type="leave", table=here)
    await wire.until("left")
    await wire.send(type="join", table=there)
    await wire.until("joined", table=there)


@CHECKS.check("tables.join", section=JOIN)
async def join(bench: ServerBench) -> None:
    """One sits on the seat named, or on the first that is free, N E S W; everybody at the table hears of it."""
    maker = await bench.client("maker")
    table = (await bench.opened(maker, seat="E"))["table"]
    for asked, seat in (({"seat": "W"}, "W"), ({}, "N"), ({}, "S")):
        wire = await bench.client(seat)
        await wire.send(type="join", table=table, **asked)
        expect((await wire.until("joined"))["seat"] == seat, f"seat {seat} was due")
        await maker.until("seat_changed", seat=seat, occupant="program", connected=True)


@CHECKS.check("tables.person", section="hello")
async def person(bench: ServerBench) -> None:
    """Who does not say `program` is a person, and is shown as one."""
    wire = await bench.client(program=False)
    await bench.opened(wire)
    await wire.until("seat_changed", occupant="person")


@CHECKS.check("tables.seat_taken", section="Errors")
async def seat_taken(bench: ServerBench) -> None:
    """A seat that is taken gets SEAT_TAKEN with those that are `free`; where all are, `free` is empty."""
    wire, late = await bench.client(), await bench.client("late")
    table = (await bench.opened(wire, seat="S"))["table"]
    await late.send(type="join", table=table, seat="S")
    free = (await refused(late, "SEAT_TAKEN"))["data"]["free"]
    expect(sorted(free) == ["E", "N", "W"], f"N, E and W are free, not {as_json(free)}")
    for seat in ("N", "E", "W"):
        other = await bench.client(seat)
        await other.send(type="join", table=table, seat=seat)
        await other.until("joined")
    await late.send(type="join", table=table)
    free = (await refused(late, "SEAT_TAKEN"))["data"]["free"]
    expect(free == [], f"nothing is free, not {as_json(free)}")
    await bench.opened(late)


@CHECKS.check("tables.no_such_table", section="Errors")
async def no_such_table(bench: ServerBench) -> None:
    """Whatever is said to a table that is not there gets NO_SUCH_TABLE with the ids of those there are."""
    wire, other = await bench.client(), await bench.client("other")
    await bench.opened(other)
    for message in (
        {"type": "join", "table": "nowhere"},
        {"type": "watch", "table": "nowhere"},
        {"type": "leave", "table": "nowhere"},
        {"type": "act", "table": "nowhere", "request": 1, "action": "pass"},
    ):
        await wire.send(**message)
        tables = (await refused(wire, "NO_SUCH_TABLE"))["data"]["tables"]
        expect(tables and len(tables) <= 20, f"1 to 20 tables are named, not {as_json(tables)}")


@CHECKS.check("tables.not_there", section="Errors")
async def not_there(bench: ServerBench) -> None:
    """At a table at which one is not, one can neither leave, act nor ask for bots: FORBIDDEN."""
    wire, other = await bench.client(), await bench.client("other")
    table = (await bench.opened(other))["table"]
    for message in (
        {"type": "leave"},
        {"type": "act", "request": 1, "action": "pass"},
        {"type": "add_bot"},
        {"type": "go_on"},
    ):
        await wire.send(table=table, **message)
        await refused(wire, "FORBIDDEN")


@CHECKS.check("tables.watch", section=WATCH)
async def watch(bench: ServerBench) -> None:
    """Who watches has no seat, is counted in the lobby, and may neither act nor sit down from there."""
    maker, wire, looker = await bench.client("maker"), await bench.client(), await bench.client("looker")
    table = (await bench.opened(maker))["table"]
    await wire.send(type="watch", table=table, id=5)
    joined = await wire.until("joined")
    expect((joined["seat"], joined.get("re")) == (None, 5), f"joined has seat null and re 5, not {joined}")
    while (await shown(looker, table))["spectators"] != 1:
        pass
    await wire.send(type="join", table=table)
    await refused(wire, "FORBIDDEN")


@CHECKS.check("tables.spectator", section="hello")
async def spectator(bench: ServerBench) -> None:
    """Who signed in as `spectator` can watch, and neither sit down nor open a table: FORBIDDEN."""
    maker, wire = await bench.client("maker"), await bench.client(role="spectator")
    table = (await bench.opened(maker))["table"]
    await wire.send(type="join", table=table)
    await refused(wire, "FORBIDDEN")
    await wire.send(type="create_table", name="mine")
    await refused(wire, "FORBIDDEN")
    await wire.send(type="watch", table=table)
    await wire.until("joined", seat=None)


@CHECKS.check("tables.starts", section="Life of a connection")
async def starts(bench: ServerBench) -> None:
    """The match starts by itself when all four seats are taken, and not before."""
    maker = await bench.client("maker")
    table = (await bench.opened(maker, seat="N"))["table"]
    for seat in SEATS[1:]:
        expect(all(message["type"] != "match_started" for message in maker.seen), "a match began before four sat")
        wire = await bench.client(seat)
        await wire.send(type="join", table=table, seat=seat)
        await wire.until("joined")
    await maker.until("match_started", match=1)
    await maker.until("deal_started", deal=1)


@CHECKS.check("tables.unknown_bot", section=ADD_BOT)
async def unknown_bot(bench: ServerBench) -> None:
    """An unknown kind of bot gets FORBIDDEN with the known ones in `bots`, those of the lobby."""
    wire = await bench.connect()
    await bench.sign_in(wire)
    kinds = (await wire.until("lobby"))["bots"]
    await wire.send(type="create_table", name="bots", bots="levitating")
    found = (await refused(wire, "FORBIDDEN"))["data"]["bots"]
    expect(found == kinds, f"the lobby has {as_json(kinds)}, the refusal {as_json(found)}")
    table = (await bench.opened(wire))["table"]
    await wire.send(type="add_bot", table=table, bot="levitating")
    found = (await refused(wire, "FORBIDDEN"))["data"]["bots"]
    expect(found == kinds, f"the lobby has {as_json(kinds)}, the refusal {as_json(found)}")


@CHECKS.check("tables.no_provider", section="Messages of the client")
async def no_provider(bench: ServerBench) -> None:
    """`accept` and `decline` are for providers; from anybody else they get FORBIDDEN."""
    wire = await bench.client()
    table = (await bench.opened(wire))["table"]
    for kind in ("accept", "decline"):
        await wire.send(type=kind, table=table, seat="E")
        await refused(wire, "FORBIDDEN")


@CHECKS.check("tables.no_recap", section="go_on")
async def no_recap(bench: ServerBench) -> None:
    """`go_on` where no recap lies gets FORBIDDEN."""
    wire = await bench.client(program=False)
    table = (await bench.opened(wire))["table"]
    await wire.send(type="go_on", table=table)
    await refused(wire, "FORBIDDEN")


@CHECKS.check("tables.bots", section=ADD_BOT)
async def bots(bench: ServerBench) -> None:
    """Where the lobby names kinds of bots, they sit down at once, with `bots` or when asked for, and play."""
    wire = await bench.client()
    kinds = next(message for message in wire.seen if message["type"] == "lobby")["bots"]
    if not kinds:
        raise NotOffered("the lobby names no kind of bot")
    table = (await bench.opened(wire, seat="S"))["table"]
    for seat in ({"seat": "E"}, {}):
        await wire.send(type="add_bot", id=2, table=table, bot=kinds[0], **seat)
        expect((await wire.answer(2))["type"] == "ok", "a bot that the lobby names can be had")
    await wire.until("match_started")
    await wire.send(type="add_bot", table=table, bot=kinds[0])
    await refused(wire, "SEAT_TAKEN")
    await bench.pulse.until(lambda: any(m["type"] == "request" for m in wire.seen), "the turn of S", 15.0)
