"""Timing: clocks, the trick display, the premove, and the cards that the client plays by itself. Pure.

A premove is the card chosen for the player's next turn; it is played when the turn comes, if it is legal then. With the
setting `play_forced`, the only legal card is played, too, except at practice tables, where it may be taken back. Times
are seconds of the client's clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from coinche.client.model.hand_order import laid_out
from coinche.client.model.notices import ApplicantAnswered, MatchGoesOn, MustFollow, Muted, News, Notice
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import AtTable, Celebration
from coinche.client.update.card_play import no_such_card, play
from coinche.engine.cards import Card, Suit
from coinche.engine.events import Coinched, DealScored, Event, MatchEnded, Surcoinched, TrickWon
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Direction, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import RequestKind, TableEvent

from .navigation import Done, Intent, showing

PATIENCE = 5
"""Seconds after which the screen shows how long another player has been thinking."""
SILENCE = 1
"""Seconds after which the screen says that the server has not answered."""
LAST_SECONDS = 60
"""The last seconds of a clock, each of which is shown."""
NO_CLOCK_SECONDS = 24 * 3600
"""A time from which on it is no limit: solo play has none, and its server allows a year."""
SLOW_REDRAW_SECONDS = 10
"""Interval in seconds at which a clock with more time left is redrawn."""

_DECIDING = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Whole seconds left: those of this decision, then those of the bank."""

    free: int
    bank: int


def own_time(state: ClientState, table: AtTable) -> TimeLeft | None:
    """The time left to decide; None without a request or without a clock, and for practice, where no time is up."""
    asked = table.asked
    if asked is None or table.practice or not 0 < asked.clock.move_ms + asked.clock.bank_ms < NO_CLOCK_SECONDS * 1000:
        return None
    now = state.lost_since if state.link is Link.LOST else state.now  # the clock of a disconnected player stands
    used = max(0, int(now - table.asked_at))
    free, bank = asked.clock.move_ms // 1000, asked.clock.bank_ms // 1000
    return TimeLeft(max(0, free - used), max(0, bank - max(0, used - free)))


def awaited(state: ClientState) -> ClientState:
    """Note the time of the first tick after the answer was sent."""
    table = state.table
    if table is None or not table.answered or table.sent_at is not None:
        return state
    return replace(state, table=replace(table, sent_at=state.now))


def is_unheard(state: ClientState, table: AtTable) -> bool:
    """True once the server has left an answer unacknowledged for `SILENCE`."""
    return table.answered and table.sent_at is not None and state.now - table.sent_at >= SILENCE


def thinking(state: ClientState, table: AtTable) -> int:
    """Seconds for which another player has been thinking; 0 below `PATIENCE`, and in a lesson, where they wait for the
    reader.
    """
    if state.lesson is not None or not _waits(state, table):
        return 0
    info = table.seats.get(table.view.turn) if table.view.turn is not None else None
    seconds = int(state.now - table.turn_since)
    if info is not None and not info.connected:  # the wait for a lost player begins with the loss
        seconds = min(seconds, int(state.now + (table.ahead or 0.0) - table.seat_changed_at))
    return seconds if seconds >= PATIENCE else 0


def _waits(state: ClientState, table: AtTable) -> bool:
    turn = table.view.turn
    others = turn is not None and turn is not table.seat and table.view.phase in _DECIDING
    return others and state.link is Link.UP and not table.agreements.paused and not table.closed


def ahead(table: AtTable, at: float, now: float) -> float:
    """The seconds by which the server's clock is ahead of the client's, given an event at server time `at`.

    An event that arrives late, such as those of the log on joining, gives too small a value, so the maximum counts.
    """
    found = at - now
    return found if table.ahead is None else max(found, table.ahead)


def recap_left(state: ClientState, table: AtTable) -> int:
    """Seconds for which the recap, or the offer of a rematch, still waits for this player; 0 if neither does, or both
    without a limit."""
    agreements = table.agreements
    if not agreements.recap or table.closed:
        return 0
    asked = agreements.rematch_by and table.seat not in agreements.went_on
    until = agreements.rematch_by if asked else agreements.read_by
    left = max(0, ceil(until - state.now - (table.ahead or 0.0)))
    return left if left < NO_CLOCK_SECONDS else 0


CELEBRATION_SECONDS = 1.4
"""Seconds for which coinche, capot and victory are celebrated: with the last picture no more than one and a half."""
FRAME_SECONDS = 0.1
"""Seconds between two pictures of a celebration."""


