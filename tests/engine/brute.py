"""A brute-force reference for the play of a deal, in the words of the rule books, independent of the engine.

Cards are text, and each card of a hand is tested by itself. Hands stand in the order in which the seats play, the first
leader's first.
"""

from __future__ import annotations

from dataclasses import dataclass

TRUMPS_DOWNWARDS = ("J", "9", "A", "10", "K", "Q", "8", "7")
OTHERS_DOWNWARDS = ("A", "10", "K", "Q", "J", "9", "8", "7")


@dataclass(frozen=True)
class Duties:
    """The duties in which the books differ. On a trump of the partner on a plain lead a player may play: `any` card,
    only a `higher` trump if they have one, or the same unless they have `nothing but trumps`.
    """

    beat_partner: bool
    undertrump: bool
    on_partner_s_trump: str


def rank(card: str) -> str:
    """`10H` is a 10."""
    return card[:-1]


def suit(card: str) -> str:
    """`10H` is a heart."""
    return card[-1]


def is_trump(card: str, trumps: str) -> bool:
    """Trumps: a suit; `N`, and nothing is one; `A`, and everything is."""
    return trumps == "A" or suit(card) == trumps


def stronger(card: str, than: str, trumps: str) -> bool:
    """Of two cards of one suit."""
    order = TRUMPS_DOWNWARDS if is_trump(card, trumps) else OTHERS_DOWNWARDS
    return order.index(rank(card)) < order.index(rank(than))


def strongest(cards: list[str], trumps: str) -> str:
    """Of several cards of one suit."""
    return next(card for card in cards if not any(stronger(other, card, trumps) for other in cards))


def winning(trick: list[str], trumps: str) -> str:
    """ "Whoever played the highest trump, or, if no trumps were played, the highest card of the suit that was led"."""
    ruffs = [card for card in trick if suit(card) == trumps]
    led = [card for card in trick if suit(card) == suit(trick[0])]
    return strongest(ruffs or led, trumps)


def may_play(card: str, hand: list[str], trick: list[str], trumps: str, duties: Duties) -> bool:
    """Return whether the card may be played to the trick from that hand."""
    if not trick:
        return True
    best = winning(trick, trumps)
    partner_s = len(trick) >= 2 and best == trick[-2]
    followers = [held for held in hand if suit(held) == suit(trick[0])]
    if followers:
        return card in followers and may_follow(card, followers, best, partner_s, trumps, duties)
    ruffs = [held for held in hand if suit(held) == trumps]
    if not ruffs:
        return True
    if partner_s:
        return may_play_on_partner(card, hand, ruffs, best, trumps, duties)
    higher = [ruff for ruff in ruffs if suit(best) != trumps or stronger(ruff, best, trumps)]
    if higher:
        return card in higher
    return card in ruffs or not duties.undertrump


def may_follow(card: str, followers: list[str], best: str, partner_s: bool, trumps: str, duties: Duties) -> bool:
    """A trump that is led must be beaten, and in all trump every card; a plain one need not be."""
    if not is_trump(card, trumps) or (partner_s and trumps != "A" and not duties.beat_partner):
        return True
    higher = [held for held in followers if stronger(held, best, trumps)]
    return card in higher or not higher


def may_play_on_partner(card: str, hand: list[str], ruffs: list[str], best: str, trumps: str, duties: Duties) -> bool:
    """The partner holds the trick and one cannot follow."""
    if suit(best) != trumps or card not in ruffs or duties.on_partner_s_trump == "any":
        return True
    if not any(stronger(ruff, best, trumps) for ruff in ruffs) or stronger(card, best, trumps):
        return True
    return duties.on_partner_s_trump == "nothing but trumps" and len(ruffs) == len(hand)


def sequences(hands: list[list[str]], trumps: str, duties: Duties, depth: int) -> int:
    """The number of ways to play that many cards from the deal."""
    return ways_on([list(hand) for hand in hands], 0, [], trumps, duties, depth)


def ways_on(hands: list[list[str]], leader: int, trick: list[str], trumps: str, duties: Duties, depth: int) -> int:
    """The same from the middle of a trick."""
    if len(trick) == 4:
        won_by = (leader + trick.index(winning(trick, trumps))) % 4
        return ways_on(hands, won_by, [], trumps, duties, depth)
    seat = (leader + len(trick)) % 4
    allowed = [card for card in hands[seat] if may_play(card, hands[seat], trick, trumps, duties)]
    if depth == 1:
        return len(allowed)
    total = 0
    for card in allowed:
        after = [hand if at != seat else [held for held in hand if held != card] for at, hand in enumerate(hands)]
        total += ways_on(after, leader, [*trick, card], trumps, duties, depth - 1)
    return total
