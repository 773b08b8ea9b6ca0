"""Tests of coinche out of turn over real sockets: the players asked, the waits, and the order of two calls.

The rules are those of pagat.com, where players coinche at any time, at a table where South has dealt: East speaks
first, then North, West and South.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from coinche.engine.presets import PRESETS
from coinche.protocol.messages import Clock
from coinche.server import limits
from coinche.server.match.entries import Declined
from tests.server.hand_clock import HandClock
from tests.server.reacting import PAGAT, Bench, Map, bench_at, open_with


@pytest.fixture
def bench(run_server: Any) -> Any:
    return partial(bench_at, run_server)


async def test_the_other_opponent_is_asked_with_everything_that_he_may_say(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        assert reaction["legal"] == ["pass", "coinche"]
        assert reaction["default"] == "pass"
        assert reaction["bids"] == {}
        assert reaction["request"] != turn["request"]
        assert reaction["after"] == turn["after"]
        assert (reaction["view"]["viewer"], reaction["view"]["turn"]) == ("S", "N")
        assert reaction["clock"]["bank_ms"] == 0
        assert not [m for seat in "EW" for m in await table.quiet(seat) if m["type"] == "request"]


@pytest.mark.parametrize("first", ["N", "S"])
async def test_among_programs_the_next_word_waits_for_both_whoever_is_quicker(bench: Any, first: str) -> None:
    async with bench() as table:
        asked = dict(zip("NS", await open_with(table), strict=True))
        said = {"N": "90H", "S": "coinche"}
        later = "S" if first == "N" else "N"
        sent = {first: await table.act(first, asked[first], said[first])}
        assert "ok" not in [m["type"] for m in await table.quiet(first)]
        sent[later] = await table.act(later, asked[later], said[later])
        assert (await table.answer_to("S", sent["S"]))["type"] == "ok"
        refusal = await table.answer_to("N", sent["N"])
        assert (refusal["code"], refusal["request"]) == ("STALE_REQUEST", asked["N"]["request"])
        coinched = await table.wires["W"].until("coinched", "bid_made", seat="S")
        assert coinched["type"] == "coinched"


@pytest.mark.parametrize("first", ["N", "S"])
async def test_of_two_coinches_that_wait_together_the_one_first_in_seat_order_counts(bench: Any, first: str) -> None:
    async with bench() as table:
        asked = dict(zip("NS", await open_with(table), strict=True))
        later = "S" if first == "N" else "N"
        sent = {}
        for seat in (first, later):
            sent[seat] = await table.act(seat, asked[seat], "coinche")
            if seat == first:
                await table.quiet(seat)
        assert (await table.answer_to("N", sent["N"]))["type"] == "ok"
        assert (await table.answer_to("S", sent["S"]))["code"] == "STALE_REQUEST"
        assert (await table.wires["W"].until("coinched"))["seat"] == "N"


async def test_to_decline_is_no_event_and_lifts_the_barrier(bench: Any) -> None:
    async with bench() as table:
        watcher = await table.running.connect("watcher")
        await watcher.send(type="watch", table=table.table)
        turn, reaction = await open_with(table)
        sent = await table.act("N", turn, "90H")
        assert not [m for m in await table.quiet("W") if m["type"] == "bid_made" and m["seat"] == "N"]
        await table.says("S", reaction, "pass")
        assert (await table.answer_to("N", sent))["type"] == "ok"
        await watcher.until("bid_made", seat="N")
        log = [m for m in watcher.seen if "n" in m]
        assert not [m for m in log if m["type"] == "passed"]
        assert [m["n"] for m in log] == list(range(1, len(log) + 1))
        assert not [m for m in watcher.seen if m["type"] in ("ok", "request")]


async def test_who_has_declined_may_still_coinche_while_the_bid_stands(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "pass")
        await table.asked("W", "bid")
        await table.says("S", reaction, "coinche")
        assert (await table.wires["W"].until("coinched"))["seat"] == "S"
        assert (await table.asked("E", "bid"))["legal"] == ["pass", "surcoinche"]


async def test_the_same_reaction_twice_counts_once_and_is_answered_twice(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        for _ in range(2):
            await table.says("S", reaction, "pass")
        sent = [await table.act("S", reaction, "coinche") for _ in range(2)]
        await table.quiet("S")
        await table.act("N", turn, "pass")
        answers = [await table.answer_to("S", number) for number in sent]
        assert [answer["type"] for answer in answers] == ["ok", "ok"]
        await table.says("S", reaction, "coinche")
        assert (await table.answer_to("S", await table.act("S", reaction, "pass")))["code"] == "STALE_REQUEST"
        assert len([m for m in table.wires["S"].seen if m["type"] == "coinched"]) == 1


async def test_to_decline_again_and_again_is_kept_once_and_is_not_free(bench: Any) -> None:
    async with bench() as table:
        _, reaction = await open_with(table)
        for _ in range(700):
            await table.act("S", reaction, "pass")
        await table.wires["S"].until("error", code="FLOOD")
        kept = [entry for entry in table.running.server.store.entries(table.table) if isinstance(entry, Declined)]
        assert len(kept) == 1


async def test_a_reaction_to_a_bid_that_stands_no_longer_is_refused_and_never_moved(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "90H")
        await table.says("E", await table.asked("E", "react"), "pass")
        await table.says("W", await table.asked("W", "bid"), "100C")
        new = await table.asked("S", "bid")
        refusal = await table.answer_to("S", await table.act("S", reaction, "coinche"))
        assert (refusal["code"], refusal["data"]["current"]) == ("STALE_REQUEST", new["request"])
        assert (await table.answer_to("S", await table.act("S", reaction, "pass")))["type"] == "ok"
        assert "coinched" not in [m["type"] for m in await table.quiet("N")]


async def test_what_breaks_a_rule_is_named_and_the_reaction_stays_live(bench: Any) -> None:
    async with bench() as table:
        _, reaction = await open_with(table)
        wrong = {"90S": "not_your_turn", "surcoinche": "not_coinched", "7S": "wrong_phase", "cut:12": "wrong_phase"}
        for action, reason in wrong.items():
            error = await table.answer_to("S", await table.act("S", reaction, action))
            assert (error["code"], error["data"]["reason"]) == ("ILLEGAL_ACTION", reason), action
            assert error["data"]["legal"] == ["pass", "coinche"]
        assert (await table.answer_to("S", await table.act("S", reaction, "go fish")))["code"] == "BAD_MESSAGE"
        await table.says("S", reaction, "pass")


async def test_the_request_of_one_is_not_answered_by_the_other(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        assert (await table.answer_to("N", await table.act("N", reaction, "coinche")))["code"] == "NOT_YOUR_TURN"
        assert (await table.answer_to("S", await table.act("S", turn, "coinche")))["code"] == "NOT_YOUR_TURN"
        assert (await table.answer_to("W", await table.act("W", reaction, "pass")))["code"] == "NOT_YOUR_TURN"


# --- unasked -----------------------------------------------------------------------------------------


async def passed_once(table: Bench) -> tuple[int, Map]:
    """East has bid, North passed in turn, South declined: return the number of the bid, and West's request."""
    turn, reaction = await open_with(table)
    await table.says("S", reaction, "pass")
    await table.says("N", turn, "pass")
    return turn["after"], await table.asked("W", "bid")


