"""The sentence that says what is going on: a refusal, a question, or who is waited for."""

from __future__ import annotations

from typing import assert_never

from coinche.client import pad as bid_pad
from coinche.client.face import Face
from coinche.client.model import AtTable, ClientState, News, Notice, Overlay, Refused, Rejected, Ui
from coinche.client.moves import to_declare, with_sayings
from coinche.client.phrases import Phrase
from coinche.client.refusals import answer, refusal
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, Request, RequestKind

from . import seats
from .lines import Line, joined, plain


def status(state: ClientState, table: AtTable, face: Face) -> Line:
    """One line for a table."""
    if state.ui.overlay is Overlay.LEAVE:
        return plain(" " + face.say(Phrase.SURE), "class:alarm")
    turn = plain(f" {face.glyphs.turn} " if table.asked is not None else " ", "class:turn")
    if state.notice is not None:
        return joined(turn, plain(notice(state.notice, face), "class:notice"))
    if table.asked is not None:
        return joined(turn, plain(question(table, table.asked, state.ui, face), "class:ask"))
    return plain(" " + waiting(table, face), "class:dim")


def notice(what: Notice, face: Face) -> str:
    """The sentence for a refusal or a piece of news."""
    match what:
        case Refused(reason):
            return face.say(refusal(reason))
        case Rejected(code):
            return face.say(answer(code))
        case News():
            return face.say(Phrase[what.name])
        case _:
            assert_never(what)


def question(table: AtTable, asked: Request, ui: Ui, face: Face) -> str:
    """What is to be decided, and what would come of it."""
    if asked.kind is RequestKind.BID:
        return face.say(Phrase.YOUR_BID) + choice(asked, ui, face)
    count = len(asked.legal)
    words = face.say(Phrase.YOUR_ONLY_CARD if count == 1 else Phrase.YOUR_CARD, count=count)
    trick = table.view.trick
    if trick is not None and trick.cards:
        words += ", " + face.say(Phrase.LED, suit=face.suit(trick.cards[0].suit))
    said = sayings(asked, ui, face)
    return f"{words}. {said}" if said else words


def choice(asked: Request, ui: Ui, face: Face) -> str:
    """How to bid, or what Enter would bid; where nothing can be bid, what else may be said."""
    if not ui.pad.touched and bid_pad.denominations(asked):
        return face.say(Phrase.HOW_TO_BID)
    return on_pad(asked, ui, face) if ui.pad.touched else calls(asked, face)


def calls(asked: Request, face: Face) -> str:
    """Pass, coinche, surcoinche with their keys, as far as they may be said."""
    keys = {"pass": ("p", Phrase.PASS), "coinche": ("c", Phrase.COINCHE), "surcoinche": ("s", Phrase.SURCOINCHE)}
    return "   ".join(f"{key} {face.say(words)}" for call, (key, words) in keys.items() if call in asked.legal)


def on_pad(asked: Request, ui: Ui, face: Face) -> str:
    """What Enter would bid."""
    bid = bid_pad.bid_of(ui.pad)
    if bid is None:
        return face.say(Phrase.TYPING, typed=ui.pad.typed)
    words = Phrase.WILL_SAY_BID if bid_pad.is_on_offer(asked, ui.pad) else Phrase.NOT_ON_OFFER
    return face.say(words, bid=face.bid(bid))


def sayings(asked: Request, ui: Ui, face: Face) -> str:
    """What will be said with the card; empty where there is nothing to say."""
    speaking = [Card(c) for c in asked.legal if asked.offers.get(Card(c))]
    if not speaking and not asked.declarations:
        return ""
    if ui.silent:
        return face.say(Phrase.SILENT)
    if ui.card is not None and ui.card in asked.legal:
        what = spoken(with_sayings(asked, ui.card, silent=False), face)
        return face.say(Phrase.WILL_SAY, card=face.card(ui.card), what=what) if what else ""
    if asked.declarations:
        return face.say(Phrase.WOULD_SAY, what=", ".join(face.declaration(d) for d in to_declare(asked)))
    what = spoken(with_sayings(asked, speaking[0], silent=False), face)
    return face.say(Phrase.WILL_SAY, card=face.say(Phrase.OR).join(map(face.card, speaking)), what=what)


def spoken(action: PlayCard, face: Face) -> str:
    """The words that go with a card."""
    words = [action.belote.value] if action.belote else []
    return ", ".join((*words, *(face.declaration(d) for d in action.declarations)))


def waiting(table: AtTable, face: Face) -> str:
    """Whom or what everybody waits for."""
    view = table.view
    if table.answered:
        return face.say(Phrase.SENT)
    if table.gathering:
        taken = [i for i in table.seats.values() if i.occupant is not Occupant.FREE]
        free = len(Seat) - len(taken)
        return face.say(Phrase.WAIT_PLAYERS, count=free) if free else face.say(Phrase.WAIT_DEAL)
    if view.turn is not None and view.phase in (Phase.BIDDING, Phase.PLAYING):
        if view.turn is table.seat:
            return face.say(Phrase.SENT)
        told = face.say(Phrase.WAIT_FOR, who=seats.name(table, view.turn, face))
        return told if table.seat else f"{face.say(Phrase.WATCHING)} {told}"
    return face.say(Phrase.RECAP_TITLE if table.recap or table.closed else Phrase.WAIT_DEAL)
