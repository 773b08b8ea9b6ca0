"""Tests that docs/protocol/network.md names the server's limits, figure by figure."""

from __future__ import annotations

import re

import pytest

from coinche.protocol.limits import MAX_MALFORMED
from coinche.server import limits
from coinche.server.rate_limit import COST
from tests.protocol.document import BEHIND

TEXT = (BEHIND / "network.md").read_text(encoding="utf-8").partition("## Limits in force\n")[2]
ROWS = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", TEXT, re.MULTILINE))

FIGURES: dict[str, tuple[float, ...]] = {
    "malformed messages in a row": (MAX_MALFORMED,),
    "time to sign in": (limits.SIGN_IN,),
    "silence": (limits.GONE_AFTER,),
    "messages": (limits.MESSAGES.burst, 1 / limits.MESSAGES.every),
    "bytes that make no message": (limits.WORK.burst / 1000, 1 / limits.WORK.every / 1000),
    "time to read what waits": (limits.SEND, limits.OUTBOX / 1024),
    "time from the first byte of a frame to its last": (limits.FRAME,),
    "connections": (
        limits.CONNECTIONS,
        limits.CONNECTIONS_PER_ADDRESS,
        limits.STRANGERS_PER_ADDRESS,
        limits.CONNECTIONS_PER_IDENTITY,
    ),
    "connections opened from one address": (
        limits.ARRIVALS.burst,
        1 / limits.ARRIVALS.every,
        limits.FLOOD_ARRIVALS,
    ),
    "TLS handshakes": (1 / limits.HANDSHAKE_EVERY, limits.HANDSHAKES),
    "leaving tables, or losing the connection at one": (limits.COMINGS.burst, limits.COMINGS.every),
    "hints and values of cards": (
        limits.ANALYSES.burst,
        limits.ANALYSES_PER_ADDRESS.burst,
        limits.ANALYSES_WAITING,
        limits.ANALYSES_WAITING_PER_ADDRESS,
    ),
    "time for a hint or values": (limits.ANALYSIS,),
    "away before the first match": (limits.GATHERING_AWAY, limits.GATHERING_AWAY_PER_ADDRESS),
    "newcomers to the seats of a match": (limits.NEWCOMERS, limits.NEWCOMERS_OF_ORIGIN),
    "changes of mind about another match": (limits.MINDS,),
    "seats that hosts have changed, freed or given to another bot": (limits.REARRANGED,),
    "events of a table": (limits.EVENTS,),
    "bidding systems announced, before the first match and in each": (limits.SYSTEMS, limits.SYSTEMS_AT_TABLE),
    "spectators at a table": (limits.SPECTATORS,),
    "practice tables": (limits.PRACTICE_TABLES,),
    "actions taken back": (
        *(1, 1, limits.UNDO_SHARE),
        *(limits.UNDOS.burst, 1 / limits.UNDOS.every),
        *(limits.UNDOS_PER_ADDRESS.burst, 1 / limits.UNDOS_PER_ADDRESS.every),
        *(limits.UNDOS_OF_ALL.burst, 1 / limits.UNDOS_OF_ALL.every),
    ),
}


@pytest.mark.parametrize("what", FIGURES)
def test_the_figures_of_a_limit_are_the_servers(what: str) -> None:
    said = [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", _in_words(ROWS[what]))]
    assert said == [pytest.approx(figure) for figure in FIGURES[what]]


def _in_words(cell: str) -> str:
    """The cell with `one` as a figure where it counts, and without names in code type."""
    return re.sub(r"`[^`]*`", "", cell).replace("then one every", "then every")


def test_the_price_of_each_message_is_the_servers() -> None:
    listed: dict[str, int] = {}
    for cost, names in re.findall(r"^\| (\d+) \| (`.*) \|$", TEXT, re.MULTILINE):
        listed |= dict.fromkeys(re.findall(r"`(\w+)`", names), int(cost))
    assert listed == {cls.__struct_config__.tag: cost for cls, cost in COST.items()}
