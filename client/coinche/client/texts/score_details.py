"""The reason of a result, and the sum of a score, each as a line that a player can check.

`Il manquait 12 points : 148 au lieu de 160.`
`Nous : (chute 160 + contrat 160) × 2 = 640`
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from coinche.engine.bids import BidKind, Contract
from coinche.engine.events import DealScored, LineKind, Result, ScoreLine
from coinche.engine.rules import TRICKS, ContractMet, DefenceWhenCoinchedMade, Doubled, ScoringRules
from coinche.engine.scoring import DealScore, is_made
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.tally import LAST_TRICK, Tally
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .table_events import Listener


class ResultReason(Words):
    """The reason of a result. Those with ONE have a singular."""

    ENOUGH = ("{points} points, il en fallait {needed}{rule}.", "{points} points, {needed} needed{rule}.")
    SHORT = (
        "Il manquait {missing} points : {points} au lieu de {needed}{rule}.",
        "{missing} points short: {points} of the {needed} needed{rule}.",
    )
    SHORT_ONE = (
        "Il manquait 1 point : {points} au lieu de {needed}{rule}.",
        "1 point short: {points} of the {needed} needed{rule}.",
    )
    MORE_THAN_HALF_OF = (
        " (plus de la moitié de {total})",
        " (more than half of this deal's {total})",
    )
    MORE_THAN_DEFENCE = (" (plus que la défense)", " (more than the defence)")
    MORE_THAN_HALF = (" (plus de la moitié)", " (more than half)")
    BID_AND_TWO = (" (deux de plus que l'enchère)", " (two more than the bid)")
    NOT_MORE = (
        "{points} points, mais la défense en a {others} : il faut la dépasser.",
        "{points} points, but the defence has {others}: the takers need more.",
    )
    LEVEL = ("{points} points de chaque côté.", "{points} points each.")
    TRICKS_SHORT = (
        "Il manquait {missing} plis : {tricks} sur {all}.",
        "{missing} tricks short: {tricks} of {all}.",
    )
    TRICKS_SHORT_ONE = ("Il manquait un seul pli : {tricks} sur {all}.", "Only one trick short: {tricks} of {all}.")
    NOT_ALONE = (
        "Le partenaire a fait un pli : une générale se joue seul.",
        "The partner took a trick: a générale must be made alone.",
    )
    WITH_LAST_TRICK = ("Le dix de der l'a fait passer.", "The last trick made the difference.")
    WITHOUT_LAST_TRICK = ("Avec le dix de der, il passait.", "The last trick would have made it.")
    WITH_BELOTE = ("La belote l'a fait passer.", "The belote made the difference.")


class SumText(Words):
    """The sum of a side's score; the parts are named as LineKind has them."""

    OF_TEAM = ("{team} : {sum}", "{team}: {sum}")
    SUM = ("{sum} = {points}", "{sum} = {points}")
    ROUNDED = ("{sum} = {exact}, arrondi à {points}", "{sum} = {exact}, rounded to {points}")
    ALONE = ("{sum}", "{sum}")
    ALONE_ROUNDED = ("{sum}, arrondi à {points}", "{sum}, rounded to {points}")
    CARDS = ("plis {points}", "tricks {points}")
    LAST_TRICK = ("der {points}", "last trick {points}")
    BELOTE = ("belote {points}", "belote {points}")
    DECLARATIONS = ("annonces {points}", "declarations {points}")
    THEIR_DECLARATIONS = ("annonces adverses {points}", "opponents' declarations {points}")
    FLAT = ("points fixes {points}", "base score {points}")
    FLAT_FAILED = ("chute {points}", "failed contract {points}")
    CONTRACT = ("contrat {points}", "contract {points}")
    COINCHE = ("coinche {points}", "coinche {points}")
    HELD_OVER = ("litige {points}", "held over {points}")


