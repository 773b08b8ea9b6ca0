"""Tests of the log of a playing server: it contains no card of a hand, even in errors."""

from __future__ import annotations

import io
import json
import re
from functools import partial
from itertools import count
from typing import Any

import trio

from coinche.server.log import Happening, Level, Logbook, LogEntry, Style
from tests.server.conftest import RunningServer, RunServer, Wire

CARD = re.compile(r"(?<![0-9A-Z])(?:[789JQKAT]|10)[SHDC](?![0-9A-Z])")
"""A card as the protocol writes it; a bid, such as 80H, is none."""


WORDS = "KH is in no hand"
"""The message of a deliberate error."""


async def play(wire: Wire, table: str, *, badly: bool) -> None:
    """Bid where nobody has, then play the default; or now and then a card that is not held."""
    for number in count():
        message = await wire.until("request", "left")
        if message["type"] == "left":
            return
        sound = "80H" if message["bids"].get("H") == 80 else message["default"]
        action = "KH+belote" if badly and number % 2 else sound
        await wire.send(type="act", table=table, request=message["request"], action=action)


async def strict_table(running: RunningServer) -> tuple[str, list[Wire]]:
    wires = [await running.connect(f"player {seat}") for seat in "NESW"]
    await wires[0].send(type="create_table", name="table", target=1000, seat="N", strict=True)
    table = (await wires[0].until("joined"))["table"]
    for wire, seat in zip(wires[1:], "ESW", strict=True):
        await wire.send(type="join", table=table, seat=seat)
    return table, wires


def written(said: list[LogEntry], style: Style, level: Level) -> str:
    out = io.StringIO()
    book = Logbook(out, style, level)
    for news in said:
        book.say(news)
    return out.getvalue()


def test_a_card_would_be_found() -> None:
    assert CARD.findall("t1: N plays 10H, JD; bid 80H by S, 100S, capot H, KH+belote") == ["10H", "JD", "KH"]


async def test_no_line_names_a_card_at_the_usual_level(run_server: RunServer) -> None:
    async with run_server() as running:
        table, wires = await strict_table(running)
        async with trio.open_nursery() as nursery:
            for wire in wires:
                nursery.start_soon(partial(play, wire, table, badly=wire is wires[0]))
        happened = {news.happening for news in running.news}
        assert {Happening.PLAY, Happening.STRIKE, Happening.FORFEITED, Happening.TABLE_CLOSED} <= happened
        for style in Style:
            said = written(running.news, style, Level.INFO)
            assert "contract" not in said
            assert CARD.findall(said) == []


async def test_a_fault_at_a_table_names_none_either(run_server: RunServer, monkeypatch: Any) -> None:
    def wrong(*_: object) -> None:
        raise KeyError(WORDS)

    monkeypatch.setattr("coinche.server.table.match_flow.to_act", wrong)
    async with run_server() as running:
        await running.four()
        await running.until_said("ended by a fault of the server")
        for style in Style:
            said = written(running.news, style, Level.INFO)
            assert "KeyError" in said
            assert CARD.findall(said) == []
        assert WORDS in written(running.news, Style.HUMAN, Level.DEBUG)


async def test_nor_does_a_fault_in_the_archive(run_server: RunServer, monkeypatch: Any) -> None:
    def wrong(*_: object) -> None:
        raise KeyError(WORDS)

    monkeypatch.setattr("coinche.server.archive.service._answer", wrong)
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="list_matches")
        await running.until_said("a question about matches is not answered")
        for style in Style:
            said = written(running.news, style, Level.INFO)
            assert "KeyError" in said
            assert CARD.findall(said) == []
        assert WORDS in written(running.news, Style.HUMAN, Level.DEBUG)


async def test_every_line_of_the_log_that_a_match_makes_has_a_name_of_its_own(run_server: RunServer) -> None:
    async with run_server() as running:
        _, seats = await running.four()
        await seats["N"].stream.aclose()
        await running.until_said("player N has lost the connection")
        lines = [json.loads(line) for line in written(running.news, Style.JSON, Level.DEBUG).splitlines()]
        assert {line["event"] for line in lines} >= {"signed_in", "table_open", "sits_down", "connection_lost"}
        assert all(line["said"] and line["event"] != "said" for line in lines)
