"""Tests of a table watched through a seat's eyes: its messages byte for byte, and nothing of an unfinished deal."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from coinche.engine.presets import PRESETS
from coinche.protocol import auth
from tests.server.seating.test_spectator_delay import pass_on_the_last
from tests.server.tables import Map, answer, pass_on, quiet, seated


def events(wire: Any) -> list[Map]:
    """The table's events since the client was told last that it is there."""
    last = max(at for at, m in enumerate(wire.seen) if m["type"] == "joined")
    return [m for m in wire.seen[last:] if "n" in m]


def in_bytes(wire: Any) -> list[bytes]:
    """All events, as they came."""
    return [body for body in wire.bodies if "n" in msgpack.unpackb(body)]


async def watch(running: Any, table: str, eyes: str | None = None, **hello: Any) -> Any:
    wire = await running.connect(f"eyes {eyes}", **hello)
    joined = await look(table, wire, eyes)
    assert (joined["seat"], joined["eyes"]) == (None, eyes)
    return wire


async def look(table: str, wire: Any, eyes: str | None = None, number: int = 6) -> Map:
    """The answer to such a request to watch."""
    await wire.send(type="watch", table=table, id=number, **({"eyes": eyes} if eyes else {}))
    got: Map = await wire.until("joined", "error", re=number)
    return got


async def a_deal_is_over(table: str, wires: dict[str, Any]) -> None:
    await pass_on(table, wires, times=3)
    await pass_on_the_last(table, wires)
    await wires["N"].until("deal_started", deal=2)


