"""Conditions of the client's state under which a row of the keymap counts within its modes. Pure."""

from __future__ import annotations

from collections.abc import Callable

from coinche.client.model.bid_pad import denominations, words
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Overlay
from coinche.client.update import chat, home, room, table_requests, timing
from coinche.client.update.bidding import may_decline, out_of_turn
from coinche.engine.actions import Coinche, Surcoinche
from coinche.engine.view import Phase
from coinche.protocol.messages import Request, RequestKind

When = Callable[[ClientState], bool]


def at_home(state: ClientState) -> bool:
    """At no server."""
    return state.screen is Screen.HOME


def on_playing_alone(state: ClientState) -> bool:
    """At home, on the line of the match against bots."""
    return at_home(state) and home.under_cursor(state) is home.Choice.ALONE


def in_lobby(state: ClientState) -> bool:
    """At a server, and at no table."""
    return state.screen is Screen.PLAY and state.table is None


def can_go_home(state: ClientState) -> bool:
    """In the lobby, with a home to go back to, and nothing to be put away first."""
    return in_lobby(state) and state.has_home and state.ui.overlay is None and state.notice is None


def at_table(state: ClientState) -> bool:
    """At a table, as a player or to watch."""
    return state.screen is Screen.PLAY and state.table is not None


def on_new_table(state: ClientState) -> bool:
    """In the lobby, on its first line."""
    return in_lobby(state) and state.ui.row == 0


def on_table_row(state: ClientState) -> bool:
    """In the lobby, on a table."""
    return in_lobby(state) and state.ui.row > 0


def gathering(state: ClientState) -> bool:
    """At a table where players are missing."""
    return state.table is not None and state.table.gathering and state.table.has_free_seats


def hosting(state: ClientState) -> bool:
    """At a table that one looks after, before its first deal."""
    return state.table is not None and state.table.gathering and room.is_host(state)


def exchanging_seats(state: ClientState) -> bool:
    """One of two seats is marked, the other is still to be chosen."""
    return hosting(state) and state.ui.moving is not None


def can_begin(state: ClientState) -> bool:
    """Everything is ready but for the host's word, and for bots on the free seats."""
    if state.table is None or not hosting(state) or exchanging_seats(state):
        return False
    return state.table.hold or state.table.has_free_seats


def can_choose_bot(state: ClientState) -> bool:
    """The marked seat is free, or the host may put another bot there."""
    table = state.table
    if table is None or not table.gathering:
        return False
    seat = room.marked(state)
    return room.is_free(table, seat) or (room.is_host(state) and room.has_bot(table, seat))


def can_clear(state: ClientState) -> bool:
    """The host may free the marked seat, which is another's."""
    table = state.table
    if table is None or not hosting(state):
        return False
    seat = room.marked(state)
    return seat is not table.seat and not room.is_free(table, seat)


def in_room(state: ClientState) -> bool:
    """At a table that gathers, with a seat of one's own."""
    return state.table is not None and state.table.gathering and state.table.seat is not None


def request(state: ClientState) -> Request | None:
    """What this person has to answer."""
    return state.table.asked if state.table else None


def asked(kind: RequestKind) -> When:
    """On turn, and asked that."""
    return lambda state: (found := request(state)) is not None and found.kind is kind


cutting, bidding, playing = asked(RequestKind.CUT), asked(RequestKind.BID), asked(RequestKind.PLAY)


def typing_cut(state: ClientState) -> bool:
    """A number of cards is being typed."""
    return cutting(state) and bool(state.ui.knife.typed)


def has_hand(state: ClientState) -> bool:
    """With cards."""
    return state.table is not None and bool(state.table.view.hand)


def typing(state: ClientState) -> bool:
    """A bid is being typed."""
    return bidding(state) and bool(state.ui.pad.typed)


def can_say(word: str) -> When:
    """On turn to say that word, and not typing letters."""
    return lambda state: (found := request(state)) is not None and word in found.legal and not typing(state)


def can_double(word: Coinche | Surcoinche) -> When:
    """That may be said now, in turn or out of it."""
    in_turn = can_say(str(word))
    return lambda state: in_turn(state) or (state.table is not None and out_of_turn(state.table) == word)


can_coinche, can_surcoinche = can_double(Coinche()), can_double(Surcoinche())


def can_decline(state: ClientState) -> bool:
    """Offered to coinche out of turn."""
    return may_decline(state) and request(state) is None


def can_bid(state: ClientState) -> bool:
    """On turn, and there is something to bid."""
    found = request(state)
    return found is not None and bidding(state) and bool(denominations(found) or state.ui.pad.typed)


