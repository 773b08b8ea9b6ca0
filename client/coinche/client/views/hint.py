"""What a sound player would do, in a sentence; and the trumps that have been played, where one may be reminded."""

from __future__ import annotations

from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.play import InPlay
from coinche.engine.actions import PlayCard
from coinche.engine.cards import PACK, Card
from coinche.engine.view import Phase
from coinche.hints.render import hint
from coinche.protocol.messages import RequestKind
from coinche.text.formatting import Face

from .card_boxes import inline
from .text_lines import Line, Size, joined, plain, shortened, split_words, text_of, width, wrapped


def advice(table: AtTable, face: Face, *, aloud: bool = False) -> str:
    """The answer to the question that is open; empty where nobody asked for one."""
    given, asked = table.advice, table.asked
    if given is None or asked is None or given.request != asked.request:
        return ""
    if given.action is None:
        return face.say(InPlay.THINKING)
    return hint(given.action, given.why, table.names, face, aloud=aloud)


def hint_lines(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The advice in lines of its own: while a bid is made, or where a bid's takes more than one line."""
    told = advice(table, face)
    if not told or table.asked is None or table.asked.kind is not RequestKind.BID:
        return ()
    lines = split_words(told, size.cols - 1, "class:ask")
    if not ui.pad.touched and len(lines) == 1:
        return ()
    if len(lines) > size.rows:
        lines = (shortened(plain(told, "class:ask"), size.cols - 1, face.dots),)
    return tuple(joined(plain(" "), line) for line in lines)


def broken(said: Line, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The status, in lines where it is a hint that is longer than one."""
    told = advice(table, face)
    if not told or width(said) <= cols or not text_of(said).endswith(told):
        return (said,)
    turn, _ = said
    first, *rest = split_words(told, cols - width((turn,)), "class:ask")
    return (joined((turn,), first), *(joined(plain(" " * width((turn,))), line) for line in rest))


def advised(table: AtTable) -> Card | None:
    """The card that was advised, while it is asked for."""
    given, asked = table.advice, table.asked
    if given is None or asked is None or given.request != asked.request:
        return None
    return given.action.card if isinstance(given.action, PlayCard) else None


def fallen(table: AtTable) -> tuple[Card, ...] | None:
    """The trumps that were played, in their order; None where there are none, or everybody has to remember them."""
    contract = table.view.contract
    if contract is None or table.view.phase is not Phase.PLAYING or not table.may_look_back or table.strict:
        return None
    trumps = contract.denomination.trumps
    if len(trumps) != 1:
        return None
    tricks = (*table.view.tricks, *((table.view.trick,) if table.view.trick is not None else ()))
    return tuple(card for trick in tricks for card in trick.cards if card.suit in trumps)


def fallen_lines(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """`A♥ 7♥ reste 4`: those that others may still hold are what is left."""
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
