"""Practice tables: the check of a position, and what is left of a table when its player takes an action back."""

from __future__ import annotations

from collections.abc import Sequence

from coinche.engine.actions import Coinche, Surcoinche
from coinche.engine.practice import parsed_position, reached
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import PracticePosition

from .entries import ActionTaken, Entry, PackLaid, TableOpened

_UNASKED = 0
_OUT_OF_TURN = frozenset({str(Coinche()), str(Surcoinche())})


def check_position(position: PracticePosition, rules: RuleSet) -> None:
    """Raise ImpossiblePosition where that deal cannot come so far, or is over."""
    actions = tuple((taken.seat, taken.action) for taken in position.actions)
    reached(parsed_position(position.dealer, position.pack, actions), rules)


def before_last_action(entries: Sequence[Entry], seat: Seat) -> Sequence[Entry] | None:
    """The entries up to the last action that the player of that seat has taken; None where there is none.

    An action of the table's position is nobody's, nor is a default, nor one that followed from a claim.
    """
    opened = entries[0]
    assert isinstance(opened, TableOpened), "every table begins with how it was opened"
    position = opened.options.position
    given = 0 if position is None else len(position.actions)
    found, done = None, 0
    for at, entry in enumerate(entries):
        if isinstance(entry, PackLaid):
            done = 0
        elif isinstance(entry, ActionTaken):
            done += 1
            if done > given and entry.seat is seat and _is_decided(entry):
                found = at
    return None if found is None else entries[:found]


def _is_decided(taken: ActionTaken) -> bool:
    """Return whether a player has chosen the action: it answers a request, or is a coinche that came unasked."""
    return not taken.timed_out and (taken.request != _UNASKED or taken.action in _OUT_OF_TURN)
