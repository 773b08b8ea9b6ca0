"""The deals of a match so far, a line each."""

from __future__ import annotations

from coinche.client.model.match_story import PastDeal
from coinche.client.model.table import AtTable
from coinche.client.texts.replay import Playback
from coinche.client.views import banner, seats
from coinche.connection.verdict_texts import checked_deals
from coinche.engine.bids import BidKind
from coinche.engine.events import ContractSettled, DealScored, Result
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Points
from coinche.text.formatting import Face

from .text_lines import Line, Size, centred, cut, joined, padded, plain, split_words

_PAST_NUMBER_COLS, _TOTAL_COLS = 6, 12
_RESULTS = {Result.MADE: Playback.IS_MADE, Result.FAILED: Playback.IS_FAILED, Result.DRAWN: Playback.IS_DRAWN}


def history(
    table: AtTable, deals: tuple[PastDeal, ...], scroll: int, face: Face, size: Size, here: int = 0
) -> tuple[Line, ...]:
    """The deals of the match, a line each: contract, result, points, totals.
    `scroll` counts the lines left out at the end; `here` is the deal to mark.
    """
    title = centred(plain(face.say(Playback.HISTORY), "class:title"), size.cols)
    if not deals:
        said = split_words(face.say(Playback.NO_HISTORY), size.cols - 1, "class:dim")
        return (title, *(centred(line, size.cols) for line in said))[: size.rows]
    head = (title, _heads(table, face, size.cols)) if size.rows >= 4 else ()
    sure = checked_deals(table.checked, face) if size.rows >= 6 else ""
    foot = (plain(f" {sure}", "class:dim"),) if sure else ()
    room = max(1, size.rows - len(head) - len(foot))
    end = max(min(room, len(deals)), len(deals) - scroll)
    rows = tuple(
        _past_row(table, deal, face, size.cols, marked=deal.deal == here) for deal in deals[max(0, end - room) : end]
    )
    return tuple(cut(line, size.cols) for line in (*head, *rows, *foot))[: size.rows]


def _heads(table: AtTable, face: Face, cols: int) -> Line:
    own, other = banner.sides(table)
    sides = (banner.side(table, own, face), banner.side(table, other, face))
    words = (" " + face.say(Playback.DEAL), face.say(Playback.CONTRACT), face.say(Playback.RESULT))
    short = tuple(map(banner.short_side, sides))
    return _laid(words, (*short, face.say(Playback.TOTAL)), face, cols, "class:dim")


_WIDE = 60
"""Cells from which the totals have room."""


def _past_row(table: AtTable, past: PastDeal, face: Face, cols: int, *, marked: bool) -> Line:
    number = f"{face.glyphs.turn if marked else ' '}{past.deal}"
    if past.score is None or past.settled is None:
        return _laid((number, face.say(Playback.THROWN_IN), ""), ("", "", ""), face, cols, "class:dim")
    score = past.score
    result = result_word(past.settled, score, face)
    numbers = (*_pair(table, score.scores), "-".join(_pair(table, score.totals)))
    words = (number, contract_words(table, past.settled, face), result)
    return _laid(words, numbers, face, cols, banner.gain_style(table, past.settled.bidder.team, score))


def result_word(settled: ContractSettled, score: DealScored, face: Face) -> str:
    """The result of a deal in a word; a contract of points made with every trick is a capot."""
    swept = score.made and score.tricks[settled.bidder.team] == HAND_SIZE
    return face.say(Playback.IS_CAPOT if swept and settled.bid.kind is BidKind.NUMBER else _RESULTS[score.result])


def contract_words(table: AtTable, settled: ContractSettled, face: Face) -> str:
    """A settled contract: `120♥ ×2 Ana`."""
    times = f" {face.glyphs.times}{settled.multiplier}" if settled.multiplier > 1 else ""
    return f"{face.bid(settled.bid)}{times} {seats.name(table, settled.bidder, face)}"


def _pair(table: AtTable, points: Points) -> tuple[str, str]:
    own, other = banner.sides(table)
    return str(points[own]), str(points[other])


def _laid(words: tuple[str, str, str], numbers: tuple[str, ...], face: Face, cols: int, style: str) -> Line:
    """The columns of a line; totals only if there is room, the result before the taker's name."""
    shown = numbers if cols >= _WIDE else numbers[:2]
    number, contract, result = words
    left = max(6, min(40, cols - 17 - _PAST_NUMBER_COLS * 2 - _TOTAL_COLS * (len(shown) > 2)))
    line = joined(
        padded(plain(number, "class:dim"), 7, face.dots),
        padded(plain(contract), left, face.dots),
        plain(" "),
        padded(plain(result, style), 9, face.dots),
        *(plain(text.rjust(_PAST_NUMBER_COLS), "class:bid") for text in shown[:2]),
        *(plain(text.rjust(_TOTAL_COLS), "class:dim") for text in shown[2:]),
    )
    return cut(line, cols)
