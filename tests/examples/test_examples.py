"""Tests that each example bot plays whole matches on a real server, without a refusal and with the same choices."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio

from tests.conform.playing import checked, checks_named, faults
from tests.protocol.document import PROTOCOL

from .languages import EXAMPLES, LANGUAGES, NEW, SMALLEST, Example
from .relay import Map, Relay, relayed
from .watcher import seated, watched_table

pytestmark = pytest.mark.slow

PATIENCE = 120.0
"""Seconds after which a test gives up waiting; a bound, never a measure."""
answer: Callable[[Map], str] = runpy.run_path(str(EXAMPLES / "python" / "bot.py"))["answer"]
Built = Callable[[Example], Path]


@pytest.fixture(params=LANGUAGES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    """One bot, where its language is on this machine."""
    chosen: Example = request.param
    if chosen.missing:
        pytest.skip(f"{chosen.name}: no {' and no '.join(chosen.missing)} on this machine")
    return chosen


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The folder that a bot is built in, which is done once."""
    folders: dict[str, Path] = {}

    def folder(example: Example) -> Path:
        if example.name not in folders:
            folders[example.name] = tmp_path_factory.mktemp("built")
            example.built(folders[example.name])
        return folders[example.name]

    return folder


def assert_played(relay: Relay, ended: subprocess.CompletedProcess[bytes]) -> None:
    """A whole match and not one word refused: by its status, by the answers, and by how it left the table."""
    assert ended.returncode == 0, ended.stderr
    assert relay.heard("error") == []
    acts = relay.said("act")
    assert len(acts) >= 8
    assert [ok["request"] for ok in relay.heard("ok") if "request" in ok] == [act["request"] for act in acts]
    assert len(relay.heard("match_ended")) == 1
    assert [left["reason"] for left in relay.heard("left")] == ["match_over"]


def assert_alike(relay: Relay) -> None:
    """It has chosen as the Python bot does, each time."""
    requests = {request["request"]: request for request in relay.heard("request")}
    acts = {act["request"]: act["action"] for act in relay.said("act")}
    assert acts == {number: answer(requests[number]) for number in acts}


async def test_it_opens_a_table_and_plays_a_match(example: Example, built: Built, port: int) -> None:
    folder = built(example)
    with trio.fail_after(PATIENCE):
        async with relayed(port) as relay:
            command = example.started(folder, relay.port, NEW)
            ended = await trio.run_process(command, capture_stderr=True, check=False)
    assert_played(relay, ended)
    assert_alike(relay)


async def test_it_joins_a_table_and_all_who_watch_see_no_fault(example: Example, built: Built, port: int) -> None:
    folder = built(example)
    with trio.fail_after(PATIENCE):
        async with watched_table(port, "NEW") as watcher, relayed(port) as relay:
            command = example.started(folder, relay.port, watcher.table)
            ended = await trio.run_process(command, capture_stderr=True, check=False)
            await watcher.until("left")
    assert_played(relay, ended)
    assert_alike(relay)
    seen = [message["type"] for message in watcher.seen]
    assert "match_ended" in seen
    assert not {"struck", "timed_out", "error"} & set(seen)


@pytest.mark.parametrize("example", LANGUAGES[:5:3], ids=lambda example: example.name, indirect=True)
async def test_it_waits_at_a_table_in_mid_deal_and_plays_from_the_next(
    example: Example, built: Built, port: int
) -> None:
    folder = built(example)
    with trio.fail_after(PATIENCE):
        async with (
            watched_table(port, "NEW") as watcher,
            seated(port, watcher.table) as player,
            relayed(port) as relay,
            trio.open_nursery() as nursery,
        ):
            command = example.started(folder, relay.port, watcher.table)
            nursery.start_soon(partial(trio.run_process, command, check=True))
            await player.until("seat_reserved")
            await player.play_by_default()
    waited, sat = relay.heard("joined")
    assert (waited["seat"], sat["seat"]) == (None, waited["reserved"])
    assert relay.heard("error") == []
    assert len(relay.said("act")) >= 8
    assert_alike(relay)


async def test_it_says_why_it_cannot_sit_down(example: Example, built: Built, port: int) -> None:
    folder = built(example)
    with trio.fail_after(PATIENCE):
        ended = await trio.run_process(example.started(folder, port, "nowhere"), capture_stderr=True, check=False)
    assert ended.returncode == 1
    assert b"nowhere" in ended.stderr


async def test_it_reads_whatever_a_server_may_write(example: Example, built: Built) -> None:
    checks = checks_named("bot.frames.biggest", "bot.values.large")
    started = example.started(built(example), "{port}", "{table}")
    assert faults(await checked(started, checks)) == {}


async def test_the_smallest_bot_plays(port: int, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE):
        async with watched_table(port, "NEW") as watcher, relayed(port) as relay:
            ended = await trio.run_process(SMALLEST.started(tmp_path, relay.port, watcher.table), check=False)
    assert_played(relay, ended)


async def test_the_bot_of_the_page_on_the_protocol_opens_its_own_table_and_plays(port: int, tmp_path: Path) -> None:
    source = re.findall(r"^```python\n(.*?)^```", PROTOCOL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[0]
    program = tmp_path / "bot.py"
    program.write_text(source, encoding="utf-8")
    with trio.fail_after(PATIENCE):
        async with relayed(port) as relay:
            command = [sys.executable, str(program), "127.0.0.1", str(relay.port)]
            ended = await trio.run_process(command, capture_stderr=True, check=False)
    assert_played(relay, ended)
    assert not relay.heard("error")
