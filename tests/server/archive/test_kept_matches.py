"""Tests that no match is lost or duplicated between its table and the archive, wherever a server stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.archive.archive import Archive
from coinche.server.rate_limit import Allowance
from coinche.server.storage.database import DATA_FILE, DataFile, ReadOnlyFile
from coinche.server.storage.journal import Journal
from tests.server.conftest import until
from tests.server.ended import ended, matches, play_all
from tests.server.storage.test_journal import Disk
from tests.server.tables import seated


@contextmanager
def keeping(directory: Path) -> Iterator[tuple[DataFile, dict[str, Any]]]:
    """The data file of a server in that directory, with its journal and archive."""
    with closing(DataFile(directory)) as file:
        journal = Journal(file, lambda line: None)
        with Archive(file, journal) as archive:
            yield file, {"store": journal, "archive": archive}


def count(file: DataFile, table: str) -> int:
    ((rows,),) = file.rows(f"SELECT COUNT(*) FROM {table}")
    return int(rows)


def has_more(file: DataFile, table: str, than: int) -> bool:
    return count(file, table) > than


async def test_a_match_whose_table_comes_back_is_kept_once(
    run_server: Callable[..., Any], tmp_path: Path, brisk: Any
) -> None:
    with keeping(tmp_path) as (file, kept):
        async with run_server(pace=brisk, **kept) as running:
            _, wires = await seated(running, people="N", target=1)
            await play_all(wires, Random(1), until="match_ended")
            await until(lambda: count(file, "matches") == 1)
            running.stop()
        assert count(file, "journal") > 0, "the table is not over yet"
    for _ in range(2):
        with keeping(tmp_path) as (file, kept):
            async with run_server(**kept) as running:
                await running.until_said("is back")
                await running.server._archive_service.settled()
                assert count(file, "matches") == 1
                running.stop()


async def test_a_match_whose_table_comes_back_takes_nothing_of_what_an_address_may_have_kept(
    run_server: Callable[..., Any], tmp_path: Path, brisk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MATCHES_OF_PEOPLE", Allowance(burst=1, every=600.0))
    for before in range(3):
        with keeping(tmp_path) as (file, kept):
            async with run_server(pace=brisk, **kept) as running:
                await running.server.lobby.tables.all_awake()
                await running.server._archive_service.settled()
                _, wires = await seated(running, people="N", target=1)
                await play_all(wires, Random(1), until="match_ended")
                await until(partial(has_more, file, "matches", before))
                running.stop()
    with keeping(tmp_path) as (file, _):
        assert file.rows("SELECT people FROM matches") == [(1,), (1,), (1,)]


async def test_a_match_is_kept_though_the_archive_cannot_be_read(
    run_server: Callable[..., Any], tmp_path: Path
) -> None:
    with keeping(tmp_path) as (file, kept):
        async with run_server(**kept) as running:
            kept["archive"].reader.close()
            await ended(running, target=1)
            await until(lambda: count(file, "matches") == 1)


async def test_what_is_kept_of_a_table_goes_when_its_matches_are_kept_and_not_before(
    run_server: Callable[..., Any], tmp_path: Path
) -> None:
    slow = Disk()
    with keeping(tmp_path / "one") as (file, kept):
        async with run_server(**kept) as running:
            running.server._archive_service._worker = slow
            slow.free = trio.Event()
            await ended(running, target=1)
            await running.until_said("closed (match_over)")
            await kept["store"].settled()
            assert (count(file, "matches"), count(file, "journal") > 0) == (0, True)
            (tmp_path / "other").mkdir()
            with closing(ReadOnlyFile(tmp_path / "one")) as reader:
                reader.copy(tmp_path / "other" / DATA_FILE)
            slow.free.set()
            await until(lambda: count(file, "journal") == 0)
            assert count(file, "matches") == 1
    with keeping(tmp_path / "other") as (file, kept):
        async with run_server(**kept) as running:
            await until(lambda: (count(file, "matches"), count(file, "journal")) == (1, 0))
            (match,) = await matches(await running.connect("Ana"))
            assert match["seats"] == {seat: f"at {seat}" for seat in "NESW"}
