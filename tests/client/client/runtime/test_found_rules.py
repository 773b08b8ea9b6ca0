"""Tests of the rules found by six answers: they are saved as a house file, and a real server plays exactly them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coinche.client.model.rules_questions import QUESTIONS, rules_found
from coinche.client.runtime import house_rules_files
from coinche.engine.rules import DESCRIBED, value_of
from coinche.protocol.house_rules import as_toml
from coinche.server.rules_option import house_rules
from tests.fork_server import forked_python

PATIENCE = 60
SERVER = ("-m", "coinche.server")
"""The arguments of `python`."""
WAYS = st.tuples(*(st.integers(0, question.unknown) for question in QUESTIONS))


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WAYS)
def test_the_server_reads_the_rules_that_were_kept(way: tuple[int, ...]) -> None:
    near = rules_found(way)
    path = house_rules_files.write_house_rules("chez Zoé", near.base, near.rules)
    house = house_rules(str(path))
    assert (house.base, house.rules) == (near.base, near.rules)
    assert house == house_rules_files.read_house_rules(path)
    path.unlink()


def test_a_server_explains_and_plays_a_kept_file() -> None:
    near = rules_found((1, 2, 3, 2, 1, 3))
    path = house_rules_files.write_house_rules("chez Zoé", near.base, near.rules)
    explained = subprocess.run(
        [*forked_python(), *SERVER, "--explain-rules", str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    ).stdout
    assert explained.startswith(f"chez Zoé: differs from {near.base} in {len(near.changes)} options")
    told = [line.strip(" *").partition("   (")[0] for line in explained.splitlines() if " = " in line]
    assert [line for line in told if line.partition(" = ")[0] in DESCRIBED] == [
        f"{option} = {as_toml(value_of(near.rules, option))}" for option in DESCRIBED
    ]
    arguments = ["--host", "127.0.0.1", "--port", "0", "--bots", "none", "--rules", str(path)]
    with subprocess.Popen([*forked_python(), *SERVER, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("listening on 127.0.0.1:")
        process.terminate()
        assert process.stdout.read().endswith("ended\n")
        assert process.wait(PATIENCE) == 0
