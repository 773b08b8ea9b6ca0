"""What the play and the auction tell of the hands: what is ruled out, what is unlikely, what has been shown.

Knows the duties of play (F 5.2) and what sensible players do. Refuses to know who asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.rules import RuleSet, ScoringRules, Undertrump, UndertrumpPartner
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import beats, winner_index
from coinche.engine.view import TableView

SUIT_CARDS: Mapping[Suit, frozenset[Card]] = {
    suit: frozenset(card for card in PACK if card.suit is suit) for suit in Suit
}

BIDDER_TRUMPS = 2.5
"""How much likelier than a stranger the bidder is to hold a trump."""
BIDDERS_PARTNER_TRUMPS = 1.2
OTHER_BID = 1.8
"""How much likelier to hold a card of a suit is who bid it, where another became trumps."""
WOULD_HAVE_WON = 0.25
"""How much less likely a card is where it would have taken a trick."""
WOULD_HAVE_SAVED = 0.15
"""How much less likely a card is where it would have given the opponents less."""

_FITTING_ROUNDS = 4
_OTHER_OF_BELOTE = (Rank.KING, Rank.QUEEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the cards played tell: which are gone, how many each seat played, and which it cannot or is unlikely
    to have (`doubts`: how much less likely)."""

    gone: frozenset[Card]
    played: Mapping[Seat, int]
    excluded: Mapping[Seat, set[Card]]
    doubts: Mapping[Seat, Mapping[Card, float]]


def evidence(view: TableView, rules: RuleSet) -> Evidence:
    """What the play so far tells."""
    assert view.contract is not None
    denomination = view.contract.denomination
    gone: set[Card] = set()
    played = dict.fromkeys(Seat, 0)
    excluded: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    doubts: dict[Seat, dict[Card, float]] = {seat: {} for seat in Seat}
    for seat, card, before in plays(view, rules.table.direction):
        gone.add(card)
        played[seat] += 1
        excluded[seat] |= ruled_out(card, before, denomination, rules)
        for other, doubt in unlikely(card, before, denomination, rules.scoring):
            doubts[seat][other] = doubts[seat].get(other, 1.0) * doubt
    return Evidence(gone=frozenset(gone), played=played, excluded=excluded, doubts=doubts)


def plays(view: TableView, direction: Direction) -> Iterator[tuple[Seat, Card, tuple[Card, ...]]]:
    """Every card played in the deal: by whom, and the cards that lay in its trick before it."""
    current = (view.trick,) if view.trick is not None else ()
    for trick in (*view.tricks, *current):
        for at, seat in zip(range(len(trick.cards)), trick.leader.round(direction), strict=False):
            yield seat, trick.cards[at], trick.cards[:at]


def ruled_out(card: Card, before: tuple[Card, ...], denomination: Denomination, rules: RuleSet) -> frozenset[Card]:
    """The cards that a player who played `card` on those before it cannot have: he would have had to play one."""
    if not before:
        return frozenset()
    led, at = before[0].suit, winner_index(before, denomination)
    best, partner_wins, trumps = before[at], at == len(before) - 2, denomination.trumps
    if card.suit is led:
        excused = partner_wins and len(trumps) == 1 and not rules.play.overtrump_partner
        under = led in trumps and not excused and not beats(card, best, denomination)
        return _over(best, denomination) if under else frozenset()
    lacking = SUIT_CARDS[led]
    if len(trumps) != 1 or led in trumps:
        return lacking
    (trump,) = trumps
    if card.suit is trump and not beats(card, best, denomination):
        excused = partner_wins and rules.play.undertrump_partner is not UndertrumpPartner.HIGHER_IF_POSSIBLE
        return lacking if excused else lacking | _over(best, denomination)
    if partner_wins or card.suit is trump:
        return lacking
    if best.suit is trump and rules.play.undertrump is Undertrump.FREE:
        return lacking | _over(best, denomination)
    return lacking | SUIT_CARDS[trump]


def unlikely(
    card: Card, before: tuple[Card, ...], denomination: Denomination, rules: ScoringRules
) -> Iterator[tuple[Card, float]]:
    """The cards that a player who followed a plain suit with `card` would rather have played, and how unlikely
    that makes them: a card that takes the trick, or one worth less on a lost one."""
    if not before or card.suit is not before[0].suit or card.suit in denomination.trumps:
        return
    at = winner_index(before, denomination)
    best, partner_wins = before[at], at == len(before) - 2
    points = points_of(denomination, rules)
    if not partner_wins and not beats(card, best, denomination):
        for other in SUIT_CARDS[card.suit]:
            if beats(other, best, denomination):
                yield other, WOULD_HAVE_WON
            elif points[other] < points[card]:
                yield other, WOULD_HAVE_SAVED


def revealed(view: TableView) -> Iterator[tuple[Seat, Card]]:
    """Cards that a player has shown or spoken of: declarations shown, and the other half of a belote."""
    for shown in view.shown:
        for card in shown.declaration.cards:
            yield shown.seat, card
    for said in view.belotes:
        if said.word is BeloteWord.BELOTE:
            for rank in _OTHER_OF_BELOTE:
                yield said.seat, Card.of(rank, said.suit)


def _over(best: Card, denomination: Denomination) -> frozenset[Card]:
    strength = STRENGTH[denomination]
    return frozenset(c for c in SUIT_CARDS[best.suit] if strength[c] > strength[best])


def lean(seat: Seat, view: TableView) -> Mapping[Suit, float]:
    """How much likelier than a stranger that seat is to hold a card of each suit, to judge by the auction."""
    likelier = dict.fromkeys(Suit, 1.0)
    assert view.contract is not None
    for suit in view.contract.denomination.trumps:
        if seat is view.contract.bidder:
            likelier[suit] = BIDDER_TRUMPS
        elif seat is view.contract.bidder.partner:
            likelier[suit] = BIDDERS_PARTNER_TRUMPS
    for call in view.auction:
        action = parse_action(call.action)
        if call.seat is seat and isinstance(action, MakeBid):
            for suit in action.bid.denomination.trumps - view.contract.denomination.trumps:
                likelier[suit] = OTHER_BID
    return likelier


def fitted(
    may_hold: Mapping[Seat, frozenset[Card]],
    room: Mapping[Seat, int],
    weight: Mapping[Seat, Mapping[Suit, float]],
    doubts: Mapping[Seat, Mapping[Card, float]],
) -> dict[Seat, dict[Card, float]]:
    """How likely each card is whose: the weights, fitted to the size of the hands and to one owner a card."""
    chance = {
        seat: {card: weight[seat][card.suit] * doubts[seat].get(card, 1.0) for card in PACK if card in cards}
        for seat, cards in may_hold.items()
    }
    holders = [(card, [column for column in chance.values() if card in column]) for card in PACK]
    for _ in range(_FITTING_ROUNDS):
        for seat, column in chance.items():
            total = sum(column.values())
            if total > 0:
                column.update({card: likely * room[seat] / total for card, likely in column.items()})
        for card, columns in holders:
            total = sum(column[card] for column in columns)
            if total > 0:
                for column in columns:
                    column[card] /= total
    return chance
