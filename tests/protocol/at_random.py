"""Strategies for random messages, made from their types, for properties.

A new message needs nothing here. Constraints beyond the types (two fields that go together) are met by trying: a value
that its own class refuses is drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Denomination
from coinche.engine.declarations import Declaration, held
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.protocol.codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES
from coinche.protocol.limits import MAX_CHAT
from coinche.protocol.messages import Chat, Envelope, FromClient, FromServer, Name, Request, SaidCall, Shows, SystemName
from coinche.protocol.names import is_line, is_name

INTS = st.integers(-(2**63), 2**64 - 1)
VISIBLE = st.characters(categories=("L", "N", "P", "S"), exclude_characters="\u115f\u1160\u2800\u3164\uffa0")
RULES = st.builds(lambda target: replace(FFB, match=replace(FFB.match, target=target)), st.integers(1, 20_000))
GIVEN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=40),
    int: INTS,
    bool: st.booleans(),
    type(None): st.none(),
    msgspec.UnsetType: st.just(msgspec.UNSET),
    Bid: st.builds(
        lambda level, denomination: Bid(f"{level}{denomination}"),
        st.sampled_from([*range(80, 990, 10), "capot", "generale"]),
        st.sampled_from(Denomination),
    ),
    Declaration: st.sampled_from(held(frozenset(PACK))),
    RuleSet: RULES,
    Name: st.text(VISIBLE, min_size=1, max_size=24).filter(is_name),
    SaidCall: st.sampled_from(["80", "90+", "990+", "capot", "generale", "pass", "coinche", "surcoinche"]),
    Shows: st.text(VISIBLE, min_size=1, max_size=120).filter(is_line),
    SystemName: st.text(VISIBLE, min_size=1, max_size=32).filter(is_line),
    get_type_hints(Chat, include_extras=True)["text"]: st.text(VISIBLE, min_size=1, max_size=MAX_CHAT),
}
"""Types whose values are not to be made of their parts."""


@cache
def of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type that a message may hold."""
    if kind in GIVEN:
        return GIVEN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _bounded(args[0], args[1])
    if origin in (Union, UnionType):
        return st.one_of([of(arg) for arg in args])
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(of(args[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(of, args))
    if origin is dict:
        return st.dictionaries(of(args[0]), of(args[1]), max_size=3)
    return st.sampled_from(kind) if issubclass(kind, Enum) else _record(kind)


def _bounded(kind: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    """Values within the bounds that the message states."""
    if kind is int:
        return st.integers(None if meta.ge is None else int(meta.ge), None if meta.le is None else int(meta.le))
    if meta.pattern:
        return st.from_regex(meta.pattern)
    if kind is str:
        return st.text(min_size=meta.min_length or 0, max_size=meta.max_length)
    return of(kind)


def _record(kind: type) -> st.SearchStrategy[Any]:
    """Messages, and what they are made of."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind.__struct_fields__)  # type: ignore[attr-defined]
    hints = get_type_hints(kind, include_extras=True)

    def made(values: dict[str, Any]) -> Any:
        try:
            return kind(**values)
        except ValueError:
            return None

    return (
        st.fixed_dictionaries({name: of(hints[name]) for name in names}).map(made).filter(lambda one: one is not None)
    )


def _any_of(types: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    return st.one_of([of(cls) for cls in types.values()])


CLIENT_MESSAGES: st.SearchStrategy[FromClient] = _any_of(CLIENT_TYPES)
SERVER_MESSAGES: st.SearchStrategy[FromServer] = _any_of(SERVER_TYPES)
REQUESTS: st.SearchStrategy[FromServer] = _any_of({"request": Request})
ENVELOPES: st.SearchStrategy[Envelope] = st.builds(Envelope, st.text(max_size=9), INTS, INTS, _any_of(EVENT_TYPES))
