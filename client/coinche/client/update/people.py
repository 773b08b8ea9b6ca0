"""The people on the server: what the lobby hears of them, the chat there, and calls for players. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.notices import News
from coinche.client.model.people import CALL_SECONDS, MOST_LINES, CallForPlayers, Presence
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.engine.view import Phase
from coinche.protocol.messages import (
    CalledToTable,
    CallToTable,
    LobbyChatted,
    LobbyLine,
    Occupant,
    People,
    PersonInfo,
    SeatInfo,
    TableInfo,
)

from .chat import hears, write_slash
from .lobby import join
from .navigation import Done, Intent, sending, showing
from .statistics import open_player
from .text_entry import open_field

CALL_KEY, COME_KEY, TALK_KEY = "k", "j", "t"
PEOPLE_KEY, INVITE_KEY, PHONE_KEY = "p", "i", "s"
_RETOLD_WITHIN = 5.0
"""Seconds after an arrival in the lobby within which a call is taken for one that the server tells again."""
_CALLS_KEPT = 20
"""Maximum number of tables whose latest call is kept."""


def told(state: ClientState, message: People | LobbyChatted | CalledToTable) -> ClientState:
    """The state after a message about the people on the server."""
    presence = state.presence
    match message:
        case People(people=people, more=more):
            row = _row_in(people, presence)
            presence = replace(presence, people=people, more=max(0, more), row=row)
        case LobbyChatted(lines=lines, recent=recent):
            arrived = state.now if recent else presence.arrived
            kept = () if recent else presence.lines
            presence = replace(presence, arrived=arrived, lines=(*kept, *lines)[-MOST_LINES:])
        case CalledToTable(table=table, name=name, by=by, seats=seats) if by not in state.muted:
            gathers = any(info.table == table and info.phase is Phase.WAITING for info in state.tables)
            call = CallForPlayers(table=table, name=name, by=by, seats=seats, before_match=gathers, since=state.now)
            presence = _calling(presence, call)
    return replace(state, presence=presence)


def _calling(presence: Presence, call: CallForPlayers) -> Presence:
    """The presence with a call; one that was heard on an earlier visit is as old as it was then.

    No field of the message says that the server tells a call again, to somebody who arrives in the lobby. So this is a
    guess by time: a call of the same player to the same table, soon after an arrival. A new call in these seconds is
    taken for the old one, and rings no bell.
    """
    of_table = next((heard for heard in presence.heard_calls if heard.table == call.table), None)
    is_arriving = call.since - presence.arrived < _RETOLD_WITHIN
    if of_table is not None and of_table.by == call.by and is_arriving and call.since - of_table.since < CALL_SECONDS:
        call = replace(call, since=of_table.since, retold=True)
    others = (heard for heard in presence.heard_calls if heard.table != call.table)
    return replace(presence, call=call, heard_calls=(*others, call)[-_CALLS_KEPT:])


def _row_in(people: tuple[PersonInfo, ...], before: Presence) -> int:
    """The line of the person under the cursor in the new list; if they have gone, the line where they stood."""
    rows = {(person.name, person.occupant): row for row, person in enumerate(people)}
    under = before.people[before.row] if before.row < len(before.people) else None
    stays = max(0, min(before.row, len(people) - 1))
    return stays if under is None else rows.get((under.name, under.occupant), stays)


def heard_lines(state: ClientState) -> tuple[LobbyLine, ...]:
    """The lines of the chat, without those of players whose messages are hidden."""
    return tuple(line for line in state.presence.lines if hears(state, line.name))


def may_talk(state: ClientState) -> bool:
    """True in a lobby that has a chat."""
    return state.presence.offered and state.table is None and not state.solo


def is_alone(state: ClientState) -> bool:
    """True if nobody else is on the server, and nothing is played there."""
    return state.presence.offered and state.in_lobby and state.presence.count <= 1 and not state.tables


def write(state: ClientState) -> Done:
    """Begin a message to the lobby."""
    return open_field(Overlay.LOBBY_CHAT)(state)


def write_short(state: ClientState) -> Done:
    """Begin a slash command."""
    return write_slash(write(state))


def may_call(state: ClientState) -> bool:
    """True on a seat of a table that waits for players, and for the host of one where a bot could be replaced."""
    table = state.table
    if table is None or table.seat is None or table.closed or state.solo or not state.presence.offered:
        return False
    if table.gathering and table.has_free_seats:
        return True
    admits = table.gathering or not table.strict
    return admits and table.host is table.seat and any(map(can_be_had, table.seats.values()))


def call(state: ClientState) -> Done:
    """Tell the lobby that this table looks for players."""
    if state.table is None or not may_call(state):
        return Done(state)
    done = sending(state, CallToTable(table=state.table.table))
    if not done.send:
        return done
    table = replace(state.table, called=True)
    return replace(done, state=replace(done.state, table=table, notice=News.CALLED_OUT))


def may_list(state: ClientState) -> bool:
    """True in a lobby that knows who is there."""
    return may_talk(state) and bool(state.presence.people)


def open_list(state: ClientState) -> Done:
    """Show everybody on the server."""
    there = replace(state, presence=replace(state.presence, row=0))
    return showing(there, overlay=Overlay.PEOPLE)


def move_in_list(by: int) -> Intent:
    """Move the cursor in the list."""

    def intent(state: ClientState) -> Done:
        row = max(0, min(state.presence.row + by, len(state.presence.people) - 1))
        return Done(replace(state, presence=replace(state.presence, row=row)))

    return intent


def may_read_page(state: ClientState) -> bool:
    """True if somebody is under the cursor, on a server that keeps statistics."""
    return state.archive.offered and state.presence.row < len(state.presence.people)


def open_page(state: ClientState) -> Done:
    """Open the page of the person under the cursor; it returns to the list."""
    if not may_read_page(state):
        return Done(state)
    person = state.presence.people[state.presence.row]
    done = open_player(person.name, person.occupant)(state)
    if not done.send:
        return done
    there = replace(done.state, archive=replace(done.state.archive, from_people=True))
    return replace(done, state=replace(there, ui=replace(there.ui, overlay=None)))


def at_person(row: int) -> Intent:
    """Choose a line of the list by mouse."""
    return lambda state: open_page(replace(state, presence=replace(state.presence, row=row)))


def open_invitation(state: ClientState) -> Done:
    """Show how others join."""
    return showing(state, overlay=Overlay.INVITATION, scroll=0)


def open_phone(state: ClientState) -> Done:
    """Show the link for friends with phones."""
    return showing(state, overlay=Overlay.PHONE, scroll=0)


MOST_LINES_OF_INVITATION = 30


def scroll_invitation(by: int) -> Intent:
    """Scroll the invitation; the view limits the position to its end."""
    return lambda state: showing(state, scroll=min(max(state.ui.scroll + by, 0), MOST_LINES_OF_INVITATION))


def open_call(state: ClientState) -> tuple[CallForPlayers, TableInfo] | None:
    """The latest call and its table, while its caller sits there beside a seat to be had; None in any other case.

    Of the seats, those that others have taken since are no longer counted. A call before a match is over once the match
    has begun: bots have the seats that were free.
    """
    latest = state.presence.call
    if latest is None or state.table is not None or state.now - latest.since > CALL_SECONDS:
        return None
    info = next((info for info in state.tables if info.table == latest.table), None)
    if info is None or not any(seat.name == latest.by and seat.occupant is not Occupant.BOT for seat in info.seats):
        return None
    if latest.before_match and info.phase is not Phase.WAITING:
        return None
    left = min(latest.seats, sum(map(can_be_had, info.seats)))
    return (replace(latest, seats=left), info) if left else None


def can_be_had(seat: SeatInfo) -> bool:
    """Return whether somebody can sit down there."""
    is_open = seat.occupant is Occupant.FREE or (seat.occupant is Occupant.BOT and not seat.closed)
    return is_open and not seat.reserved_by


def come(state: ClientState) -> Done:
    """Sit down at the table that has called."""
    called = open_call(state)
    if called is None:
        return Done(state)
    row = state.tables.index(called[1]) + 1
    return join(replace(state, ui=replace(state.ui, row=row, row_chosen=True, place=None)), called[1])
