"""Deals as text: hands and actions in the project's notation, for tests that read like a rule book."""

from __future__ import annotations

import random

from coinche.engine.actions import Action, Legal, MakeBid, PlayCard, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card
from coinche.engine.dealing import stacked
from coinche.engine.declarations import sets
from coinche.engine.events import Event
from coinche.engine.match import State, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat

Hands = dict[Seat, tuple[Card, ...]]


def cards(notation: str) -> tuple[Card, ...]:
    """`"JH 9H"`"""
    return tuple(map(Card, notation.split()))


def hands(**given: str) -> Hands:
    """Hands by seat; what is not given is filled up to eight cards, in pack order, seats in the order N E S W."""
    named = {Seat(seat): list(cards(notation)) for seat, notation in given.items()}
    rest = [card for card in PACK if not any(card in hand for hand in named.values())]
    filled: Hands = {}
    for seat in Seat:
        hand = named.get(seat, [])
        missing = 8 - len(hand)
        filled[seat] = (*hand, *rest[:missing])
        rest = rest[missing:]
    return filled


def dealt(hands: Hands, dealer: Seat = Seat.WEST, rules: RuleSet = FFB) -> State:
    """A match in which those hands were just dealt. With West as the dealer, South speaks and leads first."""
    state, _ = new_match(rules, dealer)
    return next_deal(state, stacked(hands, dealer, rules.table))[0]


def dealt_again(state: State, hands: Hands) -> State:
    """The next deal of a match, with those hands."""
    rules = state.rules.table
    return next_deal(state, stacked(hands, state.dealer.next(rules.direction), rules))[0]


def play(state: State, script: str) -> tuple[State, tuple[Event, ...]]:
    """Take the actions of the players on turn, `"80H pass pass pass JH+belote"`, and return all their events."""
    happened: tuple[Event, ...] = ()
    for notation in script.split():
        seat = to_act(state)
        assert seat is not None, f"nobody is on turn for {notation}"
        state, events = apply(state, seat, parse_action(notation))
        happened += events
    return state, happened


def choices(state: State) -> list[str]:
    """Every legal action of the seat on turn, in notation."""
    seat = to_act(state)
    assert seat is not None
    return [str(action) for action in legal(state, seat)]


def at_random(state: State, chance: random.Random) -> tuple[State, tuple[Event, ...]]:
    """One more step of a match: a deal from the gathered or a shuffled pack, or a legal action, out of turn too."""
    seat = to_act(state)
    if seat is None:
        return next_deal(state, gathered(state) or tuple(chance.sample(PACK, len(PACK))))
    if (others := may_act(state)) and chance.random() < 0.1:
        seat = chance.choice(others)
    return apply(state, seat, some_action(legal(state, seat), chance))


def some_action(allowed: Legal, chance: random.Random) -> Action:
    """A legal action; of numbers the lowest or the next."""
    if allowed.bids and chance.random() < 0.3:
        denomination, lowest = chance.choice(list(allowed.bids.items()))
        number = min(lowest + chance.choice((0, 0, allowed.step)), allowed.maximum)
        return MakeBid(Bid(f"{number}{denomination}"))
    action = chance.choice(allowed.actions)
    if isinstance(action, PlayCard):
        word = chance.choice((None, *allowed.offers.get(action.card, ())))
        return PlayCard(action.card, word, chance.choice(sets(allowed.declarations)))
    return action


def meanwhile(state: State, seat: Seat, plays: str) -> tuple[State, tuple[Event, ...]]:
    """Play that seat's cards in order; the others play their first legal card without declarations."""
    happened: tuple[Event, ...] = ()
    waiting = plays.split()
    while (on_turn := to_act(state)) is not None and (waiting or on_turn is not seat):
        notation = waiting.pop(0) if on_turn is seat else choices(state)[0]
        state, events = apply(state, on_turn, parse_action(notation))
        happened += events
    return state, happened