def celebrated(table: AtTable, event: Event | TableEvent, at: float) -> AtTable:
    """The table with the event to celebrate: a coinche, all tricks, or a match, unless the viewer has lost it."""
    match event:
        case Coinched() | Surcoinched():
            return replace(table, celebration=Celebration(event, at))
        case DealScored(tricks=tricks) if HAND_SIZE in (tricks.NS, tricks.EW):
            return replace(table, celebration=Celebration(event, at))
        case MatchEnded() if table.plays_position:
            return table
        case MatchEnded(Team() as winner) if table.seat is None or winner is table.seat.team:
            return replace(table, celebration=Celebration(event, at))
        case _:
            return table


def celebrating(state: ClientState) -> float | None:
    """Seconds since the event that is being celebrated; None if none is.
    An event of the past, as on joining a table, is older than the latest event by the server's clock.
    """
    table = state.table
    if table is None or table.celebration is None or not state.ui.settings.celebrations:
        return None
    if state.lesson is not None or state.screen is not Screen.PLAY or state.ui.overlay is not None:
        return None
    age = state.now + (table.ahead or 0.0) - table.celebration.at
    return age if 0 <= age < CELEBRATION_SECONDS and state.link is Link.UP else None


def without_celebration(state: ClientState) -> ClientState:
    """End the celebration."""
    return state if state.table is None else replace(state, table=replace(state.table, celebration=None))


def is_celebrating(state: ClientState) -> bool:
    """True during a celebration."""
    return celebrating(state) is not None


_PASSING = (News.CALLED_OUT, News.LINK_BACK, News.RULES_TAKEN)
_PASSING_KINDS = (ApplicantAnswered, MatchGoesOn, Muted)
_NOTICE_SECONDS = 30
"""Seconds for which a notice of these stays if no key is pressed."""
CHANGE_SECONDS = 30.0
"""Seconds for which the latest change of a seat is told beside the game."""


def without_old_notice(state: ClientState) -> ClientState:
    """Clear a notice that only told what has just happened, after a while."""
    notice = state.notice
    if notice is None or not _is_passing(notice):
        return state if state.noticed is None else replace(state, noticed=None)
    if state.noticed is None or state.noticed[0] != notice:
        return replace(state, noticed=(notice, state.now))
    is_old = state.now - state.noticed[1] >= _NOTICE_SECONDS
    return replace(state, notice=None, noticed=None) if is_old else state


def _is_passing(notice: Notice) -> bool:
    return notice in _PASSING or isinstance(notice, _PASSING_KINDS)


def tells_change(table: AtTable, now: float) -> bool:
    """True while the latest change of a seat is told beside the game."""
    return now + (table.ahead or 0.0) - table.seat_changed_at <= CHANGE_SECONDS


def is_running(state: ClientState) -> bool:
    """True if the screen changes as time passes."""
    if is_celebrating(state):
        return True
    if state.match_replay is not None and state.match_replay.playing:
        return True
    if state.link is Link.LOST or (state.bulletin is not None and state.bulletin.is_shown(state.now)):
        return True
    if state.notice is not None and _is_passing(state.notice):
        return True
    table = state.table
    if table is None:
        return False
    if table.in_play and tells_change(table, state.now):
        return True
    sent = table.answered and state.link is Link.UP
    clock = own_time(state, table) is not None or recap_left(state, table) > 0
    return table.trick_shown or sent or clock or _waits(state, table)


def is_due(state: ClientState, now: float) -> bool:
    """True if the screen must be redrawn now; redrawing every second would drain a battery."""
    return is_running(state) and now - state.now >= _pace(state)


def _pace(state: ClientState) -> int:
    """Seconds for which the screen may stay as it is."""
    table = state.table
    if state.link is Link.LOST or is_celebrating(state):
        return 0
    if (
        table is None
        or table.trick_shown
        or table.answered
        or (state.match_replay is not None and state.match_replay.playing)
    ):
        return 0
    if recap := recap_left(state, table):
        return SLOW_REDRAW_SECONDS if recap > LAST_SECONDS + SLOW_REDRAW_SECONDS else 0
    left = own_time(state, table)
    if left is None:
        return PATIENCE
    return SLOW_REDRAW_SECONDS if (left.free or left.bank) > LAST_SECONDS else 0


LOOK_SECONDS = 3.0
"""Seconds for which a trick stays on display, unless the player ends it earlier."""
LIVE_SECONDS = 0.5
"""A trick followed by events sooner than this belongs to the past: with people at the table, a server waits longer."""


def without_stale_trick(state: ClientState) -> ClientState:
    """Remove the trick from display once it has been there long enough."""
    table = state.table
    if table is None or not table.trick_shown or state.now - table.trick_shown_since < LOOK_SECONDS:
        return state
    return replace(state, table=replace(table, trick_shown=False))


