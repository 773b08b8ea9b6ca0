"""How `steady` plays its cards: what a card earns now, plus what the cards kept will earn later.

Knows values in points, tuned by duplicate deals against `greedy` (`bench/duel.py`). Refuses to know legality.
"""

from __future__ import annotations

from dataclasses import dataclass

from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.trick import Trick, beats

from .knowledge import Knowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What things are worth, in points."""

    company: float = 4.0
    """What each of the others adds to a trick, on the average."""
    tempo: float = 4.0
    """Winning the trick and leading to the next."""
    cashed: float = 9.0
    """What the others add to a trick that a master wins later."""
    second: float = 0.45
    """How often the second best card of a suit takes a trick if it is guarded."""
    bare: float = 0.15
    """How often it does alone."""
    third: float = 0.22
    """How often a lower one does."""
    lost: float = 0.7
    """How often the opponents get a card that takes no trick."""
    trump: float = 9.0
    """What a small trump earns, by trumping."""
    high_trump: float = 18.0
    """What the others add to a trick that a master trump wins."""
    draw: float = 7.0
    """What it is worth to the takers to draw one trump of an opponent."""
    spend: float = 5.0
    """What it costs the takers to draw a trump of the partner."""
    defender_trump: float = -6.0
    """A trump led by the defence."""
    singleton: float = 5.0
    """Leading the only card of a suit with trumps in hand."""
    partner_suit: float = 5.0
    away: float = 2.0
    """Leading from a suit in which one holds points."""
    save: float = 0.7
    """How much of the partner's chance to save a trick counts."""
    void: float = 2.0
    """Emptying a suit with trumps in hand."""
    void_taker: float = 0.0
    force: float = 0.0
    """Making the takers trump."""
    ten: float = 3.0
    """Leading a ten that is not master."""
    giver: float = 0.0
    """What a partner who plays after adds to a trick that is ours, beyond `company`."""
    guard_trump: float = 0.3
    """How much of its points a guarded trump keeps, and an unguarded one loses."""
    last: float = 0.0
    """A master trump for the last trick."""


def best_card(known: Knowledge, trick: Trick | None, cards: tuple[Card, ...], w: Weights) -> Card:
    """The card of those that promises most; of equals the first."""
    on_table = trick.cards if trick is not None else ()
    if len(cards) == 1:
        return cards[0]
    if on_table:
        return max(cards, key=lambda card: follow_value(known, on_table, card, w))
    return max(cards, key=lambda card: lead_value(known, card, w))


def holding(cards: tuple[Card, ...], denomination: Denomination) -> Card:
    best = cards[0]
    for card in cards[1:]:
        if beats(card, best, denomination):
            best = card
    return best


def follow_value(known: Knowledge, on_table: tuple[Card, ...], card: Card, w: Weights) -> float:
    p = win_chance(known, (*on_table, card), w)
    rest = 3 - len(on_table)
    stake = sum(known.points(c) for c in on_table) + known.points(card) + w.company * rest
    if len(known.hand) == 1:
        stake += 10
    return (2 * p - 1) * (stake + w.tempo) + kept(known, card, w, on_table[0].suit)


def win_chance(known: Knowledge, cards: tuple[Card, ...], w: Weights) -> float:
    led = cards[0].suit
    best = holding(cards, known.denomination)
    ours = (len(cards) - 1 - cards.index(best)) % 2 == 0
    after = known.me.round(known.direction)[1 : 5 - len(cards)]
    partner_after = known.partner in after
    if not ours:
        return known.beats(known.partner, best, led) * 0.9 if partner_after else 0.0
    safe = 1.0
    for seat in after:
        if seat is not known.partner:
            safe *= 1.0 - known.beats(seat, best, led)
    if not partner_after or safe >= 1.0:
        return safe
    return safe + (1.0 - safe) * w.save * rescue(known, led, best)


def rescue(known: Knowledge, led: Suit, best: Card) -> float:
    """How likely the partner wins where an opponent beats the best card: the highest card is his, or he trumps."""
    higher = known.higher(best)
    if best.suit is not led:
        return 0.0
    chance = 0.0
    if higher:
        top = max(higher, key=lambda c: _strength(known, c))
        chance = known.chance[known.partner].get(top, 0.0)
    return chance + known.ruffs(known.partner, led)


def _strength(known: Knowledge, card: Card) -> int:
    from coinche.engine.trick import STRENGTH

    return STRENGTH[known.denomination][card]


def kept(known: Knowledge, played: Card, w: Weights, led: Suit) -> float:
    """What the cards that stay are worth; only the suit played and voids change with the card."""
    total = 0.0
    hand = tuple(c for c in known.hand if c is not played)
    for card in hand:
        total += prospect(known, card, hand, w)
    if (
        played.suit not in known.trumps
        and not any(c.suit is played.suit for c in hand)
        and any(c.suit in known.trumps for c in hand)
    ):
        total += w.void_taker if known.takers else w.void
    return total


def prospect(known: Knowledge, card: Card, hand: tuple[Card, ...], w: Weights) -> float:
    """What a card that stays in hand will earn."""
    points = known.points(card)
    higher = known.higher(card)
    mates = sum(1 for c in hand if c.suit is card.suit)
    against = sum(1 for c in higher if any(c in known.may_hold[o] for o in known.opponents))
    if card.suit in known.trumps:
        if against == 0:
            return points + w.high_trump
        if known.trump_suit is not None:
            guarded = mates > against
            return w.trump + points * (w.guard_trump if guarded else -w.guard_trump)
    safe = 1.0
    for o in known.opponents:
        safe *= 1.0 - known.ruffs(o, card.suit)
    if against == 0:
        p = safe
    elif against == 1:
        p = (w.second if mates > 1 else w.bare) * safe
    else:
        p = w.third * safe
    return p * (points + w.cashed) - (1 - p) * w.lost * points


def lead_value(known: Knowledge, card: Card, w: Weights) -> float:
    p = win_chance(known, (card,), w)
    stake = known.points(card) + 3 * w.company
    if len(known.hand) == 1:
        stake += 10
    value = (2 * p - 1) * (stake + w.tempo) + kept(known, card, w, card.suit)
    if card.suit is known.trump_suit:
        if known.takers:
            opp = sum(known.has_trump(o) for o in known.opponents)
            value += w.draw * opp - w.spend * known.has_trump(known.partner) * (1 if opp < 0.5 else 0)
        else:
            value += w.defender_trump
    else:
        mine = [c for c in known.hand if c.suit is card.suit]
        has_trumps = any(c.suit in known.trumps for c in known.hand)
        if len(mine) == 1 and has_trumps and not known.takers:
            value += w.singleton
        if not known.takers:
            value += w.force * sum(known.ruffs(o, card.suit) for o in known.opponents)
            value += w.partner_suit * sum(b is card.suit for b in known.partner_suits)
        if known.points(card) >= 10 and not known.is_master(card):
            value -= w.ten
        if p < 0.5:
            value -= w.away * sum(1 for c in mine if c is not card and known.points(c) >= 10)
    return value
