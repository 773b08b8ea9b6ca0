"""The boards that cost most as text: the deal, the auctions, and the decision that did it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.engine.seats import Seat
from coinche.records.review.recorded_deal import RecordedDeal
from coinche.records.texts import Notation

from .deal_words import act_words, auction, contract_words, hand_by_suits, score_words
from .worst import WorstBoard

_HAND = 20
"""Columns of one hand."""


def worst_text(boards: Iterable[WorstBoard], face: Notation) -> Iterator[str]:
    """The boards in lines, the worst first."""
    for number, board in enumerate(boards, 1):
        yield from map(face.glyphs.plain, _board(number, board, face))


def _board(number: int, worst: WorstBoard, face: Notation) -> Iterator[str]:
    costly = worst.costly
    if number > 1:
        yield ""
    yield f"{number}. board {costly.board}: {costly.entrant} lost {costly.cost:.0f} points against {costly.other}"
    deal = worst.deal
    if deal is not None:
        yield from (f"   {line}".rstrip() for line in _drawn(deal, face))
    for table in costly.tables:
        yield f"   NS {table.ns}, EW {table.ew}: {score_words(table, face)}"
        for played in worst.deals_shown(table):
            yield f"     {auction(played, face)}; {contract_words(played, face)}"
    yield f"   {act_words(worst.act, costly.entrant, face)}"


def _drawn(deal: RecordedDeal, face: Notation) -> Iterator[str]:
    """The four hands round the table."""
    hands = {seat: tuple(_lines(deal, seat, face)) for seat in Seat}
    gap = " " * _HAND
    number = f"deal {deal.number}, " if deal.number > 1 else ""
    yield f"{number}dealer {face.seat(deal.dealer)}"
    yield from (gap + line for line in hands[Seat.NORTH])
    for west, east in zip(hands[Seat.WEST], hands[Seat.EAST], strict=True):
        yield f"{west:<{2 * _HAND}}{east}"
    yield from (gap + line for line in hands[Seat.SOUTH])


def _lines(deal: RecordedDeal, seat: Seat, face: Notation) -> Iterator[str]:
    for suit, cards in hand_by_suits(deal, seat).items():
        yield f"{face.suit(suit)} {' '.join(face.rank(card.rank) for card in cards)}"
