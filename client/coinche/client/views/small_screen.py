"""The table on a small screen, down to 20 by 4 cells: a fact per line, the most important first.
Hand, turn and contract are visible at any size.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.notices import News
from coinche.client.model.state import ClientState, Link
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.screens import Phrase
from coinche.client.views import banner, seats
from coinche.client.views import table_and_side_panel as table_view
from coinche.engine.view import Phase
from coinche.protocol.messages import RequestKind
from coinche.text.formatting import Face

from .asides import applicant_lines, aside, asides, chat_line, stroke_lines
from .banner import missing
from .bidding import auction, pad_lines, words_said
from .card_question import NEED_COLS
from .cards import inline
from .hand import advice, short_hand
from .notice import lesson_lines, notice, style_of
from .overlays import hint_line
from .recap import recap
from .room import chair, ways_to_others
from .room import told as host_told
from .status import advised_call, asked_again, calls, choice, status, tells_of_host
from .table_details import in_room, waited
from .text_lines import (
    Line,
    Size,
    apart,
    cells,
    cut,
    joined,
    plain,
    shortened,
    split_line,
    split_words,
    text_of,
    width,
    wrapped,
)

PICTURES = Size(60, 22)
"""The smallest size for pictures of cards."""
_ROUND_TABLE = Size(32, 11)
"""The smallest size for calls at the seats, above the pad."""
_FELT_ROWS = 3
"""Rows of the players and their cards."""
_BESIDE_ROWS = 2
"""Rows that the line beside the game has below a recap."""
_TALL = 14
"""Rows that have room for pad, hint and keys."""


_TO_DO = {
    Phase.CUTTING: Phrase.TURN_TO_CUT,
    Phase.BIDDING: Phrase.TURN_TO_BID,
    Phase.PLAYING: Phrase.TURN_TO_PLAY,
}


def is_small(size: Size) -> bool:
    """True if there is no room for pictures of cards."""
    return size.cols < PICTURES.cols or size.rows < PICTURES.rows


def small(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """Draw the table on a small screen, with as many facts as fit."""
    if table.gathering:
        return _gathering(state, table, face, size)
    time = plain(_time_left(state, table, face, size.cols), "class:dim")
    head = contract_and_score(table, face, size.cols - (width(time) + 1 if width(time) else 0))
    head = apart(head, time, size.cols) if width(head) + width(time) < size.cols else head
    if table.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER):
        return (head, *_recap(state, table, face, Size(size.cols, size.rows - 1)))
    hand = short_hand(table, state.ui, face, size.cols)
    felt = _felt(state, table, face, size)
    lines = [head, *(felt or (turn_line(state, table, face, size.cols),)), *hand]
    at = len(lines) - len(hand)
    lines[at:at] = lesson_lines(state, face, size.cols)[: max(0, size.rows - len(lines) - 1)]
    for extra in _extras(state, table, face, size):
        if len(lines) + len(extra) <= size.rows - (state.lesson is not None or size.rows >= _ROUND_TABLE.rows):
            lines[at:at] = extra
    if len(lines) < size.rows:
        above = len(lines) - len(hand)
        lines[above:above] = (plain(""),) * (size.rows - len(lines) - 1)
        lines.append(hint_line(state, face, size.cols))
    return tuple(cut(line, size.cols) for line in lines[: size.rows])


def _time_left(state: ClientState, table: AtTable, face: Face, cols: int) -> str:
    """The time left to decide, in words where they have room beside contract and score."""
    time = banner.clock(state, table)
    told = face.say(Phrase.TIME_LEFT, time=time) if time else ""
    whole = contract_and_score(table, face, cols)
    return told if width(whole) + width(plain(told)) + 1 <= cols else time


def _recap(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The recap, what is told below it, and where there is room the keys in the last row."""
    told = (*lesson_lines(state, face, size.cols), *_below(state, table, face, size))
    keys = (hint_line(state, face, size.cols),) if size.rows >= _ROUND_TABLE.rows else ()
    lines = recap(state, table, face, Size(size.cols, size.rows - len(told) - len(keys)))
    free = size.rows - len(lines) - len(told) - len(keys)
    return (*lines, *((plain(""),) * (free if keys else 0)), *told, *keys)


