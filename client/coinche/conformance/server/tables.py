"""Checks of the lobby and its tables: who is told of them, opens one, sits down, watches, asks for bots and leaves."""

from __future__ import annotations

from coinche.conformance.checks import Checks, NotOffered, Side, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, CheckClient
from .harness import PEOPLE, ServerBench

CHECKS = Checks(Side.SERVER)
LOBBY, CREATE, JOIN, WATCH, LEAVE, ADD_BOT, ERRORS = (
    "lobby",
    "create_table",
    "join",
    "watch",
    "leave",
    "add_bot",
    "Errors",
)


async def _all_refused(wire: CheckClient, code: str, *messages: Map) -> list[Map]:
    """Each of these has to get that error; their data."""
    data: list[Map] = []
    for message in messages:
        await wire.send(**message)
        data.append((await wire.refused(code))["data"])
    return data


# --- the lobby ---------------------------------------------------------------------------------------


@CHECKS.check("lobby.first", LOBBY)
async def lobby_first(bench: ServerBench) -> None:
    """After `ready` comes the lobby: tables, rules that can be chosen, kinds of bots."""
    wire = await bench.connect()
    await bench.sign_in(wire)
    lobby = await wire.until("lobby")
    for field in ("tables", "presets", "bots"):
        expect(isinstance(lobby.get(field), list), f"`{field}` of a lobby is a list, not {as_json(lobby.get(field))}")
    expect(lobby["presets"], "there are no rules that can be chosen")


@CHECKS.check("lobby.pushed", LOBBY)
async def lobby_pushed(bench: ServerBench) -> None:
    """Who is at no table is told of every change unasked: a table that opens, who sits there, that it is gone."""
    looker = await bench.client("looker")
    maker, table = await bench.opener("maker", seat="E")
    info = await looker.shown(table, seated="E")
    expect_is([seat["seat"] for seat in info["seats"]], list(SEATS), "the seats that are shown")
    east = next(seat for seat in info["seats"] if seat["seat"] == "E")
    expect(east["occupant"] == "program", f"a client with `program` sits there, not {east}")
    expect_is(info["phase"], "waiting", "the phase of a table that is not full")
    await maker.say("leave", table=table)
    await looker.shown_no_more(table)


@CHECKS.check("lobby.not_at_a_table", LOBBY)
async def lobby_not_at_a_table(bench: ServerBench) -> None:
    """Who is at a table gets no lobby; who has left it gets one at once."""
    other, (wire, table) = await bench.client("other"), await bench.opener()
    at = len(wire.seen)
    new = (await bench.opened(other))["table"]
    await (await bench.client("looker")).shown(new)
    expect(all(message["type"] != "lobby" for message in wire.seen[at:]), "a lobby came to somebody at a table")
    await wire.say("leave", table=table)
    await wire.until("left", table=table, reason="left")
    await wire.until("lobby")


@CHECKS.check("lobby.table_info", "table_info")
async def table_info(bench: ServerBench) -> None:
    """A table in the lobby has all its fields, those of its maker as he chose them."""
    looker = await bench.client("looker")
    asked: Map = {"clock": "blitz", "strict": True, "delay_s": 5, "delay_deals": 1}
    _, table = await bench.opener("maker", target=900, **asked)
    info = await looker.shown(table)
    clock = {"move_ms": 2000, "bank_ms": 20_000}
    expect_fields(info, **{**asked, "clock": clock, "private": False, "target": 900, "spectators": 0})
    for field in ("name", "preset", "base", "options", "phase", "seats"):
        expect(field in info, f"a table has `{field}`: {info}")


# --- opening, joining, watching ----------------------------------------------------------------------


@CHECKS.check("tables.create", CREATE)
async def create(bench: ServerBench) -> None:
    """Who opens a table sits down at it, on the seat named, else on the first; the answer is `joined` alone."""
    for asked, seat in (({"seat": "W"}, "W"), ({}, "N")):
        wire = await bench.client()
        expect_fields(await bench.opened(wire, id=1, **asked), seat=seat)
        expect_fields(await wire.until("seat_changed"), n=1, seat=seat)


@CHECKS.check("tables.create_and_watch", CREATE)
async def create_and_watch(bench: ServerBench) -> None:
    """With `watch` the table is opened without sitting down; one may join it later, from elsewhere."""
    joined = await bench.opened(await bench.client(), watch=True)
    expect_fields(joined, seat=None)
    other = await bench.client("other")
    expect_is((await other.join(joined["table"]))["seat"], "N", "the first seat that is free, as none was named,")


@CHECKS.check("tables.name", CREATE)
async def name(bench: ServerBench) -> None:
    """A table is named as players are: what is no name gets BAD_MESSAGE with the path `$.name`."""
    names = ("", "x" * 25, " here", "...")
    await bench.refuses(*(({"type": "create_table", "name": name}, "$.name") for name in names))


