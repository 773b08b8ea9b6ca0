"""Signed records, and the ways to falsify one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.engine.fair import Shares
from coinche.engine.presets import preset
from coinche.engine.record import Record
from coinche.engine.record_lines import seal_line, write_record
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.protocol.record_signature import record_seal
from tests.engine.fair_recording import fairly_recorded

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
SIGNER = KEY.public_key().public_bytes_raw()
OTHER_SIGNER = OTHER_KEY.public_key().public_bytes_raw()

Lines = list[str]


@lru_cache
def signed_record(
    seed: int = 1,
    rules_of: str = "ffb",
    shares: Shares = Shares.CUTTER,
    deals: int = 4,
    away: frozenset[Seat] = frozenset(),
) -> Record:
    """The record of a match of that number of deals."""
    rules = changed(preset(rules_of), {"length": deals})
    record = fairly_recorded(rules, random.Random(seed), SIGNER, shares, away)
    return replace(record, seal=record_seal(write_record(record).splitlines(), KEY))


def without_last_deal(lines: Lines) -> Lines:
    """A match without its last deal, with the totals of the one before as its end; the seal is to be made anew."""
    deal, end = line_with(lines, "pack", -1), line_with(lines, "winner")
    totals = json.loads(lines[line_with(lines, "result", -2)])["totals"]
    return altered([*lines[:deal], *lines[end:]], deal, lambda values: values.update(totals=totals))


def lines_of(record: Record) -> Lines:
    """Its lines, without their newlines."""
    return write_record(record).split("\n")[:-1]


def signed_again(lines: Sequence[str], key: Ed25519PrivateKey) -> Lines:
    """The lines with another seal."""
    return [*lines[:-1], seal_line(record_seal(lines[:-1], key))]


def line_with(lines: Sequence[str], key: str, number: int = 0) -> int:
    """The index of the first line with that key, or of the one after that number of them."""
    return [at for at, line in enumerate(lines) if key in json.loads(line)][number]


def altered(lines: Lines, at: int, change: Callable[[dict[str, Any]], None]) -> Lines:
    """The lines with something changed in one."""
    values = json.loads(lines[at])
    change(values)
    return [*lines[:at], json.dumps(values, ensure_ascii=False, separators=(",", ":")), *lines[at + 1 :]]


def _two_cards_swapped(values: dict[str, Any]) -> None:
    values["pack"][3], values["pack"][17] = values["pack"][17], values["pack"][3]


def _another_share(values: dict[str, Any]) -> None:
    given = next(iter(values["fair"]["given"].values()))
    given["share"] = given["share"][:-1] + ("0" if given["share"][-1] != "0" else "1")


def _ten_points_more(values: dict[str, Any]) -> None:
    values["scores"]["NS"] += 10


def _signed_elsewhere(values: dict[str, Any]) -> None:
    values["signer"] = OTHER_SIGNER.hex()


def two_deals_swapped(lines: Lines) -> Lines:
    """Deals 1 and 2 have changed places, and their numbers with them."""
    first, second, third = (line_with(lines, "pack", number) for number in range(3))
    there = [*lines[:first], *lines[second:third], *lines[first:second], *lines[third:]]
    for key in ("pack", "result"):
        for number in (1, 2):
            there = altered(there, line_with(there, key, number - 1), lambda values: values.update(deal=number))  # noqa: B023
    return there


TAMPERED: dict[str, Callable[[Lines], Lines]] = {
    "a card": lambda lines: altered(lines, line_with(lines, "pack"), _two_cards_swapped),
    "a share": lambda lines: altered(lines, line_with(lines, "fair"), _another_share),
    "a score": lambda lines: altered(lines, line_with(lines, "result", 1), _ten_points_more),
    "deals swapped": two_deals_swapped,
    "truncated": lambda lines: lines[: line_with(lines, "result", 1)],
    "another's signature": lambda lines: signed_again(lines, OTHER_KEY),
    "another's signature and name": lambda lines: signed_again(altered(lines, 0, _signed_elsewhere), OTHER_KEY),
}
"""Falsifications of a record of three deals or more, by the fault they cause."""
