"""Does the engine agree with a rule vector? Plays it and compares every step.

Knows how each kind of record maps onto the engine. Refuses to know how records are written (`vectors`).
"""

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

from .vector_table import Disagreement, Table, same, side
from .vectors import (
    DealVector,
    Declared,
    EndVector,
    Expected,
    Kind,
    MatchVector,
    PositionVector,
    Shown,
    Side,
    Spoken,
    Step,
    Summary,
    Vector,
)

MIDDLE = len(PACK) // 2
"""Where a pack is cut that a vector does not say how to cut."""


def check(vector: Vector) -> None:
    """Raises Disagreement at the first difference."""
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


def _check_deal(vector: DealVector) -> None:
    rules = vector.rules()
    table = Table.opened(rules, vector.dealer)
    same(table.where, "cards in each hand", [8] * len(Seat), [len(vector.hands.get(seat, ())) for seat in Seat])
    whole = sorted(card for hand in vector.hands.values() for card in hand)
    same(table.where, "the cards of the four hands", sorted(PACK), whole)
    pack = stacked(vector.hands, vector.dealer, rules.table)
    table.deal(cut(pack, MIDDLE), MIDDLE, vector.hands, vector.dealer)
    for number, step in enumerate(vector.steps, 1):
        table.where = f"step {number}"
        _check_step(table, step)
    table.where = "end"
    _check_outcome(table, vector.expected)


def _check_step(table: Table, step: Step) -> None:
    if table.skips(step.turn):
        same(table.where, "what the coincher's partner may do", step.legal, ("pass",))
        if step.seat is not step.turn:
            table.act(step)
        return
    same(table.where, "seat on turn", step.turn, match.to_act(table.state))
    legal = match.legal(table.state, step.turn)
    kind = "play" if isinstance(table.state.phase, Playing) else "auction"
    same(table.where, "phase", step.phase, kind)
    same(table.where, "legal", sorted(step.legal), sorted(map(str, legal.actions)))
    same(table.where, "lowest bids", step.min_bid, dict(legal.bids))
    out_of_turn = {
        seat: tuple(sorted(map(str, match.legal(table.state, seat).actions))) for seat in match.may_act(table.state)
    }
    same(table.where, "legal out of turn", step.out_of_turn, out_of_turn)
    combos = sorted("+".join(sorted(chosen)) for chosen in sets(legal.declarations) if chosen)
    same(table.where, "declarations", sorted(step.declaration_combos or ()), combos)
    table.every_legal_action_applies()
    said = table.act(step)
    same(table.where, "words of a belote", sorted(step.says), sorted(said))


def _check_outcome(table: Table, expected: Expected) -> None:
    phase = table.state.phase
    deal = phase.last if isinstance(phase, match.DealOver | MatchOver) else None
    if deal is None:
        raise Disagreement(table.where, "deal", "over", f"{match.to_act(table.state)} has to act")
    if not isinstance(deal, Playing):
        same(table.where, "result", expected.result, "thrown_in")
        same(table.where, "scores", expected.scores, Side(0, 0))
        return
    result = _scored(deal, table.state.rules)
    same(table.where, "result", expected.result, "made" if result.made else "failed")
    _check_contract(table.where, expected, deal)
    _check_tricks(table.where, expected, deal, table.state.rules)
    _check_declared(table, expected.declarations, deal)
    same(table.where, "scores", expected.scores, side(result.scores))
    same(table.where, "scores that come from a belote", expected.belote_scored, side(result.belote))
    assert isinstance(phase, match.DealOver | MatchOver)
    assert phase.score is not None
    same(table.where, "totals", expected.scores, side(phase.score.totals))


def _scored(deal: Playing, rules: RuleSet) -> DealScore:
    points = belote.count(deal.said, rules.declarations, frozenset()).points
    return score(tally(deal, points), rules)


def _check_contract(where: str, expected: Expected, deal: Playing) -> None:
    agreed, contract = expected.contract, deal.contract
    if agreed is None:
        raise Disagreement(where, "contract", None, contract.bid)
    for field in ("bid", "bidder", "takers", "multiplier", "coinched_by", "surcoinched_by"):
        same(where, field, getattr(agreed, field), getattr(contract, field))


def _check_tricks(where: str, expected: Expected, deal: Playing, rules: RuleSet) -> None:
    same(where, "trick winners", expected.trick_winners, tuple(trick.winner for trick in deal.tricks))
    same(where, "tricks", expected.tricks, side(deal.won))
    points = belote.count(deal.said, rules.declarations, frozenset()).points
    cards = deal.points + last_trick_points(tally(deal, points), rules.scoring)
    same(where, "card points", expected.card_points, side(cards))
    same(where, "belote", expected.belote, side(points))
    holders = sorted(f"{said.seat}:{said.suit}" for said in deal.said if said.word is belote.BeloteWord.REBELOTE)
    same(where, "belote holders", sorted(expected.belote_holders), holders)


