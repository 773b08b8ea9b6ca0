"""A card as a box of signs, and a row of them. Knows pictures; which card may be played is told to it."""

from __future__ import annotations

from collections.abc import Sequence

from coinche.engine.cards import Card, Denomination, Suit
from coinche.text.formatting import Face

from .text_lines import Line, beside, joined, plain

SMALL, BIG = 3, 5
"""Rows of a card."""


def ink(suit: Suit | Denomination) -> str:
    """The style of a suit within a sentence, on whatever ground the terminal has."""
    return f"class:ink-{Denomination(suit).name.lower().replace('_', '-')}"


def inline(card: Card, face: Face) -> Line:
    """A card within a sentence."""
    return plain(face.card(card), ink(card.suit))


def box(card: Card, face: Face, rows: int, style: str = "class:card", mark: str = " ") -> tuple[Line, ...]:
    """A card face up. `mark` stands beside its first index: a star for the card that wins so far."""
    glyphs = face.glyphs
    printed = f"{style} class:suit-{card.suit.name.lower()}"
    label = face.card(card)
    inner = 4 if rows == SMALL else 5
    top = plain(glyphs.corners[0] + glyphs.edge * inner + glyphs.corners[1], style)
    bottom = plain(glyphs.corners[2] + glyphs.edge * inner + glyphs.corners[3], style)
    side = plain(glyphs.side, style)

    def row(text: str) -> Line:
        return joined(side, plain(text, printed), side)

    if rows == SMALL:
        return (top, row(f"{label:>3}{mark}"), bottom)
    blanks = [row(" " * inner)] * (rows - 4)
    return (top, row(f"{label:<3} {mark}"), *blanks, row(f"{label:>5}"), bottom)


def hollow(sign: str, face: Face, rows: int, style: str = "") -> tuple[Line, ...]:
    """An outline where a card will lie."""
    glyphs = face.glyphs
    inner = 4 if rows == SMALL else 5
    edge = glyphs.edge * inner
    side = plain(glyphs.side, style)
    middle = joined(side, plain(sign.center(inner), style), side)
    blank = joined(side, plain(" " * inner), side)
    around = [blank] * ((rows - 3) // 2)
    return (
        plain(glyphs.corners[0] + edge + glyphs.corners[1], style),
        *around,
        middle,
        *around,
        plain(glyphs.corners[2] + edge + glyphs.corners[3], style),
    )


def blank(rows: int) -> tuple[Line, ...]:
    """As much room as a card takes, with nothing in it."""
    return (plain(" " * card_cols(rows)),) * rows


def card_cols(rows: int) -> int:
    """Cells that a card of so many rows is wide."""
    return 6 if rows == SMALL else 7


def row_of(boxes: Sequence[tuple[Line, ...]]) -> tuple[Line, ...]:
    """Cards side by side."""
    return beside(boxes) if boxes else ()
