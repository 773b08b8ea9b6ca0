"""The tables of the server: the list, and intents to open, join, watch, fill and go on. Pure."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET, UnsetType

from coinche.client.model.agreements import heard
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay, Wish
from coinche.client.texts.practice import PracticeNotice
from coinche.engine.fair import Shares
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import AddBot, CreateTable, GoOn, Join, Lobby, Occupant, TableInfo, Watch, WentOn
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.settings import own_table

from .navigation import Done, Intent, RequestId, sending, setting, showing
from .rules_form import NUMBERS, TARGET, USUAL_TARGET, house_of, wished, wished_hints
from .table_requests import after_match
from .text_entry import closed, open_field


def listed(state: ClientState, message: Lobby) -> ClientState:
    """The state with the tables that the server lists; the cursor stays on its line, the new table included, and
    on its seat while that is open.

    On arrival it stands on the seat that the person has left, or where somebody waits for players.
    """
    stays = state.in_lobby
    listed = replace(state, tables=message.tables, presets=message.presets, bots=message.bots, in_lobby=True)
    listed = replace(listed, usual_target=None if message.target is UNSET else message.target)
    listed = replace(listed, left_seat=_seat_to_take_back(listed))
    if not stays and listed.left_seat is not None:
        return _on_own_seat(listed, *listed.left_seat)
    row = _same_table(state, message.tables) if stays else awaited_table(listed)
    place = state.ui.place if row == state.ui.row or stays else None
    if not row or place not in seats_to_take(listed, message.tables[row - 1]):
        place = None
    return replace(listed, ui=replace(state.ui, row=row, row_chosen=stays and state.ui.row_chosen, place=place))


def _seat_to_take_back(state: ClientState) -> tuple[str, Seat] | None:
    """The table and the seat that the person has left, while that match goes on."""
    left = state.left_seat
    goes_on = left is not None and any(info.table == left[0] and _is_in_play(info) for info in state.tables)
    return left if goes_on else None


def _is_in_play(info: TableInfo) -> bool:
    return info.phase not in (Phase.WAITING, Phase.MATCH_OVER)


def _on_own_seat(state: ClientState, table: str, seat: Seat) -> ClientState:
    """The state with the cursor on the seat that the person has left."""
    row, info = next((row, info) for row, info in enumerate(state.tables, 1) if info.table == table)
    place = seat if seat in seats_to_take(state, info) else None
    return replace(state, ui=replace(state.ui, row=row, row_chosen=False, place=place))


def own_seat(state: ClientState, info: TableInfo) -> Seat | None:
    """The seat of this table that the person has left during its match."""
    return state.left_seat[1] if state.left_seat is not None and state.left_seat[0] == info.table else None


def seats_to_take(state: ClientState, info: TableInfo) -> tuple[Seat, ...]:
    """The seats of this table on which the person may sit down: after leaving its match, only their own."""
    own, open_seats = own_seat(state, info), (Occupant.FREE, Occupant.BOT)
    return tuple(s.seat for s in info.seats if s.occupant in open_seats and own in (None, s.seat))


def seat_of_enter(state: ClientState, info: TableInfo) -> Seat | None:
    """The seat that Enter takes at the table under the cursor: the selected one, else the first that is free before a
    match; None if the server chooses a bot's."""
    if state.ui.place is not None or _is_in_play(info):
        return state.ui.place
    free = [s for s in info.seats if s.occupant is Occupant.FREE and not s.closed and not s.reserved_by]
    return next((s.seat for seat in Seat for s in free if s.seat is seat and seat in seats_to_take(state, info)), None)


def _same_table(state: ClientState, tables: tuple[TableInfo, ...]) -> int:
    """The line of the table under the cursor in a new list, or the nearest one if it is gone."""
    row = state.ui.row
    if not 0 < row <= len(state.tables):
        return min(row, len(tables))
    here = state.tables[row - 1].table
    return next((line for line, info in enumerate(tables, 1) if info.table == here), min(row, len(tables)))


def awaited_table(state: ClientState) -> int:
    """The line of the first table where a person waits for players; 0, the new table, if there is none."""
    rows = (row for row, info in enumerate(state.tables, 1) if waits(info, state.passphrase))
    return next(rows, 0)


def waits(info: TableInfo, passphrase: str | None) -> bool:
    """Return whether a person waits there for players, and this client can sit down."""
    seated = {seat.occupant for seat in info.seats if seat.connected}
    gathers = info.phase is Phase.WAITING and not (info.private and passphrase is None)
    return gathers and seated >= {Occupant.PERSON, Occupant.FREE}


def bot(state: ClientState) -> str:
    """The preferred kind of bot, or the server's first kind if it lacks that one."""
    wanted = state.ui.settings.bots.value
    return wanted if wanted in state.bots or not state.bots else state.bots[0]


def create(state: ClientState) -> Done:
    """Open a table as wished for; the wish for practice is for this table only."""
    wish = state.wish
    state = replace(state, wish=replace(wish, practice=False), ui=replace(state.ui, overlay=None))
    if wish.practice and not state.offers_practice:
        return Done(replace(state, notice=PracticeNotice.NONE_HERE))
    house = house_of(state)
    chosen = "" if house is None else house.name
    done = Done(state)
    if chosen != state.ui.settings.rules and not (wish.practice or state.guest):
        done = setting(state, rules=chosen)
    opened = sending(
        done.state,
        CreateTable(
            name=name_of_table(state),
            preset=wish.preset or UNSET,
            options=dict(wish.options),
            target=wish.target or UNSET,
            seat=wish.seat,
            bots=bot(state) if wish.bots or wish.practice else UNSET,
            hold=not (wish.bots or wish.practice),
            shares=wish.shares if state.fair else Shares.CUTTER,
            hints=wished_hints(state),
            practice=wish.practice,
        ),
    )
    return opened if opened.effect is not None else replace(opened, effect=done.effect)


