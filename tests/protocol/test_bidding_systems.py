"""Tests of declared bidding systems: every bound of a system and of a convention, on either side of it."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest

from coinche.protocol.codec import decode_client
from coinche.protocol.errors import BadMessage
from coinche.protocol.limits import MAX_CONVENTIONS, MAX_EXPECTED, MAX_SHOWS, MAX_SYSTEM, MAX_SYSTEM_NAME
from coinche.protocol.messages import DeclareSystem
from coinche.protocol.messages.bidding_systems import Convention, System, declared, own

Map = dict[str, Any]

CONVENTION = {"said": "80", "when": "opening", "shows": "a good suit"}
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def frame(system: Map) -> bytes:
    packed: bytes = msgpack.packb({"type": "declare_system", "table": "t1", "system": system})
    return packed


def of(**changes: Any) -> Map:
    """A system of one convention, with changes to it."""
    return {"name": "natural", "conventions": [CONVENTION | changes]}


def long_system(size: int) -> Map:
    """A system of that many bytes as msgpack."""
    shown = ["x" * MAX_SHOWS] * MAX_CONVENTIONS
    facts = {"points": [0, MAX_EXPECTED], "spare": [0, MAX_EXPECTED]}

    def system() -> Map:
        return {"name": "natural", "conventions": [CONVENTION | facts | {"shows": text} for text in shown]}

    for at in range(MAX_CONVENTIONS):
        over = len(msgpack.packb(system())) - size
        shown[at] = shown[at][: max(40, MAX_SHOWS - over)]
    assert len(msgpack.packb(system())) == size
    return system()


ACCEPTED = [
    of(),
    of() | {"name": "n"},
    of() | {"name": "n" * MAX_SYSTEM_NAME},
    of() | {"conventions": []},
    of() | {"conventions": [CONVENTION] * MAX_CONVENTIONS},
    of(shows="x"),
    of(shows="x" * MAX_SHOWS),
    of(all=RANKS, any=RANKS),
    of(trumps=[0, 8]),
    of(trumps=[3, 3]),
    of(points=[0, MAX_EXPECTED]),
    of(spare=[-MAX_EXPECTED, MAX_EXPECTED]),
    of(said="coinche", points=[0, 1]),
    of(said="capot", trumps=[0, 8]),
    long_system(MAX_SYSTEM),
]
REFUSED = [
    (of() | {"name": ""}, ".name"),
    (of() | {"name": "n" * (MAX_SYSTEM_NAME + 1)}, "name"),
    (of() | {"name": "two\nlines"}, "name of a system"),
    (of() | {"author": "me"}, "author"),
    (of() | {"conventions": [CONVENTION] * (MAX_CONVENTIONS + 1)}, "conventions"),
    (long_system(MAX_SYSTEM + 1), f"at most {MAX_SYSTEM} bytes"),
    (of(since="then"), "since"),
    (of(said="85H"), "said"),
    (of(when="now"), "when"),
    (of(shows=""), "shows"),
    (of(shows="x" * (MAX_SHOWS + 1)), "shows"),
    (of(shows="two\nlines"), "what a call shows"),
    (of(all=[*RANKS, "7"]), "all"),
    (of(any=[*RANKS, "7"]), "any"),
    (of(trumps=[-1, 8]), "trumps"),
    (of(trumps=[0, 9]), "trumps"),
    (of(trumps=[4, 3]), "the least first"),
    (of(points=[-1, 0]), "points"),
    (of(points=[0, MAX_EXPECTED + 1]), "points"),
    (of(points=[2, 1]), "the least first"),
    (of(spare=[-MAX_EXPECTED - 1, 0]), "spare"),
    (of(spare=[0, MAX_EXPECTED + 1]), "spare"),
    (of(spare=[1, 0]), "the least first"),
    *((of(said=call, all=["J"]), "names no suit") for call in ("pass", "coinche", "surcoinche")),
    (of(said="coinche", any=["J"]), "names no suit"),
    (of(said="coinche", trumps=[1, 2]), "names no suit"),
    (of(said="capot", spare=[0, 10]), "no number"),
]


@pytest.mark.parametrize("system", ACCEPTED, ids=range(len(ACCEPTED)))
def test_a_system_within_the_bounds_is_taken_and_told_unchanged(system: Map) -> None:
    message = decode_client(frame(system))
    assert isinstance(message, DeclareSystem)
    told = declared(message.system)
    assert isinstance(told, System)
    assert all(type(convention) is Convention for convention in told.conventions)
    assert own(told) == message.system


@pytest.mark.parametrize(("system", "why"), REFUSED, ids=range(len(REFUSED)))
def test_a_system_beyond_a_bound_is_refused_with_the_reason(system: Map, why: str) -> None:
    with pytest.raises(BadMessage) as refused:
        decode_client(frame(system))
    assert why in f"{refused.value.path}: {refused.value}"


def test_a_client_takes_no_longer_system_than_a_server() -> None:
    told = of() | {"conventions": [CONVENTION] * MAX_CONVENTIONS}
    assert len(msgspec.convert(told, System).conventions) == MAX_CONVENTIONS
    with pytest.raises(msgspec.ValidationError, match="conventions"):
        msgspec.convert(told | {"conventions": [CONVENTION] * (MAX_CONVENTIONS + 1)}, System)
