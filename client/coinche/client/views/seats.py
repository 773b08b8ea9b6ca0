"""Short texts about a seat: its name, its occupant or the one of an earlier event, cards left, and declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum, auto

from coinche.client.model.match_story import last_deal
from coinche.client.model.table import AtTable, occupants_at
from coinche.client.texts.bots import name_of, with_level, with_mark
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, at_the_time
from coinche.client.update.room import Arriving
from coinche.engine.dealing import stages
from coinche.engine.events import BidMade, CardPlayed, Coinched, Event, Surcoinched
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import Trick
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, SeatChanged
from coinche.text.formatting import Face, called, whose

from .text_lines import Line, joined, plain, shortened, text_of, width

ROOMY = 1000
"""Cells that have room for any name."""


def around(bottom: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats in the order of a viewer at the bottom: bottom, right, top, left."""
    return bottom.round(Direction.ANTICLOCKWISE)


def name(table: AtTable, seat: Seat, face: Face, cols: int = ROOMY) -> str:
    """The name of the player at a seat; its start and dots if it is wider."""
    said = called(table.names, seat, face)
    return said if width(plain(said)) <= cols else text_of(shortened(plain(said), cols, face.dots))


def as_of(table: AtTable, *events: Event) -> AtTable:
    """The table with the players of these events of the running deal at their seats, even if they have left since."""
    if not table.past_occupants:
        return table
    sat = dict(table.seats)
    for at, event in enumerate(last_deal(table.story)):
        if event in events and isinstance(event, _ACTS):
            sat[event.seat] = occupants_at(table.seats, table.past_occupants, (table.view.deal, at))[event.seat]
    return replace(table, seats=sat)


def listener_at(table: AtTable, at: int, to: Listener) -> Listener:
    """The listener, with the players who had the seats at that event of the log. The log of a replay has no changes of
    seats."""
    if table.table or not table.past_occupants:
        return _with_earlier_bots(table, at, at_the_time(table.log, at, to))
    place = (table.view.deal, len(table.story) - len(table.log) + at)
    names = {seat: name_of(info) for seat, info in occupants_at(table.seats, table.past_occupants, place).items()}
    played = to.seat is None or names[to.seat] == to.names.get(to.seat)
    return replace(to, names={**to.names, **names}, played=played)


def _with_earlier_bots(table: AtTable, at: int, to: Listener) -> Listener:
    """The listener, with those who had a seat then of whom the log no longer tells: it has the last events only."""
    names = dict(to.names)
    for seat in (seat for seat, called_then in to.names.items() if not called_then):
        since = [(e.occupant, e.name) for e in table.log[at + 1 :] if isinstance(e, SeatChanged) and e.seat is seat]
        changes = sum(one != before for before, one in zip((None, *since), since, strict=False))
        left = [past.info for past in table.past_occupants if past.info.seat is seat]
        if changes and left:
            names[seat] = name_of(left[-min(changes, len(left))])
    return replace(to, names=names)


_ACTS = (BidMade, Coinched, Surcoinched, CardPlayed)


def of_contract(table: AtTable) -> AtTable:
    """The table with the players who bid the contract and coinched it, even if they have left since."""
    contract = table.view.contract
    if contract is None:
        return table
    doubling = (
        *((Coinched(contract.coinched_by),) if contract.coinched_by is not None else ()),
        *((Surcoinched(contract.surcoinched_by),) if contract.surcoinched_by is not None else ()),
    )
    return as_of(table, BidMade(contract.bidder, contract.bid), *doubling)


def of_trick(table: AtTable, trick: Trick) -> AtTable:
    """The table with the players of the trick, even if they have left since."""
    played = zip(trick_seats(table, trick.leader, len(trick.cards)), trick.cards, strict=True)
    return as_of(table, *(CardPlayed(seat, card) for seat, card in played))


def owner(table: AtTable, seat: Seat, face: Face) -> str:
    """The player at a seat as the owner of something: `d'Henri`, `Henri's`."""
    return whose(name(table, seat, face), face.language)


_NAME_COLS = (ROOMY, 24, 16, 12, 9, 6, 4)
"""The widths to which names are cut, one after the other, until a line fits."""


def fitting(line: Callable[[int], Line], cols: int) -> Line:
    """The line with names as wide as it has room for; the last form if none fits. A name comes from a server."""
    return next((said for said in map(line, _NAME_COLS) if width(said) <= cols), line(_NAME_COLS[-1]))


def name_cols(taken: Callable[[int], int], cols: int) -> int | None:
    """The cells of names with which a text, which takes so many, fits; None if it does not even with the shortest."""
    return next((most for most in _NAME_COLS if taken(most) <= cols), None)


