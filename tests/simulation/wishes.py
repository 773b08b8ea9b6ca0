"""The tables that players of a run open: rules, clocks and visibility, drawn from the seed. Matches are short."""

from __future__ import annotations

from random import Random
from typing import Any

from coinche.protocol import auth
from coinche.protocol.messages import ClockName, CreateTable, OwnClock, Shares

PASSPHRASE = auth.table_key("sesame")
"""The key of every private table of a run."""

_PRESETS = ("ffb", "ffb", "ffb", "asce", "ibelote", "pagat", "ouest_france")


def wished(chance: Random, presets: tuple[str, ...], bots: tuple[str, ...]) -> CreateTable:
    """A table: one in three as it comes, the others with something of their own."""
    wishes: dict[str, Any] = {"name": "a table", "target": chance.choice((1, 100, 100, 250))}
    if bots and chance.random() < 0.3:
        wishes["bots"] = chance.choice(bots)
    if chance.random() < 0.6:
        wishes |= _of_its_own(chance, presets)
    return CreateTable(**wishes)


def _of_its_own(chance: Random, presets: tuple[str, ...]) -> dict[str, Any]:
    wishes: dict[str, Any] = {}
    if chance.random() < 0.4:
        wishes["preset"] = chance.choice(presets)
    if chance.random() < 0.4:
        wishes["clock"] = chance.choice((ClockName.BLITZ, ClockName.BOT, OwnClock(move_ms=100, bank_ms=1000)))
    if chance.random() < 0.2:
        wishes["strict"] = True
    if chance.random() < 0.2:
        wishes["hold"] = True
    if chance.random() < 0.2:
        wishes["key"] = PASSPHRASE
    if chance.random() < 0.2:
        wishes |= {"delay_s": chance.choice((0, 3)), "delay_deals": chance.choice((0, 1, 2))}
    if chance.random() < 0.3:
        wishes["shares"] = Shares.ALL
    if chance.random() < 0.1:
        wishes["watch"] = True
    return wishes
