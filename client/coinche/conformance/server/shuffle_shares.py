"""Checks of fair deals: the requests for shares, their announcement, and the cards that follow from them."""

from __future__ import annotations

import secrets
from typing import Any

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json
from coinche.conformance.wire import TIME_LIMIT
from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.dealing import dealt
from coinche.engine.fair import Shares, ShuffleContext
from coinche.engine.rules.parsing import from_map
from coinche.engine.seats import Seat

from .clients import SEATS, FourSeats, due, taken
from .harness import ServerBench

SECTION = "Fair deals"
FAIR = {"want": ["fair"]}


class ShareChecks(ServerBench):
    """Checks of shares, substitutes and pledges."""

    async def _before_shuffle(self, hello: Map = FAIR, **fields: Any) -> tuple[FourSeats, Map]:
        """Return a table whose first deal is about to be shuffled, and its `deal_committed`."""
        await self.capabilities("fair")
        table = await self.four(hello, **fields)
        await table.all_have("deal_committed")
        return table, table.event("deal_committed")

    async def _cutter_asked(self) -> tuple[FourSeats, Map, str, Map]:
        """Return such a table, its `deal_committed`, the seat that gives the one share, and its `share_wanted`."""
        table, told = await self._before_shuffle()
        (cutter,) = whose(table, told)
        return table, told, cutter, await wanted_of(table, cutter)

    @check("fair.bound", SECTION)
    async def bound(self) -> None:
        """Everybody gets the server's commitment before anybody is asked for a share, and only the cutter is asked."""
        table, told, cutter, wanted = await self._cutter_asked()
        seen = [m for m in table[cutter].seen if m["type"] in ("deal_committed", "share_wanted", "deal_started")]
        expect(seen[0] == told, f"{cutter} was asked, or dealt to, before it got the server's commitment")
        expect_fields(wanted, **{name: told[name] for name in ("match", "deal", "commitment")})
        for seat in SEATS:
            await table[seat].answers()
            asked = len(table[seat].has_seen("share_wanted"))
            expect(asked == (seat == cutter), f"{seat} was asked {as_json(asked)} times for a share")
            expect(table.first(seat, "deal_started") is None, f"{seat} was dealt to before the share had come")

    @check("fair.unaltered", SECTION)
    async def unaltered(self) -> None:
        """A share gets `ok` and is announced unchanged to everybody."""
        table, _, cutter, wanted = await self._cutter_asked()
        share = drawn()
        taken(await give(table, wanted, share), "a share was asked for")
        await table.all_have("share_given")
        for seat in SEATS:
            given = table.event("share_given", seat)
            same = (given["seat"], given["share"]) == (cutter, share.hex())
            expect(same, f"{seat} was told {as_json(given)}, not {share.hex()}")
            expect(not given["substitute"], "a share that was given is called a substitute")

    @check("fair.follows", SECTION)
    async def follows(self) -> None:
        """The secret matches the server's commitment, and all four hands follow from the secret and the share."""
        table, told, cutter, wanted = await self._cutter_asked()
        share = drawn()
        await give(table, wanted, share)
        secret = await passed_out(table)
        of_deal = context(welcome_of(table), told)
        expect(fair.commitment(secret, of_deal).hex() == told["commitment"], "the secret is not that of the commitment")
        pack = fair.pack(secret, {Seat(cutter): share}, of_deal)
        (hands,) = dealt(pack, of_deal.dealer, from_map(table.rules).table)
        for seat in SEATS:
            (hand,) = (event for event in table.events(seat, "hand_dealt") if event["seat"] == seat)
            right = set(hands[Seat(seat)])
            same = {Card(card) for card in hand["cards"]} == right
            expect(same, f"{seat} was dealt {hand['cards']}, not {as_json(sorted(right))}")

    @check("fair.kept", SECTION)
    async def kept(self) -> None:
        """The server reveals the secret when the deal is over, and not before."""
        table, _ = await self._before_shuffle({})
        await passed_out(table)
        for kind in ("thrown_in", "deal_revealed"):
            await table.all_have(kind)
        told = [event["type"] for event in table.events("N")]
        expect(told.index("deal_revealed") > told.index("thrown_in"), "the secret was shown while the deal was played")

    @check("fair.substitute", SECTION)
    async def substitute(self) -> None:
        """The server uses a substitute for a share that does not come in time; it follows from the secret, and is
        flagged."""
        table, told, cutter, wanted = await self._cutter_asked()
        await table.all_have("share_given", patience=wanted["ms"] / 1000 + TIME_LIMIT)
        given = table.event("share_given")
        expect(given["substitute"], f"{cutter} has given nothing, and everybody was told {as_json(given)}")
        due("FORBIDDEN", await give(table, wanted, drawn()), "for a share that came too late")
        secret = await passed_out(table)
        expect_fields(given, share=fair.substitute(secret, context(welcome_of(table), told), Seat(cutter)).hex())

    @check("fair.left_alone", SECTION)
    async def left_alone(self) -> None:
        """A player who does not want `fair` is not asked: a substitute takes the place of the share."""
        table, _ = await self._before_shuffle({})
        await table.all_have("deal_started")
        given = table.first("N", "share_given")
        expect(given is not None and given["substitute"], f"a substitute was due, not {as_json(given)}")
        for seat, wire in table.wires.items():
            expect(not wire.has_seen("share_wanted"), f"{seat} was asked for a share, and has not wanted that")

    @check("fair.pledged", SECTION)
    async def pledged(self) -> None:
        """Nobody is asked for one of four shares before all have pledged, and only the pledged share is accepted."""
        table, _ = await self._before_shuffle(shares="all")
        shares = {seat: drawn() for seat in SEATS}
        for seat in SEATS:
            wanted = await wanted_of(table, seat, "pledge")
            early = [m for wire in table.wires.values() for m in wire.seen if m.get("stage") == "share"]
            expect(not early, f"a share was asked for before {seat} had pledged")
            taken(await give(table, wanted, shares[seat]), "a pledge was asked for")
        for seat in SEATS:
            wanted = await wanted_of(table, seat)
            due("FORBIDDEN", await give(table, wanted, drawn()), "for another share than was pledged")
            await give(table, wanted, shares[seat])
        await table.all_have("deal_started")
        given = {e["seat"]: e["share"] for e in table.events("N", "share_given")}
        expect_is(given, {seat: share.hex() for seat, share in shares.items()}, "the announced shares")

    @check("fair.unasked", SECTION)
    async def unasked(self) -> None:
        """A share or a pledge that was not requested gets FORBIDDEN and is announced to nobody."""
        table, _, cutter, wanted = await self._cutter_asked()
        other = next(seat for seat in SEATS if seat != cutter)
        for said in (
            wanted | {"seat": other},
            wanted | {"seat": other, "stage": "pledge"},
            wanted | {"stage": "pledge"},
            wanted | {"deal": wanted["deal"] + 1},
        ):
            due("FORBIDDEN", await give(table, said, drawn()), f"for an unasked {said['stage']}")
        expect(not table.has("share_given"), "a share that nobody has asked for was announced")


