"""Checks of claims, of strikes at strict tables, and of bidding systems."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import check, expect, expect_fields
from coinche.conformance.transcript import Map, as_json
from coinche.engine.claim import claim
from coinche.engine.seats import Seat
from coinche.engine.view import view

from .clients import SEATS, CheckClient, FourSeats, bid_once, due, taken
from .harness import PEOPLE, ServerBench
from .reference_match import ReferenceMatch

CLAIM, STRICT, SYSTEMS = "claim", "Strict tables", "Bidding systems"
STRIKES = 3
"""Strikes before the one that forfeits the seat."""
JACK: Map = {
    "name": "jack",
    "conventions": [{"said": "80", "when": "opening", "shows": "le valet — the jack", "all": ["J"], "trumps": [3, 8]}],
}
ACE: Map = {"name": "ace", "conventions": [{"said": "90+", "when": "support", "shows": "an ace", "spare": [0, 20]}]}


class StrictTableChecks(ServerBench):
    """Checks of claims, and of strikes at strict tables."""

    @check("claim.exact", CLAIM)
    async def exact(self) -> None:
        """A claim that follows from what the seat sees is accepted and played out; any other claim gets FORBIDDEN."""
        while not await self._claimed_in_a_deal():
            pass

    async def _claimed_in_a_deal(self) -> bool:
        """Claim whenever a seat leads; return False if nothing could be claimed in that deal."""
        table, request = await self.asked()
        reference = ReferenceMatch(table)
        await reference.begin()
        while True:
            seat, seen = request["seat"], request["view"]
            trick = seen["trick"]["cards"] if request["kind"] == "play" else None
            if trick == []:
                answer = await _claim(table, request)
                if claim(view(reference.state, Seat(seat))) is not None:
                    await _played_out(table, seat, answer)
                    return True
                due("FORBIDDEN", answer, "because the claim does not follow")
            action = bid_once(request)
            reference.take(seat, action)
            await table.accepted(request, action)
            if trick and len(seen["tricks"]) == 7 and len(trick) == 3:
                return False
            request = await table.request()

    @check("claim.not_to_lead", CLAIM)
    async def not_to_lead(self) -> None:
        """Only the player who leads a trick may claim: in the auction a claim gets FORBIDDEN, and the request stays
        live."""
        table, request = await self.asked()
        due("FORBIDDEN", await _claim(table, request))
        await table.accepted(request, "pass")

    @check("strict.said", STRICT)
    async def said(self) -> None:
        """`joined` and the lobby say whether a table is strict."""
        wire, looker = await self.client(), await self.client("looker")
        joined = await self.opened(wire, strict=True)
        expect_fields(joined, strict=True)
        expect_fields(await looker.shown(joined["table"]), strict=True)

    @check("strict.default_played", STRICT)
    async def default_played(self) -> None:
        """The default replaces an illegal action: ILLEGAL_ACTION has `played` and `strikes`, and everybody gets
        `struck`."""
        table, request = await self.asked(strict=True)
        await _struck(table, request, "surcoinche", 1)
        await table.hear("struck", seat=request["seat"], strikes=1)
        await table.hear("passed", seat=request["seat"])

    @check("strict.no_action", STRICT)
    async def no_action(self) -> None:
        """A string that is not an action costs a strike, too."""
        table, request = await self.asked(strict=True)
        await _struck(table, request, "levitate", 1)

    @check("strict.once", STRICT)
    async def once(self) -> None:
        """An illegal action uses up its request: another action for it gets STALE_REQUEST, even the default that was
        played."""
        table, request = await self.asked(strict=True)
        await _struck(table, request, "surcoinche", 1)
        for action in (request["default"], "levitate"):
            due("STALE_REQUEST", await table.act(request, action), f"for {as_json(action)}")

    @check("strict.forfeit", STRICT)
    async def forfeit(self) -> None:
        """The fourth strike of a match forfeits the seat: `forfeited`, defaults until the end, FORBIDDEN for its acts,
        `forfeits`."""
        table = await self.four(strict=True, target=1)
        seat, count, last = "", 0, {}
        while count <= STRIKES:
            request = await table.request()
            seat = seat or request["seat"]
            if request["seat"] == seat and request["kind"] == "play":
                count, last = count + 1, request
                await _struck(table, request, "pass", count)
            else:
                await table.accepted(request, bid_once(request))
        await table.all_have("forfeited")
        due("FORBIDDEN", await table.act(last, "coinche"), "for a player who has forfeited")
        await table.play(bid_once, until="table_closed")
        closed = table.first("N", "table_closed") or (await table["N"].until("table_closed"))
        expect_fields(closed, forfeits=[seat])

    @check("strict.silent", STRICT)
    async def silent(self) -> None:
        """At a strict table, chat and pauses get FORBIDDEN; spectators cannot chat either."""
        table = await self.four(strict=True, hello=PEOPLE)
        watcher = await self.watcher(table.id)
        for wire in (table["N"], watcher):
            await wire.refused("FORBIDDEN", "chat", table=table.id, text="psst")
        await table["N"].refused("FORBIDDEN", "pause", table=table.id)

    @check("strict.lenient", STRICT)
    async def lenient(self) -> None:
        """At other tables an illegal action costs nothing: the same request stays live, however many there are."""
        table, request = await self.asked()
        for _ in range(STRIKES + 2):
            answer = await table.act(request, "surcoinche")
            expect("strikes" not in answer["data"], f"there are no strikes at this table: {answer}")
        await table.accepted(request, "pass")

    @check("strict.refused_claim", CLAIM)
    async def refused_claim(self) -> None:
        """A refused claim costs no strike."""
        table, request = await self.asked(strict=True)
        error = await table.of(request).refused("FORBIDDEN", "claim", table=table.id, request=request["request"])
        expect("strikes" not in error["data"], f"a claim may not cost a strike: {error}")
        await _struck(table, request, "surcoinche", 1)


class BiddingSystemChecks(ServerBench):
    """Checks of bidding systems, which seats declare."""

    async def _gathering(self, **fields: Any) -> tuple[str, CheckClient, CheckClient]:
        """Return a table with two free seats, and its clients N and E."""
        await self.capabilities("systems")
        north, table = await self.opener("N", seat="N", **fields)
        return table, north, await self.seated(table, "E")

    @check("systems.told", SYSTEMS)
    async def told(self) -> None:
        """A system that is declared before the match is announced unchanged to everybody, spectators included."""
        table, north, east = await self._gathering()
        watcher = await self.watcher(table)
        await _declared(east, table, JACK)
        for wire in (north, east, watcher):
            expect_fields(await wire.until("system_declared"), seat="E", system=JACK)

    @check("systems.late", SYSTEMS)
    async def late(self) -> None:
        """Latecomers get the declared systems from the log."""
        table, north, _ = await self._gathering()
        await _declared(north, table, JACK)
        for wire in (await self.seated(table, "S"), await self.watcher(table)):
            expect_fields(await wire.until("system_declared"), seat="N", system=JACK)

    @check("systems.strict", SYSTEMS)
    async def strict(self) -> None:
        """A strict table has no chat, but declared systems are announced there, too."""
        table, north, east = await self._gathering(strict=True)
        await _declared(north, table, JACK)
        expect_fields(await east.until("system_declared"), seat="N", system=JACK)

    async def _declared_in_an_auction(self) -> tuple[FourSeats, str]:
        """Return a table where a seat has declared in a deal that was then thrown in, and that seat."""
        table, first = await self.asked()
        await table.accepted(first, "pass")
        await _declared(table.of(first), table.id, ACE)
        await table.passes(3)
        await table.all_have("system_declared")
        return table, first["seat"]

    @check("systems.between_deals", SYSTEMS)
    async def between_deals(self) -> None:
        """A system that is declared in an auction is announced when the deal is over, and not before."""
        await self.capabilities("systems")
        table, declarer = await self._declared_in_an_auction()
        for seat in SEATS:
            expect_fields(table.event("system_declared", seat), seat=declarer, system=ACE)
        await table.all_have("thrown_in")
        told = [event["type"] for event in table.events(declarer, "thrown_in", "system_declared", "deal_started")]
        right = told[: told.index("system_declared")] == ["deal_started", "thrown_in"]
        expect(right, "a system declared in an auction has to be announced between that deal and the next")

    @check("systems.back", SYSTEMS)
    async def back_again(self) -> None:
        """A player who comes back with a hand in view keeps the earlier system until the deal is over."""
        await self.capabilities("systems", "resume")
        table, seat = await self._declared_in_an_auction()
        await table.request()
        lost, other = table[seat], table[next(name for name in SEATS if name != seat)]
        await lost.hang_up()
        await other.until("seat_changed", seat=seat, connected=False)
        table.wires[seat] = await self.back(lost.first("ready"))
        await other.until("seat_changed", seat=seat, connected=True)
        count = len(other.has_seen("system_declared"))
        for system in (JACK, ACE):
            await _declared(table[seat], table.id, system)
        found = (await other.until("system_declared"))["system"]
        expect(found == ACE, f"{as_json(JACK)} was chosen with a hand in view, but {found} was announced")
        expect(count == 1, f"the player had declared once before, but {count} declarations were announced")

    @check("systems.gone", SYSTEMS)
    async def gone(self) -> None:
        """The same system again is announced only once; after a change of player in the seat it is announced again."""
        table, north, east = await self._gathering()
        for _ in range(2):
            await _declared(east, table, JACK)
        await east.leave(table)
        await east.join(table, seat="E")
        await _declared(east, table, JACK)
        await north.until("seat_changed", seat="E", occupant="free")
        expect_fields(await north.until("system_declared"), seat="E", system=JACK)
        told = north.has_seen("system_declared")
        expect(len(told) == 2, f"two declarations are due, one before and one after the player left, not {len(told)}")

    @check("systems.refused", SYSTEMS)
    async def no_system(self) -> None:
        """A text that is too long or not a call gets BAD_MESSAGE with the path; a spectator, or a player who declares
        for another seat, gets FORBIDDEN."""
        table, north, east = await self._gathering()
        (one,) = JACK["conventions"]
        for wire, system, path in (
            (north, JACK | {"name": "x" * 33}, "$.system.name"),
            (east, JACK | {"conventions": [one] * 25}, "$.system.conventions"),
            (north, JACK | {"conventions": [one | {"shows": "x" * 121}]}, "$.system.conventions[0].shows"),
            (east, JACK | {"conventions": [one | {"said": "80S"}]}, "$.system.conventions[0].said"),
        ):
            await wire.denied("BAD_MESSAGE", "declare_system", table=table, system=system, has={"path": path})
        watcher = await self.watcher(table)
        await watcher.denied("FORBIDDEN", "declare_system", table=table, system=JACK)
        await north.denied("FORBIDDEN", "declare_system", table=table, system=JACK, seat="E")


async def _claim(table: FourSeats, request: Map) -> Map:
    """Claim the tricks that are left; return the answer."""
    return await table.of(request).ask("claim", table=table.id, request=request["request"])


async def _played_out(table: FourSeats, seat: str, answer: Map) -> None:
    """Fail unless the claim is accepted and all its cards and tricks are announced."""
    taken(answer, f"the claim follows from what {seat} sees")
    await table.all_have("deal_scored")
    begins, scored = table.event("claimed")["n"], table.event("deal_scored")["n"]
    cards = table.events("N", "card_played")
    winners = {event["seat"] for event in table.events("N", "trick_won") if event["n"] >= begins}
    expect(len(cards) == 32, f"all 32 cards have to be announced, not {len(cards)}")
    expect(winners == {seat}, f"every remaining trick has to be {seat}'s, not {as_json(winners)}")
    asked = [message for wire in table.wires.values() for message in wire.has_seen("request")]
    late = [message for message in asked if begins <= message["after"] < scored]
    expect(not late, f"nobody may be asked for the cards of a claim: {late}")


async def _struck(table: FourSeats, request: Map, action: str, count: int) -> None:
    """Fail unless the action costs a strike and the default is played."""
    has = {"played": request["default"], "strikes": count}
    data = due("ILLEGAL_ACTION", await table.act(request, action), f"for {as_json(action)}", has)
    for field in ("reason", "legal"):
        expect(field in data, f"ILLEGAL_ACTION has to have `{field}`: {as_json(data)}")


async def _declared(wire: CheckClient, table: str, system: Map) -> None:
    """Declare a system, which has to be accepted."""
    await wire.granted("declare_system", table=table, system=system)