def _check_declared(table: Table, expected: Declared | None, deal: Playing) -> None:
    """What was announced, said of heights and shown, as a spectator saw it."""
    seen, where = table.seen[None], table.where
    announced = tuple(Kind(said.seat, kind) for said in seen.announced for kind in said.kinds)
    same(where, "announced", sorted(map(str, expected.announced if expected else ())), sorted(map(str, announced)))
    if expected is None:
        return
    heights = tuple(
        Spoken(h.seat, says="not better") if h.height is None else Spoken(h.seat, h.kind, h.height)
        for h in seen.heights
    )
    same(where, "heights said", expected.heights, heights)
    shown = tuple(Shown(a.seat, a.declaration) for a in seen.shown)
    same(where, "declarations shown", sorted(map(str, expected.shown)), sorted(map(str, shown)))
    same(where, "side whose declarations count", expected.winner, seen.declarations_won)
    assert deal.resolution is not None
    same(where, "points of declarations", expected.points, side(deal.resolution.points))
    same(where, "tie", expected.tie, deal.resolution.tie)


def _check_match(vector: MatchVector) -> None:
    table = Table.opened(vector.rules(vector.target), vector.first_dealer)
    table_rules = table.state.rules.table
    for number, deal in enumerate(vector.deals, 1):
        table.where = f"deal {number}"
        same(table.where, "cutter", deal.cutter, deal.dealer.previous(table_rules.direction))
        same(table.where, "the cards of the pack", sorted(PACK), sorted(deal.pack))
        table.deal(deal.pack, deal.cut, deal.hands, deal.dealer)
        same(table.where, "shuffled", deal.shuffled, table.state.shuffled)
        for at, move in enumerate(deal.steps, 1):
            table.where = f"deal {number}, step {at}"
            if not (move.action == "pass" and table.skips(move.seat)):
                table.act(move)
        table.where = f"deal {number}, end"
        _check_summary(table, deal.summary)
        same(table.where, "totals", deal.totals, side(table.state.standing.totals))
        same(table.where, "winner", deal.winner, _winner(table.state))
    same("end", "winner", vector.winner, _winner(table.state))


def _winner(state: State) -> Team | None:
    return state.phase.winner if isinstance(state.phase, MatchOver) else None


def _check_summary(table: Table, expected: Summary) -> None:
    phase = table.state.phase
    if not isinstance(phase, match.DealOver | MatchOver):
        raise Disagreement(table.where, "deal", "over", f"{match.to_act(table.state)} has to act")
    deal = phase.last
    same(table.where, "thrown in", expected.thrown_in, not isinstance(deal, Playing))
    if isinstance(deal, Playing):
        result = _scored(deal, table.state.rules)
        same(table.where, "takers", expected.takers, deal.contract.takers)
        same(table.where, "made", expected.made, result.made)
        same(table.where, "tricks", expected.tricks, side(deal.won))
        same(table.where, "scores", expected.scores, side(result.scores))
        same(table.where, "scores that come from a belote", expected.belote, side(result.belote))


def _check_end(vector: EndVector) -> None:
    rules = vector.rules(vector.target).match
    standing = MatchStanding(Points())
    waited: set[Team] = set()
    for number, deal in enumerate(vector.deals, 1):
        where = f"deal {number}"
        waited |= standing.waiting
        if not deal.thrown_in:
            standing = stand(standing, _outcome(where, deal), rules)
        won = vector.expected.winner if number == vector.expected.after_deal else None
        same(where, "winner", won, standing.winner)
    same("end", "totals", vector.expected.totals, side(standing.totals))
    same("end", "waiting for a trick", sorted(vector.expected.was_pending), sorted(waited))
    same("end", "deals", vector.expected.after_deal, len(vector.deals))


def _outcome(where: str, deal: Summary) -> Outcome:
    if deal.takers is None or deal.made is None or deal.tricks is None or deal.belote is None:
        raise Disagreement(where, "deal", "takers, made, tricks and belote", "none of them")
    return Outcome(deal.takers, deal.made, _points(deal.tricks), _points(deal.scores), _points(deal.belote))


def _points(side: Side) -> Points:
    return Points(side.NS, side.EW)


def _check_position(vector: PositionVector) -> None:
    for name, cards in vector.legal.items():
        got = playable(vector.hand, vector.trick, vector.denom, PRESETS[name].play)
        same(name, "legal", sorted(cards), sorted(got))
