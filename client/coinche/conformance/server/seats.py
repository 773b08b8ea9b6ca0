"""Checks of seats: newcomers wait for the next deal; hosts arrange the seats before the first one."""

from __future__ import annotations

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, CheckClient, FourSeats, expect_dense
from .harness import PEOPLE, ServerBench

NEWCOMERS, HOSTS, SWAP, CLEAR, BEGIN = "Newcomers", "Hosts", "swap_seats", "clear_seat", "begin"
HOST_MAY: tuple[tuple[str, Map], ...] = (
    ("swap_seats", {"seats": ["N", "E"]}),
    ("clear_seat", {"seat": "S"}),
    ("begin", {}),
)
"""The messages of a host before the first deal."""


class NewcomerChecks(ServerBench):
    """Checks of newcomers in mid-match: they wait for the next deal."""

    async def _left(self, table: FourSeats, seat: str = "E") -> CheckClient:
        """Have the seat's client leave in mid-deal; return a client that wants the seat."""
        request = await table.request()
        await table[seat].leave(table.id)
        await _heard(table, "seat_changed", seat=seat, occupant="bot")
        wire = await self.client("new")
        await wire.say("join", table=table.id, seat=seat)
        if request["seat"] != seat:
            await table.accepted(request, str(request["default"]))
        return wire

    @check("newcomers.next_deal", NEWCOMERS)
    async def next_deal(self) -> None:
        """A newcomer in mid-deal sees no hand until the next deal, and then only the hand of the new seat."""
        table = await self.four()
        wire = await self._left(table)
        await _waits(wire)
        await _heard(table, "seat_reserved", seat="E")
        table.wires["E"] = wire
        while (request := await table.request())["deal"] == 1:
            await table.accepted(request, str(request["default"]))
        await _still(wire)
        expect_is(wire.has_seen("joined")[-1]["seat"], "E", "the newcomer's seat in the next deal")
        dealt = [event for event in table.events("E", "hand_dealt") if event["seat"] == "E"]
        expect(bool(dealt[-1]["cards"]), "the newcomer has to see its hand of the next deal")
        expect(
            _shown(wire) == dealt[-1:],
            f"the newcomer may see only its hand of the new deal, not {as_json(_shown(wire))}",
        )

    async def _next_deal_without(self, seat: str) -> FourSeats:
        """Return a table of people in its second deal, which was dealt when a bot had that seat already."""
        table, message = await self.asked(hello=PEOPLE)
        await table.wires.pop(seat).leave(table.id)
        while message["type"] != "request" or message["deal"] == 1:
            if message["type"] == "recap_started":
                for wire in table.wires.values():
                    await wire.say("go_on", table=table.id)
            elif message["seat"] != seat:
                await table.accepted(message, str(message["default"]))
            message = await table.next_message("request", "recap_started")
        return table

    @check("newcomers.admitted", NEWCOMERS)
    async def admitted(self) -> None:
        """The newcomer gets the seat and its hand as soon as all who were dealt a hand have sent `admit`, and no
        sooner."""
        table = await self._next_deal_without("E")
        wire = await self.client("new")
        await wire.say("join", table=table.id, seat="E")
        await _waits(wire)
        for seat in ("N", "S", "W"):
            expect(not _shown(wire), "the newcomer sees a hand before all have agreed")
            await table[seat].granted("admit", table=table.id, seat="E", name=self.named("new"))
            await wire.until("admit_agreed", seat=seat, newcomer="E")
            await _still(wire)
        expect_is(wire.has_seen("joined")[-1]["seat"], "E", "the newcomer's seat, once all have agreed,")
        expect(len(_shown(wire)) > 0, "the newcomer has to see the hand of its seat")

    @check("newcomers.not_admitted", NEWCOMERS)
    async def not_admitted(self) -> None:
        """`admit` gets FORBIDDEN from programs and spectators, for another name, and if a player who has left was dealt
        a hand."""
        programs = await self.four()
        wire = await self._left(programs)
        await _waits(wire)
        people = await self.four(hello=PEOPLE)
        await _waits(await self._left(people))
        new = self.named("new")
        asked = ((programs["N"], programs, new), (wire, programs, new), (people["N"], people, "nobody"))
        for asking, table, name in (*asked, (people["N"], people, new)):
            await asking.refused("FORBIDDEN", "admit", table=table.id, seat="E", name=name)

    @check("newcomers.strict", NEWCOMERS)
    async def strict(self) -> None:
        """At a strict table, a newcomer gets no seat before the match is over."""
        wire = await self._left(await self.four(strict=True))
        await wire.refused("FORBIDDEN", has={"reason": "strict"})


