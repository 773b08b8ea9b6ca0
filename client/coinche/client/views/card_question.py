"""The request to play a card: the legal ones, the duty that forbids the others, and what the card says."""

from __future__ import annotations

from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.screens import Phrase
from coinche.client.update.card_play import to_declare, with_sayings
from coinche.client.views import seats
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.trick import Trick, beats, winner_index
from coinche.protocol.messages import Request
from coinche.text.formatting import Face

from .text_lines import plain, width

NEED_COLS = 27
"""Cells beside the question for what the takers still need."""


def card_question(table: AtTable, asked: Request, ui: Ui, face: Face, cols: int) -> str:
    """The request to play a card: the cards that are legal, the duty that forbids others, the suit led and its player;
    or what the card says."""
    count, trick, said = len(asked.legal), table.view.trick, sayings(asked, ui, face)
    is_free = count == len(table.view.hand) > 1
    cards = Phrase.ANY_CARD if is_free else Phrase.ONE_CARD if count == 1 else Phrase.SOME_CARDS
    what = face.say(cards, count=count)
    if trick is None or not trick.cards:
        forms = (face.say(Phrase.YOUR_LEAD, what=what), face.say(Phrase.YOUR_LEAD_BRIEFLY))
    else:
        duty = _duty(table, asked, trick)
        words = face.say(Phrase.YOUR_CARD, what=what)
        if duty is not None:
            words = face.say(Phrase.YOUR_DUTY, what=what, duty=face.say(duty))
        suit, leader = face.suit(trick.cards[0].suit), seats.name(seats.of_trick(table, trick), trick.leader, face)
        by, led = face.say(Phrase.LED_BY, suit=suit, who=leader), face.say(Phrase.LED, suit=suit)
        if is_free and all(card.suit is not trick.cards[0].suit for card in table.view.hand):
            by = led = face.say(Phrase.HAS_NONE, suit=suit)
        forms = (f"{words}, {by}", f"{words}, {led}", *((words,) if duty is not None or said else ()))
    if said:
        wordy = (f"{form}. {said}" for form in forms)
        return next((told for told in wordy if width(plain(told)) <= cols), said)
    return next((told for told in forms if width(plain(told)) <= cols - NEED_COLS), forms[-1])


def _duty(table: AtTable, asked: Request, trick: Trick) -> Phrase | None:
    """The duty that forbids some cards of the hand: to ruff, or to play higher. None if the suit led says it all."""
    contract, hand, led = table.view.contract, table.view.hand, trick.cards[0].suit
    if contract is None:
        return None
    trumps, best = contract.bid.denomination.trumps, trick.cards[winner_index(trick.cards, contract.bid.denomination)]
    legal = tuple(map(Card, asked.legal))
    forbidden = [card for card in hand if card not in legal]
    if any(card.suit is led for card in hand):
        return Phrase.MUST_BEAT if any(card.suit is led for card in forbidden) else None
    if not forbidden or any(card.suit not in trumps for card in legal):
        return None
    if any(not beats(card, best, contract.bid.denomination) for card in legal):
        return Phrase.MUST_UNDERRUFF
    return Phrase.MUST_RUFF if best.suit not in trumps else Phrase.MUST_OVERRUFF


def sayings(asked: Request, ui: Ui, face: Face) -> str:
    """The declarations that the card will make; empty if there are none."""
    speaking = [Card(c) for c in asked.legal if asked.offers.get(Card(c))]
    if not speaking and not asked.declarations:
        return ""
    if ui.silent:
        return face.say(Phrase.SILENT)
    if len(asked.legal) == 1:
        what = spoken(with_sayings(asked, Card(asked.legal[0]), silent=False), face)
        return face.say(Phrase.WOULD_SAY, what=what) if what else ""
    if ui.card is not None and ui.card in asked.legal:
        what = spoken(with_sayings(asked, ui.card, silent=False), face)
        return face.say(Phrase.WILL_SAY, card=face.card(ui.card), what=what) if what else ""
    if asked.declarations:
        return face.say(Phrase.WOULD_SAY, what=", ".join(face.declaration(d) for d in to_declare(asked)))
    what = spoken(with_sayings(asked, speaking[0], silent=False), face)
    return face.say(Phrase.WILL_SAY, card=face.say(Phrase.OR).join(map(face.card, speaking)), what=what)


def spoken(action: PlayCard, face: Face) -> str:
    """The words said with a card."""
    words = [action.belote.value] if action.belote else []
    return ", ".join((*words, *(face.declaration(d) for d in action.declarations)))
