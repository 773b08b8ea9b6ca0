"""Play a rule vector on the engine and compare every step.

The table uses the engine's public path, and checks on every side that each action offered applies and that each view is
the fold of the events seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from coinche.engine import belote, match
from coinche.engine.actions import Action, Cut, IllegalAction, Legal, MakeBid, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card
from coinche.engine.deal_phases import Bidding, to_cut
from coinche.engine.dealing import cut, stacked
from coinche.engine.declarations import sets
from coinche.engine.events import BeloteSaid, Event, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.legal_cards import playable
from coinche.engine.match import MatchOver, State
from coinche.engine.match_result import MatchStanding, Outcome, stand
from coinche.engine.playing import Playing, tally
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import DealScore, last_trick_points, score
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.view import TableView, view

from .vectors import (
    AnnouncedKind,
    DealVector,
    Declared,
    EndVector,
    Expected,
    MatchVector,
    Move,
    PositionVector,
    ShownDeclaration,
    Summary,
    TeamNumbers,
    ToldDeclaration,
    Vector,
    VectorStep,
)

VIEWERS: tuple[Viewer, ...] = (*Seat, None)


class Disagreement(Exception):
    """The engine and a vector differ. `where` is the step, `what` the thing compared."""

    def __init__(self, where: str, what: str, expected: object, got: object) -> None:
        super().__init__(f"{where}: {what}: expected {expected}, got {got}")
        self.where = where


def same(where: str, what: str, expected: object, got: object) -> None:
    if expected != got:
        raise Disagreement(where, what, _shown(expected), _shown(got))


def _shown(thing: object) -> str:
    """As it is written in a vector."""
    match thing:
        case None:
            return "nothing"
        case str():
            return str(thing)
        case dict():
            return "{" + ", ".join(f"{key}: {_shown(value)}" for key, value in thing.items()) + "}"
        case tuple() | list():
            return "[" + ", ".join(map(_shown, thing)) + "]"
        case _:
            return str(thing)


def side(points: Points) -> TeamNumbers:
    return TeamNumbers(NS=points.NS, EW=points.EW)


@dataclass(slots=True)
class VectorTable:
    """A state, the views that its events fold to, and how far the vector is."""

    state: State
    seen: dict[Viewer, TableView]
    where: str = "start"

    @staticmethod
    def opened(rules: RuleSet, dealer: Seat) -> VectorTable:
        """A match before its first deal."""
        state, events = match.new_match(rules, dealer)
        table = VectorTable(state, {viewer: TableView(viewer=viewer) for viewer in VIEWERS})
        table._happened(state, events)
        return table

    def deal(self, pack: tuple[Card, ...], at: int, hands: Mapping[Seat, tuple[Card, ...]], dealer: Seat) -> None:
        """Cut the pack and deal it; the hands and the dealer must be the vector's."""
        try:
            if to_cut(self.state.rules, board=False):
                self._happened(*match.next_deal(self.state, pack))
                cutter = match.to_act(self.state)
                assert cutter is not None
                self._happened(*match.apply(self.state, cutter, Cut(at)))
            else:
                self._happened(*match.next_deal(self.state, cut(pack, at)))
        except (ValueError, IllegalAction) as error:
            raise Disagreement(self.where, "pack", f"as given, cut at {at}", error) from error
        assert isinstance(self.state.phase, Bidding)
        same(self.where, "dealer", dealer, self.state.dealer)
        for seat in Seat:
            same(self.where, f"hand of {seat}", sorted(hands.get(seat, ())), sorted(self.state.phase.hands[seat]))

    def skips(self, turn: Seat) -> bool:
        """Whether that seat is the coincher's partner, whom the engine does not ask for his only word (F 4.1c)."""
        phase = self.state.phase
        if not isinstance(phase, Bidding) or phase.auction.contract is None:
            return False
        coincher = phase.auction.contract.coinched_by
        frozen = self.state.rules.auction.coinche_ends_auction and coincher is not None
        return frozen and coincher is turn.partner

    def act(self, move: Move) -> tuple[str, ...]:
        """Take the action, with its word of a belote if there is one to say; which words were said with it."""
        legal = match.legal(self.state, move.seat)
        action = _with_word(move.played, legal)
        try:
            after, events = match.apply(self.state, move.seat, action)
        except IllegalAction as error:
            refused = f"refused ({error.reason})"
            raise Disagreement(self.where, f"{move.action} by {move.seat}", "accepted", refused) from error
        self._happened(after, events)
        return tuple(event.word for event in events if isinstance(event, BeloteSaid))

    def _happened(self, state: State, events: Iterable[Event]) -> None:
        self.state = state
        for viewer, seen in self.seen.items():
            for event in events:
                seen = fold(seen, seen_by(event, viewer), state.rules)
            self.seen[viewer] = seen
            same(self.where, f"view of {viewer or 'a spectator'} folded from events", view(state, viewer), seen)

    def every_legal_action_applies(self) -> None:
        """What is offered is accepted, out of turn too; of numbers the lowest and the highest are tried."""
        for seat in (match.to_act(self.state), *match.may_act(self.state)):
            assert seat is not None
            for action in _offered(match.legal(self.state, seat)):
                try:
                    match.apply(self.state, seat, action)
                except IllegalAction as error:
                    raise Disagreement(self.where, f"legal action {action}", "accepted", error.reason) from error