@CHECKS.check("tables.one_at_a_time", CREATE)
async def one_at_a_time(bench: ServerBench) -> None:
    """Who is at a table has to leave it before he opens, joins or watches another: FORBIDDEN."""
    (_, there), (wire, here) = await bench.opener("other"), await bench.opener()
    create = {"type": "create_table", "name": "another"}
    await _all_refused(wire, "FORBIDDEN", create, {"type": "join", "table": there}, {"type": "watch", "table": there})
    await wire.leave(here)
    await wire.say("join", table=there)
    await wire.until("joined", table=there)


@CHECKS.check("tables.join", JOIN)
async def join(bench: ServerBench) -> None:
    """One sits on the seat named, or on the first that is free, N E S W; everybody at the table hears of it."""
    maker, table = await bench.opener("maker", seat="E")
    for asked, seat in (({"seat": "W"}, "W"), ({}, "N"), ({}, "S")):
        wire = await bench.client(seat)
        expect_fields(await wire.join(table, **asked), seat=seat)
        await maker.until("seat_changed", seat=seat, occupant="program", connected=True)


@CHECKS.check("tables.person", "hello")
async def person(bench: ServerBench) -> None:
    """Who does not say `program` is a person, and is shown as one."""
    wire, _ = await bench.opener(hello=PEOPLE)
    await wire.until("seat_changed", occupant="person")


@CHECKS.check("tables.seat_taken", ERRORS)
async def seat_taken(bench: ServerBench) -> None:
    """A seat that is taken gets SEAT_TAKEN with those that are `free`; where all are, `free` is empty."""
    late = await bench.client("late")
    _, table = await bench.opener(seat="S")
    free = (await late.refused("SEAT_TAKEN", "join", table=table, seat="S"))["data"]["free"]
    expect_is(sorted(free), ["E", "N", "W"], "`free`")
    for seat in ("N", "E", "W"):
        await bench.seated(table, seat)
    expect_is((await late.refused("SEAT_TAKEN", "join", table=table))["data"]["free"], [], "`free`")
    await bench.opened(late)


@CHECKS.check("tables.no_such_table", ERRORS)
async def no_such_table(bench: ServerBench) -> None:
    """Whatever is said to a table that is not there gets NO_SUCH_TABLE with the ids of those there are."""
    wire = await bench.client()
    await bench.opener("other")
    act = {"type": "act", "table": "nowhere", "request": 1, "action": "pass"}
    said = [{"type": kind, "table": "nowhere"} for kind in ("join", "watch", "leave")]
    for data in await _all_refused(wire, "NO_SUCH_TABLE", *said, act):
        tables = data["tables"]
        expect(tables and len(tables) <= 20, f"1 to 20 tables are named, not {as_json(tables)}")


@CHECKS.check("tables.not_there", ERRORS)
async def not_there(bench: ServerBench) -> None:
    """At a table at which one is not, one can neither leave, act nor ask for bots: FORBIDDEN."""
    wire, (_, table) = await bench.client(), await bench.opener("other")
    said = ({"type": "leave"}, {"type": "act", "request": 1, "action": "pass"}, {"type": "add_bot"}, {"type": "go_on"})
    await _all_refused(wire, "FORBIDDEN", *({**message, "table": table} for message in said))


@CHECKS.check("tables.watch", WATCH)
async def watch(bench: ServerBench) -> None:
    """Who watches has no seat, is counted in the lobby, and may neither act nor sit down from there."""
    wire, looker, (_, table) = await bench.client(), await bench.client("looker"), await bench.opener("maker")
    expect_fields(await wire.watch(table, id=5), seat=None, re=5)
    while (await looker.shown(table))["spectators"] != 1:
        pass
    await wire.refused("FORBIDDEN", "join", table=table)


@CHECKS.check("tables.spectator", "hello")
async def spectator(bench: ServerBench) -> None:
    """Who signed in as `spectator` can watch, and neither sit down nor open a table: FORBIDDEN."""
    (_, table), wire = await bench.opener("maker"), await bench.client(role="spectator")
    await _all_refused(wire, "FORBIDDEN", {"type": "join", "table": table}, {"type": "create_table", "name": "mine"})
    expect_fields(await wire.watch(table), seat=None)


@CHECKS.check("tables.starts", "Life of a connection")
async def starts(bench: ServerBench) -> None:
    """The match starts by itself when all four seats are taken, and not before."""
    maker, table = await bench.opener("maker", seat="N")
    for seat in SEATS[1:]:
        expect(not maker.has_seen("match_started"), "a match began before four sat")
        await bench.seated(table, seat)
    await maker.until("match_started", match=1)
    await maker.until("deal_started", deal=1)


