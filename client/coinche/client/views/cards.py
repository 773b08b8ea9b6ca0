"""Cards as boxes of three sizes: with an index, with two, and with pips or a figure; and other boxes of that size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.text.formatting import Face

from .text_lines import Line, beside, centred, joined, padded, plain, width

SMALL, BIG, LARGE = 3, 5, 7
"""Rows of a card."""
_INNER: Mapping[int, int] = {SMALL: 4, BIG: 5, LARGE: 7}
"""Cells between the sides of a card with that many rows."""
_PIPS: Mapping[Rank, tuple[int, int, int]] = {
    Rank.SEVEN: (2, 3, 2),
    Rank.EIGHT: (3, 2, 3),
    Rank.NINE: (3, 3, 3),
    Rank.TEN: (3, 4, 3),
    Rank.ACE: (0, 1, 0),
}
"""Pips in the three rows of a large card."""


def ink(suit: Suit | Denomination) -> str:
    """The style of a suit within a sentence, readable on any background."""
    return f"class:ink-{Denomination(suit).name.lower().replace('_', '-')}"


def inline(card: Card, face: Face) -> Line:
    """A card within a sentence."""
    return plain(face.card(card), ink(card.suit))


def outlined(inner: Sequence[Line], face: Face, style: str = "", *, thick: bool = False) -> tuple[Line, ...]:
    """Lines of equal width in a frame; a thick one marks the latest card or call."""
    corners, edge, side = face.glyphs.thick if thick else face.glyphs.thin
    across, upright = edge * width(inner[0]), plain(side, style)
    return (
        plain(corners[0] + across + corners[1], style),
        *(joined(upright, line, upright) for line in inner),
        plain(corners[2] + across + corners[3], style),
    )


def box(
    card: Card, face: Face, rows: int, style: str = "class:card", mark: str = " ", *, latest: bool = False
) -> tuple[Line, ...]:
    """A card face up; `mark` stands beside its first index, such as a star for the card that is winning."""
    label = face.card(card)
    cols = _INNER[rows]
    if rows == SMALL:
        texts = [f"{label:>3}{mark}"]
    else:
        middle = _picture(card, face) if rows == LARGE else [""]
        texts = [f"{label:<{cols - 1}}{mark}", *(text.center(cols) for text in middle), f"{label:>{cols}}"]
    printed = f"{style} class:suit-{card.suit.name.lower()}"
    return outlined([plain(text, printed) for text in texts], face, style, thick=latest)


def _picture(card: Card, face: Face) -> list[str]:
    """Three lines of pips, or a figure in the colours of its suit."""
    suit = face.suit(card.suit)
    if card.rank in face.glyphs.figures:
        return [*face.glyphs.figures[card.rank], f"/{suit * 3}\\"]
    return [("   " if pips == 2 else " ").join(suit * pips) for pips in _PIPS[card.rank]]


def outline(
    text: Line, face: Face, rows: int, style: str = "", *, cols: int = 0, latest: bool = False
) -> tuple[Line, ...]:
    """A box around a short text, as wide as a card if `cols` does not say otherwise."""
    cols = cols or _INNER[rows]
    above = (plain(" " * cols),) * ((rows - 3) // 2)
    return outlined((*above, padded(centred(text, cols), cols), *above), face, style, thick=latest)


def blank(rows: int) -> tuple[Line, ...]:
    """Blank space of a card's size."""
    return (plain(" " * card_cols(rows)),) * rows


def card_cols(rows: int) -> int:
    """Width in cells of a card with that many rows."""
    return _INNER[rows] + 2


def row_of(boxes: Sequence[tuple[Line, ...]]) -> tuple[Line, ...]:
    """Cards side by side."""
    return beside(boxes) if boxes else ()
