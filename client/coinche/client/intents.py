"""What a person can want: each intent takes the state and gives the next one, and the messages to send.

Pure. Refuses to know which key asked for it (`keys`) or which word (`commands`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from msgspec import UNSET

from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Reason, Surcoinche
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card
from coinche.engine.declarations import best_set
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    Act,
    AddBot,
    Bye,
    CreateTable,
    FromClient,
    GoOn,
    Join,
    Leave,
    Occupant,
    Request,
    RequestKind,
    Watch,
)

from . import pad as bid_pad
from .hand import laid_out
from .model import ClientState, Link, News, Overlay, Pad, Refused, Sort, Ui

BOT = "steady"
TARGETS = (500, 1000, 1500, 2000, 3000)


@dataclass(frozen=True, slots=True)
class Done:
    """What comes of an intent."""

    state: ClientState
    send: tuple[FromClient, ...] = ()
    quit: bool = False


Intent = Callable[[ClientState], Done]


def sending(state: ClientState, *messages: FromClient) -> Done:
    """Send them, if there is anybody to send them to."""
    if state.link is not Link.UP:
        return Done(replace(state, notice=News.OFFLINE))
    return Done(replace(state, notice=None), messages)


def showing(state: ClientState, **changes: object) -> Done:
    """Nothing but another look."""
    return Done(replace(state, ui=replace(state.ui, **changes)))  # type: ignore[arg-type]


# --- at the table ------------------------------------------------------------------------------------


def act(state: ClientState, action: Action) -> Done:
    """Answer the request with that, legal or not: the server names the rule that is broken."""
    table = state.table
    if table is None or table.asked is None:
        return Done(replace(state, notice=Refused(Reason.NOT_YOUR_TURN)))
    done = sending(state, Act(table=table.table, request=table.asked.request, action=str(action)))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True)))


def call(action: Pass | Coinche | Surcoinche) -> Intent:
    """Say that word of the auction."""
    return lambda state: act(state, action)


def with_sayings(request: Request, card: Card, *, silent: bool) -> PlayCard:
    """The card, and everything that can be said with it, unless its player keeps silent."""
    words = request.offers.get(card, ())
    if silent:
        return PlayCard(card)
    return PlayCard(card, BeloteWord(words[0]) if words else None, best_set(request.declarations))


def play(state: ClientState, card: Card) -> Done:
    """Play that card."""
    table = state.table
    if table is None or table.asked is None:
        return act(state, PlayCard(card))
    return act(state, with_sayings(table.asked, card, silent=state.ui.silent))


def play_at(index: int) -> Intent:
    """Play the card at that place of the hand as it is laid out, or select it to see."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        return play(state, cards[index]) if index < len(cards) else Done(state)

    return intent


def select(by: int) -> Intent:
    """Move to the next legal card that way."""

    def intent(state: ClientState) -> Done:
        if state.table is None or state.table.asked is None:
            return Done(state)
        legal = [card for card in laid_out(state.table, state.ui) if card in state.table.asked.legal]
        if state.ui.card in legal:
            return showing(state, card=legal[(legal.index(state.ui.card) + by) % len(legal)])
        return showing(state, card=legal[0 if by > 0 else -1] if legal else None)

    return intent


def play_selected(state: ClientState) -> Done:
    """Play the card under the cursor; with one legal card only, that one."""
    asked = state.table.asked if state.table else None
    if state.ui.card is not None:
        return play(state, state.ui.card)
    if asked is not None and len(asked.legal) == 1:
        return play(state, Card(asked.legal[0]))
    return select(1)(state)


def on_pad(move: Callable[[Request, Ui], Pad]) -> Intent:
    """Change the bid that is being made."""

    def intent(state: ClientState) -> Done:
        asked = state.table.asked if state.table else None
        if asked is None or asked.kind is not RequestKind.BID:
            return Done(state)
        return showing(state, pad=move(asked, state.ui))

    return intent


def raise_by(steps: int) -> Intent:
    """A higher or lower value."""
    return on_pad(lambda request, ui: bid_pad.raised(request, ui.pad, steps))


def turn_by(steps: int) -> Intent:
    """Another denomination."""
    return on_pad(lambda request, ui: bid_pad.turned(request, ui.pad, steps))


def type_on_pad(character: str) -> Intent:
    """A digit, or the letter of a suit after digits."""
    return on_pad(lambda request, ui: bid_pad.typed(ui.pad, character, ui.language))


def erase(state: ClientState) -> Done:
    """Take back the last digit."""
    return on_pad(lambda request, ui: bid_pad.erased(request, ui.pad))(state)


