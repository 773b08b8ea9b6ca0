"""What the declarations of the first trick tell before their cards are seen: what was said, what was not.

Knows which hands can be spoken of so. Refuses to know whose declarations count.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from functools import cache

from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.declarations import Declaration, DeclarationKind, best_set, held
from coinche.engine.rules import DeclarationChoice, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import TableView

KEPT_QUIET = -3.5
"""The logarithm of how likely a player is to say less than he has, against saying all."""
CANNOT_BE = -30.0
"""Of a hand that has not what was said: the engine allows none."""

_LIKELY = 256
_SUIT_SIZE = len(PACK) // len(Suit)
_CODE = {DeclarationKind.TIERCE: 1, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 16, DeclarationKind.CARRE: 0}
"""A hand's sequences as a sum over its suits: no other has as many of each."""
_EVERY = held(frozenset(PACK))


def forced(
    view: TableView, gone: Mapping[Seat, frozenset[Card]], may: Mapping[Seat, frozenset[Card]]
) -> Iterator[tuple[Seat, Card]]:
    """Cards that a player must hold: whatever else he announced them with, they are part of it."""
    for said in view.announced:
        if said.seat in may:
            for kind in set(said.kinds):
                could = _could_be(view, said.seat, kind, gone[said.seat] | may[said.seat])
                if could and said.kinds.count(kind) == 1:
                    for card in frozenset.intersection(*(declaration.cards for declaration in could)):
                        yield said.seat, card


def _could_be(view: TableView, seat: Seat, kind: DeclarationKind, cards: frozenset[Card]) -> list[Declaration]:
    heights = {said.height for said in view.heights if said.seat is seat and said.kind is kind and said.height}
    return [
        declaration
        for declaration in _EVERY
        if declaration.kind is kind and declaration.cards <= cards and (not heights or declaration.height in heights)
    ]


def announced(view: TableView, rules: RuleSet, gone: Mapping[Seat, frozenset[Card]]) -> tuple[CallEvidence, ...]:
    """What each of the others said, or did not say, with his first card."""
    if not rules.declarations.declarations:
        return ()
    spoken = {said.seat: said.kinds for said in view.announced}
    only_best = rules.declarations.declaration_choice is DeclarationChoice.BEST_ONLY
    return tuple(
        CallEvidence(seat=seat, worth=_worths(), likely=_likely(sum(_CODE[kind] for kind in kinds), only_best))
        for seat in Seat
        if seat is not view.viewer and gone[seat]
        if DeclarationKind.CARRE not in (kinds := spoken.get(seat, ()))
    )


@cache
def _worths() -> bytes:
    """The code of what can be announced of each holding of a suit."""
    codes = array("h")
    for suit in range(len(Suit)):
        cards = PACK[suit * _SUIT_SIZE : (suit + 1) * _SUIT_SIZE]
        for holding in range(1 << _SUIT_SIZE):
            available = held(frozenset(card for at, card in enumerate(cards) if holding >> at & 1))
            codes.append(sum(_CODE[each.kind] for each in best_set(available, Denomination.NO_TRUMP)))
    return codes.tobytes()


@cache
def _likely(said: int, only_best: bool) -> bytes:
    more = 0.0 if only_best else KEPT_QUIET
    return array(
        "f", [CANNOT_BE if code < said else 0.0 if code == said else more for code in range(_LIKELY)]
    ).tobytes()
