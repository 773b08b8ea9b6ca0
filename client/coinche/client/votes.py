"""Voting somebody out who stalls: who may be meant, the wish itself, and what is said of it. Pure.

Knows for how long somebody has been thinking, or away. Refuses to know how many votes it takes: the server does.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.events import Event
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, SeatChanged, TableEvent, VoteCast, VoteOut
from coinche.text.catalog import Words

from .at_table import AtTable
from .clocks import thinking
from .intents import Done, sending, showing
from .model import ClientState
from .notices import SureToVote

KEY = "v"
STALLED = 30
"""Seconds of thinking after which a vote is offered; the server has the last word."""
_IN_PLAY = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


class Vote(Words):
    """What is said of votes."""

    KEY_VOTE = ("mettre un bot à sa place", "have a bot play instead")
    TYPED = ("voter", "vote")
    SURE = (
        "Encore {key} (ou « voter ») : un bot joue à la place de {who} jusqu'à la fin de la partie.",
        "{key} again (or “vote”): a bot plays in place of {who} to the end of the match.",
    )
    HINT = ("{key} : mettre un bot à sa place", "{key}: have a bot play instead")


def against(state: ClientState) -> Seat | None:
    """Who could be voted out now: whoever everybody has been waiting for, for long, or who is away."""
    table = state.table
    if table is None or table.seat is None or table.strict or table.closed or table.accord.paused:
        return None
    turn = table.view.turn
    info = table.seats.get(turn) if turn is not None else None
    if turn is None or info is None or turn is table.seat or table.view.phase not in _IN_PLAY:
        return None
    if info.occupant not in (Occupant.PERSON, Occupant.PROGRAM) or (table.seat, turn) in table.votes:
        return None
    return turn if not info.connected or thinking(state, table) >= STALLED else None


def vote(state: ClientState) -> Done:
    """Have a bot play in his place; asked twice, for a friend is not sent away by a slip."""
    table, seat = state.table, against(state)
    if table is None or seat is None:
        return Done(state)
    if state.ui.once != KEY:
        return Done(replace(showing(state, once=KEY).state, notice=SureToVote(table.seats[seat].name)))
    sent = sending(state, VoteOut(table=table.table, seat=seat))
    return replace(sent, state=replace(sent.state, ui=replace(sent.state.ui, once="")))


def counted(table: AtTable, event: Event | TableEvent) -> AtTable:
    """The table with who has voted against whom; what somebody does himself takes back all that was against him."""
    if isinstance(event, VoteCast):
        return replace(table, votes=table.votes | {(event.seat, event.against)})
    seat = getattr(event, "seat", None)
    if not table.votes or not isinstance(event, SeatChanged | Event):
        return table
    return replace(table, votes=frozenset(one for one in table.votes if one[1] is not seat))