async def test_eyes_see_what_the_seat_saw_to_the_byte_once_the_deal_is_over(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        early = {eyes: await watch(running, table, eyes) for eyes in (*"NESW", None)}
        await pass_on(table, wires, times=3)
        for wire in early.values():
            await quiet(wire)
            assert {m["type"] for m in events(wire)} == {"seat_changed", "host_changed"}
        await pass_on_the_last(table, wires)
        await wires["N"].until("deal_started", deal=2)
        late = {eyes: await watch(running, table, eyes) for eyes in "NESW"}
        for wire in (*wires.values(), *early.values(), *late.values()):
            await quiet(wire)
        for eyes, wire in (*early.items(), *late.items()):
            shown = events(wire)
            assert [m["n"] for m in shown] == list(range(1, len(shown) + 1))
            assert [m["type"] for m in shown][-1] == "thrown_in"
            if eyes is not None:
                assert in_bytes(wire) == in_bytes(wires[eyes])[: len(shown)]
            hands = [m["seat"] for m in shown if m["type"] == "hand_dealt" and m["cards"] is not None]
            assert hands == ([] if eyes is None else [eyes])
            assert "request" not in [m["type"] for m in wire.seen]


async def test_who_watches_looks_through_other_eyes_and_gets_the_log_anew(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        watcher = await watch(running, table)
        await a_deal_is_over(table, wires)
        for eyes in ("W", "E", None):
            joined = await look(table, watcher, eyes)
            assert (joined["eyes"], joined["seat"]) == (eyes, None)
            await quiet(watcher)
            hands = [m["seat"] for m in events(watcher) if m["type"] == "hand_dealt" and m["cards"] is not None]
            assert hands == ([eyes] if eyes else [])
            assert [m["n"] for m in events(watcher)] == list(range(1, len(events(watcher)) + 1))
        (info,) = running.server.lobby.broadcast.draw().tables
        assert info.spectators == 1


async def test_eyes_that_are_refused_leave_who_watches_where_he_is(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="")
        stranger, watcher = await running.connect("stranger"), await watch(running, table)
        for wire in (stranger, watcher):
            refusal = await look(table, wire, "N")
            assert (refusal["code"], "delay_deals" in refusal["message"]) == ("FORBIDDEN", True)
        assert (await answer(stranger, 3, type="chat", table=table, text="?"))["code"] == "FORBIDDEN"
        assert (await answer(watcher, 3, type="chat", table=table, text="!"))["type"] == "ok"
        await pass_on(table, wires, times=1)
        await watcher.until("passed")


async def test_seconds_alone_open_nobodys_eyes(run_server: Any) -> None:
    async with run_server() as running:
        table, _ = await seated(running, people="", delay_s=3600)
        assert (await look(table, await running.connect("watcher"), "N"))["code"] == "FORBIDDEN"


NEVER_SHUFFLED = [name for name, rules in PRESETS.items() if rules.table.shuffle == "never"]


@pytest.mark.parametrize("preset", NEVER_SHUFFLED)
async def test_where_the_cards_are_not_shuffled_a_hand_that_was_is_still_a_secret(run_server: Any, preset: str) -> None:
    async with run_server() as running:
        table, _ = await seated(running, people="", delay_deals=20, preset=preset)
        refusal = await look(table, await running.connect("watcher"), "N")
        assert (refusal["code"], "not shuffled" in refusal["message"]) == ("FORBIDDEN", True)


async def test_who_sits_there_does_not_watch_as_well(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        refusal = await look(table, wires["N"], "E")
        assert (refusal["code"], "you sit" in refusal["message"]) == ("FORBIDDEN", True)
        assert (await answer(wires["N"], 9, type="chat", table=table, text="still here"))["type"] == "ok"


async def test_who_watches_sits_down_only_once_he_has_left(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        watcher = await watch(running, table, "E")
        await wires["W"].send(type="leave", table=table)
        await watcher.send(type="join", table=table, seat="W")
        assert (await watcher.until("error"))["code"] == "FORBIDDEN"
        await watcher.send(type="leave", table=table)
        await watcher.send(type="ping")
        await watcher.until("left")
        await watcher.send(type="join", table=table, seat="W")
        assert (await watcher.until("joined"))["eyes"] is None


async def test_a_seat_that_was_not_to_be_had_is_not_watched_by_a_message_behind_it(run_server: Any) -> None:
    async with run_server() as running:
        table, _ = await seated(running, people="")
        late = await running.connect("late")
        await late.send(type="join", table=table, seat="N", id=3)
        await late.send(type="watch", table=table, id=4)
        assert (await late.until("error"))["code"] == "SEAT_TAKEN"
        answered = await late.until("error", "joined", re=4)
        here = answered["type"] == "joined"
        assert ((await answer(late, 5, type="chat", table=table, text="?"))["type"] == "ok") is here


async def test_who_is_taken_back_sees_through_the_same_eyes(run_server: Any, come_back: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        watcher = await watch(running, table, "W")
        back = await come_back(running, next(m for m in watcher.seen if m["type"] == "ready"))
        assert (await back.until("joined"))["eyes"] == "W"
        await a_deal_is_over(table, wires)
        await back.until("thrown_in")
        hands = [m["seat"] for m in events(back) if m["type"] == "hand_dealt" and m["cards"] is not None]
        assert hands == ["W"]


async def test_who_looks_through_other_eyes_without_end_has_to_wait(run_server: Any) -> None:
    async with run_server() as running:
        table, _ = await seated(running, people="", delay_deals=1)
        watcher = await watch(running, table)
        answers = [(await look(table, watcher, "NESW"[n % 4], n)).get("code", "joined") for n in range(30)]
        assert answers[:19] == ["joined"] * 19
        assert "RATE" in answers


async def test_a_table_that_closes_in_mid_deal_shows_the_rest(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, people="", delay_deals=1)
        await pass_on(table, wires, times=1)
        watcher = await watch(running, table, "S")
        running.stop()
        await watcher.until("left")
        assert events(watcher)[-1]["type"] == "table_closed"


async def test_at_a_private_table_other_eyes_take_no_second_proof_and_who_is_removed_needs_one_again(
    run_server: Any,
) -> None:
    key = auth.table_key("belote et rebelote")
    async with run_server() as running:
        maker, friend = await running.connect("maker"), await running.connect("friend")
        await maker.send(type="create_table", name="ours", key=key, seat="N", delay_deals=1)
        table = (await maker.until("joined"))["table"]
        proof = auth.table_proof(key, next(m["nonce"] for m in friend.seen if m["type"] == "welcome"), table)
        assert (await look(table, friend))["code"] == "FORBIDDEN"
        await friend.send(type="watch", table=table, proof=proof)
        await friend.until("joined")
        assert (await look(table, friend, "N"))["eyes"] == "N"
        await friend.send(type="leave", table=table)
        await friend.until("left")
        await friend.send(type="join", table=table, proof=proof)
        assert (await friend.until("joined"))["seat"] == "E"
        await answer(maker, 3, type="clear_seat", table=table, seat="E")
        await friend.until("left", reason="removed")
        assert (await look(table, friend))["code"] == "FORBIDDEN"
