"""The checks of rule vectors: each is played on the engine and compared step by step."""

from __future__ import annotations

from typing import assert_never

from coinche.engine import belote, match
from coinche.engine.cards import PACK
from coinche.engine.dealing import cut, stacked
from coinche.engine.declarations import sets
from coinche.engine.legal_cards import playable
from coinche.engine.match import MatchOver, State
from coinche.engine.match_result import MatchStanding, Outcome, stand
from coinche.engine.playing import Playing, tally
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import DealScore, last_trick_points, score
from coinche.engine.seats import Points, Seat, Team
from coinche.text.catalog import statement

from .texts import Compared
from .vector_table import Disagreement, Part, VectorTable, require_equal
from .vectors import (
    AnnouncedKind,
    DealVector,
    Declared,
    EndVector,
    Expected,
    MatchVector,
    PositionVector,
    ShownDeclaration,
    Summary,
    TeamNumbers,
    ToldDeclaration,
    Vector,
    VectorStep,
)

MIDDLE = len(PACK) // 2
"""The place of the cut for a vector that does not give one."""


def check(vector: Vector) -> None:
    """Play the vector. Raises Disagreement at the first difference."""
    match vector:
        case DealVector():
            _check_deal(vector)
        case MatchVector():
            _check_match(vector)
        case EndVector():
            _check_end(vector)
        case PositionVector():
            _check_position(vector)
        case _:
            assert_never(vector)


def team_numbers(points: Points) -> TeamNumbers:
    """The points of both sides as a vector has them."""
    return TeamNumbers(NS=points.NS, EW=points.EW)


def _check_deal(vector: DealVector) -> None:
    rules = vector.rules()
    table = VectorTable.opened(rules, vector.dealer)
    require_equal(
        table.where, Compared.CARDS_IN_HANDS, [8] * len(Seat), [len(vector.hands.get(seat, ())) for seat in Seat]
    )
    whole = sorted(card for hand in vector.hands.values() for card in hand)
    require_equal(table.where, Compared.CARDS_OF_HANDS, sorted(PACK), whole)
    pack = stacked(vector.hands, vector.dealer, rules.table)
    table.deal(cut(pack, MIDDLE), MIDDLE, vector.hands, vector.dealer)
    for number, step in enumerate(vector.steps, 1):
        table.where = statement(Compared.STEP, number=number)
        _check_step(table, step)
    table.where = Compared.END
    _check_outcome(table, vector.expected)


def _check_step(table: VectorTable, step: VectorStep) -> None:
    if table.skips(step.turn):
        require_equal(table.where, Compared.COINCHERS_PARTNER, step.legal, ("pass",))
        if step.seat is not step.turn:
            table.act(step)
        return
    require_equal(table.where, Compared.TURN, step.turn, match.to_act(table.state))
    legal = match.legal(table.state, step.turn)
    kind = "play" if isinstance(table.state.phase, Playing) else "auction"
    require_equal(table.where, Compared.PHASE, step.phase, kind)
    require_equal(table.where, Compared.LEGAL, sorted(step.legal), sorted(map(str, legal.actions)))
    require_equal(table.where, Compared.LOWEST_BIDS, step.min_bid, dict(legal.bids))
    out_of_turn = {
        seat: tuple(sorted(map(str, match.legal(table.state, seat).actions))) for seat in match.may_act(table.state)
    }
    require_equal(table.where, Compared.OUT_OF_TURN, step.out_of_turn, out_of_turn)
    combos = sorted("+".join(sorted(chosen)) for chosen in sets(legal.declarations) if chosen)
    require_equal(table.where, Compared.DECLARATIONS, sorted(step.declaration_combos or ()), combos)
    table.every_legal_action_applies()
    said = table.act(step)
    require_equal(table.where, Compared.BELOTE_WORDS, sorted(step.says), sorted(said))


