"""Tests of the archive of finished matches: the matches kept, the players who may read them, and true records."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from coinche.engine.match import MatchOver
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replay
from coinche.engine.seats import Seat
from coinche.records.cli import AGREED
from coinche.records.cli import main as coinche_record
from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.rate_limit import Allowance
from coinche.server.storage.database import DataFile
from tests.server.conftest import OpenArchive, OpenFile
from tests.server.ended import asked, boldly, ended, matches, play_all, record
from tests.server.lobby.test_passphrases import come, private_table, proof
from tests.server.table.test_rematch import ask, play_to_the_end
from tests.server.tables import answer, seated


def told(wire: Any, kind: str) -> list[Any]:
    """The client's events of that type."""
    return [message for message in wire.seen if message["type"] == kind]


async def test_a_match_that_is_over_is_listed_as_it_was(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await ended(running, name="Chez Ana", target=500, preset="pagat")
        (match,) = await matches(wires["N"])
        assert match == {
            "match": 1,
            "at": match["at"],
            "table": "Chez Ana",
            "preset": "pagat",
            "target": 500,
            "deals": len(told(wires["N"], "deal_started")),
            "seats": {seat: f"at {seat}" for seat in "NESW"},
            "score": told(wires["N"], "match_ended")[0]["totals"],
        }
        assert match["at"] >= told(wires["N"], "match_ended")[0]["at"]


@pytest.mark.parametrize("preset", ["ffb", "pagat-annonces", "ibelote", "colver"])
async def test_its_record_is_played_again_to_the_same_score(
    run_server: Any, preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with run_server() as running:
        _, wires = await ended(running, target=500, preset=preset)
        lines = await record(wires["S"], 1)
        state, events = replay(read_record(lines))
        assert isinstance(state.phase, MatchOver)
        (over,) = told(wires["S"], "match_ended")
        totals = state.standing.totals
        assert (state.phase.winner, {"NS": totals.NS, "EW": totals.EW}) == (over["winner"], over["totals"])
        assert read_record(lines).header.seats == {seat: f"at {seat}" for seat in "NESW"}
        assert not any("event" in json.loads(line) for line in lines)
    file = tmp_path / "match.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    for command in ("replay", "show"):
        with pytest.raises(SystemExit) as done:
            coinche_record([command, str(file), "--lang", "en"])
        assert done.value.code == AGREED
    assert f"{len(events)} events" in capsys.readouterr().out


async def test_each_action_of_a_record_names_the_event_that_follows(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await ended(running, target=300)
        lines = await record(wires["N"], 1)
    for line in lines:
        said = json.loads(line)
        if "action" in said:
            so_far = read_record([*lines[: lines.index(line)]])
            assert said["n"] == len(replay(so_far)[1]) + 1
            break


async def claim_or_play(wire: Any, chance: Random) -> None:
    """Claim whenever one leads, and play where that is refused."""
    while (message := await wire.until("request", "left"))["type"] != "left":
        if message["kind"] == "play" and not message["view"]["trick"]["cards"]:
            claimed = await answer(wire, 8, type="claim", table=message["table"], request=message["request"])
            if claimed["type"] == "ok":
                continue
        action = boldly(message, chance)
        await wire.send(type="act", table=message["table"], request=message["request"], action=action)


async def test_what_follows_from_a_claim_is_in_the_record(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await seated(running, people="", target=2000)
        chance = Random(3)
        async with trio.open_nursery() as nursery:
            for wire in wires.values():
                nursery.start_soon(claim_or_play, wire, chance)
        assert told(wires["N"], "claimed")
        state, _ = replay(read_record(await record(wires["N"], 1)))
        assert isinstance(state.phase, MatchOver)


async def test_matches_come_newest_first_and_page_by_page(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MATCHES_LISTED", 2)
    async with run_server() as running:
        for number in range(3):
            _, wires = await ended(running, seed=number, target=1)
            for wire in wires.values():
                await wire.send(type="bye")
                await wire.end()
        wire = await running.connect("Ana")
        first = await asked(wire, type="list_matches")
        assert ([match["match"] for match in first["matches"]], first["more"]) == ([3, 2], True)
        second = await asked(wire, type="list_matches", before=2)
        assert ([match["match"] for match in second["matches"]], second["more"]) == ([1], False)
        assert await matches(wire, before=1) == []


async def test_a_long_record_comes_page_by_page(
    run_server: Any, talkative: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server() as running:
        _, wires = await ended(running, target=500)
        whole = await asked(wires["N"], type="get_record", match=1)
        assert not whole["more"]
        monkeypatch.setattr(limits, "RECORD_PAGE", 400)
        assert (await asked(wires["N"], type="get_record", match=1))["lines"] == whole["lines"][:1]
        assert await record(wires["N"], 1) == whole["lines"]
        beyond = await asked(wires["N"], type="get_record", match=1, after=100_000)
        assert (beyond["lines"], beyond["more"]) == ([], False)


async def test_a_match_that_nobody_keeps_is_an_error(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        assert await matches(wire) == []
        refusal = await asked(wire, type="get_record", match=1)
        assert (refusal["code"], refusal["class"]) == ("NO_SUCH_MATCH", "reject")


async def test_only_those_who_sat_at_a_private_table_know_of_its_matches(run_server: Any) -> None:
    async with run_server() as running:
        await ended(running, target=1)
        table, maker = await private_table(running, target=1)
        wires = {"N": maker}
        for seat in "ESW":
            wires[seat] = await running.connect(f"Guest {seat}", program=True)
            await come(wires[seat], table, seat=seat, proof=proof(wires[seat], table))
        await play_all(wires, Random(2))
        stranger = await running.connect("stranger")
        assert [match["match"] for match in await matches(wires["E"])] == [2, 1]
        assert [match["match"] for match in await matches(stranger)] == [1]
        assert read_record(await record(wires["W"], 2)).header.seats[Seat.NORTH] == "maker"
        assert (await asked(stranger, type="get_record", match=2))["code"] == "NO_SUCH_MATCH"


async def test_every_match_of_a_table_is_kept_as_soon_as_it_is_over(run_server: Any, brisk: Any) -> None:
    async with run_server(pace=brisk) as running:
        table, wires = await seated(running, target=1)
        await play_to_the_end(table, wires)
        (first,) = await matches(wires["N"])
        for wire in wires.values():
            await ask(table, wire)
        await wires["N"].until("match_started")
        await play_to_the_end(table, wires)
        assert [match["match"] for match in await matches(wires["N"])] == [2, 1]
        assert (await matches(wires["N"], before=2)) == [first]
        state, _ = replay(read_record(await record(wires["N"], 2)))
        assert (state.match, isinstance(state.phase, MatchOver)) == (2, True)


async def test_a_board_is_no_match_and_what_is_not_played_to_its_end_neither(run_server: Any) -> None:
    async with run_server(board=True) as running:
        _, wires = await ended(running, target=1)
        assert await matches(wires["N"]) == []
    async with run_server() as running:
        _, wires = await seated(running, people="", target=1)
        await wires["N"].until("deal_started")
        for wire in wires.values():
            await wire.send(type="bye")
            await wire.end()
        await running.until_said("closed (abandoned)")
        assert await matches(await running.connect("Ana")) == []


async def test_matches_outlive_the_server(run_server: Any, tmp_path: Path) -> None:
    with closing(DataFile(tmp_path)) as file, Archive(file) as archive:
        async with run_server(archive=archive) as running:
            _, wires = await seated(running, people="", target=1)
            await play_all(wires, Random(1), until="match_ended")
            running.stop()
            (over,) = told(wires["N"], "match_ended")
    with closing(DataFile(tmp_path)) as file, Archive(file) as archive:
        async with run_server(archive=archive) as running:
            wire = await running.connect("Ana")
            (match,) = await matches(wire)
            assert match["score"] == over["totals"]
            await ended(running, target=1)
            assert [match["match"] for match in await matches(wire)] == [2, 1]


@pytest.mark.parametrize("trouble", ["max_page_count = 1", "query_only = 1"], ids=["full", "read-only"])
async def test_a_disk_that_takes_nothing_is_the_operators_to_know_and_the_tables_go_on(
    run_server: Any, tmp_path: Path, trouble: str, open_file: OpenFile, open_archive: OpenArchive
) -> None:
    file = open_file(tmp_path)
    async with run_server(archive=open_archive(file)) as running:
        file.rows(f"PRAGMA {trouble}")
        _, wires = await ended(running, target=10_000)
        await running.until_said("t1: the match is not kept: cannot use")
        assert sum("not kept" in line for line in running.lines) == 1
        assert await matches(wires["N"]) == []
        file.rows(f"PRAGMA {trouble.replace('= 1', '= 0' if 'only' in trouble else '= 9999')}")
        await ended(running, target=1)
        assert [match["target"] for match in await matches(wires["N"])] == [1]


async def test_who_sits_and_who_watches_may_ask_while_the_match_goes_on(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await seated(running, people="")
        assert await matches(wires["E"]) == []


async def test_a_provider_asks_nothing_of_past_matches(run_server: Any) -> None:
    async with run_server() as running:
        provider = await running.provider()
        assert (await asked(provider, type="list_matches"))["code"] == "FORBIDDEN"


async def test_who_asks_too_often_has_to_wait(run_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", Allowance(burst=21, every=600.0))
    async with run_server() as running:
        wire, other = await running.connect("Ana"), await running.connect("Bea")
        for _ in range(3):
            assert (await asked(wire, type="get_statistics"))["type"] == "statistics"
        assert (await asked(wire, type="get_statistics"))["code"] == "RATE"
        assert (await asked(other, type="get_statistics"))["type"] == "statistics"


async def test_a_client_asks_forty_questions_at_once_and_no_more(run_server: Any) -> None:
    async with run_server() as running:
        wire, other = await running.connect("Ana"), await running.connect("Bea")
        for number in range(60):
            await wire.send(type="list_matches", id=number)
        got = [await wire.until("matches", "error") for _ in range(60)]
        answers = {a["re"]: a.get("code", a["type"]) for a in got}
        assert {answers[number] for number in range(35)} == {"matches"}
        assert "RATE" in {answers[number] for number in range(35, 60)}
        assert (await asked(other, type="list_matches"))["type"] == "matches"


async def test_what_a_client_has_asked_comes_back_two_in_a_second(
    run_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Allowance(burst=40, every=0.5) == limits.QUESTIONS
    monkeypatch.setattr(limits, "QUESTIONS", Allowance(burst=2, every=600.0))
    async with run_server() as running:
        wire = await running.connect("Ana")
        codes = [(await asked(wire, type="get_record", match=1)).get("code") for _ in range(4)]
        assert codes == ["NO_SUCH_MATCH", "NO_SUCH_MATCH", "RATE", "RATE"]


async def test_a_question_without_an_id_is_answered_without_one(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana")
        await wire.send(type="list_matches")
        assert "re" not in await wire.until("matches")
        await wire.send(type="get_record", match=5)
        assert "re" not in await wire.until("error")


async def test_a_server_says_that_it_keeps_matches(run_server: Any) -> None:
    async with run_server() as running:
        wire = await running.connect("Ana", want=["archive"])
        (welcome,) = told(wire, "welcome")
        assert welcome["capabilities"]["archive"] == "1"
        assert told(wire, "ready")[0]["capabilities"] == ["archive"]