async def test_who_has_passed_in_his_turn_may_coinche_unasked(bench: Any) -> None:
    async with bench() as table:
        bid, _ = await passed_once(table)
        answer = await table.answer_to("N", await table.shout("N", after=bid))
        assert answer["type"] == "ok"
        assert "request" not in answer
        assert (await table.wires["E"].until("coinched"))["seat"] == "N"


async def test_an_unasked_coinche_that_crosses_a_new_bid_is_refused_and_never_moved(bench: Any) -> None:
    async with bench() as table:
        bid, request = await passed_once(table)
        await table.says("W", request, "100D")
        live = await table.asked("N", "react")
        refusal = await table.answer_to("N", await table.shout("N", after=bid))
        assert (refusal["code"], refusal["data"]["current"]) == ("STALE_REQUEST", live["request"])
        assert "coinched" not in [m["type"] for m in await table.quiet("E")]
        again = await table.shout("N", after=live["after"])
        await table.act("S", await table.asked("S", "bid"), "pass")
        assert (await table.answer_to("N", again))["type"] == "ok"


@pytest.mark.parametrize("action", ["pass", "90H", "7S", "nonsense"])
async def test_nothing_but_a_coinche_comes_unasked(bench: Any, action: str) -> None:
    async with bench() as table:
        bid, _ = await passed_once(table)
        error = await table.answer_to("N", await table.shout("N", after=bid, action=action))
        assert (error["code"], error["data"]["path"]) == ("BAD_MESSAGE", "$.request")


