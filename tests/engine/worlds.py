"""Other deals that a viewer cannot tell from the real one: what he cannot see is dealt differently.

The hidden cards are exchanged as far as every action of the past stays legal and every event that he was shown stays
the same, which covers the voids, the duties of play and the declarations known to him.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from coinche.engine.actions import Action, IllegalAction, MakeBid, PlayCard
from coinche.engine.cards import Card
from coinche.engine.events import Event, Viewer, seen_by
from coinche.engine.legal import Legal
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.pack import deal_hands, shuffled, stacked
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from tests.engine.script import Hands


@dataclass(frozen=True, slots=True)
class World:
    """A deal: who dealt, the hands as dealt, and what was done so far."""

    dealer: Seat
    hands: Hands
    actions: tuple[Action, ...]
    rules: RuleSet = FFB

    def seen(self, viewer: Viewer) -> tuple[list[Event], State] | None:
        """The events as the viewer was shown them and the state; None where an action is not legal."""
        state, happened = new_match(self.rules, self.dealer, board=True)
        state, dealt = next_deal(state, stacked(self.hands, self.dealer, self.rules.table))
        happened += dealt
        try:
            for action in self.actions:
                seat = to_act(state)
                assert seat is not None
                state, events = apply(state, seat, action)
                happened += events
        except IllegalAction:
            return None
        return [seen_by(event, viewer) for event in happened], state


def random_world(rng: random.Random, most_actions: int = 60, rules: RuleSet = FFB) -> World:
    """A random deal, played at random: bids low, declarations and belote said more often than not."""
    dealer = rng.choice(list(Seat))
    hands = deal_hands(shuffled(rng.randbytes(32)), dealer, rules.table)
    state, _ = next_deal(new_match(rules, dealer, board=True)[0], stacked(hands, dealer, rules.table))
    actions: list[Action] = []
    while (seat := to_act(state)) is not None and len(actions) < most_actions:
        allowed = legal(state, seat)
        actions.append(_chosen(allowed, rng))
        state, _ = apply(state, seat, actions[-1])
    return World(dealer, hands, tuple(actions), rules)


def _chosen(allowed: Legal, rng: random.Random) -> Action:
    plays: list[Action] = [a for a in allowed if isinstance(a, PlayCard)]
    said = [a for a in plays if isinstance(a, PlayCard) and (a.belote or a.declarations)]
    if plays:
        return rng.choice(said if said and rng.random() < 0.7 else plays)
    low = [a for a in allowed if isinstance(a, MakeBid)][: rng.randint(1, 4)]
    calls = allowed.actions if rng.random() < 0.1 else allowed.actions[:1]
    return rng.choice([*allowed.actions[:1], *low, *calls])


def alternative(world: World, viewer: Viewer, rng: random.Random, swaps: int = 12) -> World | None:
    """The same past with hidden cards exchanged; None where no exchange was found that the viewer could not notice."""
    found = world.seen(viewer)
    assert found is not None
    shown = found[0]
    hidden = [seat for seat in Seat if seat is not viewer]
    played = {action.card for action in world.actions if isinstance(action, PlayCard)}
    changed: World | None = None
    for _ in range(swaps):
        current = changed or world
        one, other = rng.sample(hidden, 2)
        mine = [card for card in current.hands[one] if card not in played]
        theirs = [card for card in current.hands[other] if card not in played]
        if not mine or not theirs:
            continue
        give, take = rng.choice(mine), rng.choice(theirs)
        tried = World(current.dealer, _swapped(current.hands, one, give, other, take), world.actions, world.rules)
        seen = tried.seen(viewer)
        if seen is not None and seen[0] == shown:
            changed = tried
    same = changed is None or all(set(changed.hands[seat]) == set(world.hands[seat]) for seat in Seat)
    return None if same else changed


def _swapped(hands: Hands, one: Seat, give: Card, other: Seat, take: Card) -> Hands:
    exchange = {give: take, take: give}

    moved = {seat: tuple(exchange.get(card, card) for card in hands[seat]) for seat in (one, other)}
    return {**hands, **moved}
