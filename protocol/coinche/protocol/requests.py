"""The request to a seat, made from the state of a match. Servers use it, and programs that stand in for one."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from coinche.engine.actions import Legal, Pass
from coinche.engine.deal_phases import Bidding, Cutting
from coinche.engine.match import State, legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.seats import Seat
from coinche.engine.view import view

from .messages import Clock, Request, RequestKind

_KINDS: dict[type, RequestKind] = {Cutting: RequestKind.CUT, Bidding: RequestKind.BID, Playing: RequestKind.PLAY}
"""The request to the seat on turn, in each phase that has one."""


def kind_of(state: State, seat: Seat) -> RequestKind:
    """Return the kind of decision: the next step of the deal where the seat is on turn, else a reaction out of turn."""
    if seat is not to_act(state):
        return RequestKind.REACT
    return _KINDS[type(state.phase)]


def allowed(state: State, seat: Seat) -> Legal:
    """Return the legal answers of the seat; out of turn it may decline with a pass."""
    found = legal(state, seat)
    return found if seat is to_act(state) else replace(found, actions=(Pass(), *found.actions))


def request_of(
    state: State,
    seat: Seat,
    may: Legal,
    *,
    number: int,
    table: str,
    after: int,
    clock: Clock,
    rules: str,
    kind: RequestKind | None = None,
    seen: bool = True,
) -> Request:
    """The request as it travels, of that kind if the caller knows it.

    `rules` is their hash, and `seen` whether the seat's view goes with it.
    """
    return Request(
        request=number,
        table=table,
        seat=seat,
        after=after,
        kind=kind or kind_of(state, seat),
        match=state.match,
        deal=state.deal,
        rules=rules,
        legal=tuple(map(str, may.actions)),
        bids=dict(may.bids),
        step=may.step,
        max=may.maximum,
        offers=dict(may.offers),
        declarations=may.declarations,
        default=str(may.default),
        clock=clock,
        view=view(state, seat) if seen else UNSET,
    )
