"""Checks of the coinche out of turn, when one act waits for another, and of clocks, which measure each decision."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, FourSeats, due, lowest_bid, taken
from .harness import PEOPLE, ServerBench

OUT_OF_TURN, CLOCKS, ERRORS = "Coinche out of turn", "Clocks and pauses", "Errors"
AT_ANY_TIME = {"coinche_when": "any_time", "surcoinche": 4}
NAMED = {"casual": (600_000, 0), "standard": (20_000, 120_000), "blitz": (2_000, 20_000), "bot": (200, 5_000)}
"""The clocks that have a name: free time and bank."""
THINKING_S = 0.4
CREDIT_MS = 50
"""The most milliseconds that a player gets back for the latency of the network."""
SLACK_MS = 1_500
"""The most milliseconds by which the machine of the check may be late."""


class ReactionChecks(ServerBench):
    """Checks of requests to react, and of a coinche without a request."""

    async def _declined(self, action: str = "", **fields: Any) -> tuple[FourSeats, Map, Map]:
        """Have a seat bid, the other opponent decline to react, and the next player act: a bid by default."""
        table, turn, react = await _after_a_bid(self, **fields)
        await table.accepted(react, "pass")
        await table.accepted(turn, action or lowest_bid(turn))
        return table, turn, react

    @check("react.asked", OUT_OF_TURN)
    async def is_asked(self) -> None:
        """After a bid, the other opponent is asked to react: `pass` or `coinche`, and `pass` when the time is up."""
        _, turn, react = await _after_a_bid(self)
        expect(
            {turn["seat"], react["seat"]} in ({"N", "S"}, {"E", "W"}), "both opponents of the bidder have to be asked"
        )
        expect_fields(react, legal=["pass", "coinche"], default="pass", bids={})
        expect("coinche" in turn["legal"], f"the player on turn may coinche as well: {turn['legal']}")

    @check("react.held", OUT_OF_TURN)
    async def held(self) -> None:
        """The next call waits for the reaction; a player who declines gets `ok`, and nobody else is told."""
        table, turn, react = await _after_a_bid(self)
        number, wire = await table.send_act(turn, "pass"), table.of(turn)
        await wire.say("ping", data="after the act")
        await wire.until("pong", data="after the act")
        expect(not table.has("passed"), "the next call was accepted before the reaction had come")
        await table.accepted(react, "pass")
        taken(await wire.answer(number), "the waiting call is accepted")
        following = await table.request("bid")
        passed = [event["seat"] for event in table.events(following["seat"], "passed")]
        expect_is(passed, [turn["seat"]], "the seats that have passed in their turn")

    @check("react.coinche", OUT_OF_TURN)
    async def coinche(self) -> None:
        """A coinche out of turn goes before the waiting call, which gets STALE_REQUEST; then the bidders are asked."""
        table, turn, react = await _after_a_bid(self)
        number = await table.send_act(turn, "pass")
        await table.accepted(react, "coinche")
        due("STALE_REQUEST", await table.of(turn).answer(number), "for the waiting call")
        following = {(await table.request())["seat"], (await table.request())["seat"]}
        others = following.isdisjoint({turn["seat"], react["seat"]})
        expect(others, f"the bidding side has to be asked, not {as_json(following)}")
        expect_fields(table.event("coinched", turn["seat"]), seat=react["seat"])

    @check("react.after_declining", OUT_OF_TURN)
    async def after_declining(self) -> None:
        """A player who has declined may still answer the same request with `coinche` while the bid stands."""
        table, _, react = await self._declined("pass")
        await table.request("bid")
        await table.accepted(react, "coinche")
        await table.all_have("coinched")

    @check("react.not_for_another_bid", OUT_OF_TURN)
    async def not_for_another_bid(self) -> None:
        """The next bid ends the request to react: a coinche that answers it later gets STALE_REQUEST."""
        table, _, react = await self._declined()
        await table.request()
        due("STALE_REQUEST", await table.act(react, "coinche"), "for a bid that no longer stands")

    @check("react.surcoinche", OUT_OF_TURN)
    async def surcoinche(self) -> None:
        """After a coinche, the partner of the player on turn is asked to react with `surcoinche`, which goes first."""
        table, _, _ = await self._declined("coinche")
        turn, react = await _bid_and_react(table)
        expect_fields(react, legal=["pass", "surcoinche"])
        number = await table.send_act(turn, "pass")
        await table.accepted(react, "surcoinche")
        due("STALE_REQUEST", await table.of(turn).answer(number), "for the waiting call")
        expect_fields(await table["N"].until("contract_settled"), multiplier=4)

    @check("react.after_resume", OUT_OF_TURN)
    async def after_resume(self) -> None:
        """A player who comes back gets the request to react again, with its number."""
        await self.capabilities("resume")
        table, _, react = await _after_a_bid(self)
        wire = await self.back(table.of(react).first("ready"))
        expect_fields(await wire.until("request"), request=react["request"], kind="react")

    @check("react.nine_times", ERRORS)
    async def nine_times(self) -> None:
        """An act that is repeated while it waits for another player's gets RATE the ninth time; the first eight get
        ok."""
        table, turn, react = await _after_a_bid(self)
        numbers, wire = [await table.send_act(turn, "pass") for _ in range(9)], table.of(turn)
        due("RATE", await wire.answer(numbers[8]), "the ninth time")
        await table.accepted(react, "pass")
        for number in numbers[:8]:
            taken(await wire.answer(number), "the first eight get ok")

    @check("react.both", OUT_OF_TURN)
    async def both(self) -> None:
        """The coinche of the first seat of N E S W is accepted, even if another seat was quicker; the other gets
        STALE_REQUEST."""
        table, turn, react = await _after_a_bid(self)
        first, second = sorted((turn, react), key=lambda request: SEATS.index(request["seat"]))
        quicker = await table.send_act(second, "coinche")
        await table.of(second).answers()
        await table.accepted(first, "coinche")
        due("STALE_REQUEST", await table.of(second).answer(quicker), f"for the coinche of {second['seat']}")
        await table.all_have("coinched")
        expect_is(
            [event["seat"] for event in table.events("N", "coinched")],
            [first["seat"]],
            "the seats that have said coinche",
        )

    @check("react.late", OUT_OF_TURN)
    async def react_late(self) -> None:
        """A player whose time has run out gets LATE for a bid that no longer stands; nobody waits longer than
        `move_ms`."""
        table, turn, react = await _after_a_bid(self, clock={"move_ms": 600, "bank_ms": 20_000})
        await table.accepted(turn, lowest_bid(turn))
        await table.request("bid")
        due("LATE", await table.act(react, "coinche"), has={"played": "pass"})

    @check("react.unasked", OUT_OF_TURN)
    async def unasked(self) -> None:
        """A player who has passed may coinche, without a request, the last bid that they saw; the `ok` has no
        `request`."""
        table, turn, _ = await self._declined("pass")
        answer = await _unasked(table, turn["seat"], (await table.request("bid"))["after"])
        taken(answer, "a coinche without a request is allowed here")
        expect("request" not in answer, f"the ok may not have `request`, because there was none: {answer}")
        await table.all_have("coinched")

    @check("react.unasked_stale", OUT_OF_TURN)
    async def unasked_stale(self) -> None:
        """A coinche without a request never counts for a bid that its sender has not seen: it gets STALE_REQUEST after
        a newer bid."""
        table, turn, react = await self._declined()
        following = await table.request("bid")
        expect(following["seat"] not in (turn["seat"], react["seat"]), "the first bidder's side has to be on turn")
        partner = next(seat for seat in SEATS if seat not in (turn["seat"], react["seat"], following["seat"]))
        data = due("STALE_REQUEST", await _unasked(table, partner, turn["after"]), "because a newer bid stands")
        expect("current" in data, f"STALE_REQUEST has to have `current`: {data}")
        due("BAD_MESSAGE", await _unasked(table, partner, 1_000_000), "for an `after` beyond the table's last event")
        expect(not table.has("coinched"), "a refused coinche was announced")

    @check("react.unasked_in_turn", ERRORS)
    async def unasked_in_turn(self) -> None:
        """A coinche without a request gets NOT_YOUR_TURN if the rules have `coinche_when` `in_turn`."""
        table, request = await self.asked(options={"coinche_when": "in_turn"})
        due("NOT_YOUR_TURN", await _unasked(table, request["seat"], request["after"]))

    @check("react.unasked_nothing_else", OUT_OF_TURN)
    async def unasked_nothing_else(self) -> None:
        """Only coinche and surcoinche are possible without a request; one that the rules forbid gets ILLEGAL_ACTION."""
        table, turn, react = await _after_a_bid(self)
        answer = await _unasked(table, react["seat"], react["after"], "pass")
        expect(answer.get("type") == "error", f"a pass without a request was accepted: {answer}")
        bidder = next(seat for seat in SEATS if seat not in (turn["seat"], react["seat"]))
        due("ILLEGAL_ACTION", await _unasked(table, bidder, react["after"]), "for a coinche of the bidder's own side")


class ClockChecks(ServerBench):
    """Checks of clocks: free time, bank, time-outs."""

    @check("clocks.named", CLOCKS)
    async def is_named(self) -> None:
        """The four named clocks are those of PROTOCOL.md; without a name, programs get `standard`."""
        wire = await self.client()
        for name, (move, bank) in (*NAMED.items(), (None, NAMED["standard"])):
            joined = await self.opened(wire, **({} if name is None else {"clock": name}))
            expect_is(joined["clock"], {"move_ms": move, "bank_ms": bank}, f"the clock {name or 'of programs'}")
            await wire.leave(joined["table"])

    @check("clocks.people", CLOCKS)
    async def people(self) -> None:
        """At a table of people, the clock is `casual` unless the creator chooses another."""
        _, table = await self.opener(hello=PEOPLE)
        clock = (await (await self.client("other")).join(table))["clock"]
        expect_is((clock["move_ms"], clock["bank_ms"]), NAMED["casual"], "the clock of people")

    @check("clocks.own", "create_table")
    async def own(self) -> None:
        """A custom clock is accepted as it is, and refused if it has less than 100 ms."""
        for wrong in ({"move_ms": 99, "bank_ms": 0}, {"move_ms": -1, "bank_ms": 5000}, {"move_ms": 1000}, "quick"):
            wire = await self.client()
            await wire.refused("BAD_MESSAGE", "create_table", name="clock", clock=wrong)
            await wire.answers()
        clock = {"move_ms": 0, "bank_ms": 100}
        expect_fields(await self.opened(await self.client(), clock=clock), clock=clock)

    @check("clocks.charged", CLOCKS)
    async def charged(self) -> None:
        """`used_ms` is the time from request to act, less 50 ms at most; the bank pays for what goes beyond the free
        time."""
        table, request = await self.asked(clock={"move_ms": 100, "bank_ms": 20_000})
        clock = request["clock"]
        whole = clock["move_ms"] <= 100 and clock["bank_ms"] == 20_000
        expect(whole, f"a request has to show the time that is left, not {as_json(clock)}")
        await trio.sleep(THINKING_S)
        ok = await table.accepted(request, "pass")
        used, least = ok["used_ms"], 1000 * THINKING_S - CREDIT_MS - 1
        expect(
            least <= used <= least + SLACK_MS, f"the client waited {THINKING_S} s, but {as_json(used)} ms are charged"
        )
        left = 20_000 - max(0, used - 100)
        expect(abs(ok["bank_ms"] - left) <= 1, f"the bank has {left} ms left, not {as_json(ok['bank_ms'])}")

    @check("clocks.bank_lasts", CLOCKS)
    async def bank_lasts(self) -> None:
        """The bank lasts for the whole match: the next request to the same seat has what is left of it."""
        table, request = await self.asked(clock={"move_ms": 0, "bank_ms": 20_000})
        await trio.sleep(THINKING_S / 2)
        left = (await table.accepted(request, "pass"))["bank_ms"]
        found = (await _next_of(table, request))["clock"]["bank_ms"]
        lasts = left - SLACK_MS <= found <= left
        expect(lasts, f"the bank had {left} ms left, but the clock says {as_json(found)}")

    @check("clocks.time_out", CLOCKS)
    async def time_out(self) -> None:
        """`timed_out` is announced and the default is taken when free time and bank have run out."""
        table, request = await self.asked(clock={"move_ms": 150, "bank_ms": 100})
        out = await table.of(request).until("timed_out")
        expect_fields(out, seat=request["seat"])
        expect_fields(await table.of(request).until("passed"), n=out["n"] + 1, seat=out["seat"])

    @check("clocks.late", ERRORS)
    async def late(self) -> None:
        """An act after its time gets LATE with the action that was `played`, and changes nothing."""
        table, request = await self.asked(clock={"move_ms": 400, "bank_ms": 0})
        await table.of(request).until("timed_out")
        answer = await table.act(request, "80S")
        due("LATE", answer, has={"played": request["default"]})
        expect_is(answer.get("request"), request["request"], "the request that LATE carries")

    @check("clocks.illegal_runs_on", "Actions")
    async def illegal_runs_on(self) -> None:
        """After a refusal the clock runs on: the time counts from the beginning of the request."""
        table, request = await self.asked(clock={"move_ms": 0, "bank_ms": 20_000})
        await trio.sleep(THINKING_S / 2)
        await table.act(request, "surcoinche")
        await trio.sleep(THINKING_S / 2)
        used, least = (await table.accepted(request, "pass"))["used_ms"], 1000 * THINKING_S - CREDIT_MS - 2
        expect(used >= least, f"the client waited {THINKING_S} s, but {as_json(used)} ms are charged")

    @check("clocks.late_no_more", ERRORS)
    async def late_no_more(self) -> None:
        """A player gets LATE for an old request until the next one is answered; after that the old one gets
        STALE_REQUEST."""
        table, late = await self.asked(clock={"move_ms": 1000, "bank_ms": 0})
        await table.of(late).until("timed_out")
        await table.accepted(await _next_of(table, late), "pass")
        due("STALE_REQUEST", await table.act(late, "80S"))

    @check("clocks.waiting_is_free", CLOCKS)
    async def waiting_is_free(self) -> None:
        """A player on turn does not pay for the time in which their answer waits for another player's."""
        table, turn, react = await _after_a_bid(self)
        number = await table.send_act(turn, "pass")
        await trio.sleep(2 * THINKING_S)
        await table.accepted(react, "pass")
        used = (await table.of(turn).answer(number))["used_ms"]
        expect(used < 2000 * THINKING_S, f"a player who answered at once is charged {as_json(used)} ms")


async def _after_a_bid(bench: ServerBench, **fields: Any) -> tuple[FourSeats, Map, Map]:
    """Have a seat bid; return the table, the request of the next player, and the other opponent's, to react."""
    table, first = await bench.asked(options=AT_ANY_TIME, **fields)
    await table.accepted(first, lowest_bid(first))
    return table, *await _bid_and_react(table)


async def _bid_and_react(table: FourSeats) -> tuple[Map, Map]:
    """Return the next two requests, which have to be one to bid and one to react."""
    asked = {request["kind"]: request for request in (await table.request(), await table.request())}
    expect(
        set(asked) == {"bid", "react"}, f"one seat has to be asked to bid and one to react, not {as_json(set(asked))}"
    )
    return asked["bid"], asked["react"]


async def _unasked(table: FourSeats, seat: str, after: int, action: str = "coinche") -> Map:
    """Act without a request; return the answer."""
    return await table[seat].ask("act", table=table.id, after=after, action=action)


async def _next_of(table: FourSeats, request: Map) -> Map:
    """Have the others pass until the same seat is asked; return that request."""
    while (again := await table.request())["seat"] != request["seat"]:
        await table.accepted(again, "pass")
    return again
