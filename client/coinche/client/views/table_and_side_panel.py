"""The table from above: four players, and the cards of the trick before them.

On a wide screen, a panel beside it has the auction and the latest events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from coinche.client.keys import in_sight, pressing
from coinche.client.model.table import AtTable, occupants_at
from coinche.client.model.ui import Overlay, Ui
from coinche.client.texts.bots import name_of
from coinche.client.texts.play import InPlay
from coinche.client.texts.score import verdict
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence_after
from coinche.client.views import seats
from coinche.engine.auction import COINCHE
from coinche.engine.bids import Contract
from coinche.engine.cards import Card
from coinche.engine.events import CALLS, CardPlayed, ContractSettled, DealStarted, Event, HandDealt, TrickWon
from coinche.engine.rules import TrickHistory
from coinche.engine.seats import Seat
from coinche.engine.trick import Trick
from coinche.engine.view import Phase
from coinche.protocol.messages import HostChanged, TableEvent
from coinche.text.formatting import Face

from .bidding import words_said
from .cards import BIG, LARGE, SMALL, blank, box, inline, outline
from .hand import fallen_lines
from .round_table import InFront, around, whole
from .status import held_for
from .text_lines import Line, Size, centred, clickable, cut, joined, padded, plain, split_words, text_of, width

_LARGE_COLS = 80
"""Columns from which large cards have room."""


def trick_area(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The trick on the table, within `size`; without the mark of the turn while it covers the person's."""
    trick, over = on_the_table(table, ui)
    if held_for(table) is not None:
        table = replace(table, view=replace(table.view, turn=None))
    played: dict[Seat, Card] = {}
    if trick is not None:
        played = dict(zip(seats.trick_seats(table, trick.leader, len(trick.cards)), trick.cards, strict=True))
    fitting = (rows for rows in (LARGE, BIG) if whole(rows) <= size.rows and (rows < LARGE or size.cols >= _LARGE_COLS))
    rows = next(fitting, SMALL)
    placed = {seat: _place(table, seat, played.get(seat), trick, over, face, rows) for seat in Seat}
    title = _title(table, trick, over, face, size.cols)
    felt = around(table, placed, face, size)
    return (title, *felt[1:]) if felt and not text_of(felt[0]).strip() else felt


def on_the_table(table: AtTable, ui: Ui) -> tuple[Trick | None, bool]:
    """The trick to show, and True if it is over: the last trick stays until a card is led to the next."""
    view = table.view
    back = ui.trick if ui.overlay is Overlay.LAST_TRICK else 0
    last = view.tricks[max(-len(view.tricks), -1 - back)] if view.tricks else None
    if last is not None and (
        ui.overlay is Overlay.LAST_TRICK or table.trick_shown or view.trick is None or not view.trick.cards
    ):
        return last, True
    return view.trick, False


def _title(table: AtTable, trick: Trick | None, over: bool, face: Face, cols: int) -> Line:
    if trick is None or not over or trick.winner is None:
        return plain("")
    arrow = face.glyphs.arrow
    number = table.view.tricks.index(trick) + 1
    won_by = seats.name(seats.of_trick(table, trick), trick.winner, face)
    words = face.say(Phrase.LAST_TRICK if number == len(table.view.tricks) else Phrase.TRICK_NUMBER, number=number)
    text = f"{words} {arrow} {won_by}"
    if table.covers_cards and held_for(table) is None:
        text += f"   ({face.say(InPlay.LIES)})"
    return centred(plain(text, "class:dim"), cols)


def _place(
    table: AtTable, seat: Seat, card: Card | None, trick: Trick | None, over: bool, face: Face, rows: int
) -> InFront:
    told = seats.said(table, seat, face)
    note = joined(seats.backs(table, seat, face), plain(f" {told}" if told else "", "class:said"))
    if card is None or trick is None:
        waited_for = table.view.turn is seat and table.view.phase is Phase.PLAYING
        sign = plain(face.glyphs.turn, "class:turn")
        return InFront(outline(sign, face, rows, "class:turn") if waited_for else blank(rows), note=note)
    wins = trick.winner is seat
    style = "class:winning" if wins else "class:past" if over else "class:card"
    mark = "*" if wins else " "
    return InFront(
        box(card, face, rows, style, mark, latest=card is trick.cards[-1]),
        word=joined(inline(card, face), plain(mark)),
        note=note,
    )


