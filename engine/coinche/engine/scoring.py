"""Scores: whether a contract is made, and the lines of both sides (F 4.2, 9, 10.1–10.3; P "The Scoring"; S "The Bid").

A `Tally` sums up a played deal. The contract is made, failed or drawn. A made and a failed contract are
scored by different tables; both give lines, of which a coinche multiplies some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .bids import Bid, BidKind, Contract
from .events import LineKind, ScoreLine
from .rules import (
    CAPOT_VALUE,
    BeloteOnFailure,
    CapotScores,
    CoinchedMade,
    ContractMet,
    DeclarationRules,
    DeclarationsOnFailure,
    DefenceCapot,
    DefenceWhenCoinchedMade,
    Doubled,
    Draw,
    FailedAddsBid,
    Rounding,
    RuleSet,
    Scored,
    ScoringRules,
)
from .seats import Points, Team
from .tally import LAST_TRICK, Tally

Lines = tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class DealScore:
    """The outcome of a deal: `points` decide it, the `lines` of a side sum to its score before rounding.

    `belote` is the part of each side's score that comes from a belote, multiplied as it was scored. `held` waits for
    the side that wins the next deal.
    """

    made: bool
    points: Points
    lines: Lines
    scores: Points
    belote: Points
    held: int = 0


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The lines of a score: the winner's that the multiplier applies to, the winner's beside them, and the loser's."""

    multiplied: Lines
    beside: Lines
    others: Lines

    def lines(self, multiplier: int) -> Lines:
        """All of them, and what the multiplier adds."""
        more = (multiplier - 1) * sum([line.points for line in self.multiplied])
        added = _line(self.multiplied[0].team, LineKind.COINCHE, more) if more else ()
        return (*self.beside, *self.multiplied, *added, *self.others)

    def belote(self, multiplier: int) -> Points:
        """The part that comes from a belote."""
        lines = (*self.beside, *multiplier * self.multiplied, *self.others)
        return _sums([line for line in lines if line.kind is LineKind.BELOTE])


def score(tally: Tally, rules: RuleSet, held: int = 0) -> DealScore:
    """Decide the contract and score both sides; what was `held` over goes to the winner, or waits on."""
    points = tally.cards + last_trick_points(tally, rules.scoring) + tally.belote + tally.declarations
    drawn = is_drawn(tally, points, rules.scoring)
    made = not drawn and is_made(tally, points, rules.scoring)
    parts = (_made if made or drawn else _failed)(tally, rules)
    multiplier, takers = tally.contract.multiplier, tally.takers
    lines, belote, waiting = parts.lines(multiplier), parts.belote(multiplier), 0
    if drawn:
        stake = _sums(lines)[takers]
        lines += _line(takers, LineKind.HELD_OVER, -stake)
        belote, waiting = Points.of(takers.other, belote[takers.other]), held + stake
    else:
        lines += _line(takers if made else takers.other, LineKind.HELD_OVER, held)
    sums, rounded = _sums(lines), _ROUNDING[rules.scoring.rounding]
    return DealScore(made, points, lines, Points(rounded(sums.NS), rounded(sums.EW)), belote, waiting)


def _sums(lines: Iterable[ScoreLine]) -> Points:
    ours = theirs = 0
    for line in lines:
        if line.team is Team.NORTH_SOUTH:
            ours += line.points
        else:
            theirs += line.points
    return Points(ours, theirs)


def forfeits_belote(result: DealScore, contract: Contract, rules: DeclarationRules) -> bool:
    """Return whether the takers' belote went to their opponents."""
    holder = _BELOTE_ON_FAILURE[rules.belote_on_failure](contract.takers)
    return not (result.made or result.held) and holder is not contract.takers


# --- made, failed or drawn ---------------------------------------------------------------------------


_CONTRACT_MET: Mapping[ContractMet, Callable[[int, int, int], bool]] = {
    ContractMet.AT_LEAST_82: lambda bid, takers, defence: takers >= (82 if bid == 80 else bid),
    ContractMet.AT_LEAST: lambda bid, takers, defence: takers >= bid,
    ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE: lambda bid, takers, defence: takers >= bid and takers > defence,
    ContractMet.BID_PLUS_2: lambda bid, takers, defence: takers >= bid + 2,
}


