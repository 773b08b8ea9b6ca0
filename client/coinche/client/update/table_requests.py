"""Requests beside the game: a pause, a rematch, a claim of all tricks left, a vote, a hint. Pure intents.

The engine decides whether a claim follows from the cards in sight. The server counts the votes against a stalling
player. Hints are refused in a contest, and at a table that was opened without them.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model import bid_pad
from coinche.client.model.effects import Think
from coinche.client.model.notices import News, Refused, SureToVote
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Pad, Ui
from coinche.client.texts.screens import Phrase
from coinche.engine import claim as engine_claim
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Reason, Surcoinche
from coinche.engine.bids import BidKind
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.hints.render import Advice
from coinche.protocol.messages import Claim, Occupant, Pause, Rematch, Request, VoteOut
from coinche.text.catalog import Words

from .navigation import Done, sending, showing
from .timing_and_premove import thinking

PAUSE_KEY, REMATCH_KEY, ADVICE_KEY = "u", "m", "h"
"""Keys that other modules show, too."""
_IN_A_DEAL = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


def may_pause(table: AtTable) -> bool:
    """True if asking for a pause can have an effect."""
    asked = table.agreements.paused or table.seat is None or table.seat in table.agreements.pause
    return not asked and not table.strict and not table.closed and table.view.phase in _IN_A_DEAL


def has_asked_for_pause(table: AtTable) -> bool:
    """True if this player has asked for a pause that has not begun."""
    return table.seat is not None and table.seat in table.agreements.pause and not table.agreements.paused


def pause_stands(state: ClientState) -> Done:
    """Say that a pause that was asked for cannot be withdrawn: the server knows no such message."""
    return Done(replace(state, notice=News.PAUSE_STANDS))


def pause(state: ClientState) -> Done:
    """Ask for a pause; the clocks stop once all players want it."""
    return sending(state, Pause(table=state.table.table)) if state.table else Done(state)


def may_rematch(table: AtTable) -> bool:
    """True if asking for a rematch can have an effect."""
    offered = table.agreements.recap and table.agreements.rematch_by > 0 and not table.closed
    return offered and table.seat is not None and table.seat not in (table.agreements.rematch or ())


def is_asked_for_rematch(table: AtTable) -> bool:
    """True if others ask for a rematch and this player has not."""
    return may_rematch(table) and bool(table.agreements.rematch)


def awaits_rematch(table: AtTable) -> bool:
    """True once this player has asked for a rematch and the others have yet to answer."""
    return table.agreements.recap and not table.closed and table.seat in (table.agreements.rematch or ())


def going_on(state: ClientState) -> Phrase:
    """The effect of Enter once a deal or the match is over, as its key and the recap name it."""
    table = state.table
    if table is None or state.lesson is not None:
        return Phrase.KEY_GO_ON
    if table.closed:
        return Phrase.KEY_START_ANEW if state.solo else Phrase.KEY_TO_TABLES
    if table.agreements.recap and table.view.phase is Phase.DEAL_OVER:
        return Phrase.KEY_NEXT_DEAL
    if awaits_rematch(table):
        return Phrase.KEY_AWAIT_REMATCH
    if not may_rematch(table):
        return Phrase.KEY_GO_ON
    return Phrase.KEY_START_ANEW if state.solo else Phrase.KEY_REMATCH_OR_LEAVE


def after_match(state: ClientState, table: AtTable) -> Done | None:
    """Enter once the match is over: alone another match, with others the question, since one key too many must refuse
    nobody; None where no rematch is offered."""
    if awaits_rematch(table):
        return Done(state)
    if not may_rematch(table):
        return None
    return rematch(state) if state.solo else Done(replace(state, notice=News.REMATCH_OR_LEAVE))


def rematch(state: ClientState) -> Done:
    """Ask for a rematch with the same players."""
    return sending(state, Rematch(table=state.table.table)) if state.table else Done(state)


def may_claim(table: AtTable) -> bool:
    """True if the cards in sight prove that the player takes all tricks left."""
    return engine_claim.claim(table.view) is not None


def claim(state: ClientState) -> Done:
    """Claim all tricks left, instead of leading to the next one."""
    table = state.table
    if table is None:
        return Done(state)
    if table.asked is None:
        return Done(replace(state, notice=Refused(Reason.NOT_YOUR_TURN)))
    if not may_claim(table):
        return Done(replace(state, notice=News.NO_CLAIM))
    done = sending(state, Claim(table=table.table, request=table.asked.request))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True, sent_at=None)))


VOTE_KEY = "v"
_IN_PLAY = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


class Vote(Words):
    """Texts about votes."""

    KEY_VOTE = ("remplacer par un bot", "replace with a bot")
    TYPED = ("voter", "vote")
    SURE = (
        "Encore {key} (ou « voter ») pour remplacer {who} par un bot jusqu'à la fin de la partie.",
        "{key} again (or “vote”) to replace {who} with a bot until the match is over.",
    )
    HINT = ("{key} : remplacer par un bot", "{key}: replace with a bot")


def against(state: ClientState) -> Seat | None:
    """The seat that can be voted out: its player has been thinking for long, or is disconnected."""
    table = state.table
    if table is None or table.seat is None or table.strict or table.closed or table.agreements.paused:
        return None
    turn = table.view.turn
    info = table.seats.get(turn) if turn is not None else None
    if turn is None or info is None or turn is table.seat or table.view.phase not in _IN_PLAY:
        return None
    if info.occupant not in (Occupant.PERSON, Occupant.PROGRAM) or (table.seat, turn) in table.votes:
        return None
    return turn if not info.connected or thinking(state, table) >= table.stalls_after else None


def vote(state: ClientState) -> Done:
    """Vote to replace the player by a bot; this needs confirmation."""
    table, seat = state.table, against(state)
    if table is None or seat is None:
        return Done(state)
    if state.ui.once != VOTE_KEY:
        return Done(replace(showing(state, once=VOTE_KEY).state, notice=SureToVote(table.seats[seat].name)))
    sent = sending(state, VoteOut(table=table.table, seat=seat))
    return replace(sent, state=replace(sent.state, ui=replace(sent.state.ui, once="")))


def may_advise(table: AtTable) -> bool:
    """True if the table allows hints."""
    return table.allows_hints and not table.closed


def ask_advice(state: ClientState) -> Done:
    """Ask for a hint; if it was given already, put the cursor on it again."""
    table = state.table
    if table is None or table.asked is None or table.rules is None or table.closed:
        return Done(state)
    if not may_advise(table):
        return Done(replace(state, notice=News.NO_ADVICE_IN_CONTEST if table.strict else News.NO_ADVICE))
    asked = table.asked
    if table.advice is not None and table.advice.request == asked.request:
        return Done(replace(state, ui=pointed_at(table.advice.action, asked, state.ui)))
    thinking = replace(table, advice=Advice(request=asked.request))
    return Done(replace(state, table=thinking), effect=Think(asked, table.rules, table.systems))


def pointed_at(action: Action | None, asked: Request, ui: Ui) -> Ui:
    """Put the cursor on the card or the bid of a hint, or take a bid off the pad, so that Enter does what it says."""
    match action:
        case PlayCard(card=card):
            return replace(ui, card=card)
        case MakeBid(bid=bid):
            level = str(bid.value) if bid.kind is BidKind.NUMBER else bid.kind.value
            return replace(ui, pad=Pad(level=level, denomination=bid.denomination, touched=True))
        case Pass() | Coinche() | Surcoinche():
            return replace(ui, pad=bid_pad.untyped(asked, ui.pad))
        case _:
            return ui