def name_of_table(state: ClientState) -> str:
    """The name of a new table: as wished for, or after the name under which the server knows the player.

    Other players read it, so it keeps its accents even if this terminal has none.
    """
    return state.wish.table_name or own_table(state.name, Face(state.ui.language, UNICODE))


def move_row(by: int) -> Intent:
    """Move the cursor in the lobby; it stops at both ends, for Enter on the first line opens a table."""
    return lambda state: _showing_row(state, max(0, min(state.ui.row + by, len(state.tables))))


def at_row(row: int) -> Intent:
    """Click a line: move the cursor there, or act as Enter if the cursor is there already."""
    return lambda state: enter(state) if state.ui.row == row else _showing_row(state, row)


def _showing_row(state: ClientState, row: int, place: Seat | None = None) -> Done:
    return showing(state, row=row, row_chosen=True, place=place)


def at_seat(row: int, seat: Seat) -> Intent:
    """Click a seat: move the cursor there if the seat is open, or act as Enter if the cursor is there already."""

    def intent(state: ClientState) -> Done:
        if state.ui.row == row and state.ui.place is seat:
            return enter(state)
        is_open = seat in seats_to_take(state, state.tables[row - 1])
        return _showing_row(state, row, seat if is_open else None)

    return intent


def move_place(by: int) -> Intent:
    """Select another seat of the table under the cursor, or another target for the new table."""

    def intent(state: ClientState) -> Done:
        if state.ui.row == 0:
            return Done(replace(state, wish=replace(state.wish, target=_another_target(state, by))))
        info = state.tables[state.ui.row - 1]
        seats, here = seats_to_take(state, info), seat_of_enter(state, info)
        choices: tuple[Seat | None, ...] = seats if here in seats and not _is_in_play(info) else (None, *seats)
        at = choices.index(here) if here in choices else 0
        return _showing_row(state, state.ui.row, choices[(at + by) % len(choices)])

    return intent


def _another_target(state: ClientState, by: int) -> int:
    """The next usual target in that direction, or the present one at the end."""
    book = wished(state)
    now = state.wish.target or state.usual_target or (book.rules.match.target if book else USUAL_TARGET)
    further = sorted((n for n in NUMBERS[TARGET] if (n - now) * by > 0), key=lambda n: abs(n - now))
    return further[0] if further else now


def enter(state: ClientState) -> Done:
    """Join the table under the cursor, or open the new one."""
    if state.ui.row == 0:
        return create(state)
    return join(state, state.tables[state.ui.row - 1], state.ui.place)


def watch(state: ClientState) -> Done:
    """Watch the table under the cursor."""
    if state.ui.row == 0:
        return Done(state)
    return look_at(state, state.tables[state.ui.row - 1])


def join(state: ClientState, info: TableInfo, seat: Seat | None = None) -> Done:
    """Join a table; a private one asks for its passphrase first."""
    if info.private and state.passphrase is None:
        return write_words(state)
    return sending(state, Join(table=info.table, seat=seat or UNSET, id=_enter_id(info)))


def look_at(state: ClientState, info: TableInfo) -> Done:
    """Watch a table; a private one asks for its passphrase first."""
    if info.private and state.passphrase is None:
        return showing(write_words(state).state, to_watch=True)
    return sending(state, Watch(table=info.table, id=_enter_id(info)))


def _enter_id(info: TableInfo) -> int | UnsetType:
    return RequestId.ENTER if info.private else UNSET


def go_on(state: ClientState) -> Done:
    """Go on after the recap or a pause; after the match, return to the lobby, or open a new table if playing alone."""
    table = state.table
    if table is None:
        return Done(state)
    if state.lesson is not None:
        return _read(state, table)
    if table.closed:
        gone = replace(state, table=None)
        return create(replace(gone, wish=_same_match(gone.wish, table))) if state.solo else Done(gone)
    if table.seat is None or not table.to_go_on:
        return Done(state)
    if (asked := after_match(state, table)) is not None:
        return asked
    done = sending(state, GoOn(table=table.table))
    if not done.send:
        return done
    read = replace(table, agreements=heard(table.agreements, WentOn(table.seat)))
    return replace(done, state=replace(done.state, table=read))


def _same_match(wish: Wish, table: AtTable) -> Wish:
    """The wish for another match like that of the table, which may have been begun with another target."""
    target = wish.target if table.rules is None else table.rules.match.target
    return replace(wish, target=target, practice=table.practice)


def _read(state: ClientState, table: AtTable) -> Done:
    """Go on after the teacher's saying."""
    if state.lesson is None or not state.lesson.waits:
        return Done(state)
    done = sending(state, GoOn(table=table.table))
    return replace(done, state=replace(done.state, lesson=state.lesson.read()))


def write_words(state: ClientState) -> Done:
    """Begin to enter a passphrase."""
    return showing(open_field(Overlay.PASSPHRASE)(state).state, to_watch=False)


def keep_words(state: ClientState) -> Done:
    """Store the passphrase; an empty one makes new tables public. Then enter the private table under the cursor."""
    words = state.ui.entry.text.strip() or None
    kept = replace(closed(state), passphrase=words, wish=replace(state.wish, private=words is not None))
    if not words or not kept.ui.row or not kept.tables[kept.ui.row - 1].private:
        return Done(kept)
    return watch(kept) if kept.ui.to_watch else enter(kept)


def add_bots(state: ClientState) -> Done:
    """Put bots on all free seats."""
    return sending(state, AddBot(table=state.table.table, bot=bot(state))) if state.table else Done(state)
