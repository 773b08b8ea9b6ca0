"""Cards that are meant for later, and what was said at the table, in the line mode. Pure."""

from __future__ import annotations

from coinche.client.keys import conditions
from coinche.client.line import narrate
from coinche.client.model.hand_order import laid_out
from coinche.client.model.state import ClientState
from coinche.client.texts.table_events import sentence
from coinche.client.update import premove
from coinche.client.update.chat import is_heard
from coinche.client.update.navigation import Done
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .command_result import Obeyed

MOST_TOLD = 12
"""Sentences of the log that are told again."""


class OfCards(Words):
    """What is said of them."""

    PREPARED = (
        "{card} : à votre tour, si c'est permis. oublier : non.",
        "{card}: on your turn, if it is allowed. drop: no.",
    )
    DROPPED = ("Aucune carte préparée.", "No card is prepared.")
    PREPARE_HOW = (
        "préparer 3 : cette carte à mon tour, pendant que les autres jouent.",
        "prepare 3: that card on my turn, while the others play.",
    )
    NOTHING_YET = ("Rien n'a encore été dit.", "Nothing has been said yet.")


def prepare(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`prepare 3`, while others play."""
    cards = laid_out(state.table, state.ui) if state.table is not None else ()
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) == 1 else 0
    if not conditions.can_prepare(state) or not 1 <= number <= len(cards):
        return Obeyed(Done(state), (face.say(OfCards.PREPARE_HOW),))
    done = premove.mean_at(number - 1)(state)
    meant = done.state.ui.meant
    return Obeyed(
        done, (face.say(OfCards.PREPARED, card=face.short_card(meant)) if meant else face.say(OfCards.DROPPED),)
    )


def drop(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """No card after all."""
    return Obeyed(premove.drop(state), (face.say(OfCards.DROPPED),))


def log(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """What was said last."""
    table = state.table
    if table is None:
        return Obeyed(Done(state), (face.say(OfCards.NOTHING_YET),))
    who = narrate.listener(table, face)
    said = tuple(filter(None, (sentence(event, who) for event in table.log if is_heard(state, event))))
    return Obeyed(Done(state), said[-MOST_TOLD:] or (face.say(OfCards.NOTHING_YET),))
