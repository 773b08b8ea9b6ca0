"""The match that four clients of the checks play, played again by the rules beside what the server says.

It contains all four hands, because the four clients were dealt them.
"""

from __future__ import annotations

from typing import get_args

from coinche.conformance.checks import expect
from coinche.conformance.encodings import plain
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import Legal, parse_action
from coinche.engine.cards import Card
from coinche.engine.dealing import stacked
from coinche.engine.events import Event
from coinche.engine.match import State, apply, legal, new_match, next_deal
from coinche.engine.record_lines import event_map, event_name
from coinche.engine.rules.parsing import from_map
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.messages import TableEvent

from .clients import SEATS, FourSeats

HEAD = ("type", "table", "n", "at")
BETWEEN = frozenset(event_name(event) for event in get_args(TableEvent))
"""Events of the table that are not part of the game."""


class ReferenceMatch:
    """The match according to the rules. `take` every action that the server has accepted, then compare."""

    def __init__(self, table: FourSeats) -> None:
        self._table = table
        self._rules = from_map(table.rules)
        self._state: State | None = None
        self._due: list[Map] = []

    @property
    def state(self) -> State:
        """Return the match according to the rules."""
        assert self._state is not None, "no deal has begun"
        return self._state

    async def begin(self) -> None:
        """Wait until all hands are dealt; the match begins with them."""
        await self._table.all_are_dealt()
        started = self._table.event("deal_started")
        dealer = Seat(started["dealer"])
        state, events = new_match(self._rules, dealer)
        pack = stacked({Seat(seat): self._hand(seat) for seat in SEATS}, dealer, self._rules.table)
        self._told(events)
        self._state, events = next_deal(state, pack)
        self._told(events)

    def _hand(self, seat: str) -> tuple[Card, ...]:
        dealt = [e for e in self._table.events(seat) if e["type"] == "hand_dealt" and e["seat"] == seat]
        expect(len(dealt) == 1, f"{seat} was told {len(dealt)} hands")
        return tuple(Card(card) for card in dealt[0]["cards"])

    def _told(self, events: tuple[Event, ...]) -> None:
        self._due += [plain(event_map(event)) for event in events]

    def take(self, seat: str, action: str) -> None:
        """Take an action that the server has accepted."""
        self._state, events = apply(self.state, Seat(seat), parse_action(action))
        self._told(events)

    def legal(self, seat: str) -> Legal:
        """Return the legal actions of the seat."""
        return legal(self.state, Seat(seat))

    def view(self, seat: str) -> Map:
        """Return the view of the seat."""
        found: Map = plain(view(self.state, Seat(seat)))
        return found

    def compare_events(self, seat: str) -> None:
        """Fail unless the seat got exactly the events of the game that follow from the rules."""
        told = [event for event in self._table.events(seat) if event["type"] not in BETWEEN]
        for event, wants in zip(told, self._due, strict=False):
            bare = {key: value for key, value in event.items() if key not in HEAD}
            wanted = {key: value for key, value in wants.items() if key != "event"}
            if event["type"] == "hand_dealt" and event["seat"] != seat:
                wanted["cards"] = None
            expect(event["type"] == wants["event"], f"{seat} had to be told {as_json(wants)}, not {event}")
            expect(bare == wanted, f"{seat} had to be told {as_json(wanted)}, not {as_json(bare)}")
        expect(len(told) >= len(self._due), f"{seat} was told {len(told)} events, {len(self._due)} were due")