def _felt(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The players round the trick or their calls on three lines, where there is room; none while a line is written or
    asked again, or a bid is made.
    """
    if size.cols < _ROUND_TABLE.cols or size.rows < _ROUND_TABLE.rows:
        return ()
    if table.view.phase is not Phase.PLAYING and (table.view.phase is not Phase.BIDDING or table.asked is not None):
        return ()
    if state.ui.overlay is Overlay.CHAT or _is_learning(state) or asked_again(table, state.ui, face) is not None:
        return ()
    if table.view.phase is Phase.BIDDING:  # below a line that the bid takes, so that the players stay in place
        return (plain(""), *auction(table, face, Size(size.cols, _FELT_ROWS)))
    return table_view.trick_area(table, state.ui, face, Size(size.cols, _FELT_ROWS))


def _below(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The lines below the score: a question or notice for the person, or the latest line beside the game."""
    cols = size.cols
    if (state.lesson is not None and state.lesson.waits) or state.ui.overlay is Overlay.CHAT:
        return (status(state, table, face, cols),)
    if state.notice is not None or state.ui.overlay in (Overlay.LEAVE, Overlay.RESUME):
        return split_line(status(state, table, face, 2 * cols), cols)
    beside = aside(table, face, state.now)
    if not beside:
        return ()
    lines = split_line(beside, cols)
    return (
        lines
        if len(lines) <= _BESIDE_ROWS and size.rows >= _ROUND_TABLE.rows
        else (shortened(beside, cols, face.dots),)
    )


def contract_and_score(table: AtTable, face: Face, cols: int) -> Line:
    """The contract and the totals in words, as far as they fit; else `120♥×2 S 620-480`. At a practice table it
    says so after the short form."""
    totals, contract = banner.totals(table, face), table.view.contract
    brief, gap = _brief(table, face, cols), plain("  ")
    if table.practice:
        told = joined(brief, gap, plain(face.say(PracticeText.SHORT_TITLE), "class:ask"))
        return told if width(told) <= cols else brief
    if contract is None:
        words: tuple[Line, ...] = (plain(banner.no_contract(table, face), "class:dim"), ())
    else:
        words = (banner.contract_line(table, contract, face), brief[:1])
    wordy = (joined(some, gap, totals) if text_of(some) else totals for some in words)
    return next((line for line in wordy if width(line) <= cols), brief)


def _brief(table: AtTable, face: Face, cols: int) -> Line:
    """`120♥×2 S 620-480`, with the player's name and blanks if they fit."""
    own, other = banner.sides(table)
    totals = table.view.totals
    contract = table.view.contract
    called = "-"
    if contract is not None:
        times = f"{face.glyphs.times}{contract.multiplier}" if contract.multiplier > 1 else ""
        who = seats.name(seats.of_contract(table), contract.bidder, face)
        called = f"{face.bid(contract.bid)}{times}"
        score = f" {totals[own]}-{totals[other]}"
        if width(plain(f"{called} {who}{score}")) > cols:
            who = face.seat(contract.bidder)[0]
        called += ("" if width(plain(f"{called} {who}{score}")) > cols else " ") + who
    return joined(plain(called, "class:contract"), plain(f" {totals[own]}-{totals[other]}", "class:ours"))


def turn_line(state: ClientState, table: AtTable, face: Face, cols: int) -> Line:
    """The player on turn with the trick, or the bid on the pad."""
    view = table.view
    who = seats.name(table, view.turn, face) if view.turn else ""
    sign = "!" if state.link is Link.LOST else face.glyphs.turn if table.asked is not None else " "
    if state.ui.overlay is Overlay.CHAT:
        return joined(plain(sign, "class:turn"), chat_line(state.ui, face, cols - width(plain(sign))))
    if (again := asked_again(table, state.ui, face)) is not None:
        return joined(plain(sign, "class:turn"), plain(again, "class:alarm"))
    if _is_learning(state):
        return status(state, table, face, cols)
    if state.link is Link.LOST and state.notice is News.OFFLINE:
        words = plain(notice(state.notice, face), style_of(state.notice))
        return joined(plain(sign, "class:turn"), shortened(words, cols - width(plain(sign)), face.dots))
    if table.asked is not None and table.asked.kind is RequestKind.BID:
        you = plain(face.say(Phrase.YOU_BID) if cols >= 36 else "", "class:own")
        how = choice(table.asked, state.ui, face, briefly=True, advised=advised_call(table))
        return joined(plain(sign, "class:turn"), you, plain(how))
    if table.asked is not None and table.asked.kind is RequestKind.CUT:
        return joined(plain(sign, "class:turn"), plain(f"{face.say(Phrase.CUT)} {state.ui.cut_cursor.at}", "class:own"))
    if view.turn is table.seat and view.turn is not None:
        who = face.say(Phrase.YOU)
    to_do = _TO_DO.get(view.phase) if who and cols >= _ROUND_TABLE.cols and table.asked is None else None
    told = face.say(to_do, who=who) if to_do is not None else ""
    if who and not told and view.turn is not table.seat and state.link is not Link.LOST:
        sign = face.glyphs.turn
    name = plain(told, "class:own") if told else shortened(plain(who, "class:own"), 5, face.dots)
    lead = joined(plain(sign, "class:turn"), name)
    return joined(lead, *_on_the_table(table, face, cols - width(lead)))


def _on_the_table(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The cards of the trick, with the players' names if they fit."""
    trick = table.view.trick
    if trick is None:
        return ()
    cards = tuple(joined(plain(" "), inline(card, face)) for card in trick.cards)
    players = seats.trick_seats(table, trick.leader, len(cards))
    named = tuple(
        joined(plain(f"  {seats.name(table, seat, face)}", "class:dim"), card)
        for seat, card in zip(players, cards, strict=True)
    )
    return named if sum(map(width, named)) <= cols else cards


def _is_learning(state: ClientState) -> bool:
    """Return whether a learner has something to read, which then replaces the line of the turn."""
    return state.lesson is not None and (state.lesson.waits or state.notice is not None)


def _extras(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[tuple[Line, ...], ...]:
    """More facts, the most important first; the caller adds each one that fits."""
    view, cols = table.view, size.cols
    shown = table if _felt(state, table, face, size) else replace(table, trick_shown=False)
    told = status(state, shown, face, cols + NEED_COLS)  # what the takers need stands elsewhere
    alarm = banner.alarm(state, face, plays=table.plays)
    leaves = state.ui.overlay is Overlay.LEAVE
    if alarm and not leaves:
        told = plain(alarm, "class:alarm")
    sentence = split_line(told, cols)
    bids = table.asked is not None and table.asked.kind is RequestKind.BID
    said_above = (
        state.ui.overlay is Overlay.CHAT
        or _is_learning(state)
        or asked_again(table, state.ui, face) is not None
        or (bids and state.notice is None and not alarm and not leaves)
    )
    extras: list[tuple[Line, ...]] = [] if said_above else [sentence]
    if state.ui.overlay is Overlay.CHAT:
        extras.append(stroke_lines(state.ui, face, cols))
    if bids and (hint := advice(table, face)):
        extras.append(split_words(hint, cols, "class:ask"))
    if state.lesson is None:
        beside = asides(table, face, state.now, cols, apart=False)
        extras += [split_words(text_of(line), cols, line[0].style) for line in beside]
    if view.phase is Phase.BIDDING:
        extras += _auction(state, table, face, size)
    elif view.phase is not Phase.CUTTING:
        extras.append(_numbers(table, face, cols))
        on_the_felt, over = table_view.on_the_table(table, state.ui)
        if not (shown is table and over and on_the_felt is not None and on_the_felt is view.tricks[-1]):
            last_trick = table_view.last_trick(table, face)
            fits = width(last_trick) <= cols
            extras.append((last_trick,) if fits else wrapped(table_view.last_trick_words(table, face), cols))
    return tuple(extras)


def _numbers(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """Tricks, points and what the takers need: on one line, or what they need on a line of its own."""
    tricks, need = banner.pair(Phrase.TRICKS, table.view.tricks_won, table, face), missing(table, face, briefly=True)
    forms = (f"{tricks}  {points}" for points in banner.points_so_far(table, face))
    told = next((form for form in forms if cells(form) <= cols), tricks)
    if cells(f"{told}  {need}") <= cols:
        return (plain(f"{told}  {need}".rstrip(), "class:dim"),)
    return (plain(told, "class:dim"), *split_words(need, cols, "class:dim"))


def _auction(state: ClientState, table: AtTable, face: Face, size: Size) -> list[tuple[Line, ...]]:
    """The calls at the seats and the pad; on a smaller screen the last calls, and those that have a key."""
    if size.cols >= _ROUND_TABLE.cols and size.rows >= _ROUND_TABLE.rows:
        bids = table.asked is not None and table.asked.kind is RequestKind.BID
        pad = pad_lines(table.asked, state.ui, face, size.cols) if table.asked is not None and bids else ()
        if advice(table, face) and size.rows < _TALL:
            told = any(asides(table, face, state.now, size.cols, apart=False))
            pad = (*pad[:2], *(() if told else pad[-1:]))  # the hint and the keys need the other lines
        calls_at_seats = () if _felt(state, table, face, size) else auction(table, face, Size(size.cols, _FELT_ROWS))
        return [*filter(None, (pad, calls_at_seats))]
    last = list(words_said(table, face))[-4:]
    spoken = "  ".join(f"{seats.name(table, seat, face)} {text_of(word)}" for seat, word in last)
    called = (plain(calls(table.asked, face), "class:pad"),) if table.asked is not None else ()
    return [split_words(spoken, size.cols, "class:dim"), *((called,) if called else ())]


def _gathering(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    beside = applicant_lines(table, face, state.now, size.cols) or (aside(table, face, state.now),)
    told = (*_said_of_room(state, table, face, size.cols), *filter(None, beside))
    who = (chair(state, table, seat, face) for seat in seats.around(table.bottom))
    sentences = filter(None, (host_told(state, table, face), *in_room(state, table, face), ways_to_others(state, face)))
    facts = tuple(line for said in sentences for line in split_words(said, size.cols - 1, "class:dim"))
    above = (*(shortened(line, size.cols, face.dots) for line in told), *who)
    room = max(1, size.rows - 1)
    gap = (plain(""),) * (len(above) + len(facts) < room)
    lines = (*above, *gap, *facts)
    filled = (*lines[:room], *((plain(""),) * (room - len(lines))), hint_line(state, face, size.cols))
    return tuple(cut(line, size.cols) for line in filled)[: size.rows]


def _said_of_room(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The status of a table that gathers, whole; none if it is the sentence about the host, which stands below."""
    line = status(state, table, face, cols)
    if state.ui.overlay is Overlay.CHAT:
        return (*stroke_lines(state.ui, face, cols), line)
    is_below = tells_of_host(state, table) and state.ui.moving is None and not waited(state, table, face)
    return () if is_below else split_line(line, cols)
