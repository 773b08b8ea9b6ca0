"""The line of what goes on beside the game: who wants a pause, and what was said last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.model.table import AtTable
from coinche.client.texts.play import InPlay
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import bot_or_name, is_return, who_left
from coinche.client.update.seat_changes import KEY, Arriving, to_admit, yet_to_agree
from coinche.client.update.table_requests import PAUSE_KEY
from coinche.client.views import seats
from coinche.engine.events import MatchStarted
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Chatted, Occupant, SeatChanged
from coinche.text.formatting import Face

from .text_lines import Line, joined, plain

_HEARD_FOR = 10
"""Events for which what was said stays; then it is in the log alone."""


def aside(table: AtTable, face: Face) -> Line:
    """Both, the wish first, which waits for an answer; nothing where nobody wants or says anything."""
    told = (
        (pause_wish(table, face), "class:ask"),
        *((told, "class:ask") for told in newcomers(table, face)),
        (came_or_went(table, face), "class:away"),
        (last_said(table, face), "class:said"),
    )
    return joined(*(plain(f" {words} ", style) for words, style in told if words))


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


def newcomers(table: AtTable, face: Face) -> Iterator[str]:
    """Who gets which seat with the next deal, and what to press to let them in now, or who has yet to agree to that."""
    asked = to_admit(table)
    for seat in (seat for seat in Seat if seat in table.newcomers):
        newcomer = table.newcomers[seat]
        named = bot_or_name(newcomer.occupant, newcomer.name, face)
        if newcomer.occupant is Occupant.BOT:
            named = face.say(Arriving.A_BOT, level=named)
        agreed, others = (who(table, some, face) for some in (newcomer.agreed, yet_to_agree(table, newcomer)))
        words = Arriving.WANTS if seat is asked else Arriving.WAITS_FOR if others and table.seat else Arriving.WAITS
        if seat is table.reserved:
            words = Arriving.AGREED
        if words is not Arriving.AGREED or agreed:
            yield face.say(words, who=named, seat=face.seat(seat), key=KEY, agreed=agreed, others=others)


def who(table: AtTable, some: Iterable[Seat], face: Face) -> str:
    """Their names."""
    chosen = set(some)
    return ", ".join(seats.name(table, seat, face) for seat in Seat if seat in chosen)


def came_or_went(table: AtTable, face: Face) -> str:
    """Who has gone a moment ago, for whom a bot plays now, who has come back or sat down."""
    if table.view.phase is Phase.WAITING:
        return ""
    for at in range(len(table.log) - 1, max(-1, len(table.log) - 1 - _HEARD_FOR), -1):
        event = table.log[at]
        if isinstance(event, MatchStarted):
            return ""
        if isinstance(event, SeatChanged) and event.seat is not table.seat:
            if gone := who_left(table.log[:at], event):
                return face.say(
                    InPlay.VOTED_OUT if event.closed else InPlay.LEFT, who=face.name(gone), seat=face.seat(event.seat)
                )
            words = _about(event, returned=is_return(table.log[:at], event))
            return face.say(words, who=face.name(event.name), seat=face.seat(event.seat))
    return ""


def _about(event: SeatChanged, *, returned: bool) -> InPlay:
    if not event.connected:
        return InPlay.AWAY
    if returned:
        return InPlay.BACK
    return InPlay.SITS if event.occupant is Occupant.PERSON else InPlay.BOT_SITS


def last_said(table: AtTable, face: Face) -> str:
    """What was said at the table a moment ago."""
    for event in reversed(table.log[-_HEARD_FOR:]):
        if isinstance(event, Chatted):
            words = InPlay.SPOKEN_WATCHING if event.seat is None else Phrase.SPOKEN
            return face.say(words, name=face.name(event.name), text=face.name(event.text))
    return ""
