"""Which bidding systems hold at a table, event by event. Refuses to know what they say (`conventions`, `bots`)."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.events import Event
from coinche.engine.seats import Seat
from coinche.protocol.messages import SeatChanged, System, SystemDeclared, TableEvent


def after(systems: Mapping[Seat, System], event: Event | TableEvent) -> Mapping[Seat, System]:
    """The systems that hold once that has happened: who takes a seat, leaves it or comes back brings his own."""
    match event:
        case SystemDeclared(seat, system):
            return {**systems, seat: system}
        case SeatChanged(seat=seat) if seat in systems:
            return {at: system for at, system in systems.items() if at is not seat}
        case _:
            return systems
