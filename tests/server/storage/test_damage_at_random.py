"""Tests of random damage to the data: a server runs or gives the reason in one sentence, and doctor repairs it.

A few seeds here; `python -m bench.damage` runs hundreds, with real processes, and prints the operator's lines.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coinche.server.admin.commands import doctor_command
from coinche.server.app import ServerData
from coinche.server.log import LogEntry
from coinche.server.storage.data_dir import DataFailed, UnusableKey
from coinche.server.storage.journal import Journal
from tests.server.damages import damage, killed

RunServer = Callable[..., Any]


async def started(run_server: RunServer, directory: Path) -> list[str]:
    """The operator's lines while a server starts and restores all its tables."""
    news: list[LogEntry] = []
    with ServerData(directory, news.append) as kept:
        async with run_server(store=kept.store, archive=kept.archive, register=kept.register) as running:
            await running.server.lobby.tables.all_awake()
            assert isinstance(kept.store, Journal)
            await kept.store.settled()
            news += [each for each in running.news if each.happening.level >= 30]
            running.stop()
    return [str(each) for each in news]


def first(wrong: BaseException) -> BaseException:
    while isinstance(wrong, BaseExceptionGroup):
        wrong = wrong.exceptions[0]
    return wrong


@pytest.mark.parametrize("seed", range(12))
async def test_a_server_with_damaged_data_runs_or_says_why_not(
    run_server: RunServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    directory = killed(tmp_path / "data")
    done = damage(directory, Random(seed))
    lines: list[str] = []
    try:
        lines += await started(run_server, directory)
    except* (DataFailed, UnusableKey) as wrong:
        lines += [str(first(wrong))]
    assert not [line for line in lines if "\n" in line], (done, lines)
    doctor_command(["--data", str(directory)])
    status = doctor_command(["--repair", "--data", str(directory)])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    if status == 0:
        assert await started(run_server, directory) == [], (done, said.out)
        assert doctor_command(["--data", str(directory)]) == 0, (done, capsys.readouterr().out)
    else:
        assert "still wrong: " in said.out, (done, said)
