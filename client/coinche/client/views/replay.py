"""The screen of a replay: the position, the table at that position, the open hands and the last event."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.model.hand_order import ordered
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay, Ui
from coinche.client.texts.replay import Playback
from coinche.client.views import banner, seats
from coinche.client.views import table_and_side_panel as table_view
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import CALLS, BidMade, Coinched, Event, Surcoinched
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .bidding import auction, call_style, called_word, cutting
from .cards import SMALL, box, inline, row_of
from .notice import notice
from .past_deals import history
from .recap import recap
from .replay_analysis import advice_line, analysis, compares
from .replay_panel import replay_panel
from .replay_status import OVER, guide, happened, short_place, status, title_line
from .small_screen import contract_and_score, is_small
from .table_and_side_panel import PANEL_WIDTH, WIDE
from .text_lines import (
    Line,
    Size,
    centred,
    cut,
    joined,
    padded,
    plain,
    shortened,
    split_words,
    text_of,
    width,
    wrapped,
)


def hands(state: ClientState, match_replay: ReplayState, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand of the viewpoint as cards, or all four with a line each; none during the cut and the score."""
    if match_replay.view.phase in (*OVER, Phase.CUTTING) or state.ui.overlay is Overlay.HISTORY:
        return ()
    if match_replay.eyes is not None and match_replay.hands.get(match_replay.eyes) is not None:
        boxes = [box(card, face, SMALL) for card in laid(match_replay, match_replay.view.hand, state)]
        lines = tuple(centred(line, cols) for line in row_of(boxes))
        return (*((plain(""),) * (_HAND_ROWS - len(lines))), *lines)
    return tuple(_open_hand(match_replay, seat, state, face) for seat in shown_seats(match_replay))


def shown_seats(match_replay: ReplayState) -> tuple[Seat, ...]:
    """The seats whose hands are shown, in order of play from the top of the table."""
    south, east, north, west = seats.around(match_replay.table.bottom)
    return (match_replay.eyes,) if match_replay.eyes is not None else (north, west, south, east)


def laid(match_replay: ReplayState, hand: tuple[Card, ...], state: ClientState) -> tuple[Card, ...]:
    """The cards in the person's own order."""
    contract = match_replay.view.contract if match_replay.view.phase is Phase.PLAYING else None
    denomination = contract.denomination if contract else Denomination.NO_TRUMP
    return ordered(hand, denomination, state.ui.settings.sort)


def _open_hand(match_replay: ReplayState, seat: Seat, state: ClientState, face: Face) -> Line:
    """`▶ Nord Zoé   V♥ 9♥`; backs if the cards are unknown."""
    table = match_replay.table
    turn = plain(f" {face.glyphs.turn} " if match_replay.view.turn is seat else "   ", "class:turn")
    return joined(
        turn,
        padded(seats.titled(table, seat, face, _NAME_COLS), _NAME_COLS, face.dots),
        plain("  "),
        *cards_of(match_replay, seat, state, face),
    )


def cards_of(match_replay: ReplayState, seat: Seat, state: ClientState, face: Face) -> tuple[Line, ...]:
    """The cards of a hand, or a back for each."""
    held = match_replay.hands.get(seat)
    if held is None:
        return (seats.backs(match_replay.table, seat, face),)
    return tuple(joined(inline(card, face), plain(" ")) for card in laid(match_replay, held, state))


def small_hands(state: ClientState, match_replay: ReplayState, face: Face, size: Size) -> tuple[Line, ...]:
    """The hands, at least a line each; if not all fit, the hand on turn comes first."""
    hands = {seat: tuple(_small_hand(state, match_replay, seat, face, size.cols)) for seat in shown_seats(match_replay)}
    order = sorted(
        hands, key=lambda seat: seat is not match_replay.view.turn and sum(map(len, hands.values())) > size.rows
    )
    return tuple(line for seat in order for line in hands[seat])


def _small_hand(state: ClientState, match_replay: ReplayState, seat: Seat, face: Face, cols: int) -> tuple[Line, ...]:
    name = plain(f"{face.seat(seat)[0]}:", "class:compass")
    return wrapped((name, *(_bare(card) for card in cards_of(match_replay, seat, state, face))), cols)


def _bare(card: Line) -> Line:
    return tuple(fragment for fragment in card if fragment.text.strip())