def with_trick_display(state: ClientState, table: AtTable, event: Event | TableEvent) -> AtTable:
    """Display a finished trick after the event that ends it, unless the deal is over or the events are of the past."""
    if isinstance(event, TrickWon):
        lies = state.ui.settings.linger and state.lesson is None  # the lesson waits by itself
        table = replace(table, trick_shown=lies, trick_shown_since=state.now)
    hurried = table.covers_cards and state.now - table.trick_shown_since < LIVE_SECONDS
    over = table.view.phase is not Phase.PLAYING
    return replace(table, trick_shown=False) if table.trick_shown and (hurried or over) else table


def may_premove(table: AtTable) -> bool:
    """True if the player can choose a premove: during play, with no request open."""
    if table.seat is None or table.closed or table.answered or table.request is not None or table.agreements.paused:
        return False
    return table.view.phase is Phase.PLAYING and bool(table.view.hand)


def must_follow(table: AtTable) -> Suit | None:
    """The suit that the player has to follow in the trick on the table; None if they lead, have played, or are void."""
    view = table.view
    if view.trick is None or not view.trick.cards or table.seat is None:
        return None
    direction = table.rules.table.direction if table.rules else Direction.ANTICLOCKWISE
    if table.seat in view.trick.leader.round(direction)[: len(view.trick.cards)]:
        return None
    led = view.trick.cards[0].suit
    return led if any(card.suit is led for card in view.hand) else None


def premove(state: ClientState, card: Card) -> Done:
    """Choose this card as premove, or cancel it if it was chosen already; one that does not follow suit is refused."""
    if state.table is not None and (suit := must_follow(state.table)) not in (None, card.suit):
        return Done(replace(state, notice=MustFollow(suit)))
    return showing(state, premove=None if state.ui.premove is card else card, card=None)


def premove_at(index: int) -> Intent:
    """Choose the card at this position of the hand on the screen."""

    def intent(state: ClientState) -> Done:
        cards = laid_out(state.table, state.ui) if state.table else ()
        return premove(state, cards[index]) if index < len(cards) else no_such_card(state)

    return intent


def move_premove(by: int) -> Intent:
    """Move the cursor to the next card, legal or not: that is not known yet."""

    def intent(state: ClientState) -> Done:
        cards = laid_out(state.table, state.ui) if state.table else ()
        if not cards:
            return Done(state)
        here = state.ui.card or state.ui.premove
        at = cards.index(here) + by if here in cards else 0 if by > 0 else -1
        return showing(state, card=cards[at % len(cards)])

    return intent


def premove_selected(state: ClientState) -> Done:
    """Choose the card under the cursor."""
    return Done(state) if state.ui.card is None else premove(state, state.ui.card)


def cancel_premove(state: ClientState) -> Done:
    """Cancel the premove and the selection."""
    return showing(state, premove=None, card=None)


def without_stale_premove(state: ClientState) -> ClientState:
    """Cancel a premove or selection of a card that is no longer in the hand, or of a finished deal."""
    ui, table = state.ui, state.table
    held = table.view.hand if table is not None and table.view.phase is Phase.PLAYING else ()
    kept = tuple(card if card in held else None for card in (ui.premove, ui.card))
    if kept == (ui.premove, ui.card):
        return state
    return replace(state, ui=replace(ui, premove=kept[0], card=kept[1]))


PREMOVE_SECONDS, FORCED_SECONDS = 0.3, 1.0
"""Seconds for which a card is shown as chosen before it is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoMove:
    """A card to play in answer to a request, `after` so many seconds."""

    table: str
    request: int
    card: Card
    after: float

    @property
    def answers(self) -> tuple[str, int]:
        """The table and the number of the request."""
        return self.table, self.request


def auto_move(state: ClientState) -> AutoMove | None:
    """The card to play automatically now, if any."""
    table = state.table
    asked = table.asked if table is not None else None
    if table is None or asked is None or asked.kind is not RequestKind.PLAY or state.link is not Link.UP:
        return None
    if state.ui.premove is not None and state.ui.premove in asked.legal:
        return AutoMove(table=table.table, request=asked.request, card=state.ui.premove, after=PREMOVE_SECONDS)
    if state.ui.settings.play_forced and not table.practice and len(asked.legal) == 1:
        only = Card(asked.legal[0])
        return AutoMove(table=table.table, request=asked.request, card=only, after=FORCED_SECONDS)
    return None


def play_auto_move(move: AutoMove, state: ClientState) -> Done:
    """Play the card, unless it is no longer due."""
    if auto_move(state) != move:
        return Done(state)
    return play(replace(state, ui=replace(state.ui, premove=None)), move.card)
