"""What a seat can work out of the hands that it does not see, as the solver wants it.

Knows the duties of play, what was said with the cards, and through `tells`, `announcing` and `likelihood` what sensible
players do. It is told by one view, and refuses to know strategy.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping

from coinche.engine.belote import CARDS, may_hold
from coinche.engine.cards import PACK, Card, Rank
from coinche.engine.rules import HAND_SIZE, BeloteDeclared, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import HiddenHands
from coinche.engine.view import Phase, TableView

from .auction_likelihood import evidence
from .constraints import plays, revealed, ruled_out
from .conventions import NONE_DECLARED, Systems
from .declarations import announced, forced
from .play_likelihood import told

SILENT = 0.04
"""How much less likely than a stranger who played one card of a belote in silence is to hold the other."""

_OTHER = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}
_AT = {card: at for at, card in enumerate(PACK)}

Play = tuple[Seat, Card, tuple[Card, ...]]
Tell = tuple[Seat, Card, float]
"""A card at a seat, and the logarithm of how much likelier it is there."""


def hidden(
    view: TableView,
    rules: RuleSet,
    *,
    inference: bool = True,
    memory: bool = True,
    systems: Systems = NONE_DECLARED,
    drawn: frozenset[Card] = frozenset(),
) -> HiddenHands:
    """What the viewer, who has a seat, knows of the three other hands.

    Without `inference` only what is certain, without `memory` not even who is out of what; calls are read by the
    `systems` that the seats have declared. Before the last cards of a deal in two stages `drawn` are the two that the
    viewer is thought to get: then the others hold all the rest.
    """
    assert isinstance(view.viewer, Seat)
    me, played = view.viewer, tuple(plays(view, rules.table.direction))
    gone = {seat: frozenset(card for by, card, _ in played if by is seat) for seat in Seat}
    unseen = frozenset(PACK).difference(view.hand, drawn, *gone.values())
    others = me.round(rules.table.direction)[1:]
    may = dict.fromkeys(others, unseen)
    if memory and view.contract is not None:
        may = _placed(view, rules, gone, _possible(view, rules, played, may))
    speaks = inference and view.phase is Phase.PLAYING
    return HiddenHands(
        unseen=unseen,
        room={seat: HAND_SIZE - len(gone[seat]) for seat in others},
        may=may,
        gone=gone,
        lean=_leaning(view, rules, played, others) if speaks else b"",
        evidence=(*evidence(view, rules, systems), *announced(view, rules, gone)) if inference else (),
    )


# --- what is certain ---------------------------------------------------------------------------------


def _possible(
    view: TableView, rules: RuleSet, played: tuple[Play, ...], may: Mapping[Seat, frozenset[Card]]
) -> dict[Seat, frozenset[Card]]:
    """Without the cards that a seat would have had to play, or to speak of."""
    assert view.contract is not None
    left = dict(may)
    for seat, card, before in played:
        if seat in left:
            left[seat] -= ruled_out(card, before, view.contract.denomination, rules)
    if rules.declarations.belote_declared is BeloteDeclared.AUTOMATIC:
        for seat, other in _in_silence(view, rules, played):
            if seat in left:
                left[seat] -= {other}
    return left


def _in_silence(view: TableView, rules: RuleSet, played: tuple[Play, ...]) -> Iterator[tuple[Seat, Card]]:
    """Who played a card of a belote without its word, though his side's would count, and the other card of it."""
    assert view.contract is not None
    for seat, card, _ in played:
        said = any(word.seat is seat and word.suit is card.suit for word in view.belotes)
        counts = may_hold(seat.team, view.contract.takers, rules.declarations)
        if card in CARDS[view.contract.denomination] and counts and not said:
            yield seat, Card.of(_OTHER[card.rank], card.suit)


def _placed(
    view: TableView,
    rules: RuleSet,
    gone: Mapping[Seat, frozenset[Card]],
    may: Mapping[Seat, frozenset[Card]],
) -> dict[Seat, frozenset[Card]]:
    """With every card that a seat has shown or spoken of at that seat alone."""
    left = dict(may)
    for seat, card in (*revealed(view), *forced(view, gone, may)):
        if seat in left:
            left = {other: cards if other is seat else cards - {card} for other, cards in left.items()}
    return left


# --- what is likely ----------------------------------------------------------------------------------


def _leaning(view: TableView, rules: RuleSet, played: tuple[Play, ...], others: tuple[Seat, ...]) -> bytes:
    """All tells, by seat and card."""
    table = array("d", bytes(8 * len(others) * len(PACK)))
    for seat, card, likelier in _tells(view, rules, played):
        if seat in others:
            table[others.index(seat) * len(PACK) + _AT[card]] += likelier
    return table.tobytes()


def _tells(view: TableView, rules: RuleSet, played: tuple[Play, ...]) -> Iterator[Tell]:
    assert view.contract is not None
    denomination = view.contract.denomination
    for seat, card, before in played:
        for other, likelier in told(card, before, denomination):
            yield seat, other, likelier
    if rules.declarations.belote_declared is BeloteDeclared.MANUAL:
        for seat, other in _in_silence(view, rules, played):
            yield seat, other, math.log(SILENT)