def can_bid_word(word: str) -> When:
    """On turn, and a capot, or a générale, may be bid."""

    def when(state: ClientState) -> bool:
        found = request(state)
        return found is not None and bidding(state) and any(word in words(found, d) for d in denominations(found))

    return when


can_bid_capot, can_bid_generale = can_bid_word("capot"), can_bid_word("generale")


def began_capot(state: ClientState) -> bool:
    """The first letter of capot, which is coinche's as well, has just been pressed."""
    return state.ui.once == "c" and can_bid_capot(state)


def can_prepare(state: ClientState) -> bool:
    """A card can be chosen for one's next turn."""
    return state.table is not None and state.lesson is None and timing.may_premove(state.table)


def can_prepare_selected(state: ClientState) -> bool:
    """The cursor is on a card, and it is not one's turn."""
    return can_prepare(state) and state.ui.card is not None


def has_prepared(state: ClientState) -> bool:
    """A card is chosen, or the cursor is on one, and it is not played yet."""
    return state.table is not None and state.ui.meant is not None and state.ui.overlay is None


def can_be_advised(state: ClientState) -> bool:
    """Something is asked, and nobody minds advice."""
    return request(state) is not None and state.table is not None and table_requests.may_advise(state.table)


def deciding(state: ClientState) -> bool:
    """Something is asked."""
    return request(state) is not None


def watching(state: ClientState) -> bool:
    """At a table without a seat."""
    return at_table(state) and state.table is not None and state.table.seat is None


def can_speak(state: ClientState) -> bool:
    """On turn, and something may be said with a card."""
    found = request(state)
    return found is not None and bool(found.declarations or found.offers)


def to_go_on(state: ClientState) -> bool:
    """The score waits to be read, or the pause to end."""
    table = state.table
    return table is not None and (table.to_go_on or table.closed or has_page(state))


def has_page(state: ClientState) -> bool:
    """The teacher has said something that is only to be read."""
    return state.lesson is not None and state.lesson.waits


def can_stop_learning(state: ClientState) -> bool:
    """In a lesson, with nothing to be put away first."""
    idle = state.ui.overlay is None and state.ui.card is None and state.notice is None
    return state.lesson is not None and idle and not typing(state)


def can_pause(state: ClientState) -> bool:
    """In the middle of a deal, and the pause has not been asked for yet."""
    return state.table is not None and state.lesson is None and table_requests.may_pause(state.table)


def can_vote(state: ClientState) -> bool:
    """Somebody has kept everybody waiting for long."""
    return state.lesson is None and table_requests.against(state) is not None


def can_admit(state: ClientState) -> bool:
    """Somebody waits for a seat, and this person has not agreed yet that it changes hands at once."""
    return state.table is not None and room.to_admit(state.table) is not None


def can_rematch(state: ClientState) -> bool:
    """The last score of the match lies on the table, and another match has not been asked for yet."""
    return state.table is not None and table_requests.may_rematch(state.table)


def can_claim(state: ClientState) -> bool:
    """All tricks that are left are one's own, and there is more than one."""
    table = state.table if state.lesson is None else None
    return table is not None and playing(state) and len(table.view.hand) > 1 and table_requests.may_claim(table)


def can_chat(state: ClientState) -> bool:
    """At a table where one may speak, and somebody may hear it."""
    return state.table is not None and not state.solo and chat.may_chat(state.table)


def has_tricks(state: ClientState) -> bool:
    """A trick of this deal can be looked at."""
    return state.table is not None and state.table.view.phase is Phase.PLAYING and bool(state.table.view.tricks)


def looking_back(state: ClientState) -> bool:
    """The last trick is on the table again, and the rules let one look at those before it."""
    may = state.table is not None and state.table.may_look_back
    return may and state.ui.overlay is Overlay.LAST_TRICK and has_tricks(state)


def overlaid(state: ClientState) -> bool:
    """Something lies over the screen."""
    return state.ui.overlay is not None


def on(screen: Screen) -> When:
    """That is on the screen."""
    return lambda state: state.screen is screen


replaying, browsing_matches = on(Screen.REPLAY), on(Screen.MATCHES)
reading_statistics = on(Screen.STATISTICS)


def has_matches(state: ClientState) -> bool:
    """Before a list of matches with something on it."""
    return browsing_matches(state) and bool(state.archive.matches)


def has_statistics(state: ClientState) -> bool:
    """Before statistics of somebody."""
    return reading_statistics(state) and bool(state.archive.players)
