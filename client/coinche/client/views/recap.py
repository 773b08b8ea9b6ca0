"""The recap of a deal: the result in a sentence, the score line by line, and how far both sides have come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from coinche.client.keys import in_sight, pressing
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.score import ScoreText, verdict
from coinche.client.texts.score_details import reason, sums
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, outcome
from coinche.client.update.table_requests import REMATCH_KEY, going_on, may_rematch
from coinche.client.update.timing_and_premove import LAST_SECONDS, recap_left
from coinche.client.views import banner, practice, seats
from coinche.connection.fair_shuffle import Fair, ShuffleVerdict
from coinche.engine.bids import Contract
from coinche.engine.events import DealScored, LineKind, ScoreLine
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Points, Team
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .asides import who
from .past_deals import short_side
from .score_remarks import explained, remarks
from .text_lines import (
    Line,
    Size,
    centred,
    clickable,
    cut,
    joined,
    padded,
    plain,
    shortened,
    split_words,
    text_of,
    width,
)

_WIDE = 70
"""Columns from which a remark stands beside a line of the score."""
_BAR_COLS, _TOTAL_COLS = 40, 5
_GAP = "   "
"""Between the numbers and the remark beside them."""
_INDENT = "  "
"""Before the second line of a remark."""
_MARGIN = 2
"""Columns left free on each side of the score."""
_COLS, _NARROW_COLS = (19, 6), (22, 9)
"""Cells of a name and of a number."""
_ROOMY = 8
"""Rows from which bars have room where there is no score."""
_JUDGED = 2
"""Lines that decide the contract; those of the score follow them."""


def recap(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The whole recap; on a small screen the score and the keys take precedence over the details."""
    score, contract = table.view.score, table.view.contract
    foot = foot_lines(state, table, face, size.cols)
    if score is None or contract is None:
        thrown = plain(face.say(Phrase.THROWN_IN)) if table.view.phase is Phase.DEAL_OVER else plain("")
        bars = progress(table, face, size.cols) if size.rows > _ROOMY else ()
        body: tuple[Line, ...] = (plain(""), thrown, plain(""), *bars, *checked(table, face))
        return tuple(centred(line, size.cols) for line in (*body, *foot))[: size.rows]
    head = _head(table, contract, score, face, size)
    lines = _in_full(state, table, face, size) or (
        *head,
        *_in_short(table, contract, score, face, Size(size.cols, size.rows - len(head)), foot[1:]),
    )
    return tuple(cut(centred(line, size.cols), size.cols) for line in lines[: size.rows])


def is_in_full(state: ClientState, table: AtTable, face: Face, size: Size) -> bool:
    """True if the recap has room for the score line by line."""
    return bool(_in_full(state, table, face, size))