def reason(
    contract: Contract, score: DealScored, rules: ScoringRules, last: Seat | None, face: Face
) -> tuple[str, ...]:
    """Say why the contract was made, failed or drawn; `last` took the last trick. Empty if the result says it all."""
    points, takers = score.points, contract.takers
    if score.result is Result.DRAWN:
        return (face.say(ResultReason.LEVEL, points=points[takers]),)
    if contract.bid.kind is not BidKind.NUMBER:
        return _of_tricks(contract, score, face)
    if score.made and score.tricks[takers] == TRICKS:
        return ()
    most = range(1, abs(points.NS) + abs(points.EW) + 2 * contract.bid.value + 2)
    margin = most[0] + bisect_left(most, True, key=lambda m: _turns(contract, score, rules, m, m))
    others = points[takers.other]
    if not score.made and others and _turns(contract, score, rules, 0, others):
        return (face.say(ResultReason.NOT_MORE, points=points[takers], others=others),)
    return (_of_points(contract, score, rules, margin, face), *_decided(contract, score, rules, last, face))


def _of_tricks(contract: Contract, score: DealScored, face: Face) -> tuple[str, ...]:
    """The reason why a capot or a générale failed."""
    taken, points = score.tricks[contract.takers], score.points
    if score.made:
        return ()
    if taken < TRICKS:
        words = ResultReason.TRICKS_SHORT_ONE if taken == TRICKS - 1 else ResultReason.TRICKS_SHORT
        return (face.say(words, missing=TRICKS - taken, tricks=taken, all=TRICKS),)
    if contract.bid.kind is BidKind.GENERALE:
        return (face.say(ResultReason.NOT_ALONE),)
    takers = contract.takers
    return (face.say(ResultReason.NOT_MORE, points=points[takers], others=points[takers.other]),)


def _of_points(contract: Contract, score: DealScored, rules: ScoringRules, margin: int, face: Face) -> str:
    """The points beside those that were needed; one point less, or one more, would have been another result.

    Where more than the bid was needed, the rule that asks for more is told.
    """
    points = score.points[contract.takers]
    needed = points - margin + 1 if score.made else points + margin
    rule = _NEEDED_MORE.get(rules.contract_met) if needed > contract.bid.value else None
    total = points + score.points[contract.takers.other]
    if rule is ResultReason.MORE_THAN_DEFENCE and needed == total // 2 + 1:
        rule = ResultReason.MORE_THAN_HALF_OF
    words = ResultReason.ENOUGH if score.made else ResultReason.SHORT_ONE if margin == 1 else ResultReason.SHORT
    said = face.say(rule, total=total) if rule else ""
    return face.say(words, missing=margin, points=points, needed=needed, rule=said)


_NEEDED_MORE: Mapping[ContractMet, ResultReason] = {
    ContractMet.AT_LEAST_82: ResultReason.MORE_THAN_HALF,
    ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE: ResultReason.MORE_THAN_DEFENCE,
    ContractMet.BID_PLUS_2: ResultReason.BID_AND_TWO,
}
"""The rules by which a contract can need more points than were bid."""


def _turns(contract: Contract, score: DealScored, rules: ScoringRules, points: int, others: int) -> bool:
    """Return whether it would be another result if the takers had lost so many points, or won them after a failure,
    and the defence the other way round.
    """
    takers, sign = contract.takers, -1 if score.made else 1
    figures = score.points + Points.of(takers, sign * points, -sign * others)
    return is_made(_tally(contract, score), figures, rules) is not score.made


def _tally(contract: Contract, score: DealScored) -> Tally:
    """The tally of that deal, as far as a contract of points needs it."""
    nothing = Points()
    return Tally(
        contract=contract,
        cards=nothing,
        tricks=score.tricks,
        last_trick=contract.takers,
        belote=nothing,
        declarations=nothing,
        alone=False,
    )


