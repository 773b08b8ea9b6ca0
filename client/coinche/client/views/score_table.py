"""The score of a deal, line by line: the points for the contract, then those of the score; parts before their sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from coinche.client.model.table import AtTable
from coinche.client.texts.score import ScoreText
from coinche.client.views import banner
from coinche.engine.events import DealScored, LineKind, ScoreLine
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Points
from coinche.engine.tally import LAST_TRICK
from coinche.text.formatting import Face

from .score_remarks import explained, remarks
from .text_lines import Line, joined, padded, plain, shortened, split_words, text_of, width

WIDE = 70
"""Columns from which a remark stands beside a line of the score."""
_GAP = "   "
"""Between the numbers and the remark beside them."""
_INDENT = "  "
"""Before the second line of a remark."""
_MARGIN = 2
"""Columns left free on each side of the score."""
_COLS, _NARROW_COLS = (19, 6), (22, 9)
"""Cells of a name and of a number."""


class Remarks(Enum):
    """The room that remarks beside the lines of the score take, the most first."""

    APART = auto()
    """A line or more for each player."""
    JOINED = auto()
    """The remarks of a line of the score one after the other, in as few lines as they need."""
    NAMES = auto()
    """One line: the names of the players where the words do not fit."""


Row = tuple[str, Points]
"""The name of a line, and a number for each side."""
_DECIDES = (LineKind.CARDS, LineKind.LAST_TRICK, LineKind.BELOTE, LineKind.DECLARATIONS)
"""The lines that are parts of the points for the contract, where both sides score their tricks."""


def rows_of(score: DealScored, face: Face) -> Iterator[Row]:
    """Every line: what decides the contract, then the lines of the score. The last two are the score and the total."""
    yield from _judged(score, face)
    yield from _scored(score, face, leaves_out=_DECIDES if adds_up(score) else ())
    yield face.say(ScoreText.ROW_SCORE), score.scores
    yield face.say(ScoreText.ROW_TOTAL), score.totals


def adds_up(score: DealScored) -> bool:
    """Test whether the lines of tricks, belote and declarations are the points that decide the contract."""
    return _sum(line for line in score.lines if line.kind in _DECIDES) == score.points


def _judged(score: DealScored, face: Face) -> Iterator[Row]:
    """The lines that decide the contract: tricks and points, with the parts where these are those of the score, too."""
    yield face.say(ScoreText.ROW_TRICKS), score.tricks
    if adds_up(score):
        found = ((kind, _of(kind, score)) for kind in _DECIDES)
        yield from ((_named(kind, face, points), points) for kind, points in found if points != Points())
    yield face.say(ScoreText.ROW_POINTS), score.points


def taken_points(table: AtTable, score: DealScored) -> Points | None:
    """The points of the tricks, the last one's ten among them; None where they are not known."""
    last = table.view.tricks[-1].winner if len(table.view.tricks) == TRICKS else None
    if last is None or TRICKS in (score.tricks.NS, score.tricks.EW):
        return None
    return table.view.points + Points.of(last.team, LAST_TRICK)


def _included(table: AtTable, score: DealScored, face: Face) -> str:
    """The remark about the points for the contract that were not won in tricks: `them: belote and declarations 160`;
    without numbers where those of the tricks are not known, and empty where there are none."""
    if not (table.view.belotes or table.view.shown):
        return ""
    what = face.say(
        ScoreText.BELOTE_AND_DECLARATIONS
        if table.view.belotes and table.view.shown
        else ScoreText.BELOTE_ONLY
        if table.view.belotes
        else ScoreText.DECLARATIONS_ONLY
    )
    taken = taken_points(table, score)
    if taken is None:
        return face.say(ScoreText.INCLUDED, what=what)
    beside = {team: score.points[team] - taken[team] for team in banner.sides(table)}
    told = [
        face.say(ScoreText.OF_SIDE, team=banner.side_within(table, team, face), points=points)
        for team, points in beside.items()
        if points
    ]
    return face.say(ScoreText.INCLUDED_OF, what=what, sides=", ".join(told)) if told else ""


def _scored(score: DealScored, face: Face, leaves_out: tuple[LineKind, ...]) -> Iterator[Row]:
    """The lines of the score; declarations that change hands are added to the others."""
    for kind in sorted(LineKind, key=lambda kind: kind is not LineKind.FLAT):  # in place of the tricks, so it is first
        if kind is LineKind.THEIR_DECLARATIONS or kind in leaves_out:
            continue
        points = _of(kind, score)
        if kind is LineKind.DECLARATIONS:
            points += _of(LineKind.THEIR_DECLARATIONS, score)
        if points != Points():
            yield _named(kind, face, points), points
    if LineKind.DECLARATIONS in leaves_out and (points := _of(LineKind.THEIR_DECLARATIONS, score)) != Points():
        yield face.say(ScoreText.ROW_DECLARATIONS), points
    rounding = score.scores - _sum(score.lines)
    if rounding != Points():
        yield face.say(ScoreText.ROW_ROUNDING), rounding