def last_trick(table: AtTable, face: Face, cols: int = seats.ROOMY) -> Line:
    """The last trick in a line: its cards, players and winner; before the first trick, the score of the last deal."""
    if not table.view.tricks:
        return previous_deal(table, face)
    apart = _last_trick(table, face, seats.ROOMY, f" {face.glyphs.dot} ")
    return apart if width(apart) <= cols else seats.fitting(lambda most: _last_trick(table, face, most), cols)


def _last_trick(table: AtTable, face: Face, most: int, between: str = " ") -> Line:
    said, first, *played, won = last_trick_words(table, face, most)
    cards = [first, *(part for word in played for part in (plain(between, "class:dim"), word)), plain(" ")]
    return clickable(joined(plain(" "), said, plain("  "), *cards, plain(" "), won), in_sight(pressing("l")))


def last_trick_words(table: AtTable, face: Face, most: int = seats.ROOMY) -> tuple[Line, ...]:
    """`last_trick` in parts for several lines, names at most so wide; none before the first trick."""
    if not table.view.tricks:
        return ()
    trick = table.view.tricks[-1]
    table = seats.of_trick(table, trick)
    words = [plain(face.say(Phrase.LAST_TRICK), "class:dim")]
    for seat, card in zip(seats.trick_seats(table, trick.leader, 4), trick.cards, strict=False):
        words.append(joined(plain(f"{seats.name(table, seat, face, most)} ", "class:dim"), inline(card, face)))
    won = "" if trick.winner is None else f"{face.glyphs.arrow} {seats.name(table, trick.winner, face, most)}"
    return tuple(clickable(word, in_sight(pressing("l"))) for word in (*words, plain(won, "class:dim")))


def previous_deal(table: AtTable, face: Face) -> Line:
    """The result of the last deal of this match, in the sentence of its recap; empty before the first score."""
    last = table.history[-1] if table.history else None
    if last is None or last.settled is None or last.score is None:
        return plain("")
    settled = last.settled
    contract = Contract(bid=settled.bid, bidder=settled.bidder, multiplier=settled.multiplier)
    listener = Listener(face, _names_at_settling(table, last.deal), table.seat)
    told = verdict(contract, last.score, listener)
    doubled = {1: Phrase.LAST_DEAL, COINCHE: Phrase.LAST_COINCHED}
    words = doubled.get(settled.multiplier, Phrase.LAST_SURCOINCHED)
    return plain(" " + face.say(words, told=told[:1].lower() + told[1:]), "class:dim")


def _names_at_settling(table: AtTable, deal: int) -> Mapping[Seat, str]:
    """The players who had the seats when the contract of that deal was settled, even if they have left since."""
    begins = [at for at, event in enumerate(table.story) if isinstance(event, DealStarted) and event.deal == deal]
    since = table.story[begins[-1] :] if begins else ()
    at = next((at for at, event in enumerate(since) if isinstance(event, ContractSettled)), 0)
    there = occupants_at(table.seats, table.past_occupants, (deal, at))
    return {**table.names, **{seat: name_of(info) for seat, info in there.items()}}


PANEL_WIDTH = 34
WIDE = 110
"""Columns from which on the panel is shown."""


