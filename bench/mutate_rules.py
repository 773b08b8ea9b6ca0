"""A mutation test of the rules: make the engine ignore an option's value and see whether a test fails.

    python bench/mutate_rules.py [OPTION ...]

A value is replaced by another in two ways. `read`: all code that asks a rule set for the option gets the other value,
while rules are still built and checked as they are. `table`: in a table of the engine the value's entry is replaced by
the other's. Each pair of values is tried: of lists those with rows, of numbers these and their neighbours. Only the
rows of the option and of that very value are run, from the tables of tests/**/test_option_*.py; all of them pass before
anything is changed. A mutation is caught if one of them fails.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

sys.path.insert(0, str(Path(__file__).parent.parent))

import coinche.engine
from coinche.engine import dealing
from coinche.engine.rules import DESCRIBED, RuleSet, value_of, written_as
from tests.engine.house import about, house
from tests.engine.test_option_values import MODULES

GROUPS = get_type_hints(RuleSet)
ENGINE = [
    importlib.import_module(found.name) for found in pkgutil.walk_packages(coinche.engine.__path__, "coinche.engine.")
]
FLAGS = {"two_stage_deal": dealing._STAGES}
"""Tables whose keys are true and false do not tell which option they are of."""

LAID_OUT_AT_THE_START = {"_WAY_ROUND"}
"""Tables from which others are made when their module is loaded; nobody looks into them later."""


@dataclass(frozen=True)
class Row:
    """A test, and a row of its table."""

    test: Callable[..., None]
    values: tuple[Any, ...]

    def passes(self) -> bool:
        """Return whether the test passes for the row."""
        try:
            self.test(*self.values)
        except Exception:  # a mutated engine may fail in any way
            return False
        return True


@dataclass(frozen=True)
class Mutation:
    """One value of an option taken for another."""

    option: str
    way: str
    value: Any
    other: Any
    done: Callable[[], AbstractContextManager[None]]

    def __str__(self) -> str:
        return f"{self.option}: {written_as(self.value)} as {written_as(self.other)} ({self.way})"


class Misread:
    """Stand-in for an attribute of an option group; it reads one value as another, except while rules are built."""

    building = 0

    def __init__(self, slot: Any, value: Any, other: Any) -> None:
        self.slot, self.value, self.other = slot, value, other

    def __get__(self, group: object, kind: type | None = None) -> Any:
        found = self.slot.__get__(group, kind)
        same = type(found) is type(self.value) and found == self.value
        return self.other if same and not Misread.building else found

    def __set__(self, group: object, value: Any) -> None:
        self.slot.__set__(group, value)


def building(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, run with every option read as it is."""

    def true_to_the_rules(*given: Any, **named: Any) -> Any:
        Misread.building += 1
        try:
            return function(*given, **named)
        finally:
            Misread.building -= 1

    return true_to_the_rules


@contextmanager
def read_as(option: str, value: Any, other: Any) -> Iterator[None]:
    """Give all code that reads the option the other value."""
    kind = GROUPS[DESCRIBED[option].group]
    slot = vars(kind)[option]
    setattr(kind, option, Misread(slot, value, other))
    try:
        yield
    finally:
        setattr(kind, option, slot)


@contextmanager
def entry_of(table: dict[Any, Any], value: Any, other: Any) -> Iterator[None]:
    """Replace the value's entry of the table by the other's."""
    entry = table[value]
    table[value] = table[other]
    try:
        yield
    finally:
        table[value] = entry


def kind_of(option: str) -> Any:
    """The type of the option's values."""
    return get_type_hints(GROUPS[DESCRIBED[option].group])[option]


def tables() -> Iterator[tuple[str, dict[Any, Any]]]:
    """Every table of the engine whose keys are an option's values."""
    options = {kind: option for option in DESCRIBED if isinstance(kind := kind_of(option), type) and kind is not bool}
    seen: set[int] = set()
    for module in ENGINE:
        for name, table in vars(module).items():
            if not isinstance(table, dict) or not table or id(table) in seen or name in LAID_OUT_AT_THE_START:
                continue
            kind = type(next(iter(table)))
            if kind in options and issubclass(kind, StrEnum) and set(table) == set(kind):
                seen.add(id(table))
                yield options[kind], table
    for option, flags in FLAGS.items():
        assert isinstance(flags, dict)
        yield option, flags


