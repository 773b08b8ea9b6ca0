"""Tests of chat at a table: its readers, players without the right to chat, and its limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgpack
import pytest

from coinche.server import limits
from coinche.server.rate_limit import Allowance
from tests.server.conftest import OpenJournal
from tests.server.table.test_votes_after_a_restart import of_people
from tests.server.tables import Map, answer, quiet, seated, watching


async def say(table: str, wire: Any, text: str = "Bien joué", number: int = 50) -> Map:
    """The answer to a chat message."""
    return await answer(wire, number, type="chat", table=table, text=text)


async def test_everybody_at_the_table_hears_who_says_what(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        watcher = await watching(running, table)
        assert (await say(table, wires["E"]))["type"] == "ok"
        assert (await say(table, watcher, "Oui"))["type"] == "ok"
        for wire in (*wires.values(), watcher):
            await quiet(wire)
            assert _heard(wire, "E") == [("at E", "Bien joué")]
            assert _heard(wire, None) == [("watcher", "Oui")]


def _heard(wire: Any, seat: str | None) -> list[tuple[str, str]]:
    return [(m["name"], m["text"]) for m in wire.seen if m["type"] == "chatted" and m["seat"] == seat]


async def test_people_talk_while_they_wait_for_a_fourth(run_server: Any) -> None:
    async with run_server() as running:
        maker = await running.connect("maker")
        await maker.send(type="create_table", name="table")
        table = (await maker.until("joined"))["table"]
        assert (await say(table, maker))["type"] == "ok"


async def test_who_comes_later_hears_what_was_said(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        await say(table, wires["E"])
        watcher = await watching(running, table)
        assert (await watcher.until("chatted"))["text"] == "Bien joué"


async def test_nobody_talks_at_a_strict_table_nor_from_outside(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running, strict=True)
        for wire in (wires["N"], await watching(running, table), await running.connect("outside")):
            assert (await say(table, wire))["code"] == "FORBIDDEN"


async def test_whoever_may_not_sit_down_says_nothing_in_the_same_breath(run_server: Any) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        stranger = await running.connect("stranger")
        both = (
            {"type": "join", "id": 1, "table": table, "seat": "N"},
            {"type": "chat", "id": 2, "table": table, "text": "hm"},
        )
        bodies = [msgpack.packb(message) for message in both]
        await stranger.stream.send_all(b"".join(len(body).to_bytes(4, "big") + body for body in bodies))
        refused = [await stranger.until("error", re=number) for number in (1, 2)]
        assert [error["code"] for error in refused] == ["SEAT_TAKEN", "FORBIDDEN"]
        await quiet(wires["N"])
        assert not _heard(wires["N"], None)


@pytest.mark.parametrize("text", ["", "x" * 201, "a\nb", "\u202eabc"])
async def test_what_cannot_be_shown_in_a_line_is_not_said(run_server: Any, text: str) -> None:
    async with run_server() as running:
        table, wires = await seated(running)
        assert (await say(table, wires["N"], text))["code"] == "BAD_MESSAGE"


async def test_who_talks_too_fast_is_slowed_down(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHAT", Allowance(burst=3, every=600.0))
    async with run_server() as running:
        table, wires = await seated(running)
        answers = [await say(table, wires["N"], number=number) for number in range(4)]
        assert [a.get("code", a["type"]) for a in answers] == ["ok", "ok", "ok", "RATE"]
        assert (await say(table, wires["E"]))["type"] == "ok"


async def test_only_so_much_is_said_from_each_seat_and_by_who_watches(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHATS", 1)
    monkeypatch.setattr(limits, "CHATS_OF_WATCHERS", 2)
    async with run_server() as running:
        table, wires = await seated(running)
        watchers = [await watching(running, table, f"watcher {number}") for number in range(3)]
        answers = [await say(table, wire) for wire in watchers]
        assert [a.get("code", a["type"]) for a in answers] == ["ok", "ok", "FORBIDDEN"]
        assert (await say(table, wires["N"]))["type"] == "ok"
        assert (await say(table, wires["N"], number=51))["code"] == "FORBIDDEN"
        assert (await say(table, wires["E"]))["type"] == "ok"


async def test_what_was_said_counts_after_a_restart_too(
    run_server: Any, come_back: Any, tmp_path: Path, journal: OpenJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CHATS", 2)
    monkeypatch.setattr(limits, "CHATS_OF_WATCHERS", 1)
    async with run_server(store=journal(tmp_path)) as running:
        table, wires, readies = await of_people(running)
        watcher = await watching(running, table)
        for wire in (wires["N"], wires["N"], wires["E"], watcher):
            assert (await say(table, wire))["type"] == "ok"
    async with run_server(store=journal(tmp_path)) as running:
        back = {seat: await come_back(running, readies[seat], program=False) for seat in "NESW"}
        answers = [await say(table, back[seat]) for seat in "NE"]
        assert [a.get("code", a["type"]) for a in answers] == ["FORBIDDEN", "ok"]
        assert (await say(table, await watching(running, table, "another")))["code"] == "FORBIDDEN"
