"""Reasons to play a card on others, as a good player would give them, from facts that the player sees.

The weightiest reason comes first: whose trick it is, what it is worth, which cards are better kept.
"""

from __future__ import annotations

from coinche.engine.cards import Card, Rank

from .render import Because, because
from .texts import WhyFollow
from .trick_facts import FEW, GREAT, Reason, TrickFacts, only

LITTLE = 4
"""Minimum number of points that are a reason to take a trick or to give a card."""
DEAR = 10
"""Minimum number of points of a card that deserves protection."""


# --- the partner holds the trick -----------------------------------------------------------------------


def gives(facts: TrickFacts) -> Because | None:
    """The card gives the partner's trick as many points as possible."""
    points = facts.points(facts.card)
    if not _stays(facts) or points < max(facts.points(card) for card in facts.legal) or not points:
        return None
    return because(WhyFollow.GIVE, points=points) if facts.is_sure else because(WhyFollow.GIVE_LIKELY)


def keeps_a_winner(facts: TrickFacts) -> Because | None:
    """The trick is ours without the card, so a better card stays in hand."""
    if not _stays(facts) or not facts.is_sure:
        return None
    kept = _dearer(facts)
    masters = [card for card in kept if facts.is_master(card)]
    if masters:
        return because(WhyFollow.KEEP_WINNER, card=facts.most_valuable(masters))
    if not kept:
        return None
    if _keeps_trumps(facts):
        return because(WhyFollow.KEEP_TRUMPS)
    big = facts.most_valuable(kept)
    return because(WhyFollow.KEEP, card=big) if facts.points(big) >= DEAR else None


def waits(facts: TrickFacts) -> Because | None:
    """The partner may still lose the trick, so the card gives it as few points as possible."""
    if not _stays(facts) or facts.is_sure or not _dearer(facts) or not _is_cheapest(facts):
        return None
    if _keeps_trumps(facts):
        return because(WhyFollow.WAIT_TRUMPS)
    if len(facts.beaten_by) == 1 and not facts.may_be_ruffed:
        return because(WhyFollow.ONE_OUT, card=facts.beaten_by[0])
    return because(WhyFollow.UNSAFE if facts.beaten_by else WhyFollow.RUFF_OUT)


def secures(facts: TrickFacts) -> Because | None:
    """The card takes the partner's trick so that the opponents cannot."""
    if not facts.partner_holds or not facts.takes(facts.card):
        return None
    fears = facts.by_strength(
        card
        for card in facts.higher(facts.best)
        if any(card in facts.hidden.may[seat] for seat in facts.opponents_to_play)
    )
    if len(fears) == 1 and facts.is_sure and facts.led is facts.best.suit:
        return because(WhyFollow.SECURE, card=fears[0])
    if facts.led is facts.trump and all(map(facts.takes, facts.legal)):
        return goes_over(facts)
    if not set(fears) - facts.higher(facts.card):
        return None
    if len(fears) == 1:
        return because(WhyFollow.IS_BEATEN, card=facts.best, fear=fears[0])
    return because(WhyFollow.TOO_LOW, card=facts.best)


def _stays(facts: TrickFacts) -> bool:
    return facts.partner_holds and not facts.takes(facts.card)


def _dearer(facts: TrickFacts) -> list[Card]:
    return [card for card in facts.legal if facts.points(card) > facts.points(facts.card)]


def _is_cheapest(facts: TrickFacts) -> bool:
    return facts.points(facts.card) == min(map(facts.points, facts.legal))


def _keeps_trumps(facts: TrickFacts) -> bool:
    """True when the card is not a trump, and all legal cards worth more are trumps."""
    return facts.card.suit is not facts.trump and all(card.suit is facts.trump for card in _dearer(facts))


# --- it can be taken -----------------------------------------------------------------------------------


def ruffs(facts: TrickFacts) -> Because | None:
    """The card ruffs a plain suit, and all legal cards are trumps."""
    if facts.partner_holds or facts.led is facts.trump or facts.card.suit is not facts.trump:
        return None
    if not facts.takes(facts.card):
        return None
    trumps = facts.by_strength(facts.legal)
    low = facts.card is trumps[-1]
    if low and (not facts.is_sure or facts.prize < LITTLE):
        return because(WhyFollow.MUST_RUFF, card=trumps[0])
    if _is_harder_to_overruff(facts, trumps[-1]):
        return because(WhyFollow.RUFF_HIGH)
    if facts.prize < LITTLE:
        return None
    if facts.best.suit is facts.trump:
        return because(WhyFollow.OVERRUFF, points=facts.prize)
    return because(WhyFollow.RUFF_LOW if low and facts.is_sure else WhyFollow.RUFF, points=facts.prize)