_TRICKS_MET: Mapping[BidKind, Callable[[Tally], bool]] = {
    BidKind.NUMBER: lambda tally: True,
    BidKind.CAPOT: lambda tally: tally.all_eight(tally.takers),
    BidKind.GENERALE: lambda tally: tally.alone,
}


def is_made(tally: Tally, points: Points, rules: ScoringRules) -> bool:
    """Return whether the takers kept their promise: the tricks, and the points (F 4.2)."""
    bid, takers = tally.contract.bid, tally.takers
    enough = _CONTRACT_MET[rules.contract_met](bid.value, points[takers], points[takers.other])
    return _TRICKS_MET[bid.kind](tally) and enough


def is_drawn(tally: Tally, points: Points, rules: ScoringRules) -> bool:
    """Return whether nobody wins: the sides are level, and the takers have the tricks and the points that they bid."""
    bid, takers = tally.contract.bid, tally.takers
    level = _DRAW[rules.draw](points[takers], points[takers.other])
    return level and points[takers] >= bid.value and _TRICKS_MET[bid.kind](tally)


_DRAW: Mapping[Draw, Callable[[int, int], bool]] = {
    Draw.DECIDED: lambda takers, defence: False,
    Draw.HELD_OVER: lambda takers, defence: takers == defence,
}
"""True where these points are a draw."""


def last_trick_points(tally: Tally, rules: ScoringRules) -> Points:
    """The last trick's worth: more when one side took all eight (F 9.2)."""
    all_eight = tally.all_eight(tally.last_trick) and capot_counts(tally, rules)
    return Points.of(tally.last_trick, rules.capot_last_trick if all_eight else LAST_TRICK)


def capot_counts(tally: Tally, rules: ScoringRules) -> bool:
    """Return whether all eight tricks are worth anything besides their cards."""
    return rules.capot_unbid_counts or tally.contract.bid.kind is not BidKind.NUMBER


# --- the lines of a made contract --------------------------------------------------------------------


def _made(tally: Tally, rules: RuleSet) -> ScoreParts:
    takers = tally.takers
    defence = takers.other
    their_belote = tally.coinched and _coinched_defence(rules.scoring).gives_belote
    points = (
        *_takers_cards(tally, rules.scoring),
        *_own(tally, takers),
        *_line(takers, LineKind.THEIR_DECLARATIONS, tally.declarations[defence] if _swept(tally, rules) else 0),
        *_line(takers, LineKind.BELOTE, tally.belote[defence] if their_belote else 0),
    )
    form = _form(tally, rules.scoring)
    contract = _contract_line(tally, takers, rules) if tally.contract.bid.kind in form.contracts else ()
    kept = form.points(_defence_keeps(tally, rules))
    return _DOUBLED[rules.scoring.doubled](form.points(points), contract, kept)


@dataclass(frozen=True, slots=True)
class _Form:
    """The kinds of score that count: points, which contracts if made, and whether a failed base adds to the bid."""

    points: Callable[[Lines], Lines]
    contracts: frozenset[BidKind]
    base_beside_bid: bool


_SCORED: Mapping[Scored, _Form] = {
    Scored.POINTS_AND_BID: _Form(lambda lines: lines, frozenset(BidKind), base_beside_bid=True),
    Scored.BID: _Form(lambda lines: (), frozenset(BidKind), base_beside_bid=False),
    Scored.POINTS: _Form(lambda lines: lines, frozenset({BidKind.GENERALE}), base_beside_bid=True),
}


def _form(tally: Tally, rules: ScoringRules) -> _Form:
    capot = tally.contract.bid.kind is BidKind.CAPOT
    own = _CAPOT_SCORES[rules.capot_scores].scored if capot else None
    return _SCORED[own or rules.scored]


_DOUBLED: Mapping[Doubled, Callable[[Lines, Lines, Lines], ScoreParts]] = {
    Doubled.BID: lambda points, contract, others: ScoreParts(contract, points, others),
    Doubled.EVERYTHING: lambda points, contract, others: ScoreParts((*points, *contract), (), others),
}