async def test_the_bidding_side_coinches_nothing_of_its_own(bench: Any) -> None:
    async with bench() as table:
        bid, _ = await passed_once(table)
        for seat, action, reason in (("E", "coinche", "own_bid"), ("E", "surcoinche", "not_coinched")):
            error = await table.answer_to(seat, await table.shout(seat, after=bid, action=action))
            assert (error["code"], error["data"]["reason"]) == ("ILLEGAL_ACTION", reason)


async def test_a_spectator_coinches_nothing(bench: Any) -> None:
    async with bench() as table:
        bid, _ = await passed_once(table)
        watcher = table.wires["?"] = await table.running.connect("watcher")
        await watcher.send(type="watch", table=table.table)
        await watcher.until("joined")
        assert (await table.answer_to("?", await table.shout("?", after=bid)))["code"] == "FORBIDDEN"


async def test_where_one_coinches_in_turn_nothing_comes_unasked(bench: Any) -> None:
    async with bench(rules=PRESETS["ffb"]) as table:
        await table.says("E", await table.asked("E", "bid"), "80S")
        request = await table.asked("N", "bid")
        assert not [m for m in await table.quiet("S") if m["type"] == "request"]
        assert (await table.answer_to("S", await table.shout("S", after=request["after"])))["code"] == "NOT_YOUR_TURN"


async def test_an_act_has_a_request_or_what_it_comes_after(bench: Any) -> None:
    async with bench() as table:
        wire = table.wires["N"]
        await wire.send(type="act", table=table.table, action="coinche")
        assert (await wire.until("error"))["code"] == "BAD_MESSAGE"
        await wire.send(type="act", table=table.table, action="coinche", request=1, after=1)
        assert (await wire.until("error"))["code"] == "BAD_MESSAGE"


# --- surcoinche --------------------------------------------------------------------------------------


async def test_both_of_the_bidding_side_are_asked_whether_they_surcoinche(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "coinche")
        west, east = await table.asked("W", "bid"), await table.asked("E", "react")
        assert west["legal"] == east["legal"] == ["pass", "surcoinche"]
        passed = await table.act("W", west, "pass")
        await table.says("E", east, "surcoinche")
        assert (await table.answer_to("W", passed))["code"] == "STALE_REQUEST"
        assert (await table.wires["N"].until("surcoinched"))["seat"] == "E"
        assert (await table.wires["N"].until("contract_settled"))["multiplier"] == 4


