"""The remarks beside the lines of a score: the belote and declarations of each player, the side they count for and the
reason, and the origin of numbers that are no points of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from coinche.client.model.table import AtTable
from coinche.client.texts.score import ScoreText
from coinche.client.texts.score_details import multiplied, multiplied_kinds
from coinche.client.views import banner, seats
from coinche.engine.bids import Contract
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import DealScored, LineKind, Result
from coinche.engine.rules import Doubled, ScoringRules
from coinche.engine.seats import Team
from coinche.text.formatting import Face, Noun

Remarks = Iterator[tuple[str, tuple[tuple[str, str], ...]]]
"""The name of a line of the score with its remarks: each the name of a player, or none, and the words."""


def remarks(table: AtTable, score: DealScored, face: Face, *, aloud: bool = False) -> Remarks:
    """The belote and the declarations of each player; `aloud` names the suits instead of showing their signs."""
    view = table.view
    if view.belotes:
        seat = view.belotes[0].seat
        who = seats.name(seats.of_trick(table, view.tricks[-1]) if view.tricks else table, seat, face)
        taken = any(line.kind is LineKind.BELOTE and line.team is not seat.team for line in score.lines)
        told = _changes_hands(who, table, score, seat.team, face, aloud=aloud) if taken else who
        yield face.say(ScoreText.ROW_BELOTE), ((who, told),)
    if view.announced:
        of_first = seats.of_trick(table, view.tricks[0]) if view.tricks else table
        yield face.say(ScoreText.ROW_DECLARATIONS), tuple(_declared(of_first, score, face, aloud=aloud))


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
            yield who, _changes_hands(said, table, score, team, face, aloud=aloud)
            continue
        if team.other in winners:
            why = _by_side(table, team.other, face, "BETTER")
        elif not shown:
            both = len({one.seat.team for one in view.announced}) == len(Team)
            why = face.say(ScoreText.EQUAL if both else ScoreText.FOR_NOTHING)
        yield who, face.say(ScoreText.REASON, said=said, why=why) if why else said


def _changes_hands(said: str, table: AtTable, score: DealScored, team: Team, face: Face, *, aloud: bool) -> str:
    """A remark on declarations that the other side scores: whose they are, and why they change hands.

    `Kate: king-high tierce in ♣, lost with the contract`.
    """
    contract = table.view.contract
    own = table.seat.team if table.seat is not None else None
    to = "TEAM" if own is None else "THEM" if team is own else "US"
    if contract is None or score.result is Result.FAILED:
        return face.say(ScoreText[f"LOST_TO_{to}"], said=said, team=banner.side(table, team.other, face))
    why = ScoreText.DOUBLED_AND_MADE if contract.multiplier > 1 else ScoreText.NO_TRICK
    bid = face.spoken_bid(contract.bid) if aloud else face.bid(contract.bid)
    words = ScoreText[f"GOES_TO_{to}"]
    return face.say(words, said=said, team=banner.side(table, team.other, face), why=face.say(why, bid=bid))


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
    """Declarations whose cards were not shown: `tierce`, `deux tierces`."""
    return ", ".join(_counted(kind, count, face) for kind, count in Counter(kinds).items())


def _counted(kind: DeclarationKind, count: int, face: Face) -> str:
    if count == 2 and kind is not DeclarationKind.CARRE:
        return face.say(Noun.TWO, kind=face.kind(kind))
    return ", ".join([face.kind(kind)] * count)


def explained(table: AtTable, score: DealScored, face: Face) -> Remarks:
    """Names and words for lines of the score whose number needs a reason."""
    contract, rules = table.view.contract, table.rules
    if contract is None or rules is None:
        return
    counts = {line.kind: line for line in score.lines}
    flat = ScoreText.FLAT_FAILED if score.result is Result.FAILED else ScoreText.FLAT_MADE
    for kind, said in (
        (LineKind.FLAT, face.say(flat)),
        (LineKind.COINCHE, _times(contract, score, rules.scoring, face)),
    ):
        if kind in counts and said:
            yield face.say(ScoreText[f"ROW_{kind.name}"]), (("", said),)
    yield face.say(ScoreText.ROW_ROUNDING), (("", face.say(ScoreText.ROUNDED)),)


def _times(contract: Contract, score: DealScored, rules: ScoringRules, face: Face) -> str:
    """The points that a coinche multiplies: `(160 + 20 + 80) × 2 = 520, +260`."""
    added = next((line for line in score.lines if line.kind is LineKind.COINCHE), None)
    if added is None or rules.doubled is not Doubled.EVERYTHING:
        return face.say(ScoreText.TIMES_BID, times=face.glyphs.times, multiplier=contract.multiplier)
    base = multiplied(contract, added.points)
    kinds = multiplied_kinds(rules)
    parts = [str(line.points) for line in score.lines if line.team is added.team and line.kind in kinds]
    return face.say(
        ScoreText.TIMES_ALL,
        sum=f"({' + '.join(parts)})" if len(parts) > 1 else base,
        times=face.glyphs.times,
        multiplier=contract.multiplier,
        points=base * contract.multiplier,
        added=added.points,
    )
