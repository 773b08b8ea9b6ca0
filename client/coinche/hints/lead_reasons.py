"""Why a card is led. Each reason is what a good player would say, and holds for what he sees; the weightiest first."""

from __future__ import annotations

from coinche.engine.actions import MakeBid, parse_action
from coinche.engine.cards import Card, Suit
from coinche.engine.claim import claim
from coinche.engine.seats import Seat

from .reason import Because, because
from .texts import WhyLead
from .trick_facts import GREAT, Reason, Sight, only

FEW = 2
"""So many cards are named one by one."""
LITTLE = 3
"""So many points are little to lead."""
LONG = 3
"""So many trumps are led for their number."""
ENDING = 3
"""With so many cards left the last trick is thought of."""


def all_yours(sight: Sight) -> Because | None:
    """All remaining tricks are the player's, however the cards lie."""
    return because(WhyLead.ALL_YOURS) if claim(sight.view) is not None else None


# --- trumps ------------------------------------------------------------------------------------------


def draws(sight: Sight) -> Because | None:
    """A trump that nothing beats, while the opponents can have some."""
    if sight.card.suit is not sight.trump or not sight.trumps_out or not sight.is_master(sight.card):
        return None
    if not sight.takes_part:
        return because(WhyLead.FEWER_RUFFS)
    out = _unseen_trumps(sight)
    if len(out) == 1:
        return because(WhyLead.LAST_TRUMP, card=out[0])
    if len(out) == FEW:
        return because(WhyLead.TWO_TRUMPS, cards=out)
    return partner_takes(sight) or because(WhyLead.DRAW, count=len(out))


def partner_takes(sight: Sight) -> Because | None:
    """A trump to the partner who named it."""
    if sight.card.suit is not sight.trump or not sight.trumps_out:
        return None
    return because(WhyLead.PARTNER_TRUMPS) if sight.contract.bidder is sight.me.partner else None


def drives(sight: Sight) -> Because | None:
    """A trump that makes them play their higher ones."""
    if sight.card.suit is not sight.trump or not sight.trumps_out:
        return None
    if not sight.takes_part:
        return None if sight.points(sight.card) else because(WhyLead.FEWER_RUFFS)
    own, above = sight.own(sight.trump), sight.higher(sight.card)
    rest = [card for card in own if card is not sight.card and sight.higher(card) == above]
    if 0 < len(above) <= FEW and rest:
        return because(WhyLead.DRIVE, cards=sight.by_strength(above), next=sight.by_strength(rest)[0])
    return because(WhyLead.LENGTH, own=len(own), count=len(_unseen_trumps(sight))) if len(own) >= LONG else None


def trump_alone(sight: Sight) -> Because | None:
    """A trump that nobody but the partner can follow to."""
    if sight.card.suit is not sight.trump or sight.trumps_out:
        return None
    return because(WhyLead.ALONE)


def _unseen_trumps(sight: Sight) -> tuple[Card, ...]:
    return sight.by_strength(card for card in sight.hidden.unseen if card.suit is sight.trump)


# --- side suits --------------------------------------------------------------------------------------


def keeps_for_the_last(sight: Sight) -> Because | None:
    """Something else in hand takes the last trick for certain."""
    hand = sight.view.hand
    if not 1 < len(hand) <= ENDING or sight.is_winner(sight.card):
        return None
    kept = [card for card in hand if card is not sight.card and sight.is_winner(card)]
    stays = [card for card in kept if sight.trump in (None, card.suit)]
    return because(WhyLead.KEEP_LAST, card=stays[0]) if len(stays) == len(hand) - 1 == 1 else None


def cashes(sight: Sight) -> Because | None:
    """Nothing beats it, and nothing of one's own is above it."""
    card = sight.card
    if not sight.is_master(card) or card is not sight.by_strength(sight.own(card.suit))[0]:
        return None
    if sight.is_winner(card):
        drawn = sight.trump is not None and not sight.trumps_out
        return because(WhyLead.CASH_DRAWN if drawn else WhyLead.CASH, card=card)
    if not _unseen(sight, card.suit):
        return None
    words = WhyLead.CASH_EARLY if _ruffing(sight) is None else WhyLead.CASH_RISKY
    return because(words, card=card)


