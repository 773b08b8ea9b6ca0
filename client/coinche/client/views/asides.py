"""The lines beside the game: who waits to be let into the server, wishes, who came or went, and chat messages, those
said and the one being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.admission import LettingIn
from coinche.client.texts.bots import with_level, with_mark
from coinche.client.texts.event_sentences import EventText
from coinche.client.texts.play import InPlay
from coinche.client.texts.ready_messages import understood
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_log import (
    declined_rematch,
    is_between_matches,
    is_return,
    is_stood_in_for,
    who_left,
)
from coinche.client.update import admission
from coinche.client.update.chat import SLASH, offered
from coinche.client.update.room import ADMIT_KEY, Arriving, to_admit, unit, yet_to_agree
from coinche.client.update.table_requests import PAUSE_KEY
from coinche.client.update.timing_and_premove import tells_change
from coinche.client.views import banner, seats
from coinche.engine.events import MatchStarted
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Chatted, Occupant, PauseAsked, SeatChanged
from coinche.text.formatting import Face

from .text_lines import Line, entry_line, joined, plain, split_words, width, wrapped

_HEARD_FOR, _HEARD_SECONDS, _HEARD_AT_MOST = 10, 30.0, 90.0
"""Events, and seconds, for which a chat message stays visible at least, and seconds for which it does at most: whoever
comes back to a table is told all events again, and finds old messages in the log alone."""
_CHAT_LINES, _WISH_LINES = 2, 2
"""Chat messages, and wishes, that are shown where there is room."""


def aside(table: AtTable, face: Face, now: float) -> Line:
    """The line beside the game: who waits to be let in, or else wishes, who came or went, and the last chat message.
    Empty without any.
    """
    waits = first_applicant(table, face, now)
    return plain(f" {waits} ", "class:ask") if waits else _in_one_line(table, face, now)


def asides(table: AtTable, face: Face, now: float, cols: int, *, apart: bool) -> tuple[Line, ...]:
    """The lines above the status: who waits to be let in, wishes, who came or went, and the last messages.

    Unless `apart`, one line has all but those who wait, as long as that fits.
    """
    applicants, whole = applicant_lines(table, face, now, cols), _in_one_line(table, face, now)
    if apart or width(whole) > cols:
        return (*applicants, *_in_lines(table, face, now, cols, messages=_CHAT_LINES if apart else 1))
    return (*applicants, whole) if whole else applicants


def _in_one_line(table: AtTable, face: Face, now: float) -> Line:
    wishes, heard = _wishes(table, face, now), said(table, face, now)[-1:]
    return joined(*heard, wishes) if _came_or_went_last(table, face) else joined(wishes, *heard)


def _in_lines(table: AtTable, face: Face, now: float, cols: int, *, messages: int) -> tuple[Line, ...]:
    """Wishes and who came or went, on a line each where one is too narrow, with the last message; or the messages."""
    wishes, heard = _wishes(table, face, now), said(table, face, now)
    if not wishes:
        return heard[-messages:]
    each = tuple(plain(f" {words} ", style) for words, style in _told(table, face, now))
    lines = (wishes,) if width(wishes) <= cols else each[:_WISH_LINES]
    return (*heard[-1:], *lines) if _came_or_went_last(table, face) else (*lines, *heard[-1:])


def _came_or_went_last(table: AtTable, face: Face) -> bool:
    """True if somebody came or went after the last message, and no wish waits for an answer."""
    noted = (one for one in reversed(table.log) if isinstance(one, Chatted | SeatChanged))
    latest = next((one for one in noted if isinstance(one, Chatted) or one.seat is not table.seat), None)
    asks = pause_wish(table, face) or next(newcomers(table, face), "")
    return isinstance(latest, SeatChanged) and not asks


def _wishes(table: AtTable, face: Face, now: float) -> Line:
    """Wishes, which come first since they wait for an answer, and who came or went."""
    return joined(*(plain(f" {words} ", style) for words, style in _told(table, face, now)))


def _told(table: AtTable, face: Face, now: float) -> tuple[tuple[str, str], ...]:
    """Wishes, newcomers, and who came or went, each with its style."""
    told = (
        (pause_wish(table, face), "class:ask"),
        *((told, "class:ask") for told in newcomers(table, face)),
        (came_or_went(table, face, now), "class:away"),
    )
    return tuple((words, style) for words, style in told if words)


def first_applicant(table: AtTable, face: Face, now: float) -> str:
    """The first who waits to be let into the server, since when, and the keys that answer; empty if nobody does."""
    found = admission.waiting(table)
    if not found:
        return ""
    more = len(found) - 1
    words = LettingIn.MORE if more else LettingIn.WAITS
    keys = {"yes": admission.LET_IN_KEY.upper(), "no": admission.PUT_OFF_KEY.upper()}
    since = banner.minutes(max(0, int(now - found[0].since)))
    return face.say(words, who=face.name(found[0].name), time=since, count=more, **keys)


def applicant_lines(table: AtTable, face: Face, now: float, cols: int) -> tuple[Line, ...]:
    """The first who waits to be let into the server, in lines that have the keys whole."""
    lines = split_words(first_applicant(table, face, now), cols - 2, "class:ask")
    return tuple(joined(plain(" "), line) for line in lines)


def pause_wish(table: AtTable, face: Face) -> str:
    """The wish to pause: who has it and the key to agree; for a while, who has yet to agree to one's own."""
    wanted = table.agreements.pause
    if not wanted:
        return ""
    if table.seat is None:
        return face.say(Phrase.PAUSE_OTHERS, who=who(table, wanted, face))
    if table.seat in wanted:
        if not any(isinstance(event, PauseAsked) for event in table.log[-_HEARD_FOR:]):
            return ""
        return face.say(Phrase.PAUSE_ASKED, who=who(table, table.people - wanted, face))
    return face.say(Phrase.PAUSE_WANTED, who=who(table, wanted, face), key=PAUSE_KEY)


