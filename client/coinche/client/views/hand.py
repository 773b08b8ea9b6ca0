"""The hand before its owner: the cards, and under each the digit that plays it, or `-` where it may not be played."""

from __future__ import annotations

from coinche.client.keys import in_sight, pressing
from coinche.client.model.hand_order import laid_out
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.screens import Phrase
from coinche.client.update.navigation import Intent
from coinche.engine.cards import Card
from coinche.engine.view import Phase
from coinche.protocol.messages import RequestKind
from coinche.text.formatting import Face

from .card_boxes import box, card_cols, ink, row_of
from .hint import advised
from .text_lines import Line, centred, clickable, joined, plain, wrapped


def holding(table: AtTable, ui: Ui, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """The hand as boxes of so many rows, and a line of labels."""
    cards = laid_out(table, ui)
    columns = [_column(table, ui, face, rows, place) for place in enumerate(cards)]
    lines = row_of(columns) or (plain(""),) * (rows + 1)
    return tuple(centred(line, cols) for line in lines)


def _column(table: AtTable, ui: Ui, face: Face, rows: int, place: tuple[int, Card]) -> tuple[Line, ...]:
    """A card and its label; a click does what the label says."""
    index, card = place
    written = label(table, ui, index, card).center(card_cols(rows))
    lines = (*box(card, face, rows, _style(table, ui, card)), plain(written, label_style(table, ui, card)))
    return tuple(clickable(line, choosing(ui, index, card)) for line in lines)


def choosing(ui: Ui, index: int, card: Card) -> Intent:
    """What a click on a card does: its digit; on the one that is selected, Enter."""
    return in_sight(pressing("enter" if ui.card is card and ui.meant is not card else str(index + 1)))


def label(table: AtTable, ui: Ui, index: int, card: Card) -> str:
    """The digit of a legal card, `-` under any other, the selected one between arrows, the advised one in parentheses.

    Out of turn blank, but under the card that is prepared, in brackets, and the one that would be.
    """
    asked = table.asked
    if ui.meant is card:
        return f"[{index + 1}]"
    if asked is None or asked.kind is not RequestKind.PLAY:
        return f">{index + 1}<" if ui.card is card and table.view.phase is Phase.PLAYING else ""
    if card not in asked.legal:
        return "-"
    if ui.card is card:
        return f">{index + 1}<"
    return f"({index + 1})" if advised(table) is card else str(index + 1)


def label_style(table: AtTable, ui: Ui, card: Card) -> str:
    """The style of that label."""
    if card in (ui.card, ui.meant, advised(table)):
        return "class:key-on"
    return "class:key" if may_play(table, card) else "class:dim"


def may_play(table: AtTable, card: Card) -> bool:
    """Whether it is one of the cards on offer."""
    return table.asked is not None and card in table.asked.legal


def _style(table: AtTable, ui: Ui, card: Card) -> str:
    asked = table.asked
    if ui.meant is card:
        return "class:card-on"
    if asked is None or asked.kind is not RequestKind.PLAY:
        return "class:card"
    if card not in asked.legal:
        return "class:card-no"
    return "class:card-on" if ui.card is card else "class:card-yes"


def short_hand(table: AtTable, ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand as words, each with its digit: `1:V♥ -9♥ >3<A♠`."""
    cards = laid_out(table, ui)
    words = tuple(
        joined(
            clickable(plain(_before(label(table, ui, i, card)), label_style(table, ui, card)), choosing(ui, i, card)),
            clickable(plain(face.card(card), ink(card.suit)), choosing(ui, i, card)),
        )
        for i, card in enumerate(cards)
    )
    roomy = (plain(face.say(Phrase.HAND), "class:dim"), *words)
    lines = wrapped(roomy, cols)
    return lines if len(lines) <= len(wrapped(words, cols)) else wrapped(words, cols)


def _before(written: str) -> str:
    """A label as it stands before its card: a digit apart from those of the card."""
    return f"{written}:" if written.isdigit() else written
