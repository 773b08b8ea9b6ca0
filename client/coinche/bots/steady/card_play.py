"""The card play of `steady`: rules for leads, and an expected value for cards that follow.

A lead goes by rules in a fixed order. Each of them gained in duplicate deals against `greedy`; leading singletons,
avoiding suits with a ten, and leading trumps to the partner's contract did not, and are left out. A card that follows
is valued by what the trick is likely to bring, plus the later value of the cards kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Suit
from coinche.engine.rules import RuleSet
from coinche.engine.tally import LAST_TRICK
from coinche.engine.trick import winner_index
from coinche.engine.view import TableView

from .card_tracking import CardProbabilities, card_probabilities

ENOUGH_TO_DRAW = 1.0
"""Expected number of opponents with trumps from which on drawing trumps pays."""
LONG_TRUMPS = 3
"""Trumps from which on the bidder without a master trump draws with a low one."""
SAFE_TO_CASH = 0.4
"""Least probability that no opponent ruffs a master that is led."""
PARTNER_HAS_IT = 0.35
"""Least probability that the partner takes the trick with the master of the suit led."""
TRICK_VALUE = 20.0
"""Points that a trick is worth, against the points of the card led to it. All five are tuned by duplicate deals
against `greedy`."""

_COSTLY = 10
"""Points from which on a card is not led for the partner to win."""


@dataclass(frozen=True, slots=True)
class LeadView:
    """The leader's probabilities, and the legal cards as trumps and side cards."""

    known: CardProbabilities
    trumps: tuple[Card, ...]
    side: tuple[Card, ...]

    def price(self, card: Card) -> tuple[int, int]:
        """Return the key by points, then strength."""
        return self.known.points(card), STRENGTH[self.known.denomination][card]

    def safe(self, card: Card) -> float:
        """Return the probability that no opponent ruffs the card's suit."""
        safe = 1.0
        for seat in self.known.opponents:
            safe *= 1.0 - self.known.ruffs(seat, card.suit)
        return safe

    @property
    def opponents_with_trumps(self) -> float:
        """The expected number of opponents with trumps."""
        return sum(self.known.has_trump(seat) for seat in self.known.opponents)

    def masters(self, cards: tuple[Card, ...]) -> list[Card]:
        """Return the cards that no opponent can beat in their suit."""
        return [card for card in cards if self.known.is_master(card)]


def draw_trumps(lead: LeadView) -> Card | None:
    """Draw trumps as takers with the costliest master, while the opponents are likely to have some."""
    masters = lead.masters(lead.trumps)
    if not lead.known.takers or not masters or lead.opponents_with_trumps < ENOUGH_TO_DRAW:
        return None
    return max(masters, key=lead.price)


def draw_with_length(lead: LeadView) -> Card | None:
    """Force out the master trump with a low one, as the bidder with many trumps."""
    known = lead.known
    if not known.bidder or len(lead.trumps) < LONG_TRUMPS or lead.opponents_with_trumps < ENOUGH_TO_DRAW:
        return None
    return min(lead.trumps, key=lead.price)


def cash_masters(lead: LeadView) -> Card | None:
    """Cash the master of a side suit that is least likely to be ruffed."""
    safe = [card for card in lead.masters(lead.side) if lead.safe(card) >= SAFE_TO_CASH]
    return max(safe, key=lambda card: (lead.safe(card), lead.price(card)), default=None)


def lead_to_partner(lead: LeadView) -> Card | None:
    """Lead a low card of the suit in which the partner most likely has the master."""
    chances = [(_partner_takes(lead, card), card) for card in lead.side if lead.known.points(card) < _COSTLY]
    likely = [(chance, card) for chance, card in chances if chance >= PARTNER_HAS_IT]
    return max(likely, key=lambda each: each[0], default=(0.0, None))[1]


def likely_winner(lead: LeadView) -> Card | None:
    """Lead the card with the least risk, and keep trumps for later tricks."""
    known = lead.known
    cards = lead.side or lead.trumps
    return max(cards, key=lambda card: TRICK_VALUE * win_chance(known, (card,)) - known.points(card))


LEAD_RULES: tuple[Callable[[LeadView], Card | None], ...] = (
    draw_trumps,
    draw_with_length,
    cash_masters,
    lead_to_partner,
    likely_winner,
)


def best_lead(known: CardProbabilities, cards: tuple[Card, ...]) -> Card:
    """Return the card to lead, by the first rule that names one."""
    trumps = tuple(card for card in cards if card.suit is known.trump_suit)
    lead = LeadView(known, trumps, tuple(card for card in cards if card not in trumps))
    return next(card for principle in LEAD_RULES if (card := principle(lead)) is not None)