def whose(table: FourSeats, told: Map) -> tuple[str, ...]:
    """Return the seats that give a share."""
    direction = from_map(table.rules).table.direction
    return tuple(map(str, fair.asked(Shares(told["shares"]), Seat(told["dealer"]), direction)))


async def wanted_of(table: FourSeats, seat: str, stage: str = "share") -> Map:
    """Wait until that seat is asked; return its `share_wanted`."""
    return await table[seat].until("share_wanted", stage=stage)


async def give(table: FourSeats, wanted: Map, share: bytes) -> Map:
    """Answer with that share, or a pledge of it; return the `ok` or `error`."""
    wire, of_deal = table.wires[wanted["seat"]], {name: wanted[name] for name in ("table", "match", "deal")}
    if wanted["stage"] == "share":
        return await wire.ask("share", **of_deal, share=share.hex())
    bound = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), share)
    return await wire.ask("pledge", **of_deal, pledge=bound.hex())


def drawn() -> bytes:
    """Draw a new share."""
    return secrets.token_bytes(fair.SHARE_BYTES)


async def passed_out(table: FourSeats) -> bytes:
    """End the deal with four passes; return the secret that is revealed then."""
    await table.play(lambda request: "pass", until="thrown_in")
    await table.all_have("deal_revealed")
    return bytes.fromhex(table.event("deal_revealed")["secret"])


def context(welcome: Map, told: Map) -> ShuffleContext:
    """Return the context of the shuffle."""
    return ShuffleContext(
        signer=bytes.fromhex(welcome["signer"]),
        match=bytes.fromhex(told["id"]),
        deal=told["deal"],
        dealer=Seat(told["dealer"]),
        names={Seat(seat): name for seat, name in told["names"].items()},
        shares=Shares(told["shares"]),
    )


def welcome_of(table: FourSeats) -> Map:
    """Return the server's welcome to North, which has to contain the server's key."""
    welcome = table["N"].first("welcome")
    expect("signer" in welcome, "a server with the capability `fair` has to have a `signer` in its welcome")
    return welcome