def _offered(legal: Legal) -> Iterable[Action]:
    for denomination, lowest in legal.bids.items():
        for number in (lowest, legal.maximum):
            yield MakeBid(Bid(f"{number}{denomination}"))
    yield from (action for action in legal if not isinstance(action, MakeBid) or not action.bid.value)


def _with_word(action: Action, legal: Legal) -> Action:
    """Belote and rebelote are said whenever possible."""
    if not isinstance(action, PlayCard) or action.belote is not None:
        return action
    words = legal.offers.get(action.card, ())
    return PlayCard(action.card, words[0] if words else None, action.declarations)


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
    table = VectorTable.opened(rules, vector.dealer)
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


def _check_step(table: VectorTable, step: VectorStep) -> None:
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


def _check_outcome(table: VectorTable, expected: Expected) -> None:
    phase = table.state.phase
    deal = phase.last if isinstance(phase, match.DealOver | MatchOver) else None
    if deal is None:
        raise Disagreement(table.where, "deal", "over", f"{match.to_act(table.state)} has to act")
    if not isinstance(deal, Playing):
        same(table.where, "result", expected.result, "thrown_in")
        same(table.where, "scores", expected.scores, TeamNumbers(0, 0))
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


def _check_declared(table: VectorTable, expected: Declared | None, deal: Playing) -> None:
    """What was announced, said of heights and shown, as a spectator saw it."""
    seen, where = table.seen[None], table.where
    announced = tuple(AnnouncedKind(said.seat, kind) for said in seen.announced for kind in said.kinds)
    same(where, "announced", sorted(map(str, expected.announced if expected else ())), sorted(map(str, announced)))
    if expected is None:
        return
    heights = tuple(
        ToldDeclaration(h.seat, says="not better") if h.height is None else ToldDeclaration(h.seat, h.kind, h.height)
        for h in seen.heights
    )
    same(where, "heights said", expected.heights, heights)
    shown = tuple(ShownDeclaration(a.seat, a.declaration) for a in seen.shown)
    same(where, "declarations shown", sorted(map(str, expected.shown)), sorted(map(str, shown)))
    same(where, "side whose declarations count", expected.winner, seen.declarations_won)
    assert deal.resolution is not None
    same(where, "points of declarations", expected.points, side(deal.resolution.points))
    same(where, "tie", expected.tie, deal.resolution.tie)


def _check_match(vector: MatchVector) -> None:
    table = VectorTable.opened(vector.rules(vector.target), vector.first_dealer)
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


def _check_summary(table: VectorTable, expected: Summary) -> None:
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


def _points(side: TeamNumbers) -> Points:
    return Points(side.NS, side.EW)


def _check_position(vector: PositionVector) -> None:
    for name, cards in vector.legal.items():
        got = playable(vector.hand, vector.trick, vector.denom, PRESETS[name].play)
        same(name, "legal", sorted(cards), sorted(got))
