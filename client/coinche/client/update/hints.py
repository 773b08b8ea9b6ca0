"""What would a sound player do in one's place? The intent that asks; `adviser` answers, on this machine.

Refuses to help in a contest, and where people play from memory against one another: a hint remembers every trick.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import Think
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.engine.seats import Seat
from coinche.hints.reason import Advice
from coinche.protocol.messages import Occupant

from .navigation import Done


def may_advise(table: AtTable) -> bool:
    """Whether a hint is fair: never in a contest; where only the last trick is shown, among bots alone."""
    return not table.strict and not table.closed and (table.may_look_back or not _others(table))


def _others(table: AtTable) -> frozenset[Seat]:
    """Seats of other people, whether they are there or away."""
    people = (seat for seat, info in table.seats.items() if info.occupant is Occupant.PERSON)
    return frozenset(people) - {table.seat}


def ask_advice(state: ClientState) -> Done:
    """What would you do?"""
    table = state.table
    if table is None or table.asked is None or table.rules is None:
        return Done(state)
    if not may_advise(table):
        return Done(replace(state, notice=News.NO_ADVICE_IN_CONTEST if table.strict else News.NO_ADVICE))
    asked = table.asked
    if table.advice is not None and table.advice.request == asked.request:
        return Done(state)
    thinking = replace(table, advice=Advice(request=asked.request))
    return Done(replace(state, table=thinking), effect=Think(asked, table.rules, table.systems))