async def test_where_a_coinche_can_be_overcalled_the_new_bid_cancels_it_and_is_reacted_to_anew(bench: Any) -> None:
    rules = PAGAT.changed(coinche_ends_auction=False)
    async with bench(rules=rules) as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        await table.says("N", turn, "coinche")
        west, east = await table.asked("W", "bid"), await table.asked("E", "react")
        sent = await table.act("W", west, "100S")
        await table.says("E", east, "pass")
        assert (await table.answer_to("W", sent))["type"] == "ok"
        again = await table.asked("N", "react")
        assert again["legal"] == ["pass", "coinche"]
        assert again["view"]["contract"]["multiplier"] == 1
        refusal = await table.answer_to("E", await table.act("E", east, "surcoinche"))
        assert refusal["code"] == "STALE_REQUEST"


# --- clocks ------------------------------------------------------------------------------------------


async def test_where_people_sit_the_next_word_waits_for_the_window_and_no_longer(bench: Any) -> None:
    async with bench(people="S", reaction=0.2) as table:
        turn, reaction = await open_with(table)
        assert 0 < reaction["clock"]["move_ms"] <= 200
        await table.says("N", turn, "pass")
        await table.asked("W", "bid")
        await table.says("S", reaction, "coinche")
        assert (await table.wires["W"].until("coinched"))["seat"] == "S"


async def test_where_people_sit_a_coinche_is_taken_at_once(bench: Any) -> None:
    async with bench(people="NESW") as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "coinche")
        refusal = await table.answer_to("N", await table.act("N", turn, "coinche"))
        assert refusal["code"] in ("STALE_REQUEST", "NOT_YOUR_TURN")
        assert (await table.wires["W"].until("coinched"))["seat"] == "S"


async def test_who_is_too_late_for_a_bid_hears_that_he_was(bench: Any) -> None:
    async with bench(people="S", reaction=0.02) as table:
        turn, reaction = await open_with(table)
        await table.says("N", turn, "90H")
        await table.asked("W", "bid")
        late = await table.answer_to("S", await table.act("S", reaction, "coinche"))
        assert (late["code"], late["data"]["played"]) == ("LATE", "pass")


async def test_among_programs_the_clock_ends_the_wait_and_nobody_is_told(bench: Any) -> None:
    async with bench(clock=Clock(move_ms=150, bank_ms=60_000)) as table:
        turn, _ = await open_with(table)
        await table.says("N", turn, "pass")
        await table.wires["W"].until("passed", seat="N")
        assert not [m for m in table.wires["W"].seen if m["type"] == "timed_out"]


async def test_a_reaction_costs_no_bank_and_the_turn_pays_for_its_own_time_alone(bench: Any) -> None:
    time = HandClock()
    async with bench(clock=Clock(move_ms=30_000, bank_ms=60_000), time=time) as table:
        turn, reaction = await open_with(table)
        sent = await table.act("N", turn, "pass")
        await table.quiet("N")
        time.ms += 40_000
        answer = await table.answer_to("S", await table.act("S", reaction, "pass"))
        assert answer["bank_ms"] == 60_000
        assert (await table.answer_to("N", sent))["bank_ms"] == 60_000


async def test_a_time_out_waits_for_the_reaction_too(bench: Any) -> None:
    time = HandClock()
    async with bench(people="S", clock=Clock(move_ms=30_000, bank_ms=0), reaction=20.0, time=time) as table:
        turn, reaction = await open_with(table)
        time.ms += 31_000
        sent = await table.act("N", turn, "90H")
        await table.says("S", reaction, "coinche")
        assert (await table.answer_to("N", sent))["code"] == "STALE_REQUEST", "nothing was played for him"
        assert (await table.wires["W"].until("coinched", "passed", "timed_out", seat="S"))["type"] == "coinched"
        assert "timed_out" not in [m["type"] for m in table.wires["W"].seen]


# --- absence -----------------------------------------------------------------------------------------


