"""A rule set as a plain map of names to values, and back: for records, files and whoever reads them.

Knows the shape of a rule set and says in a sentence which option is missing, unknown or impossible. Refuses to know
what an option means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .rules import InvalidRules, RuleSet


def to_map(rules: RuleSet) -> dict[str, Any]:
    """The rule set, group by group, in plain values that JSON can carry."""
    return asdict(rules)


def from_map(options: object) -> RuleSet:
    """The rule set of such a map. InvalidRules names the option that is missing, unknown or impossible."""
    rules = _group(RuleSet, options, "rules")
    assert isinstance(rules, RuleSet)
    return rules


def _group(kind: type, given: object, path: str) -> object:
    """A frozen group of options."""
    if not isinstance(given, Mapping):
        raise InvalidRules(f"{path} must be a group of named options, not {given!r}")
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    for name in given:
        if name not in names:
            raise InvalidRules(f"{path} has no option {name!r}; there are: {', '.join(names)}")
    for name in names:
        if name not in given:
            raise InvalidRules(f"{path}.{name} is missing")
    return kind(**{name: _value(hints[name], given[name], f"{path}.{name}") for name in names})


def _value(kind: Any, given: object, path: str) -> object:
    """One option, or a group of them."""
    if get_origin(kind) is UnionType:
        (inner,) = (choice for choice in get_args(kind) if choice is not NoneType)
        return None if given is None else _value(inner, given, path)
    if get_origin(kind) is tuple:
        if not isinstance(given, list | tuple):
            raise InvalidRules(f"{path} must be a list, not {given!r}")
        return tuple(_value(get_args(kind)[0], item, path) for item in given)
    if kind is int or kind is bool:
        return _plain(kind, given, path)
    if issubclass(kind, StrEnum):
        return _named(kind, given, path)
    return _group(kind, given, path)


def _plain(kind: type, given: object, path: str) -> object:
    if type(given) is not kind:
        wanted = "true or false" if kind is bool else "a whole number"
        raise InvalidRules(f"{path} must be {wanted}, not {given!r}")
    return given


def _named(kind: type[StrEnum], given: object, path: str) -> StrEnum:
    for member in kind:
        if member == given:
            return member
    raise InvalidRules(f"{path} must be one of {', '.join(kind)}, not {given!r}")
