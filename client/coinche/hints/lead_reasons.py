"""Reasons to lead a card, as a good player would give them, from facts that the player sees.

The weightiest reason comes first: what the card draws, drives out or risks.
"""

from __future__ import annotations

from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.cards import Card, Suit
from coinche.engine.claim import claim
from coinche.engine.seats import Seat

from .render import Because, because
from .texts import WhyLead
from .trick_facts import FEW, GREAT, Reason, TrickFacts, only

CHEAP_LEAD = 3
"""Maximum number of points of a cheap lead."""
LONG = 3
"""Minimum number of trumps that are led because of their number."""
ENDING = 3
"""Number of cards in hand from which the player thinks of the last trick."""


def all_yours(facts: TrickFacts) -> Because | None:
    """All remaining tricks are the player's, however the cards lie."""
    return because(WhyLead.ALL_YOURS) if claim(facts.view) is not None else None


# --- trumps ------------------------------------------------------------------------------------------


def draws(facts: TrickFacts) -> Because | None:
    """The card is a trump that nothing beats, while the opponents can have trumps."""
    if facts.card.suit is not facts.trump or not facts.trumps_out or not facts.is_master(facts.card):
        return None
    if not facts.takes_part:
        return because(WhyLead.FEWER_RUFFS)
    out = _unseen_trumps(facts)
    if len(out) == 1:
        return because(WhyLead.LAST_TRUMP, card=out[0])
    if len(out) == FEW:
        return because(WhyLead.TWO_TRUMPS, cards=out)
    return partner_takes(facts) or because(WhyLead.DRAW, count=len(out))


def partner_takes(facts: TrickFacts) -> Because | None:
    """The card is a trump, led to the partner who named the suit."""
    if facts.card.suit is not facts.trump or not facts.trumps_out:
        return None
    return because(WhyLead.PARTNER_TRUMPS) if facts.contract.bidder is facts.me.partner else None


def drives(facts: TrickFacts) -> Because | None:
    """The card is a trump that makes the opponents play their higher ones."""
    if facts.card.suit is not facts.trump or not facts.trumps_out:
        return None
    if not facts.takes_part:
        return None if facts.points(facts.card) else because(WhyLead.FEWER_RUFFS)
    own, above = facts.own(facts.trump), facts.higher(facts.card)
    rest = [card for card in own if card is not facts.card and facts.higher(card) == above]
    if 0 < len(above) <= FEW and rest:
        return because(WhyLead.DRIVE, cards=facts.by_strength(above), next=facts.by_strength(rest)[0])
    return because(WhyLead.LENGTH, own=len(own), count=len(_unseen_trumps(facts))) if len(own) >= LONG else None


def trump_alone(facts: TrickFacts) -> Because | None:
    """The card is a trump, and only the partner can follow suit."""
    if facts.card.suit is not facts.trump or facts.trumps_out:
        return None
    return because(WhyLead.ALONE)


def _unseen_trumps(facts: TrickFacts) -> tuple[Card, ...]:
    return facts.by_strength(card for card in facts.hidden.unseen if card.suit is facts.trump)


# --- side suits --------------------------------------------------------------------------------------


def keeps_for_the_last(facts: TrickFacts) -> Because | None:
    """Another card in hand is certain to take the last trick."""
    hand = facts.view.hand
    if not 1 < len(hand) <= ENDING or facts.is_winner(facts.card):
        return None
    kept = [card for card in hand if card is not facts.card and facts.is_winner(card)]
    stays = [card for card in kept if facts.trump in (None, card.suit)]
    return because(WhyLead.KEEP_LAST, card=stays[0]) if len(stays) == len(hand) - 1 == 1 else None


def cashes(facts: TrickFacts) -> Because | None:
    """Nothing beats the card, and it is the hand's highest of its suit."""
    card = facts.card
    if not facts.is_master(card) or card is not facts.by_strength(facts.own(card.suit))[0]:
        return None
    if facts.is_winner(card):
        drawn = facts.trump is not None and not facts.trumps_out
        return because(WhyLead.CASH_DRAWN if drawn else WhyLead.CASH, card=card)
    if not _unseen(facts, card.suit):
        return None
    words = WhyLead.CASH_EARLY if _ruffing(facts) is None else WhyLead.CASH_RISKY
    return because(words, card=card)


