"""The panel beside a replay: the auction, the tricks so far, the costly decisions, and the deals of the match.

A click on a decision or a deal moves the replay there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from coinche.client.keys import in_sight
from coinche.client.model.match_story import PastDeal
from coinche.client.model.replay import ReplayState
from coinche.client.model.replay_moves import Move, to_deal, to_decision
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_log import wins_last_trick
from coinche.client.update.replay import wind
from coinche.client.views import banner, seats
from coinche.engine.cards import Card
from coinche.engine.events import CALLS, CardPlayed, Event, TrickWon
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Seat
from coinche.engine.tally import LAST_TRICK
from coinche.engine.trick import Trick
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .cards import inline
from .hand import fallen_lines
from .past_deals import contract_words
from .replay_analysis import call_or_card
from .table_and_side_panel import auction_lines, log_lines, most_calls, panel
from .text_lines import Line, Size, apart, clickable, joined, padded, plain, width

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

_NUMBER_COLS, _SEAT_COLS, _POINTS_COLS = 4, 6, 5
_MARK_COLS, _CONTRACT_COLS = 5, 16
"""Cells of the number of a deal, and of its contract with the bidder."""
_MOST_DEALS = 8
"""Deals listed, those around the current one."""
_FALLEN_ROWS = 4
"""Lines of the trumps played, below their title and above a blank one; at all trump they take more."""
_LOG_ROWS = 5
"""Rows from which the log follows."""


def replay_panel(match_replay: ReplayState, face: Face, size: Size) -> tuple[Line, ...]:
    """The panel, exactly `size.rows` lines high."""
    table = match_replay.table
    lines = [
        *_auction(match_replay, face, size.rows),
        *_tricks(match_replay, face, size.cols - 2),
        *_fallen(match_replay, face, size.cols - 1),
    ]
    lines += [*_decisions(match_replay, face, size.cols - 2), *_deals(match_replay, face, size.rows - len(lines))]
    left = size.rows - len(lines)
    if left >= _LOG_ROWS:
        said = log_lines(table, face, Size(size.cols - 3, left - 2), whole=True)
        lines += [plain(""), _title(Phrase.LOG, face), *(joined(plain("  "), line) for line in said)]
    return panel(lines, face, size)


def _title(words: Words, face: Face) -> Line:
    return plain(f" {face.say(words)}", "class:title")


def _auction(match_replay: ReplayState, face: Face, rows: int) -> tuple[Line, ...]:
    """The calls so far, with the lines of those to come, so that the rest of the panel keeps its place."""
    lines = auction_lines(match_replay.table, face, rows)
    events = match_replay.replay_deal.events
    calls = min(sum(isinstance(event, CALLS) for event in events), most_calls(rows))
    return (*lines, *((plain(""),) * (calls + 2 - len(lines))))


def _fallen(match_replay: ReplayState, face: Face, cols: int) -> tuple[Line, ...]:
    """The trumps played, on as many lines in every position of a deal that is played."""
    lines = fallen_lines(match_replay.table, face, cols)
    return (*lines, *((plain(""),) * (_FALLEN_ROWS - len(lines)))) if _is_played(match_replay) else lines


def _is_played(match_replay: ReplayState) -> bool:
    """Test whether cards are played in this deal, as far as it is known."""
    return any(isinstance(event, CardPlayed) for event in match_replay.replay_deal.events)


def _tricks(match_replay: ReplayState, face: Face, cols: int) -> Iterator[Line]:
    """The tricks of the deal so far: a line each, a column for each player, `*` at the card that takes it. Before the
    first the lines are empty."""
    table, view = match_replay.table, match_replay.view
    if not _is_played(match_replay):
        return
    order = table.bottom.round(match_replay.rules.table.direction)
    won = tuple(_points_won(match_replay.happened))
    longest = max(width(plain(seats.name(table, seat, face))) for seat in order)
    each = max(_SEAT_COLS, min(longest + 1, (cols - _NUMBER_COLS - _POINTS_COLS) // len(order)))
    names = (padded(plain(seats.name(table, seat, face, each - 1), "class:dim"), each, face.dots) for seat in order)
    points = plain(face.say(Playback.TRICK_POINTS).rjust(_POINTS_COLS), "class:dim")
    yield _title(Playback.TRICKS, face)
    yield joined(plain(" " * _NUMBER_COLS), *names, points)
    running = (view.trick,) if view.trick is not None and view.trick.cards else ()
    tricks = (*view.tricks, *running)
    for number in range(HAND_SIZE):
        if number >= len(tricks):
            yield plain(f"{number + 1:>{_NUMBER_COLS - 1}} ", "class:dim")
            continue
        cards = _by_seat(match_replay, tricks[number])
        told = won[number] if number < len(won) else ""
        yield joined(
            plain(f"{number + 1:>{_NUMBER_COLS - 1}} ", "class:dim"),
            *(padded(_played(cards, seat, tricks[number], face), each) for seat in order),
            plain(f"{told:>{_POINTS_COLS}}"),
        )
    yield plain("")


def _points_won(events: Sequence[Event]) -> Iterator[str]:
    """The points of each trick, those of the last one apart: `14+10`."""
    for at, event in enumerate(events):
        if isinstance(event, TrickWon):
            yield f"{event.points}+{LAST_TRICK}" if wins_last_trick(events[:at], event) else str(event.points)


def _by_seat(match_replay: ReplayState, trick: Trick) -> dict[Seat, Card]:
    played = seats.trick_seats(match_replay.table, trick.leader, len(trick.cards))
    return dict(zip(played, trick.cards, strict=True))


def _played(cards: dict[Seat, Card], seat: Seat, trick: Trick, face: Face) -> Line:
    if seat not in cards:
        return plain("")
    return joined(inline(cards[seat], face), plain("*" if trick.winner is seat else "", "class:winning"))


def _decisions(match_replay: ReplayState, face: Face, cols: int) -> Iterator[Line]:
    """The costly decisions that were found, the current one marked, each with the points it cost; bad luck apart."""
    if not match_replay.costly:
        return
    for number, decision in enumerate(match_replay.costly):
        if number in (0, match_replay.mistakes):
            yield _title(Playback.COSTLIEST if number < match_replay.mistakes else Playback.UNLUCKY_ONES, face)
        here = number == match_replay.decision
        mark = plain(f" {face.glyphs.turn if here else ' '} ", "class:turn")
        told = plain(_decision(decision, face), "class:own" if here else "")
        cost = plain(f"-{decision.cost}", "class:theirs")
        row = apart(joined(mark, told), cost, cols, face.dots)
        yield clickable(row, in_sight(wind(_at_decision(number))))
    yield plain("")


def _at_decision(number: int) -> Move:
    return lambda match_replay: to_decision(match_replay, number)


def _decision(decision: CostlyDecision, face: Face) -> str:
    """`deal 3, trick 5: K♠`"""
    made = call_or_card(decision.made, face)
    if isinstance(decision.made, Card):
        trick = decision.place // len(Seat) + 1
        return face.say(Playback.COSTLY_CARD, deal=decision.deal, trick=trick, made=made)
    return face.say(Playback.COSTLY_CALL, deal=decision.deal, made=made)


def _deals(match_replay: ReplayState, face: Face, rows: int) -> Iterator[Line]:
    """The deals around the current one, with the points of each side; as many as have room, title and heads apart."""
    deals = match_replay.deals
    most = min(_MOST_DEALS, rows - 1)
    if not deals or most < 1:
        return
    table = match_replay.table
    here = sum(past.deal < match_replay.replay_deal.deal for past in deals)
    first = max(0, min(here - most // 2, len(deals) - most))
    own, other = banner.sides(table)
    heads = (banner.short_side(banner.side(table, team, face)).upper().rjust(_SEAT_COLS) for team in (own, other))
    yield joined(padded(_title(Playback.DEALS, face), _MARK_COLS + _CONTRACT_COLS), plain("".join(heads), "class:dim"))
    for past in deals[first : first + most]:
        yield clickable(_deal(match_replay, past, face), in_sight(wind(_at_deal(past.deal))))


def _at_deal(deal: int) -> Move:
    return lambda match_replay: to_deal(match_replay, deal)


def _deal(match_replay: ReplayState, past: PastDeal, face: Face) -> Line:
    """`▶ 8 120♥ Ana     160    0`"""
    table, here = match_replay.table, past.deal == match_replay.replay_deal.deal
    mark = plain(f" {face.glyphs.turn if here else ' '}{past.deal:>2} ", "class:turn" if here else "class:dim")
    if past.score is None or past.settled is None:
        return joined(mark, plain(face.say(Playback.THROWN_IN), "class:dim"))
    own, other = banner.sides(table)
    scores = (str(past.score.scores[team]).rjust(_SEAT_COLS) for team in (own, other))
    contract = padded(
        plain(contract_words(table, past.settled, face), "class:own" if here else ""), _CONTRACT_COLS, face.dots
    )
    style = banner.gain_style(table, past.settled.bidder.team, past.score)
    return joined(mark, contract, plain("".join(scores), style))
