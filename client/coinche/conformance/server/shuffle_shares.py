"""Checks of fair deals: who is asked for a share, what becomes of it, and that the cards follow from all of them.

Knows the arithmetic of fair deals. Refuses to know how a server draws its secrets.
"""

from __future__ import annotations

import secrets
from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import PATIENCE
from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.dealing import dealt
from coinche.engine.fair import Shares, ShuffleContext
from coinche.engine.rules.parsing import from_map
from coinche.engine.seats import Seat

from .four_seats import SEATS, Table
from .harness import ServerBench
from .outcome import answers

CHECKS = Checks(Side.SERVER)
SECTION = "Fair deals"
FAIR = {"want": ["fair"]}


async def before_shuffle(bench: ServerBench, hello: Map = FAIR, **fields: Any) -> tuple[Table, Map]:
    """A table whose first deal is about to be shuffled, and what its server is bound to."""
    await bench.capabilities("fair")
    table = await bench.four(hello, **fields)
    await table.all_have("deal_committed")
    told = table.first("N", "deal_committed")
    assert told is not None
    return table, told


def whose(table: Table, told: Map) -> tuple[str, ...]:
    """Whose shares are taken."""
    direction = from_map(table.rules).table.direction
    return tuple(map(str, fair.asked(Shares(told["shares"]), Seat(told["dealer"]), direction)))


async def wanted_of(table: Table, seat: str, stage: str = "share") -> Map:
    """What that seat is asked for."""
    return await table.wires[seat].until("share_wanted", stage=stage)


async def give(table: Table, wanted: Map, share: bytes) -> Map:
    """Answer with that share, or a pledge of it; the `ok` or `error`."""
    wire, number = table.wires[wanted["seat"]], secrets.randbelow(2**31)
    of_deal = {name: wanted[name] for name in ("table", "match", "deal")}
    if wanted["stage"] == "share":
        await wire.send(type="share", id=number, **of_deal, share=share.hex())
    else:
        bound = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), share)
        await wire.send(type="pledge", id=number, **of_deal, pledge=bound.hex())
    return await wire.answer(number)


async def passed_out(table: Table) -> bytes:
    """The deal to its end, with nothing but passes; the secret that is shown then."""
    await table.play(lambda request: "pass", until="thrown_in")
    await table.all_have("deal_revealed")
    shown = table.first("N", "deal_revealed")
    assert shown is not None
    return bytes.fromhex(shown["secret"])


def context(welcome: Map, told: Map) -> ShuffleContext:
    """Which shuffle it was."""
    return ShuffleContext(
        signer=bytes.fromhex(welcome["signer"]),
        match=bytes.fromhex(told["id"]),
        deal=told["deal"],
        dealer=Seat(told["dealer"]),
        names={Seat(seat): name for seat, name in told["names"].items()},
        shares=Shares(told["shares"]),
    )


def welcome_of(table: Table) -> Map:
    """What the server said to North; it has to name its key."""
    welcome = next(message for message in table.wires["N"].seen if message["type"] == "welcome")
    expect("signer" in welcome, "a server with the capability `fair` has a `signer` in its welcome")
    return welcome


@CHECKS.check("fair.bound", section=SECTION)
async def bound(bench: ServerBench) -> None:
    """Everybody is told what the server is bound to before anybody is asked, and the cutter alone is asked."""
    table, told = await before_shuffle(bench)
    (cutter,) = whose(table, told)
    wanted = await wanted_of(table, cutter)
    seen = [m for m in table.wires[cutter].seen if m["type"] in ("deal_committed", "share_wanted", "deal_started")]
    expect(seen[0] == told, f"{cutter} was asked, or dealt to, before it was told what the server is bound to")
    for name in ("match", "deal", "commitment"):
        expect(
            wanted[name] == told[name],
            f"`{name}` of share_wanted is {as_json(wanted[name])}, and was told as {as_json(told[name])}",
        )
    for seat in SEATS:
        await answers(table.wires[seat])
        asked = sum(message["type"] == "share_wanted" for message in table.wires[seat].seen)
        expect(asked == (seat == cutter), f"{seat} was asked {as_json(asked)} times for a share")
        expect(table.first(seat, "deal_started") is None, f"{seat} was dealt to before the share was there")


@CHECKS.check("fair.unaltered", section=SECTION)
async def unaltered(bench: ServerBench) -> None:
    """A share that is given is answered by `ok` and told to everybody as it is."""
    table, told = await before_shuffle(bench)
    (cutter,) = whose(table, told)
    share = secrets.token_bytes(fair.SHARE_BYTES)
    answer = await give(table, await wanted_of(table, cutter), share)
    expect(answer["type"] == "ok", f"a share that was asked for got {answer}")
    await table.all_have("share_given")
    for seat in SEATS:
        given = table.first(seat, "share_given")
        assert given is not None
        expect(
            (given["seat"], given["share"]) == (cutter, share.hex()),
            f"{seat} was told {as_json(given)}, not {share.hex()}",
        )
        expect(not given["substitute"], "a share that was given is called a substitute")


