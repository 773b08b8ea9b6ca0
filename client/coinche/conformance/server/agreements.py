"""Checks of agreements among players: chat, pauses, another match, votes against a player."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, FourSeats, bid_once, taken
from .harness import PEOPLE, ServerBench

CHAT, PAUSE, REMATCH, VOTE, CLOCKS = "chat", "pause", "rematch", "vote_out", "Clocks and pauses"
PAUSED_S = 1.5
PACE = 20.0
"""The longest time in seconds of a deal among people, with a pause after each trick."""
AWAY_S = 10.2
"""Seconds after which a player who is away can be voted out."""
STALLED_S = 30.2
"""Seconds after which a player who has twice as many for a decision can be voted out."""
SLOW_CLOCK = {"move_ms": 20_000, "bank_ms": 40_000}


class AgreementChecks(ServerBench):
    """Checks of chat, pauses, another match, and votes against a player."""

    @check("chat.heard", CHAT)
    async def heard(self) -> None:
        """A chat message gets `ok`, and everybody who sits or watches at the table gets it with the speaker's name."""
        table = await self.four()
        watcher = await self.watcher(table.id)
        for wire, seat in ((table["E"], "E"), (watcher, None)):
            await wire.say("chat", id=4, table=table.id, text="Bien joué !")
            taken(await wire.answer(4), "a chat message at the table is accepted")
            for listener in (*table.wires.values(), watcher):
                told = await listener.until("chatted", seat=seat)
                expect_is(told["text"], "Bien joué !", "the text of the chat event")
                expect(
                    told["name"].startswith(wire.name), f"the name has to be the speaker's, not {as_json(told['name'])}"
                )

    @check("chat.refused", CHAT)
    async def chat_refused(self) -> None:
        """A text that is not 1 to 200 printable characters gets BAD_MESSAGE with the path `$.text`."""
        for text in ("", "x" * 201, "a\nb", "\u0007", "   "):
            wire, table = await self.opener()
            await wire.refused("BAD_MESSAGE", "chat", has={"path": "$.text"}, table=table, text=text)
            await wire.answers()

    @check("chat.rate", CHAT)
    async def rate(self) -> None:
        """Too much chat gets RATE and reaches nobody; five messages at once are accepted."""
        wire, table = await self.opener()
        await wire.send_together(*({"type": "chat", "id": n, "table": table, "text": str(n)} for n in range(12)))
        found = [(await wire.answer(number)).get("code", "ok") for number in range(12)]
        expect(found[:5] == ["ok"] * 5, f"five messages at once have to be accepted: {as_json(found)}")
        expect(set(found) == {"ok", "RATE"}, f"twelve messages have to get ok and RATE: {as_json(found)}")

    @check("chat.late", CHAT)
    async def chat_late(self) -> None:
        """A chat message is an event like any other: a latecomer gets it, too, with its number."""
        late, (wire, table) = await self.client("late"), await self.opener()
        await wire.say("chat", table=table, text="anybody?")
        said = await wire.until("chatted")
        await late.say("watch", table=table)
        expect_is(await late.until("chatted"), said, "the event that a latecomer gets")

    async def _paused(self, **fields: Any) -> tuple[FourSeats, Map]:
        """Return a table of four people who pause, and the request that is live."""
        table, request = await self.asked(hello=PEOPLE, **fields)
        for wire in table.wires.values():
            expect(table.first("N", "paused") is None, "a pause began before all had asked")
            await wire.granted("pause", table=table.id)
        paused = await table["N"].until("paused")
        expect(paused["ms"] > 0, f"a pause has an end: {as_json(paused)}")
        return table, request

    @check("pause.agreed", CLOCKS)
    async def pause_agreed(self) -> None:
        """A pause for which all people have asked stops the clocks until one of them goes on; then the request comes
        again."""
        table, request = await self._paused()
        number, acting = await table.send_act(request, "pass"), table.of(request)
        await table["N"].answers()
        expect(table.first("N", "passed") is None, "an act was accepted while the clocks stood")
        await table["N"].say("go_on", table=table.id)
        taken(await acting.answer(number), "an act is accepted when the pause is over")
        await table.all_have("pause_ended")
        again = [message for message in acting.has_seen("request") if message["request"] == request["request"]]
        expect(len(again) == 2, f"the live request has to come again once, with its number; it came {len(again)} times")

    @check("pause.costs_nothing", CLOCKS)
    async def pause_costs_nothing(self) -> None:
        """A pause costs nobody any time: the request that comes again has as much as was left before."""
        table, request = await self._paused(clock={"move_ms": 8000, "bank_ms": 0})
        await trio.sleep(PAUSED_S)
        await table["N"].say("go_on", table=table.id)
        again = await table.of(request).until("request", request=request["request"])
        lost = request["clock"]["move_ms"] - again["clock"]["move_ms"]
        before = max(event["at"] for event in table.events("N") if event["n"] < table.event("pause_asked")["n"])
        running = table.event("paused")["at"] - before
        expect(0 <= lost < running + 1000 * PAUSED_S / 2, f"the pause has cost {as_json(lost - running)} ms")

    @check("pause.refused", PAUSE)
    async def pause_refused(self) -> None:
        """A table of programs has no pauses: the request for one gets FORBIDDEN."""
        table = await self.four()
        await table["N"].refused("FORBIDDEN", "pause", table=table.id)

    async def _recap(self, target: int = 1) -> FourSeats:
        """Return a table of four people in the recap of its first deal; a match to 1 is over then."""
        table = await self.four(hello=PEOPLE, target=target)
        await table.play(bid_once, until="recap_started", patience=PACE)
        return table

    @check("rematch.agreed", REMATCH)
    async def rematch_agreed(self) -> None:
        """People may ask for another match after the last deal; when all have asked, it begins with everybody in the
        same seat."""
        table = await self._recap()
        for wire in table.wires.values():
            second = any(event["match"] == 2 for event in table.events("N", "match_started"))
            expect(not second, "a match began before all had asked for it")
            await wire.granted("rematch", table=table.id)
        for seat, wire in table.wires.items():
            began = await wire.until("match_started", "left")
            expect(began.get("match") == 2, f"{seat} has to be told of match 2, not {as_json(began)}")
        expect_is((await table.request())["match"], 2, "the match of the next request")

    @check("rematch.not_wanted", "go_on")
    async def rematch_not_wanted(self) -> None:
        """After the last deal, `go_on` declines another match; when all have sent it, the table closes."""
        table = await self._recap()
        for wire in table.wires.values():
            await wire.say("go_on", id=9, table=table.id)
        for seat, wire in table.wires.items():
            await wire.until("left", reason="match_over")
            expect(table.first(seat, "went_on") is not None, "everybody has to be told of each go_on")

    @check("rematch.refused", REMATCH)
    async def rematch_refused(self) -> None:
        """`rematch` gets FORBIDDEN if there is no recap of a last deal."""
        table, _ = await self.asked(hello=PEOPLE)
        await table["N"].refused("FORBIDDEN", "rematch", table=table.id)

    @check("rematch.offer", CLOCKS)
    async def rematch_offer(self) -> None:
        """`recap_started` says how long `rematch` is accepted: 0 in mid-match, where it gets FORBIDDEN."""
        for target, offered in ((5000, False), (1, True)):
            table = await self._recap(target)
            await table.all_have("recap_started")
            told = table.event("recap_started")
            expect((told["rematch_ms"] > 0) is offered, f"a match to {target} brought {as_json(told)}")
            answer = await table["N"].ask("rematch", table=table.id)
            expect_is(answer.get("code", "ok"), "ok" if offered else "FORBIDDEN", f"the answer in a match to {target}")

    async def _slow(self) -> tuple[FourSeats, str, tuple[str, ...]]:
        """Return a table of people, the seat that has used half of its time, and the others."""
        table, request = await self.asked(hello=PEOPLE, clock=SLOW_CLOCK)
        await trio.sleep(STALLED_S)
        return table, request["seat"], tuple(seat for seat in SEATS if seat != request["seat"])

    async def _voted_out(self) -> tuple[FourSeats, str, str]:
        """Have two vote the slow one out; return the table, that seat, and that of the one who has not voted."""
        table, slow, others = await self._slow()
        for seat in others[:2]:
            await _vote(table, seat, slow, f"{seat} may vote against {slow}, half of whose time is over")
            expect_fields(await table[slow].until("vote_cast"), seat=seat, against=slow)
        await table[slow].until("left", reason="voted_out")
        return table, slow, others[2]

    @check("votes.out", VOTE)
    async def out(self) -> None:
        """Two of the three other people are enough: a bot gets the seat, `left` says `voted_out`, and the player cannot
        come back."""
        table, slow, other = await self._voted_out()
        await table[other].until("seat_changed", seat=slow, occupant="bot")
        await table[slow].refused("FORBIDDEN", "join", table=table.id)

    @check("votes.closed", VOTE)
    async def closed(self) -> None:
        """A seat that was voted out stays with its bot: nobody gets it, and its former player may watch."""
        table, slow, other = await self._voted_out()
        expect_fields(await table[other].until("seat_changed", seat=slow, occupant="bot"), closed=True)
        friend = await self.client("friend", **PEOPLE)
        await friend.refused("FORBIDDEN", "join", table=table.id, seat=slow, has={"reason": "closed"})
        expect_fields(await table[slow].watch(table.id), seat=None)

    @check("votes.alone", VOTE)
    async def alone(self) -> None:
        """One vote of three changes nothing, however often it is repeated; it is announced once."""
        table, slow, others = await self._slow()
        for _ in range(2):
            await _vote(table, others[0], slow, "a vote may be said again")
        await table[slow].say("ping", data="still")
        await table[slow].until("pong")
        told = table.events(slow, "vote_cast")
        expect(len(told) == 1, f"one vote has to be one event: {as_json(told)}")
        expect(not table[slow].has_seen("left"), "one vote of three is not enough")

    @check("votes.away", VOTE)
    async def away(self) -> None:
        """An absent player can be voted out after ten seconds, and not before, no matter who is on turn."""
        table, _ = await self.asked(hello=PEOPLE)
        await _south_is_away(table, "N", "E")
        await table["N"].denied("FORBIDDEN", "vote_out", table=table.id, seat="S")
        await trio.sleep(AWAY_S)
        for seat in ("N", "E"):
            await _vote(table, seat, "S", "a player who is away can be voted out")
        await table["W"].until("seat_changed", seat="S", occupant="bot")

    @check("votes.refused", VOTE)
    async def not_now(self) -> None:
        """A vote gets FORBIDDEN if it is against oneself or a player who has used less than half of their time, from a
        program or a spectator, or at a strict table."""
        table, request = await self.asked(hello=PEOPLE)
        seat = request["seat"]
        other = next(one for one in SEATS if one != seat)
        for voter in (other, seat):
            await table[voter].denied("FORBIDDEN", "vote_out", table=table.id, seat=seat)
        for program, strict in ((True, False), (False, True)):
            table, _ = await self.asked(hello={"program": program}, strict=strict)
            await _south_is_away(table, "N")
            await table["N"].denied("FORBIDDEN", "vote_out", table=table.id, seat="S")


async def _vote(table: FourSeats, voter: str, against: str, why: str) -> None:
    """Cast a vote that has to be accepted."""
    taken(await table[voter].ask("vote_out", table=table.id, seat=against), why)


async def _south_is_away(table: FourSeats, *told: str) -> None:
    await table["S"].hang_up()
    for seat in told:
        await table[seat].until("seat_changed", seat="S", connected=False)