def _check_outcome(table: VectorTable, expected: Expected) -> None:
    phase = _finished(table)
    deal = phase.last
    if not isinstance(deal, Playing):
        require_equal(table.where, Compared.RESULT, expected.result, "thrown_in")
        require_equal(table.where, Compared.SCORES, expected.scores, TeamNumbers(0, 0))
        return
    result = _scored(deal, table.state.rules)
    require_equal(table.where, Compared.RESULT, expected.result, "made" if result.made else "failed")
    _check_contract(table.where, expected, deal)
    _check_tricks(table.where, expected, deal, table.state.rules)
    _check_declared(table, expected.declarations, deal)
    require_equal(table.where, Compared.SCORES, expected.scores, team_numbers(result.scores))
    require_equal(table.where, Compared.BELOTE_SCORED, expected.belote_scored, team_numbers(result.belote))
    assert phase.score is not None
    require_equal(table.where, Compared.TOTALS, expected.scores, team_numbers(phase.score.totals))


def _finished(table: VectorTable) -> match.DealOver | MatchOver:
    """The phase after the deal; Disagreement where the deal is not over."""
    phase = table.state.phase
    if not isinstance(phase, match.DealOver | MatchOver):
        raise Disagreement(
            table.where, Compared.DEAL, Compared.OVER, statement(Compared.TO_ACT, seat=match.to_act(table.state))
        )
    return phase


def _scored(deal: Playing, rules: RuleSet) -> DealScore:
    return score(tally(deal, _belote_points(deal, rules)), rules)


def _belote_points(deal: Playing, rules: RuleSet) -> Points:
    return belote.count(deal.said, rules.declarations, frozenset()).points


def _check_contract(where: Part, expected: Expected, deal: Playing) -> None:
    agreed, contract = expected.contract, deal.contract
    if agreed is None:
        raise Disagreement(where, Compared.CONTRACT, None, contract.bid)
    for field in ("bid", "bidder", "takers", "multiplier", "coinched_by", "surcoinched_by"):
        require_equal(where, field, getattr(agreed, field), getattr(contract, field))


def _check_tricks(where: Part, expected: Expected, deal: Playing, rules: RuleSet) -> None:
    require_equal(where, Compared.TRICK_WINNERS, expected.trick_winners, tuple(trick.winner for trick in deal.tricks))
    require_equal(where, Compared.TRICKS, expected.tricks, team_numbers(deal.won))
    points = _belote_points(deal, rules)
    cards = deal.points + last_trick_points(tally(deal, points), rules.scoring)
    require_equal(where, Compared.CARD_POINTS, expected.card_points, team_numbers(cards))
    require_equal(where, Compared.BELOTE, expected.belote, team_numbers(points))
    holders = sorted(f"{said.seat}:{said.suit}" for said in deal.said if said.word is belote.BeloteWord.REBELOTE)
    require_equal(where, Compared.BELOTE_HOLDERS, sorted(expected.belote_holders), holders)


def _check_declared(table: VectorTable, expected: Declared | None, deal: Playing) -> None:
    """Compare the declarations that were announced, compared and shown, as a spectator saw them."""
    seen, where = table.seen[None], table.where
    announced = tuple(AnnouncedKind(said.seat, kind) for said in seen.announced for kind in said.kinds)
    require_equal(
        where, Compared.ANNOUNCED, sorted(map(str, expected.announced if expected else ())), sorted(map(str, announced))
    )
    if expected is None:
        return
    heights = tuple(
        ToldDeclaration(h.seat, says="not better") if h.height is None else ToldDeclaration(h.seat, h.kind, h.height)
        for h in seen.heights
    )
    require_equal(where, Compared.HEIGHTS, expected.heights, heights)
    shown = tuple(ShownDeclaration(a.seat, a.declaration) for a in seen.shown)
    require_equal(where, Compared.SHOWN, sorted(map(str, expected.shown)), sorted(map(str, shown)))
    require_equal(where, Compared.DECLARING_SIDE, expected.winner, seen.declarations_won)
    assert deal.resolution is not None
    require_equal(where, Compared.DECLARED_POINTS, expected.points, team_numbers(deal.resolution.points))
    require_equal(where, Compared.TIE, expected.tie, deal.resolution.tie)