@CHECKS.check("fair.follows", section=SECTION)
async def follows(bench: ServerBench) -> None:
    """The secret is the one that the server was bound to, and all four hands follow from it and the share."""
    table, told = await before_shuffle(bench)
    (cutter,) = whose(table, told)
    share = secrets.token_bytes(fair.SHARE_BYTES)
    await give(table, await wanted_of(table, cutter), share)
    secret = await passed_out(table)
    of_deal = context(welcome_of(table), told)
    expect(fair.commitment(secret, of_deal).hex() == told["commitment"], "the secret is not that of the commitment")
    pack = fair.pack(secret, {Seat(cutter): share}, of_deal)
    (hands,) = dealt(pack, of_deal.dealer, from_map(table.rules).table)
    for seat in SEATS:
        (hand,) = (event for event in table.events(seat) if event["type"] == "hand_dealt" and event["seat"] == seat)
        due = set(hands[Seat(seat)])
        expect(
            {Card(card) for card in hand["cards"]} == due,
            f"{seat} was dealt {hand['cards']}, not {as_json(sorted(due))}",
        )


@CHECKS.check("fair.kept", section=SECTION)
async def kept(bench: ServerBench) -> None:
    """The secret is shown once the deal is over, and not before."""
    table, _ = await before_shuffle(bench, {})
    await passed_out(table)
    told = [event["type"] for event in table.events("N")]
    expect(told.index("deal_revealed") > told.index("thrown_in"), "the secret was shown while the deal was played")


@CHECKS.check("fair.substitute", section=SECTION)
async def substitute(bench: ServerBench) -> None:
    """For who gives none in time a substitute is taken that follows from the secret, and called so."""
    table, told = await before_shuffle(bench)
    (cutter,) = whose(table, told)
    wanted = await wanted_of(table, cutter)
    await table.all_have("share_given", patience=wanted["ms"] / 1000 + PATIENCE)
    given = table.first("N", "share_given")
    assert given is not None
    expect(given["substitute"], f"{cutter} has given nothing, and everybody was told {as_json(given)}")
    late = await give(table, wanted, secrets.token_bytes(fair.SHARE_BYTES))
    expect(late.get("code") == "FORBIDDEN", f"FORBIDDEN was due for a share that came too late, not {late}")
    secret = await passed_out(table)
    due = fair.substitute(secret, context(welcome_of(table), told), Seat(cutter)).hex()
    expect(given["share"] == due, f"the substitute had to be {due}, not {as_json(given['share'])}")


@CHECKS.check("fair.left_alone", section=SECTION)
async def left_alone(bench: ServerBench) -> None:
    """Who does not want `fair` is not asked: a substitute stands for his share."""
    table, _ = await before_shuffle(bench, {})
    await table.all_have("deal_started")
    given = table.first("N", "share_given")
    expect(given is not None and given["substitute"], f"a substitute was due, not {as_json(given)}")
    for seat, wire in table.wires.items():
        asked = [message for message in wire.seen if message["type"] == "share_wanted"]
        expect(not asked, f"{seat} was asked for a share, and has not wanted that")


@CHECKS.check("fair.pledged", section=SECTION)
async def pledged(bench: ServerBench) -> None:
    """Where all four give shares nobody is asked for his before all are bound, and no other is taken from him."""
    table, _ = await before_shuffle(bench, shares="all")
    shares = {seat: secrets.token_bytes(fair.SHARE_BYTES) for seat in SEATS}
    for seat in SEATS:
        wanted = await wanted_of(table, seat, "pledge")
        early = [m for wire in table.wires.values() for m in wire.seen if m.get("stage") == "share"]
        expect(not early, f"a share was asked for before {seat} was bound")
        answer = await give(table, wanted, shares[seat])
        expect(answer["type"] == "ok", f"a pledge that was asked for got {answer}")
    for seat in SEATS:
        wanted = await wanted_of(table, seat)
        other = await give(table, wanted, secrets.token_bytes(fair.SHARE_BYTES))
        expect(other.get("code") == "FORBIDDEN", f"FORBIDDEN was due for another share than was pledged, not {other}")
        await give(table, wanted, shares[seat])
    await table.all_have("deal_started")
    given = {e["seat"]: e["share"] for e in table.events("N") if e["type"] == "share_given"}
    expect(given == {seat: share.hex() for seat, share in shares.items()}, f"the shares were told as {as_json(given)}")


@CHECKS.check("fair.unasked", section=SECTION)
async def unasked(bench: ServerBench) -> None:
    """A share or a pledge that nobody has asked for gets FORBIDDEN, and is told to nobody."""
    table, told = await before_shuffle(bench)
    (cutter,) = whose(table, told)
    wanted = await wanted_of(table, cutter)
    other = next(seat for seat in SEATS if seat != cutter)
    for said in (
        wanted | {"seat": other},
        wanted | {"seat": other, "stage": "pledge"},
        wanted | {"stage": "pledge"},
        wanted | {"deal": wanted["deal"] + 1},
    ):
        answer = await give(table, said, secrets.token_bytes(fair.SHARE_BYTES))
        expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for an unasked {said['stage']}, not {answer}")
    expect(not table.has("share_given"), "a share that nobody has asked for was told")