def _takers_cards(tally: Tally, rules: ScoringRules) -> Lines:
    """The cards and the last trick, or what takes their place; nothing beside a générale."""
    if tally.contract.bid.kind is BidKind.GENERALE:
        return ()
    capot = tally.all_eight(tally.takers) and capot_counts(tally, rules)
    flat = _COINCHED_MADE[rules.coinched_made][capot] if tally.coinched else None
    if flat is None and capot:
        reward = _CAPOT_SCORES[rules.capot_scores]
        flat = reward.bid if tally.contract.bid.kind is BidKind.CAPOT else reward.unbid
    if flat is not None:
        return _line(tally.takers, LineKind.FLAT, flat)
    return _taken(tally, tally.takers, rules)


_COINCHED_MADE: Mapping[CoinchedMade, tuple[int | None, int | None]] = {
    CoinchedMade.ACTUAL: (None, None),
    CoinchedMade.FLAT_160: (160, 250),
    CoinchedMade.FLAT_162: (162, 252),
}
"""The sum in place of the takers' cards in a coinched contract: without, and with all eight tricks."""


@dataclass(frozen=True, slots=True)
class _Reward:
    """The sum in place of the cards of all eight tricks, unbid and bid; `scored` applies to a capot that was bid."""

    unbid: int | None = None
    bid: int | None = None
    scored: Scored | None = None


_CAPOT_SCORES: Mapping[CapotScores, _Reward] = {
    CapotScores.POINTS: _Reward(),
    CapotScores.FLAT_250: _Reward(250, 250, Scored.POINTS_AND_BID),
    CapotScores.FLAT_250_OR_350: _Reward(250, 350),
}
"""P's capot is a score of its own, 500 and the belote, whatever is scored of other contracts (P "The Scoring")."""


def _swept(tally: Tally, rules: RuleSet) -> bool:
    """Return whether the defence loses everything, so that its declarations change hands (F 10.1a)."""
    stripped = tally.coinched and _coinched_defence(rules.scoring).stripped
    return rules.declarations.declarations_swept and (stripped or tally.all_eight(tally.takers))


def _defence_keeps(tally: Tally, rules: RuleSet) -> Lines:
    """The lines of the defence beside a contract that is made."""
    return _coinched_defence(rules.scoring).keeps(tally, rules) if tally.coinched else _defence_points(tally, rules)


def _defence_points(tally: Tally, rules: RuleSet) -> Lines:
    defence = tally.takers.other
    own = _belote_line(tally, defence) if _swept(tally, rules) else _own(tally, defence)
    return *_taken(tally, defence, rules.scoring), *own


@dataclass(frozen=True, slots=True)
class _CoinchedDefence:
    """The lines that a coinched contract, once made, leaves the defence, and those it loses to the takers."""

    keeps: Callable[[Tally, RuleSet], Lines]
    stripped: bool
    gives_belote: bool


_COINCHED_DEFENCE: Mapping[DefenceWhenCoinchedMade, _CoinchedDefence] = {
    DefenceWhenCoinchedMade.POINTS: _CoinchedDefence(_defence_points, stripped=False, gives_belote=False),
    DefenceWhenCoinchedMade.BELOTE_ONLY: _CoinchedDefence(
        lambda tally, rules: _belote_line(tally, tally.takers.other), stripped=True, gives_belote=False
    ),
    DefenceWhenCoinchedMade.NOTHING: _CoinchedDefence(lambda tally, rules: (), stripped=True, gives_belote=True),
}


def _coinched_defence(rules: ScoringRules) -> _CoinchedDefence:
    return _COINCHED_DEFENCE[rules.defence_when_coinched_made]


# --- the lines of a failed contract ------------------------------------------------------------------


def _failed(tally: Tally, rules: RuleSet) -> ScoreParts:
    takers = tally.takers
    defence = takers.other
    form = _form(tally, rules.scoring)
    base, adds_bid = _stakes(tally, form, rules.scoring)
    flat = _line(defence, LineKind.FLAT, base)
    changing = _DECLARATIONS_ON_FAILURE[rules.declarations.declarations_on_failure](tally)
    own = (*_own(tally, defence), *_line(defence, LineKind.THEIR_DECLARATIONS, changing))
    holder = _BELOTE_ON_FAILURE[rules.declarations.belote_on_failure](takers)
    belote = form.points(_line(holder, LineKind.BELOTE, tally.belote[takers]))
    won, kept = ((), belote) if holder is takers else (belote, ())
    contract = _contract_line(tally, defence, rules) if adds_bid else ()
    return _DOUBLED[rules.scoring.doubled]((*flat, *form.points(own), *won), contract, kept)