def _named(kind: LineKind, face: Face, points: Points) -> str:
    """The name of a line; a capot makes the last trick worth a hundred."""
    if kind is LineKind.LAST_TRICK and points.NS + points.EW > LAST_TRICK:
        return face.say(ScoreText.ROW_ALL_TRICKS)
    return face.say(ScoreText[f"ROW_{kind.name}"])


def _of(kind: LineKind, score: DealScored) -> Points:
    return _sum(line for line in score.lines if line.kind is kind)


def _sum(lines: Iterable[ScoreLine]) -> Points:
    return sum((Points.of(line.team, line.points) for line in lines), Points())


def score_table(
    table: AtTable, score: DealScored, face: Face, cols: int, form: Remarks = Remarks.APART
) -> tuple[Line, ...]:
    """The titles, the lines of `rows_of`, and beside or within them who has belote and declarations; equally wide."""
    lines = [line for row in _table(table, score, face, cols, form) for line in row]
    most = min(cols, max(map(width, lines)))
    return tuple(padded(line, most, face.dots) for line in lines)


def judged_lines(table: AtTable, score: DealScored, face: Face, cols: int, form: Remarks = Remarks.APART) -> int:
    """The number of lines of `score_table` below the titles that decide the contract."""
    rows = tuple(_table(table, score, face, cols, form))
    return sum(map(len, rows[1 : 1 + len(tuple(_judged(score, face)))]))


def _table(table: AtTable, score: DealScored, face: Face, cols: int, form: Remarks) -> Iterator[tuple[Line, ...]]:
    """The lines of each row; a remark may take more than one."""
    own, other = banner.sides(table)
    ours, theirs = (banner.short_side(banner.side(table, team, face)) for team in (own, other))
    apart = not adds_up(score)
    title = face.say(ScoreText.FOR_CONTRACT) if apart else ""
    yield (_row(title, (ours, theirs), cols, face, "class:title"),)
    *above, marked, total = rows_of(score, face)
    zeros = face.say(ScoreText.ROW_TRICKS), face.say(ScoreText.ROW_POINTS)
    rows = [(name, _numbers(points, table, "0" if name in zeros else ""), "") for name, points in above]
    told = dict(remarks(table, score, face))
    here = {name for name, _ in above}
    rows += [(name, ("", ""), "") for name in told if name not in here]
    rows += [(name, _numbers(points, table, "0"), "class:bid") for name, points in (marked, total)]
    if cols >= WIDE:
        told = dict(explained(table, score, face)) | told
        if apart and (included := _included(table, score, face)):
            told[face.say(ScoreText.ROW_POINTS)] = (("", included),)
    names = [name for name, _, _ in rows]
    for at, (name, numbers, style) in enumerate(rows):
        if apart and at == len(tuple(_judged(score, face))):
            yield (_row(face.say(ScoreText.FOR_SCORE), ("", ""), cols, face, "class:title"),)
        said = told.get(name, ()) if name not in names[at + 1 :] else ()
        yield (
            tuple(_with_remarks(_row(name, numbers, cols, face, style), said, cols, face, form))
            if cols >= WIDE
            else (_row(" ".join((name, *(who for who, _ in said))), numbers, cols, face, style),)
        )


def _with_remarks(row: Line, said: tuple[tuple[str, str], ...], cols: int, face: Face, form: Remarks) -> Iterator[Line]:
    """A row with its remarks beside it."""
    room = cols - 2 * _MARGIN - width(row) - len(_GAP)
    told = [words for _, words in said]
    if form is not Remarks.APART and told:
        told = [face.say(ScoreText.NEXT_REMARK).join(told)]
    if form is Remarks.NAMES and told and width(plain(told[0])) > room:
        names = ", ".join(dict.fromkeys(who for who, _ in said if who))
        told = [text_of(shortened(plain(names or told[0]), room, face.dots))]
    parts = [joined(plain(_GAP), part) for words in told for part in _hanging(words, room)]
    yield joined(row, *parts[:1])
    yield from (joined(_row("", ("", ""), cols, face), part) for part in parts[1:])


def _hanging(words: str, cols: int) -> tuple[Line, ...]:
    """A remark in as many lines as it takes; those after the first are indented."""
    first, *more = split_words(words, cols - len(_INDENT), "class:said")
    if not more or width(plain(words)) <= cols:
        return (plain(words, "class:said"),)
    return (first, *(joined(plain(_INDENT), line) for line in more))


def _numbers(points: Points, table: AtTable, zero: str = "") -> tuple[str, str]:
    own, other = banner.sides(table)
    return str(points[own] or zero), str(points[other] or zero)


def _row(name: str, numbers: tuple[str, str], cols: int, face: Face, style: str = "") -> Line:
    label, number = _COLS if cols >= WIDE else _NARROW_COLS
    label, number = min(label, max(8, cols - 2 * number)), min(number, max(5, (cols - 8) // 2))
    return joined(
        padded(plain(name, style or "class:dim"), label, face.dots), *(plain(n.rjust(number), style) for n in numbers)
    )
