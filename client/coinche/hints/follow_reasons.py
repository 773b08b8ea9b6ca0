"""Why a card is played on others: whose the trick is, what it is worth, what is better kept; the weightiest first."""

from __future__ import annotations

from coinche.engine.cards import Card, Rank

from .reason import Because, because
from .texts import WhyFollow
from .trick_facts import GREAT, Reason, Sight, only

FEW = 2
"""So many cards are named one by one."""
LITTLE = 4
"""Fewer points are no reason to take a trick, nor any to give."""
DEAR = 10
"""A card of so many points is worth being kept safe."""


# --- the partner holds the trick -----------------------------------------------------------------------


def gives(sight: Sight) -> Because | None:
    """The most that can be given to a trick of the partner's."""
    points = sight.points(sight.card)
    if not _stays(sight) or points < max(sight.points(card) for card in sight.legal) or not points:
        return None
    return because(WhyFollow.GIVE, points=points) if sight.is_sure else because(WhyFollow.GIVE_LIKELY)


def keeps_a_winner(sight: Sight) -> Because | None:
    """The trick is ours without it, and it can take one of its own."""
    if not _stays(sight) or not sight.is_sure:
        return None
    kept = _dearer(sight)
    masters = [card for card in kept if sight.is_master(card)]
    if masters:
        return because(WhyFollow.KEEP_WINNER, card=sight.dearest(masters))
    if not kept:
        return None
    if _keeps_trumps(sight):
        return because(WhyFollow.KEEP_TRUMPS)
    big = sight.dearest(kept)
    return because(WhyFollow.KEEP, card=big) if sight.points(big) >= DEAR else None


def waits(sight: Sight) -> Because | None:
    """The partner may yet lose the trick: as few points for it as can be."""
    if not _stays(sight) or sight.is_sure or not _dearer(sight) or not _is_cheapest(sight):
        return None
    if _keeps_trumps(sight):
        return because(WhyFollow.WAIT_TRUMPS)
    if len(sight.beaten_by) == 1 and not sight.may_be_ruffed:
        return because(WhyFollow.ONE_OUT, card=sight.beaten_by[0])
    return because(WhyFollow.UNSAFE if sight.beaten_by else WhyFollow.RUFF_OUT)


def secures(sight: Sight) -> Because | None:
    """The partner's trick, taken so that nobody else can."""
    if not sight.partner_holds or not sight.takes(sight.card):
        return None
    fears = sight.by_strength(
        card
        for card in sight.higher(sight.best)
        if any(card in sight.hidden.may[seat] for seat in sight.opponents_to_play)
    )
    if len(fears) == 1 and sight.is_sure and sight.led is sight.best.suit:
        return because(WhyFollow.SECURE, card=fears[0])
    if sight.led is sight.trump and all(map(sight.takes, sight.legal)):
        return goes_over(sight)
    if not set(fears) - sight.higher(sight.card):
        return None
    if len(fears) == 1:
        return because(WhyFollow.IS_BEATEN, card=sight.best, fear=fears[0])
    return because(WhyFollow.TOO_LOW, count=len(fears), card=sight.best)


def _stays(sight: Sight) -> bool:
    return sight.partner_holds and not sight.takes(sight.card)


def _dearer(sight: Sight) -> list[Card]:
    return [card for card in sight.legal if sight.points(card) > sight.points(sight.card)]


def _is_cheapest(sight: Sight) -> bool:
    return sight.points(sight.card) == min(map(sight.points, sight.legal))


def _keeps_trumps(sight: Sight) -> bool:
    """True when the card is not a trump, and all legal cards worth more are trumps."""
    return sight.card.suit is not sight.trump and all(card.suit is sight.trump for card in _dearer(sight))


# --- it can be taken -----------------------------------------------------------------------------------


def ruffs(sight: Sight) -> Because | None:
    """A trump on a plain suit, which has to be: all that is allowed is trumps."""
    if sight.partner_holds or sight.led is sight.trump or sight.card.suit is not sight.trump:
        return None
    if not sight.takes(sight.card):
        return None
    trumps = sight.by_strength(sight.legal)
    low = sight.card is trumps[-1]
    if low and (not sight.is_sure or sight.prize < LITTLE):
        return because(WhyFollow.MUST_RUFF, card=trumps[0])
    if _is_harder_to_overruff(sight, trumps[-1]):
        return because(WhyFollow.RUFF_HIGH)
    if sight.prize < LITTLE:
        return None
    if sight.best.suit is sight.trump:
        return because(WhyFollow.OVERRUFF, points=sight.prize)
    return because(WhyFollow.RUFF_LOW if low and sight.is_sure else WhyFollow.RUFF, points=sight.prize)


def _is_harder_to_overruff(sight: Sight, lowest: Card) -> bool:
    """True when an opponent who plays later can have a trump that beats the lowest one but not this one."""
    between = sight.higher(lowest) - sight.higher(sight.card)
    seats = [seat for seat in sight.opponents_to_play if sight.may_be_out_of(seat, sight.led)]
    return any(card in sight.hidden.may[seat] for seat in seats for card in between)


