"""Checks of the lobby: who is told of which tables, and when."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .harness import ServerBench

CHECKS = Checks(Side.SERVER)
LOBBY = "lobby"


async def shown(wire: Wire, table: str, *, seated: str | None = None) -> Map:
    """The table as the next lobby shows it that has it, with that seat taken."""
    while True:
        lobby = await wire.until("lobby")
        for info in lobby["tables"]:
            taken = {seat["seat"] for seat in info["seats"] if seat["occupant"] != "free"}
            if info["table"] == table and (seated is None or seated in taken):
                found: Map = info
                return found


@CHECKS.check("lobby.first", section=LOBBY)
async def lobby_first(bench: ServerBench) -> None:
    """After `ready` comes the lobby: tables, rules that can be chosen, kinds of bots."""
    wire = await bench.connect()
    await bench.sign_in(wire)
    lobby = await wire.until("lobby")
    for field in ("tables", "presets", "bots"):
        expect(isinstance(lobby.get(field), list), f"`{field}` of a lobby is a list, not {as_json(lobby.get(field))}")
    expect(lobby["presets"], "there are no rules that can be chosen")


@CHECKS.check("lobby.pushed", section=LOBBY)
async def lobby_pushed(bench: ServerBench) -> None:
    """Who is at no table is told of every change unasked: a table that opens, who sits there, that it is gone."""
    looker, maker = await bench.client("looker"), await bench.client("maker")
    table = (await bench.opened(maker, seat="E"))["table"]
    info = await shown(looker, table, seated="E")
    expect([seat["seat"] for seat in info["seats"]] == ["N", "E", "S", "W"], f"all four seats are shown: {info}")
    east = next(seat for seat in info["seats"] if seat["seat"] == "E")
    expect(east["occupant"] == "program", f"a client with `program` sits there, not {east}")
    expect(info["phase"] == "waiting", f"a table that is not full is waiting, not {as_json(info['phase'])}")
    await maker.send(type="leave", table=table)
    while any(info["table"] == table for info in (await looker.until("lobby"))["tables"]):
        pass


@CHECKS.check("lobby.not_at_a_table", section=LOBBY)
async def lobby_not_at_a_table(bench: ServerBench) -> None:
    """Who is at a table gets no lobby; who has left it gets one at once."""
    wire, other = await bench.client(), await bench.client("other")
    table = (await bench.opened(wire))["table"]
    at = len(wire.seen)
    new = (await bench.opened(other))["table"]
    await shown(await bench.client("looker"), new)
    expect(all(message["type"] != "lobby" for message in wire.seen[at:]), "a lobby came to somebody at a table")
    await wire.send(type="leave", table=table)
    await wire.until("left", table=table, reason="left")
    await wire.until("lobby")


@CHECKS.check("lobby.table_info", section="table_info")
async def table_info(bench: ServerBench) -> None:
    """A table in the lobby has all its fields, those of its maker as he chose them."""
    looker, maker = await bench.client("looker"), await bench.client("maker")
    asked = {"clock": "blitz", "strict": True, "delay_s": 5, "delay_deals": 1}
    table = (await bench.opened(maker, target=900, **asked))["table"]
    info = await shown(looker, table)
    due = {**asked, "clock": {"move_ms": 2000, "bank_ms": 20_000}, "private": False, "target": 900, "spectators": 0}
    for field, value in due.items():
        expect(info.get(field) == value, f"`{field}` of the table is {as_json(value)}, not {as_json(info.get(field))}")
    for field in ("name", "preset", "base", "options", "phase", "seats"):
        expect(field in info, f"a table has `{field}`: {info}")
