"""The messages as JSON Schema (2020-12), derived from their types into `schema.json` beside this file.

A schema cannot say everything: the characters of a name, which rules can be played, and which action is legal are
beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from coinche.engine import rules
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import DealScored, ScoreLine
from coinche.engine.view import TableView

from .codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES, Head
from .messages import VERSION, Act

Schema = dict[str, Any]

CALLED: Mapping[type, str] = {
    rules.RuleSet: "rules",
    rules.TableRules: "rules.table",
    rules.AuctionRules: "rules.auction",
    rules.PlayRules: "rules.play",
    rules.DeclarationRules: "rules.declarations",
    rules.ScoringRules: "rules.scoring",
    rules.MatchRules: "rules.match",
    TableView: "view",
    DealScored: "score",
    ScoreLine: "line",
}
"""Types that the wire calls by another name than their own."""

NOTATIONS: Mapping[type, str] = {
    Bid: f"^([2-9][0-9]|[1-9][0-9]{{2}}|capot|generale)[{''.join(Denomination)}]$",
    Declaration: f"^({'|'.join(DeclarationKind)}):((10|[789JQKA])[SHDC])+$",
}
"""Game values that travel as text."""

EITHER: Mapping[type, tuple[str, ...]] = {Act: ("request", "after")}
"""Fields of which a message has exactly one."""

PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    **{cls: {"type": "string", "pattern": pattern} for cls, pattern in NOTATIONS.items()},
}
LONG: Mapping[str, tuple[str, str]] = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
"""The names that a schema has for the bounds of a length."""

_HEAD: Schema = {name: PLAIN[hint] for name, hint in get_type_hints(Head).items()}
_ABOUT = (
    "Every message and event of coinche/1 as a JSON value: `from_client`, `from_server`, and each by its name. A newer "
    "server may say more: a client ignores types and keys that are not here."
)


def schema() -> Schema:
    """The schema of everything that travels."""
    told = {f"server.{name}": cls for name, cls in SERVER_TYPES.items()}
    happened = {f"event.{name}": cls for name, cls in EVENT_TYPES.items()}
    said = {f"client.{name}": cls for name, cls in CLIENT_TYPES.items()}
    parts = _Parts()
    messages = {name: parts.message(name, cls, of_client=True) for name, cls in said.items()}
    messages |= {name: parts.message(name, cls, of_client=False) for name, cls in (told | happened).items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:coinche:protocol:{VERSION}",
        "title": f"coinche/{VERSION}",
        "description": _ABOUT,
        "anyOf": [_ref("from_client"), _ref("from_server")],
        "$defs": {
            "from_client": {"oneOf": [*map(_ref, said)]},
            "from_server": {"oneOf": [*map(_ref, told), *map(_ref, happened)]},
            **messages,
            **parts.shared,
        },
    }


def word(cls: type) -> str:
    """Return the name of a structure or a closed set: `SeatInfo` is `seat_info`."""
    return CALLED.get(cls) or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def is_optional(hint: Any) -> bool:
    """Return whether the field may be absent from a server's message."""
    return msgspec.UnsetType in get_args(hint)


@dataclass
class _Parts:
    """Schemas of types; those that messages share are gathered on the way."""

    shared: dict[str, Schema] = field(default_factory=dict)

    def message(self, name: str, cls: type, *, of_client: bool) -> Schema:
        """A message or an event, whose own `type` and head come first."""
        found = self.structure(cls, of_client=of_client)
        head: Schema = {"type": {"const": name.partition(".")[2]}}
        head |= _HEAD if is_dataclass(cls) else {}
        found["properties"] = head | found["properties"]
        found["required"] = [*head, *found["required"]]
        if cls in EITHER:
            found["oneOf"] = [{"required": [one]} for one in EITHER[cls]]
        return found

    def structure(self, cls: type, *, of_client: bool) -> Schema:
        """A map with the fields of a class. A client may leave out what has a default, a server only what is UNSET."""
        hints = get_type_hints(cls, include_extras=True)
        properties, required = {}, []
        for name, key, default in _fields(cls):
            properties[key] = self.of(hints[name])
            if of_client and default is not msgspec.NODEFAULT and not is_optional(hints[name]):
                properties[key] = properties[key] | {"default": msgspec.to_builtins(default, enc_hook=str)}
            elif not is_optional(hints[name]):
                required.append(key)
        found = {"description": _doc(cls), "type": "object", "properties": properties, "required": required}
        return found | ({"additionalProperties": False} if of_client or _is_a_clients(cls) else {})

    def of(self, kind: Any) -> Schema:
        """The schema of a field's type."""
        if kind in PLAIN:
            return dict(PLAIN[kind])
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            found = self.of(args[0])
            return found | _bounds(args[1], found.get("type", ""))
        if origin in (Union, UnionType):
            choices = [self.of(arg) for arg in args if arg is not msgspec.UnsetType]
            return choices[0] if len(choices) == 1 else {"anyOf": choices}
        if origin is tuple and args[-1] is not Ellipsis:
            return {"type": "array", "prefixItems": [*map(self.of, args)], "items": False, "minItems": len(args)}
        if origin is tuple:
            return {"type": "array", "items": self.of(args[0])}
        if origin is dict:
            return {"type": "object", "propertyNames": self.of(args[0]), "additionalProperties": self.of(args[1])}
        return self.referred(kind)

    def referred(self, cls: type) -> Schema:
        """A structure or a closed set, which has a place of its own."""
        name = word(cls)
        if name not in self.shared:
            self.shared[name] = {}  # its place is before what it is made of
            self.shared[name] = _closed(cls) if issubclass(cls, Enum) else self.structure(cls, of_client=False)
        return _ref(name)


def _is_a_clients(cls: type) -> bool:
    """Return whether only clients send it: then it has no other fields."""
    return issubclass(cls, msgspec.Struct) and cls.__struct_config__.forbid_unknown_fields


def _closed(cls: type[Enum]) -> Schema:
    """A closed set of strings."""
    return {"description": _doc(cls), "type": "string", "enum": [str(member.value) for member in cls]}


def _fields(cls: Any) -> list[tuple[str, str, Any]]:
    """The fields of a class, each with its key on the wire and its default."""
    if issubclass(cls, msgspec.Struct):
        return [(f.name, f.encode_name, _default(f)) for f in msgspec.structs.fields(cls)]
    return [(f.name, f.name, msgspec.NODEFAULT) for f in fields(cls)]


def _default(info: msgspec.structs.FieldInfo) -> Any:
    return info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()


def _bounds(meta: Any, kind: str) -> Schema:
    """The bounds of a field; what else an annotation says is for people."""
    if not isinstance(meta, msgspec.Meta):
        return {}
    least, most = LONG.get(kind, ("minLength", "maxLength"))
    pattern = None if meta.pattern is None else meta.pattern.replace(r"\Z", "$")
    found = {"minimum": meta.ge, "maximum": meta.le, least: meta.min_length, most: meta.max_length, "pattern": pattern}
    return {key: value for key, value in found.items() if value is not None}


def _doc(cls: type) -> str:
    """The docstring of the class, on one line."""
    return " ".join((cls.__doc__ or "").split())


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