def _stakes(tally: Tally, form: _Form, rules: ScoringRules) -> tuple[int, bool]:
    """Return the worth of a failed contract besides the bid, and whether the bid is added."""
    bid = tally.contract.bid
    if bid.kind is BidKind.GENERALE:
        return 0, True
    if bid.kind is BidKind.CAPOT and rules.capot_failed is not None:
        return rules.capot_failed - CAPOT_VALUE, True
    base, adds_bid = _FAILED_ADDS_BID[rules.failed_adds_bid][tally.coinched]
    if adds_bid and not form.base_beside_bid:
        return 0, True
    if not base:
        return 0, adds_bid
    flat = _DEFENCE_CAPOT[rules.defence_capot] if tally.all_eight(tally.takers.other) else None
    return rules.failed_base if flat is None else flat, adds_bid


_FAILED_ADDS_BID: Mapping[FailedAddsBid, tuple[tuple[bool, bool], tuple[bool, bool]]] = {
    FailedAddsBid.YES: ((True, True), (True, True)),
    FailedAddsBid.NO: ((True, False), (True, False)),
    FailedAddsBid.WHEN_COINCHED: ((True, False), (False, True)),
}
"""The base and the bid, each true if it is scored: for a plain contract, and for a coinched one."""

_DEFENCE_CAPOT: Mapping[DefenceCapot, int | None] = {DefenceCapot.AS_ANY: None, DefenceCapot.FLAT_250: 250}

_BELOTE_ON_FAILURE: Mapping[BeloteOnFailure, Callable[[Team], Team]] = {
    BeloteOnFailure.KEPT: lambda takers: takers,
    BeloteOnFailure.TO_OPPONENTS: lambda takers: takers.other,
}

_DECLARATIONS_ON_FAILURE: Mapping[DeclarationsOnFailure, Callable[[Tally], int]] = {
    DeclarationsOnFailure.TO_DEFENCE: lambda tally: tally.declarations[tally.takers],
    DeclarationsOnFailure.LOST: lambda tally: 0,
}


# --- single lines ------------------------------------------------------------------------------------


def _line(team: Team, kind: LineKind, points: int) -> Lines:
    """A line of the score, unless it has no points."""
    return (ScoreLine(team, kind, points),) if points else ()


def _taken(tally: Tally, team: Team, rules: ScoringRules) -> Lines:
    last = last_trick_points(tally, rules)
    return *_line(team, LineKind.CARDS, tally.cards[team]), *_line(team, LineKind.LAST_TRICK, last[team])


def _own(tally: Tally, team: Team) -> Lines:
    return *_belote_line(tally, team), *_line(team, LineKind.DECLARATIONS, tally.declarations[team])


def _belote_line(tally: Tally, team: Team) -> Lines:
    return _line(team, LineKind.BELOTE, tally.belote[team])


def _contract_line(tally: Tally, team: Team, rules: RuleSet) -> Lines:
    bid = tally.contract.bid
    return _line(team, LineKind.CONTRACT, _WORTH[bid.kind](bid, rules))


_WORTH: Mapping[BidKind, Callable[[Bid, RuleSet], int]] = {
    BidKind.NUMBER: lambda bid, rules: bid.value,
    BidKind.CAPOT: lambda bid, rules: CAPOT_VALUE,
    BidKind.GENERALE: lambda bid, rules: rules.auction.generale or 0,
}
"""The worth of a bid as a contract, in points."""


_ROUNDING: Mapping[Rounding, Callable[[int], int]] = {
    Rounding.NEAREST_10: lambda points: (points + 5) // 10 * 10,
    Rounding.NONE: lambda points: points,
}
"""F 10.3: 85 becomes 90, 84 becomes 80."""
