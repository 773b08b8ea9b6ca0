"""The score of a deal line by line, the end of the match, and the list of the deals so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from coinche.client.keys import in_sight, pressing
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable, PastDeal
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, outcome
from coinche.client.update.table_requests import REMATCH_KEY, may_rematch
from coinche.client.update.timing_and_premove import LAST_SECONDS, recap_left
from coinche.client.views import banner, seats
from coinche.connection.fair_shuffle import Fair, ShuffleVerdict, checked_deals
from coinche.engine.bids import Contract
from coinche.engine.events import ContractSettled, DealScored, LineKind, Result, ScoreLine
from coinche.engine.seats import Points, Team
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .status import who
from .text_lines import Line, Size, centred, clickable, cut, joined, padded, plain, split_words, text_of, width

_PAST_NUMBER_COLS = 6
RESULTS = {Result.MADE: Playback.IS_MADE, Result.FAILED: Playback.IS_FAILED, Result.DRAWN: Playback.IS_DRAWN}


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
    numbers = sides if cols < _WIDE else (*sides, face.say(Playback.TOTAL), "")
    return _laid(words, tuple(_short(text) for text in numbers), face, cols, "class:dim")


def _short(text: str) -> str:
    """`North-South` in the width of a number: `N-S`."""
    if len(text) < _PAST_NUMBER_COLS:
        return text
    return "-".join(word[0] for word in text.split("-"))


_WIDE = 60
"""Cells from which the totals have room."""


def _past_row(table: AtTable, past: PastDeal, face: Face, cols: int, *, marked: bool) -> Line:
    number = f"{face.glyphs.turn if marked else ' '}{past.deal}"
    if past.score is None or past.settled is None:
        return _laid((number, face.say(Playback.THROWN_IN), ""), ("", "", "", ""), face, cols, "class:dim")
    score = past.score
    result = face.say(RESULTS[score.result])
    numbers = (*_pair(table, score.scores), *_pair(table, score.totals))
    words = (number, contract_words(table, past.settled, face), result)
    return _laid(words, numbers, face, cols, banner.gain_style(table, past.settled.bidder.team, score))


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
    left = max(6, min(40, cols - 17 - _PAST_NUMBER_COLS * len(shown)))
    line = joined(
        padded(plain(number, "class:dim"), 7, face.dots),
        padded(plain(contract), left, face.dots),
        plain(" "),
        padded(plain(result, style), 9, face.dots),
        *(plain(text.rjust(_PAST_NUMBER_COLS), "class:bid" if i < 2 else "class:dim") for i, text in enumerate(shown)),
    )
    return cut(line, cols)


_NUMBER_COLS = 12
_JUDGED = 2
"""Lines that decide the contract; those of the score follow them."""


def recap(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The whole recap; on a small screen the score and the keys take precedence over the details."""
    score = table.view.score
    foot = foot_lines(state, table, face)
    if score is None:
        thrown = plain(face.say(Phrase.THROWN_IN)) if table.view.phase is Phase.DEAL_OVER else plain("")
        body: tuple[Line, ...] = (plain(""), thrown, *checked(table, face))
        return tuple(centred(line, size.cols) for line in (*body, *foot))[: size.rows]
    head = headline(table, score, face, size.cols)
    rows = tuple(rows_of(table, score, face))
    own, other = banner.sides(table)
    titles = _row("", (banner.side(table, own, face), banner.side(table, other, face)), size.cols, face, "class:title")
    details = tuple(_row(name, _numbers(points, table), size.cols, face) for name, points in rows[:-2])
    sums = tuple(
        _row(name, _numbers(points, table, zero="0"), size.cols, face, "class:bid") for name, points in rows[-2:]
    )
    end = (*sums, *notes(table, score, face), *foot)
    if len(details) + len(end) + 2 > size.rows:
        end = tuple(line for line in end if text_of(line))
    room = size.rows - len(end) - 2
    lines = (head, titles, *details[: max(0, room)], *end)
    if size.rows > len(lines):
        lines = (head, titles, *details[:_JUDGED], plain(""), *details[_JUDGED:], *end)
    if size.rows - len(lines) >= 2:
        lines = (plain(""), head, plain(""), *lines[1:])
    return tuple(cut(centred(line, size.cols), size.cols) for line in lines[: size.rows])


def headline(table: AtTable, score: DealScored, face: Face, cols: int) -> Line:
    """`Donne 4 : RÉUSSI, 120♥ par Ana (nous), coinché ×2`; without the side if it has no room."""
    contract = table.view.contract
    if contract is None:
        return plain("")
    name, team = seats.name(table, contract.bidder, face), banner.side(table, contract.takers, face)
    result = face.say(Phrase[score.result.name]).upper()
    said = joined(
        plain(face.say(Phrase.RECAP, deal=table.view.deal), "class:title"),
        plain(result, banner.gain_style(table, contract.takers, score)),
    )
    sided = name if table.seat is None else face.say(Phrase.RECAP_SIDE, who=name, team=team.lower())
    whole, short = (joined(said, plain(_taken(contract, who, face), "class:title")) for who in (sided, name))
    return whole if width(whole) <= cols else short


def _taken(contract: Contract, who: str, face: Face) -> str:
    """The end of the headline: `, 120♥ par Ana, coinché ×2`."""
    return face.say(Phrase.RECAP_CONTRACT, bid=face.bid(contract.bid), who=who, times=_times(contract, face))


