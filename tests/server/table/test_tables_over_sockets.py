"""Tests of tables over real sockets: sitting down, playing, refusals, leaving and coming back."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from coinche.engine.actions import Action
from coinche.engine.events import Event
from coinche.engine.match import State, apply
from coinche.engine.seats import Seat
from coinche.protocol.messages import Capability, Clock
from coinche.server.connections.admission import CAPABILITIES
from coinche.server.match.table_options import TableOptions
from tests.server.conftest import Wire


def bid_first(request: dict[str, Any]) -> str:
    """Open with 80 spades where nobody has bid, so that deals are played and not thrown in."""
    return "80S" if request["bids"].get("S") == 80 else str(request["default"])


async def play_all(seats: dict[str, Any], play: Any) -> None:
    async with trio.open_nursery() as nursery:
        for wire in seats.values():
            nursery.start_soon(play, wire, bid_first)


def events(wire: Any) -> list[dict[str, Any]]:
    return [message for message in wire.seen if "n" in message]


async def test_four_programs_play_a_match_to_its_end(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        await play_all(seats, play)
        ended = [m for m in seats["N"].seen if m["type"] == "match_ended"]
        assert len(ended) == 1
        assert max(ended[0]["totals"].values()) >= 200
        assert seats["N"].seen[-1]["reason"] == "match_over"


async def test_events_have_dense_numbers_that_are_the_same_for_everybody(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        watcher = await running.connect("watcher")
        await watcher.send(type="watch", table=table)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_all, seats, play)
            nursery.start_soon(watcher.until, "left")
        logs = [events(wire) for wire in (*seats.values(), watcher)]
        for log in logs:
            assert [event["n"] for event in log] == list(range(1, len(log) + 1))
            assert [event["type"] for event in log] == [event["type"] for event in logs[0]]
            assert [event["at"] for event in log] == [event["at"] for event in logs[0]]


async def test_a_hand_is_told_to_its_holder_alone(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        watcher = await running.connect("watcher")
        await watcher.send(type="watch", table=table)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_all, seats, play)
            nursery.start_soon(watcher.until, "left")
        for seat, wire in (*seats.items(), (None, watcher)):
            dealt = [event for event in events(wire) if event["type"] == "hand_dealt"]
            assert dealt
            assert all((event["cards"] is not None) == (event["seat"] == seat) for event in dealt)


async def test_the_last_event_before_a_request_is_the_one_it_names(run_server: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        speaker, request = await on_turn(seats)
        assert request["after"] == events(seats[speaker])[-1]["n"]


async def test_unknown_table_is_refused(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="join", table="t9", id=7)
        error = await wire.until("error")
        assert (error["code"], error["re"], error["class"]) == ("NO_SUCH_TABLE", 7, "reject")


async def test_a_taken_seat_is_refused_and_the_free_ones_are_named(run_server: Any) -> None:
    async with run_server() as running:
        first, second = await running.connect("Ana"), await running.connect("Max")
        await first.send(type="create_table", name="Café", seat="S")
        table = (await first.until("joined"))["table"]
        await second.send(type="join", table=table, seat="S")
        error = await second.until("error")
        assert error["code"] == "SEAT_TAKEN"
        assert error["data"]["free"] == ["N", "E", "W"]


async def test_a_full_table_has_no_seat_and_can_be_watched(run_server: Any) -> None:
    async with run_server() as running:
        table, _ = await running.four()
        late = await running.connect("late")
        await late.send(type="join", table=table)
        assert (await late.until("error"))["code"] == "SEAT_TAKEN"
        await late.send(type="watch", table=table)
        assert (await late.until("joined"))["seat"] is None


async def test_nobody_sits_at_two_tables(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="one")
        await wire.until("joined")
        await wire.send(type="create_table", name="two")
        assert (await wire.until("error"))["code"] == "FORBIDDEN"


async def on_turn(seats: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The first player asked, and the request."""
    log: dict[str, Any] = {}

    async def look(seat: str, scope: trio.CancelScope) -> None:
        log[seat] = await seats[seat].until("request")
        scope.cancel()

    async with trio.open_nursery() as nursery:
        for seat in seats:
            nursery.start_soon(look, seat, nursery.cancel_scope)
    return next(iter(log.items()))