def _is_harder_to_overruff(facts: TrickFacts, lowest: Card) -> bool:
    """True when an opponent who plays later can have a trump that beats the lowest one but not this one."""
    between = facts.higher(lowest) - facts.higher(facts.card)
    seats = [seat for seat in facts.opponents_to_play if facts.may_be_out_of(seat, facts.led)]
    return any(card in facts.hidden.may[seat] for seat in seats for card in between)


def goes_over(facts: TrickFacts) -> Because | None:
    """Every legal card goes over, and this is the lowest."""
    if len(facts.legal) == 1 or not all(map(facts.takes, facts.legal)) or facts.led is not facts.trump:
        return None
    return because(WhyFollow.GO_OVER) if facts.card is facts.by_strength(facts.legal)[-1] else None


def takes_last(facts: TrickFacts) -> Because | None:
    """Nobody plays after us: the card takes the trick as cheaply as possible, or with a valuable card."""
    if facts.partner_holds or facts.to_play or not facts.takes(facts.card):
        return None
    ways = [card for card in facts.legal if facts.takes(card)]
    if len(ways) > 1 and facts.card is facts.most_valuable(ways) and facts.points(facts.card) >= DEAR:
        return because(WhyFollow.TAKE_DEAR, card=facts.card)
    if len(ways) > 1 and facts.card is facts.by_strength(ways)[-1]:
        return because(WhyFollow.TAKE_CHEAP, card=facts.card, kept=facts.by_strength(ways)[0])
    return because(WhyFollow.TAKE, points=facts.worth)


def takes(facts: TrickFacts) -> Because | None:
    """Others play after us: the reason names the cards that could still beat this one."""
    if facts.partner_holds or not facts.takes(facts.card):
        return None
    if facts.is_sure:
        return because(WhyFollow.SURE, card=facts.card)
    if not facts.beaten_by:
        return because(WhyFollow.RUFF_ONLY)
    if len(facts.beaten_by) > FEW:
        return None
    words = WhyFollow.FEW_OR_RUFF if facts.may_be_ruffed else WhyFollow.FEW_OVER
    return because(words, cards=facts.beaten_by)


# --- it is left to them --------------------------------------------------------------------------------


def holds_back(facts: TrickFacts) -> Because | None:
    """The player could take the trick and leaves it."""
    ways = [card for card in facts.legal if facts.takes(card)]
    if facts.partner_holds or facts.takes(facts.card) or not ways:
        return None
    if facts.me.partner in facts.to_play:
        return because(WhyFollow.LEAVE_IT)
    kept = facts.by_strength(ways)[0]
    target = _target(facts, kept)
    return because(WhyFollow.HOLD, card=kept, target=target) if target is not None and facts.is_master(kept) else None


def _target(facts: TrickFacts, card: Card) -> Card | None:
    """The most valuable card that an opponent can have and that the given card would take."""
    under = [
        out
        for out in facts.hidden.unseen - facts.higher(card)
        if out.suit is card.suit and any(out in facts.hidden.may[seat] for seat in facts.opponents)
    ]
    dear = [out for out in under if facts.points(out) >= DEAR]
    return facts.most_valuable(dear) if dear else None


def hopes(facts: TrickFacts) -> Because | None:
    """The partner plays later and alone can take the trick, so the card gives it as much as possible."""
    if facts.partner_holds or any(map(facts.takes, facts.legal)) or facts.me.partner not in facts.to_play:
        return None
    if facts.points(facts.card) < LITTLE or _is_cheapest(facts) or _dearer(facts):
        return None
    return because(WhyFollow.HOPE) if facts.partner_may_take else None


def gets_rid(facts: TrickFacts) -> Because | None:
    """The hand drops the last card of a plain suit and keeps trumps."""
    suit = facts.card.suit
    if facts.trump is None or suit in (facts.trump, facts.led) or len(facts.own(suit)) > 1:
        return None
    return because(WhyFollow.VOID, suit=suit) if facts.own(facts.trump) and not facts.points(facts.card) else None


def guards(facts: TrickFacts) -> Because | None:
    """A cheaper card stays in hand to protect a ten that the ace could take."""
    cheaper = [card for card in facts.legal if facts.points(card) < facts.points(facts.card)]
    for small in cheaper:
        suit = facts.own(small.suit)
        tens = [card for card in suit if card.rank is Rank.TEN and card is not facts.card]
        if small.suit is not facts.trump and tens and len(suit) == FEW and facts.above(tens[0]):
            return because(WhyFollow.GUARD, small=small, big=tens[0])
    return None


def gives_least(facts: TrickFacts) -> Because | None:
    """No legal card takes the trick, and this one is worth least."""
    if facts.partner_holds or any(map(facts.takes, facts.legal)):
        return None
    points, dearer = facts.points(facts.card), _dearer(facts)
    if not _is_cheapest(facts):
        return None
    if points >= DEAR and dearer:
        return because(WhyFollow.KEEP_BIG, card=facts.most_valuable(dearer))
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
"""Reasons that concern the trick alone and not the later ones."""
