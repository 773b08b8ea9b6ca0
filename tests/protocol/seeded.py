"""Random messages from a seeded generator, made from their types: many, fast, and the same ones every time.

Properties use the strategies of `at_random`, which find smaller examples and are far slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from random import Random
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Denomination
from coinche.engine.declarations import Declaration, held
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.protocol.codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES
from coinche.protocol.messages import Envelope, FromClient, FromServer, Name, SaidCall

NAMES = ("Ada", "Zoé", "Łukasz", "Ωμέγα 2", "李小龍", "Хильда", "O'Brien-99", "🂡 as", "é" * 24, "x")
TEXTS = ("", "t1", "steady", "à toi !", "七", "🂫🂻", "x" * 31, "x" * 32, "é" * 16, "abc" * 20, "\x00", "\u2028", '"\\')
CALLS = ("80", "80+", "120", "990+", "capot", "generale", "pass", "coinche", "surcoinche")
INTS = (0, 1, 127, 128, 255, 256, 65_535, 65_536, 2**31, 2**32 - 1, 2**32, 2**53, 2**63 - 1)
_DECLARATIONS = held(frozenset(PACK))
_HEXADECIMAL = "0123456789abcdef"
_TRIES = 100
_AS_TOLD = 30
"""After so many tries it may be the optional fields that do not go together."""


def _bid(chance: Random) -> Bid:
    return Bid(f"{chance.choice([*range(80, 990, 10), 'capot', 'generale'])}{chance.choice(tuple(Denomination))}")


def _rules(chance: Random) -> RuleSet:
    rules = chance.choice(tuple(PRESETS.values()))
    return replace(rules, match=replace(rules.match, target=chance.randint(1, 20_000)))


GIVEN: Mapping[Any, Callable[[Random], Any]] = {
    str: lambda chance: chance.choice(TEXTS),
    int: lambda chance: chance.choice(INTS),
    bool: lambda chance: chance.random() < 0.5,
    type(None): lambda chance: None,
    Name: lambda chance: chance.choice(NAMES),
    SaidCall: lambda chance: chance.choice(CALLS),
    Bid: _bid,
    Declaration: lambda chance: chance.choice(_DECLARATIONS),
    RuleSet: _rules,
}
"""Types whose values are not made of their parts."""


class Maker:
    """Makes values; optional fields are there as often as it is told."""

    def __init__(self, chance: Random, optional: float = 0.5) -> None:
        self._chance = chance
        self._optional = optional

    def client_message(self) -> FromClient:
        """Anything that a client may say."""
        return self.of(self._chance.choice(tuple(CLIENT_TYPES.values())))  # type: ignore[no-any-return]

    def server_message(self) -> FromServer | Envelope:
        """Anything that a server may say."""
        cls = self._chance.choice((*SERVER_TYPES.values(), *EVENT_TYPES.values()))
        return self.event(cls) if cls in EVENT_TYPES.values() else self.of(cls)

    def event(self, cls: Any) -> Envelope:
        """An event of that class, in its envelope."""
        n, at = self._chance.choice(INTS), 1_795_000_000_000 + self._chance.randrange(10**9)
        return Envelope("t1", n, at, self.of(cls))

    def of(self, kind: Any) -> Any:
        """A value of a type that a message may hold."""
        if kind in GIVEN:
            return GIVEN[kind](self._chance)
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._bounded(args[0], args[1])
        if origin in (Union, UnionType):
            return self._one_of(args)
        if origin is tuple and args[-1] is Ellipsis:
            return tuple(self.of(args[0]) for _ in range(self._chance.randrange(4)))
        if origin is tuple:
            return tuple(map(self.of, args))
        if origin is dict:
            return {self.of(args[0]): self.of(args[1]) for _ in range(self._chance.randrange(4))}
        return self._chance.choice(tuple(kind)) if issubclass(kind, Enum) else self._record(kind)

    def _one_of(self, kinds: tuple[Any, ...]) -> Any:
        present = tuple(kind for kind in kinds if kind is not msgspec.UnsetType)
        if present != kinds and self._chance.random() >= self._optional:
            return msgspec.UNSET
        return self.of(self._chance.choice(present))

    def _bounded(self, kind: Any, meta: msgspec.Meta) -> Any:
        """A value within the bounds that the message states, often at one of them."""
        if kind is int:
            low, high = int(meta.ge or 0), int(meta.le or 2**31)
            return self._chance.choice((low, high, self._chance.randint(low, high)))
        if meta.pattern:
            return "".join(self._chance.choices(_HEXADECIMAL, k=32 if "{32}" in meta.pattern else 64))
        if kind is not str:
            return self.of(kind)
        size = self._chance.randint(meta.min_length or 0, meta.max_length or 40)
        return (self._chance.choice(TEXTS) * size + "coinche" * size)[:size]

    def _record(self, cls: Any) -> Any:
        """Messages, and what they are made of. What a class refuses is drawn again, with any optional fields."""
        told, names, hints = self._optional, *_fields_of(cls)
        try:
            for tried in range(_TRIES):
                self._optional = told if tried < _AS_TOLD else 0.5
                with suppress(ValueError):
                    return cls(**{name: self.of(hints[name]) for name in names})
        finally:
            self._optional = told
        raise AssertionError(f"no {cls.__name__} in {_TRIES} tries")


@cache
def _fields_of(cls: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    names = tuple(field.name for field in fields(cls)) if is_dataclass(cls) else cls.__struct_fields__
    return names, get_type_hints(cls, include_extras=True)
