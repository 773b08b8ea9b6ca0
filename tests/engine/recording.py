"""Random matches as records."""

from __future__ import annotations

import random
from collections.abc import Callable

from coinche.engine.actions import Action, Legal
from coinche.engine.cards import PACK
from coinche.engine.events import Event
from coinche.engine.match import MatchOver, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.record import ActionLine, DealLine, Entry, EventLine, Header, Record
from coinche.engine.record_lines import event_map
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from tests.engine.script import some_action

NAMES = {Seat.NORTH: "Ann", Seat.EAST: "Béa", Seat.SOUTH: "Cid", Seat.WEST: "Dan"}


def recorded(
    rules: RuleSet,
    chance: random.Random,
    dealer: Seat = Seat.SOUTH,
    choose: Callable[[Legal, random.Random], Action] = some_action,
    deals: int = 10_000,
) -> Record:
    """A whole match, or so many deals of it.

    Events are numbered from 1 and leave a gap now and then, as where a table has other events.
    """
    entries: list[Entry] = []
    n = 1

    def tell(events: tuple[Event, ...]) -> None:
        nonlocal n
        for event in events:
            entries.append(EventLine(n, event_map(event)))
            n += 1

    state, events = new_match(rules, dealer)
    tell(events)
    while not isinstance(state.phase, MatchOver) and (state.deal < deals or to_act(state) is not None):
        seat = to_act(state)
        if seat is None:
            pack = gathered(state) or tuple(chance.sample(PACK, len(PACK)))
            state, events = next_deal(state, pack)
            entries.append(DealLine(state.deal, pack))
        else:
            n += chance.random() < 0.05
            if (others := may_act(state)) and chance.random() < 0.1:
                seat = chance.choice(others)
            action = choose(legal(state, seat), chance)
            state, events = apply(state, seat, action)
            entries.append(ActionLine(n, seat, action))
        tell(events)
    return Record(Header(rules=rules, seats=NAMES, dealer=dealer), tuple(entries))
