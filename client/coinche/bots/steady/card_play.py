"""Which card `steady` leads: principles in their order, and the first that names a card decides.

Each earned its place, and its number, in duplicate deals against `greedy`; leading singletons, keeping away from
suits with a ten, and leading trumps to the partner's contract did not, and are not here. Refuses to know legality.

Which card `steady` plays to a trick: what the trick is likely to bring, plus what the cards kept will earn.

Knows values in points, tuned by duplicate deals. Refuses to know legality and what is led (`leading`).

How likely our side takes a trick, whoever is still to play to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Suit
from coinche.engine.tally import LAST_TRICK
from coinche.engine.trick import winner_index

from .card_tracking import Knowledge

ENOUGH_TO_DRAW = 1.0
"""How many of the two opponents must be expected to have trumps for it to be worth drawing them."""
LONG_TRUMPS = 3
"""With so many trumps and none of them master, the bidder draws with a low one."""
SAFE_TO_CASH = 0.4
"""How likely it must be that no opponent trumps a master."""
PARTNER_HAS_IT = 0.35
"""How likely it must be that the partner takes a trick with the master of a suit."""
A_TRICK = 20.0
"""What a trick is worth against the points of the card led to it."""

_DEAR = 10
"""A card of so many points is not led for the partner to win."""


@dataclass(frozen=True, slots=True)
class Lead:
    """What the leader knows, and his cards in suits and trumps."""

    known: Knowledge
    trumps: tuple[Card, ...]
    side: tuple[Card, ...]

    def price(self, card: Card) -> tuple[int, int]:
        """Points, then strength."""
        return self.known.points(card), STRENGTH[self.known.denomination][card]

    def safe(self, card: Card) -> float:
        """How likely no opponent trumps the card's suit."""
        safe = 1.0
        for seat in self.known.opponents:
            safe *= 1.0 - self.known.ruffs(seat, card.suit)
        return safe

    @property
    def opponents_with_trumps(self) -> float:
        """How many of the two opponents are likely to have trumps."""
        return sum(self.known.has_trump(seat) for seat in self.known.opponents)

    def masters(self, cards: tuple[Card, ...]) -> list[Card]:
        """Those of the cards that no opponent can beat in their suit."""
        return [card for card in cards if self.known.is_master(card)]


def draw_trumps(lead: Lead) -> Card | None:
    """The takers draw trumps with a master, the dearest first, while the opponents are likely to have some."""
    masters = lead.masters(lead.trumps)
    if not lead.known.takers or not masters or lead.opponents_with_trumps < ENOUGH_TO_DRAW:
        return None
    return max(masters, key=lead.price)


def draw_with_length(lead: Lead) -> Card | None:
    """The bidder who has trumps in number but no master drives the master out with his lowest."""
    known = lead.known
    if not known.bidder or len(lead.trumps) < LONG_TRUMPS or lead.opponents_with_trumps < ENOUGH_TO_DRAW:
        return None
    return min(lead.trumps, key=lead.price)


def cash_masters(lead: Lead) -> Card | None:
    """A master of a side suit, where it is least likely to be trumped."""
    safe = [card for card in lead.masters(lead.side) if lead.safe(card) >= SAFE_TO_CASH]
    return max(safe, key=lambda card: (lead.safe(card), lead.price(card)), default=None)


def lead_to_partner(lead: Lead) -> Card | None:
    """A low card of the suit in which the partner most likely has the master."""
    chances = [(_partner_takes(lead, card), card) for card in lead.side if lead.known.points(card) < _DEAR]
    likely = [(chance, card) for chance, card in chances if chance >= PARTNER_HAS_IT]
    return max(likely, key=lambda each: each[0], default=(0.0, None))[1]


def likely_winner(lead: Lead) -> Card | None:
    """What risks least; trumps are kept, to take the lead back and for the last trick."""
    known = lead.known
    cards = lead.side or lead.trumps
    return max(cards, key=lambda card: A_TRICK * win_chance(known, (card,)) - known.points(card))


PRINCIPLES: tuple[Callable[[Lead], Card | None], ...] = (
    draw_trumps,
    draw_with_length,
    cash_masters,
    lead_to_partner,
    likely_winner,
)


def best_lead(known: Knowledge, cards: tuple[Card, ...]) -> Card:
    """The card to lead."""
    trumps = tuple(card for card in cards if card.suit is known.trump_suit)
    lead = Lead(known, trumps, tuple(card for card in cards if card not in trumps))
    return next(card for principle in PRINCIPLES if (card := principle(lead)) is not None)


def _partner_takes(lead: Lead, card: Card) -> float:
    """How likely the partner has the highest card of the suit and nobody trumps it."""
    known = lead.known
    higher = known.higher(card)
    if not higher:
        return 0.0
    top = max(higher, key=STRENGTH[known.denomination].__getitem__)
    return known.chance[known.partner].get(top, 0.0) * lead.safe(card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What things are worth, in points, and how often they happen."""

    company: float = 4.0
    """What each player still to come adds to the trick."""
    lead: float = 2.6
    """Taking the trick and leading to the next."""
    cashed: float = 9.0
    """What the others add to a trick that a master takes later."""
    master_trump: float = 24.0
    """What a master trump is worth beyond its points: it takes a trick whenever it likes."""
    trump: float = 9.0
    """What any other trump earns, by trumping."""
    guarded_trump: float = 0.3
    """The share of its points that a trump earns with enough lower ones beside it, and loses without."""
    second: float = 0.3
    """How often the second best card of a suit takes a trick if there is another beside it."""
    bare: float = 0.15
    """How often it does alone."""
    lower: float = 0.12
    """How often a lower one does."""
    lost: float = 1.0
    """The share of a card's points that is lost if it takes no trick."""
    void: float = 2.0
    """Having no card of a side suit left, but trumps."""


WEIGHTS = Weights()


def best_follow(known: Knowledge, trick: tuple[Card, ...], cards: tuple[Card, ...], weights: Weights = WEIGHTS) -> Card:
    """The card of those that promises most; of equals the first."""
    return max(cards, key=lambda card: _now(known, trick, card, weights) + _later(known, card, weights))


def _now(known: Knowledge, trick: tuple[Card, ...], card: Card, weights: Weights) -> float:
    """What the trick is likely to bring: its points if we take it, the same against us if not."""
    stake = sum(map(known.points, trick)) + known.points(card) + weights.company * (3 - len(trick)) + weights.lead
    if len(known.hand) == 1:
        stake += LAST_TRICK
    return (2 * win_chance(known, (*trick, card)) - 1) * stake


def _later(known: Knowledge, played: Card, weights: Weights) -> float:
    """What the cards that stay will earn."""
    kept = tuple(card for card in known.hand if card is not played)
    earned = sum(_prospect(known, card, kept, weights) for card in kept)
    emptied = played.suit not in known.trumps and all(card.suit is not played.suit for card in kept)
    return earned + weights.void if emptied and any(card.suit in known.trumps for card in kept) else earned


def _prospect(known: Knowledge, card: Card, kept: tuple[Card, ...], weights: Weights) -> float:
    """What a card that stays will earn, weighed by how likely an opponent has a higher one."""
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


def _takes(above: int, beside: int, weights: Weights) -> float:
    """How often a side card takes a trick although an opponent has a higher one, if nobody trumps it."""
    if above > 1:
        return weights.lower
    return weights.second if beside else weights.bare


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