class HostChecks(ServerBench):
    """Checks of hosts, which arrange the seats before the match."""

    async def _held(self) -> FourSeats:
        """Return four players at a table that waits for its host, N; each has been told of all of them."""
        table = await self.four(hold=True)
        for wire in table.wires.values():
            await wire.answers()
        return table

    @check("hosting.host", HOSTS)
    async def host(self) -> None:
        """The client that opens a table is its host; the next host is the player who has sat there longest.
        `host_changed` follows `seat_changed`."""
        north, table = await self.opener("N", seat="N")
        await north.until("host_changed", seat="N", n=2)
        west, east = [await self.seated(table, seat) for seat in "WE"]
        await north.say("leave", table=table)
        left = await east.until("seat_changed", seat="N", occupant="free")
        await east.until("host_changed", seat="W", n=left["n"] + 1)
        await west.say("bye")
        await east.until("host_changed", seat="E")
        watcher = await self.watcher(table)
        await east.say("leave", table=table)
        await self.seated(table, "S")
        await watcher.until("host_changed", seat="S")
        told = [event["seat"] for event in watcher.events(table) if event["type"] == "host_changed"]
        expect(told[-2:] == [None, "S"], f"an empty table has no host, not {as_json(told)}")

    @check("hosting.alone", HOSTS)
    async def alone(self) -> None:
        """The host's messages get FORBIDDEN from everybody else at the table and change nothing."""
        table = await self._held()
        watcher, west = await self.watcher(table.id), table["W"]
        before = _sitting(west, table.id)
        for wire in (table["E"], watcher):
            for kind, fields in HOST_MAY:
                await wire.denied("FORBIDDEN", kind, table=table.id, **fields)
        await table["N"].granted("begin", table=table.id)
        await west.until("match_started")
        expect(_sitting(west, table.id) == before, "a message that got FORBIDDEN has changed the seats")

    @check("hosting.over", HOSTS)
    async def over(self) -> None:
        """Nobody's seat can be changed once the match has begun: even the host gets FORBIDDEN."""
        table = await self.four()
        await table.all_have("hand_dealt")
        for kind, fields in HOST_MAY:
            await table["N"].denied("FORBIDDEN", kind, table=table.id, **fields)

    @check("hosting.begin", BEGIN)
    async def begin(self) -> None:
        """A table opened with `hold` does not begin with its fourth player; it begins when its host says so."""
        table = await self._held()
        await table["W"].denied("FORBIDDEN", "begin", table=table.id)
        expect(not table.has("match_started"), "the match of a held table has begun, and its host has not said so")
        expect_fields(table["W"].first("joined"), hold=True)
        await table["N"].granted("begin", table=table.id)
        await table.all_have("match_started")

    @check("hosting.begin_free", BEGIN)
    async def begin_free(self) -> None:
        """`begin` without `bots` gets FORBIDDEN while seats are free, with those seats in `free`, even at a table
        without `hold`."""
        north, table = await self.opener("N", seat="N", hold=True)
        data = await north.denied("FORBIDDEN", "begin", table=table)
        expect_is(sorted(data.get("free", ())), ["E", "S", "W"], "`free`")
        other, table = await self.opener("other")
        await other.denied("FORBIDDEN", "begin", table=table)

    @check("hosting.swap", SWAP)
    async def swap(self) -> None:
        """A player who is moved gets `joined` with the new seat and the events from 1, then only the cards of that
        seat."""
        table = await self._held()
        before = _sitting(table["W"], table.id)
        await table["N"].granted("swap_seats", table=table.id, seats=["E", "S"])
        moved = {"E": table["S"], "S": table["E"]}
        for seat, wire in moved.items():
            await wire.say("ping", data="moved")  # the swap was granted: whatever it brings comes before the pong
            joined = await wire.until("joined", "pong")
            expect(joined.get("seat") == seat, f"a moved player has to get joined at {seat}, not {joined}")
        await table["N"].granted("begin", table=table.id)
        after = {**before, "E": before["S"], "S": before["E"]}
        for seat, wire in {**table.wires, **moved}.items():
            dealt = [await wire.until("hand_dealt") for _ in SEATS]
            own = [event["seat"] for event in dealt if event["cards"] is not None]
            expect_is(own, [seat], f"the seats whose hands {seat} is shown")
            expect_is(_sitting(wire, table.id), after, f"the players that {seat} sees")

    @check("hosting.swap_with_free", SWAP)
    async def swap_with_free(self) -> None:
        """A host that moves to a free seat stays the host; `host_changed` follows both `seat_changed`."""
        north, table = await self.opener("N", seat="N")
        await north.until("host_changed")
        await north.granted("swap_seats", table=table, seats=["N", "W"])
        expect_fields(await north.until("joined"), seat="W")
        expect_fields(await north.until("host_changed", n=5), seat="W")
        await north.granted("swap_seats", table=table, seats=["S", "W"])
        await north.until("joined", seat="S")

    @check("hosting.clear", CLEAR)
    async def clear(self) -> None:
        """A player whom the host removes gets `left` with `removed`; the seat is free, and the player may come back."""
        north, table = await self.opener("N", seat="N")
        east = await self.seated(table, "E")
        await north.granted("clear_seat", table=table, seat="E")
        expect_fields(await east.until("left"), table=table, reason="removed")
        await north.until("seat_changed", seat="E", occupant="free")
        expect_is((await east.join(table))["seat"], "E", "the seat that is free again")


