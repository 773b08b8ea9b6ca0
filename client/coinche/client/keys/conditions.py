"""Conditions under which a row of the keymap is active within its modes: predicates of the state. Pure.

`move_conditions` has those of cuts, calls and cards.
"""

from __future__ import annotations

from coinche.client.model.messages import LessonNumber
from coinche.client.model.state import ClientState, ExpectedMatch, Screen
from coinche.client.model.ui import Overlay
from coinche.client.texts.screens import Phrase
from coinche.client.update import chat, home, people, replay_analysis, room, statistics, table_requests
from coinche.engine.view import Phase

from .move_conditions import When, typing, typing_cut


def at_home(state: ClientState) -> bool:
    """True on the home screen."""
    return state.screen is Screen.HOME


def on_the_way(state: ClientState) -> bool:
    """True at home while a server is awaited, or the match that the person has chosen is looked for."""
    return at_home(state) and (bool(state.bound_for) or state.expected is ExpectedMatch.CHOSEN)


def not_on_the_way(state: ClientState) -> bool:
    """True at home while nothing is awaited."""
    return not on_the_way(state)


def on_playing_alone(state: ClientState) -> bool:
    """True when the home screen's cursor is on the match against bots."""
    return at_home(state) and home.under_cursor(state) is home.Choice.ALONE


def in_lobby(state: ClientState) -> bool:
    """True when the client is connected and at no table."""
    return state.screen is Screen.PLAY and state.table is None


def can_go_home(state: ClientState) -> bool:
    """True in the lobby, if there is a home screen and nothing else to close."""
    return in_lobby(state) and state.has_home and state.ui.overlay is None


def at_table(state: ClientState) -> bool:
    """True at a table, for players and spectators."""
    return state.screen is Screen.PLAY and state.table is not None


def on_new_table(state: ClientState) -> bool:
    """True when the lobby's cursor is on its first line, the new table."""
    return in_lobby(state) and state.ui.row == 0


def on_table_row(state: ClientState) -> bool:
    """True when the lobby's cursor is on a table."""
    return in_lobby(state) and state.ui.row > 0


def gathering(state: ClientState) -> bool:
    """True at a table that waits for players."""
    return state.table is not None and state.table.gathering and state.table.has_free_seats


def hosting(state: ClientState) -> bool:
    """True when this player is the host and the match has not begun."""
    return state.table is not None and state.table.gathering and room.is_host(state)


def exchanging_seats(state: ClientState) -> bool:
    """True when the first of two seats to swap is selected."""
    return hosting(state) and state.ui.moving is not None


def can_take_seat(state: ClientState) -> bool:
    """True when the host can change to the selected seat, which is free."""
    table = state.table
    return table is not None and hosting(state) and state.ui.moving is None and room.is_free(table, room.marked(state))


def can_swap(state: ClientState) -> bool:
    """True when the host can select the first of two seats to swap."""
    return hosting(state) and state.ui.moving is None


def can_begin(state: ClientState) -> bool:
    """True when the host can begin, with bots on any free seats."""
    if state.table is None or not hosting(state) or exchanging_seats(state):
        return False
    return state.table.hold or state.table.has_free_seats


def can_choose_bot(state: ClientState) -> bool:
    """True when the selected seat is free, or the host can change its bot."""
    table = state.table
    if table is None or not table.gathering or state.ui.moving is not None:
        return False
    seat = room.marked(state)
    return room.is_free(table, seat) or (room.is_host(state) and room.has_bot(table, seat))


def can_clear(state: ClientState) -> bool:
    """True when the host can free the selected seat, which is not their own."""
    table = state.table
    if table is None or not hosting(state):
        return False
    seat = room.marked(state)
    return seat is not table.seat and not room.is_free(table, seat)


def in_room(state: ClientState) -> bool:
    """True at a table that gathers, for those who have a seat."""
    return state.table is not None and state.table.gathering and state.table.seat is not None


def match_is_over(state: ClientState) -> bool:
    """True once the match at the table is over, if its record can be had."""
    table = state.table
    is_over = table is not None and table.view.phase is Phase.MATCH_OVER and not table.practice
    return state.archive.offered and is_over


def can_undo(state: ClientState) -> bool:
    """True at a practice table, where moves can be taken back, unless the key erases what is being typed."""
    table = state.table
    practises = table is not None and table.practice and table.seat is not None and not table.closed
    return practises and not (typing(state) or typing_cut(state))


def retry_is_over(state: ClientState) -> bool:
    """True at the recap of a position that was played again."""
    table = state.table
    return state.retry is not None and table is not None and table.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)


def can_stop_retry(state: ClientState) -> bool:
    """True while a position is played again, if Escape has nothing else to close."""
    idle = state.ui.overlay is None and state.ui.card is None and state.notice is None
    return state.retry is not None and at_table(state) and idle and not typing(state)


def watching(state: ClientState) -> bool:
    """True at a table without a seat."""
    return at_table(state) and state.table is not None and state.table.seat is None


def to_go_on(state: ClientState) -> bool:
    """True when the recap, a pause or the teacher waits for this player, or the table has closed."""
    table = state.table
    return table is not None and (table.to_go_on or table.closed or has_page(state))


def goes_on_with(label: Phrase) -> When:
    """A condition: Enter goes on, and this is its effect."""
    return lambda state: to_go_on(state) and table_requests.going_on(state) is label


def is_paused(state: ClientState) -> bool:
    """True when a pause waits for this player."""
    return state.table is not None and state.table.agreements.paused and state.table.to_go_on