def _check_match(vector: MatchVector) -> None:
    table = VectorTable.opened(vector.rules(vector.target), vector.first_dealer)
    table_rules = table.state.rules.table
    for number, deal in enumerate(vector.deals, 1):
        table.where = statement(Compared.DEAL_NUMBER, number=number)
        require_equal(table.where, Compared.CUTTER, deal.cutter, deal.dealer.previous(table_rules.direction))
        require_equal(table.where, Compared.CARDS_OF_PACK, sorted(PACK), sorted(deal.pack))
        table.deal(deal.pack, deal.cut, deal.hands, deal.dealer)
        require_equal(table.where, Compared.SHUFFLED, deal.shuffled, table.state.shuffled)
        for at, move in enumerate(deal.steps, 1):
            table.where = statement(Compared.DEAL_STEP, number=number, step=at)
            if not (move.action == "pass" and table.skips(move.seat)):
                table.act(move)
        table.where = statement(Compared.DEAL_END, number=number)
        _check_summary(table, deal.summary)
        require_equal(table.where, Compared.TOTALS, deal.totals, team_numbers(table.state.standing.totals))
        require_equal(table.where, Compared.WINNER, deal.winner, _winner(table.state))
    require_equal(Compared.END, Compared.WINNER, vector.winner, _winner(table.state))


def _winner(state: State) -> Team | None:
    return state.phase.winner if isinstance(state.phase, MatchOver) else None


def _check_summary(table: VectorTable, expected: Summary) -> None:
    deal = _finished(table).last
    require_equal(table.where, Compared.THROWN_IN, expected.thrown_in, not isinstance(deal, Playing))
    if isinstance(deal, Playing):
        result = _scored(deal, table.state.rules)
        require_equal(table.where, Compared.TAKERS, expected.takers, deal.contract.takers)
        require_equal(table.where, Compared.MADE, expected.made, result.made)
        require_equal(table.where, Compared.TRICKS, expected.tricks, team_numbers(deal.won))
        require_equal(table.where, Compared.SCORES, expected.scores, team_numbers(result.scores))
        require_equal(table.where, Compared.BELOTE_SCORED, expected.belote, team_numbers(result.belote))


def _check_end(vector: EndVector) -> None:
    rules = vector.rules(vector.target).match
    standing = MatchStanding(Points())
    waited: set[Team] = set()
    for number, deal in enumerate(vector.deals, 1):
        where = statement(Compared.DEAL_NUMBER, number=number)
        waited |= standing.waiting
        if not deal.thrown_in:
            standing = stand(standing, _outcome(where, deal), rules)
        won = vector.expected.winner if number == vector.expected.after_deal else None
        require_equal(where, Compared.WINNER, won, standing.winner)
    require_equal(Compared.END, Compared.TOTALS, vector.expected.totals, team_numbers(standing.totals))
    require_equal(Compared.END, Compared.WAITING, sorted(vector.expected.was_pending), sorted(waited))
    require_equal(Compared.END, Compared.DEALS, vector.expected.after_deal, len(vector.deals))


def _outcome(where: Part, deal: Summary) -> Outcome:
    if deal.takers is None or deal.made is None or deal.tricks is None or deal.belote is None:
        raise Disagreement(where, Compared.DEAL, "takers, made, tricks, belote", None)
    return Outcome(deal.takers, deal.made, _points(deal.tricks), _points(deal.scores), _points(deal.belote))


def _points(numbers: TeamNumbers) -> Points:
    return Points(numbers.NS, numbers.EW)


def _check_position(vector: PositionVector) -> None:
    for name, cards in vector.legal.items():
        got = playable(vector.hand, vector.trick, vector.denom, PRESETS[name].play)
        require_equal(name, Compared.LEGAL, sorted(cards), sorted(got))
