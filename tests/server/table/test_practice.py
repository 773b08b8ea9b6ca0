"""Tests of practice tables: who knows of them, what is kept, positions, undo, and what outlives a restart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from coinche.engine.actions import Cut
from coinche.engine.cards import PACK
from coinche.engine.match import State, to_act
from coinche.engine.practice import DealPosition, position_at
from coinche.engine.presets import PRESETS
from coinche.engine.record import ActionLine, DealLine, Record
from coinche.engine.replay import replayed
from coinche.engine.rules.parsing import changed
from coinche.engine.view import view
from coinche.server import limits
from coinche.server.match.table_options import Pace
from coinche.server.rate_limit import Allowance
from tests.engine.recording import recorded
from tests.server.conftest import Map, RunningServer, RunServer, Wire, resumed
from tests.server.ended import boldly, matches, statistics
from tests.server.tables import answer, quiet

PERSON: Map = {"program": False}
PACK_AS_IT_IS = [str(card) for card in PACK]
NOTHING: Map = {"dealer": "E", "pack": PACK_AS_IT_IS, "actions": []}
"""A deal of which nothing has been played; North speaks first."""
VARIED: dict[str, tuple[str, Map]] = {
    "declarations": ("ffb", {}),
    "an open auction": ("pagat", {}),
    "both": ("pagat-annonces", {}),
    "a cut in place of a shuffle": ("contree", {"shuffle": "never"}),
    "hands in two parts": ("pagat", {"two_stage_deal": True}),
}
"""Presets, and the options that differ from them."""


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch, talkative: None) -> None:
    """Clients may come, go and take back as often as they like."""
    for name in ("COMINGS", "UNDOS", "UNDOS_PER_ADDRESS", "UNDOS_OF_ALL"):
        monkeypatch.setattr(limits, name, Allowance(burst=10**9, every=1e-9))


def as_sent(position: DealPosition) -> Map:
    return {
        "dealer": position.dealer.value,
        "pack": [str(card) for card in position.pack],
        "actions": [{"seat": seat.value, "action": str(action)} for seat, action in position.actions],
    }


async def practice(running: RunningServer, name: str = "Ada", hello: Map = PERSON, **create: Any) -> tuple[Wire, str]:
    """A client at a practice table of its own; its bots are the default action unless a kind is named."""
    wire = await running.connect(name, **hello)
    return wire, (await opened(wire, **create))["table"]


async def opened(wire: Wire, **create: Any) -> Map:
    await wire.send(type="create_table", **{"id": 1, "name": "practice", "seat": "N", "practice": True, **create})
    return await wire.until("joined")


async def act(wire: Wire, request: Map, action: str | None = None) -> None:
    said = action or request["default"]
    await wire.send(type="act", id=5, table=request["table"], request=request["request"], action=said)
    await wire.until("ok", re=5)


async def undo(wire: Wire, table: str, number: int = 9) -> tuple[Map, Map]:
    """Take back; return how the client has come to the other table, and what it is asked there."""
    await wire.send(type="undo", id=number, table=table)
    assert (await wire.until("left"))["reason"] == "undone"
    joined = await wire.until("joined")
    assert joined["re"] == number
    return joined, await wire.until("request", table=joined["table"], seat=joined["seat"])


# --- who knows of it, and what is kept ---------------------------------------------------------------


async def test_nobody_else_sees_it_or_comes_there(
    run_server: RunServer, brisk: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PEOPLE_EVERY", 0.01)
    async with run_server(pace=brisk) as running:
        looker = await running.connect("looker", program=False, want=["people"])
        ada, table = await practice(running)
        while True:
            people = (await looker.until("people"))["people"]
            if (found := {one["name"]: one for one in people}.get("Ada")) and found["place"] != "lobby":
                break
        assert (found["place"], found["table"]) == ("elsewhere", None)
        stranger = await running.connect("stranger", **PERSON)
        for wanted in (table, "t99"):
            for kind in ("join", "watch", "leave", "chat", "undo", "call_to_table"):
                text = {"text": "?"} if kind == "chat" else {}
                error = await answer(stranger, 3, type=kind, table=wanted, **text)
                assert (error["code"], error["data"]) == ("NO_SUCH_TABLE", {"tables": []}), kind
        assert not any(
            lobby["tables"] for wire in (looker, stranger) for lobby in wire.seen if lobby["type"] == "lobby"
        )
        refused = await answer(ada, 4, type="call_to_table", table=table)
        assert refused["code"] == "FORBIDDEN"


async def test_no_match_of_it_is_kept_or_counted(run_server: RunServer, brisk: Pace, talkative: None) -> None:
    async with run_server(pace=brisk) as running:
        chance = random.Random(3)
        for position in ({}, {"position": NOTHING}):
            ada, table = await practice(running, f"Ada{len(position)}", target=20, **position)
            while (message := await ada.until("request", "recap_started", "match_ended"))["type"] != "match_ended":
                if message["type"] == "request":
                    await act(ada, message, boldly(message, chance))
                else:
                    await ada.send(type="go_on", table=table)
            await ada.until("recap_started")
            await ada.send(type="go_on", table=table)
            assert (await ada.until("left"))["reason"] == "match_over"
            await running.server._archive_service.settled()
            assert await matches(ada) == []
            assert await statistics(ada) == {}


async def test_it_ends_when_its_player_leaves(run_server: RunServer, brisk: Pace) -> None:
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running)
        await ada.until("request")
        await ada.send(type="leave", id=2, table=table)
        assert (await ada.until("left"))["reason"] == "left"
        await running.until_said(f"{table}: closed (abandoned)")


@pytest.mark.parametrize(
    "wrong",
    [
        {"watch": True},
        {"strict": True},
        {"hold": True},
        {"key": "0" * 64},
        {"delay_s": 1},
        {"delay_deals": 1},
        {"practice": False, "position": NOTHING},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
async def test_it_is_for_one_player_and_positions_are_for_practice(run_server: RunServer, wrong: Map) -> None:
    async with run_server() as running:
        wire = await running.connect("Ada")
        await wire.send(id=1, **{"type": "create_table", "name": "practice", "practice": True, **wrong})
        assert (await wire.until("error", "joined", re=1))["code"] == "FORBIDDEN"


async def test_there_are_so_many_and_no_more(run_server: RunServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PRACTICE_TABLES", 1)
    async with run_server() as running:
        await practice(running)
        other = await running.connect("Bob")
        await other.send(type="create_table", id=1, name="practice", practice=True)
        assert (await other.until("error", re=1))["code"] == "FORBIDDEN"
        await other.send(type="create_table", id=2, name="café")
        await other.until("joined", re=2)


async def test_the_time_of_its_player_is_never_up(run_server: RunServer, brisk: Pace) -> None:
    async with run_server(pace=brisk) as running:
        clock = {"move_ms": 100, "bank_ms": 0}
        ada, table = await practice(running, clock=clock, position=NOTHING)
        request = await ada.until("request")
        await trio.sleep(0.3)
        await act(ada, request)
        assert not [message for message in ada.seen if message["type"] == "timed_out"]
        assert (await answer(ada, 8, type="pause", table=table))["code"] == "FORBIDDEN"


async def test_hints_are_allowed_unless_its_opener_says_otherwise(run_server: RunServer) -> None:
    async with run_server() as running:
        for at, hints in enumerate((True, False)):
            wire = await running.connect(f"Ada{at}")
            joined = await opened(wire, hints=hints)
            assert (joined["practice"], joined["hints"]) == (True, hints)
        wire = await running.connect("Bob")
        await wire.send(type="create_table", name="café")
        assert (await wire.until("joined"))["practice"] is False


# --- positions ---------------------------------------------------------------------------------------

LIKE_IN_ANY_MATCH = ("match", "board", "deal", "shuffled", "totals", "held", "score")
"""The fields of a view that tell of the rest of the match."""


def stops(record: Record) -> Iterator[tuple[int, State]]:
    """The number of actions in its deal, cuts apart, wherever a player is to act in a record, and the match there."""
    taken = 0
    for step in replayed(record):
        if isinstance(step.entry, DealLine):
            taken = 0
        elif isinstance(step.entry, ActionLine):
            taken += not isinstance(step.entry.action, Cut)
        cuts = isinstance(step.entry, DealLine) and record.header.rules.table.shuffle != "every_deal"
        if to_act(step.state) is not None and isinstance(step.entry, DealLine | ActionLine) and not cuts:
            yield taken, step.state


@pytest.mark.parametrize("varied", VARIED)
async def test_from_every_stop_of_a_match_the_view_is_that_of_its_replay(
    varied: str, run_server: RunServer, brisk: Pace, unhurried: None
) -> None:
    chance = random.Random(varied)
    preset, options = VARIED[varied]
    record = recorded(changed(PRESETS[preset], options), chance, deals=2)
    async with run_server(pace=brisk) as running:
        wire = await running.connect("Ada", **PERSON)
        tried = 0
        for taken, state in stops(record):
            if chance.random() < 0.7:
                continue
            seat = to_act(state)
            assert seat is not None
            position = as_sent(position_at(record, state.deal, taken))
            joined = await opened(wire, seat=seat.value, preset=preset, options=options, position=position)
            asked = await wire.until("request", table=joined["table"], kind=_kind(state))
            seen = msgspec.to_builtins(view(state, seat), enc_hook=str)
            assert _of_deal(asked["view"]) == _of_deal(seen), f"deal {state.deal}, action {taken}"
            await wire.send(type="leave", table=joined["table"])
            await wire.until("left")
            tried += 1
        assert tried > 8


def _kind(state: State) -> str:
    return "bid" if type(state.phase).__name__ == "Bidding" else "play"


def _of_deal(seen: Map) -> Map:
    plain: Map = msgspec.msgpack.decode(msgspec.msgpack.encode(seen))
    return {name: value for name, value in plain.items() if name not in LIKE_IN_ANY_MATCH}


BID = [{"seat": "N", "action": "80S"}, *({"seat": seat, "action": "pass"} for seat in "WSE")]


@pytest.mark.parametrize(
    ("position", "at", "reason", "said"),
    [
        ({"pack": PACK_AS_IT_IS[1:]}, None, None, "the pack"),
        ({"pack": [*PACK_AS_IT_IS[1:], "AC"]}, None, None, "the pack"),
        ({"pack": [*PACK_AS_IT_IS[1:], "1S"]}, None, None, "1S"),
        ({"actions": [{"seat": "N", "action": "80X"}]}, 0, "no_action", "80X"),
        ({"actions": [{"seat": "E", "action": "pass"}]}, 0, "not_your_turn", "E"),
        ({"actions": [{"seat": "N", "action": "cut:5"}]}, 0, "wrong_phase", "cut"),
        ({"actions": [*BID, {"seat": "N", "action": "AC"}]}, 4, "card_not_held", "AC"),
        ({"actions": [{"seat": seat, "action": "pass"} for seat in "NWSE"]}, 3, "deal_over", "over"),
    ],
)
async def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(
    position: Map, at: int | None, reason: str | None, said: str, run_server: RunServer
) -> None:
    async with run_server() as running:
        wire = await running.connect("Ada")
        asked = {"type": "create_table", "name": "practice", "practice": True, "position": NOTHING | position}
        await wire.send(id=1, **asked)
        error = await wire.until("error", "joined", re=1)
        assert error["code"] == "INVALID_POSITION"
        assert (error["data"].get("at"), error["data"].get("reason")) == (at, reason)
        assert said in error["message"]
        await wire.send(type="create_table", id=2, name="café")
        await wire.until("joined", re=2)


async def test_a_long_position_costs_more(run_server: RunServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=40, every=1000.0))
    passes = [{"seat": "N", "action": "pass"}] * 256
    asked = {"type": "create_table", "name": "practice", "practice": True, "position": NOTHING | {"actions": passes}}
    codes = []
    async with run_server() as running:
        wire = await running.connect("Ada")
        for number in range(3):
            await wire.send(id=number, **asked)
            codes.append((await wire.until("error", re=number))["code"])
    assert codes == ["INVALID_POSITION", "INVALID_POSITION", "RATE"]


async def test_a_rematch_plays_the_position_again(run_server: RunServer, brisk: Pace, talkative: None) -> None:
    async with run_server(pace=brisk) as running:
        passes = [{"seat": seat, "action": "pass"} for seat in "NWS"]
        ada, table = await practice(running, seat="E", position=NOTHING | {"actions": passes})
        await act(ada, await ada.until("request"))
        await ada.until("match_ended")
        assert (await answer(ada, 3, type="rematch", table=table))["type"] == "ok"
        assert (await ada.until("match_started"))["match"] == 2
        request = await ada.until("request")
        assert len(request["view"]["auction"]) == 3
        _, again = await undo(ada, table)
        assert again["match"] == 1


# --- undo --------------------------------------------------------------------------------------------


async def test_undo_goes_back_action_by_action_to_the_first(
    run_server: RunServer, brisk: Pace, unhurried: None
) -> None:
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, target=1, position=NOTHING)
        asked: list[Map] = []
        chance = random.Random(5)
        while (message := await ada.until("request", "recap_started"))["type"] == "request":
            asked.append(message)
            await act(ada, message, "80S" if message["kind"] == "bid" else chance.choice(message["legal"]))
        assert len(asked) == 9
        tables = {table}
        for before in reversed(asked):
            joined, again = await undo(ada, table)
            table = joined["table"]
            tables.add(table)
            assert again["view"] == before["view"]
            assert again["legal"] == before["legal"]
        events = [message["n"] for message in ada.seen if message.get("table") == table and "n" in message]
        assert events == list(range(1, len(events) + 1))
        error = await answer(ada, 3, type="undo", table=table)
        assert (error["code"], error["data"]) == ("FORBIDDEN", {"reason": "nothing_to_undo"})
        await act(ada, again)
        assert len(tables) == 10
        assert list(running.server.lobby.tables) == [table]


async def test_undo_in_a_whole_match_keeps_its_totals_and_deals(
    run_server: RunServer, brisk: Pace, unhurried: None
) -> None:
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, target=2000)
        chance = random.Random(2)
        while (message := await ada.until("request", "recap_started", "deal_scored"))["type"] != "deal_scored":
            if message["type"] == "request":
                await act(ada, message, boldly(message, chance))
            else:  # the deal was thrown in
                await ada.send(type="go_on", table=table)
        totals = message["totals"]
        await ada.until("recap_started")
        await ada.send(type="go_on", table=table)
        message = await ada.until("request")
        assert message["view"]["totals"] == totals
        await act(ada, message)
        joined, again = await undo(ada, table)
        assert again["view"] == message["view"]
        joined, again = await undo(ada, joined["table"])  # the last card of the deal before
        assert (again["deal"], again["kind"]) == (message["deal"] - 1, "play")
        assert again["view"]["totals"] != totals


async def test_a_claim_is_taken_back_whole(run_server: RunServer, brisk: Pace, unhurried: None) -> None:
    hands = [PACK[at : at + 8] for at in range(0, 32, 8)]  # each seat has a whole suit, North spades
    order = [hand[at] for batch in ((0, 3), (3, 5), (5, 8)) for hand in hands for at in range(*batch)]
    async with run_server(pace=brisk) as running:
        position = {"dealer": "E", "pack": [str(card) for card in order], "actions": BID}
        ada, table = await practice(running, position=position)
        request = await ada.until("request", "error")
        await ada.send(type="claim", id=4, table=table, request=request["request"])
        await ada.until("ok", re=4)
        await ada.until("recap_started")
        _, again = await undo(ada, table)
        assert again["view"] == request["view"]


async def test_an_undo_that_comes_twice_takes_one_action_back(
    run_server: RunServer, brisk: Pace, unhurried: None
) -> None:
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, position=NOTHING)
        first = await ada.until("request")
        await act(ada, first, "80S")
        second = await ada.until("request")
        await act(ada, second)
        await ada.send(type="undo", id=8, table=table)
        await ada.send(type="undo", id=9, table=table)
        joined = await ada.until("joined", re=8)
        assert (await ada.until("error", re=9))["code"] == "NO_SUCH_TABLE"
        again = [m for m in (*ada.seen, *await quiet(ada)) if m["type"] == "request" and m["table"] == joined["table"]]
        assert again[0]["view"] == second["view"]


async def test_only_at_practice_tables_and_only_so_often(
    run_server: RunServer, brisk: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNDOS", Allowance(burst=1, every=1000.0))
    async with run_server(pace=brisk) as running:
        wire = await running.connect("Bob")
        await wire.send(type="create_table", name="café")
        table = (await wire.until("joined"))["table"]
        assert (await answer(wire, 3, type="undo", table=table))["code"] == "FORBIDDEN"
        ada, table = await practice(running, position=NOTHING)
        await act(ada, await ada.until("request"), "80S")
        joined, request = await undo(ada, table)
        await act(ada, request, "80S")
        assert (await answer(ada, 3, type="undo", table=joined["table"]))["code"] == "RATE"


async def test_all_together_take_back_so_often_whether_there_is_anything_or_not(
    run_server: RunServer, brisk: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNDOS_OF_ALL", Allowance(burst=1, every=1000.0))
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, position=NOTHING)
        first = await answer(ada, 3, type="undo", table=table)
        assert (first["code"], first["data"]) == ("FORBIDDEN", {"reason": "nothing_to_undo"})
        bob, his = await practice(running, "Bob", position=NOTHING)
        assert (await answer(bob, 3, type="undo", table=his))["code"] == "RATE"


async def test_a_log_that_is_too_long_is_not_played_again(
    run_server: RunServer, brisk: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNDO_ENTRIES", 5)
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, position=NOTHING)
        await act(ada, await ada.until("request"), "80S")
        assert (await answer(ada, 3, type="undo", table=table))["code"] == "FORBIDDEN"


async def test_what_is_taken_back_gives_its_room_back(run_server: RunServer, brisk: Pace, unhurried: None) -> None:
    async with run_server(pace=brisk) as running:
        ada, table = await practice(running, position=NOTHING)
        budget = running.server.lobby.server.budget
        request = await ada.until("request")
        before = budget.memory.used, len(budget._usages)
        for _ in range(5):
            await act(ada, request, "80S")
            await ada.until("request", "recap_started")
            joined, request = await undo(ada, table)
            table = joined["table"]
        assert len(budget._usages) == before[1]
        assert budget.memory.used < before[0] * 1.2


async def test_bots_come_along_and_an_answer_to_the_other_table_is_refused(
    run_server: RunServer, brisk: Pace, unhurried: None
) -> None:
    async with run_server(pace=brisk) as running:
        lender = await running.provider()
        ada = await running.connect("Ada", **PERSON)
        table = (await opened(ada, position=NOTHING))["table"]
        for _ in "ESW":
            seat = (await lender.until("invite", table=table, bot="steady"))["seat"]
            await lender.send(type="accept", table=table, seat=seat)
        first = await ada.until("request")
        await act(ada, first, "80S")
        asked = await lender.until("request", table=table)
        joined, again = await undo(ada, table)
        assert again["view"] == first["view"]
        assert {(await lender.until("dismiss", table=table))["seat"] for _ in "ESW"} == set("ESW")
        late = {"type": "act", "id": 7, "table": table, "request": asked["request"], "action": asked["default"]}
        table = joined["table"]
        for _ in "ESW":
            seat = (await lender.until("invite", table=table, bot="steady"))["seat"]
            await lender.send(type="accept", table=table, seat=seat)
        await lender.send(**late)
        assert (await lender.until("error", re=7))["code"] == "NO_SUCH_TABLE"
        await act(ada, again, "pass")
        assert (await lender.until("request", table=table))["view"]["auction"] == [{"seat": "N", "action": "pass"}]


async def test_an_answer_that_waits_to_be_taken_goes_first(run_server: RunServer, brisk: Pace, unhurried: None) -> None:
    async with run_server(pace=replace(brisk, reaction=60.0)) as running:
        lender = await running.provider()
        ada = await running.connect("Ada", **PERSON)
        opens = NOTHING | {"actions": [{"seat": "N", "action": "80S"}]}
        table = (await opened(ada, seat="W", preset="pagat", position=opens))["table"]
        for _ in "NES":
            seat = (await lender.until("invite", table=table))["seat"]
            await lender.send(type="accept", table=table, seat=seat)
        first = await ada.until("request", kind="bid")
        await ada.send(type="act", id=5, table=table, request=first["request"], action="pass")
        await lender.until("request", kind="react")  # East may coinche, and says nothing
        _, again = await undo(ada, table)
        assert again["view"] == first["view"]


# --- what outlives the server ------------------------------------------------------------------------


async def test_it_comes_back_after_a_restart_and_goes_on_taking_back(
    run_server: RunServer, brisk: Pace, unhurried: None, tmp_path: Path, journal: Any
) -> None:
    async with run_server(pace=brisk, store=journal(tmp_path)) as running:
        ada = await running.connect()
        ready = await ada.sign_in("Ada", **PERSON)
        table = (await opened(ada, position=NOTHING))["table"]
        first = await ada.until("request")
        await act(ada, first, "80S")
        second = await ada.until("request")
        await act(ada, second)
        joined, again = await undo(ada, table)
        running.stop()
        await running.until_alone()
    async with run_server(pace=brisk, store=journal(tmp_path)) as running:
        ada = await resumed(running, ready)
        back = await ada.until("joined")
        assert (back["table"], back["practice"], back["seat"]) == (joined["table"], True, "N")
        assert (await ada.until("request"))["view"] == again["view"] == second["view"]
        _, request = await undo(ada, back["table"])
        assert request["view"] == first["view"]
        stranger = await running.connect("stranger")
        assert (await answer(stranger, 3, type="join", table=back["table"]))["code"] == "NO_SUCH_TABLE"


async def test_nobody_plays_for_a_player_who_is_away(run_server: RunServer, brisk: Pace) -> None:
    async with run_server(pace=brisk) as running:
        ada = await running.connect()
        ready = await ada.sign_in("Ada", **PERSON)
        await opened(ada, position=NOTHING)
        before = await ada.until("request")
        await trio.aclose_forcefully(ada.stream)
        await running.until_said("is away")
        bob = await running.connect("Bob")
        await quiet(bob)
        back = await resumed(running, ready)
        assert (await back.until("request"))["request"] == before["request"]