def _times(contract: Contract, face: Face) -> str:
    """The coinche in the headline: `, coinché ×2`; empty if nobody coinched."""
    if contract.coinched_by is None:
        return ""
    words = Phrase.TIMES_COINCHED if contract.surcoinched_by is None else Phrase.TIMES_SURCOINCHED
    return face.say(words, times=f"{face.glyphs.times}{contract.multiplier}")


def rows_of(table: AtTable, score: DealScored, face: Face) -> Iterator[tuple[str, Points]]:
    """Every line as a name and a number for each side: what decides the contract, then the lines of the score.
    The last two lines are the score and the total.
    """
    yield face.say(Phrase.ROW_TRICKS), score.tricks
    yield face.say(Phrase.ROW_POINTS), score.points
    for kind in LineKind:
        if any(line.kind is kind for line in score.lines):
            yield face.say(Phrase[f"ROW_{kind.name}"]), _sum(line for line in score.lines if line.kind is kind)
    rounding = score.scores - _sum(score.lines)
    if rounding != Points():
        yield face.say(Phrase.ROW_ROUNDING), rounding
    yield face.say(Phrase.ROW_SCORE), score.scores
    yield face.say(Phrase.ROW_TOTAL), score.totals


def _sum(lines: Iterable[ScoreLine]) -> Points:
    return sum((Points.of(line.team, line.points) for line in lines), Points())


def _numbers(points: Points, table: AtTable, zero: str = "") -> tuple[str, str]:
    own, other = banner.sides(table)
    return str(points[own] or zero), str(points[other] or zero)


def _row(name: str, numbers: tuple[str, str], cols: int, face: Face, style: str = "") -> Line:
    label = min(24, max(8, cols - 2 * _NUMBER_COLS))
    number = min(_NUMBER_COLS, max(5, (cols - label) // 2))
    return joined(
        padded(plain(name, style or "class:dim"), label, face.dots), *(plain(n.rjust(number), style) for n in numbers)
    )


def notes(table: AtTable, score: DealScored, face: Face) -> tuple[Line, ...]:
    """The notes below: forgiven rebelotes, a side that needs a trick, points held over, the winner."""

    def said(words: Phrase, teams: tuple[Team, ...]) -> Iterator[Line]:
        for team in teams:
            yield plain(face.say(words, team=banner.side(table, team, face)), "class:said")

    return (
        *said(Phrase.FORGIVEN, score.belote_forgiven),
        *said(Phrase.WAITING_TRICK, score.waiting),
        *((plain(face.say(Phrase.HELD, points=score.held), "class:said"),) if score.held else ()),
        *checked(table, face),
        *((result(table, face),) if table.view.phase is Phase.MATCH_OVER else ()),
    )


def checked(table: AtTable, face: Face) -> tuple[Line, ...]:
    """The note that the shuffle was checked and nobody chose the cards; empty until the client knows it."""
    sure = table.checked.get(table.view.deal) is ShuffleVerdict.SHARED
    return (plain(face.say(Fair.SHARED), "class:dim"),) if sure else ()


def result(table: AtTable, face: Face) -> Line:
    """The winner of the match."""
    to = Listener(face, table.names, table.seat)
    return plain(outcome(table.view.winner, table.view.totals, to), "class:title")


def foot_lines(state: ClientState, table: AtTable, face: Face) -> tuple[Line, ...]:
    """The key to press, or the players still awaited; a click on it continues."""
    if table.closed and state.solo:
        return (plain(""), _going_on(face.say(Phrase.ANOTHER)))
    if table.closed:
        return (plain(""), _going_on(face.say(Phrase.BACK)), plain(face.say(Phrase.TABLE_GONE), "class:dim"))
    left = tuple(plain(said, "class:dim") for said in filter(None, (time_left(state, table, face),)))
    if table.to_go_on:
        return (plain(""), _going_on(_ask(table, face)), *left)
    return (plain(""), plain(_others(table, face), "class:dim"), *left) if table.agreements.recap else ()


def time_left(state: ClientState, table: AtTable, face: Face) -> str:
    """The time until the next deal, or the offer of a rematch; empty once it no longer matters."""
    seconds = recap_left(state, table)
    if not seconds:
        return ""
    words = Phrase.NEXT_DEAL_IN
    if table.view.phase is Phase.MATCH_OVER:
        words = Phrase.REMATCH_FOR if table.to_go_on and table.agreements.rematch_by else Phrase.TABLES_IN
    return face.say(words, time=f"{ceil(seconds / 60)} min" if seconds > LAST_SECONDS else f"{seconds} s")


def _going_on(words: str) -> Line:
    return clickable(plain(words, "class:ask"), in_sight(pressing("enter")))


def _ask(table: AtTable, face: Face) -> str:
    """The question whether to continue or to play another match."""
    wanted = table.agreements.rematch or ()
    if table.seat in wanted:
        return face.say(Phrase.REMATCH_ASKED, who=who(table, table.people - set(wanted), face))
    if wanted:
        return face.say(Phrase.REMATCH_WANTED, who=who(table, wanted, face), key=REMATCH_KEY)
    return face.say(Phrase.GO_ON_OR_AGAIN if may_rematch(table) else Phrase.GO_ON, key=REMATCH_KEY)


def _others(table: AtTable, face: Face) -> str:
    """The players still awaited."""
    readers = table.people - table.agreements.went_on - (table.agreements.rematch or frozenset())
    if not readers:
        return ""
    words = Phrase.OTHERS_OR_AGAIN if may_rematch(table) else Phrase.OTHERS_READ
    return face.say(words, who=who(table, readers, face), key=REMATCH_KEY)
