"""The recap of a deal: the result in a sentence, the score line by line, and how far both sides have come."""

from __future__ import annotations

from collections.abc import Iterator
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
from coinche.connection.fair_shuffle import CHOSEN_BY_NOBODY
from coinche.connection.verdict_texts import Fair
from coinche.engine.bids import Contract
from coinche.engine.events import DealScored
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Team
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .asides import who
from .score_remarks import remarks
from .score_table import WIDE, Remarks, judged_lines, score_table
from .text_lines import (
    Line,
    Size,
    centred,
    clickable,
    cut,
    joined,
    plain,
    shortened,
    split_words,
    text_of,
    width,
)

_BAR_COLS, _TOTAL_COLS = 40, 5
_NARROW = 60
"""Columns below which nothing is centred."""
_ROOMY = 8
"""Rows from which bars have room where there is no score."""


def recap(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The whole recap; on a small screen the score and the keys take precedence over the details."""
    score, contract = table.view.score, table.view.contract
    foot = foot_lines(state, table, face, size.cols)
    if score is None or contract is None:
        thrown = plain(face.say(Phrase.THROWN_IN)) if table.view.phase is Phase.DEAL_OVER else plain("")
        bars = progress(table, face, size.cols) if size.rows > _ROOMY else ()
        body: tuple[Line, ...] = (plain(""), thrown, plain(""), *bars, *checked(table, face))
        return _placed((*body, *foot), size)
    head = _head(table, contract, score, face, size)
    lines = _in_full(state, table, face, size) or (
        *head,
        *_in_short(table, contract, score, face, Size(size.cols, size.rows - len(head)), foot[1:]),
    )
    return _placed(lines, size)


def _placed(lines: tuple[Line, ...], size: Size) -> tuple[Line, ...]:
    """The lines that fit, centred; on a narrow screen, which their sentences fill, at its left edge."""
    if size.cols >= _NARROW:
        return tuple(cut(centred(line, size.cols), size.cols) for line in lines[: size.rows])
    fitting = (cut(line, size.cols) for line in lines[: size.rows])
    return tuple(joined(plain(" "), line) if width(line) < size.cols else line for line in fitting)


def _in_full(state: ClientState, table: AtTable, face: Face, size: Size) -> tuple[Line, ...]:
    """The recap with the score line by line. Where rows are few, bars and the total, which the banner has, are left
    out first, then remarks are joined, then the reason is left out, then remarks name players only. Empty if it has no
    room.
    """
    score, contract = table.view.score, table.view.contract
    if score is None or contract is None:
        return ()
    why = _why(table, contract, score, face, size.cols)
    forms: tuple[tuple[Remarks, tuple[Line, ...]], ...] = ((Remarks.APART, why),)
    if size.cols >= WIDE:  # elsewhere no remark stands beside the lines
        forms += ((Remarks.JOINED, why), (Remarks.JOINED, ()), (Remarks.NAMES, why), (Remarks.NAMES, ()))
    tried = (_with_table(state, table, (contract, score), face, size, form, told) for form, told in forms)
    return next(filter(None, tried), ())


def _with_table(
    state: ClientState,
    table: AtTable,
    played: tuple[Contract, DealScored],
    face: Face,
    size: Size,
    form: Remarks,
    why: tuple[Line, ...],
) -> tuple[Line, ...]:
    """The recap with remarks in that form below the reason; empty if it has no room."""
    contract, score = played
    foot = foot_lines(state, table, face, size.cols)
    head = _head(table, contract, score, face, size)
    titles, *details, marked, total = score_table(table, score, face, size.cols, form)
    judged = judged_lines(table, score, face, size.cols, form)
    bars, told = progress(table, face, size.cols), notes(table, score, face)
    with_bars = ((marked, *bars, *told, *foot), (marked, *bars, *told, *foot[1:])) if bars else ()
    with_total = ((marked, total, *told, *foot[1:]), (marked, *told, *foot[1:]))
    room = size.rows - len(head) - len(why) - 1 - len(details)
    spare = ((ends, gap) for ends in (with_bars, with_total) for gap in (1, 0))  # a line between the two sums
    end = next((end for ends, gap in spare for end in ends if len(end) + gap <= room), None)
    if end is None:
        return ()
    lines = [*head, *why, titles, *details, *end]
    top, bottom = len(head) + len(why), len(lines) - len(end) + 1
    won = (1,) if table.view.phase is Phase.MATCH_OVER and len(head) > 1 else ()
    gaps = (top + 1 + judged, top, *won, bottom, 0, *((bottom + len(bars),) if told else ()))
    for at in sorted(gaps[: max(0, size.rows - len(lines))], reverse=True):
        lines.insert(at, plain(""))
    return (*((plain(""),) * ((size.rows - len(lines)) // 4)), *lines)


def _head(table: AtTable, contract: Contract, score: DealScored, face: Face, size: Size) -> tuple[Line, ...]:
    """The winner of the match once it is over, then the result of the deal; one of them on a very low screen."""
    won = (result(table, face, size.cols),) if table.view.phase is Phase.MATCH_OVER and not table.plays_position else ()
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


def progress(table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """A bar for each side, from nothing to the target; none for a match of a number of deals, or of one position."""
    if table.rules is None or table.rules.match.length is not None or table.plays_position:
        return ()
    target = table.rules.match.target
    names = [banner.side(table, team, face) for team in banner.sides(table)]
    label = max(map(len, names)) + 1
    is_over = table.view.phase is Phase.MATCH_OVER
    togo = ScoreText.TO_GO if cols >= _NARROW else ScoreText.TO_GO_BRIEFLY
    ends = [
        _to_go(target - table.view.totals[team], target, face, None if is_over else togo)
        for team in banner.sides(table)
    ]
    room = min(_BAR_COLS, cols - label - _TOTAL_COLS - max(map(len, ends)) - 5)
    lines = []
    for team, name, end, style in zip(banner.sides(table), names, ends, ("class:ours", "class:theirs"), strict=True):
        total = table.view.totals[team]
        full = max(0, min(room, room * total // target))
        bar = joined(plain(face.glyphs.held * full, style), plain(face.glyphs.dot * (room - full), "class:dim"))
        head = plain(f"{name:<{label}}{total:>{_TOTAL_COLS}}  ", style)
        lines.append(joined(head, bar, plain(f"  {end:<{max(map(len, ends))}}", "class:dim")))
    return tuple(lines)


def _to_go(left: int, target: int, face: Face, words: ScoreText | None) -> str:
    """The points to go to the target in these words, if any; or that it is reached."""
    if left <= 0:
        return face.say(ScoreText.REACHED, target=target)
    return "" if words is None else face.say(words, points=left)


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
    sure = table.checked.get(table.view.deal) in CHOSEN_BY_NOBODY
    return (plain(face.say(Fair.SHARED), "class:dim"),) if sure else ()


def result(table: AtTable, face: Face, cols: int) -> Line:
    """The winner of the match, in a few words where the sentence has no room."""
    winner, totals = table.view.winner, table.view.totals
    said = outcome(winner, totals, Listener(face, table.names, table.seat))
    if winner is not None and table.seat is not None and width(plain(said)) > cols:
        own = table.seat.team
        words = ScoreText.MATCH_WON if winner is own else ScoreText.MATCH_LOST
        said = face.say(words, ours=totals[own], theirs=totals[own.other])
    return plain(said, "class:title")


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
    time = time_left(state, table, face)
    if table.to_go_on and time and table.seat in (table.agreements.rematch or ()):
        waited = who(table, table.people - set(table.agreements.rematch or ()), face)
        ask, time = _going_on(face.say(Phrase.REMATCH_ASKED_FOR, who=waited, time=_lasting(state, table))), ""
    left = plain(time, "class:dim")
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
    return face.say(words, time=_lasting(state, table))


def _lasting(state: ClientState, table: AtTable) -> str:
    """The time that is left: `10 min`, `12 s`."""
    seconds = recap_left(state, table)
    return f"{ceil(seconds / 60)} min" if seconds > LAST_SECONDS else f"{seconds} s"


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