def standing(table: AtTable, seat: Seat, face: Face) -> str:
    """The state of a seat: bot, away, free or closed; empty for a connected person."""
    info = table.seats.get(seat)
    if info is None or info.occupant is Occupant.FREE:
        return face.say(Phrase.FREE) if table.gathering else ""
    if not info.connected:
        return face.say(Phrase.AWAY)
    if info.closed:
        return face.say(Arriving.CLOSED)
    return face.say(Phrase.BOT) if info.occupant is Occupant.BOT else ""


class BotLabel(Enum):
    """The forms in which a player that is a bot can be shown, the longest first."""

    LEVEL = auto()
    """`Simone (bot fort)`"""
    MARK = auto()
    """`Simone (bot)`"""
    NAME = auto()
    """`Simone`"""


def label_for_all(table: AtTable, face: Face, room: Mapping[Seat, int]) -> BotLabel:
    """The longest label that fits the cells of every bot, so that all bots of a screen have the same."""
    bots = [seat for seat in room if (info := table.seats.get(seat)) and info.occupant is Occupant.BOT]

    def fits(label: BotLabel) -> bool:
        return all(width(player(table, seat, face, label)) <= room[seat] for seat in bots)

    return next(filter(fits, BotLabel), BotLabel.NAME)


def titled(table: AtTable, seat: Seat, face: Face, cols: int = ROOMY) -> Line:
    """The seat, its player and the kind of player, on a line of its own: `Ouest (D) Simone (bot fort)`. The bots of the
    four seats have the same label, which fits all of them."""
    there = joined(place(table, seat, face), plain(" "))
    room = {one: cols - width(place(table, one, face)) - 1 for one in Seat}
    return joined(there, player(table, seat, face, label_for_all(table, face, room)))


def place(table: AtTable, seat: Seat, face: Face) -> Line:
    """The compass point, with a mark for the dealer."""
    dealer = f" ({face.say(Phrase.DEALS)})" if table.view.dealer is seat else ""
    return plain(face.seat(seat) + dealer, "class:compass")


def player(table: AtTable, seat: Seat, face: Face, label: BotLabel = BotLabel.LEVEL) -> Line:
    """The player's name and kind, that of a bot by its label."""
    info, named = table.seats.get(seat), player_name(table, seat, face)
    who = text_of(named)
    if info is not None and who and info.occupant is Occupant.BOT and info.connected and not info.closed:
        told = {BotLabel.LEVEL: with_level, BotLabel.MARK: with_mark}.get(label)
        kind, style = told(info, face).removeprefix(who) if told is not None else "", "class:dim"
    else:
        note = standing(table, seat, face)
        kind = f"{' ' if who else ''}({note})" if note else ""
        style = "class:away" if info is not None and not info.connected else "class:dim"
    return joined(named, plain(kind, style), arriving(table, seat, face))


def player_name(table: AtTable, seat: Seat, face: Face) -> Line:
    """The player's name, empty at a free seat."""
    info = table.seats.get(seat)
    who = face.name(name_of(info)) if info is not None else ""
    return plain(who, "class:own" if seat is table.seat else "class:player")


def arriving(table: AtTable, seat: Seat, face: Face) -> Line:
    """The player who gets the seat with the next deal."""
    newcomer = table.newcomers.get(seat)
    if newcomer is None:
        return ()
    return plain(f" {face.glyphs.arrow} {face.name(name_of(newcomer))}", "class:away")


def cards_left(table: AtTable, seat: Seat) -> int:
    """The number of cards that a seat still holds."""
    view = table.view
    if view.phase not in (Phase.BIDDING, Phase.PLAYING):
        return 0
    if view.phase is Phase.BIDDING and table.rules is not None:
        return sum(stages(table.rules.table)[0])
    trick = view.trick
    has_played = trick is not None and seat in trick_seats(table, trick.leader, len(trick.cards))
    return HAND_SIZE - len(view.tricks) - has_played


def trick_seats(table: AtTable, leader: Seat, cards: int) -> tuple[Seat, ...]:
    """The seats whose cards lie in the trick, the leader's first."""
    direction = table.rules.table.direction if table.rules else Direction.ANTICLOCKWISE
    return leader.round(direction)[:cards]


def backs(table: AtTable, seat: Seat, face: Face) -> Line:
    """The cards that a seat still holds, face down."""
    return plain(face.glyphs.held * cards_left(table, seat), "class:backs")


def said(table: AtTable, seat: Seat, face: Face) -> str:
    """The declarations of a seat in this deal: belote, and the kinds until the cards are shown."""
    view = table.view
    words = [s.word.value for s in view.belotes if s.seat is seat][-1:]
    if len(view.tricks) < 2:
        words += [face.kind(kind) for k in view.announced if k.seat is seat for kind in k.kinds]
    return ", ".join(words)