def _decided(
    contract: Contract, score: DealScored, rules: ScoringRules, last: Seat | None, face: Face
) -> tuple[str, ...]:
    """The last trick's ten or the belote, where it decided."""
    takers = contract.takers
    swept = TRICKS in (score.tricks.NS, score.tricks.EW)
    theirs = last is not None and last.team is takers
    if (
        last is not None
        and not swept
        and theirs is score.made
        and _turns(contract, score, rules, LAST_TRICK, LAST_TRICK)
    ):
        return (face.say(ResultReason.WITH_LAST_TRICK if score.made else ResultReason.WITHOUT_LAST_TRICK),)
    belote = sum(line.points for line in score.lines if line.kind is LineKind.BELOTE and line.team is takers)
    if contract.multiplier > 1 and rules.defence_when_coinched_made is DefenceWhenCoinchedMade.NOTHING:
        belote = 0  # it may be that of the defence, which changes hands
    if score.made and belote and _turns(contract, score, rules, belote, 0):
        return (face.say(ResultReason.WITH_BELOTE),)
    return ()


# --- the sum -----------------------------------------------------------------------------------------


def sums(contract: Contract, score: DealScored, rules: ScoringRules, to: Listener) -> tuple[str, ...]:
    """The score of each side as a sum, the listener's first; none for a side that has nothing to add up."""
    own = to.seat.team if to.seat is not None else Team.NORTH_SOUTH
    return tuple(said for team in (own, own.other) if (said := _sum(contract, score, rules, team, to)))


def _sum(contract: Contract, score: DealScored, rules: ScoringRules, team: Team, to: Listener) -> str:
    said = added_up(contract, score, rules, team, to.face)
    return to.face.say(SumText.OF_TEAM, team=to.team(team), sum=said) if said else ""


def added_up(contract: Contract, score: DealScored | DealScore, rules: ScoringRules, team: Team, face: Face) -> str:
    """The score of a side as a sum; empty if there is nothing to add up."""
    lines = [line for line in score.lines if line.team is team]
    exact, points = sum(line.points for line in lines), score.scores[team]
    if not lines:
        return ""
    words = SumText.SUM if len(lines) > 1 else SumText.ALONE
    if exact != points:
        words = SumText.ROUNDED if len(lines) > 1 else SumText.ALONE_ROUNDED
    said = _parts(contract, score, rules, lines, face)
    return face.say(words, sum=said, exact=exact, points=points)


def _parts(
    contract: Contract, score: DealScored | DealScore, rules: ScoringRules, lines: list[ScoreLine], face: Face
) -> str:
    """The parts of a sum; what a coinche multiplies stands in brackets."""
    added = sum(line.points for line in lines if line.kind is LineKind.COINCHE)
    base = multiplied(contract, added)
    kinds = multiplied_kinds(rules) if base else frozenset[LineKind]()
    inside = [_part(line, score, face) for line in lines if line.kind in kinds]
    beside = [
        _part(line, score, face) for line in lines if line.kind not in kinds and line.kind is not LineKind.COINCHE
    ]
    if inside:
        bracketed = f"({' + '.join(inside)})" if len(inside) > 1 else inside[0]
        beside.append(f"{bracketed} {face.glyphs.times} {contract.multiplier}")
    return " + ".join(beside)


def multiplied(contract: Contract, added: int) -> int:
    """The points to which the multiplier was applied, given what it added."""
    return added // (contract.multiplier - 1) if contract.multiplier > 1 else 0


def multiplied_kinds(rules: ScoringRules) -> frozenset[LineKind]:
    """The lines of the winner that a coinche multiplies."""
    return _MULTIPLIED[rules.doubled]


_MULTIPLIED: Mapping[Doubled, frozenset[LineKind]] = {
    Doubled.BID: frozenset({LineKind.CONTRACT}),
    Doubled.EVERYTHING: frozenset(LineKind) - {LineKind.COINCHE, LineKind.HELD_OVER},
}


def _part(line: ScoreLine, score: DealScored | DealScore, face: Face) -> str:
    failed = line.kind is LineKind.FLAT and not score.made and not score.held
    return face.say(SumText.FLAT_FAILED if failed else SumText[line.kind.name], points=line.points)
