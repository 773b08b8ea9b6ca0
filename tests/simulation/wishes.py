"""The tables that players of a run open: rules, clocks and visibility, drawn from the seed. Matches are short."""

from __future__ import annotations

from random import Random
from typing import Any

from coinche.engine.cards import PACK
from coinche.engine.match import apply, legal, to_act
from coinche.engine.practice import DealPosition, reached
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol import auth
from coinche.protocol.messages import ClockName, CreateTable, OwnClock, PositionAction, PracticePosition, Shares
from tests.engine.script import some_action

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
    if chance.random() < 0.1:
        return CreateTable(**_to_practise(chance, wishes))
    return CreateTable(**wishes)


def _to_practise(chance: Random, wishes: dict[str, Any]) -> dict[str, Any]:
    """A table for practice, one in two from a position."""
    kept = {name: wished for name, wished in wishes.items() if name in ("name", "target", "bots", "clock")}
    practice = {**kept, "practice": True, "seat": chance.choice(tuple(Seat))}
    if chance.random() < 0.5:
        return practice
    preset = chance.choice(("ffb", "pagat", "ibelote"))
    return {**practice, "preset": preset, "position": _position(chance, PRESETS[preset])}


def _position(chance: Random, rules: RuleSet) -> PracticePosition:
    """A deal as it has come to some point, by actions at random."""
    dealer, pack = chance.choice(tuple(Seat)), tuple(chance.sample(PACK, len(PACK)))
    state, actions = reached(DealPosition(dealer=dealer, pack=pack), rules), []
    for _ in range(chance.randrange(30)):
        seat = to_act(state)
        assert seat is not None, "the deal is not over"
        action = some_action(legal(state, seat), chance)
        further, _ = apply(state, seat, action)
        if to_act(further) is None:
            break
        state = further
        actions.append(PositionAction(seat=seat, action=str(action)))
    return PracticePosition(dealer=dealer, pack=tuple(map(str, pack)), actions=tuple(actions))


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
