"""Rule sets as plain maps of names to values, and back: for records, files and options on the wire.

Every refusal is a sentence that names the option which is missing, unknown or impossible.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from difflib import get_close_matches
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .option import InvalidRules
from .ruleset import DESCRIBED, RuleSet

LONGEST = 64
"""Characters or entries of a value at most: no option needs more."""


def to_map(rules: RuleSet) -> dict[str, Any]:
    """The rule set, group by group, in plain values that JSON can carry."""
    return asdict(rules)


def from_map(options: object) -> RuleSet:
    """The rule set of such a map. InvalidRules names the option that is missing, unknown or impossible."""
    rules = _group(RuleSet, options, "rules")
    assert isinstance(rules, RuleSet)
    return rules


def changed(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The rules with those options changed, by their plain names, as a house file has them.

    There a text may stand for the list of its letters, and `none` for no value. InvalidRules names the option that
    is unknown or impossible, and says which values there are.
    """
    given: dict[str, object] = {}
    for name, value in options.items():
        if name not in DESCRIBED:
            raise InvalidRules(f"there is no option {name!r}; {did_you_mean(name, DESCRIBED)}")
        if isinstance(value, str | list) and len(value) > LONGEST:
            raise InvalidRules(f"{name} is too long: {LONGEST} characters or entries at most")
        given[name] = _value(_HINTS[name], _from_file(_HINTS[name], value), name)
    return rules.changed(**given)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The name that was probably meant, else all that there are."""
    there = list(names)
    close = get_close_matches(name.lower().replace("-", "_"), there, n=1)
    return f"did you mean {close[0]}?" if close else f"there are: {', '.join(there)}"


def shown(given: object) -> str:
    """A rejected value, on one short line."""
    return str(given).lower() if isinstance(given, bool) else reprlib.repr(given)


_HINTS: dict[str, Any] = {
    name: hint for group in get_type_hints(RuleSet).values() for name, hint in get_type_hints(group).items()
}


def _from_file(kind: Any, given: object) -> object:
    if get_origin(kind) is UnionType and given == "none":
        return None
    if get_origin(kind) is tuple and isinstance(given, str):
        given = given.replace(",", " ").split() if " " in given or "," in given else list(given)
        given = [int(item) if item.isascii() and item.isdecimal() and len(item) < 4 else item for item in given]
    return _in_order(get_args(kind)[0], given) if get_origin(kind) is tuple else given


def _in_order(kind: type, given: object) -> object:
    """Names in the order in which they are always listed; numbers as they stand."""
    if not issubclass(kind, StrEnum) or not isinstance(given, list):
        return given
    names = list(kind)
    return sorted(given, key=names.index) if all(name in names for name in given) else given


def _group(kind: type, given: object, path: str) -> object:
    """A frozen group of options."""
    if not isinstance(given, Mapping):
        raise InvalidRules(f"{path} must be a group of named options, not {shown(given)}")
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    for name in given:
        if name not in names:
            raise InvalidRules(f"{path} has no option {name!r}; there are: {', '.join(names)}")
    for name in names:
        if name not in given:
            raise InvalidRules(f"{path}.{name} is missing")
    return kind(**{name: _value(hints[name], given[name], f"{path}.{name}") for name in names})


def _value(kind: Any, given: object, path: str, besides: str = "") -> object:
    """One option, or a group of them; `besides` is what it could be instead."""
    if get_origin(kind) is UnionType:
        (inner,) = (choice for choice in get_args(kind) if choice is not NoneType)
        return None if given is None else _value(inner, given, path, " or none")
    if get_origin(kind) is tuple:
        if not isinstance(given, list | tuple):
            raise InvalidRules(f"{path} must be a list, not {shown(given)}")
        return tuple(_value(get_args(kind)[0], item, f"each of {path}") for item in given)
    if kind is int or kind is bool:
        return _plain(kind, given, path, besides)
    if issubclass(kind, StrEnum):
        return _named(kind, given, path)
    return _group(kind, given, path)


def _plain(kind: type, given: object, path: str, besides: str) -> object:
    if type(given) is not kind:
        wanted = "true or false" if kind is bool else f"a whole number{besides}"
        quotes = (
            " (without quotes)" if isinstance(given, str) and (given in ("true", "false") or given.isdecimal()) else ""
        )
        raise InvalidRules(f"{path} must be {wanted}{quotes}, not {shown(given)}")
    return given


def _named(kind: type[StrEnum], given: object, path: str) -> StrEnum:
    for member in kind:
        if member == given:
            return member
    raise InvalidRules(f"{path} must be one of {', '.join(kind)}, not {shown(given)}")
