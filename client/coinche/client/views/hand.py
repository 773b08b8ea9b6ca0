"""The player's hand with its labels, the hint, and the trumps already played.
Under each card stands the digit that plays it, or `-` if the card is illegal.
"""

from __future__ import annotations

from coinche.client.keys import in_sight, pressing
from coinche.client.model.hand_order import laid_out
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.play import InPlay
from coinche.client.texts.screens import Phrase
from coinche.client.update.navigation import Intent
from coinche.engine.actions import PlayCard
from coinche.engine.cards import PACK, Card
from coinche.engine.view import Phase
from coinche.hints.render import hint
from coinche.protocol.messages import RequestKind
from coinche.text.formatting import Face

from .cards import box, card_cols, ink, inline, row_of
from .text_lines import (
    Line,
    Size,
    centred,
    clickable,
    joined,
    plain,
    shortened,
    split_words,
    text_of,
    width,
    wrapped,
)


def advice(table: AtTable, face: Face, *, aloud: bool = False) -> str:
    """The hint for the open request; empty if the person has not asked for one."""
    given, asked = table.advice, table.asked
    if given is None or asked is None or given.request != asked.request:
        return ""
    if given.action is None:
        return face.say(InPlay.THINKING)
    return hint(given.action, given.why, table.names, face, aloud=aloud)


def hint_lines(table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """A hint for a bid, on lines of its own: they stay while the status line changes with the pad."""
    told = advice(table, face)
    if not told or table.asked is None or table.asked.kind is not RequestKind.BID:
        return ()
    lines = split_words(told, size.cols - 1, "class:ask")
    if len(lines) > size.rows:
        lines = (shortened(plain(told, "class:ask"), size.cols - 1, face.dots),)
    return tuple(joined(plain(" "), line) for line in lines)


def broken(said: Line, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The status line, split into lines if it is a hint longer than one."""
    told = advice(table, face)
    if not told or width(said) <= cols or not text_of(said).endswith(told):
        return (said,)
    turn, _ = said
    first, *rest = split_words(told, cols - width((turn,)), "class:ask")
    return (joined((turn,), first), *(joined(plain(" " * width((turn,))), line) for line in rest))


def advised(table: AtTable) -> Card | None:
    """The card of the hint for the open request; None if there is none."""
    return table.hinted.card if isinstance(table.hinted, PlayCard) else None


def fallen(table: AtTable) -> tuple[Card, ...] | None:
    """The trumps already played, in order; None without a trump suit, or if this table does not show them."""
    contract = table.view.contract
    if contract is None or table.view.phase is not Phase.PLAYING or not table.may_look_back or table.strict:
        return None
    trumps = contract.denomination.trumps
    if len(trumps) != 1:
        return None
    tricks = (*table.view.tricks, *((table.view.trick,) if table.view.trick is not None else ()))
    return tuple(card for trick in tricks for card in trick.cards if card.suit in trumps)


def fallen_lines(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """`A♥ 7♥ reste 4`: the trumps played, and the number that the other players may still hold."""
    played = fallen(table)
    contract = table.view.contract
    if played is None or contract is None:
        return ()
    own = sum(card.suit in contract.denomination.trumps for card in table.view.hand)
    all_of_them = sum(card.suit in contract.denomination.trumps for card in PACK)
    rest = plain(" " + face.say(InPlay.REST, count=all_of_them - own - len(played)), "class:dim")
    words = tuple(inline(card, face) for card in played) or (plain(face.say(InPlay.NONE_FALLEN), "class:dim"),)
    title = plain(" " + face.say(InPlay.FALLEN), "class:title")
    return (title, *(joined(plain("  "), line) for line in wrapped((*words, rest), cols - 2)), plain(""))


def holding(table: AtTable, ui: Ui, face: Face, cols: int, rows: int) -> tuple[Line, ...]:
    """The hand as boxes of that many rows, above a line of labels."""
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
    """The intent of a click on a card: its digit, or Enter if the card is selected."""
    return in_sight(pressing("enter" if ui.card is card and ui.premove is not card else str(index + 1)))


def label(table: AtTable, ui: Ui, index: int, card: Card) -> str:
    """The label of a card: its digit, `-` if it is illegal, `>3<` if it is selected, `(3)` if it is the hint.
    Out of turn only the premove (`[3]`) and the selected card have a label.
    """
    asked = table.asked
    if ui.premove is card:
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
    if card in (ui.card, ui.premove, advised(table)):
        return "class:key-on"
    return "class:key" if may_play(table, card) else "class:dim"


def may_play(table: AtTable, card: Card) -> bool:
    """Return whether the card is one of those on offer."""
    return table.asked is not None and card in table.asked.legal


def _style(table: AtTable, ui: Ui, card: Card) -> str:
    asked = table.asked
    if ui.premove is card:
        return "class:card-on"
    if asked is None or asked.kind is not RequestKind.PLAY:
        return "class:card"
    if card not in asked.legal:
        return "class:card-no"
    return "class:card-on" if ui.card is card else "class:card-yes"


def short_hand(table: AtTable, ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand on one line, each card with its digit: `1:V♥ -9♥ >3<A♠`."""
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
    """A label before its card; a colon separates its digit from those of the card."""
    return f"{written}:" if written.isdigit() else written