_NOTICE_ROWS = 4
"""Lines for a notice, such as the path of a saved match."""
_RESERVED = 6
"""Lines kept for the last event, the analysis and the status, so that the table stays in place when they are filled."""
_TALL, _MORE = 34, 2
"""Rows from which more lines are kept, and how many more."""
_HINTED = 6
"""Rows from which the keys have a line."""
_NAME_COLS = 24
"""Cells of a player's name beside the cards."""
_SAID_ROWS = 2
"""Lines that a small screen keeps for the last event, so that what stands below it keeps its place."""
_HAND_ROWS = len(Seat)
"""Lines of the hands from any viewpoint."""


def replay(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the replay."""
    match_replay = state.match_replay
    if match_replay is None:
        return ()
    if is_small(size):
        return _small(state, match_replay, face, size, hints)
    panel_cols = PANEL_WIDTH if size.cols >= WIDE else 0
    cols = size.cols - panel_cols
    bottom = _bottom(state, match_replay, face, cols, _RESERVED + (_MORE if size.rows >= _TALL else 0))
    room = size.rows - 4 - len(bottom)
    middle = _body(state, match_replay, face, Size(cols, room))
    inner = (*middle, *((plain(""),) * (room - len(middle))), *bottom)
    if panel_cols:
        side = replay_panel(match_replay, face, Size(panel_cols, len(inner)))
        inner = tuple(joined(padded(left, cols), right) for left, right in zip(inner, side, strict=True))
    rule = plain(face.glyphs.rule * size.cols, "class:rule")
    head = (title_line(match_replay, face, size.cols), banner.second_line(state, match_replay.table, face, size.cols))
    return tuple(cut(line, size.cols) for line in (*head, rule, *inner, hints))


def _body(state: ClientState, match_replay: ReplayState, face: Face, size: Size) -> tuple[Line, ...]:
    table = match_replay.table
    if state.ui.overlay is Overlay.HISTORY:
        return history(table, match_replay.deals, state.ui.scroll, face, size, here=match_replay.replay_deal.deal)
    match table.view.phase:
        case Phase.CUTTING:
            return cutting(table, state.ui, face, size)
        case Phase.BIDDING:
            return auction(table, face, size, widest=_widest_call(match_replay, face))
        case Phase.PLAYING:
            return table_view.trick_area(table, state.ui, face, size)
        case _:
            return recap(state, table, face, size)


def _widest_call(match_replay: ReplayState, face: Face) -> int:
    """The cells of the longest call of this deal, so that the boxes keep their width from the first call on."""
    said = (_said(event) for event in match_replay.replay_deal.events if isinstance(event, CALLS))
    return max((width(plain(called_word(action, face))) for action in said), default=0)


def _said(call: Event) -> str:
    """The notation of a call."""
    if isinstance(call, BidMade):
        return str(call.bid)
    return "surcoinche" if isinstance(call, Surcoinched) else "coinche" if isinstance(call, Coinched) else "pass"


def _bottom(state: ClientState, match_replay: ReplayState, face: Face, cols: int, reserved: int) -> tuple[Line, ...]:
    """Hands, the last event, the analysis, the guide, and the status; without hands `reserved` lines, if they fit."""
    rule = plain(face.glyphs.rule * cols, "class:rule")
    said = split_words(happened(match_replay, face), cols - 1, "class:said")[:2]
    told = status(state, match_replay, face)
    below = split_words(text_of(told), cols - 1, told[-1].style)[:_NOTICE_ROWS]
    below = (*below, *filter(None, (banner.turn_at_table(state, face),)))
    judged = tuple(_analysis(state, match_replay, face, cols))
    is_list = match_replay.view.phase in OVER or state.ui.overlay is Overlay.HISTORY
    explained = () if is_list else _explained(match_replay, face, cols)
    over = len(judged) + len(said) + len(explained) + len(below) - reserved
    said = said[: max(0, len(said) - max(0, over))]  # the table in sight says the same, and stays in place
    free = (1 if is_list else max(0, reserved - len(said) - len(below))) - len(judged)
    ways = () if state.ui.overlay is Overlay.HISTORY else guide(match_replay, face, cols - 1)
    shown = (*explained, *ways)
    notes = shown[: max(0, free)]
    kept = 0 if is_list else free - len(notes)
    lines = (
        *hands(state, match_replay, face, cols),
        *(joined(plain(" "), line) for line in (*said, *judged)),
        *((plain(""),) * kept),
        *(joined(plain(" "), line) for line in notes),
        rule,
        *(joined(plain(" "), line) for line in below),
    )
    return tuple(shortened(line, cols, face.dots) for line in lines)


def _explained(match_replay: ReplayState, face: Face, cols: int) -> tuple[Line, ...]:
    """The difference between what a player could know and all four hands, and between a cost and a card's value."""
    words = [Playback.OPEN_OR_NOT] if compares(match_replay, face) else []
    if match_replay.decision is not None and advice_line(match_replay, face) and not match_replay.consults:
        words.append(Playback.COST_COUNTS)
    return tuple(line for one in words for line in split_words(face.say(one), cols - 1, "class:dim"))


def _analysis(state: ClientState, match_replay: ReplayState, face: Face, cols: int) -> Iterator[Line]:
    """The analysis of the decision at this position, in lines of that width."""
    if state.ui.overlay is Overlay.HISTORY:
        return
    noticed = "" if state.notice is None else notice(state.notice, face)
    for told in analysis(match_replay, face):
        if told == noticed:
            continue
        yield from split_words(told, cols - 1, "class:ask")


def _small(state: ClientState, match_replay: ReplayState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The layout of a small screen: position, contract and score, trick and hands, then whatever else fits."""
    table = match_replay.table
    where = seats.fitting(lambda most: short_place(match_replay, face, most), size.cols)
    head = (contract_and_score(table, face, size.cols), where)
    hints = () if size.rows < _HINTED else hints
    foot = tuple(filter(None, (banner.turn_at_table(state, face), hints)))
    room = max(0, size.rows - len(head) - len(foot))
    if state.ui.overlay is Overlay.HISTORY:
        deals = history(
            table, match_replay.deals, state.ui.scroll, face, Size(size.cols, room), here=match_replay.replay_deal.deal
        )
        return _above_keys((*head, *deals), foot, size)
    status_line = status(state, match_replay, face, briefly=True)
    told = split_words(text_of(status_line), size.cols, status_line[-1].style)
    if match_replay.view.phase in OVER:
        score = recap(state, table, face, Size(size.cols, max(0, room - len(told))))
        return _above_keys((*head, *score, *told), foot, size)
    trick = seats.fitting(lambda most: _trick(match_replay, face, most), size.cols)
    lines = (trick, *small_hands(state, match_replay, face, Size(size.cols, room - 1)))
    said = split_words(happened(match_replay, face), size.cols, "class:said")
    judged = tuple(
        line
        for words in analysis(match_replay, face, briefly=True)
        for line in split_words(words, size.cols, "class:ask")
    )
    asked = (told, judged) if match_replay.decision is not None or state.notice is not None else (judged, told)
    ways = guide(match_replay, face, size.cols, briefly=True)
    if match_replay.is_fresh and state.notice is None:
        asked = (ways, told)
    for extra in asked:
        lines = (*lines, *extra)
    if len(lines) > room:
        dots = plain(face.dots, "class:ask")
        lines = (*lines[: room - 1], joined(cut(lines[room - 1], size.cols - width(dots)), dots))
    ways = () if ways in asked else ways
    if len(lines) + _SAID_ROWS + len(ways) <= room:
        said = (*said, *((plain(""),) * (_SAID_ROWS - len(said))))
    lines = (*lines, *(said if len(lines) + len(said) <= room else ()), *ways)
    return _above_keys((*head, *lines[:room]), foot, size)


def _above_keys(lines: tuple[Line, ...], foot: tuple[Line, ...], size: Size) -> tuple[Line, ...]:
    """The lines, and the keys in the last row."""
    return (*lines, *((plain(""),) * (size.rows - len(lines) - len(foot))), *foot)


LATEST_CALLS = 3
"""Calls that a small screen shows."""


def _trick(match_replay: ReplayState, face: Face, most: int) -> Line:
    """The player on turn, the name at most so wide, and the cards on the table or the latest calls, the last action in
    brackets.
    """
    table, view = match_replay.table, match_replay.view
    trick, over = table_view.on_the_table(table, Ui())
    who = seats.name(table, view.turn, face, most) if view.turn is not None else ""
    arrow = face.glyphs.arrow if over else face.glyphs.turn
    lead = joined(plain(arrow, "class:turn"), plain(who, "class:own"))
    done: list[tuple[Seat, Line]] = [
        (call.seat, plain(called_word(call.action, face), call_style(call.action)))
        for call in view.auction[-LATEST_CALLS:]
        if view.phase is Phase.BIDDING
    ]
    if trick is not None:
        played = seats.trick_seats(table, trick.leader, len(trick.cards))
        done = [(seat, inline(card, face)) for seat, card in zip(played, trick.cards, strict=True)]
    told = [joined(plain(f"{face.seat(seat)[0]}:", "class:compass"), what) for seat, what in done]
    if told:
        told[-1] = joined(plain("["), told[-1], plain("]"))
    return joined(lead, *(joined(plain(" "), each) for each in told))
