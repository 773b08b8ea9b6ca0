"""Matches played on the engine, and the lines that tell each viewer of them: every event, and the view after it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import msgspec

from coinche.engine.actions import Action, Cut, PlayCard, parse_action
from coinche.engine.cards import PACK, Card
from coinche.engine.deal_phases import Bidding, to_cut
from coinche.engine.dealing import cut, stacked
from coinche.engine.events import Event, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.match import DealOver, MatchOver, State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Direction, Points, Seat
from coinche.engine.view import TableView
from coinche.protocol.codec import encode
from coinche.protocol.encodings import LINES
from coinche.protocol.messages import Envelope
from coinche.records.vector_check import MIDDLE
from coinche.records.vectors import DealVector, MatchVector, Move, Vector
from tests.engine.deals import D, hands_of, tricks
from tests.engine.house import house
from tests.engine.script import at_random, hands, meanwhile, play

VIEWERS: tuple[Viewer, ...] = (*Seat, None)
VECTORS = Path(__file__).parents[2] / "vectors"
_JSON = msgspec.json.Encoder(enc_hook=str)


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that happened in a match, or in a part of one."""

    name: str
    rules: RuleSet
    events: tuple[Event, ...]


# --- played -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Table:
    """A match that goes on, and its events."""

    state: State
    events: list[Event]

    @staticmethod
    def opened(rules: RuleSet, dealer: Seat) -> _Table:
        state, events = new_match(rules, dealer)
        return _Table(state, list(events))

    def deal(self, pack: tuple[Card, ...], at: int) -> None:
        """Deal the pack with its top cards, that many, under the rest."""
        if to_cut(self.state.rules, board=False):
            self._went_on(next_deal(self.state, pack))
            cutter = to_act(self.state)
            assert cutter is not None
            self._went_on(apply(self.state, cutter, Cut(at)))
        else:
            self._went_on(next_deal(self.state, cut(pack, at)))

    def play(self, moves: Iterable[Move]) -> None:
        """Play the deal to its end. Vectors have passes of the coincher's partner, who is not asked (F 4.1c)."""
        for move in moves:
            if move.action != "pass" or move.seat is to_act(self.state):
                self._went_on(apply(self.state, move.seat, _with_word(self.state, move)))
        assert isinstance(self.state.phase, DealOver | MatchOver)

    def _went_on(self, step: tuple[State, tuple[Event, ...]]) -> None:
        self.state, events = step
        self.events += events


def _with_word(state: State, move: Move) -> Action:
    """The action, with belote or rebelote where the card allows it: vectors say every one."""
    action = move.played
    if not isinstance(action, PlayCard):
        return action
    words = legal(state, move.seat).offers.get(action.card, ())
    return PlayCard(action.card, words[0] if words else None, action.declarations)


def replayed(vector: Vector) -> Match:
    """The deal or match of a vector."""
    match vector:
        case DealVector():
            rules = vector.rules()
            table = _Table.opened(rules, vector.dealer)
            table.deal(cut(stacked(vector.hands, vector.dealer, rules.table), MIDDLE), MIDDLE)
            table.play(vector.steps)
        case MatchVector():
            rules = vector.rules(vector.target)
            table = _Table.opened(rules, vector.first_dealer)
            for deal in vector.deals:
                table.deal(deal.pack, deal.cut)
                table.play(deal.steps)
        case _:
            raise TypeError("nothing is played in this kind of vector")
    return Match(vector.id, rules, tuple(table.events))


def random_match(name: str, rules: RuleSet, chance: random.Random, *, board: bool, deals: int) -> Match:
    """A match of so many deals at most, in which players do what they may; a board is over after one."""
    state, happened = new_match(rules, chance.choice(list(Seat)), board=board)
    while not isinstance(state.phase, MatchOver) and (state.deal < deals or to_act(state) is not None):
        state, events = at_random(state, chance)
        happened += events
    return Match(name, rules, happened)


def deal_by_rule(options: str, auction: str, chance: random.Random, *, board: bool) -> Match:
    """A deal by the rules `ffb` with those options changed: this auction, and cards at random.

    South speaks first, unless it is clockwise. A seat may stand before a call out of turn, as in `W:coinche`.
    """
    rules = house(options, "ffb")
    state, happened = new_match(rules, Seat.WEST, board=board)
    while not isinstance(state.phase, Bidding):
        state, events = at_random(state, chance)
        happened += events
    for word in auction.split():
        named, _, call = word.rpartition(":")
        seat = Seat(named) if named else to_act(state)
        assert seat is not None
        state, events = apply(state, seat, parse_action(call))
        happened += events
    while to_act(state) is not None:
        state, events = at_random(state, chance)
        happened += events
    return Match(f"{options}: {auction}", rules, happened)


def drawn_deal() -> Match:
    """A deal of 81 to 81, whose points are held over, and the start of the next."""
    rules = house("draw=held_over", "pagat")
    state, began = new_match(rules, Seat.WEST)
    state, dealt = next_deal(state, stacked(hands_of(D, Seat.SOUTH, Direction.ANTICLOCKWISE), Seat.WEST, rules.table))
    cards = " ".join(card for trick in tricks(D) for card in trick)
    state, played = play(state, f"80H pass pass pass {cards}")
    return Match("drawn", rules, (*began, *dealt, *played, *next_deal(state, PACK)[1]))


def side_that_waits() -> Match:
    """A deal that takes a side to the target through a belote alone, so that it still needs a trick (F 10.4)."""
    opened, began = new_match(FFB, Seat.WEST)
    close = replace(opened, standing=replace(opened.standing, totals=Points(1980, 1500)))
    whole_suit = hands(S="7H 8H 9H 10H JH QH KH AH")
    state, dealt = next_deal(close, stacked(whole_suit, Seat.WEST, FFB.table))
    state, called = play(state, "280H pass pass pass")
    _, played = meanwhile(state, Seat.SOUTH, "KH+belote QH+rebelote 7H 8H 9H 10H JH AH")
    return Match("waiting", FFB, (*began, *dealt, *called, *played))


# --- told ---------------------------------------------------------------------------------------------


def told(matches: Iterable[Match], viewers: Iterable[Viewer] = VIEWERS) -> str:
    """The lines for those viewers, as `differences` in `check_fold.js` reads them."""
    return "\n".join("".join(_told_to(viewer, match)) for match in matches for viewer in viewers)


def _told_to(viewer: Viewer, match: Match) -> Iterator[str]:
    yield json.dumps({"name": match.name, "viewer": viewer, "rules": as_json(match.rules)}) + "\n"
    view = TableView(viewer=viewer)
    for event in match.events:
        seen = seen_by(event, viewer)
        view = fold(view, seen, match.rules)
        yield as_sent(seen)
        yield _JSON.encode(view).decode() + "\n"


def as_json(value: object) -> object:
    """The value as the maps, lists and strings that travel."""
    return msgspec.to_builtins(value, enc_hook=str)


@lru_cache(maxsize=1024)
def as_sent(event: Event) -> str:
    """The event as the line of JSON that a client gets."""
    return LINES.translated(encode(Envelope("t1", 1, 1_795_000_000_000, event))).decode()