def goes_over(sight: Sight) -> Because | None:
    """Every card allowed goes over, and this is the lowest."""
    if len(sight.legal) == 1 or not all(map(sight.takes, sight.legal)) or sight.led is not sight.trump:
        return None
    return because(WhyFollow.GO_OVER) if sight.card is sight.by_strength(sight.legal)[-1] else None


def takes_last(sight: Sight) -> Because | None:
    """Nobody plays after us: with as little as is enough, or with what is dear."""
    if sight.partner_holds or sight.to_play or not sight.takes(sight.card):
        return None
    ways = [card for card in sight.legal if sight.takes(card)]
    if len(ways) > 1 and sight.card is sight.dearest(ways) and sight.points(sight.card) >= DEAR:
        return because(WhyFollow.TAKE_DEAR, card=sight.card)
    if len(ways) > 1 and sight.card is sight.by_strength(ways)[-1]:
        return because(WhyFollow.TAKE_CHEAP, card=sight.card, kept=sight.by_strength(ways)[0])
    return because(WhyFollow.TAKE, points=sight.worth)


def takes(sight: Sight) -> Because | None:
    """Others play after us: what could still beat it."""
    if sight.partner_holds or not sight.takes(sight.card):
        return None
    if sight.is_sure:
        return because(WhyFollow.SURE, card=sight.card)
    if not sight.beaten_by:
        return because(WhyFollow.RUFF_ONLY)
    if len(sight.beaten_by) > FEW:
        return None
    words = WhyFollow.FEW_OR_RUFF if sight.may_be_ruffed else WhyFollow.FEW_OVER
    return because(words, cards=sight.beaten_by)


# --- it is left to them --------------------------------------------------------------------------------


def holds_back(sight: Sight) -> Because | None:
    """It could be taken, and is not."""
    ways = [card for card in sight.legal if sight.takes(card)]
    if sight.partner_holds or sight.takes(sight.card) or not ways:
        return None
    if sight.me.partner in sight.to_play:
        return because(WhyFollow.LEAVE_IT)
    kept = sight.by_strength(ways)[0]
    prey = _prey(sight, kept)
    return because(WhyFollow.HOLD, card=kept, prey=prey) if prey is not None and sight.is_master(kept) else None


def _prey(sight: Sight, card: Card) -> Card | None:
    """The dearest card that an opponent can have and that it would take."""
    under = [
        out
        for out in sight.hidden.unseen - sight.higher(card)
        if out.suit is card.suit and any(out in sight.hidden.may[seat] for seat in sight.opponents)
    ]
    dear = [out for out in under if sight.points(out) >= DEAR]
    return sight.dearest(dear) if dear else None


def hopes(sight: Sight) -> Because | None:
    """The most that can be given to a trick that only the partner can take, who plays later."""
    if sight.partner_holds or any(map(sight.takes, sight.legal)) or sight.me.partner not in sight.to_play:
        return None
    if sight.points(sight.card) < LITTLE or _is_cheapest(sight) or _dearer(sight):
        return None
    return because(WhyFollow.HOPE) if sight.partner_may_take else None


def gets_rid(sight: Sight) -> Because | None:
    """The last card of a plain suit goes, and trumps stay."""
    suit = sight.card.suit
    if sight.trump is None or suit in (sight.trump, sight.led) or len(sight.own(suit)) > 1:
        return None
    return because(WhyFollow.VOID, suit=suit) if sight.own(sight.trump) and not sight.points(sight.card) else None


def guards(sight: Sight) -> Because | None:
    """A cheaper card stays beside a ten that its ace could take."""
    cheaper = [card for card in sight.legal if sight.points(card) < sight.points(sight.card)]
    for small in cheaper:
        suit = sight.own(small.suit)
        tens = [card for card in suit if card.rank is Rank.TEN and card is not sight.card]
        if small.suit is not sight.trump and tens and len(suit) == FEW and sight.above(tens[0]):
            return because(WhyFollow.GUARD, small=small, big=tens[0])
    return None


def gives_least(sight: Sight) -> Because | None:
    """Nothing allowed takes the trick, and this is worth least."""
    if sight.partner_holds or any(map(sight.takes, sight.legal)):
        return None
    points, dearer = sight.points(sight.card), _dearer(sight)
    if not _is_cheapest(sight):
        return None
    if points >= DEAR and dearer:
        return because(WhyFollow.KEEP_BIG, card=sight.dearest(dearer))
    return because(WhyFollow.LEAST, points=points) if points else because(WhyFollow.NOTHING)


FOLLOWS: tuple[Reason, ...] = (
    only,
    *GREAT,
    gives,
    keeps_a_winner,
    waits,
    secures,
    ruffs,
    goes_over,
    takes_last,
    takes,
    holds_back,
    guards,
    hopes,
    gets_rid,
    gives_least,
)
OF_THE_TRICK: tuple[Reason, ...] = (gives, ruffs, goes_over, takes_last, takes, gives_least)
"""What holds for the trick alone, whatever comes of the others."""
