"""Other worlds: deals that a viewer cannot tell from the true one.

The viewer's hand, all calls and cards played, and the cards shown stay; every other card may lie elsewhere, as long as
each past action stays legal and each announcement true. This module does not use the engine's own redaction (`view`,
`seen_by`), since it exists to test it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from coinche.engine.actions import Action, IllegalAction, PlayCard
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.cards import PACK, Card, Rank
from coinche.engine.dealing import stacked
from coinche.engine.declarations import Declaration, held, sets
from coinche.engine.events import Event, Viewer
from coinche.engine.legal_cards import playable
from coinche.engine.match import DealOver, MatchOver, State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from tests.engine.script import some_action

Hands = dict[Seat, tuple[Card, ...]]

TRIES = 60


@dataclass(frozen=True)
class History:
    """One deal: the match before it was dealt, the hands that it dealt, and all actions since."""

    before: State
    hands: Hands
    actions: tuple[tuple[Seat, Action], ...] = ()

    @property
    def dealer(self) -> Seat:
        first, direction = self.before.dealer, self.before.rules.table.direction
        return first if self.before.deal == 0 else first.next(direction)

    def steps(self) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """Every state of the deal and the events that led there. IllegalAction where it is none."""
        state, events = next_deal(self.before, stacked(self.hands, self.dealer, self.before.rules.table))
        yield state, events
        for seat, action in self.actions:
            state, events = apply(state, seat, action)
            yield state, events

    def after(self, seat: Seat, action: Action) -> History:
        """The same, one action further."""
        return replace(self, actions=(*self.actions, (seat, action)))

    @property
    def state(self) -> State:
        """The last state."""
        return list(self.steps())[-1][0]


def some_history(chance: random.Random, rules: RuleSet = FFB) -> History:
    """A board as far as chance takes it: into the auction, or anywhere up to the last card."""
    before, _ = new_match(rules, chance.choice(list(Seat)), board=True)
    cards = chance.sample(PACK, len(PACK))
    history = History(before, {seat: tuple(cards[8 * at : 8 * at + 8]) for at, seat in enumerate(Seat)})
    state = history.state
    for _ in range(chance.randrange(36)):
        seat = to_act(state)
        if seat is None:
            break
        if (others := may_act(state)) and chance.random() < 0.1:
            seat = chance.choice(others)
        action = some_action(legal(state, seat), chance)
        history, state = history.after(seat, action), apply(state, seat, action)[0]
    return history


def alternative(truth: History, viewer: Viewer, chance: random.Random) -> History | None:
    """Another deal with the same public history, in which other hands differ; None where none was found."""
    facts = _Facts(truth, viewer)
    for _ in range(TRIES):
        declared = {seat: facts.another_declaration(seat, chance) for seat in facts.others}
        hands = facts.deal(declared, chance)
        if hands is None or all(set(hands[seat]) == set(truth.hands[seat]) for seat in Seat):
            continue
        world = replace(truth, hands=hands, actions=tuple(_said(truth.actions, declared)))
        try:
            state = world.state
        except IllegalAction:
            continue
        if _resolved(state) == facts.resolved and _belotes(state) == facts.belotes:
            return world
    return None


class _Facts:
    """The public facts of a deal, and those of the viewer's own hand."""

    def __init__(self, truth: History, viewer: Viewer) -> None:
        state = truth.state
        phase = state.phase.last if isinstance(state.phase, DealOver | MatchOver) else state.phase
        self.truth = truth
        self.playing = phase if isinstance(phase, Playing) else None
        self.resolved = _resolved(state)
        self.belotes = _belotes(state)
        self.others = [seat for seat in Seat if seat is not viewer]
        plays = [(seat, action) for seat, action in truth.actions if isinstance(action, PlayCard)]
        self.played = {seat: [action.card for who, action in plays if who is seat] for seat in Seat}
        self.first = {seat: next((action for who, action in plays if who is seat), None) for seat in Seat}
        on_the_table = {card for cards in self.played.values() for card in cards}
        self.unknown = [card for seat in self.others for card in truth.hands[seat] if card not in on_the_table]
        self.possible = {seat: [card for card in self.unknown if self._may_hold(seat, card)] for seat in self.others}

    def _may_hold(self, seat: Seat, card: Card) -> bool:
        """Return whether the seat's plays would be legal if it had held that card all along."""
        if self.playing is None:
            return True
        contract, played = self.playing.contract, self.played[seat]
        for trick in (*self.playing.tricks, self.playing.trick):
            order = trick.leader.round(self.truth.before.rules.table.direction)
            at = order.index(seat)
            if at >= len(trick.cards):
                continue
            mine = trick.cards[at]
            hand = (*played[played.index(mine) :], card)
            rules = self.truth.before.rules.play
            if mine not in playable(hand, trick.cards[:at], contract.denomination, rules):
                return False
        return True

    def another_declaration(self, seat: Seat, chance: random.Random) -> tuple[Declaration, ...]:
        """Declarations of the same kinds as the seat announced: its own if they were shown, else any that may be."""
        first = self.first[seat]
        true = first.declarations if first else ()
        shown = self.resolved[0] if self.resolved else ()
        if not true or any(d == mine for _, d in shown for mine in true):
            return true
        kinds = [declaration.kind for declaration in true]
        available = held(frozenset([*self.played[seat], *self.possible[seat]]))
        fitting = [
            ordered
            for chosen in sets(available)
            for ordered in permutations(chosen)
            if [declaration.kind for declaration in ordered] == kinds
        ]
        return chance.choice([true, chance.choice(fitting)])

    def deal(self, declared: dict[Seat, tuple[Declaration, ...]], chance: random.Random) -> Hands | None:
        """The unknown cards dealt anew: what was declared or said to be held first, then the rest."""
        hands = {seat: list(self.played[seat]) for seat in self.others}
        rest = list(self.unknown)
        for seat in self.others:
            for card in self._bound(seat, declared[seat]):
                if card not in rest:
                    return None
                rest.remove(card)
                hands[seat].append(card)
        chance.shuffle(rest)
        rest.sort(key=lambda card: sum(card in self.possible[seat] for seat in self.others))
        for card in rest:
            free = [seat for seat in self.others if len(hands[seat]) < 8 and card in self.possible[seat]]
            if not free:
                return None
            hands[chance.choice(free)].append(card)
        own = {seat: self.truth.hands[seat] for seat in Seat if seat not in self.others}
        dealt = own | {seat: tuple(sorted(hand, key=PACK.index)) for seat, hand in hands.items()}
        return dealt if all(len(hand) == 8 for hand in dealt.values()) else None

    def _bound(self, seat: Seat, declared: tuple[Declaration, ...]) -> set[Card]:
        """Cards that the seat must still hold, or have held."""
        cards = {card for declaration in declared for card in declaration.cards}
        cards |= {
            Card.of(Rank.QUEEN if action.card.rank is Rank.KING else Rank.KING, action.card.suit)
            for who, action in self.truth.actions
            if who is seat and isinstance(action, PlayCard) and action.belote is BeloteWord.BELOTE
        }
        return cards - set(self.played[seat])


def _said(
    actions: tuple[tuple[Seat, Action], ...], declared: dict[Seat, tuple[Declaration, ...]]
) -> Iterator[tuple[Seat, Action]]:
    for seat, action in actions:
        if isinstance(action, PlayCard) and action.declarations and seat in declared:
            yield seat, replace(action, declarations=declared[seat])
        else:
            yield seat, action


def _belotes(state: State) -> tuple[Said, ...]:
    """The words of a belote, also those that go with a card by themselves."""
    phase = state.phase.last if isinstance(state.phase, DealOver | MatchOver) else state.phase
    return phase.said if isinstance(phase, Playing) else ()


_Shown = tuple[tuple[Seat, Declaration], ...]


def _resolved(state: State) -> tuple[_Shown, object] | None:
    """The public result of the declarations: the cards shown, and the winner with the heights announced."""
    phase = state.phase.last if isinstance(state.phase, DealOver | MatchOver) else state.phase
    if not isinstance(phase, Playing) or phase.resolution is None:
        return None
    found = phase.resolution
    return tuple((a.seat, a.declaration) for a in found.shown), (found.winner, found.heights)