def has_page(state: ClientState) -> bool:
    """True when the teacher's saying waits for Enter."""
    return state.lesson is not None and state.lesson.waits


def can_take_next_lesson(state: ClientState) -> bool:
    """True at the end of the first lesson."""
    return (
        has_page(state)
        and state.lesson is not None
        and state.lesson.is_done
        and state.lesson.number is LessonNumber.FIRST
    )


def can_stop_learning(state: ClientState) -> bool:
    """True in a lesson, if Escape has nothing else to close; the cursor stands on a card from the beginning."""
    idle = state.ui.overlay is None and state.notice is None
    return state.lesson is not None and idle and not typing(state)


def not_learning(state: ClientState) -> bool:
    """True outside a lesson, whose deals are neither kept nor replayed."""
    return state.lesson is None


def waits_at_home(state: ClientState) -> bool:
    """True if the solo match goes on waiting while another one is played, since home offers it."""
    return state.has_home and state.keeps_match


def can_pause(state: ClientState) -> bool:
    """True during a deal, if this player has not asked for a pause yet."""
    return state.table is not None and state.lesson is None and table_requests.may_pause(state.table)


def has_asked_for_pause(state: ClientState) -> bool:
    """True while a pause that this player has asked for has not begun."""
    return state.table is not None and table_requests.has_asked_for_pause(state.table)


def can_vote(state: ClientState) -> bool:
    """True when a player has kept the table waiting for long."""
    return state.lesson is None and table_requests.against(state) is not None


def can_admit(state: ClientState) -> bool:
    """True when a newcomer waits for a seat and this player has not agreed yet."""
    return state.table is not None and room.to_admit(state.table) is not None


def can_rematch(state: ClientState) -> bool:
    """True at the recap of the match, if this player has not asked for a rematch yet."""
    return state.table is not None and state.retry is None and table_requests.may_rematch(state.table)


def can_chat(state: ClientState) -> bool:
    """True at a table with a chat and other people."""
    table = state.table
    return table is not None and not (state.solo or table.practice) and chat.may_chat(table)


def can_talk(state: ClientState) -> bool:
    """True in a lobby with a chat."""
    return in_lobby(state) and people.may_talk(state)


def can_call(state: ClientState) -> bool:
    """True when this player can call others from the lobby to the table."""
    return people.may_call(state)


def can_call_in_play(state: ClientState) -> bool:
    """True when the host of a running match can call others to a bot's seat."""
    return state.table is not None and not state.table.gathering and people.may_call(state)


def can_list_people(state: ClientState) -> bool:
    """True in a lobby that knows who is there."""
    return in_lobby(state) and people.may_list(state)


def can_read_page(state: ClientState) -> bool:
    """True in the list of people, where the server keeps statistics."""
    return people.may_read_page(state)


def can_read_how_to_join(state: ClientState) -> bool:
    """True in the lobby and before a match, where the person can read how others join the server."""
    return not state.solo and state.lesson is None and (state.table is None or state.table.gathering)


def can_ask_for_invitation(state: ClientState) -> bool:
    """True on a server, where the person can ask for an invitation to a name, and is told if they get none."""
    return not state.solo and state.lesson is None and (state.in_lobby or state.table is not None)


def offers_invitations(state: ClientState) -> bool:
    """True where the person can ask for one, and the server lets players invite, not the operator alone."""
    return can_ask_for_invitation(state) and state.members_invite


def is_called(state: ClientState) -> bool:
    """True in the lobby while somebody calls to a table."""
    return in_lobby(state) and people.open_call(state) is not None


def has_tricks(state: ClientState) -> bool:
    """True when a trick of this deal can be shown again."""
    return state.table is not None and state.table.view.phase is Phase.PLAYING and bool(state.table.view.tricks)


def looking_back(state: ClientState) -> bool:
    """True when the last trick is on display and the rules allow earlier ones."""
    may = state.table is not None and state.table.may_look_back
    return may and state.ui.overlay is Overlay.LAST_TRICK and has_tricks(state)


def off_the_table(state: ClientState) -> bool:
    """True on a screen of its own: a replay, a list, home."""
    return state.screen is not Screen.PLAY


def overlaid(state: ClientState) -> bool:
    return state.ui.overlay is not None


def on(screen: Screen) -> When:
    """A condition: this screen is open."""
    return lambda state: state.screen is screen


replaying, browsing_matches = on(Screen.REPLAY), on(Screen.MATCHES)
reading_statistics, reading_player = on(Screen.STATISTICS), on(Screen.PLAYER)


def replays_whole_match(state: ClientState) -> bool:
    """True in the replay of a match that is over, also of the one that has just ended at the table."""
    return replaying(state) and replay_analysis.may_analyse(state)


def can_compare(state: ClientState) -> bool:
    """True on one's own page, or while one's matches are compared."""
    par = state.archive.par
    return reading_player(state) and (statistics.has_own_page(state) or (par is not None and not par.is_over))


def has_matches(state: ClientState) -> bool:
    """True when the list of matches is open and not empty."""
    return browsing_matches(state) and bool(state.archive.matches)


def has_statistics(state: ClientState) -> bool:
    """True when the statistics are open and not empty."""
    return reading_statistics(state) and bool(state.archive.players)


def has_own_statistics(state: ClientState) -> bool:
    """True when the statistics are open and have finished matches of one's own."""
    own = (player for player in state.archive.players or () if statistics.is_own(player, state))
    return reading_statistics(state) and any(player.matches for player in own)
