"""The names in PROTOCOL.md for structures, closed sets and the types of fields."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from coinche.engine import rules
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.declarations import Declaration
from coinche.protocol.codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES
from coinche.protocol.messages import Capability
from coinche.protocol.schema import is_optional, word

PLAIN: dict[Any, str] = {
    str: "string",
    int: "int",
    bool: "bool",
    type(None): "null",
    Card: "card",
    Bid: "bid",
    Declaration: "declaration",
}
PATTERNS = {
    r"^[0-9a-f]{32}\Z": "32 hexadecimal digits",
    r"^[0-9a-f]{64}\Z": "64 hexadecimal digits",
    r"^[0-9a-f]{64}([0-9a-f]{64})?\Z": "64 or 128 hexadecimal digits",
    r"^([1-9][0-9]{1,2}\+?|capot|generale|pass|coinche|surcoinche)\Z": "a call without its suit",
}
"""Patterns in words."""


def is_structure(kind: type) -> bool:
    """Return whether it is a map with fields of its own."""
    return is_dataclass(kind) or issubclass(kind, msgspec.Struct)


def _inside(kind: Any) -> Iterator[type]:
    """The structures and closed sets that a type is made of."""
    args = get_args(kind)
    for arg in args[:1] if get_origin(kind) is Annotated else args:
        yield from _inside(arg)
    if not args and isinstance(kind, type) and kind not in PLAIN:
        if issubclass(kind, Enum):
            yield kind
        elif is_structure(kind):
            yield kind
            yield from _parts(kind)


def _parts(cls: Any) -> Iterator[type]:
    for hint in get_type_hints(cls, include_extras=True).values():
        yield from _inside(hint)


_MADE_OF = dict.fromkeys(
    part for cls in (*CLIENT_TYPES.values(), *SERVER_TYPES.values(), *EVENT_TYPES.values()) for part in _parts(cls)
) | dict.fromkeys([Capability])
STRUCTURES: dict[str, type] = {word(cls): cls for cls in _MADE_OF if is_structure(cls)}
VALUES: dict[str, type[Enum]] = {
    word(cls): cls for cls in _MADE_OF if issubclass(cls, Enum) and not issubclass(cls, rules.Option)
}
OPTION_VALUES: dict[str, type[rules.Option]] = {
    word(option): option
    for option in vars(rules).values()
    if isinstance(option, type) and issubclass(option, rules.Option) and option is not rules.Option
}


def type_words(kind: Any) -> str:
    """The type of a field as the document writes it."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        return type_words(args[0]) + bound_words(args[1])
    if origin in (Union, UnionType):
        return " or ".join(type_words(arg) for arg in args if arg is not msgspec.UnsetType)
    if origin is tuple:
        return f"[{', '.join(type_words(arg) for arg in args if arg is not Ellipsis)}]"
    if origin is dict:
        return f"{{{type_words(args[0])}: {type_words(args[1])}}}"
    return f"[{word(kind)}](#{word(kind).replace('.', '') if is_structure(kind) else 'values'})"


def bound_words(meta: msgspec.Meta | rules.Asks) -> str:
    """The bounds of a field as the document writes them; what an option says of itself stands elsewhere."""
    if isinstance(meta, rules.Asks):
        return ""
    if meta.pattern:
        return f", {PATTERNS[meta.pattern]}"
    if meta.max_length is not None:
        return f", {meta.min_length or 0} to {meta.max_length} long"
    return f", {meta.ge} to {meta.le}"


def default_words(field: Any, hint: Any) -> str:
    """The meaning of an absent field: nothing (–), or the default."""
    if is_optional(hint):
        return "optional"
    if not isinstance(field, msgspec.structs.FieldInfo):
        return "–"
    default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return "–" if default is msgspec.NODEFAULT else json.dumps(default, default=str)


@dataclass(frozen=True)
class Row:
    """A field as its table in the document has it."""

    name: str
    type: str
    left_out: str


def rows_of(cls: Any, *, of_server: bool) -> list[Row]:
    """The fields of a message, event or structure, without those that all messages may carry."""
    hints = get_type_hints(cls, include_extras=True)
    listed: list[Any] = list(fields(cls) if is_dataclass(cls) else msgspec.structs.fields(cls))
    rows = []
    for field in listed:
        if is_dataclass(cls) or field.name not in ("id", "re"):
            left_out = default_words(field, hints[field.name])
            name = getattr(field, "encode_name", field.name)
            left_out = "–" if of_server and left_out != "optional" else left_out
            rows.append(Row(name, type_words(hints[field.name]), left_out))
    return rows
