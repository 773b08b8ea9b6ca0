"""Deals played by bots, card by card, with the true hands beside each view."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from coinche.bot import Bot
from coinche.engine.cards import Card
from coinche.engine.dealing import shuffled
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view

Hands = Mapping[Seat, tuple[Card, ...]]


def situations(rules: RuleSet, bot: type[Bot], deals: int, seed: int) -> Iterator[tuple[TableView, Hands]]:
    """Every turn to play of that number of deals, with the true hands."""
    chance = random.Random(seed)
    for deal in range(deals):
        bots = {seat: bot(seed + deal) for seat in Seat}
        for each in bots.values():
            each.rules = rules
        state, _ = new_match(rules, tuple(Seat)[deal % 4], board=True)
        state, _ = next_deal(state, shuffled(chance.randbytes(32)))
        while (seat := to_act(state)) is not None:
            seen = view(state, seat)
            if isinstance(state.phase, Playing):
                yield seen, state.phase.hands
            state, _ = apply(state, seat, bots[seat].choose(seen, legal(state, seat)))
