"""The hand before its owner: the cards, and under each the digit that plays it, or `-` where it may not be played."""

from __future__ import annotations

from coinche.client.at_table import AtTable
from coinche.client.face import Face
from coinche.client.hand import laid_out
from coinche.client.phrases import Phrase
from coinche.client.ui import Ui
from coinche.engine.cards import Card
from coinche.protocol.messages import RequestKind

from .cards import box, card_cols, ink, row_of
from .lines import Line, centred, joined, plain, wrapped


def holding(table: AtTable, ui: Ui, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """The hand as boxes of so many rows, and a line of labels."""
    cards = laid_out(table, ui)
    boxes = [box(card, face, rows, _style(table, ui, card)) for card in cards]
    labels = joined(
        *(
            part
            for i, card in enumerate(cards)
            for part in (
                plain(" ") if i else (),
                plain(label(table, ui, i, card).center(card_cols(rows)), label_style(table, ui, card)),
            )
        )
    )
    lines = row_of(boxes) or (plain(""),) * rows
    return (*(centred(line, cols) for line in lines), centred(labels, cols))


def label(table: AtTable, ui: Ui, index: int, card: Card) -> str:
    """The digit of a legal card, `-` under any other, the selected one between arrows; blank out of turn."""
    asked = table.asked
    if asked is None or asked.kind is not RequestKind.PLAY:
        return ""
    if card not in asked.legal:
        return "-"
    return f">{index + 1}<" if ui.card is card else str(index + 1)


def label_style(table: AtTable, ui: Ui, card: Card) -> str:
    """The style of that label."""
    return "class:key-on" if ui.card is card else "class:key" if may_play(table, card) else "class:dim"


def may_play(table: AtTable, card: Card) -> bool:
    """Whether it is one of the cards on offer."""
    return table.asked is not None and card in table.asked.legal


def _style(table: AtTable, ui: Ui, card: Card) -> str:
    asked = table.asked
    if asked is None or asked.kind is not RequestKind.PLAY:
        return "class:card"
    if card not in asked.legal:
        return "class:card-no"
    return "class:card-on" if ui.card is card else "class:card-yes"


def short_hand(table: AtTable, ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand as words, each with its digit: `1V♥ -9♥`."""
    cards = laid_out(table, ui)
    words = tuple(
        joined(
            plain(label(table, ui, i, card), label_style(table, ui, card)),
            plain(face.card(card), ink(card.suit)),
        )
        for i, card in enumerate(cards)
    )
    roomy = (plain(face.say(Phrase.HAND), "class:dim"), *words)
    lines = wrapped(roomy, cols)
    return lines if len(lines) <= len(wrapped(words, cols)) else wrapped(words, cols)
