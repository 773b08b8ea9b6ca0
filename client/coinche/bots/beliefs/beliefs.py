"""Beliefs: the constraints and likelihoods of the hidden hands, in the form in which the solver draws worlds.

A world must fit the constraints. Its weight is the product of the likelihoods of the calls, the cards and the
declarations of the other seats. Nothing enters but the view of one seat.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping
from functools import cache

from coinche.bots.constraints import plays, revealed_cards, ruled_out
from coinche.engine.belote import CARDS, may_hold
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind, best_set, held
from coinche.engine.rules import HAND_SIZE, BeloteDeclared, DeclarationChoice, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, HiddenHands
from coinche.engine.view import Phase, TableView

from .auction_likelihood import auction_evidence
from .conventions import NONE_DECLARED, Systems
from .play_likelihood import play_log_odds

SILENT_BELOTE = 0.04
"""Factor of the odds that a player holds the other card of a belote that was not announced. An estimate, not a fit."""

_OTHER = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}
_AT = {card: at for at, card in enumerate(PACK)}

PlayedCard = tuple[Seat, Card, tuple[Card, ...]]
CardLogOdds = tuple[Seat, Card, float]
"""A card, a seat, and the change of the log odds that the seat holds it."""


def hidden_hands(
    view: TableView,
    rules: RuleSet,
    *,
    inference: bool = True,
    memory: bool = True,
    systems: Systems = NONE_DECLARED,
    drawn: frozenset[Card] = frozenset(),
) -> HiddenHands:
    """Return the beliefs of the viewer, who has a seat, about the three other hands.

    Without `inference` they hold constraints only, without `memory` nothing but the unseen cards. Calls are read by the
    `systems` that the seats declared. Before the last cards of a deal in two stages, `drawn` are those that the viewer
    is assumed to get.
    """
    assert isinstance(view.viewer, Seat)
    me, played = view.viewer, tuple(plays(view, rules.table.direction))
    gone = {seat: frozenset(card for by, card, _ in played if by is seat) for seat in Seat}
    unseen = frozenset(PACK).difference(view.hand, drawn, *gone.values())
    others = me.round(rules.table.direction)[1:]
    may = dict.fromkeys(others, unseen)
    if memory and view.contract is not None:
        may = _with_known_cards(view, rules, gone, _without_ruled_out(view, rules, played, may))
    weighs = inference and view.phase is Phase.PLAYING
    return HiddenHands(
        unseen=unseen,
        room={seat: HAND_SIZE - len(gone[seat]) for seat in others},
        may=may,
        gone=gone,
        lean=_log_odds_table(view, rules, played, others) if weighs else b"",
        evidence=(*auction_evidence(view, rules, systems), *declaration_evidence(view, rules, gone))
        if inference
        else (),
    )


# --- constraints -------------------------------------------------------------------------------------


def _without_ruled_out(
    view: TableView, rules: RuleSet, played: tuple[PlayedCard, ...], may: Mapping[Seat, frozenset[Card]]
) -> dict[Seat, frozenset[Card]]:
    """Take away the cards that a seat would have had to play or to announce."""
    assert view.contract is not None
    left = dict(may)
    for seat, card, before in played:
        if seat in left:
            left[seat] -= ruled_out(card, before, view.contract.denomination, rules)
    if rules.declarations.belote_declared is BeloteDeclared.AUTOMATIC:
        for seat, other in _silent_belotes(view, rules, played):
            if seat in left:
                left[seat] -= {other}
    return left


def _silent_belotes(view: TableView, rules: RuleSet, played: tuple[PlayedCard, ...]) -> Iterator[tuple[Seat, Card]]:
    """Yield players of a belote card that was not announced though it would count, with the other card of it."""
    assert view.contract is not None
    for seat, card, _ in played:
        said = any(word.seat is seat and word.suit is card.suit for word in view.belotes)
        counts = may_hold(seat.team, view.contract.takers, rules.declarations)
        if card in CARDS[view.contract.denomination] and counts and not said:
            yield seat, Card.of(_OTHER[card.rank], card.suit)


def _with_known_cards(
    view: TableView,
    rules: RuleSet,
    gone: Mapping[Seat, frozenset[Card]],
    may: Mapping[Seat, frozenset[Card]],
) -> dict[Seat, frozenset[Card]]:
    """Give every card that a seat has shown or named to that seat alone."""
    left = dict(may)
    for seat, card in (*revealed_cards(view), *implied_cards(view, gone, may)):
        if seat in left:
            left = {other: cards if other is seat else cards - {card} for other, cards in left.items()}
    return left


# --- play likelihood ---------------------------------------------------------------------------------


def _log_odds_table(view: TableView, rules: RuleSet, played: tuple[PlayedCard, ...], others: tuple[Seat, ...]) -> bytes:
    """Add up the log odds by seat and card."""
    table = array("d", bytes(8 * len(others) * len(PACK)))
    for seat, card, log_odds in _log_odds(view, rules, played):
        if seat in others:
            table[others.index(seat) * len(PACK) + _AT[card]] += log_odds
    return table.tobytes()


def _log_odds(view: TableView, rules: RuleSet, played: tuple[PlayedCard, ...]) -> Iterator[CardLogOdds]:
    assert view.contract is not None
    denomination = view.contract.denomination
    for seat, card, before in played:
        for other, log_odds in play_log_odds(card, before, denomination):
            yield seat, other, log_odds
    if rules.declarations.belote_declared is BeloteDeclared.MANUAL:
        for seat, other in _silent_belotes(view, rules, played):
            yield seat, other, math.log(SILENT_BELOTE)


# --- declarations ------------------------------------------------------------------------------------

LOG_UNDERSTATED = -3.5
"""Log likelihood that a player announces less than all. An estimate, not a fit."""
LOG_IMPOSSIBLE = -30.0
"""Log likelihood of a hand without the announced declaration, which the engine does not allow."""

_CODE_COUNT = 256
_SUIT_SIZE = len(PACK) // len(Suit)
_CODES = {DeclarationKind.TIERCE: 1, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 16, DeclarationKind.CARRE: 0}
"""Codes whose sum over the suits of a hand says how many sequences of each kind it has."""
_ALL_DECLARATIONS = held(frozenset(PACK))


def implied_cards(
    view: TableView, gone: Mapping[Seat, frozenset[Card]], may: Mapping[Seat, frozenset[Card]]
) -> Iterator[tuple[Seat, Card]]:
    """Yield cards that every hand with the announced declarations holds."""
    for said in view.announced:
        if said.seat in may:
            for kind in set(said.kinds):
                could = _matching_declarations(view, said.seat, kind, gone[said.seat] | may[said.seat])
                if could and said.kinds.count(kind) == 1:
                    for card in frozenset.intersection(*(declaration.cards for declaration in could)):
                        yield said.seat, card


def _matching_declarations(
    view: TableView, seat: Seat, kind: DeclarationKind, cards: frozenset[Card]
) -> list[Declaration]:
    heights = {said.height for said in view.heights if said.seat is seat and said.kind is kind and said.height}
    return [
        declaration
        for declaration in _ALL_DECLARATIONS
        if declaration.kind is kind and declaration.cards <= cards and (not heights or declaration.height in heights)
    ]


def declaration_evidence(
    view: TableView, rules: RuleSet, gone: Mapping[Seat, frozenset[Card]]
) -> tuple[CallEvidence, ...]:
    """Return the likelihood of what each of the others announced, or did not, with the first card."""
    if not rules.declarations.declarations:
        return ()
    spoken = {said.seat: said.kinds for said in view.announced}
    only_best = rules.declarations.declaration_choice is DeclarationChoice.BEST_ONLY
    return tuple(
        CallEvidence(
            seat=seat,
            worth=_declaration_codes(),
            likely=_declaration_log_likelihoods(sum(_CODES[kind] for kind in kinds), only_best),
        )
        for seat in Seat
        if seat is not view.viewer and gone[seat]
        if DeclarationKind.CARRE not in (kinds := spoken.get(seat, ()))
    )


@cache
def _declaration_codes() -> bytes:
    """Return the code of the sequences in each holding of a suit."""
    codes = array("h")
    for suit in range(len(Suit)):
        cards = PACK[suit * _SUIT_SIZE : (suit + 1) * _SUIT_SIZE]
        for holding in range(1 << _SUIT_SIZE):
            available = held(frozenset(card for at, card in enumerate(cards) if holding >> at & 1))
            codes.append(sum(_CODES[each.kind] for each in best_set(available, Denomination.NO_TRUMP)))
    return codes.tobytes()


@cache
def _declaration_log_likelihoods(said: int, only_best: bool) -> bytes:
    more = 0.0 if only_best else LOG_UNDERSTATED
    return array(
        "f", [LOG_IMPOSSIBLE if code < said else 0.0 if code == said else more for code in range(_CODE_COUNT)]
    ).tobytes()