async def test_an_illegal_card_is_answered_with_the_rule_and_the_request_stays(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        await seats[seat].send(type="act", table=table, request=request["request"], action="70S")
        error = await seats[seat].until("error")
        assert error["code"] == "ILLEGAL_ACTION"
        assert error["request"] == request["request"]
        assert error["data"]["reason"] == "bid_too_low"
        assert "pass" in error["data"]["legal"]
        await seats[seat].send(type="act", table=table, request=request["request"], action="pass")
        assert (await seats[seat].until("ok"))["request"] == request["request"]


async def test_an_act_out_of_turn_is_refused(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        other = next(s for s in seats if s != seat)
        await seats[other].send(type="act", table=table, request=request["request"], action="pass")
        assert (await seats[other].until("error"))["code"] == "NOT_YOUR_TURN"


async def test_the_same_act_twice_is_accepted_once_and_answered_twice(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        for identity in (1, 2):
            await seats[seat].send(type="act", table=table, request=request["request"], action="pass", id=identity)
        assert (await seats[seat].until("ok"))["re"] == 1
        assert (await seats[seat].until("ok"))["re"] == 2
        await seats[seat].send(type="act", table=table, request=request["request"], action="80S")
        assert (await seats[seat].until("error"))["code"] == "STALE_REQUEST"
        assert sum(m["type"] == "passed" for m in seats[seat].seen) <= 1


async def test_a_wrong_request_number_is_refused_and_the_live_one_named(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        await seats[seat].send(type="act", table=table, request=99, action="pass")
        error = await seats[seat].until("error")
        assert (error["code"], error["data"]["current"]) == ("STALE_REQUEST", request["request"])


async def test_words_that_are_no_action_are_refused_with_what_would_be_right(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        await seats[seat].send(type="act", table=table, request=request["request"], action="go fish")
        error = await seats[seat].until("error")
        assert error["code"] == "BAD_MESSAGE"
        assert "90S" in error["message"]


async def test_an_act_of_somebody_who_plays_no_seat_is_forbidden(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        _, request = await on_turn(seats)
        stranger = await running.connect("stranger")
        await stranger.send(type="act", table=table, request=request["request"], action="pass")
        assert (await stranger.until("error"))["code"] == "FORBIDDEN"


async def test_time_out_plays_the_default_and_a_late_act_is_told_so(run_server: Any) -> None:
    async with run_server(clock=Clock(move_ms=30, bank_ms=20)) as running:
        table, seats = await running.four()
        seat, request = await on_turn(seats)
        await seats[seat].until("timed_out", seat=seat)
        await seats[seat].until("passed", seat=seat)
        await seats[seat].send(type="act", table=table, request=request["request"], action="80S")
        error = await seats[seat].until("error")
        assert (error["code"], error["data"]["played"]) == ("LATE", "pass")


async def test_a_broken_connection_leaves_the_seat_and_its_secret_brings_it_back(
    run_server: Any, play: Any, come_back: Any
) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        seat, _ = await on_turn(seats)
        lost = seats[seat]
        ready = next(m for m in lost.seen if m["type"] == "ready")
        seen = events(lost)[-1]["n"]
        await lost.stream.aclose()
        other = seats[next(s for s in seats if s != seat)]
        await other.until("seat_changed", seat=seat, connected=False)

        back = await come_back(running, ready, after=seen)
        assert (await back.until("ready"))["secret"] != ready["secret"]
        assert (await back.until("joined"))["seat"] == seat
        await back.until("seat_changed", seat=seat, connected=True)
        assert events(back)[0]["n"] == seen + 1
        seats[seat] = back
        await play_all(seats, play)
        assert back.seen[-1]["reason"] == "match_over"


async def test_a_wrong_proof_does_not_give_the_seat(run_server: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        ready = next(m for m in seats["N"].seen if m["type"] == "ready")
        thief = await running.connect()
        await thief.send(type="hello", versions=[1, 1], name="x", auth="resume", session=ready["session"])
        await thief.until("welcome")
        await thief.send(type="prove", proof="00" * 32, n=0)
        error = await thief.end()
        assert error is not None
        assert (error["code"], error["class"]) == ("AUTH_FAILED", "fatal")


async def test_without_a_bot_provider_the_default_is_played_for_an_absent_player(run_server: Any, play: Any) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        gone = seats.pop("E")
        await gone.send(type="bye")
        assert (await gone.end())["type"] == "bye"
        await play_all(seats, play)
        assert all(wire.seen[-1]["reason"] == "match_over" for wire in seats.values())


async def test_where_a_person_sits_a_recap_lies_until_he_goes_on(run_server: Any, brisk: Any, play: Any) -> None:
    async with run_server(pace=brisk) as running:
        _, seats = await running.four(program=False)
        await play_all(seats, play)
        types = [m["type"] for m in seats["N"].seen]
        recaps = types.count("recap_started")
        assert recaps == types.count("deal_scored") + types.count("thrown_in")
        assert types.count("went_on") == 4 * recaps


async def test_a_table_that_everybody_leaves_is_closed(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café")
        table = (await wire.until("joined"))["table"]
        await wire.send(type="leave", table=table)
        await wire.until("left")
        lobby = await wire.until("lobby")
        while lobby["tables"]:
            lobby = await wire.until("lobby")
        assert any("abandoned" in line for line in running.lines)


async def test_bots_can_be_asked_for_where_there_are_none_and_the_answer_says_so(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café")
        table = (await wire.until("joined"))["table"]
        await wire.send(type="add_bot", table=table)
        error = await wire.until("error")
        assert error["code"] == "FORBIDDEN"
        assert "none on this server" in error["message"]


async def test_an_unknown_preset_is_refused_with_those_there_are(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="create_table", name="Café", preset="tarot")
        error = await wire.until("error")
        assert error["code"] == "INVALID_RULES"
        assert "ffb" in error["data"]["presets"]


async def test_who_has_held_a_hand_gets_no_other_until_the_match_is_over(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        for seat in "NE":
            await seats[seat].send(type="leave", table=table)
            await seats[seat].until("left")
        await seats["N"].send(type="join", table=table, seat="E")
        assert (await seats["N"].until("error"))["code"] == "FORBIDDEN"
        await seats["N"].send(type="join", table=table, seat="N")
        assert (await seats["N"].until("joined"))["seat"] == "N"


@pytest.mark.parametrize("seat", ["N", "W"])
async def test_a_late_joiner_of_a_bots_seat_gets_the_whole_log_without_a_hand(run_server: Any, seat: str) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        await seats[seat].send(type="leave", table=table)
        await seats[seat].until("left")
        late = await running.connect("late")
        await late.send(type="join", table=table, seat=seat)
        await late.until("seat_reserved", name="late")
        assert [event["n"] for event in events(late)] == list(range(1, len(events(late)) + 1))
        assert not [event for event in events(late) if event["type"] == "hand_dealt" and event["cards"]]


async def test_a_table_opened_with_bots_is_answered_by_joined_alone(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = ("steady",)
        wire = await running.connect("maker")
        await wire.send(type="create_table", name="table", seat="N", bots="steady", id=4)
        assert (await wire.until("joined"))["re"] == 4
        await wire.until("match_started")
        assert not [m for m in wire.seen if m["type"] == "ok"]


async def test_a_bot_for_a_taken_seat_is_refused_with_those_that_are_free(run_server: Any) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = ("steady",)
        wire = await running.connect("maker")
        await wire.send(type="create_table", name="table", seat="N")
        table = (await wire.until("joined"))["table"]
        await wire.send(type="add_bot", table=table, bot="steady", seat="N")
        refusal = await wire.until("error")
        assert (refusal["code"], refusal["data"]) == ("SEAT_TAKEN", {"free": ["E", "S", "W"]})


async def test_who_has_left_hears_which_seat_is_open_to_him(run_server: Any) -> None:
    async with run_server() as running:
        table, seats = await running.four()
        for seat in "NE":
            await seats[seat].send(type="leave", table=table)
            await seats[seat].until("left")
        await seats["E"].send(type="join", table=table, seat="N")
        refusal = await seats["E"].until("error")
        assert (refusal["code"], refusal["data"]) == ("FORBIDDEN", {"seat": "E"})
        await seats["E"].send(type="join", table=table, seat="E")
        assert (await seats["E"].until("joined"))["seat"] == "E"


@pytest.mark.parametrize("hello", [{"want": ["resume", "fly"]}, {"need": ["resume"]}, {}])
async def test_what_is_granted_is_what_was_wanted_and_is_there(run_server: Any, hello: dict[str, Any]) -> None:
    async with run_server() as running:
        wire = await running.connect()
        assert (await wire.sign_in("Ana", **hello))["capabilities"] == (["resume"] if hello else [])


async def test_what_a_server_has_not_it_neither_offers_nor_grants(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(CAPABILITIES) == set(Capability)
    monkeypatch.delitem(CAPABILITIES, Capability.EVENTS)
    async with run_server() as running:
        wire, needy = await running.connect(), await running.connect()
        assert (await wire.sign_in("Ana", want=["resume", "events"]))["capabilities"] == ["resume"]
        assert "events" not in next(m for m in wire.seen if m["type"] == "welcome")["capabilities"]
        await needy.send(type="hello", versions=[1, 1], name="Béa", need=["events"])
        assert (await needy.until("error"))["data"] == {"missing": ["events"]}


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ("casual", (600_000, 0)),
        ("standard", (20_000, 120_000)),
        ("blitz", (2_000, 20_000)),
        ("bot", (200, 5_000)),
        ({"move_ms": 300, "bank_ms": 400}, (300, 400)),
        (None, (20_000, 120_000)),
    ],
)
async def test_a_table_has_the_clock_that_its_maker_asks_for(
    run_server: Any, clock: Any, expected: tuple[int, int]
) -> None:
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table", strict=True, **({"clock": clock} if clock else {}))
        joined = await maker.until("joined")
        assert (joined["clock"]["move_ms"], joined["clock"]["bank_ms"]) == expected
        assert joined["strict"] is True


async def test_a_fault_ends_the_table_in_which_it_is_and_neither_another_nor_any_connection(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        if state.rules.match.target == 201:
            raise ZeroDivisionError
        return apply(state, seat, action)

    monkeypatch.setattr("coinche.server.match.replay.apply", wrong)
    async with run_server() as running:
        (bad, there), (good, here) = await running.four(target=201), await running.four(target=202)
        await first_pass(bad, there)
        for wire in there.values():
            assert (await wire.until("left"))["reason"] == "fault"
            await wire.send(type="ping", data="here")
            await wire.until("pong", data="here")
        assert list(running.server.lobby.tables) == [good]
        await (await first_pass(good, here)).until("ok")


@pytest.mark.parametrize("place", ["table.joining.Joining.join", "seating.members.Members._welcome"])
async def test_who_comes_to_a_table_as_a_fault_ends_it_is_told_so_and_may_go_to_another(
    run_server: Any, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    async with run_server() as running:
        bad, good = (running.server.lobby.tables.open(TableOptions(name="Café")).id for _ in range(2))
        wire = await running.connect("newcomer")
        await wire.until("lobby")
        with monkeypatch.context() as patched:
            patched.setattr(f"coinche.server.{place}", lambda *_, **__: 1 / 0)
            await wire.send(type="join", id=1, table=bad)
            error = await wire.until("error", re=1)
        assert (error["code"], error["data"]["tables"]) == ("NO_SUCH_TABLE", [good])
        assert list(running.server.lobby.tables) == [good]
        assert [table["table"] for table in (await wire.until("lobby"))["tables"]] == [good], "it is at no table"
        await wire.send(type="join", id=2, table=good)
        assert (await wire.until("joined", "error", re=2))["type"] == "joined"


async def test_whose_own_table_a_fault_ends_as_it_opens_is_told_so(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        running.server.lobby.server.bots = ("steady",)
        wire = await running.connect("maker")
        with monkeypatch.context() as patched:
            patched.setattr("coinche.server.table.joining.Joining.join", lambda *_, **__: 1 / 0)
            await wire.send(type="create_table", id=1, name="table", bots="steady")
            assert (await wire.until("error", re=1))["class"] == "reject"
        await wire.send(type="create_table", id=2, name="table")
        await wire.until("joined", re=2)


async def first_pass(table: str, wires: dict[str, Wire]) -> Wire:
    """Have the first to speak pass; that client."""
    (first,) = [wire for wire in wires.values() if await is_asked(wire)]
    await first.send(type="act", table=table, request=first.seen[-1]["request"], action="pass")
    return first


async def is_asked(wire: Wire) -> bool:
    """Return whether the client is the first one asked in the deal."""
    await wire.until("hand_dealt", seat="W")
    await wire.send(type="ping", data="dealt")
    return bool((await wire.until("request", "pong"))["type"] == "request")
