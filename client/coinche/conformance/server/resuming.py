"""Checks of resuming a session and of watching: missed events come; hidden or delayed ones do not."""

from __future__ import annotations

from typing import Any

import trio

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.encodings import session_proof
from coinche.conformance.transcript import Map, as_json

from .clients import KEY, CheckClient, FourSeats, bid_once, expect_dense
from .events import without_cards
from .harness import ServerBench

BACK, WATCHING, PRIVATE = "Coming back", "Watching", "Private tables"
TRIES = 8
"""Attempts to join or watch after RATE."""
DEAL = ("hand_dealt", "passed", "bid_made", "card_played")


class ResumeChecks(ServerBench):
    """Checks of coming back to a session."""

    async def _not_back(self, ready: Map, n: int = 0, *, proved: int | None = None) -> None:
        """Fail unless the attempt to come back gets AUTH_FAILED."""
        await (await self.back(ready, n, proved=proved)).sent_away("AUTH_FAILED")

    async def _in_a_trick(self) -> FourSeats:
        """Return a table in its first trick, on a server with the capability `resume`."""
        await self.capabilities("resume")
        table = await self.four()
        request = await table.until_play()
        await table.accepted(request, request["default"])
        return table

    @check("resume.request", BACK)
    async def request_again(self) -> None:
        """The live request comes again on the newer connection, with the same number and no more time than before."""
        table = await self._in_a_trick()
        request = await table.request()
        wire = table.wires[request["seat"]] = await self.back(table.of(request).first("ready"))
        again = await wire.until("request")
        expect_fields(again, **{field: request[field] for field in ("request", "legal", "default", "kind")})
        expect(again["clock"]["move_ms"] <= request["clock"]["move_ms"], "the request has more time than before")
        await table.accepted(again, again["default"])

    @check("resume.events", BACK)
    async def events_after(self) -> None:
        """`ready` comes first, then `joined`, then only the events after `n`, as the seat would have seen them."""
        table = await self._in_a_trick()
        lost, known = table["S"], table.events("S")
        n = known[len(known) // 2]["n"]
        await lost.hang_up()
        wire = await self.back(lost.first("ready"), n)
        await wire.until("ready")
        expect_fields(await wire.until("joined"), seat="S")
        found = await self._events(wire, table.id, len(known) - n)
        expect(found == known[n:], f"the events after {n} were to come, as they were")

    async def _events(self, wire: CheckClient, table: str, many: int) -> list[Map]:
        """Wait for that many events of the table; return them."""
        await self.pulse.until(lambda: len(wire.events(table)) >= many, f"{many} events")
        return wire.events(table)[:many]

    @check("resume.all_events", BACK)
    async def all_events(self) -> None:
        """All events come again from 1 with `n` 0, or with a number that the table has not reached."""
        for n in (0, 100_000):
            table = await self._in_a_trick()
            lost, known = table["E"], table.events("E")
            await lost.hang_up()
            found = await self._events(await self.back(lost.first("ready"), n), table.id, len(known))
            expect(found == known, "all events were to come again unchanged")

    @check("resume.away", "Clocks and pauses")
    async def away(self) -> None:
        """A player who loses the connection in mid-match keeps the seat; the others see the player go away and come
        back."""
        table = await self._in_a_trick()
        lost, north = table["S"], table["N"]
        await lost.hang_up()
        await north.until("seat_changed", seat="S", occupant="program", connected=False)
        await self.back(lost.first("ready"))
        await north.until("seat_changed", seat="S", occupant="program", connected=True)

    @check("resume.replaced", BACK)
    async def replaced(self) -> None:
        """A session that is connected elsewhere gets REPLACED on its older connection; the newer connection plays
        on."""
        table = await self._in_a_trick()
        request = await table.request()
        old = table.of(request)
        wire = table.wires[request["seat"]] = await self.back(old.first("ready"))
        await old.sent_away("REPLACED")
        await table.accepted(await wire.until("request"), request["default"])

    @check("resume.new_secret", BACK)
    async def new_secret(self) -> None:
        """Each `ready` brings a new secret; the old one is valid only until the new one has been used."""
        table = await self._in_a_trick()
        first = table["S"].first("ready")
        await table["S"].hang_up()
        second = await (await self.back(first)).until("ready")
        expect(second["secret"] != first["secret"], "the same secret came again")
        expect_fields(second, session=first["session"])
        await (await self.back(first)).until("ready")
        third = await (await self.back(first)).until("ready")
        await (await self.back(third)).until("ready")
        await self._not_back(first)

    @check("resume.wrong_proof", BACK)
    async def wrong_proof(self) -> None:
        """A proof for another `n` or with another secret gets AUTH_FAILED and does no other harm to the session."""
        table = await self._in_a_trick()
        ready = table["S"].first("ready")
        await self._not_back(ready, 3, proved=4)
        await self._not_back({**ready, "secret": "0" * 64})
        request = await table.request()
        await table.accepted(request, request["default"])
        await (await self.back(ready)).until("ready")

    @check("resume.replayed_proof", BACK)
    async def replayed_proof(self) -> None:
        """A proof is valid only for its own nonce: the same proof on another connection gets AUTH_FAILED."""
        table = await self._in_a_trick()
        ready = table["S"].first("ready")
        first, second = await self.connect("first"), await self.connect("second")
        welcome = await self.greet(first, auth="resume", session=ready["session"])
        await self.greet(second, auth="resume", session=ready["session"])
        await second.say("prove", proof=session_proof(ready["secret"], welcome["nonce"], 0))
        await second.sent_away("AUTH_FAILED")

    @check("resume.after_bye", BACK)
    async def after_bye(self) -> None:
        """A bye ends the session, in mid-match, too: a client that resumes it gets AUTH_FAILED."""
        gone = (await self._in_a_trick()).wires["S"]
        await gone.say("bye")
        await gone.end()
        await self._not_back(gone.first("ready"))

    @check("resume.before_match", BACK)
    async def before_match(self) -> None:
        """A host whose connection is lost before the match keeps seat and session; others see the host go away and come
        back."""
        await self.capabilities("resume")
        wire, table = await self.opener(seat="N")
        guest = await self.seated(table, "S")
        await wire.hang_up()
        await guest.until("seat_changed", seat="N", occupant="program", connected=False)
        again = await self.back(wire.first("ready"))
        expect_fields(await again.until("joined"), table=table, seat="N")
        await guest.until("seat_changed", seat="N", occupant="program", connected=True)
        expect(len(guest.has_seen("host_changed")) == 1, "another client became host meanwhile")

    @check("resume.before_begin", BACK)
    async def before_begin(self) -> None:
        """No match begins by itself while a player is away whose seat is kept; it begins when that player is back."""
        await self.capabilities("resume")
        maker, table = await self.opener(seat="N")
        lost = await self.seated(table, "E")
        await self.seated(table, "S")
        await lost.hang_up()
        await maker.until("seat_changed", seat="E", connected=False)
        await (await self.seated(table, "W")).answers()
        await maker.answers()
        expect(not maker.has_seen("match_started"), "the match has begun without a player who is away")
        await self.back(lost.first("ready"))
        await maker.until("match_started")

    @check("resume.at_no_table", BACK)
    async def at_no_table(self) -> None:
        """A client that loses its connection at no table is the same one when it comes back, but not after bye."""
        await self.capabilities("resume")
        lost = await self.client()
        await lost.hang_up()
        ready = lost.first("ready")
        wire = await self.back(ready)
        again = await wire.until("ready")
        expect_fields(again, session=ready["session"], name=ready["name"])
        await wire.until("lobby")
        await wire.say("bye")
        await wire.until("bye")
        await self._not_back(again)

    @check("resume.watching", BACK)
    async def watching(self) -> None:
        """A spectator comes back in the same way while the old connection is open."""
        table = await self._in_a_trick()
        watcher, known = await self.watcher(table.id), table.events("N")
        wire = await self.back(watcher.first("ready"), 5)
        expect_fields(await wire.until("joined"), seat=None)
        expect_is((await self._events(wire, table.id, len(known) - 5))[0]["n"], 6, "the number of the event after 5")

    @check("resume.elsewhere", BACK)
    async def elsewhere(self) -> None:
        """A session that is still connected and at no table can be resumed, too; the lobby follows."""
        await self.capabilities("resume")
        old = await self.client()
        wire = await self.back(old.first("ready"))
        await wire.until("ready")
        await wire.until("lobby")
        await old.sent_away("REPLACED")


class WatchingChecks(ServerBench):
    """Checks of watching with a delay, through the eyes of a seat, and at private tables."""

    @check("watching.deals_behind", WATCHING)
    async def deals_behind(self) -> None:
        """A spectator with `delay_deals` 1 sees nothing of a deal until it is over, and then all of it."""
        table = await self.four(delay_deals=1)
        watcher = await self.watcher(table.id)
        await _seen_while_played(table, watcher)
        await table.play(bid_once)
        await watcher.until("deal_scored")
        expect_dense(watcher.events(table.id), "a delayed log has to have dense numbers:")

    @check("watching.rest_at_the_end", WATCHING)
    async def rest_at_the_end(self) -> None:
        """A spectator with `delay_s` sees the match late; when the table closes, all the rest comes at once,
        unchanged."""
        table = await self.four(delay_s=3600, target=1)
        watcher = await self.watcher(table.id)
        await table.play(bid_once, until="match_ended")
        early = watcher.has_seen("card_played")
        expect(watcher.has_seen("left") or not early, "a spectator with a delay of an hour has seen a card at once")
        await watcher.until("left", reason="match_over")
        await table.all_have("table_closed")
        same = without_cards(watcher.events(table.id)) == without_cards(table.events("N"))
        expect(same, "the log of the spectator differs from that of N")

    @check("private.proof", PRIVATE)
    async def proof(self) -> None:
        """A client needs a proof of the passphrase to join or watch a private table; no proof, or a wrong one, gets
        FORBIDDEN."""
        (_, table), wire, other = await self.opener("maker", key=KEY), await self.client(), await self.client("other")
        proofs = ("0" * 64, other.table_proof(table), wire.table_proof(table, "0" * 64))
        for kind in ("join", "watch"):
            for wrong in ({}, *({"proof": proof} for proof in proofs)):
                answer = await _tried(wire, kind, table=table, **wrong)
                expect(answer.get("code") == "FORBIDDEN", f"FORBIDDEN was due for {as_json(wrong)}, not {answer}")
        for client, kind in ((wire, "join"), (other, "watch")):
            answer = await _tried(client, kind, table=table, proof=client.table_proof(table))
            expect(answer["type"] == "joined", f"the proof is right, but got {answer}")

    @check("private.shown", PRIVATE)
    async def shown(self) -> None:
        """The lobby marks a table as private; no message contains its key."""
        looker, (_, table) = await self.client("looker"), await self.opener("maker", key=KEY)
        info = await looker.shown(table)
        expect_is(info["private"], True, "`private` of the table in the lobby")
        expect(KEY not in str(looker.seen), "the lobby contains the key of a table")

    @check("watching.late_and_behind", WATCHING)
    async def late_and_behind(self) -> None:
        """A spectator who comes, or comes back, in mid-match has the same delay as all spectators."""
        table = await self.four(delay_s=3600)
        await table.until_play()
        watcher = await self.watcher(table.id)
        again = await self.back(watcher.first("ready"))
        await again.until("joined")
        for wire in (watcher, again):
            await again.answers()
            early = _early(wire)
            expect(not early, f"a spectator with a delay of an hour has seen {as_json(sorted(early))} at once")

    @check("watching.eyes", WATCHING)
    async def eyes(self) -> None:
        """A spectator with `eyes` sees what that seat has seen, the same events to the last value, once a deal is
        over."""
        table = await self.four(delay_deals=1)
        watchers = {seat: await self._looking(table, seat) for seat in ("W", "N")}
        await _seen_while_played(table, *watchers.values())
        await table.all_have("deal_scored")
        for seat, watcher in watchers.items():
            await watcher.until("deal_scored")
            found = watcher.events(table.id)
            expect(found == table.events(seat)[: len(found)], f"the eyes of {seat} have not seen what {seat} has")

    @check("watching.other_eyes", WATCHING)
    async def other_eyes(self) -> None:
        """A spectator may choose other eyes later: it gets `joined`, and the events from 1 as that seat saw them."""
        table = await self.four(delay_deals=1)
        watcher = await self._looking(table, "E")
        await table.play(bid_once)
        await watcher.until("deal_scored")
        for seat in ("S", None):
            behind = len(watcher.seen)
            expect_fields(await watcher.watch(table.id, **({"eyes": seat} if seat else {})), eyes=seat)
            await watcher.until("deal_scored")
            events = [message for message in watcher.seen[behind:] if "n" in message]
            expect_dense(events, "the events after `joined` have to start from 1:")
            hands = {event["seat"] for event in events if event["type"] == "hand_dealt" and event["cards"] is not None}
            expect(hands == ({seat} if seat else set()), f"the eyes of {seat} are shown the hands of {as_json(hands)}")

    @check("watching.no_eyes", WATCHING)
    async def no_eyes(self) -> None:
        """`eyes` get FORBIDDEN if deals are shown before they are over, or if the cards are never shuffled."""
        watcher = await self.client("watcher")
        unfit: tuple[Map, ...] = ({}, {"delay_s": 3600}, {"delay_deals": 5, "options": {"shuffle": "never"}})
        for fields in unfit:
            _, table = await self.opener("maker", **fields)
            await watcher.refused("FORBIDDEN", "watch", table=table, eyes="N")

    async def _looking(self, table: FourSeats, seat: str) -> CheckClient:
        """Return a client that watches through the eyes of that seat."""
        watcher = await self.client(f"eyes of {seat}")
        expect_fields(await watcher.watch(table.id, eyes=seat), seat=None, eyes=seat)
        return watcher


def _early(*wires: CheckClient) -> set[str]:
    """Return the types of the events of a deal that have come."""
    return {message["type"] for wire in wires for message in wire.seen if message["type"] in DEAL}


async def _seen_while_played(table: FourSeats, *watchers: CheckClient) -> None:
    """Play a deal; fail if the watchers see any of it before it is over."""
    seen_early: set[str] = set()

    def chosen(request: Map) -> str:
        seen_early.update(_early(*watchers))
        return bid_once(request)

    await table.play(chosen)
    expect(not seen_early, f"eyes have seen {as_json(sorted(seen_early))} of a deal that was not over")


async def _tried(wire: CheckClient, kind: str, **fields: Any) -> Map:
    """Try to join or watch, again after RATE; return the answer."""
    for _ in range(TRIES):
        await wire.say(kind, **fields)
        answer = await wire.until("error", "joined")
        if answer.get("code") != "RATE":
            break
        await trio.sleep(1.0)
    return answer