def rows_of(module: ModuleType) -> Iterator[Row]:
    """Every row of a module with tables of options."""
    for test in vars(module).values():
        for mark in getattr(test, "pytestmark", ()):
            if mark.name == "parametrize" and "options" in mark.args[0]:
                yield from (Row(test, row) for row in mark.args[1])


def rows_by_value() -> dict[str, dict[Any, list[Row]]]:
    """The rows of each value of each option."""
    found: dict[str, dict[Any, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for module in MODULES for row in rows_of(module)):
        options, preset, *_ = row.values
        option, _ = about(options)
        found[option][value_of(house(options, preset), option)].append(row)
    return found


def mutations(option: str, values: list[Any]) -> Iterator[Mutation]:
    """Every replacement of one value of the option by another."""
    near = [(value, other) for value in values if type(value) is int for other in neighbours(value)]
    for value, other in dict.fromkeys([*permutations(values, 2), *near]):
        yield Mutation(option, "read", value, other, partial(read_as, option, value, other))
    for name, table in tables():
        for value, other in permutations(table, 2) if name == option else ():
            if table[value] != table[other]:
                yield Mutation(option, "table", value, other, partial(entry_of, table, value, other))


def neighbours(number: int) -> list[int]:
    """The next numbers, none below one: points in steps of ten, others in steps of one."""
    step = 10 if number > 20 else 1
    return [near for near in (number - step, number + step) if near > 0]


def forget() -> None:
    """Clear the engine's caches."""
    for module in ENGINE:
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def is_caught(mutation: Mutation, rows: list[Row]) -> bool:
    """Return whether a row fails under the mutation."""
    forget()
    with mutation.done():
        caught = not all(row.passes() for row in rows)
    forget()
    return caught


def report(option: str, rows: Mapping[Any, list[Row]]) -> tuple[int, int, list[Mutation]]:
    """Print an option's line; return the caught, the total and the missed mutations."""
    results = [(mutation, is_caught(mutation, rows[mutation.value])) for mutation in mutations(option, list(rows))]
    counts = []
    for way in ("read", "table"):
        of_way = [caught for mutation, caught in results if mutation.way == way]
        counts.append(f"{sum(of_way):>3} /{len(of_way):>3}" if of_way else " " * 8)
    print(f"{option:<28}{sum(map(len, rows.values())):>5}  {'   '.join(counts)}")
    return sum(caught for _, caught in results), len(results), [mutation for mutation, caught in results if not caught]


def main() -> int:
    """Print the table; 1 if a mutation was missed, 2 if a row fails without any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("options", nargs="*", choices=[*DESCRIBED, []], metavar="OPTION")
    wanted = parser.parse_args().options or list(DESCRIBED)
    RuleSet.changed = building(RuleSet.changed)  # type: ignore[method-assign]
    for kind in GROUPS.values():
        if hasattr(kind, "__post_init__"):
            kind.__post_init__ = building(kind.__post_init__)
    rows = rows_by_value()
    failing = [row for values in rows.values() for of_value in values.values() for row in of_value if not row.passes()]
    for row in failing:
        print(f"fails before anything is changed: {row.test.__name__} {row.values}")
    if failing:
        return 2
    print(f"{'option':<28}{'rows':>5}  {'read':>8}   {'table':>8}")
    reports = [report(option, rows[option]) for option in wanted]
    caught, total = sum(found for found, _, _ in reports), sum(found for _, found, _ in reports)
    for missed in (mutation for _, _, of_option in reports for mutation in of_option):
        print(f"missed: {missed}")
    print(f"caught {caught} of {total}")
    return 0 if caught == total else 1


if __name__ == "__main__":
    raise SystemExit(main())
