"""Tests that every value of every option has a row in the tables of `test_option_*`, of the engine or the client."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from coinche.engine.rules import ANY, DESCRIBED
from tests.client.client.model import test_option_trick_history
from tests.engine import (
    test_option_auction,
    test_option_declarations,
    test_option_match,
    test_option_play,
    test_option_scoring,
    test_option_table,
)
from tests.engine.house import about
from tests.for_each import for_each

MODULES = (
    test_option_table,
    test_option_auction,
    test_option_play,
    test_option_declarations,
    test_option_scoring,
    test_option_match,
    test_option_trick_history,
)


def rows(module: ModuleType) -> Iterator[str]:
    """The options of every row of a module's tables."""
    for test in vars(module).values():
        for mark in getattr(test, "pytestmark", ()):
            if mark.name == "parametrize" and "options" in mark.args[0]:
                yield from (row[0] for row in mark.args[1])


TESTED = {about(options) for module in MODULES for options in rows(module)}


@for_each("option", DESCRIBED)
def test_every_value_of_an_option_has_a_row(option: str) -> None:
    described = DESCRIBED[option]
    tested = {value for name, value in TESTED if name == option}
    named = {meaning.value for meaning in described.values} - {ANY}
    assert named <= tested
    if len(named) < len(described.values):
        assert tested - named, "no row has a number of its own"
        assert len(tested) > 1


def test_every_row_is_about_an_option() -> None:
    assert {name for name, _ in TESTED} <= set(DESCRIBED)
