"""What a sound player would do, in a sentence; and the trumps that have been played, where one may be reminded."""

from __future__ import annotations

from typing import assert_never

from coinche.client.at_table import AtTable
from coinche.client.face import Face
from coinche.client.in_play import InPlay
from coinche.client.phrases import Phrase
from coinche.engine.actions import Action, Coinche, Cut, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.cards import PACK, Card, Rank
from coinche.engine.view import Phase

from .cards import inline
from .lines import Line, joined, plain, wrapped


def advice(table: AtTable, face: Face) -> str:
    """The answer to the question that is open; empty where nobody asked for one."""
    given, asked = table.advice, table.asked
    if given is None or asked is None or given.request != asked.request:
        return ""
    if given.action is None:
        return face.say(InPlay.THINKING)
    what, why = named(given.action, face), strength(table, given.action, face)
    if given.why is not None:
        why = face.say(given.why)
    return face.say(InPlay.ADVICE_WHY if why else InPlay.ADVICE, what=what, why=why)


def named(action: Action, face: Face) -> str:
    """What to do."""
    match action:
        case PlayCard(card):
            return face.card(card)
        case MakeBid(bid):
            return face.bid(bid)
        case Pass():
            return face.say(Phrase.PASS)
        case Coinche():
            return face.say(Phrase.COINCHE)
        case Surcoinche():
            return face.say(Phrase.SURCOINCHE)
        case Cut(at):
            return face.say(InPlay.CUT, at=at)
        case _:
            assert_never(action)


def strength(table: AtTable, action: Action, face: Face) -> str:
    """What speaks for a bid: how many trumps, how many aces beside."""
    if not isinstance(action, MakeBid) or len(action.bid.denomination.trumps) != 1:
        return ""
    trumps = action.bid.denomination.trumps
    own = [card for card in table.view.hand if card.suit in trumps]
    aces = [card for card in table.view.hand if card.rank is Rank.ACE and card not in own]
    return face.say(InPlay.STRENGTH, trumps=len(own), aces=len(aces))


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
