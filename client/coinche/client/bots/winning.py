"""How likely our side takes a trick, whoever is still to play to it."""

from __future__ import annotations

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Suit
from coinche.engine.trick import winner_index

from .knowledge import Knowledge

PARTNER_BEATS = 0.9
"""How often a partner who can take a trick from the opponents gets it."""
PARTNER_SAVES = 0.7
"""How often a partner who could beat everybody saves a trick that would be lost."""


def win_chance(known: Knowledge, trick: tuple[Card, ...]) -> float:
    """How likely our side takes the trick, our own card being the last in it so far."""
    led, at = trick[0].suit, winner_index(trick, known.denomination)
    best, ours = trick[at], (len(trick) - 1 - at) % 2 == 0
    to_play = known.me.round(known.direction)[1 : 5 - len(trick)]
    partner_plays = known.partner in to_play
    if not ours:
        return PARTNER_BEATS * known.beats(known.partner, best, led) if partner_plays else 0.0
    safe = 1.0
    for seat in to_play:
        if seat is not known.partner:
            safe *= 1.0 - known.beats(seat, best, led)
    return safe + (1.0 - safe) * PARTNER_SAVES * _rescue(known, led, best) if partner_plays else safe


def _rescue(known: Knowledge, led: Suit, best: Card) -> float:
    """How likely the partner has the highest card of the suit, or trumps it."""
    if best.suit is not led:
        return 0.0
    top = max(known.higher(best), key=STRENGTH[known.denomination].__getitem__, default=None)
    chance = known.chance[known.partner].get(top, 0.0) if top is not None else 0.0
    return min(1.0, chance + known.ruffs(known.partner, led))
