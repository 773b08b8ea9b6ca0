"""Whole random matches as records, for tests of replays."""

from __future__ import annotations

import random
from functools import lru_cache

from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import shuffled
from coinche.engine.events import Event, seen_by
from coinche.engine.match import MatchOver, apply, gathered, legal, new_match, next_deal, to_act
from coinche.engine.presets import preset
from coinche.engine.record import ActionLine, DealLine, Entry, Header, Record
from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replay
from coinche.engine.rules import Shuffle
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat

RASH = 0.1
"""The probability of a random bid."""
NAMES = {Seat.SOUTH: "Ana", Seat.EAST: "Max", Seat.NORTH: "Zoé", Seat.WEST: "Léo"}


@lru_cache
def record_text(seed: int = 1, deals: int = 20, rules_of: str = "ffb") -> str:
    """The record of a match of that number of deals, without its events, as a server keeps it."""
    rules = changed(preset(rules_of), {"length": deals})
    dice = random.Random(seed)
    state, _ = new_match(rules, Seat.WEST)
    header = Header(rules=rules, seats=NAMES, dealer=Seat.WEST)
    entries: list[Entry] = []
    n = 1
    while not isinstance(state.phase, MatchOver):
        pack = gathered(state) if rules.table.shuffle is Shuffle.NEVER else None
        pack = pack or shuffled(dice.randbytes(32))
        entries.append(DealLine(state.deal + 1, pack))
        state, events = next_deal(state, pack)
        n += len(events)
        while (seat := to_act(state)) is not None:
            allowed = legal(state, seat)
            bids = isinstance(state.phase, Bidding)
            few = allowed.actions[:8] if bids and not dice.random() < RASH else allowed.actions
            action = dice.choice((allowed.default, dice.choice(few)))
            entries.append(ActionLine(n + 1, seat, action))
            state, events = apply(state, seat, action)
            n += len(events)
    return write_record(Record(header, tuple(entries)))


@lru_cache
def events_of(seed: int = 1, deals: int = 20, rules_of: str = "ffb") -> tuple[Event, ...]:
    """All that happened in it."""
    return replay(read_record(record_text(seed, deals, rules_of).splitlines()))[1]


def seen(events: tuple[Event, ...], seat: Seat | None) -> tuple[Event, ...]:
    """The match as a player at the table received it."""
    return tuple(seen_by(event, seat) for event in events)
