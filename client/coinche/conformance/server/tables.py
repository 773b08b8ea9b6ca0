"""Checks of the lobby and its tables: creation, seats, watching, bots and leaving."""

from __future__ import annotations

from coinche.conformance.checks import NotOffered, check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS
from .harness import PEOPLE, ServerBench

LOBBY, CREATE, JOIN, LEAVE, ADD_BOT, ERRORS = "lobby", "create_table", "join", "leave", "add_bot", "Errors"
LENDERS_SAY = ("accept", "decline")


class TableChecks(ServerBench):
    """Checks of the lobby, and of opening, joining, watching and leaving a table."""

    @check("lobby.first", LOBBY)
    async def lobby_first(self) -> None:
        """After `ready`, a client gets the lobby: tables, rules to choose from, kinds of bots."""
        wire = await self.connect()
        await self.sign_in(wire)
        lobby = await wire.until("lobby")
        for field in ("tables", "presets", "bots"):
            found = lobby.get(field)
            expect(isinstance(found, list), f"`{field}` of a lobby has to be a list, not {as_json(found)}")
        expect(lobby["presets"], "the lobby has no rules to choose from")

    @check("lobby.pushed", LOBBY)
    async def lobby_pushed(self) -> None:
        """A client at no table gets every change of the lobby without asking: a new table, its players, its end."""
        looker = await self.client("looker")
        maker, table = await self.opener("maker", seat="E")
        info = await looker.shown(table, seated="E")
        expect_is([seat["seat"] for seat in info["seats"]], list(SEATS), "the seats that are shown")
        east = next(seat for seat in info["seats"] if seat["seat"] == "E")
        expect(east["occupant"] == "program", f"the seat has to show a program, not {east}")
        expect_is(info["phase"], "waiting", "the phase of a table that is not full")
        await maker.say("leave", table=table)
        await looker.shown_no_more(table)

    @check("lobby.not_at_a_table", LOBBY)
    async def lobby_not_at_a_table(self) -> None:
        """A client gets no lobby while it is at a table, and gets one as soon as it has left."""
        other, (wire, table) = await self.client("other"), await self.opener()
        at = len(wire.seen)
        new = (await self.opened(other))["table"]
        await (await self.client("looker")).shown(new)
        expect(all(message["type"] != "lobby" for message in wire.seen[at:]), "a client at a table got a lobby")
        await wire.say("leave", table=table)
        await wire.until("left", table=table, reason="left")
        await wire.until("lobby")

    @check("lobby.table_info", "table_info")
    async def table_info(self) -> None:
        """The lobby shows all fields of a table, with the values that its creator chose."""
        looker = await self.client("looker")
        asked: Map = {"clock": "blitz", "strict": True, "delay_s": 5, "delay_deals": 1}
        _, table = await self.opener("maker", target=900, **asked)
        info = await looker.shown(table)
        clock = {"move_ms": 2000, "bank_ms": 20_000}
        expect_fields(info, **{**asked, "clock": clock, "private": False, "target": 900, "spectators": 0})
        for field in ("name", "preset", "base", "options", "phase", "seats"):
            expect(field in info, f"a table has to have `{field}`: {info}")

    @check("tables.create", CREATE)
    async def create(self) -> None:
        """A client that opens a table sits down in the seat that it names, or else in the first; it gets `joined` and
        no other answer."""
        for asked, seat in (({"seat": "W"}, "W"), ({}, "N")):
            wire = await self.client()
            expect_fields(await self.opened(wire, id=1, **asked), seat=seat)
            expect_fields(await wire.until("seat_changed"), n=1, seat=seat)

    @check("tables.hints", CREATE)
    async def hints(self) -> None:
        """`joined` and the lobby say whether a table has hints: as it was opened, by default with them, and without
        them if it is strict."""
        if "hints" in await self.welcome():
            raise NotOffered("the server decides whether its tables have hints")
        await self._hinted(({}, True), ({"hints": False}, False), ({"hints": True, "strict": True}, False))

    @check("tables.hints_of_server", CREATE)
    async def hints_of_server(self) -> None:
        """All tables follow `welcome` if it says whether they have hints, whatever is asked; strict ones have none."""
        decided = (await self.welcome()).get("hints")
        if decided is None:
            raise NotOffered("the hosts decide whether tables have hints")
        await self._hinted(
            ({}, decided),
            ({"hints": not decided}, decided),
            ({"hints": decided}, decided),
            ({"hints": True, "strict": True}, False),
        )

    async def _hinted(self, *tables: tuple[dict[str, bool], bool]) -> None:
        """Open tables as asked; expect that `joined` and the lobby say of each what stands beside it."""
        looker = await self.client("looker")
        for asked, expected in tables:
            joined = await self.opened(await self.client(), **asked)
            expect_fields(joined, hints=expected)
            expect_fields(await looker.shown(joined["table"]), hints=expected)

    @check("tables.create_and_watch", CREATE)
    async def create_and_watch(self) -> None:
        """With `watch`, a client opens a table without taking a seat; other clients may join it later."""
        joined = await self.opened(await self.client(), watch=True)
        expect_fields(joined, seat=None)
        other = await self.client("other")
        expect_is((await other.join(joined["table"]))["seat"], "N", "the first free seat")

    @check("tables.name", CREATE)
    async def name(self) -> None:
        """Table names follow the rules for player names: an invalid one gets BAD_MESSAGE with the path `$.name`."""
        names = ("", "x" * 25, " here", "...")
        await self.refuses(*(({"type": "create_table", "name": name}, "$.name") for name in names))

    @check("tables.one_at_a_time", CREATE)
    async def one_at_a_time(self) -> None:
        """A client at a table gets FORBIDDEN if it opens, joins or watches another one before it leaves."""
        (_, there), (wire, here) = await self.opener("other"), await self.opener()
        create = {"type": "create_table", "name": "another"}
        await wire.all_refused("FORBIDDEN", create, {"type": "join", "table": there}, {"type": "watch", "table": there})
        await wire.leave(here)
        await wire.say("join", table=there)
        await wire.until("joined", table=there)

    @check("tables.join", JOIN)
    async def join(self) -> None:
        """A player sits in the named seat, or else in the first free one of N E S W; everybody at the table is told."""
        maker, table = await self.opener("maker", seat="E")
        for asked, seat in (({"seat": "W"}, "W"), ({}, "N"), ({}, "S")):
            wire = await self.client(seat)
            expect_fields(await wire.join(table, **asked), seat=seat)
            await maker.until("seat_changed", seat=seat, occupant="program", connected=True)

    @check("tables.person", "hello")
    async def person(self) -> None:
        """A client that does not send `program` is a person and is shown as one."""
        wire, _ = await self.opener(hello=PEOPLE)
        await wire.until("seat_changed", occupant="person")

    @check("tables.seat_taken", ERRORS)
    async def seat_taken(self) -> None:
        """A client that asks for a taken seat gets SEAT_TAKEN with the `free` seats; at a full table `free` is
        empty."""
        late = await self.client("late")
        _, table = await self.opener(seat="S")
        (error,) = await late.all_refused("SEAT_TAKEN", {"type": "join", "table": table, "seat": "S"})
        expect_is(sorted(error["data"]["free"]), ["E", "N", "W"], "`free`")
        for seat in ("N", "E", "W"):
            await self.seated(table, seat)
        await late.refused("SEAT_TAKEN", "join", table=table, has={"free": []})
        await self.opened(late)

    @check("tables.no_such_table", ERRORS)
    async def no_such_table(self) -> None:
        """Any message to a table that does not exist gets NO_SUCH_TABLE with the ids of the existing tables."""
        wire = await self.client()
        await self.opener("other")
        act = {"type": "act", "table": "nowhere", "request": 1, "action": "pass"}
        said = [{"type": kind, "table": "nowhere"} for kind in ("join", "watch", "leave")]
        for error in await wire.all_refused("NO_SUCH_TABLE", *said, act):
            tables = error["data"]["tables"]
            expect(tables and len(tables) <= 20, f"the error has to name 1 to 20 tables, not {as_json(tables)}")

    @check("tables.not_there", ERRORS)
    async def not_there(self) -> None:
        """A client that is not at a table can neither leave it, act there nor ask for bots: it gets FORBIDDEN."""
        wire, (_, table) = await self.client(), await self.opener("other")
        said = (
            {"type": "leave"},
            {"type": "act", "request": 1, "action": "pass"},
            {"type": "add_bot"},
            {"type": "go_on"},
        )
        await wire.all_refused("FORBIDDEN", *({**message, "table": table} for message in said))

    @check("tables.watch", "watch")
    async def watch(self) -> None:
        """A spectator has no seat, counts in the lobby, and may neither act nor sit down at that table."""
        wire, looker, (_, table) = await self.client(), await self.client("looker"), await self.opener("maker")
        expect_fields(await wire.watch(table, id=5), seat=None, re=5)
        while (await looker.shown(table))["spectators"] != 1:
            pass
        await wire.refused("FORBIDDEN", "join", table=table)

    @check("tables.spectator", "hello")
    async def spectator(self) -> None:
        """A client that signed in as `spectator` can watch; it gets FORBIDDEN if it sits down or opens a table."""
        (_, table), wire = await self.opener("maker"), await self.client(role="spectator")
        await wire.all_refused("FORBIDDEN", {"type": "join", "table": table}, {"type": "create_table", "name": "mine"})
        expect_fields(await wire.watch(table), seat=None)

    @check("tables.starts", "Life of a connection")
    async def starts(self) -> None:
        """The match starts by itself when all four seats are taken, and not before."""
        maker, table = await self.opener("maker", seat="N")
        for seat in SEATS[1:]:
            expect(not maker.has_seen("match_started"), "a match began before all four seats were taken")
            await self.seated(table, seat)
        await maker.until("match_started", match=1)
        await maker.until("deal_started", deal=1)

    @check("tables.unknown_bot", ADD_BOT)
    async def unknown_bot(self) -> None:
        """An unknown kind of bot gets FORBIDDEN with the kinds of the lobby in `bots`."""
        wire = await self.client()
        kinds = {"bots": wire.first("lobby")["bots"]}
        await wire.refused("FORBIDDEN", "create_table", name="bots", bots="levitating", has=kinds)
        table = (await self.opened(wire))["table"]
        await wire.refused("FORBIDDEN", "add_bot", table=table, bot="levitating", has=kinds)

    @check("tables.no_provider", "Messages of the client")
    async def no_provider(self) -> None:
        """`accept` and `decline` are for providers; any other client that sends them gets FORBIDDEN."""
        wire, table = await self.opener()
        await wire.all_refused("FORBIDDEN", *({"type": kind, "table": table, "seat": "E"} for kind in LENDERS_SAY))

    @check("tables.no_recap", "go_on")
    async def no_recap(self) -> None:
        """`go_on` gets FORBIDDEN if there is no recap."""
        wire, table = await self.opener(hello=PEOPLE)
        await wire.refused("FORBIDDEN", "go_on", table=table)

    @check("tables.bots", ADD_BOT)
    async def bots(self) -> None:
        """Bots of the kinds that the lobby names sit down at once, with `bots` or on request, and play."""
        wire = await self.client()
        kinds = wire.first("lobby")["bots"]
        if not kinds:
            raise NotOffered("the lobby names no kind of bot")
        table = (await self.opened(wire, seat="S"))["table"]
        for seat in ({"seat": "E"}, {}):
            await wire.granted("add_bot", table=table, bot=kinds[0], **seat)
        await wire.until("match_started")
        await wire.refused("SEAT_TAKEN", "add_bot", table=table, bot=kinds[0])
        await self.pulse.until(lambda: bool(wire.has_seen("request")), "the turn of S", 15.0)

    @check("tables.leave", LEAVE)
    async def leave(self) -> None:
        """A player who leaves before the match gets `left`; the seat is free again, and the others are told."""
        maker, table = await self.opener("maker")
        wire = await self.seated(table, "S")
        await wire.say("leave", table=table, id=3)
        await wire.until("left", table=table, reason="left", re=3)
        await maker.until("seat_changed", seat="S", occupant="free")

    @check("tables.bye_before", "Messages of the client")
    async def bye_before(self) -> None:
        """Before the match starts, a player who says bye loses the seat at once."""
        maker, table = await self.opener("maker")
        await (await self.seated(table, "S")).say("bye")
        await maker.until("seat_changed", seat="S", occupant="free")

    @check("tables.left_in_play", LEAVE)
    async def left_in_play(self) -> None:
        """A player who leaves in mid-match gets `left`, and a bot takes the seat; on return the player gets seat and
        cards at once."""
        table, _ = await self.asked()
        wire, north = table["S"], table["N"]
        expect_fields(await wire.leave(table.id), reason="left")
        await north.until("seat_changed", seat="S", occupant="bot")
        mine = next(event for event in table.events("S", "hand_dealt") if event["seat"] == "S")
        expect_fields(await wire.join(table.id, seat="S"), seat="S")
        expect_is(await wire.until("hand_dealt", seat="S"), mine, "the hand of the player who came back")
        await north.until("seat_changed", seat="S", occupant="program")

    @check("tables.one_hand_each", JOIN)
    async def one_hand_each(self) -> None:
        """A player who has held a hand of the match may take only that seat again; any other gets FORBIDDEN with the
        player's own `seat`."""
        table = await self.four()
        for seat in ("S", "E"):
            await table[seat].leave(table.id)
            await table["N"].until("seat_changed", seat=seat, occupant="bot")
        south = table["S"]
        await south.refused("FORBIDDEN", "join", table=table.id, seat="E", has={"seat": "S"})
        expect_fields(await south.join(table.id, seat="S"), seat="S")

    @check("tables.abandoned", "left")
    async def abandoned(self) -> None:
        """A table that everybody has left disappears at once."""
        table, looker = await self.four(), await self.client("looker")
        for wire in table.wires.values():
            await wire.leave(table.id)
        await looker.shown_no_more(table.id)
        await looker.refused("NO_SUCH_TABLE", "watch", table=table.id)
