"""Constraints on hidden hands: the cards that a seat cannot have, and those that it must have.

They follow from the duties of play (F 5.2) and from cards that players showed or named, so they are certain. Everything
that is only likely stands in `beliefs`, and for `steady` in `card_tracking`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from coinche.engine.belote import BeloteWord
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.rules import RuleSet, Undertrump, UndertrumpPartner
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView

SUIT_CARDS: Mapping[Suit, frozenset[Card]] = {
    suit: frozenset(card for card in PACK if card.suit is suit) for suit in Suit
}

_OTHER_OF_BELOTE = (Rank.KING, Rank.QUEEN)


def plays(view: TableView, direction: Direction) -> Iterator[tuple[Seat, Card, tuple[Card, ...]]]:
    """Yield every card played in the deal, with its player and the cards before it in its trick."""
    current = (view.trick,) if view.trick is not None else ()
    for trick in (*view.tricks, *current):
        for at, seat in zip(range(len(trick.cards)), trick.leader.round(direction), strict=False):
            yield seat, trick.cards[at], trick.cards[:at]


def ruled_out(card: Card, before: tuple[Card, ...], denomination: Denomination, rules: RuleSet) -> frozenset[Card]:
    """Return the cards that a player who played `card` cannot have, as the rules would have demanded one of them."""
    if not before:
        return frozenset()
    led, at = before[0].suit, winner_index(before, denomination)
    best, partner_wins, trumps = before[at], at == len(before) - 2, denomination.trumps
    if card.suit is led:
        excused = partner_wins and len(trumps) == 1 and not rules.play.overtrump_partner
        under = led in trumps and not excused and not beats(card, best, denomination)
        return higher_cards(best, denomination) if under else frozenset()
    lacking = SUIT_CARDS[led]
    if len(trumps) != 1 or led in trumps:
        return lacking
    (trump,) = trumps
    if card.suit is trump and not beats(card, best, denomination):
        excused = partner_wins and rules.play.undertrump_partner is not UndertrumpPartner.HIGHER_IF_POSSIBLE
        return lacking if excused else lacking | higher_cards(best, denomination)
    if partner_wins or card.suit is trump:
        return lacking
    if best.suit is trump and rules.play.undertrump is Undertrump.FREE:
        return lacking | higher_cards(best, denomination)
    return lacking | SUIT_CARDS[trump]


def revealed_cards(view: TableView) -> Iterator[tuple[Seat, Card]]:
    """Yield the cards that a player has shown or named: declarations, and the other card of a belote."""
    for shown in view.shown:
        for card in shown.declaration.cards:
            yield shown.seat, card
    for said in view.belotes:
        if said.word is BeloteWord.BELOTE:
            for rank in _OTHER_OF_BELOTE:
                yield said.seat, Card.of(rank, said.suit)


@cache
def higher_cards(best: Card, denomination: Denomination) -> frozenset[Card]:
    """Return the cards of its suit that beat the card."""
    strength = STRENGTH[denomination]
    return frozenset(c for c in SUIT_CARDS[best.suit] if strength[c] > strength[best])