def partner_ruffs(sight: Sight) -> Because | None:
    """The partner has none of the suit and can have a trump, and no opponent is known to be so too."""
    partner, suit = sight.me.partner, sight.card.suit
    can = sight.trump is not None and suit is not sight.trump and sight.may_trump(partner, suit)
    if not can or not sight.is_out_of(partner, suit) or _ruffing(sight) is not None:
        return None
    return because(WhyLead.PARTNER_VOID, suit=suit)


def partner_has_it(sight: Sight) -> Because | None:
    """The card that beats all others is certainly the partner's."""
    higher = sight.by_strength(sight.higher(sight.card))
    if not higher or any(higher[0] in sight.hidden.may[seat] for seat in sight.opponents):
        return None
    return because(WhyLead.PARTNER_HAS, card=higher[0])


def partner_named_it(sight: Sight) -> Because | None:
    """He bid the suit, and another became trumps."""
    suit = sight.card.suit
    named = any(suit in bid for bid in _named(sight, sight.me.partner)) and not sight.is_out_of(sight.me.partner, suit)
    return because(WhyLead.PARTNER_NAMED, suit=suit) if named and suit is not sight.trump else None


def _named(sight: Sight, seat: Seat) -> list[frozenset[Suit]]:
    said = [parse_action(call.action) for call in sight.view.auction if call.seat is seat]
    bids = [action.bid for action in said if isinstance(action, MakeBid)]
    return [bid.denomination.trumps for bid in bids if len(bid.denomination.trumps) == 1]


def forces(sight: Sight) -> Because | None:
    """An opponent has none of the suit, and can have trumps."""
    seat = _ruffing(sight)
    return because(WhyLead.FORCES, who=seat, suit=sight.card.suit) if seat is not None else None


def _ruffing(sight: Sight) -> Seat | None:
    """The first opponent who certainly has none of the suit, and can have a trump."""
    suit = sight.card.suit
    ruffing = (seat for seat in sight.opponents if sight.may_trump(seat, suit) and sight.is_out_of(seat, suit))
    return next(ruffing, None)


def drives_out(sight: Sight) -> Because | None:
    """One card is above it and above one's own next, which is then the highest."""
    above = sight.higher(sight.card)
    if len(above) != 1 or not sight.above(sight.card):
        return None
    (card,) = above
    rest = [own for own in sight.own(sight.card.suit) if own is not sight.card and sight.higher(own) == above]
    return because(WhyLead.DRIVE_OUT, card=card, next=sight.dearest(rest)) if rest else None


def will_ruff(sight: Sight) -> Because | None:
    """Its suit is then gone from the hand, at little cost, and trumps are in it: before the last tricks."""
    suit = sight.card.suit
    if sight.points(sight.card) > LITTLE or len(sight.view.hand) <= ENDING:
        return None
    if sight.trump is None or suit is sight.trump or len(sight.own(suit)) > 1 or not sight.own(sight.trump):
        return None
    return because(WhyLead.SINGLETON, suit=suit) if len(_unseen(sight, suit)) > 1 else None


def gives_nothing(sight: Sight) -> Because | None:
    """No points, or few and none fewer, where there are more to be kept."""
    points = sight.points(sight.card)
    kept = [card for card in sight.legal if sight.points(card) > points]
    if not kept or points > min(LITTLE, *map(sight.points, sight.legal)):
        return None
    if not points:
        return because(WhyLead.GIVES_NOTHING)
    return because(WhyLead.GIVES_LITTLE, points=points, card=sight.dearest(kept))


def _unseen(sight: Sight, suit: Suit) -> list[Card]:
    return [card for card in sight.hidden.unseen if card.suit is suit]


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
