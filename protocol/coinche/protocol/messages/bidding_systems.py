"""Bidding systems: the meaning of a player's calls, in words and, for programs, in facts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, msgpack

from coinche.engine.cards import Rank
from coinche.protocol.limits import MAX_CONVENTIONS, MAX_EXPECTED, MAX_SHOWS, MAX_SYSTEM, MAX_SYSTEM_NAME
from coinche.protocol.names import is_line

SaidCall = Annotated[str, Meta(pattern=r"^([1-9][0-9]{1,2}\+?|capot|generale|pass|coinche|surcoinche)\Z")]
"""A call without the suit that it names; `80+` is 80 and every higher number."""
SystemName = Annotated[str, Meta(min_length=1, max_length=MAX_SYSTEM_NAME)]
Shows = Annotated[str, Meta(min_length=1, max_length=MAX_SHOWS)]
Ranks = Annotated[tuple[Rank, ...], Meta(max_length=len(Rank))]
_Trumps = Annotated[int, Meta(ge=0, le=len(Rank))]
_Points = Annotated[int, Meta(ge=0, le=MAX_EXPECTED)]
_Spare = Annotated[int, Meta(ge=-MAX_EXPECTED, le=MAX_EXPECTED)]

_NAME_NO_SUIT = frozenset({"pass", "coinche", "surcoinche"})


class Occasion(StrEnum):
    """The occasion of a call: the earlier bids of the deal."""

    OPENING = "opening"
    """Nobody has bid."""
    OVERCALL = "overcall"
    """Only opponents have bid."""
    SUPPORT = "support"
    """The partner has bid the same denomination, and the caller has not bid."""
    ANSWER = "answer"
    """The partner has bid, and the caller has not: any call but `support`."""
    REBID = "rebid"
    """The caller has bid."""


class Convention(Struct, frozen=True, kw_only=True):
    """The promise of a call, on that occasion. The facts are about the hand that was dealt, in the suit that is named.

    `all` are ranks that are held, `any` those of which at least one is held, `trumps` the number of cards of the suit.
    `points` is what the caller expects their side to take, `spare` how much more that is than the number bid. These
    three are given as the least and the most.
    """

    said: SaidCall
    when: Occasion
    shows: Shows
    all: Ranks | UnsetType = UNSET
    any: Ranks | UnsetType = UNSET
    trumps: tuple[_Trumps, _Trumps] | UnsetType = UNSET
    points: tuple[_Points, _Points] | UnsetType = UNSET
    spare: tuple[_Spare, _Spare] | UnsetType = UNSET

    def __post_init__(self) -> None:
        _check_line("what a call shows", self.shows)
        for fact, bounds in (("trumps", self.trumps), ("points", self.points), ("spare", self.spare)):
            if bounds is not UNSET and bounds[0] > bounds[1]:
                raise ValueError(f"`{fact}` has the least first, then the most")
        if self.said in _NAME_NO_SUIT and any(fact is not UNSET for fact in (self.all, self.any, self.trumps)):
            raise ValueError(f"`{self.said}` names no suit: it says nothing of ranks and trumps")
        if self.spare is not UNSET and not self.said[0].isdigit():
            raise ValueError(f"`{self.said}` is no number: it leaves nothing to `spare`")


class System(Struct, frozen=True, kw_only=True):
    """A bidding system: what it is called, and its conventions. Of those that fit a call, the first counts."""

    name: SystemName
    conventions: Annotated[tuple[Convention, ...], Meta(max_length=MAX_CONVENTIONS)]

    def __post_init__(self) -> None:
        _check_line("the name of a system", self.name)
        if len(msgpack.encode(self)) > MAX_SYSTEM:
            raise ValueError(f"a system is at most {MAX_SYSTEM} bytes long as msgpack")


class OwnConvention(Convention, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A convention as a client declares it, with these fields and no others."""


class OwnSystem(System, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A system as a client declares it, with these fields and no others."""

    conventions: Annotated[tuple[OwnConvention, ...], Meta(max_length=MAX_CONVENTIONS)]


_FIELDS = Convention.__struct_fields__


def own(system: System) -> OwnSystem:
    """The system as it is declared."""
    return OwnSystem(name=system.name, conventions=tuple(OwnConvention(**_fields(c)) for c in system.conventions))


def declared(system: OwnSystem) -> System:
    """The system as it is broadcast."""
    return System(name=system.name, conventions=tuple(Convention(**_fields(c)) for c in system.conventions))


def _fields(convention: Convention) -> dict[str, Any]:
    return {name: getattr(convention, name) for name in _FIELDS}


def _check_line(what: str, text: str) -> None:
    """ValueError for what cannot be shown on a line."""
    if not is_line(text):
        raise ValueError(f"{what} is one line of printable characters, all to be seen, and not only spaces")
