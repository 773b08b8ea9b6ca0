"""Which card `steady` leads: principles in their order, and the first that names a card decides.

Each earned its place, and its number, in duplicate deals against `greedy`; leading singletons, keeping away from
suits with a ten, and leading trumps to the partner's contract did not, and are not here. Refuses to know legality.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card

from .knowledge import Knowledge
from .winning import win_chance

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