def partner_ruffs(facts: TrickFacts) -> Because | None:
    """The partner is out of the suit and can ruff; no opponent is known to be able to ruff."""
    partner, suit = facts.me.partner, facts.card.suit
    can = facts.trump is not None and suit is not facts.trump and facts.may_trump(partner, suit)
    if not can or not facts.is_out_of(partner, suit) or _ruffing(facts) is not None:
        return None
    return because(WhyLead.PARTNER_VOID, suit=suit)


def partner_has_it(facts: TrickFacts) -> Because | None:
    """The partner certainly has the card that beats all others."""
    higher = facts.by_strength(facts.higher(facts.card))
    if not higher or any(higher[0] in facts.hidden.may[seat] for seat in facts.opponents):
        return None
    return because(WhyLead.PARTNER_HAS, card=higher[0])


def partner_named_it(facts: TrickFacts) -> Because | None:
    """The partner bid the suit, and another suit is trumps."""
    suit = facts.card.suit
    named = any(suit in bid for bid in _named(facts, facts.me.partner)) and not facts.is_out_of(facts.me.partner, suit)
    return because(WhyLead.PARTNER_NAMED, suit=suit) if named and suit is not facts.trump else None


def _named(facts: TrickFacts, seat: Seat) -> list[frozenset[Suit]]:
    said = [parse_action(call.action) for call in facts.view.auction if call.seat is seat]
    bids = [action.bid for action in said if isinstance(action, MakeBid)]
    return [bid.denomination.trumps for bid in bids if len(bid.denomination.trumps) == 1]


def forces(facts: TrickFacts) -> Because | None:
    """An opponent is out of the suit and can have trumps."""
    seat = _ruffing(facts)
    return because(WhyLead.FORCES, who=seat, suit=facts.card.suit) if seat is not None else None


def _ruffing(facts: TrickFacts) -> Seat | None:
    """The first opponent who certainly has none of the suit, and can have a trump."""
    suit = facts.card.suit
    ruffing = (seat for seat in facts.opponents if facts.may_trump(seat, suit) and facts.is_out_of(seat, suit))
    return next(ruffing, None)


def drives_out(facts: TrickFacts) -> Because | None:
    """Only one card is above this one, and the hand's next card is then the highest."""
    above = facts.higher(facts.card)
    if len(above) != 1 or not facts.above(facts.card):
        return None
    (card,) = above
    rest = [own for own in facts.own(facts.card.suit) if own is not facts.card and facts.higher(own) == above]
    return because(WhyLead.DRIVE_OUT, card=card, next=facts.most_valuable(rest)) if rest else None


def will_ruff(facts: TrickFacts) -> Because | None:
    """The card empties its suit cheaply, and the hand has trumps to ruff it before the last tricks."""
    suit = facts.card.suit
    if facts.points(facts.card) > CHEAP_LEAD or len(facts.view.hand) <= ENDING:
        return None
    if facts.trump is None or suit is facts.trump or len(facts.own(suit)) > 1 or not facts.own(facts.trump):
        return None
    return because(WhyLead.SINGLETON, suit=suit) if len(_unseen(facts, suit)) > 1 else None


def gives_nothing(facts: TrickFacts) -> Because | None:
    """The card is worth no points, or as few as possible, and the hand keeps dearer ones."""
    points = facts.points(facts.card)
    kept = [card for card in facts.legal if facts.points(card) > points]
    if not kept or points > min(CHEAP_LEAD, *map(facts.points, facts.legal)):
        return None
    if not points:
        return because(WhyLead.GIVES_NOTHING)
    return because(WhyLead.GIVES_LITTLE, points=points, card=facts.most_valuable(kept))


def _unseen(facts: TrickFacts, suit: Suit) -> list[Card]:
    return [card for card in facts.hidden.unseen if card.suit is suit]


LEADS: tuple[Reason, ...] = (
    only,
    all_yours,
    *GREAT,
    draws,
    partner_takes,
    drives,
    trump_alone,
    keeps_for_the_last,
    cashes,
    partner_ruffs,
    partner_has_it,
    partner_named_it,
    drives_out,
    forces,
    will_ruff,
    gives_nothing,
)