async def _heard(table: FourSeats, kind: str, **fields: str) -> None:
    """Wait until North has such an event; keep the requests that came before it."""

    def has_come() -> bool:
        told = table.events("N", kind)
        return any(all(event.get(name) == value for name, value in fields.items()) for event in told)

    await table.pulse.until(has_come, f"{kind} at N")


async def _still(wire: CheckClient) -> None:
    """Wait for all messages that the server has sent so far."""
    await wire.say("ping", data="still")
    await wire.until("pong", data="still")


def _shown(wire: CheckClient) -> list[Map]:
    """Return the hands that the client has been shown."""
    return [event for event in wire.has_seen("hand_dealt") if event["cards"]]


async def _waits(wire: CheckClient, seat: str = "E") -> None:
    """Fail unless the client learns that it gets the seat with the next deal, and sees no hand."""
    expect_fields(await wire.until("joined"), seat=None, reserved=seat)
    await _still(wire)
    expect(not _shown(wire), f"a newcomer may see no hand of the running deal, not {as_json(_shown(wire))}")


def _sitting(wire: CheckClient, table: str) -> dict[str, str]:
    """Return the names by their seats, after the events behind the client's last `joined`."""
    last = max(at for at, message in enumerate(wire.seen) if message["type"] == "joined")
    events = [message for message in wire.seen[last:] if message.get("table") == table and "n" in message]
    expect_dense(events, "the events after `joined` have to start from 1:")
    return {event["seat"]: event["name"] for event in events if event["type"] == "seat_changed"}