def newcomers(table: AtTable, face: Face) -> Iterator[str]:
    """The newcomers: the seat of each, the key that admits it now, or the players who have yet to agree."""
    asked = to_admit(table)
    for seat in (seat for seat in Seat if seat in table.newcomers):
        newcomer = table.newcomers[seat]
        named = with_mark(newcomer, face)
        agreed, others = (who(table, some, face) for some in (newcomer.agreed, yet_to_agree(table, newcomer)))
        words = Arriving.WANTS if seat is asked else Arriving.WAITS_FOR if others and table.seat else Arriving.WAITS
        if seat is table.reserved:
            words = Arriving.AGREED
        if words is not Arriving.AGREED or agreed:
            after = face.say(unit(table))
            yield face.say(
                words, who=named, seat=face.seat(seat), unit=after, key=ADMIT_KEY, agreed=agreed, others=others
            )


def who(table: AtTable, some: Iterable[Seat], face: Face) -> str:
    """The names of the players at these seats: `Ben, Alice and Carl`."""
    chosen = set(some)
    *first, last = [seats.name(table, seat, face) for seat in Seat if seat in chosen] or [""]
    return face.say(Phrase.AND).join(filter(None, (", ".join(first), last)))


def came_or_went(table: AtTable, face: Face, now: float) -> str:
    """The latest change of a seat: a player has left, a bot has taken over, somebody is back or has sat down. After a
    while only the log tells it, unless the player is still away.
    """
    if table.view.phase is Phase.WAITING:
        return ""
    for at in range(len(table.log) - 1, max(-1, len(table.log) - 1 - _HEARD_FOR), -1):
        event = table.log[at]
        if isinstance(event, MatchStarted):
            break
        if isinstance(event, SeatChanged) and event.seat is not table.seat:
            if is_between_matches(table.log[:at]) or (event.connected and not tells_change(table, now)):
                break
            if not event.connected and is_stood_in_for(table.log, event.seat):
                return face.say(EventText.STOOD_IN_FOR, who=seats.name(table, event.seat, face))
            if gone := who_left(table.log[:at], event):
                words = InPlay.VOTED_OUT if event.closed else InPlay.LEFT
                return face.say(words, who=face.name(gone), bot=with_mark(event, face), seat=face.seat(event.seat))
            words = _about(event, returned=is_return(table.log[:at], event))
            return face.say(words, who=with_level(event, face), seat=face.seat(event.seat))
    return no_rematch(table, face)


def no_rematch(table: AtTable, face: Face) -> str:
    """The players who have left between two matches, and the bots in their places; empty once the first card of the
    next match is played."""
    view = table.view
    if view.phase is not Phase.MATCH_OVER and (view.deal > 1 or view.phase is Phase.PLAYING):
        return ""
    return " ".join(
        face.say(EventText.NO_REMATCH, who=face.name(gone), bot=with_level(event, face))
        for gone, event in declined_rematch(table.log)
        if event.seat is not table.seat
    )


def _about(event: SeatChanged, *, returned: bool) -> InPlay:
    if not event.connected:
        return InPlay.AWAY
    if returned:
        return InPlay.BACK
    return InPlay.SITS if event.occupant is Occupant.PERSON else InPlay.BOT_SITS


def said(table: AtTable, face: Face, now: float) -> tuple[Line, ...]:
    """The latest chat messages, the newest last."""
    server_now = now + (table.ahead or 0.0)
    messages = tuple((at, event) for at, event in enumerate(table.log) if isinstance(event, Chatted))
    count = min(_CHAT_LINES, len(messages), len(table.said_at))
    latest = zip(messages[len(messages) - count :], table.said_at[len(table.said_at) - count :], strict=True)
    return tuple(
        plain(f" {_spoken(event, face)} ", "class:said")
        for (at, event), said_at in latest
        if server_now - said_at < (_HEARD_AT_MOST if at >= len(table.log) - _HEARD_FOR else _HEARD_SECONDS)
    )


def _spoken(event: Chatted, face: Face) -> str:
    words = InPlay.SPOKEN_WATCHING if event.seat is None else Phrase.SPOKEN
    return face.say(words, name=face.name(event.name), text=understood(event.text, face))


_WRITTEN = 47
"""Cells of a chat line that are shown while it is written."""


def strokes(ui: Ui, face: Face) -> str:
    """The shortcuts that match the entry, once it starts with a slash, after their texts, if there are few."""
    found = offered(ui.entry.text, face.language) if ui.entry.text.startswith(SLASH) else ()
    if not 0 < len(found) <= _FEW:
        return ""
    return "   " + face.name("  ".join(f"{words} {word}".lstrip() for word, words in found))


_FEW = 3
"""The number of shortcuts up to which they stand beside the entry."""


def stroke_lines(ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """All shortcuts that match the entry, each with what it says in short; none where they stand beside the entry."""
    found = offered(ui.entry.text, face.language) if ui.entry.text.startswith(SLASH) else ()
    if len(found) <= _FEW:
        return ()
    meant = (face.name(f"{word} {words.split(',')[0].rstrip(' !.')}".rstrip()) for word, words in found)
    return wrapped((plain(f" {words}", "class:dim") for words in meant), cols)


def chat_line(ui: Ui, face: Face, cols: int) -> Line:
    """The chat line being written, around its cursor."""
    return entry_line(face.say(Phrase.WRITING), ui.entry, face, cols, longest=_WRITTEN)
