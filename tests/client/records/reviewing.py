"""Rule vectors as records, so that a review meets every kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from coinche.engine.actions import Action, Cut, Pass, PlayCard
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Cutting
from coinche.engine.dealing import cut, stacked
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.record import ActionLine, DealLine, Entry, Header, Record
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.records.review.recorded_deal import RecordedDeal, deals_of
from coinche.records.vectors import DealVector, MatchVector, Move, read

VECTORS = Path(__file__).parents[2] / "vectors"
NAMES = {Seat.NORTH: "Ann", Seat.EAST: "Béa", Seat.SOUTH: "Cid", Seat.WEST: "Dan"}
MIDDLE = 16


def deals_in(name: str, count: int) -> list[RecordedDeal]:
    """The deals of that number of vectors from the file."""
    lines = islice(read(VECTORS / f"{name}.jsonl.xz"), count)
    return [deal for line in lines for deal in deals_of(_record(line.vector))]


def _record(vector: object) -> Record:
    match vector:
        case DealVector():
            rules = vector.rules()
            pack = cut(stacked(vector.hands, vector.dealer, rules.table), MIDDLE)
            return recorded(rules, vector.dealer, [(pack, MIDDLE, vector.steps)])
        case MatchVector():
            deals = [(deal.pack, deal.cut, deal.steps) for deal in vector.deals]
            return recorded(vector.rules(vector.target), vector.first_dealer, deals)
        case _:
            raise TypeError(vector)


def recorded(rules: RuleSet, dealer: Seat, deals: list[tuple[tuple[Card, ...], int, tuple[Move, ...]]]) -> Record:
    """The match as a record without its events."""
    entries: list[Entry] = []
    state, _ = new_match(rules, dealer)
    for pack, at, steps in deals:
        state = _dealt(state, pack, at, entries)
        for move in steps:
            for action in _allowed(state, move):
                entries.append(ActionLine(1, move.seat, action))
                state, _ = apply(state, move.seat, action)
    return Record(Header(rules=rules, seats=NAMES, dealer=dealer), tuple(entries))


def _dealt(state: State, pack: tuple[Card, ...], at: int, entries: list[Entry]) -> State:
    opened, _ = next_deal(state, pack) if _cuts(state, pack) else next_deal(state, cut(pack, at))
    cutting = isinstance(opened.phase, Cutting)
    entries.append(DealLine(opened.deal, pack if cutting else cut(pack, at)))
    if not cutting:
        return opened
    seat = to_act(opened)
    assert seat is not None
    entries.append(ActionLine(1, seat, Cut(at)))
    return apply(opened, seat, Cut(at))[0]


def _cuts(state: State, pack: tuple[Card, ...]) -> bool:
    return isinstance(next_deal(state, pack)[0].phase, Cutting)


def _allowed(state: State, move: Move) -> Iterator[Action]:
    """With its word of a belote; nothing where the vector has a pass that the engine does not ask for."""
    may = legal(state, move.seat)
    action = move.played
    if isinstance(action, PlayCard) and action.belote is None and (words := may.offers.get(action.card, ())):
        yield PlayCard(action.card, words[0], action.declarations)
    elif not isinstance(action, Pass) or action in may:
        yield action
