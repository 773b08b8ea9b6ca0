"""The remarks beside the lines of a score: the belote and declarations of each player, the side they count for and the
reason, and the origin of numbers that are no points of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.model.table import AtTable
from coinche.client.texts.score import ScoreText
from coinche.client.texts.score_details import multiplied
from coinche.client.views import banner, seats
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import DealScored, LineKind, Result
from coinche.engine.rules import TRICKS, Doubled
from coinche.engine.seats import Points, Team
from coinche.engine.tally import LAST_TRICK
from coinche.text.formatting import Face

Remarks = Iterator[tuple[str, tuple[tuple[str, str], ...]]]
"""The name of a line of the score with its remarks: each the name of a player, or none, and the words."""


def remarks(table: AtTable, score: DealScored, face: Face, *, aloud: bool = False) -> Remarks:
    """The belote and the declarations of each player; `aloud` names the suits instead of showing their signs."""
    view = table.view
    if view.belotes:
        seat = view.belotes[0].seat
        who = seats.name(table, seat, face)
        taken = any(line.kind is LineKind.BELOTE and line.team is not seat.team for line in score.lines)
        why = _why_changed(table, score, seat.team, face) if taken else ""
        yield face.say(ScoreText.ROW_BELOTE), ((who, face.say(ScoreText.REASON, said=who, why=why) if why else who),)
    if view.announced:
        theirs = any(line.kind is LineKind.THEIR_DECLARATIONS for line in score.lines)
        yield (
            face.say(ScoreText.ROW_THEIR_DECLARATIONS if theirs else ScoreText.ROW_DECLARATIONS),
            tuple(_declared(table, score, face, aloud=aloud)),
        )


def _declared(table: AtTable, score: DealScored, face: Face, *, aloud: bool) -> Iterator[tuple[str, str]]:
    """The name of each player with declarations, and those in words; with the reason where they do not count for their
    own side."""
    view = table.view
    taking = {line.team for line in score.lines if line.kind is LineKind.THEIR_DECLARATIONS}
    winners = {one.seat.team for one in view.shown}
    for kinds in view.announced:
        who, team = seats.name(table, kinds.seat, face), kinds.seat.team
        shown = [one.declaration for one in view.shown if one.seat is kinds.seat]
        said = face.say(
            ScoreText.DECLARED, who=who, what=in_words(shown, face, aloud=aloud) or _kinds(kinds.kinds, face)
        )
        why = ""
        if team in winners and team.other in taking:
            why = _why_changed(table, score, team, face)
        elif team.other in winners:
            why = _by_side(table, team.other, face, "BETTER")
        elif not shown:
            both = len({one.seat.team for one in view.announced}) == len(Team)
            why = face.say(ScoreText.EQUAL if both else ScoreText.FOR_NOTHING)
        yield who, face.say(ScoreText.REASON, said=said, why=why) if why else said


def _why_changed(table: AtTable, score: DealScored, team: Team, face: Face) -> str:
    """The reason why the other side scores the belote or the declarations of that team."""
    contract = table.view.contract
    if contract is None or score.result is Result.FAILED:
        return _by_side(table, team, face, "DOWN")
    return face.say(ScoreText.DOUBLED_AND_MADE if contract.multiplier > 1 else ScoreText.NO_TRICK)


def _by_side(table: AtTable, team: Team, face: Face, what: str) -> str:
    """Words for us, for them, or for a side that a spectator sees."""
    own = table.seat.team if table.seat is not None else None
    of = "TEAM" if own is None else "US" if team is own else "THEM"
    return face.say(ScoreText[f"{what}_{of}"], team=banner.side(table, team, face))


def in_words(declarations: Iterable[Declaration], face: Face, *, aloud: bool = False) -> str:
    """Declarations whose cards were shown, separated by commas: `tierce à la dame ♠, carré de 10`. Two sequences of one
    kind and height are told together."""
    alike: dict[tuple[DeclarationKind, str], list[Declaration]] = {}
    for one in declarations:
        alike.setdefault((one.kind, one.height.value), []).append(one)
    return ", ".join(face.declared(some, aloud=aloud) for some in alike.values())


def _kinds(kinds: tuple[DeclarationKind, ...], face: Face) -> str:
    return ", ".join(map(face.kind, kinds))


def _made_of(table: AtTable, score: DealScored, face: Face) -> str:
    """The points of the tricks in those that decide the contract: the rest is belote and declarations."""
    own, other = banner.sides(table)
    last = table.view.tricks[-1].winner if table.view.tricks else None
    is_told = any(line.kind is LineKind.CARDS for line in score.lines)
    if last is None or is_told or TRICKS in (score.tricks.NS, score.tricks.EW):
        return face.say(ScoreText.POINTS_INCLUDE)
    taken = table.view.points + Points.of(last.team, LAST_TRICK)
    return face.say(ScoreText.POINTS_OF_TRICKS, ours=taken[own], theirs=taken[other])


def explained(table: AtTable, score: DealScored, face: Face) -> Remarks:
    """Names and words for lines of the score whose number needs a reason."""
    contract, rules = table.view.contract, table.rules
    if contract is None or rules is None:
        return
    counts = {line.kind: line.points for line in score.lines}
    flat = ScoreText.FLAT_FAILED if score.result is Result.FAILED else ScoreText.FLAT_MADE
    extra = rules.scoring.doubled is Doubled.EVERYTHING
    words = ScoreText.TIMES_ALL if extra else ScoreText.TIMES_BID
    base = multiplied(contract, counts.get(LineKind.COINCHE, 0))
    if table.view.belotes or table.view.shown:
        yield face.say(ScoreText.ROW_POINTS), (("", _made_of(table, score, face)),)
    for kind, said in (
        (LineKind.FLAT, face.say(flat)),
        (LineKind.COINCHE, face.say(words, times=face.glyphs.times, multiplier=contract.multiplier, points=base)),
    ):
        if kind in counts:
            yield face.say(ScoreText[f"ROW_{kind.name}"]), (("", said),)
    yield face.say(ScoreText.ROW_ROUNDING), (("", face.say(ScoreText.ROUNDED)),)