def side_panel(table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The panel, exactly `size.rows` lines high."""
    top = [*auction_lines(table, face, size.rows), *fallen_lines(table, face, size.cols - 1)]
    top.append(clickable(plain(" " + face.say(Phrase.LOG), "class:title"), in_sight(pressing("j"))))
    said = log_lines(table, face, Size(size.cols - 3, max(0, size.rows - len(top))), whole=True)
    return panel((*top, *(joined(plain("  "), line) for line in said)), face, size)


def panel(lines: Sequence[Line], face: Face, size: Size) -> tuple[Line, ...]:
    """The lines beside a bar, exactly `size.rows` of them."""
    filled = (*lines[: size.rows], *((plain(""),) * (size.rows - len(lines))))
    bar = plain(face.glyphs.bar, "class:rule")
    return tuple(joined(bar, padded(cut(line, size.cols - 1), size.cols - 1)) for line in filled)


_CALLS = 10
"""Calls of an auction that a panel shows, however low it is."""


def auction_lines(table: AtTable, face: Face, rows: int) -> tuple[Line, ...]:
    """The calls of this auction below a title, as many as half of a panel has room for; nothing before a match.
    Where the first calls have no room, dots stand for them.
    """
    if table.gathering:
        return ()
    calls = [
        joined(padded(plain(f"  {who}"), 15, face.dots), plain(" "), word)
        for who, (_, word) in zip(_callers(table, face), words_said(table, face), strict=True)
    ]
    most = most_calls(rows)
    if len(calls) > most:
        calls = [plain(f"  {face.dots}", "class:dim"), *calls[1 - most :]]
    if not calls:
        calls = [plain(f"  {face.say(Phrase.NO_BID)}", "class:dim")] if table.view.phase is Phase.BIDDING else []
    title = (plain(" " + face.say(Phrase.BID), "class:title"),) if calls else ()
    return (*title, *calls, *((plain(""),) if calls else ()))


def most_calls(rows: int) -> int:
    """The calls for which a panel of that many rows has room."""
    return max(_CALLS, rows // 2)


def _callers(table: AtTable, face: Face) -> list[str]:
    """The player of each call of this auction, by the name of that time."""
    listener = Listener(face, table.names, table.seat)
    calls = [(at, event.seat) for at, event in enumerate(table.log) if isinstance(event, CALLS)]
    named = [seats.listener_at(table, at, listener).who(seat) for at, seat in calls]
    auction = table.view.auction
    missing = max(0, len(auction) - len(named))  # the log is no longer than its limit
    return [listener.who(call.seat) for call in auction[:missing]] + named[len(named) - len(auction) + missing :]


def _may_be_read(table: AtTable) -> Iterator[tuple[int, Event | TableEvent | None]]:
    """Events and their positions in the log, newest first; None in place of the newest card that may no longer be
    viewed (F 5.1), and nothing for the others.
    """
    hides = table.rules is not None and table.rules.match.trick_history is TrickHistory.LAST
    over, told = 0, False
    for at, event in reversed(tuple(enumerate(table.log))):
        over += isinstance(event, TrickWon)
        if not (hides and table.view.phase is Phase.PLAYING and over > 1 and isinstance(event, CardPlayed)):
            yield at, event
        elif not told:
            told = True
            yield at, None
        if isinstance(event, DealStarted):
            hides = False


def _has_cards(before: Sequence[Event | TableEvent]) -> bool:
    """True if the log has cards of the trick that has just been won: a table for practice begins after some tricks."""
    ends = (one for one in reversed(before) if isinstance(one, CardPlayed | TrickWon | DealStarted))
    return isinstance(next(ends, None), CardPlayed)


def log_lines(table: AtTable, face: Face, size: Size, back: int = 0, *, whole: bool = False) -> tuple[Line, ...]:
    """The log in words, newest at the bottom; `back` scrolls up by that many lines, as far as there are any.

    Beside a table it has `whole` sentences only, and not the cards of the hand, which are in sight. Else it says where
    the rules hide the cards of earlier tricks.
    """
    listener = Listener(face, table.names, table.seat)
    lines: list[Line] = []
    first_host = next((event for event in table.log if isinstance(event, HostChanged)), None)
    for at, event in _may_be_read(table):
        if whole and (event is None or isinstance(event, HandDealt)):
            continue
        if event is None:
            lines[:0] = split_words(face.say(Phrase.OLDER_TRICKS), size.cols, "class:dim")
            continue
        if isinstance(event, TrickWon) and not _has_cards(table.log[:at]):
            continue
        if table.gathering and table.hold and event is first_host:  # a sentence in the room names the host
            continue
        said = sentence_after(table.log[:at], event, seats.listener_at(table, at, listener))
        told = split_words(said, size.cols) if said else ()
        if whole and lines and len(lines) + len(told) > size.rows:
            break
        lines[:0] = told
        if len(lines) >= size.rows + back:
            break
    if size.rows <= 0:
        return ()
    below = min(back, max(0, len(lines) - size.rows))
    return tuple(lines[max(0, len(lines) - below - size.rows) : len(lines) - below])
