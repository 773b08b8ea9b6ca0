"""Tests of the pages of players, and of the counts of matches that an earlier version has archived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coinche.protocol.messages import Occupant, PlayerPair
from coinche.server import limits
from coinche.server.archive import archive as archives
from coinche.server.archive.archive import Archive
from coinche.server.archive.statistics import page_of
from coinche.server.archive.tally import OF_VERSION_3, Count, PairKey, PlayerKey
from coinche.server.storage.database import DataFile
from tests.server.archive.test_archive_file import keep, played
from tests.server.archive.test_kept_matches import count, keeping
from tests.server.archive.test_statistics import counted, events
from tests.server.conftest import OpenArchive, OpenFile, until
from tests.server.ended import asked, ended, play_all
from tests.server.kept_data import restored
from tests.server.lobby.test_passphrases import come, private_table, proof
from tests.server.tables import Map, seated

SUMMED = ("matches", "won", "deals", "points", "against")
ANA = PlayerKey("Ana", Occupant.PERSON)


async def page(wire: Any, name: str, occupant: str = "program") -> Map:
    answer = await asked(wire, type="get_player", name=name, occupant=occupant)
    assert answer["type"] == "player", answer
    return answer


def sums(row: Map) -> Map:
    return {field: row[field] for field in SUMMED}


async def test_it_has_the_player_s_totals_matches_partners_and_opponents(run_server: Any) -> None:
    async with run_server() as running:
        _, wires = await ended(running, target=1500)
        asks = wires["N"]
        own = counted(events(asks))
        for seat, partner, opponents in (("N", "S", "EW"), ("E", "W", "NS")):
            told = await page(asks, f"at {seat}")
            total = own[f"at {seat}", "program"]
            assert told["player"] == {"name": f"at {seat}", "occupant": "program", **total}
            assert [sums(match) for match in told["matches"]] == [sums(total)]
            assert [(pair["name"], sums(pair)) for pair in told["partners"]] == [(f"at {partner}", sums(total))]
            assert {pair["name"] for pair in told["opponents"]} == {f"at {seat}" for seat in opponents}
            assert all(sums(pair) == sums(total) for pair in told["opponents"])


async def test_who_has_played_nothing_has_zeros(run_server: Any) -> None:
    async with run_server() as running:
        told = await page(await running.connect("Ana"), "nobody", "person")
        assert not any(told["player"][count] for count in Count)
        assert (told["matches"], told["partners"], told["opponents"], told["best_partner"]) == ([], [], [], None)


async def test_what_was_played_at_a_private_table_is_on_no_page_of_a_stranger(run_server: Any) -> None:
    async with run_server() as running:
        table, maker = await private_table(running, target=1)
        wires = {"N": maker}
        for seat in "ESW":
            wires[seat] = await running.connect(f"Guest {seat}", program=True)
            await come(wires[seat], table, seat=seat, proof=proof(wires[seat], table))
        await play_all(wires, Random(2))
        stranger = await running.connect("stranger")
        nobody = await page(stranger, "nobody")
        told = await page(stranger, "Guest E")
        told["player"]["name"] = "nobody"
        assert told == nobody
        assert (await page(wires["W"], "Guest E"))["partners"][0]["name"] == "Guest W"


def together(
    other: str, deals: int, points: int = 0, *, partner: bool = True, occupant: Occupant = Occupant.PERSON
) -> dict[PairKey, dict[Count, int]]:
    key = PairKey(player=ANA, other=PlayerKey(other, occupant), partner=partner)
    return {key: {Count.DEALS: deals, Count.POINTS: points}}


def with_others(archive: Archive, *pairs: dict[PairKey, dict[Count, int]]) -> None:
    for pair in pairs:
        keep(archive, players=(played("Ana", matches=1, deals=9),), pairs=pair)


def named(pairs: tuple[PlayerPair, ...]) -> list[str]:
    return [pair.name for pair in pairs]


def test_the_best_partner_has_enough_deals(open_archive: OpenArchive) -> None:
    archive = open_archive()
    enough = limits.DEALS_TOGETHER
    with_others(archive, together("Max", enough - 1, 9000), together("Léo", enough, 300), together("Zoé", enough, 400))
    told = page_of(archive.reader, "", ANA, ANA)
    assert told.best_partner == told.partners[1]
    assert named(told.partners) == ["Léo", "Zoé", "Max"]
    with_others(archive, together("max", 1))
    assert (best := page_of(archive.reader, "", ANA, ANA).best_partner) is not None
    assert (best.name, best.deals) == ("max", enough), "one player, as it was written last"


def test_lists_are_bounded_and_have_the_player_who_asks(open_archive: OpenArchive) -> None:
    archive = open_archive()
    with_others(archive, *(together(f"x{number:02}", 90 - number, partner=False) for number in range(20)))
    bob = PlayerKey("x19", Occupant.PERSON)
    told = page_of(archive.reader, "", bob, ANA)
    assert named(told.opponents) == [*(f"x{number:02}" for number in range(limits.PAIRS_LISTED - 1)), "x19"]
    assert len(told.matches) == 20
    assert told.matches[0].match > told.matches[-1].match


def test_a_bot_and_a_person_of_one_name_are_two(open_archive: OpenArchive) -> None:
    archive = open_archive()
    with_others(archive, together("steady", 5), together("steady", 6, occupant=Occupant.BOT))
    told = page_of(archive.reader, "", ANA, ANA)
    assert [(pair.occupant, pair.deals) for pair in told.partners] == [(Occupant.BOT, 6), (Occupant.PERSON, 5)]


# --- matches of earlier versions ---------------------------------------------------------------------

_ALL = ("SELECT * FROM played ORDER BY match, name", "SELECT * FROM pairs ORDER BY match, same, other")


def rows(file: DataFile) -> list[Any]:
    return [file.rows(statement) for statement in _ALL]


def as_of_version_3(file: DataFile) -> None:
    """Take away what an earlier version has not counted."""
    for added in set(Count) - set(OF_VERSION_3):
        file.execute(f"UPDATE played SET {added} = 0")
    file.execute("DELETE FROM pairs")
    file.execute("INSERT INTO uncounted SELECT match FROM matches")


async def test_matches_of_an_earlier_version_are_counted_again(
    run_server: Callable[..., Any], tmp_path: Path, brisk: Any
) -> None:
    with keeping(tmp_path) as (file, kept):
        async with run_server(pace=brisk, **kept) as running:
            for seed in (1, 2):
                _, wires = await ended(running, seed=seed, target=600, name=f"table {seed}")
                for wire in wires.values():
                    await wire.send(type="bye")
            await running.server._archive_service.settled()
            running.stop()
        before = rows(file)
        assert all(before)
        as_of_version_3(file)
        assert rows(file) != before
    with keeping(tmp_path) as (file, kept):
        async with run_server(pace=brisk, **kept):
            await until(lambda: count(file, "uncounted") == 0)
        assert rows(file) == before


async def test_a_match_in_which_somebody_left_stays_as_it_was_counted(
    run_server: Callable[..., Any], tmp_path: Path, brisk: Any
) -> None:
    with keeping(tmp_path) as (file, kept):
        async with run_server(pace=brisk, **kept) as running:
            _, wires = await seated(running, people="", target=900, name="left")
            gone = wires.pop("W")
            await gone.send(type="bye")
            await play_all(wires, Random(3))
            await running.server._archive_service.settled()
            running.stop()
        as_of_version_3(file)
        before = rows(file)
    with keeping(tmp_path) as (file, kept):
        async with run_server(pace=brisk, **kept):
            await until(lambda: count(file, "uncounted") == 0)
        (name,) = {name for *_, name in file.rows("SELECT match, name FROM matches")}
        assert name == "left"
        assert rows(file) == before


def test_a_match_that_changes_while_it_is_counted_is_counted_later(open_file: OpenFile) -> None:
    with Archive(file := open_file()) as archive:
        keep(archive, players=(played("Ana", matches=1), played("Bob", matches=1)))
        file.execute("INSERT INTO uncounted VALUES (1)")
        seen = file.rows(archives._COUNTED, (1,))
        file.execute("DELETE FROM played WHERE name = 'Ana'")
        archives._insert_recount(1, seen, None, file)
        assert count(file, "uncounted") == 1
        job = archive.next_recount()
        assert job is not None
        job(file)
        assert count(file, "uncounted") == 0, "a record that cannot be read is left out"


@pytest.mark.parametrize("version", [2, 3])
async def test_a_file_of_an_earlier_version_is_counted_again(
    run_server: Callable[..., Any], tmp_path: Path, version: int
) -> None:
    restored(tmp_path, version)
    with keeping(tmp_path) as (file, kept):
        assert count(file, "uncounted") == count(file, "matches") == 1
        async with run_server(**kept):
            await until(lambda: count(file, "uncounted") == 0)
        assert count(file, "pairs") == 12
        assert file.rows("SELECT SUM(taken) - SUM(made) - SUM(failed) FROM played") == [(0,)]
