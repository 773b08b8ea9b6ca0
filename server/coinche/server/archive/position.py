"""Positions of matches that are over: a client asks what each card is worth there, and a provider knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.match import State, legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.view import view
from coinche.protocol.messages import ValuesWanted
from coinche.server.sessions.questions import UNNUMBERED


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """What a provider is asked about a position with all cards open, and the cards that are legal there."""

    wanted: ValuesWanted
    legal: frozenset[Card]


def open_position(lines: Sequence[str], after: int) -> OpenPosition | None:
    """The position after that many lines of a record; None where no card is to be played. RecordError as in `replayed`.

    It tells neither the players nor the match.
    """
    state = _state_after(lines, after)
    if state is None or not isinstance(state.phase, Playing) or (seat := to_act(state)) is None:
        return None
    hands = {holder: tuple(cards) for holder, cards in state.phase.hands.items()}
    wanted = ValuesWanted(question=UNNUMBERED, rules=state.rules, view=view(state, None), hands=hands)
    actions = legal(state, seat).actions
    return OpenPosition(wanted, frozenset(action.card for action in actions if isinstance(action, PlayCard)))


def _state_after(lines: Sequence[str], after: int) -> State | None:
    """The state after that many lines; None before the first."""
    state: State | None = None
    for step in replayed(read_record(lines)):
        if step.line > after:
            break
        state = step.state
    return state