def _partner_takes(lead: LeadView, card: Card) -> float:
    """Return the probability that the partner has the highest card of the suit and nobody ruffs it."""
    known = lead.known
    higher = known.higher(card)
    if not higher:
        return 0.0
    top = max(higher, key=STRENGTH[known.denomination].__getitem__)
    return known.probability[known.partner].get(top, 0.0) * lead.safe(card)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowWeights:
    """Values in points, and frequencies, for a card played to a trick. Tuned by duplicate deals."""

    card_to_come: float = 4.0
    """Points that each player still to come adds to the trick."""
    lead: float = 2.6
    """Value of the next lead."""
    cashed: float = 9.0
    """Points that the others add to a trick that a master takes later."""
    master_trump: float = 24.0
    """Value of a master trump beyond its points: it takes a trick at any time."""
    trump: float = 9.0
    """Value of any other trump, by ruffing."""
    guarded_trump: float = 0.3
    """Share of its points that a trump gains with enough lower ones beside it, and loses without."""
    second: float = 0.3
    """Probability that the second best card of a suit takes a trick with another card beside it."""
    bare: float = 0.15
    """The same without another card beside it."""
    lower: float = 0.12
    """The same of a lower card."""
    lost: float = 1.0
    """Share of a card's points that is lost if it takes no trick."""
    void: float = 2.0
    """Value of a new void with trumps in hand."""


FOLLOW_WEIGHTS = FollowWeights()


def best_follow(
    known: CardProbabilities, trick: tuple[Card, ...], cards: tuple[Card, ...], weights: FollowWeights = FOLLOW_WEIGHTS
) -> Card:
    """Return the card of the highest value; of equals the first."""
    return max(cards, key=lambda card: _trick_value(known, trick, card, weights) + _future_value(known, card, weights))


def _trick_value(known: CardProbabilities, trick: tuple[Card, ...], card: Card, weights: FollowWeights) -> float:
    """Return the expected points of the trick, positive if we take it and negative if not."""
    points = sum(map(known.points, trick)) + known.points(card) + weights.card_to_come * (3 - len(trick)) + weights.lead
    if len(known.hand) == 1:
        points += LAST_TRICK
    return (2 * win_chance(known, (*trick, card)) - 1) * points


def _future_value(known: CardProbabilities, played: Card, weights: FollowWeights) -> float:
    """Return the value of the cards that stay in hand."""
    kept = tuple(card for card in known.hand if card is not played)
    earned = sum(_card_value(known, card, kept, weights) for card in kept)
    emptied = played.suit not in known.trumps and all(card.suit is not played.suit for card in kept)
    return earned + weights.void if emptied and any(card.suit in known.trumps for card in kept) else earned


def _card_value(known: CardProbabilities, card: Card, kept: tuple[Card, ...], weights: FollowWeights) -> float:
    """Return the value of a card that stays in hand, by the probability that an opponent has a higher one."""
    points = known.points(card)
    beside = sum(other.suit is card.suit for other in kept) - 1
    higher = known.higher(card)
    above = sum(any(other in known.may_hold[seat] for seat in known.opponents) for other in higher)
    master = 1.0
    for seat in known.opponents:
        master *= known.none_of(seat, higher)
    if card.suit is known.trump_suit:
        share = weights.guarded_trump if beside >= above else -weights.guarded_trump
        return master * (points + weights.master_trump) + (1.0 - master) * (weights.trump + share * points)
    chance = master + (1.0 - master) * _takes(above, beside, weights)
    for seat in known.opponents:
        chance *= 1.0 - known.ruffs(seat, card.suit)
    return chance * (points + weights.cashed) - (1.0 - chance) * weights.lost * points


def _takes(above: int, beside: int, weights: FollowWeights) -> float:
    """Return how often a side card takes a trick against a higher card, if nobody ruffs it."""
    if above > 1:
        return weights.lower
    return weights.second if beside else weights.bare


PARTNER_BEATS = 0.9
"""Probability that a partner who can take a trick from the opponents takes it."""
PARTNER_SAVES = 0.7
"""Probability that a partner with the best card saves a trick that would be lost. Both are estimates."""


def win_chance(known: CardProbabilities, trick: tuple[Card, ...]) -> float:
    """Return the probability that our side takes the trick, after our own card."""
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


def _rescue(known: CardProbabilities, led: Suit, best: Card) -> float:
    """Return the probability that the partner has the highest card of the suit, or ruffs it."""
    if best.suit is not led:
        return 0.0
    top = max(known.higher(best), key=STRENGTH[known.denomination].__getitem__, default=None)
    chance = known.probability[known.partner].get(top, 0.0) if top is not None else 0.0
    return min(1.0, chance + known.ruffs(known.partner, led))


def best_card(
    view: TableView, cards: tuple[Card, ...], rules: RuleSet, weights: FollowWeights = FOLLOW_WEIGHTS
) -> Card:
    """Return the best of the cards, by the rules of `steady`."""
    if len(cards) == 1:
        return cards[0]
    known = card_probabilities(view, rules)
    on_table = view.trick.cards if view.trick is not None else ()
    return best_follow(known, on_table, cards, weights) if on_table else best_lead(known, cards)
