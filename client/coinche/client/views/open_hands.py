"""Hands of a match that is looked at again, laid open: those of all four, or of the one whose eyes look."""

from __future__ import annotations

from coinche.client.model.hand_order import ordered
from coinche.client.model.replay import Tape
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.views import seats
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .card_boxes import SMALL, box, inline, row_of
from .text_lines import Line, Size, centred, joined, padded, plain, wrapped

OVER = (Phase.DEAL_OVER, Phase.MATCH_OVER)


def hands(state: ClientState, tape: Tape, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand of the eyes as cards; or all four, a line each. None while there is a score, or a cut, to be seen."""
    if tape.view.phase in (*OVER, Phase.CUTTING) or state.ui.overlay is Overlay.HISTORY:
        return ()
    if tape.eyes is not None and tape.view.hand:
        boxes = [box(card, face, SMALL) for card in laid(tape, tape.view.hand, state)]
        return tuple(centred(line, cols) for line in row_of(boxes))
    return tuple(_open_hand(tape, seat, state, face) for seat in shown_seats(tape))


def shown_seats(tape: Tape) -> tuple[Seat, ...]:
    """Whose hands are told, in the order of play from the top of the table."""
    south, east, north, west = seats.around(tape.table.bottom)
    return (tape.eyes,) if tape.eyes is not None else (north, west, south, east)


def laid(tape: Tape, hand: tuple[Card, ...], state: ClientState) -> tuple[Card, ...]:
    """The cards in the person's own order."""
    contract = tape.view.contract if tape.view.phase is Phase.PLAYING else None
    denomination = contract.denomination if contract else Denomination.NO_TRUMP
    return ordered(hand, denomination, state.ui.settings.sort)


def _open_hand(tape: Tape, seat: Seat, state: ClientState, face: Face) -> Line:
    """`▶ Nord Zoé   V♥ 9♥`; backs where the cards are not known."""
    table = tape.table
    turn = plain(f" {face.glyphs.turn} " if tape.view.turn is seat else "   ", "class:turn")
    who = joined(seats.place(table, seat, face), plain(" "), seats.player(table, seat, face))
    return joined(turn, padded(who, 20, face.dots), plain("  "), *cards_of(tape, seat, state, face))


def cards_of(tape: Tape, seat: Seat, state: ClientState, face: Face) -> tuple[Line, ...]:
    """Each card of that hand, or a back for each."""
    held = tape.hands.get(seat)
    if held is None:
        return (seats.backs(tape.table, seat, face),)
    return tuple(joined(inline(card, face), plain(" ")) for card in laid(tape, held, state))


def small_hands(state: ClientState, tape: Tape, face: Face, size: Size) -> tuple[Line, ...]:
    """A line a hand, or as many as it takes; where there is no room for all, that of whoever's turn it is first."""
    hands = {seat: tuple(_small_hand(state, tape, seat, face, size.cols)) for seat in shown_seats(tape)}
    order = sorted(hands, key=lambda seat: seat is not tape.view.turn and sum(map(len, hands.values())) > size.rows)
    return tuple(line for seat in order for line in hands[seat])


def _small_hand(state: ClientState, tape: Tape, seat: Seat, face: Face, cols: int) -> tuple[Line, ...]:
    name = plain(f"{face.seat(seat)[0]}:", "class:compass")
    return wrapped((name, *(_bare(card) for card in cards_of(tape, seat, state, face))), cols)


def _bare(card: Line) -> Line:
    return tuple(fragment for fragment in card if fragment.text.strip())
