"""The line of what goes on beside the game: who wants a pause, and what was said last."""

from __future__ import annotations

from collections.abc import Iterable

from coinche.client.asides import PAUSE_KEY
from coinche.client.at_table import AtTable
from coinche.client.face import Face
from coinche.client.phrases import Phrase
from coinche.engine.seats import Seat
from coinche.protocol.messages import Chatted

from . import seats
from .lines import Line, joined, plain

_HEARD_FOR = 10
"""Events for which what was said stays; then it is in the log alone."""


def aside(table: AtTable, face: Face) -> Line:
    """Both, the wish first, which waits for an answer; nothing where nobody wants or says anything."""
    wish, talk = pause_wish(table, face), last_said(table, face)
    return joined(
        *((plain(f" {wish}  ", "class:ask"),) if wish else ()), *((plain(f" {talk}", "class:said"),) if talk else ())
    )


def pause_wish(table: AtTable, face: Face) -> str:
    """Who wants a pause, and what to press; or who has yet to agree."""
    wanted = table.accord.pause
    if not wanted:
        return ""
    if table.seat is None:
        return face.say(Phrase.PAUSE_OTHERS, who=who(table, wanted, face))
    if table.seat in wanted:
        return face.say(Phrase.PAUSE_ASKED, who=who(table, table.people - wanted, face))
    return face.say(Phrase.PAUSE_WANTED, who=who(table, wanted, face), key=PAUSE_KEY)


def who(table: AtTable, some: Iterable[Seat], face: Face) -> str:
    """Their names."""
    chosen = set(some)
    return ", ".join(seats.name(table, seat, face) for seat in Seat if seat in chosen)


def last_said(table: AtTable, face: Face) -> str:
    """What was said at the table a moment ago."""
    for event in reversed(table.log[-_HEARD_FOR:]):
        if isinstance(event, Chatted):
            return face.say(Phrase.SPOKEN, name=face.name(event.name), text=face.name(event.text))
    return ""