def bid(state: ClientState) -> Done:
    """Make the bid on the pad; where it breaks a rule, the server says which."""
    made = bid_pad.bid_of(state.ui.pad)
    if made is None:
        return Done(replace(state, notice=News.NO_CHOICE))
    return act(state, MakeBid(made))


def go_on(state: ClientState) -> Done:
    """The recap has been read; after the match, back to the tables, or to another match alone."""
    table = state.table
    if table is None:
        return Done(state)
    if table.closed:
        gone = replace(state, table=None)
        return create(gone) if state.solo else Done(gone)
    if not table.to_go_on or table.seat is None:
        return Done(state)
    done = sending(state, GoOn(table=table.table))
    if not done.send:
        return done
    read = replace(table, went_on=table.went_on | {table.seat})
    return replace(done, state=replace(done.state, table=read))


def add_bots(state: ClientState) -> Done:
    """Bots for all free seats."""
    return sending(state, AddBot(table=state.table.table, bot=BOT)) if state.table else Done(state)


def leave(state: ClientState) -> Done:
    """Get up; from a match that is going on only when asked twice."""
    table = state.table
    if table is None:
        return leave_program(state)
    in_play = table.seat is not None and not table.gathering and not table.closed
    if in_play and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    if state.solo:
        return leave_program(state)
    gone = replace(state, table=None, ui=replace(state.ui, overlay=None))
    if table.closed:
        return Done(gone)
    return Done(gone, (Leave(table=table.table),)) if state.link is Link.UP else leave_program(state)


def leave_program(state: ClientState) -> Done:
    """The end."""
    return Done(state, (Bye(),) if state.link is Link.UP else (), quit=True)


def interrupt(state: ClientState) -> Done:
    """Ctrl-C: out at once, but out of a match only when asked twice."""
    table = state.table
    in_play = table is not None and table.seat is not None and not table.gathering and not table.closed
    if in_play and state.ui.overlay is not Overlay.LEAVE:
        return showing(state, overlay=Overlay.LEAVE)
    return leave_program(state)


# --- in the lobby ------------------------------------------------------------------------------------


def create(state: ClientState) -> Done:
    """Open a table as wished for."""
    wish = state.wish
    return sending(
        state,
        CreateTable(
            name=wish.table_name,
            target=wish.target,
            seat=wish.seat,
            bots=BOT if wish.bots else UNSET,
        ),
    )


def move_row(by: int) -> Intent:
    """Another line of the lobby."""
    return lambda state: showing(state, row=(state.ui.row + by) % (len(state.tables) + 1), place=None)


def move_place(by: int) -> Intent:
    """Another seat of the table under the cursor; on the new table another target."""

    def intent(state: ClientState) -> Done:
        if state.ui.row == 0:
            at = TARGETS.index(state.wish.target) if state.wish.target in TARGETS else -by
            target = TARGETS[min(max(at + by, 0), len(TARGETS) - 1)]
            return Done(replace(state, wish=replace(state.wish, target=target)))
        info = state.tables[state.ui.row - 1]
        open_to_us = [s.seat for s in info.seats if s.occupant in (Occupant.FREE, Occupant.BOT)]
        choices: list[Seat | None] = [None, *open_to_us]
        at = choices.index(state.ui.place) if state.ui.place in choices else 0
        return showing(state, place=choices[(at + by) % len(choices)])

    return intent


def enter(state: ClientState) -> Done:
    """Sit down at the table under the cursor, or open the new one."""
    if state.ui.row == 0:
        return create(state)
    info = state.tables[state.ui.row - 1]
    return sending(state, Join(table=info.table, seat=state.ui.place or UNSET))


def watch(state: ClientState) -> Done:
    """Watch the table under the cursor."""
    if state.ui.row == 0:
        return Done(state)
    return sending(state, Watch(table=state.tables[state.ui.row - 1].table))


# --- anywhere ----------------------------------------------------------------------------------------


def overlay(which: Overlay) -> Intent:
    """Lay it over the screen, or put it away."""
    return lambda state: showing(state, overlay=None if state.ui.overlay is which else which)


def dismiss(state: ClientState) -> Done:
    """Put away whatever lies over the screen, a selection, a notice."""
    cleared = replace(state.ui, overlay=None, card=None, pad=replace(state.ui.pad, typed=""))
    return Done(replace(state, notice=None, ui=cleared))


def keep_silent(state: ClientState) -> Done:
    """Say nothing with the next card, or say it after all."""
    return showing(state, silent=not state.ui.silent)


def sort_hand(state: ClientState) -> Done:
    """The next way to lay out the hand."""
    ways = tuple(Sort)
    return showing(state, sort=ways[(ways.index(state.ui.sort) + 1) % len(ways)])


def switch_language(state: ClientState) -> Done:
    """French or English."""
    return showing(state, language=state.ui.language.other)