def _in_full(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The recap with the score line by line; without bars or the total, which the banner has, where rows are few.
    Empty if it has no room.
    """
    score, contract = table.view.score, table.view.contract
    if score is None or contract is None:
        return ()
    foot = foot_lines(state, table, face, size.cols)
    head = _head(table, contract, score, face, size)
    titles, *details, marked, total = score_table(table, score, face, size.cols)
    bars, told = progress(table, face, size.cols), notes(table, score, face)
    why = _why(table, contract, score, face, size.cols)
    ends = ((marked, *bars, *told, *foot), (marked, *bars, *told, *foot[1:]), (marked, total, *told, *foot[1:]))
    ends = (*(ends if bars else ends[2:]), (marked, *told, *foot[1:]))
    room = size.rows - len(head) - len(why) - 1 - len(details)
    end = next((end for end in ends if len(end) <= room), None)
    if end is None:
        return ()
    lines = [*head, *why, titles, *details, *end]
    top, bottom = len(head) + len(why), len(lines) - len(end) + 1
    gaps = (top, top + 1 + _JUDGED, bottom, 0, *((bottom + len(bars),) if told else ()))
    for at in sorted(gaps[: max(0, size.rows - len(lines))], reverse=True):
        lines.insert(at, plain(""))
    return (*((plain(""),) * ((size.rows - len(lines)) // 4)), *lines)


def _head(table: AtTable, contract: Contract, score: DealScored, face: Face, size: Size) -> tuple[Line, ...]:
    """The winner of the match once it is over, then the result of the deal; one of them on a very low screen."""
    won = (result(table, face),) if table.view.phase is Phase.MATCH_OVER and not table.plays_position else ()
    if won and size.rows < _ROOMY:
        return won
    return (*won, *headline(table, contract, score, face, Size(size.cols, max(1, size.rows // 5))))


def _why(table: AtTable, contract: Contract, score: DealScored, face: Face, cols: int) -> tuple[Line, ...]:
    """The reason of the result, below the sentence."""
    said = " ".join(reasons(table, contract, score, face))
    return split_words(said, cols - 1, "class:said") if said else ()


def reasons(table: AtTable, contract: Contract, score: DealScored, face: Face) -> tuple[str, ...]:
    """The reason of the result in sentences; none where the client does not know the rules."""
    if table.rules is None:
        return ()
    last = table.view.tricks[-1].winner if len(table.view.tricks) == TRICKS else None
    return reason(contract, score, table.rules.scoring, last, face)


def headline(table: AtTable, contract: Contract, score: DealScored, face: Face, size: Size) -> tuple[Line, ...]:
    """The result in one sentence; in a few words if the sentence has no room."""
    style = banner.gain_style(table, contract.takers, score)
    table = seats.of_contract(table)
    said = split_words(verdict(contract, score, Listener(face, table.names, table.seat)), size.cols - 1, style)
    if len(said) <= size.rows:
        return said
    made, who = face.say(Phrase[score.result.name]).upper(), seats.name(table, contract.bidder, face)
    return (shortened(plain(f"{made} {face.bid(contract.bid)} {who}", style), size.cols, face.dots),)


def _in_short(
    table: AtTable, contract: Contract, score: DealScored, face: Face, size: Size, foot: tuple[Line, ...]
) -> tuple[Line, ...]:
    """The recap where the table has no room: the sums in its place; totals and keys stay on any screen."""
    why, sure = _why(table, contract, score, face, size.cols), checked(table, face)
    noted = [line for line in notes(table, score, face) if line not in sure]
    told = tuple(part for line in noted for part in split_words(text_of(line), size.cols - 1, line[0].style))
    counted = [line for said in summed(table, contract, score, face) for line in split_words(said, size.cols - 1)]
    declared = [
        line
        for name, said in remarks(table, score, face)
        for who, words in said
        for line in split_words(
            face.say(Phrase.RULE, name=name, value=words) if words == who else words, size.cols - 1, "class:said"
        )
    ]
    total = _total(table, score, face, size.cols)
    reasoned = (*why, *counted)
    for body, end in (
        ((*reasoned, *declared), foot),
        (reasoned, foot),
        (reasoned, foot[: max(1, len(foot) - 1)]),
        (counted, foot),
        (why, foot),
    ):
        if len(body) + 1 + len(told) + len(end) <= size.rows:
            return (*body, total, *told, *end)
    return (total, *told, *foot) if len(told) + len(foot) < size.rows else (total, *foot[: max(1, size.rows - 1)])


def _total(table: AtTable, score: DealScored, face: Face, cols: int) -> Line:
    own, other = banner.sides(table)
    us, them = banner.side(table, own, face), banner.side(table, other, face)
    ours, theirs = score.totals[own], score.totals[other]
    line = plain(face.say(ScoreText.TOTALS, us=us, them=them, ours=ours, theirs=theirs), "class:bid")
    return line if width(line) <= cols else plain(f"{us} {ours} {them} {theirs}", "class:bid")


def summed(table: AtTable, contract: Contract, score: DealScored, face: Face) -> tuple[str, ...]:
    """The score of each side as a sum; none where the client does not know the rules."""
    if table.rules is None:
        return ()
    return sums(contract, score, table.rules.scoring, Listener(face, table.names, table.seat))


def score_table(table: AtTable, score: DealScored, face: Face, cols: int) -> tuple[Line, ...]:
    """The titles, the lines of `rows_of`, and beside or within them who has belote and declarations; equally wide."""
    own, other = banner.sides(table)
    *above, marked, total = rows_of(table, score, face)
    told = dict(remarks(table, score, face))
    if cols >= _WIDE:
        told = dict(explained(table, score, face)) | told
    rows = [(name, _numbers(points, table, "0" if i < _JUDGED else ""), "") for i, (name, points) in enumerate(above)]
    here = {name for name, _ in above}
    rows += [(name, ("", ""), "") for name, _ in remarks(table, score, face) if name not in here]
    rows += [(name, _numbers(points, table, "0"), "class:bid") for name, points in (marked, total)]
    ours, theirs = (short_side(banner.side(table, team, face)) for team in (own, other))
    lines = [_row("", (ours, theirs), cols, face, "class:title")]
    for name, numbers, style in rows:
        said = told.get(name, ())
        if cols < _WIDE:
            lines.append(_row(" ".join((name, *(who for who, _ in said))), numbers, cols, face, style))
            continue
        beside = cols - 2 * _MARGIN - width(_row(name, numbers, cols, face, style)) - len(_GAP)
        parts = [part for _, words in said for part in _hanging(words, beside)]
        first, *more = [joined(plain(_GAP), part) for part in parts] or [()]
        lines.append(joined(_row(name, numbers, cols, face, style), first))
        lines += [joined(_row("", ("", ""), cols, face), line) for line in more]
    most = min(cols, max(map(width, lines)))
    return tuple(padded(line, most, face.dots) for line in lines)


def _hanging(words: str, cols: int) -> tuple[Line, ...]:
    """A remark in as many lines as it takes; those after the first are indented."""
    first, *more = split_words(words, cols - len(_INDENT), "class:said")
    if not more or width(plain(words)) <= cols:
        return (plain(words, "class:said"),)
    return (first, *(joined(plain(_INDENT), line) for line in more))


def progress(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """A bar for each side, from nothing to the target; none for a match of a number of deals, or of one position."""
    if table.rules is None or table.rules.match.length is not None or table.plays_position:
        return ()
    target = table.rules.match.target
    names = [banner.side(table, team, face) for team in banner.sides(table)]
    label = max(map(len, names)) + 1
    is_over = table.view.phase is Phase.MATCH_OVER
    ends = [_to_go(target - table.view.totals[team], target, face, is_over=is_over) for team in banner.sides(table)]
    room = min(_BAR_COLS, cols - label - _TOTAL_COLS - max(map(len, ends)) - 5)
    lines = []
    for team, name, end, style in zip(banner.sides(table), names, ends, ("class:ours", "class:theirs"), strict=True):
        total = table.view.totals[team]
        full = max(0, min(room, room * total // target))
        bar = joined(plain(face.glyphs.held * full, style), plain(face.glyphs.dot * (room - full), "class:dim"))
        head = plain(f"{name:<{label}}{total:>{_TOTAL_COLS}}  ", style)
        lines.append(joined(head, bar, plain(f"  {end:<{max(map(len, ends))}}", "class:dim")))
    return tuple(lines)


def _to_go(left: int, target: int, face: Face, *, is_over: bool) -> str:
    """The points to go to the target, which is told as reached; nothing to go once the match is over."""
    if left <= 0:
        return face.say(ScoreText.REACHED, target=target)
    return "" if is_over else face.say(ScoreText.TO_GO, points=left)


def rows_of(table: AtTable, score: DealScored, face: Face) -> Iterator[tuple[str, Points]]:
    """Every line as a name and a number for each side: what decides the contract, then the lines of the score.
    The last two lines are the score and the total.
    """
    yield face.say(ScoreText.ROW_TRICKS), score.tricks
    yield face.say(ScoreText.ROW_POINTS), score.points
    for kind in LineKind:
        if any(line.kind is kind for line in score.lines):
            yield face.say(ScoreText[f"ROW_{kind.name}"]), _sum(line for line in score.lines if line.kind is kind)
    rounding = score.scores - _sum(score.lines)
    if rounding != Points():
        yield face.say(ScoreText.ROW_ROUNDING), rounding
    yield face.say(ScoreText.ROW_SCORE), score.scores
    yield face.say(ScoreText.ROW_TOTAL), score.totals


def _sum(lines: Iterable[ScoreLine]) -> Points:
    return sum((Points.of(line.team, line.points) for line in lines), Points())


def _numbers(points: Points, table: AtTable, zero: str = "") -> tuple[str, str]:
    own, other = banner.sides(table)
    return str(points[own] or zero), str(points[other] or zero)


def _row(name: str, numbers: tuple[str, str], cols: int, face: Face, style: str = "") -> Line:
    label, number = _COLS if cols >= _WIDE else _NARROW_COLS
    label, number = min(label, max(8, cols - 2 * number)), min(number, max(5, (cols - 8) // 2))
    return joined(
        padded(plain(name, style or "class:dim"), label, face.dots), *(plain(n.rjust(number), style) for n in numbers)
    )


def notes(table: AtTable, score: DealScored, face: Face) -> tuple[Line, ...]:
    """The notes below: forgiven rebelotes, a side that needs a trick, points held over, the checked shuffle."""

    def said(words: ScoreText, teams: tuple[Team, ...]) -> Iterator[Line]:
        for team in teams:
            yield plain(face.say(words, team=banner.side(table, team, face)), "class:said")

    return (
        *said(ScoreText.FORGIVEN, score.belote_forgiven),
        *said(ScoreText.WAITING_TRICK, score.waiting),
        *((plain(face.say(ScoreText.HELD, points=score.held), "class:said"),) if score.held else ()),
        *checked(table, face),
    )


def checked(table: AtTable, face: Face) -> tuple[Line, ...]:
    """The note that the shuffle was checked and nobody chose the cards; empty until the client knows it."""
    sure = table.checked.get(table.view.deal) is ShuffleVerdict.SHARED
    return (plain(face.say(Fair.SHARED), "class:dim"),) if sure else ()


def result(table: AtTable, face: Face) -> Line:
    """The winner of the match."""
    to = Listener(face, table.names, table.seat)
    return plain(outcome(table.view.winner, table.view.totals, to), "class:title")


def foot_lines(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The key to press, or the players still awaited; a click on it continues."""
    if state.retry is not None:
        return practice.foot_lines(state.retry, table, face, cols)
    what = face.say(going_on(state))
    if table.closed and state.solo:
        return (plain(""), _going_on(face.say(Phrase.GO_ON_OR_QUIT, what=what)))
    if table.closed:
        gone = plain(refusals(table, face) or face.say(Phrase.TABLE_GONE), "class:dim")
        return (plain(""), _going_on(face.say(Phrase.GO_ON, what=what)), gone)
    if not table.agreements.recap:
        return ()
    ask = (
        _going_on(_ask(table, what, face, alone=state.solo))
        if table.to_go_on
        else plain(_others(table, face), "class:dim")
    )
    left = plain(time_left(state, table, face), "class:dim")
    beside = joined(ask, plain("   "), left)
    asked = (beside,) if width(beside) <= cols else (ask, left)
    told = refusals(table, face)
    return (plain(""), *((plain(told, "class:said"),) if told else ()), *asked)


def refusals(table: AtTable, face: Face) -> str:
    """The other players who want no rematch; empty without any."""
    names = ", ".join(map(face.name, table.agreements.declined.values()))
    return face.say(Phrase.NO_REMATCH, who=names) if names else ""


def time_left(state: ClientState, table: AtTable, face: Face) -> str:
    """The time until the next deal, or the offer of a rematch; empty once it no longer matters."""
    seconds = recap_left(state, table)
    if not seconds:
        return ""
    words = Phrase.ELSE_IN if table.to_go_on else Phrase.NEXT_DEAL_IN
    if table.view.phase is Phase.MATCH_OVER:
        words = Phrase.REMATCH_FOR if table.to_go_on and table.agreements.rematch_by else Phrase.TABLES_IN
    return face.say(words, time=f"{ceil(seconds / 60)} min" if seconds > LAST_SECONDS else f"{seconds} s")


def _going_on(words: str) -> Line:
    return clickable(plain(words, "class:ask"), in_sight(pressing("enter")))


def _ask(table: AtTable, what: str, face: Face, *, alone: bool) -> str:
    """The question whether to go on, which does `what`, or to play another match."""
    wanted = table.agreements.rematch or ()
    if table.seat in wanted:
        return face.say(Phrase.REMATCH_ASKED, who=who(table, table.people - set(wanted), face))
    if wanted:
        return face.say(Phrase.REMATCH_WANTED, who=who(table, wanted, face), key=REMATCH_KEY)
    words = Phrase.GO_ON
    if may_rematch(table):
        words = Phrase.GO_ON_OR_QUIT if alone else Phrase.GO_ON_OR_AGAIN
    return face.say(words, key=REMATCH_KEY, what=what)


def _others(table: AtTable, face: Face) -> str:
    """The players still awaited."""
    readers = table.people - table.agreements.went_on - (table.agreements.rematch or frozenset())
    if not readers:
        return ""
    words = Phrase.OTHERS_OR_AGAIN if may_rematch(table) else Phrase.OTHERS_READ
    return face.say(words, who=who(table, readers, face), key=REMATCH_KEY)
