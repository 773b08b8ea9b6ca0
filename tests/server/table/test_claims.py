"""Tests of a claim at a table: the right to make one, the refusal, and the ordinary plays that follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from coinche.engine.cards import PACK
from coinche.engine.seats import Seat
from coinche.server.match.entries import ActionTaken
from coinche.server.match.table_options import Pace, TableOptions
from tests.engine.script import cards
from tests.server.tables import Map, answer, boards, quiet

ALL_HEARTS = cards("7H 8H QH KH 10H AH 9H JH")
NO_JACK = cards("7H 8H QH KH 10H AH 9H JS")


class Board:
    """Four clients at a board on which East has bid 80 hearts and is to lead."""

    def __init__(self, running: Any, table: str, wires: dict[str, Any], lead: Map) -> None:
        self.running = running
        self.table = table
        self.wires = wires
        self.lead = lead

    async def claim(self, seat: str = "E", request: int | None = None, number: int = 7) -> Map:
        """The answer to a claim."""
        request = self.lead["request"] if request is None else request
        return await answer(self.wires[seat], number, type="claim", table=self.table, request=request)

    def taken(self) -> list[ActionTaken]:
        """The plays that are kept."""
        kept = [entry for entry in self.running.server.store.entries(self.table) if isinstance(entry, ActionTaken)]
        return kept[4:]


@pytest.fixture
def board(run_server: Any) -> Any:
    @asynccontextmanager
    async def opened(hand: Any = ALL_HEARTS, people: str = "NESW", bot: float = 600) -> AsyncIterator[Board]:
        rest = [card for card in PACK if card not in hand]
        hands = {Seat.EAST: hand, Seat.NORTH: rest[:8], Seat.SOUTH: rest[8:16], Seat.WEST: rest[16:]}
        pace = Pace(bot=bot, trick=600, recap=600)
        async with run_server() as running:
            options = TableOptions(name="board", board=True, pace=pace)
            table = running.server.lobby.tables.open(options, boards({s: tuple(h) for s, h in hands.items()}))
            wires = {}
            for seat in "NESW":
                wires[seat] = await running.connect(f"at {seat}", program=seat not in people)
                await wires[seat].send(type="join", table=table.id, seat=seat)
                await wires[seat].until("joined")
            for seat in "ENWS":
                request = await wires[seat].until("request")
                action = "80H" if seat == "E" else "pass"
                await wires[seat].send(type="act", table=table.id, request=request["request"], action=action)
            yield Board(running, table.id, wires, await wires["E"].until("request", kind="play"))

    return opened


async def test_who_sees_that_all_is_his_takes_it_all_at_once(board: Any) -> None:
    async with board() as at:
        accepted = await at.claim()
        assert (accepted["type"], accepted["request"]) == ("ok", at.lead["request"])
        witness = at.wires["S"]
        await witness.until("recap_started")
        told = [m["type"] for m in witness.seen]
        assert told.index("claimed") < told.index("card_played")
        assert [m["seat"] for m in witness.seen if m["type"] == "trick_won"] == ["E"] * 8
        led = [m["card"] for m in witness.seen if m["type"] == "card_played" and m["seat"] == "E"]
        assert led == ["JH", "9H", "AH", "10H", "KH", "QH", "8H", "7H"]


async def test_after_a_claim_nobody_is_asked_and_every_play_is_kept(board: Any) -> None:
    async with board() as at:
        await at.claim()
        await at.wires["N"].until("recap_started")
        plays = at.taken()
        assert len(plays) == 32
        assert [entry.request for entry in plays] == [at.lead["request"], *[0] * 31]
        assert not any(entry.timed_out for entry in plays)
        for wire in at.wires.values():
            asked = [m for m in (*wire.seen, *await quiet(wire)) if m["type"] == "request" and m["kind"] == "play"]
            assert asked == ([at.lead] if wire is at.wires["E"] else [])


async def test_the_words_of_a_belote_are_said_in_a_claim(board: Any) -> None:
    async with board() as at:
        await at.claim()
        witness = at.wires["W"]
        await witness.until("recap_started")
        said = [m["word"] for m in witness.seen if m["type"] == "belote_said"]
        assert said == ["belote", "rebelote"]


async def test_a_claim_that_does_not_follow_from_the_hand_is_refused_and_the_request_stays(board: Any) -> None:
    async with board(hand=NO_JACK) as at:
        refusal = await at.claim()
        assert (refusal["code"], refusal["request"], refusal["data"]) == ("FORBIDDEN", at.lead["request"], {})
        assert not [m for wire in at.wires.values() for m in await quiet(wire) if m["type"] == "claimed"]
        act = {"type": "act", "table": at.table, "request": at.lead["request"], "action": "9H"}
        assert (await answer(at.wires["E"], 8, **act))["type"] == "ok"


async def test_nobody_else_claims_and_nobody_claims_in_answer_to_something_else(board: Any) -> None:
    async with board() as at:
        assert (await at.claim("N"))["code"] == "NOT_YOUR_TURN"
        stale = await at.claim(request=at.lead["request"] - 4)
        assert (stale["code"], stale["data"]) == ("STALE_REQUEST", {"current": at.lead["request"]})
        stranger = await at.running.connect("stranger")
        refusal = await answer(stranger, 3, type="claim", table=at.table, request=at.lead["request"])
        assert (refusal["code"], refusal["request"]) == ("FORBIDDEN", at.lead["request"])


async def test_a_claim_in_the_auction_is_refused_in_the_same_words(board: Any, run_server: Any) -> None:
    async with board(hand=NO_JACK) as at, run_server() as running:
        table, wires = await running.four()
        refusals = [await at.claim()]
        for wire in wires.values():
            if requests := [m for m in await quiet(wire) if m["type"] == "request"]:
                claim = {"type": "claim", "table": table, "request": requests[0]["request"]}
                refusals.append(await answer(wire, 4, **claim))
        assert len(refusals) == 2
        assert refusals[0]["code"] == refusals[1]["code"] == "FORBIDDEN"
        assert refusals[0]["message"] == refusals[1]["message"]


async def test_the_same_claim_twice_is_accepted_once_and_answered_twice(board: Any) -> None:
    async with board() as at:
        first = await at.claim(number=1)
        again = await at.claim(number=2)
        assert {**first, "re": 2} == again
        assert sum(m["type"] == "claimed" for m in (*at.wires["E"].seen, *await quiet(at.wires["E"]))) == 1


async def test_an_act_that_says_claim_is_no_claim(board: Any) -> None:
    async with board() as at:
        await at.claim()
        act = {"type": "act", "table": at.table, "request": at.lead["request"], "action": "claim"}
        assert (await answer(at.wires["E"], 8, **act))["code"] == "STALE_REQUEST"


async def test_while_a_claim_waits_for_the_pace_of_people_it_is_not_taken_back(board: Any) -> None:
    async with board(people="NSW", bot=0.4) as at:
        await at.wires["E"].send(type="claim", table=at.table, request=at.lead["request"], id=5)
        other = {"type": "act", "table": at.table, "request": at.lead["request"], "action": "JH"}
        assert (await answer(at.wires["E"], 6, **other))["code"] == "STALE_REQUEST"
        assert (await at.wires["E"].until("ok", "error", re=5))["type"] == "ok"
        await at.wires["N"].until("claimed", seat="E")
