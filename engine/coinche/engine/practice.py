"""Positions for practice: a deal and the actions in it so far, taken from a record and played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .actions import Action, Cut, IllegalAction, parse_action
from .cards import Card
from .deal_phases import Deal
from .dealing import cut
from .match import State, apply, new_match, next_deal
from .record import ActionLine, DealLine, Record
from .replay import replayed
from .rules import RuleSet
from .seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPosition:
    """A deal as it has come to some point: who dealt which pack, and the actions since then, with their seats.

    `pack` is as it was dealt, top card first: after the cut, where there was one. So a position is that of a board.
    """

    dealer: Seat
    pack: tuple[Card, ...]
    actions: tuple[tuple[Seat, Action], ...] = ()


class ImpossiblePosition(ValueError):
    """A position that cannot be reached, and why.

    `at` is the index of the action that is to blame; None where the pack is. `reason` is the rule that the action
    breaks, `no_action` or `deal_over`.
    """

    def __init__(self, why: str, at: int | None = None, reason: str = "") -> None:
        super().__init__(why)
        self.at = at
        self.reason = reason


def position_at(record: Record, deal: int, actions: int) -> DealPosition:
    """The position in the deal of that number, once so many actions have been taken; a cut is part of its pack.

    ValueError where the record has no such deal; RecordDiffers where it does not play.
    """
    found: DealPosition | None = None
    for played in replayed(record):
        match played.entry:
            case DealLine() if found is not None:
                break
            case DealLine(deal=number, pack=pack) if number == deal:
                found = DealPosition(dealer=played.state.dealer, pack=pack)
            case ActionLine(action=Cut(at=at)) if found is not None:
                found = replace(found, pack=cut(found.pack, at))
            case ActionLine(seat=seat, action=action) if found is not None and len(found.actions) < actions:
                found = replace(found, actions=(*found.actions, (seat, action)))
    if found is None:
        raise ValueError(f"the record has no deal {deal}")
    return found


def parsed_position(dealer: Seat, pack: Sequence[str], actions: Sequence[tuple[Seat, str]]) -> DealPosition:
    """The position in notation; ImpossiblePosition where a card or an action is none."""
    try:
        cards = tuple(map(Card, pack))
    except ValueError as error:
        raise ImpossiblePosition(f"the pack: {error}") from None
    parsed: list[tuple[Seat, Action]] = []
    for at, (seat, notation) in enumerate(actions):
        try:
            parsed.append((seat, parse_action(notation)))
        except ValueError:
            raise ImpossiblePosition(f"action {at}: {notation!r} of {seat} is no action", at, "no_action") from None
    return DealPosition(dealer=dealer, pack=cards, actions=tuple(parsed))


def reached(position: DealPosition, rules: RuleSet) -> State:
    """The board of that deal, played up to the position; ImpossiblePosition where that cannot be."""
    state, _ = new_match(rules, position.dealer, board=True)
    try:
        state, _ = next_deal(state, position.pack)
    except ValueError as error:
        raise ImpossiblePosition(f"the pack: {error}") from None
    for at, (seat, action) in enumerate(position.actions):
        try:
            state, _ = apply(state, seat, action)
        except IllegalAction as error:
            raise ImpossiblePosition(f"action {at}: {seat} cannot {action}: {error.reason}", at, error.reason) from None
        if not isinstance(state.phase, Deal):
            raise ImpossiblePosition(f"action {at}: the deal is over after {action} by {seat}", at, "deal_over")
    return state