async def test_who_comes_back_is_asked_to_react_again_with_the_same_number(bench: Any, come_back: Any) -> None:
    async with bench(people="S") as table:
        turn, reaction = await open_with(table)
        ready = next(m for m in table.wires["S"].seen if m["type"] == "ready")
        await table.wires["S"].stream.aclose()
        await table.wires["N"].until("seat_changed", seat="S", connected=False)
        table.wires["S"] = await come_back(table.running, ready)
        again = await table.asked("S", "react")
        assert (again["request"], again["legal"]) == (reaction["request"], ["pass", "coinche"])
        await table.says("S", again, "coinche")
        assert (await table.answer_to("N", await table.act("N", turn, "pass")))["type"] == "error"


async def test_nobody_waits_for_the_reaction_of_who_is_away(bench: Any) -> None:
    async with bench(people="S") as table:
        turn, _ = await open_with(table)
        sent = await table.act("N", turn, "pass")
        await table.quiet("N")
        await table.wires["S"].stream.aclose()
        assert (await table.answer_to("N", sent))["type"] == "ok"


async def test_a_seat_taken_back_inherits_the_reaction(bench: Any) -> None:
    async with bench(people="S") as table:
        turn, reaction = await open_with(table)
        await table.wires["S"].send(type="leave", table=table.table)
        await table.wires["S"].until("left")
        await table.wires["S"].send(type="join", table=table.table, seat="S")
        again = await table.asked("S", "react")
        assert again["request"] == reaction["request"]
        await table.says("S", again, "coinche")
        assert (await table.answer_to("N", await table.act("N", turn, "pass")))["code"] == "STALE_REQUEST"


async def test_of_many_that_say_the_same_while_it_waits_few_are_kept(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        sent = [await table.act("N", turn, "pass") for _ in range(limits.REPEATS + 2)]
        for number in sent[limits.REPEATS :]:
            assert (await table.answer_to("N", number))["code"] == "RATE"
        await table.says("S", reaction, "pass")
        for number in sent[: limits.REPEATS]:
            assert (await table.answer_to("N", number))["type"] == "ok"


async def test_a_repeat_with_the_same_id_gets_one_answer(bench: Any) -> None:
    async with bench() as table:
        turn, reaction = await open_with(table)
        for _ in range(limits.REPEATS + 2):
            table.sent = 500
            await table.act("N", turn, "pass")
        await table.says("S", reaction, "pass")
        await table.answer_to("N", 501)
        assert not [m for m in await table.quiet("N") if m.get("re") == 501]


async def test_a_program_that_let_its_time_pass_is_not_waited_for_as_long_again_in_this_deal(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SHORT_REACTION", 0.1)
    async with bench(clock=Clock(move_ms=400, bank_ms=60_000)) as table:
        turn, reaction = await open_with(table)
        assert reaction["clock"]["move_ms"] > 300
        await table.says("N", turn, "pass")
        await table.says("W", await table.asked("W", "bid"), "90S")
        await table.says("N", await table.asked("N", "react"), "pass")
        await table.says("S", await table.asked("S", "bid"), "pass")
        await table.says("E", await table.asked("E", "bid"), "100S")
        assert (await table.asked("S", "react"))["clock"]["move_ms"] <= 100


async def test_a_coinche_unasked_by_the_seat_on_turn_costs_its_time(bench: Any) -> None:
    time = HandClock()
    async with bench(clock=Clock(move_ms=1000, bank_ms=60_000), time=time) as table:
        turn, reaction = await open_with(table)
        await table.says("S", reaction, "pass")
        time.ms += 3000
        answer = await table.answer_to("N", await table.shout("N", turn["after"]))
        assert (answer["type"], answer["used_ms"], answer["bank_ms"]) == ("ok", 3000, 58_000)


async def test_an_event_that_has_not_come_yet_cannot_have_been_seen(bench: Any) -> None:
    async with bench() as table:
        turn, _ = await open_with(table)
        answer = await table.answer_to("S", await table.shout("S", turn["after"] + 1))
        assert (answer["code"], answer["data"]) == ("BAD_MESSAGE", {"path": "$.after"})
