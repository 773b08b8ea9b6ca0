"""The boards that cost most, drawn: four hands round the table, both auctions, and the decision that did it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from coinche.arena.deal_words import act_words, auction, contract_words, hand_by_suits, score_words
from coinche.arena.summary import ContestSummary
from coinche.arena.worst import WorstBoard, worst_boards
from coinche.engine.seats import Seat
from coinche.engine.solver import ENGINE, Engine
from coinche.records.contest_file import PlayedTable
from coinche.records.review.recorded_deal import RecordedDeal
from coinche.records.texts import Notation
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from coinche.text.line_breaks import HARD

from .markup import Html, element, joined, suited

DRAWN, DRAWN_OF_MATCHES = 10, 4
"""Boards in all, shared by the entrants; to review a match takes as long as many boards."""
FACE = Notation(Language.ENGLISH, UNICODE)


def worst_section(contest: ContestSummary) -> Html:
    """The worst boards of each entrant."""
    title = element("h2", "Boards that cost most")
    if ENGINE is not Engine.C:
        return element(
            "section", title, element("p", "Not reviewed: the solver is not compiled here. Use coinche-arena worst.")
        )
    names = [name for name in contest.header.entrants if any(name in pair for pair in contest.pairs)]
    count = max(1, (DRAWN_OF_MATCHES if contest.header.plays_matches else DRAWN) // max(1, len(names)))
    found = [board for name in names for board in worst_boards(contest, name, count)]
    if not found:
        return Html()
    about = element(
        "p",
        "What an entrant got with the cards of a board, less what the other got with the same cards. The decision is"
        " the one that lost most against the best card or call with all hands known; at the table each sees one hand,"
        " so it need not be a mistake.",
        class_="about",
    )
    return element("section", title, about, element("div", *map(_board, found), class_="boards"))


def _board(worst: WorstBoard) -> Html:
    costly = worst.costly
    cost = element("strong", f"{costly.entrant} −{costly.cost:.0f}")
    return element(
        "article",
        element("h3", cost, f" against {costly.other}, board{HARD}{costly.board}"),
        _drawn(worst.deal, worst.act.decision.seat if worst.act else None) if worst.deal else Html(),
        *(_table(table, worst) for table in costly.tables),
        element("p", suited(act_words(worst.act, costly.entrant, FACE)), class_="act"),
        class_="board",
    )


_PLACES: Mapping[Seat, str] = {Seat.NORTH: "north", Seat.EAST: "east", Seat.SOUTH: "south", Seat.WEST: "west"}


def _drawn(deal: RecordedDeal, acted: Seat | None) -> Html:
    hands = (_hand(deal, seat, marked=seat is acted) for seat in Seat)
    number = f"deal {deal.number}" if deal.number > 1 else ""
    middle = element("div", number, element("span", f"dealer {FACE.seat(deal.dealer)}"), class_="middle")
    return element("div", *hands, middle, class_="deal")


_CALL = re.compile("(?<=[NESW]) ")
"""The space between a seat and its call."""


def _hand(deal: RecordedDeal, seat: Seat, *, marked: bool) -> Html:
    lines = (
        element("div", suited(FACE.suit(suit)), " ", " ".join(FACE.rank(card.rank) for card in cards) or "–")
        for suit, cards in hand_by_suits(deal, seat).items()
    )
    name = joined(FACE.seat(seat), element("span", " ◆", title="made the decision") if marked else Html())
    return element("div", element("h4", name), *lines, class_=f"hand {_PLACES[seat]}")


def _table(table: PlayedTable, worst: WorstBoard) -> Html:
    here = worst.act is not None and worst.act.table is table
    return element(
        "div",
        element("p", f"NS {table.ns}, EW {table.ew}: ", element("strong", score_words(table, FACE)), class_="title"),
        *_played(table, worst),
        class_="table here" if here else "table",
    )


def _played(table: PlayedTable, worst: WorstBoard) -> Iterator[Html]:
    for deal in worst.deals_shown(table):
        yield element("p", suited(_CALL.sub(HARD, auction(deal, FACE))))
        yield element("p", suited(contract_words(deal, FACE)))
