"""Tests of the fair shuffle: its bytes as published, and the effect of each of its parts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from coinche.engine import fair
from coinche.engine.cards import PACK
from coinche.engine.fair import SHARE_BYTES, Shares, ShuffleContext
from coinche.engine.seats import Direction, Seat

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "vectors" / "fair.json").read_text(encoding="utf-8"))
CONTEXT = ShuffleContext(
    signer=bytes(SHARE_BYTES),
    match=bytes(range(SHARE_BYTES)),
    deal=7,
    dealer=Seat.EAST,
    names={Seat.NORTH: "Ann", Seat.EAST: "Béa", Seat.SOUTH: "Cid", Seat.WEST: "Dan"},
    shares=Shares.ALL,
)
SECRET = b"s" * SHARE_BYTES
GIVEN = {seat: seat.encode() * SHARE_BYTES for seat in Seat}


def context_of(vector: dict[str, Any]) -> ShuffleContext:
    return ShuffleContext(
        signer=bytes.fromhex(vector["signer"]),
        match=bytes.fromhex(vector["match"]),
        deal=vector["deal"],
        dealer=Seat(vector["dealer"]),
        names={Seat(seat): name for seat, name in vector["names"].items()},
        shares=Shares(vector["shares"]),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_published_vectors_hold(vector: dict[str, Any]) -> None:
    context, secret = context_of(vector), bytes.fromhex(vector["secret"])
    assert context.encoded.hex() == vector["context"]
    commitment = fair.commitment(secret, context)
    assert commitment.hex() == vector["commitment"]
    given = {Seat(each["seat"]): bytes.fromhex(each["share"]) for each in vector["given"]}
    assert tuple(given) == fair.asked(context.shares, context.dealer, Direction(vector["direction"]))
    for each in vector["given"]:
        seat = Seat(each["seat"])
        assert fair.pledge(commitment, seat, given[seat]).hex() == each["pledge"]
        assert (fair.substitute(secret, context, seat) == given[seat]) is each["substitute"]
    key = fair.key(secret, given, context)
    assert key.hex() == vector["key"]
    assert list(islice(fair.numbers(key), len(vector["numbers"]))) == vector["numbers"]
    assert list(fair.pack(secret, given, context)) == vector["pack"]


def test_the_cutter_is_the_player_before_the_dealer() -> None:
    assert fair.asked(Shares.CUTTER, Seat.SOUTH, Direction.CLOCKWISE) == (Seat.EAST,)
    assert fair.asked(Shares.CUTTER, Seat.SOUTH, Direction.ANTICLOCKWISE) == (Seat.WEST,)
    assert fair.asked(Shares.ALL, Seat.SOUTH, Direction.CLOCKWISE) == tuple(Seat)


@pytest.mark.parametrize(
    "other",
    [
        {"signer": b"x" * SHARE_BYTES},
        {"match": b"x" * SHARE_BYTES},
        {"deal": 8},
        {"dealer": Seat.WEST},
        {"shares": Shares.CUTTER},
        {"names": {**CONTEXT.names, Seat.WEST: "Eve"}},
        {"names": {**CONTEXT.names, Seat.NORTH: "AnnB", Seat.EAST: "éa"}},
    ],
    ids=lambda other: next(iter(other)),
)
def test_every_part_of_the_context_binds(other: dict[str, Any]) -> None:
    elsewhere = replace(CONTEXT, **other)
    assert fair.commitment(SECRET, elsewhere) != fair.commitment(SECRET, CONTEXT)
    assert fair.substitute(SECRET, elsewhere, Seat.WEST) != fair.substitute(SECRET, CONTEXT, Seat.WEST)
    assert fair.pack(SECRET, GIVEN, elsewhere) != fair.pack(SECRET, GIVEN, CONTEXT)


def test_the_pack_hangs_on_the_secret_and_on_every_share() -> None:
    packs = [fair.pack(SECRET, GIVEN, CONTEXT), fair.pack(b"t" * SHARE_BYTES, GIVEN, CONTEXT)]
    packs += [fair.pack(SECRET, GIVEN | {seat: b"x" * SHARE_BYTES}, CONTEXT) for seat in Seat]
    assert len(set(packs)) == 6
    assert all(sorted(pack) == sorted(PACK) for pack in packs)


def test_the_order_in_which_shares_came_in_does_not_matter() -> None:
    backwards = dict(reversed(GIVEN.items()))
    assert fair.pack(SECRET, backwards, CONTEXT) == fair.pack(SECRET, GIVEN, CONTEXT)


def test_a_pledge_is_for_one_seat_and_one_deal() -> None:
    commitment, share = fair.commitment(SECRET, CONTEXT), GIVEN[Seat.EAST]
    next_deal = fair.commitment(SECRET, replace(CONTEXT, deal=8))
    pledges = {fair.pledge(bound, seat, share) for bound in (commitment, next_deal) for seat in Seat}
    assert len(pledges) == 8


@pytest.mark.parametrize(
    "short",
    [
        lambda: fair.pack(SECRET[1:], GIVEN, CONTEXT),
        lambda: fair.pack(SECRET, GIVEN | {Seat.WEST: b""}, CONTEXT),
        lambda: replace(CONTEXT, signer=b""),
        lambda: replace(CONTEXT, match=b"7"),
    ],
    ids=["secret", "share", "signer", "match"],
)
def test_parts_of_another_length_are_refused(short: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        short()


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-squared over 32 × 32 cells, 961 degrees of freedom: five standard deviations of room, fixed secrets.

    `bench/fair.py` does the same with 60,000 deals.
    """
    deals = 3000
    seen: Counter[tuple[int, str]] = Counter()
    for number in range(deals):
        secret = number.to_bytes(SHARE_BYTES, "big")
        seen.update(enumerate(fair.pack(secret, GIVEN, CONTEXT)))
    mean = deals / 32
    statistic = sum((seen[place, card] - mean) ** 2 / mean for place in range(32) for card in PACK)
    assert abs(statistic - 961) < 5 * (2 * 961) ** 0.5


def test_the_page_names_everything_that_is_hashed() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    hashing = ("engine/coinche/engine/fair.py", "protocol/coinche/protocol/record_signature.py")
    sources = "".join((ROOT / path).read_text(encoding="utf-8") for path in hashing)
    kinds = re.findall(r'b"(coinche/[^"]+)"', sources)
    assert len(kinds) == 6
    assert [kind for kind in kinds if f'"{kind}"' not in page] == []
