"""What PROTOCOL.md calls things: structures, closed sets and the types of fields, as the schema has them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from coinche.engine import rules
from coinche.engine.auction import Call
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import LineKind, ScoreLine
from coinche.engine.resolution import Announced, Height, Kinds
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Direction, Points, Seat, Team
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView
from coinche.protocol.codec import EVENT_TYPES
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Auth, Clock, Limits, Occupant, RequestKind, Role, SeatInfo, TableInfo

STRUCTURES: dict[str, type] = {
    "rules": RuleSet,
    "rules.table": rules.TableRules,
    "rules.auction": rules.AuctionRules,
    "rules.play": rules.PlayRules,
    "rules.declarations": rules.DeclarationRules,
    "rules.scoring": rules.ScoringRules,
    "rules.match": rules.MatchRules,
    "view": TableView,
    "call": Call,
    "contract": Contract,
    "trick": Trick,
    "points": Points,
    "said": Said,
    "kinds": Kinds,
    "height": Height,
    "announced": Announced,
    "score": EVENT_TYPES["deal_scored"],
    "line": ScoreLine,
    "clock": Clock,
    "limits": Limits,
    "seat_info": SeatInfo,
    "table_info": TableInfo,
}
VALUES: dict[str, type[Enum]] = {
    "seat": Seat,
    "team": Team,
    "suit": Suit,
    "denomination": Denomination,
    "rank": Rank,
    "role": Role,
    "auth": Auth,
    "occupant": Occupant,
    "request_kind": RequestKind,
    "phase": Phase,
    "belote_word": BeloteWord,
    "declaration_kind": DeclarationKind,
    "line_kind": LineKind,
    "error_class": ErrorClass,
    "error_code": ErrorCode,
    "direction": Direction,
}
OPTION_VALUES: dict[str, type[rules.Option]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): option
    for name, option in vars(rules).items()
    if isinstance(option, type) and issubclass(option, rules.Option) and option is not rules.Option
}
NAMES: dict[Any, str] = (
    {str: "string", int: "int", bool: "bool", type(None): "null", Card: "card", Bid: "bid"}
    | {Declaration: "declaration"}
    | {cls: name for name, cls in STRUCTURES.items()}
    | {cls: name for name, cls in (VALUES | OPTION_VALUES).items()}
)


def type_words(kind: Any) -> str:
    """The type of a field as the document writes it."""
    if kind in NAMES:
        return NAMES[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_words(args[0]) + bound_words(args[1])
    if origin in (Union, UnionType):
        return " or ".join(type_words(arg) for arg in args if arg is not msgspec.UnsetType)
    if origin is tuple and args[-1] is Ellipsis:
        return f"[{type_words(args[0])}]"
    if origin is tuple:
        return f"[{', '.join(map(type_words, args))}]"
    assert origin is dict, kind
    return f"{{{type_words(args[0])}: {type_words(args[1])}}}"


def bound_words(meta: msgspec.Meta | rules.Asks) -> str:
    """The bounds of a field as the document writes them; what an option says of itself stands elsewhere."""
    if isinstance(meta, rules.Asks):
        return ""
    if meta.pattern:
        return ", 64 hexadecimal digits"
    if meta.max_length is not None:
        return f", {meta.min_length or 0} to {meta.max_length} long"
    return f", {meta.ge} to {meta.le}"


def default_words(field: Any, hint: Any) -> str:
    """What it means to leave the field out: nothing (–), or the default."""
    if msgspec.UnsetType in get_args(hint):
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
    """The fields of a message, event or structure, without those that all of them carry."""
    hints = get_type_hints(cls, include_extras=True)
    listed: list[Any] = list(fields(cls) if is_dataclass(cls) else msgspec.structs.fields(cls))
    rows = []
    for field in listed:
        if field.name not in ("id", "re"):
            left_out = default_words(field, hints[field.name])
            name = getattr(field, "encode_name", field.name)
            left_out = "–" if of_server and left_out != "optional" else left_out
            rows.append(Row(name, type_words(hints[field.name]), left_out))
    return rows