@CHECKS.check("tables.unknown_bot", ADD_BOT)
async def unknown_bot(bench: ServerBench) -> None:
    """An unknown kind of bot gets FORBIDDEN with the known ones in `bots`, those of the lobby."""
    wire = await bench.client()
    kinds = wire.first("lobby")["bots"]
    error = await wire.refused("FORBIDDEN", "create_table", name="bots", bots="levitating")
    expect_is(error["data"]["bots"], kinds, "`bots` of the refusal, as in the lobby,")
    table = (await bench.opened(wire))["table"]
    error = await wire.refused("FORBIDDEN", "add_bot", table=table, bot="levitating")
    expect_is(error["data"]["bots"], kinds, "`bots` of the refusal, as in the lobby,")


@CHECKS.check("tables.no_provider", "Messages of the client")
async def no_provider(bench: ServerBench) -> None:
    """`accept` and `decline` are for providers; from anybody else they get FORBIDDEN."""
    wire, table = await bench.opener()
    await _all_refused(
        wire, "FORBIDDEN", *({"type": kind, "table": table, "seat": "E"} for kind in ("accept", "decline"))
    )


@CHECKS.check("tables.no_recap", "go_on")
async def no_recap(bench: ServerBench) -> None:
    """`go_on` where no recap lies gets FORBIDDEN."""
    wire, table = await bench.opener(hello=PEOPLE)
    await wire.refused("FORBIDDEN", "go_on", table=table)


@CHECKS.check("tables.bots", ADD_BOT)
async def bots(bench: ServerBench) -> None:
    """Where the lobby names kinds of bots, they sit down at once, with `bots` or when asked for, and play."""
    wire = await bench.client()
    kinds = wire.first("lobby")["bots"]
    if not kinds:
        raise NotOffered("the lobby names no kind of bot")
    table = (await bench.opened(wire, seat="S"))["table"]
    for seat in ({"seat": "E"}, {}):
        await wire.granted("add_bot", table=table, bot=kinds[0], **seat)
    await wire.until("match_started")
    await wire.refused("SEAT_TAKEN", "add_bot", table=table, bot=kinds[0])
    await bench.pulse.until(lambda: bool(wire.has_seen("request")), "the turn of S", 15.0)


# --- leaving -----------------------------------------------------------------------------------------


@CHECKS.check("tables.leave", LEAVE)
async def leave(bench: ServerBench) -> None:
    """Who leaves before the match gets `left`, his seat is free, and the others hear of it."""
    maker, table = await bench.opener("maker")
    wire = await bench.seated(table, "S")
    await wire.say("leave", table=table, id=3)
    await wire.until("left", table=table, reason="left", re=3)
    await maker.until("seat_changed", seat="S", occupant="free")


@CHECKS.check("tables.lost_before", "Clocks and pauses")
async def lost_before(bench: ServerBench) -> None:
    """Before the match has started, losing the connection frees the seat."""
    maker, table = await bench.opener("maker")
    await (await bench.seated(table, "S")).hang_up()
    await maker.until("seat_changed", seat="S", occupant="free")


@CHECKS.check("tables.left_in_play", LEAVE)
async def left_in_play(bench: ServerBench) -> None:
    """A seat left in mid-match goes to a bot; who left it gets `left`, and gets it back at once, with its cards."""
    table, _ = await bench.asked()
    wire, north = table.wires["S"], table.wires["N"]
    expect_fields(await wire.leave(table.id), reason="left")
    await north.until("seat_changed", seat="S", occupant="bot")
    mine = next(event for event in table.events("S", "hand_dealt") if event["seat"] == "S")
    expect_fields(await wire.join(table.id, seat="S"), seat="S")
    expect_is(await wire.until("hand_dealt", seat="S"), mine, "the hand of who came back")
    await north.until("seat_changed", seat="S", occupant="program")


@CHECKS.check("tables.one_hand_each", JOIN)
async def one_hand_each(bench: ServerBench) -> None:
    """Who has held a hand of the match is refused any other (FORBIDDEN, with the `seat` that was his); not his own."""
    table = await bench.four()
    for seat in ("S", "E"):
        await table.wires[seat].leave(table.id)
        await table.wires["N"].until("seat_changed", seat=seat, occupant="bot")
    south = table.wires["S"]
    error = await south.refused("FORBIDDEN", "join", table=table.id, seat="E")
    expect_is(error["data"].get("seat"), "S", "the seat that can be had again")
    expect_fields(await south.join(table.id, seat="S"), seat="S")


@CHECKS.check("tables.abandoned", "left")
async def abandoned(bench: ServerBench) -> None:
    """When everybody has left, the table is gone at once."""
    table, looker = await bench.four(), await bench.client("looker")
    for wire in table.wires.values():
        await wire.leave(table.id)
    await looker.shown_no_more(table.id)
    await looker.refused("NO_SUCH_TABLE", "watch", table=table.id)
