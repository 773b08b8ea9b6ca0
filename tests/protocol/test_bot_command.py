"""Tests of the placeholders in a bot's command, the same for conform, the arena and `coinche-bot --exec`."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from coinche.protocol.bot_command import NAMES, Placeholders, named_in

WHERE = Placeholders(
    host="::1", port="4000", address="coinche+tcp://[::1]:4000", table="t7", seat="N", name="Ann B", token="0f"
)


def test_there_are_seven() -> None:
    assert NAMES == ("host", "port", "address", "table", "seat", "name", "token")


@pytest.mark.parametrize("name", NAMES)
def test_each_is_replaced_wherever_it_stands(name: str) -> None:
    value = asdict(WHERE)[name]
    assert WHERE.fill(["bot", f"--x={{{name}}}", f"{{{name}}}{{{name}}}"]) == ["bot", f"--x={value}", value * 2]


def test_one_without_a_value_is_replaced_by_nothing() -> None:
    assert Placeholders(host="h").fill(["{host}", "--token={token}", "{seat}"]) == ["h", "--token=", ""]


@pytest.mark.parametrize("word", ["{foo}", "{}", '{"host": 1}', "{ host }", "{HOST}", "${port", "{0.host}"])
def test_other_braces_stay_as_they_are(word: str) -> None:
    assert WHERE.fill([word]) == [word]
    assert named_in(word) == frozenset()


def test_a_value_is_not_searched_again_and_stays_within_its_word() -> None:
    assert Placeholders(name="{table} x", table="t1").fill(["{name}", "{table}"]) == ["{table} x", "t1"]


def test_those_of_a_command_are_found() -> None:
    assert named_in("bot --at={host}:{port} '{foo}' {port}") == {"host", "port"}


def test_the_token_is_not_shown() -> None:
    assert "0f" not in repr(WHERE)
