"""Belote and rebelote: the king and queen of trumps in one hand, said as each is played (F 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .bids import Contract
from .cards import Card, Denomination, Rank, Suit
from .rules import Belote, BeloteDeclared, DeclarationRules
from .seats import ZERO, Points, Seat, Team

BELOTE_POINTS = 20

_OTHER = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}

CARDS: Mapping[Denomination, frozenset[Card]] = {
    denomination: frozenset(Card.of(rank, suit) for rank in _OTHER for suit in denomination.trumps)
    for denomination in Denomination
}
"""The kings and queens that can be of a belote."""


class BeloteWord(StrEnum):
    """The words said with the king and the queen of trumps (F 7)."""

    BELOTE = "belote"
    REBELOTE = "rebelote"


@dataclass(frozen=True, slots=True)
class Said:
    """One of the two words, said with a card of that suit."""

    seat: Seat
    word: BeloteWord
    suit: Suit


_MAY_HOLD: Mapping[Belote, Callable[[Team, Team], bool]] = {
    Belote.NONE: lambda team, takers: False,
    Belote.BIDDING_TEAM: lambda team, takers: team is takers,
    Belote.ANY_TEAM: lambda team, takers: True,
}


@dataclass(frozen=True, slots=True)
class BeloteHolding:
    """A player, their hand, and the words said so far at the table."""

    seat: Seat
    hand: tuple[Card, ...]
    said: tuple[Said, ...]


def may_hold(team: Team, takers: Team, rules: DeclarationRules) -> bool:
    """Return whether a belote of that side is worth anything."""
    return _MAY_HOLD[rules.belote](team, takers)


def words(card: Card, holder: BeloteHolding, contract: Contract, rules: DeclarationRules) -> tuple[BeloteWord, ...]:
    """Return the words that may go with the card where players say them: belote first, then rebelote (F 7)."""
    return _OFFERED[rules.belote_declared](card, holder, contract, rules)


def by_itself(card: Card, holder: BeloteHolding, contract: Contract, rules: DeclarationRules) -> BeloteWord | None:
    """The word that goes with the card unasked, where belotes declare themselves (O "Calculating the points")."""
    return next(iter(_UNASKED[rules.belote_declared](card, holder, contract, rules)), None)


def _due(card: Card, holder: BeloteHolding, contract: Contract, rules: DeclarationRules) -> tuple[BeloteWord, ...]:
    """Belote with the first of the two, rebelote with the second after belote."""
    if card not in CARDS[contract.denomination] or not may_hold(holder.seat.team, contract.takers, rules):
        return ()
    if Card.of(_OTHER[card.rank], card.suit) in holder.hand:
        return (BeloteWord.BELOTE,)
    return (BeloteWord.REBELOTE,) if Said(holder.seat, BeloteWord.BELOTE, card.suit) in holder.said else ()


def _none(card: Card, holder: BeloteHolding, contract: Contract, rules: DeclarationRules) -> tuple[BeloteWord, ...]:
    return ()


_Words = Callable[[Card, BeloteHolding, Contract, DeclarationRules], tuple[BeloteWord, ...]]
_OFFERED: Mapping[BeloteDeclared, _Words] = {BeloteDeclared.MANUAL: _due, BeloteDeclared.AUTOMATIC: _none}
_UNASKED: Mapping[BeloteDeclared, _Words] = {BeloteDeclared.MANUAL: _none, BeloteDeclared.AUTOMATIC: _due}


@dataclass(frozen=True, slots=True)
class Counted:
    """The belote points of each side, and the sides forgiven a forgotten rebelote."""

    points: Points
    forgiven: tuple[Team, ...]


def count(said: tuple[Said, ...], rules: DeclarationRules, forgiven_before: frozenset[Team]) -> Counted:
    """20 points where both words were said; once a match a side is forgiven the second where the rules say so (F 7)."""
    whole = [Points.of(s.seat.team, BELOTE_POINTS) for s in said if s.word is BeloteWord.REBELOTE]
    half = {
        s.seat.team
        for s in said
        if Said(s.seat, BeloteWord.REBELOTE, s.suit) not in said and s.word is BeloteWord.BELOTE
    }
    forgiven = tuple(t for t in Team if rules.rebelote_tolerance and t in half - forgiven_before)
    whole += [Points.of(team, BELOTE_POINTS) for team in forgiven]
    return Counted(sum(whole, ZERO), forgiven)
