"""Tests of cases that share a test: each is tried, each that fails is named."""

from __future__ import annotations

import inspect

import pytest

from tests.for_each import for_each


def test_every_case_that_fails_is_named_and_the_others_are_tried() -> None:
    tried = []

    @for_each("letter", "ab")
    @for_each(("number", "even"), [(1, True), (2, True)])
    def parity(letter: str, number: int, even: bool) -> None:
        tried.append((letter, number))
        assert (number % 2 == 0) is even

    with pytest.raises(ExceptionGroup, match="2 of 2 cases") as found:
        parity()
    assert tried == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    group = found.value.exceptions[0]
    assert isinstance(group, ExceptionGroup)
    assert group.__notes__ == ["with letter = 'a'"]
    assert group.exceptions[0].__notes__ == ["with ('number', 'even') = (1, True)"]


def test_what_is_no_case_is_asked_of_pytest() -> None:
    @for_each("number", [1])
    def of_a_fixture(number: int, tmp_path: object) -> None:
        """Something."""

    assert list(inspect.signature(of_a_fixture).parameters) == ["tmp_path"]
    assert (of_a_fixture.__name__, of_a_fixture.__doc__) == ("of_a_fixture", "Something.")


@for_each("number", [1, 2])
@pytest.mark.parametrize("letter", "ab")
def test_both_ways_may_be_mixed(number: int, letter: str) -> None:
    assert letter * number in ("a", "aa", "b", "bb")


def test_without_cases_there_is_nothing_to_test() -> None:
    with pytest.raises(AssertionError):
        for_each("number", [])
